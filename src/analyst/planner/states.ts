import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import type { Column, Schema } from '../built-in/schema.ts'
import type { ValueHit } from '../built-in/value-index.ts'
import { flagOf } from './draft.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words in the name of the time at which something ends, what is said of rows for which it has not come, and of the others. */
const STATES = (
  [
    [
      'close closed resolve resolved complete completed finish finished end ended done solved',
      'open unresolved unfinished ongoing outstanding pending active incomplete running',
      'closed resolved completed finished ended done solved',
    ],
    [
      'cancel cancelled canceled cancellation churn churned left terminated termination unsubscribed deactivated quit resigned exit departure',
      'active current remaining',
      'cancelled canceled churned left terminated unsubscribed deactivated quit resigned former inactive',
    ],
    [
      'ship shipped deliver delivered dispatched delivery shipment',
      'unshipped undelivered undispatched pending outstanding open',
      'shipped delivered dispatched',
    ],
    ['paid settled payment', 'unpaid unsettled outstanding open', 'paid settled'],
    ['return returned', 'unreturned', 'returned'],
    ['approved approval', 'unapproved pending', 'approved'],
    ['died death', 'alive living', 'dead deceased'],
  ] as const
).map(([ends, before, after]) => ({ ends: set(ends), before: set(before), after: set(after) }))

/** What asks for the time itself, so that "closed" is when something was closed and not whether. */
const OF_TIME =
  /^(?:when|date|before|after|since|until|between|by|per|latest|earliest|long|longest|shortest|fast|fastest|quickest|slowest|time|times|days|hours|weeks|months|years)$/
/** Words beside a state that say no more than it does. */
const BESIDE = set('still yet already currently now so far been')

type Ending = { column: Column } & Pick<(typeof STATES)[number], 'before' | 'after'>

const endings = new WeakMap<Schema, Ending[]>()

/** Times that are missing where something has not ended yet. */
function endingsOf(schema: Schema): Ending[] {
  return endings.getOrInsertComputed(schema, () =>
    schema.tables.flatMap(({ columns }) =>
      columns.flatMap((column) => {
        const state = STATES.find(({ ends }) => (column.english ?? column.words).some((word) => ends.has(word)))
        return state && column.temporal && column.nulls > 0 ? [{ column, ...state }] : []
      }),
    ),
  )
}

type Flag = { column: Column; name: string; flag: NonNullable<ReturnType<typeof flagOf>> }

const flags = new WeakMap<Schema, Flag[]>()

/** Columns of yes and no, by what they say of a row. */
function flagsOf(schema: Schema): Flag[] {
  return flags.getOrInsertComputed(schema, () =>
    schema.tables.flatMap(({ columns }) =>
      columns.flatMap((column) => {
        const flag = column.numeric ? null : flagOf(column)
        const name = column.words.filter((word) => !/^(?:is|has|was|are)$/.test(word)).join(' ')
        return flag ? [{ column, name, flag }] : []
      }),
    ),
  )
}

const NEGATING = /^(?:un|non-?|in)(?=\p{L}{4})/u
const IS = /^(?:is|are|was|were|be|been|who|that|not)$/
const NO_ADJECTIVE = /^(?:by|per|each|every|and|or|vs|versus|of)$/

/** A yes or no as it is said of rows: "billable hours", "are remote", "unbillable". */
function flagAt(
  tokens: Token[],
  at: number,
  schema: Schema,
  mentionOf: (at: number) => Mention | undefined,
): Mention | null {
  const { lower, stem } = tokens[at]!
  const before = tokens[at - 1]?.lower ?? ''
  const there = mentionOf(at)
  const isMarked = before === 'non' || (before === '-' && tokens[at - 2]?.lower === 'non')
  const start = isMarked ? (before === '-' ? at - 2 : at - 1) : at
  const next = tokens[at + 1]
  const isAdjective = IS.test(before) || (next?.kind === 'word' && (next.stem !== next.lower || mentionOf(at + 1)))
  if (!isAdjective || NO_ADJECTIVE.test(tokens[start - 1]?.lower ?? '') || there?.kind === 'table') return null
  const base = lower.replace(NEGATING, '')
  const values = flagsOf(schema).flatMap(({ column, name, flag }): ValueHit[] => {
    const isNot = name === base && base !== lower
    if (!(isNot || name === stem || name === lower)) return []
    const [value] = flag[isNot !== isMarked ? 'no' : 'yes']
    return value === undefined ? [] : [{ column, value: String(value), score: 0.95 }]
  })
  if (values.length === 0) return null
  return { start, end: at + 1, score: 0.95, kind: 'value', tables: [], columns: there?.columns ?? [], values }
}

/**
 * Links "open", "closed", "active", "unpaid" to whether a row has the time at which it was closed, left or paid.
 * @param now ISO date: where some of these times are still to come, having one tells nothing
 */
export function linkStates(
  { tokens, mentions }: { tokens: Token[]; mentions: Mention[] },
  schema: Schema,
  now: string,
): { tokens: Token[]; mentions: Mention[] } {
  const all = endingsOf(schema).filter(({ column }) => (column.max ?? '') <= now)
  const asksTime = tokens.some(({ kind, lower }) => kind === 'period' || OF_TIME.test(lower))
  const mentionOf = (at: number) => mentions.find((one) => one.start <= at && at < one.end)
  const added = tokens.flatMap((token, start): Mention[] => {
    if (token.kind !== 'word') return []
    const flag = flagAt(tokens, start, schema, mentionOf)
    if (flag) return [flag]
    const there = mentionOf(start)
    if (there && (there.end - there.start > 1 || there.kind === 'table' || (there.values[0]?.score ?? 0) > 0.9))
      return []
    const values = all.flatMap(({ column, before, after }): ValueHit[] => {
      if (!before.has(token.lower) && (asksTime || !after.has(token.lower))) return []
      const [open, ended] = [before, after].map((words) => (words.has(token.lower) ? token.lower : [...words][0]!))
      const state = makeColumn(schema, { kind: 'state', of: column, before: open!, after: ended! })
      return [{ column: state, value: token.lower, score: 0.95 }]
    })
    const times = asksTime && !there ? all.filter(({ after }) => after.has(token.lower)) : []
    if (values.length === 0 && times.length > 0)
      // "How many left last year": the year is that of the time at which they did.
      return [
        {
          ...{ start, end: start + 1, score: 0.8, kind: 'column', tables: [], values: [] },
          columns: times.map(({ column }) => ({ column, score: 0.8 })),
        },
      ]
    return values.length > 0
      ? [{ start, end: start + 1, score: 0.95, kind: 'value', tables: [], columns: there?.columns ?? [], values }]
      : []
  })
  if (added.length === 0) return { tokens, mentions }
  const isState = added.some(({ values }) => values.some(({ column }) => column.made))
  return {
    tokens: isState
      ? tokens.map((token) => (BESIDE.has(token.lower) ? { ...token, kind: 'mark' as const, lower: '' } : token))
      : tokens,
    mentions: replacing(mentions, added),
  }
}
