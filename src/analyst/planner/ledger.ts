import { root, stem } from '#base/stems.ts'
import type { Period } from '../built-in/dates.ts'
import { columnsOf, type Form, factorsOf, isMeasure, keysOf } from '../built-in/form.ts'
import { monthIn, type Token } from '../built-in/lex.ts'
import { isNoun } from '../built-in/lexicon.ts'
import { EXACT, type Mention } from '../built-in/link.ts'
import { type Column, isId, isLength, type Table } from '../built-in/schema.ts'
import { isFigure, isPerson, isTime, isUnit, timeOfRows } from './rows.ts'
import { conditionsOf, isOfBoth, isOfNo, measuresOf } from './skeleton.ts'
import { inUnitOf, isIn, unitIn, unitOf } from './units.ts'
import { FELL, FILLERS, KIN_OF, OPERATION_OF, ROSE, type Sign } from './words.ts'

/**
 * What became of a token of the question: `bound`, a part of the query says it; `guessed`, a part says what it is only by its place
 * taken to mean; `filler`, it never changes an answer; `unbound`, the query would be the same without it. `kind` is what it was taken for.
 */
export type Entry = {
  token: Token
  state: 'bound' | 'guessed' | 'filler' | 'unbound'
  kind: 'table' | 'column' | 'value' | 'number' | 'period' | 'operation' | 'word' | 'mark'
}

/** Whether a token that is left over keeps the answer from being sure. */
export const isOpen = ({ state }: Entry): boolean => state === 'unbound'

/** Whether a token was given a meaning that only its place tells: that too keeps the answer from being sure. */
export const isGuessed = ({ state }: Entry): boolean => state === 'guessed'

/** Words of a question that are no part of its query. @param plan `unknown`: those that name nothing */
export const leftOver = ({
  unknown,
  reading,
}: {
  unknown: string[]
  reading?: { ledger: Entry[] } | undefined
}): string[] => [...new Set([...unknown, ...(reading?.ledger ?? []).filter(isOpen).map(({ token }) => token.text)])]

/** What a form reads and does, told flat. */
type Read = {
  columns: Set<Column>
  tables: Set<string>
  /** Those of which there are to be no rows. */
  absent: Set<string>
  /** Whose first row tells new ones from others: roots of words. */
  people: Set<string>
  numbers: Set<number>
  /** Years, months and quarters that numbers of its conditions are. */
  times: Set<string>
  texts: Set<string>
  signs: Set<Sign>
  /** Roots of the words in the names of what it reads. */
  names: Set<string>
}

function readOf(form: Form, sql: string): Read {
  const conditions = conditionsOf(form)
  const measures = measuresOf(form)
  const keys = [
    ...form.group,
    ...[...form.outputs, ...form.order.map(({ by }) => by)].flatMap((o) => ('key' in o ? [o.key] : [])),
  ]
  const columns = new Set([
    ...keys.map(({ column }) => column),
    ...conditions.flatMap(columnsOf),
    ...measures.flatMap(({ of, per }) => [...(of ? factorsOf(of) : []), ...(per ? [per] : [])]),
  ])
  const numbers = new Set<number>()
  const texts = new Set<string>()
  const times = new Set<string>()
  const note = (value: unknown) => {
    if (typeof value === 'number') numbers.add(value)
    else if (typeof value === 'string') texts.add(value.toLowerCase())
  }
  for (const one of conditions) {
    const unit = columnsOf(one)[0]?.words.find((word) => /^(?:year|month|quarter)$/.test(word))
    if (unit && one.kind === 'compare')
      times.add(`${unit} ${monthIn(`in ${one.value}`) || String(one.value).replace(/^Q/, '')}`)
    if (unit === 'year' && one.kind === 'compare') times.add(`year ${one.operator} ${one.value}`)
    if (unit && one.kind === 'between') for (const edge of [one.low, one.high]) times.add(`${unit} ${edge}`)
    if (one.kind === 'compare') note(one.value)
    else if (one.kind === 'in') one.values.forEach(note)
    else if (one.kind === 'between') [one.low, one.high].forEach(note)
    else if (one.kind === 'contains') note(one.text)
    else if (one.kind === 'related' && one.count) note(one.count.value)
    else if (one.kind === 'period')
      for (const [end, day] of Object.entries({ from: one.from, to: one.to })) {
        if (!day) continue
        note(Number(day.slice(0, 4)))
        times.add(`${end} ${day}`)
      }
  }
  for (const { value } of [...form.having, ...conditions.flatMap((one) => (one.kind === 'among' && one.having) || [])])
    if (typeof value === 'number') note(value)
  for (const { of } of measures) note(of?.times)
  for (const limit of [form.limit, form.limitPerGroup]) if (limit !== null) note(limit)
  const made = [...columns].flatMap((column) => column.made ?? [])
  const people = new Set(made.flatMap((one) => ('people' in one ? root(one.people) : [])))
  for (const one of made) {
    if (one.kind !== 'range') continue
    columns.add(one.of)
    for (const edge of 'edges' in one.cut ? one.cut.edges : [one.cut.width]) note(edge)
  }
  const tables = new Set([
    form.base,
    ...Array.from(columns, ({ table }) => table),
    ...measures.flatMap(({ table, each }) => [table, ...(each ? [each] : [])]),
  ])
  for (const [, name] of sql.matchAll(/\b(?:FROM|JOIN) "?([^"\s(),]+)"?/g)) tables.add(name!)
  for (const one of conditions) if (one.kind === 'related') tables.add(one.table)
  const words = [
    ...[...columns].flatMap(({ words }) => words),
    ...made.flatMap(({ kind }) => MADE_NAMES[kind].split(' ')),
    ...[...tables].flatMap((name) => name.split(/[_\W]+|(?<=[a-z])(?=[A-Z])/)),
  ]
  return {
    columns,
    tables,
    absent: new Set(conditions.flatMap((one) => (one.kind === 'related' && one.not ? one.table : []))),
    people,
    numbers,
    times,
    texts,
    signs: signsOf(form, sql),
    names: new Set(words.map((word) => root(word.toLowerCase()))),
  }
}

/** Words that ask for a column which no table has. */
const MADE_NAMES: Record<NonNullable<Column['made']>['kind'], string> = {
  both: 'plus minus times together combined',
  standing: 'active open headcount',
  weekend: 'weekend weekday',
  calendar: 'weekday day month quarter year',
  hour: 'hour',
  range: 'range bucket band group size step bin interval histogram value',
  start: 'first start cohort month new join',
  first: 'first new return repeat again loyal',
  since: 'since after later cohort retention month',
  watched: 'since after later cohort retention month',
  decade: 'decade year',
  age: 'old year',
  tenure: 'tenure year long duration stay',
  span: 'day year long duration lifetime',
  tally: 'many number times',
  state: 'status',
  scaled: 'unit',
  reduced: 'net discounted',
  late: 'punctuality',
  against: 'over under within against',
  flow: 'spending spend expense cost income earning money',
}

/** What a form does, as the words of operation ask for it. */
function signsOf(form: Form, sql: string): Set<Sign> {
  const conditions = conditionsOf(form)
  const measures = measuresOf(form)
  const isMade = keysOf(form).some(({ column }) => column.made)
  const grains = [...form.group, ...form.outputs.flatMap((o) => ('key' in o ? [o.key] : []))].some(({ grain }) => grain)
  const shown = form.outputs.filter(isMeasure).map((output) => output.shown)
  const signs: [Sign, boolean][] = [
    [
      'negated',
      conditions.some(
        (one) =>
          (one.kind === 'null' ? !one.not : 'not' in one && one.not === true) ||
          ('operator' in one && one.operator === '<>') ||
          isOfNo(one),
      ),
    ],
    [
      'either',
      conditions.some(
        (one) => one.kind === 'any' || (one.kind === 'in' && one.values.length > 1) || one.kind === 'between',
      ),
    ],
    ['both', isOfBoth(conditions)],
    ['ordered', form.order.length > 0],
    // By more than the order of its own groups.
    [
      'ranked',
      form.order.some(({ by }) => isMeasure(by) || !form.group.some(({ column }) => column === by.key.column)),
    ],
    ['limited', form.limit !== null || form.limitPerGroup !== null],
    ['count', measures.some(({ fn, per }) => fn === 'count' || per !== undefined)],
    ['sum', measures.some(({ fn }) => fn === 'sum')],
    [
      'avg',
      measures.some(({ fn, per }) => fn === 'avg' || per !== undefined) ||
        form.having.some(({ value }) => typeof value === 'string') ||
        conditions.some((one) => one.kind === 'average' && !one.fn),
    ],
    ['median', measures.some(({ fn }) => fn === 'median' || fn === 'stddev_samp')],
    [
      'extreme',
      measures.some(({ fn }) => fn === 'min' || fn === 'max') ||
        conditions.some((one) => one.kind === 'extreme' || (one.kind === 'average' && one.fn)),
    ],
    ['grouped', form.group.length > 0],
    [
      'distinct',
      form.distinct ||
        measures.some(({ distinct }) => distinct) ||
        (/HAVING count\(DISTINCT/.test(sql) && conditions.some((one) => one.kind === 'related' && one.count)),
    ],
    [
      'compared',
      form.having.length > 0 ||
        isMade ||
        conditions.some(
          (one) =>
            ['between', 'average', 'period'].includes(one.kind) ||
            ('operator' in one && one.operator !== '=') ||
            (one.kind === 'related' && one.count !== undefined) ||
            (one.kind === 'among' && one.having !== undefined),
        ),
    ],
    ['period', conditions.some(({ kind }) => kind === 'period')],
    ['grain', grains || isMade || measures.some(({ grain }) => grain)],
    ['share', shown.some((one) => one === 'share' || one === 'rate' || one === 'margin')],
    ['running', shown.includes('running')],
    [
      'change',
      shown.includes('change') || measures.some(({ minus, of }) => minus !== undefined || of?.less !== undefined),
    ],
    ['figured', form.outputs.some((output) => 'key' in output && isFigure(output.key.column))],
    ['several', form.outputs.length > 1],
    ['null', conditions.some(({ kind }) => kind === 'null')],
    ['related', conditions.some(({ kind }) => kind === 'related' || kind === 'among')],
    ['dated', form.outputs.some((output) => 'key' in output && isTime(output.key.column))],
    ['equal', conditions.some((one) => 'operator' in one && one.operator === '=')],
    ['days', measures.some(({ of }) => of?.days === true) || /date_diff|datediff/i.test(sql)],
    ['beside', conditions.some(({ kind }) => kind === 'columns')],
    ['alike', conditions.some((one) => one.kind === 'among' || (one.kind === 'average' && one.within))],
    ['correlated', measures.some(({ fn }) => fn === 'corr')],
    ['nth', form.skip !== undefined],
    ['begins', conditions.some((one) => one.kind === 'contains' && one.where === 'start')],
    ['ends', conditions.some((one) => one.kind === 'contains' && one.where === 'end')],
    ['plain', measures.length === 0 || form.group.length === 0],
    ['listed', measures.length === 0 || measures.some(({ per, of }) => per !== undefined || of?.over !== undefined)],
  ]
  return new Set(signs.flatMap(([sign, has]) => (has ? [sign] : [])))
}

/** So much behind its best link a word does not name the thing. */
const FAR_BEHIND = 0.15

/** Whether a link of a word is part of the query: one of the best columns, values or tables that it may name. */
function isRead(mention: Mention, read: Read): boolean {
  const best = Math.max(mention.columns[0]?.score ?? 0, mention.tables[0]?.score ?? 0) - FAR_BEHIND
  const near = <T extends { score: number }>(hits: T[]) =>
    hits.filter(({ score }) => score >= (hits[0]?.score ?? 0) - 0.1 && score >= best)
  return (
    near(mention.columns).some(
      ({ column }) => read.columns.has(column) || (column.nulls === 0 && read.absent.has(column.table)),
    ) ||
    near(mention.tables).some(
      ({ table }) =>
        read.tables.has(table.name) ||
        table.words.some((word) => read.people.has(root(word))) ||
        // Who ordered is told apart by the key of orders that leads to customers.
        [...read.columns].some((one) => isId(one) && one.words.length > 1 && one.words.includes(table.words.at(-1)!)),
    ) ||
    (mention.deed !== undefined && near(mention.columns).some(({ column }) => isOwnTime(column, read))) ||
    mention.values.some(
      ({ value, column }) =>
        read.texts.has(String(value).toLowerCase()) ||
        (read.columns.has(column) && column.type === 'BOOLEAN') ||
        // What was there month by month was active in each.
        (column.made?.kind === 'state' &&
          value === column.made.before &&
          [...read.columns].some(({ made }) => made?.kind === 'standing')),
    )
  )
}

/** Whether a time is that of each of the rows which a query reads, and it reads no other time of theirs: all were picked of what is picked. */
const isOwnTime = ({ table, nulls }: Column, { tables, columns }: Read): boolean =>
  nulls === 0 && tables.has(table) && ![...columns].some((one) => one.table === table && one.temporal)

/**
 * What became of every token of a question, in their order: none disappears.
 * @param understood words that the reader took in a way that leaves no trace in the form
 */
export function ledgerOf(
  tokens: Token[],
  mentions: Mention[],
  form: Form,
  sql: string,
  understood: Set<string>,
  tables: Table[],
): Entry[] {
  const read = readOf(form, sql)
  const length = countedTime(form, tables)
  return tokens.map((token, at): Entry => {
    const entry = (kind: Entry['kind'], bound: boolean): Entry => ({ token, kind, state: bound ? 'bound' : 'unbound' })
    const mention = mentions.find(({ start, end }) => start <= at && at < end)
    const { kind, lower } = token
    if (kind === 'mark') return { token, kind: 'mark', state: mention ? 'bound' : 'filler' }
    const isNamed = mention !== undefined && isRead(mention, read)
    if (mention?.guessed && isNamed) return { token, kind: mention.kind, state: 'guessed' }
    if (mention && !isNamed && isCountedPerson(mention, form)) return { token, kind: mention.kind, state: 'guessed' }
    // Who ordered has orders, in whatever order they are told.
    const isRows = mention?.kind === 'table' && mention.score >= EXACT && tokens[at + 1]?.lower !== 'by'
    const isOfFigure = mention?.kind === 'column' && mention.score >= EXACT && isFigure(mention.columns[0]!.column)
    if (mention)
      return entry(
        mention.kind,
        isNamed || (isDone(lower, read) && !isRows && !isOfFigure) || (mention.score < EXACT && isKin(token, read)),
      )
    if (length && token.stem === length) return entry('table', true)
    if (token.counted) return { token, kind: 'word', state: [...read.columns].some(isFigure) ? 'guessed' : 'unbound' }
    if (kind === 'number')
      return entry(
        'number',
        read.numbers.has(token.number!) ||
          (lower.endsWith('%') && read.numbers.has(token.number! / 100)) ||
          [...read.columns].some((column) =>
            read.numbers.has(inUnitOf(column, token.number!, unitOf(tokens[at + 1]?.lower ?? ''))),
          ) ||
          read.texts.has(lower) ||
          isOne(token, read),
      )
    if (kind === 'period')
      return entry(
        'period',
        isSaid(token.period!, read) || read.numbers.has(Number(token.text)) || isTimed(token.period!, read),
      )
    if (kind === 'quoted') {
      const written = lower.toLowerCase()
      return entry(
        'value',
        [...read.texts].some((text) => text.includes(written) || written.includes(text)),
      )
    }
    // "Since" is a part of its period, unless that has another beginning.
    if (/^(?:since|until|till)$/.test(lower) && tokens[at + 1]?.kind === 'period') return entry('period', false)
    if (isMovement(tokens, at)) return entry('operation', read.signs.has('change'))
    if ((lower === 'within' && tokens[at + 1]?.kind === 'number') || isOfComparison(tokens, at))
      return entry('operation', read.signs.has('compared'))
    if (isEach(tokens, at) && !isKin(token, read)) return entry('operation', read.signs.has('grain'))
    const operation = OPERATION_OF.get(lower)
    if ((operation && isDone(lower, read)) || isDoneWith(tokens, at, read)) return entry('operation', true)
    const unit = tokens[at - 1]?.kind === 'number' ? unitOf(lower) : undefined
    if (unit && [...read.columns].some((column) => isIn(column, unit))) return entry('word', true)
    // "Total electricity kWh".
    const before = mentions.find(({ end }) => end === at)
    const own = before?.kind === 'column' ? unitOf(lower) : undefined
    if (own && before && isRead(before, read) && isIn(before.columns[0]!.column, own)) return entry('word', true)
    // "The average length, in km": what figures are in as they stand.
    const asked = tokens[at - 1]?.lower === 'in' ? unitOf(lower) : undefined
    const isSo = (column: Column) => asked && unitIn(column, asked.of)?.factor === asked.factor
    if (asked && [...read.columns].some(isSo)) return entry('word', true)
    if (understood.has(lower) || isKin(token, read)) return entry('word', true)
    if (ALL_ROWS.has(lower)) return { token, kind: 'word', state: 'guessed' }
    const amount = tokens[at - 1]
    if (
      amount?.kind === 'number' &&
      (read.numbers.has(amount.number!) || read.texts.has(amount.lower)) &&
      isUnit(token)
    )
      return { token, kind: 'number', state: 'guessed' }
    if (/ed$/.test(lower) && before?.kind === 'column' && isRead(before, read) && isFigure(before.columns[0]!.column))
      return { token, kind: 'word', state: 'guessed' }
    if (operation) return entry('operation', false)
    // "states where income fell": what follows is the condition, which its own words bind.
    if (lower === 'where' && at > 0 && conditionsOf(form).length > 0) return { token, kind: 'word', state: 'filler' }
    if (/^(?:codes?|names?|ids?|numbers?|groups?)$/.test(lower) && before?.kind === 'column' && isRead(before, read))
      return { token, kind: 'word', state: 'filler' }
    if (before && isRestOfName(before, token) && isRead(before, read))
      return { token, kind: before.kind, state: 'guessed' }
    if (isRowName(tokens, at, form)) return { token, kind: 'table', state: 'guessed' }
    if (isWhatItHas(tokens, at, read)) return { token, kind: 'column', state: 'guessed' }
    const isFiller = FILLERS.has(lower) && !(/^(?:state|report|figure)$/.test(lower) && isNoun(tokens, at))
    return isFiller ? { token, kind: 'word', state: 'filler' } : entry('word', false)
  })
}

/** "At most", "or less", "no more than". */
const isOfComparison = (tokens: Token[], at: number): boolean => {
  const [before, word, next, then] = [-1, 0, 1, 2].map((away) => tokens[at + away]?.lower ?? '')
  return (
    (before === 'at' && /^(?:most|least)$/.test(word!)) ||
    (before === 'or' &&
      /^(?:less|more|fewer)$/.test(word!) &&
      tokens.slice(0, at).some(({ kind }) => kind === 'number')) ||
    (word === 'no' && /^(?:more|less|fewer)$/.test(next!) && then === 'than')
  )
}

/** Words that say that all is meant, where the data are of all of it. */
const ALL_ROWS = new Set('world worldwide world-wide global globally nationwide countrywide national'.split(' '))

/** "Per month": a group, or what an average is over. */
export const isEach = (tokens: Token[], at: number): boolean =>
  isLength(tokens[at]!.lower) && /^(?:per|by|each|every)$/.test(tokens[at - 1]?.lower ?? '')

const MOVED = new RegExp(`^(?:${ROSE}|${FELL})$`)
/** "Grew most": no figure of one time says that. */
const isMovement = (tokens: Token[], at: number): boolean =>
  MOVED.test(tokens[at]!.lower) && tokens.slice(at, at + 4).some(({ lower }) => /^(?:most|fastest)$/.test(lower))

const isDone = (word: string, { signs }: Read) => OPERATION_OF.get(word)?.some((sign) => signs.has(sign)) ?? false
/** Operations that what stands beside them says: "90 or better", "who earns more, men or women", "over the years". */
function isDoneWith(tokens: Token[], at: number, { signs, columns }: Read): boolean {
  const { lower } = tokens[at]!
  const isThan = (word = '') =>
    OPERATION_OF.get(word)?.includes('change') && OPERATION_OF.get(word)?.includes('related')
  if (lower === 'or')
    return (
      tokens.slice(Math.max(0, at - 2), at).some(({ kind }) => kind === 'number' || kind === 'period') &&
      isThan(tokens[at + 1]?.lower) === true &&
      (signs.has('compared') || signs.has('period'))
    )
  if (lower === 'many' && [...columns].some(({ made }) => made?.kind === 'span')) return true
  const isOver = lower === 'over' && /^ (?:the |all )*(?:years?|time|months?)/.test(textAfter(tokens, at))
  if (isOver || (lower === 'time' && tokens[at - 1]?.lower === 'over'))
    return [...columns].some((column) => column.temporal || column.words.includes('year'))
  return isThan(lower) === true && signs.has('either') && signs.has('grouped')
}

/** Whether a noun of people is counted by the rows that each have one of them: "runners" of a list of results. */
const isCountedPerson = ({ columns }: Mention, form: Form): boolean =>
  columns.length > 0 &&
  isPerson(columns[0]!.column) &&
  [...form.outputs, ...form.order.map(({ by }) => by)].some(
    (one) =>
      isMeasure(one) && one.measure.fn === 'count' && !one.measure.of && one.measure.table === columns[0]!.column.table,
  )

/** The length of time that each row stands for which a query counts: "days" of a table that has a row for each. */
function countedTime(form: Form, tables: Table[]): string | null {
  const table = tables.find(({ name }) => name === form.base)
  const rows = table && timeOfRows(table)
  if (!rows || !measuresOf(form).some(({ fn, of, table }) => fn === 'count' && !of && table === form.base)) return null
  const isOne = (side: Column) =>
    form.group.some(({ column }) => column === side) ||
    conditionsOf(form).some((one) => one.kind === 'compare' && one.operator === '=' && one.column === side)
  return rows.sides.every(isOne) ? rows.length : null
}

/** Whether a noun stands for the rest of the name that begins before it: "solar panels" for solar_roof. */
function isRestOfName({ start, end, columns, values }: Mention, { lower, text }: Token): boolean {
  const names = [
    ...columns.slice(0, 1).flatMap(({ column }) => (isId(column) ? [] : [column.words])),
    ...values.slice(0, 1).map(({ value }) => String(value).split(' ')),
  ]
  return (
    /^\p{Ll}{4,}$/u.test(text) &&
    !FILLERS.has(lower) &&
    !/(?:ed|ing)$/.test(lower) &&
    names.some(({ length }) => length > end - start)
  )
}

/** Whether a noun that no name has stands for rows that the query shows by their names: "which regions" of a table of regions. */
const isRowName = (tokens: Token[], at: number, { outputs, group }: Form): boolean => {
  const before = tokens[at - 1]?.lower ?? 'list'
  return (
    (/^(?:which|what|list|show)$/.test(before) || (at === 1 && before === 'name')) &&
    /^\p{Ll}{4,}$/u.test(tokens[at]!.lower) &&
    !FILLERS.has(tokens[at]!.lower) &&
    group.length === 0 &&
    outputs.some((output) => 'key' in output && /^(?:full)?name$|^title$/.test(output.key.column.short.join('')))
  )
}

/** Whether a noun says what figures are whose column is called by a year or another number alone: "the highest income in 2009". */
const isWhatItHas = (tokens: Token[], at: number, { columns }: Read): boolean =>
  /^\p{Ll}{3,}$/u.test(tokens[at]!.lower) &&
  !FILLERS.has(tokens[at]!.lower) &&
  (/^(?:in|of|per)$/.test(tokens[at + 1]?.lower ?? '') || tokens[at - 1]?.lower === 'per') &&
  [...columns].some((column) => isFigure(column) && !/\p{L}/u.test(column.name))

const textAfter = (tokens: Token[], at: number) =>
  tokens
    .slice(at + 1, at + 4)
    .map(({ lower }) => ` ${lower}`)
    .join('')

/**
 * Whether rows are of this period: one that begins or ends with it, as parts of it do that are compared. A period counted from today is of the
 * end of the data where these are older.
 */
const isSaid = ({ from, to, relative, before }: Period, { times, signs }: Read): boolean =>
  times.has(`from ${from}`) || times.has(`to ${to}`) || ((relative ?? before) !== undefined && signs.has('period'))

/** Whether conditions on numbers of years, months or quarters say this period. */
function isTimed({ from, to }: Period, { times }: Read): boolean {
  const first = (day: string) => (day.endsWith('-01-01') ? Number(day.slice(0, 4)) : NaN)
  if (from && !to) return times.has(`year >= ${first(from)}`) || times.has(`year > ${first(from) - 1}`)
  if (to && !from) return times.has(`year < ${first(to)}`) || times.has(`year <= ${first(to) - 1}`)
  if (!from || !to) return false
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (days < 32) return times.has(`month ${month}`)
  if (days < 100) return times.has(`quarter ${Math.ceil(month / 3)}`)
  return times.has(`year ${year}`) || times.has(`year ${Number(to.slice(0, 4)) - 1}`)
}

/** "the one with the highest", "at least one": said by what the rest of the question binds. */
const isOne = ({ number }: Token, { signs }: Read) =>
  number === 1 && (signs.has('limited') || signs.has('related') || signs.has('extreme'))

/** Whether a word is of the family of a name that the query reads: "registered" and registrations, "lives" and city. */
function isKin({ lower, stem: own }: Token, { names, texts }: Read): boolean {
  if (lower.length > 2 && names.has(root(lower))) return true
  const kin = KIN_OF.get(lower) ?? KIN_OF.get(own)
  if (kin && [...kin].some((name) => names.has(root(name)))) return true
  if (own.length >= 5 && [...names].some((name) => name.length >= 5 && name.slice(0, 5) === own.slice(0, 5)))
    return true
  return own.length >= 4 && [...texts].some((text) => text.split(/\W+/).some((word) => stem(word) === own))
}
