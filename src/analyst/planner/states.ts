import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import type { Mention } from '../built-in/link.ts'
import type { Column, Schema } from '../built-in/schema.ts'
import type { ValueHit } from '../built-in/value-index.ts'

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
  const added = tokens.flatMap((token, start): Mention[] => {
    if (all.length === 0 || token.kind !== 'word') return []
    const there = mentions.find((one) => one.start <= start && start < one.end)
    if (there && (there.end - there.start > 1 || there.kind === 'table' || (there.values[0]?.score ?? 0) > 0.9))
      return []
    const values = all.flatMap(({ column, before, after }): ValueHit[] => {
      if (!before.has(token.lower) && (asksTime || !after.has(token.lower))) return []
      const [open, ended] = [before, after].map((words) => (words.has(token.lower) ? token.lower : [...words][0]!))
      const state = makeColumn(schema, { kind: 'state', of: column, before: open!, after: ended! })
      return [{ column: state, value: token.lower, score: 0.95 }]
    })
    return values.length > 0
      ? [{ start, end: start + 1, score: 0.95, kind: 'value', tables: [], columns: there?.columns ?? [], values }]
      : []
  })
  if (added.length === 0) return { tokens, mentions }
  const taken = new Set(added.map(({ start }) => start))
  return {
    tokens: tokens.map((token) => (BESIDE.has(token.lower) ? { ...token, kind: 'mark' as const, lower: '' } : token)),
    mentions: [...mentions.filter(({ start }) => !taken.has(start)), ...added].toSorted((a, b) => a.start - b.start),
  }
}
