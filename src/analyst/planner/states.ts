import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import { type Column, columnsIn, isLength, type Moment, type Schema, tableOf } from '../built-in/schema.ts'
import type { ValueHit } from '../built-in/value-index.ts'
import { flagOf } from './draft.ts'
import { startOf } from './spans.ts'
import { KIN_OF } from './words.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words in the name of the time at which something ends, what is said of rows for which it has not come, and of the others. */
const STATES = (
  [
    [
      'close closed solve resolve resolved complete completed finish finished end ended done solved fix fixed repair repaired',
      'open unresolved unfinished ongoing outstanding pending active incomplete running',
      'closed resolved completed finished ended done solved fix fixed repair repaired',
    ],
    [
      'cancel cancelled canceled cancellation churn churned left terminated termination unsubscribed deactivated quit resigned exit departure end ended leaving moved-out move-out',
      'active current remaining',
      'cancelled canceled cancellations churned left lost leavers terminated unsubscribed deactivated quit resigned departures former inactive',
    ],
    [
      'ship shipped deliver delivered dispatched delivery shipment',
      'unshipped undelivered undispatched pending outstanding open',
      'shipped delivered dispatched',
    ],
    ['paid settled payment', 'unpaid unsettled outstanding open', 'paid settled'],
    ['return returned', 'unreturned out', 'returned'],
    ['approved approval', 'unapproved pending', 'approved'],
    ['died death', 'alive living', 'dead deceased'],
  ] as const
).map(([ends, before, after]) => ({ ends: set(ends), before: set(before), after: set(after) }))

/** What asks for the time itself, so that "closed" is when something was closed and not whether. */
const OF_TIME =
  /^(?:when|date|before|after|since|until|between|latest|earliest|long|longest|shortest|fast|fastest|quickest|slowest|time|times|days|hours|weeks|months|years|daily|weekly|monthly|quarterly|yearly|annually)$/
/** Whether a question asks for times, or for what was at one. */
export const asksTime = (tokens: Token[]): boolean =>
  tokens.some(
    ({ kind, lower }, at) =>
      kind === 'period' ||
      OF_TIME.test(lower) ||
      (EACH.test(lower) && /^(?:day|week|weekday|month|quarter|year|hour|date)s?$/.test(tokens[at + 1]?.lower ?? '')),
  )
/** Words beside a state that say no more than it does. */
const BESIDE = set('still yet already currently now so far been')

/** Whether two words say the same end: "close" and resolved. */
export const ends = (a: string, b: string): boolean => STATES.some((one) => one.ends.has(a) && one.ends.has(b))

/** How else rows may be over that have no such time: an order that was cancelled is not open for want of a delivery. */
const OVER =
  /^(?:cancell?ed|void(?:ed)?|rejected|refused|declined|failed|expired|withdrawn|refunded|returned|lost|abandoned)$/i
const endsOtherwise = ({ table }: Column, after: ReadonlySet<string>, schema: Schema): boolean =>
  tableOf(schema, table).columns.some(
    (one) => !one.numeric && one.values.some((value) => OVER.test(value) && !after.has(value.toLowerCase())),
  )

type Ending = { column: Column } & Pick<(typeof STATES)[number], 'before' | 'after' | 'ends'>

const endings = new WeakMap<Schema, Ending[]>()

/** Times at which something ends: missing, or still to come, where it has not ended yet. */
function endingsOf(schema: Schema): Ending[] {
  return endings.getOrInsertComputed(schema, () =>
    schema.tables.flatMap(({ columns }) =>
      columns.flatMap((column) => {
        const named = column.english ?? column.words
        const words = [...named, named.slice(-2).join('-')]
        // An end that every row has is that which was planned, unless the column is that of all that is over.
        const isEdge = column.nulls === 0 && column.words.some((word) => /^end(?:ed|ing)?$/.test(word))
        const states = STATES.filter(({ ends }, at) => words.some((word) => ends.has(word)) && !(isEdge && at > 0))
        if (states.length === 0 || !column.temporal || (column.nulls === 0 && !isEdge)) return []
        const all = (of: (state: (typeof STATES)[number]) => ReadonlySet<string>) =>
          new Set(states.flatMap((one) => [...of(one)]))
        return [
          {
            column,
            before: all(({ before }) => before),
            after: all(({ after }) => after),
            ends: all((one) => one.ends),
          },
        ]
      }),
    ),
  )
}

/** The time at which rows end that have another at which they began; of several that of people and others who stay. */
export function endingOf(schema: Schema): { column: Column; isOfStaying: boolean } | null {
  const all = endingsOf(schema)
    .filter(({ column }) => column.nulls > 0 && startOf(tableOf(schema, column.table)))
    .map(({ column, before }) => ({ column, isOfStaying: before.has('current') }))
  return all.find(({ isOfStaying }) => isOfStaying) ?? all[0] ?? null
}

/** The same of what is written down as it begins: tickets that were opened are those that were created. */
const RECORDED = set('opened raised created submitted logged reported issued')
/** What is said of rows that began, where the time tells when. */
const BEGUN = set(
  'hire hires hired joiner joiners joined starter starters started signup signups registered registrations onboarded enrolled subscribed',
)

const EACH = /^(?:by|per|each|every)$/
/** A time at which rows stand that is told beside their state: "active at the end of 2025", "open on 1 March". */
function momentIn(tokens: Token[], since: Column): (Moment & { start: number; end: number }) | null {
  const end = tokens.findIndex(({ kind }) => kind === 'period')
  const period = tokens[end]?.period
  const isCourse = tokens.some(({ lower }, at) => EACH.test(tokens[at - 1]?.lower ?? '') && isLength(lower))
  if (!period?.from || !period.to || isCourse || tokens.some(({ lower }) => BEGUN.has(lower))) return null
  const before = tokens.slice(0, end).map(({ lower }) => lower)
  const [phrase] = / (?:(?:at|by|as of|since)? ?(?:the )?(?:end|close|start|beginning) of|as of|on|in|during)?$/.exec(
    ` ${before.join(' ')}`,
  ) ?? ['']
  const start = end - phrase.split(' ').filter(Boolean).length
  const said = tokens
    .slice(start, end + 1)
    .map(({ text }) => text)
    .join(' ')
  const isEdge = /\bof$/.test(phrase) && !/^ as/.test(phrase)
  const isDay = Date.parse(period.to) - Date.parse(period.from) < 90_000_000
  // "Open tickets in March" may be those that were opened then.
  if (!isEdge && !isDay && !/^ as/.test(phrase) && !before.includes('active')) return null
  const edge = /end|close/.test(phrase) ? period.to : period.from
  return {
    since,
    said,
    start,
    end: end + 1,
    ...(isEdge ? { from: edge, to: edge } : { from: period.from, to: period.to }),
  }
}

type Flag = { column: Column; name: string; flag: NonNullable<ReturnType<typeof flagOf>> }

const flags = new WeakMap<Schema, Flag[]>()

const UNDONE = /^un(\p{L}{3,})ed$/u
/** What rows lack of which a word says that it was not done: "unassigned" of an assignee. */
function undone(lower: string, schema: Schema): ValueHit[] {
  const [, verb] = UNDONE.exec(lower) ?? []
  if (!verb) return []
  return columnsIn(schema).flatMap((of): ValueHit[] =>
    of.nulls > 0 && !of.made && of.words.some((word) => word.startsWith(verb) || KIN_OF.get(`${verb}ed`)?.has(word))
      ? [
          {
            column: makeColumn(schema, { kind: 'state', of, before: lower, after: lower.slice(2) }),
            value: lower,
            score: 0.95,
          },
        ]
      : [],
  )
}

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
/** People by what is true of them. */
const DOERS = /(?:er|or|ist|ian|ant|ee)s$/
const IS = /^(?:is|are|was|were|be|been|who|that|not)$/
const NO_ADJECTIVE = /^(?:by|per|each|every|and|or|vs|versus)$/

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
  // "Smokers" and "non-smokers" of a column smoker.
  const person = flagsOf(schema).find(
    ({ name }) =>
      DOERS.test(lower) && (name === stem || (/^non-?/.test(lower) && `${name}s` === lower.replace(NEGATING, ''))),
  )
  const saying = (values: ValueHit[]): Mention | null =>
    values.length === 0
      ? null
      : { start, end: at + 1, score: 0.95, kind: 'value', tables: [], columns: there?.columns ?? [], values }
  const hits = ({ column, flag }: Flag, isNo: boolean): ValueHit[] =>
    flag[isNo ? 'no' : 'yes'].slice(0, 1).map((value) => ({ column, value: String(value), score: 0.95 }))
  if (person) return saying(hits(person, isMarked || person.name !== stem))
  const isAdjective = IS.test(before) || (next?.kind === 'word' && (next.stem !== next.lower || mentionOf(at + 1)))
  if (!isAdjective || NO_ADJECTIVE.test(tokens[start - 1]?.lower ?? '') || there?.kind === 'table') return null
  const base = lower.replace(NEGATING, '')
  const values = flagsOf(schema).flatMap((one) => {
    const isNot = one.name === base && base !== lower
    return isNot || one.name === stem || one.name === lower ? hits(one, isNot !== isMarked) : []
  })
  return saying(values)
}

/**
 * Links "open", "closed", "active", "unpaid" to whether a row has the time at which it was closed, left or paid.
 * @param now ISO date or time: where some of these times are still to come, having one does not tell that it is over
 */
export function linkStates(
  { tokens, mentions }: { tokens: Token[]; mentions: Mention[] },
  schema: Schema,
  now: string,
): { tokens: Token[]; mentions: Mention[] } {
  const today = now.slice(0, 10)
  const isAhead = ({ max, nulls }: Column) => nulls === 0 || (max ?? '') > now
  const all = endingsOf(schema).filter(({ column }) => !isAhead(column) || startOf(tableOf(schema, column.table)))
  const isTimed = asksTime(tokens)
  const mentionOf = (at: number) => mentions.find((one) => one.start <= at && at < one.end)
  const told = new Set<number>()
  // "New members per month": those of each month are new in it.
  const [only, other] = schema.tables
  const isBeginning =
    isTimed &&
    !tokens.some(({ lower }) => /^(?:return|repeat|exist|old)/.test(lower)) &&
    only &&
    !other &&
    startOf(only) &&
    endingOf(schema) !== null
  const next = (at: number) => tokens[at + 1]
  if (isBeginning)
    for (const [at, { lower }] of tokens.entries()) if (lower === 'new' && next(at)?.kind === 'word') told.add(at)
  const added = tokens.flatMap((token, start): Mention[] => {
    if (token.kind !== 'word') return []
    // "Out" is a state only where it is said to be one: "are out now", but not "are out of order".
    const before = tokens[start - 1]?.lower ?? ''
    if (token.lower === 'out' && (next(start)?.lower === 'of' || !(IS.test(before) || BESIDE.has(before)))) return []
    const flag = flagAt(tokens, start, schema, mentionOf)
    if (flag) return [flag]
    const there = mentionOf(start)
    if (there && (there.end - there.start > 1 || there.kind === 'table' || (there.values[0]?.score ?? 0) > 0.9))
      return []
    const lacking = there || all.some(({ before }) => before.has(token.lower)) ? [] : undone(token.lower, schema)
    if (lacking.length > 0)
      return [{ start, end: start + 1, score: 0.95, kind: 'value', tables: [], columns: [], values: lacking }]
    const isPlaced = [tokens[start - 1], tokens[start + 1]].some((one) => /^(?:first|last)$/.test(one?.lower ?? ''))
    const values = all.flatMap(({ column, before, after }): ValueHit[] => {
      if (!before.has(token.lower) && (isTimed || isPlaced || !after.has(token.lower))) return []
      // What a column says itself need not be worked out.
      const written = tableOf(schema, column.table).columns.flatMap((one): ValueHit[] => {
        const value = one.numeric ? undefined : one.values.find((other) => other.toLowerCase() === token.lower)
        return value === undefined ? [] : [{ column: one, value, score: 0.95 }]
      })
      if (written.length > 0) return written
      const [open, ended] = [before, after].map((words) => (words.has(token.lower) ? token.lower : [...words][0]!))
      const since = startOf(tableOf(schema, column.table))
      const then = since && before.has(token.lower) ? momentIn(tokens, since) : null
      if (then) for (let at = then.start; at < then.end; at++) told.add(at)
      const at = then
        ? { since: then.since, from: then.from, to: then.to, said: then.said }
        : since && isAhead(column) && { since, from: today, to: today, said: 'now' }
      const state = makeColumn(schema, {
        kind: 'state',
        of: column,
        before: open!,
        after: ended!,
        ...(at ? { at } : {}),
      })
      return [{ column: state, value: token.lower, score: 0.95 }]
    })
    // "Did Priya close"
    const isAsked = tokens.slice(0, start).some(({ lower }) => /^(?:did|do|does)$/.test(lower))
    const isRecorded = RECORDED.has(token.lower)
    const begun =
      BEGUN.has(token.lower) || isRecorded
        ? schema.tables
            .flatMap((table) => startOf(table) ?? [])
            .filter(({ words }) => !isRecorded || words.some((word) => RECORDED.has(word)))
        : []
    const times =
      isTimed && !there
        ? [
            ...all.filter(({ after, ends }) => (isAsked ? ends : after).has(token.lower)).map(({ column }) => column),
            ...begun,
          ]
        : []
    if (values.length === 0 && times.length > 0)
      // "How many left last year": the year is that of the time at which they did.
      return [
        {
          ...{ start, end: start + 1, score: 0.8, kind: 'column', tables: [], values: [] },
          columns: times.map((column) => ({ column, score: 0.8 })),
          deed: true,
        },
      ]
    if (values.length === 0) return []
    const isGuess = all.some(
      ({ column, before, after }) =>
        before.has(token.lower) &&
        values.some((hit) => hit.column.made?.kind === 'state' && hit.column.made.of === column) &&
        endsOtherwise(column, after, schema),
    )
    const at = { start, end: start + 1, score: 0.95, kind: 'value' as const, tables: [], columns: there?.columns ?? [] }
    return [{ ...at, values, ...(isGuess ? { guessed: true } : {}) }]
  })
  const linked = replacing(mentions, added)
  // "Still open" is open.
  const isBeside = (at: number) =>
    BESIDE.has(tokens[at]!.lower) &&
    linked.some(({ kind, start, end }) => kind === 'value' && (start === at + 1 || end === at))
  const isState = added.some(({ values }) => values.some(({ column }) => column.made))
  return {
    tokens: tokens.map((token, at) =>
      (isState && BESIDE.has(token.lower)) || isBeside(at) || told.has(at)
        ? { ...token, kind: 'mark' as const, lower: '' }
        : token,
    ),
    mentions: linked.filter(({ start, end }) => !(told.has(start) || told.has(end - 1))),
  }
}
