import { stem } from '#base/stems.ts'
import type { Token } from '../built-in/lex.ts'
import { adjectiveOf, STOP } from '../built-in/lexicon.ts'
import { type Mention, REVENUE } from '../built-in/link.ts'
import { type Column, isId, nameColumns, type Schema, type Table, tableOf } from '../built-in/schema.ts'
import { FILLERS, KIN_OF, OPERATION_OF } from './words.ts'

const set = (text: string) => new Set(text.trim().split(/\s+/))

/** How well a noun that no name has is linked by its place: it is a guess, so it never makes an answer sure. */
const GUESS = 0.6

/** What stands before the subject of a question, or before what it is counted or averaged by. */
const BEFORE_SUBJECT = set(
  'many of which what list show each every per all any number are is were for among for by and',
)
const DETERMINERS = set('the a an our my these those their different distinct')
/** Nouns of people that have no plural in s. */
const PEOPLE = set('people staff personnel men women children folk crew person everybody everyone anybody anyone')
/** Whether a word says only that people are meant, whatever department or group has the name. */
export const isAnybody = (word: string): boolean => /^(?:people|persons?|folks?)$/.test(word)
/** Whether a noun is but a name for rows, or for the people that they are of: candies, guests, people. */
export const namesRows = (noun: string, { tables }: Schema): boolean => {
  const own = stem(noun.toLowerCase())
  const isOf = ({ words }: { words: string[] }) => words.includes(own)
  return (
    isAnybody(noun.toLowerCase()) ||
    tables.some((table) => isOf(table) || (PERSONS.test(own) && table.columns.some(isOf)))
  )
}
const SINGULAR_AFTER = set('which each every per what a')
/** Nouns of measuring: what they count is told by a column. */
const UNITS = set(`
  hour minute second day week month quarter year decade century time degree percent dollar euro pound rupee cent kilo kilogram gram ton
  tonne meter metre kilometer kilometre mile foot inch acre liter litre gallon point number amount total average value group type kind
  sort part half third pair dozen hundred thousand million billion level range unit bracket rate difference
`)

/** Whether a word is what a number may count or measure: "10 degrees", "20 year olds". */
export const isUnit = ({ lower, stem }: Token): boolean => UNITS.has(stem) || UNITS.has(lower)

/**
 * Links the noun that a question is about where no name of the catalog has it. It is known by its place alone: what is counted, listed or
 * averaged over is the rows of the only table ("employees" of a table attrition), or where each row stands for a time or a group, what
 * its only figure counts. Where it has several figures the noun is marked as what they count.
 */
export function linkSubject(tokens: Token[], named: Mention[], { tables }: Schema) {
  const [table] = tables
  if (!table || tables.length > 1) return { tokens, mentions: named }
  const counts = isGrid(table) || table.columns.some(isTally)
  const isSure = (one: Mention) => !isOfAttribute(one, tokens) && !isPartOfValues(one, tokens)
  const speaksOf = (at: number, { words }: Column) => {
    const kin = KIN_OF.get(tokens[at]!.lower)
    return kin !== undefined && words.some((word) => kin.has(word))
  }
  // "Per area" where there are regions.
  const isOfColumn = (start: number) => {
    const isSized = /^(?:average|avg|mean|median|total|[a-z]{2,}est)$/.test(tokens[start - 1]?.lower ?? '')
    const isMeant = (one: Column) => (isSized ? isFigure(one) : !one.numeric && !isId(one))
    return table.columns.some((one) => isMeant(one) && speaksOf(start, one))
  }
  const found = subjectsOf(tokens, named.filter(isSure), counts, nameColumns(table).length > 0)
  const subjects = new Set([...found].filter((start) => !isOfColumn(start) && !REVENUE.test(tokens[start]!.lower)))
  const mentions = named.filter((one) => isSure(one) || !subjects.has(one.start))
  const all = table.columns.filter(isFigure)
  const tallies = all.filter(isTally)
  const figures = tallies.length === 1 ? tallies : all
  if (counts && figures.length !== 1)
    return {
      tokens: tokens.map((token, at) => (subjects.has(at) ? { ...token, counted: true as const } : token)),
      mentions,
    }
  // People are what a column of inhabitants counts.
  const isCounted = (start: number) => PEOPLE.has(tokens[start]!.lower) && all.some((column) => speaksOf(start, column))
  const guesses = [...subjects]
    .filter((start) => !isCounted(start))
    .map((start): Mention => {
      const mention = { start, end: start + 1, score: GUESS, values: [], guessed: true as const }
      return counts
        ? { ...mention, kind: 'column', tables: [], columns: [{ column: figures[0]!, score: GUESS }] }
        : { ...mention, kind: 'table', tables: [{ table, score: GUESS }], columns: [] }
    })
  return { tokens, mentions: [...mentions, ...guesses].toSorted((a, b) => a.start - b.start) }
}

const ATTRIBUTE = /^(?:type|kind|method|status|mode|channel|date|time|number|no|ref|reference|category)$/
/** "All payments above 100": rows, and not their payment type. */
const isOfAttribute = ({ start, end, kind, score, columns }: Mention, tokens: Token[]): boolean =>
  kind === 'column' &&
  end - start === 1 &&
  score < GUESS &&
  tokens[start]!.stem !== tokens[start]!.lower &&
  columns.every(
    ({ column: { words } }) => words.length === 2 && words[0] === tokens[start]!.stem && ATTRIBUTE.test(words[1]!),
  )

/** "How many homes": rows, and not those of "Keyhole Homes". */
const isPartOfValues = ({ start, end, kind, values }: Mention, tokens: Token[]): boolean =>
  kind === 'value' &&
  end - start === 1 &&
  tokens[start]!.text === tokens[start]!.lower &&
  tokens[start]!.stem !== tokens[start]!.lower &&
  values.every(({ value }) => /\p{L} \p{L}/u.test(String(value)))

const PERSONS =
  /^(?:member|customer|client|user|person|employee|worker|staff|assignee|owner|agent|driver|pilot|rider|player|patient|doctor|nurse|student|teacher|guest|visitor|donor|volunteer|tenant|seller|salesperson|rep|buyer|manager|author|artist|actor|actress|singer|director|captain|coach|candidate|applicant|attendee|speaker|winner|host|requester|reporter|technician|trainer|sender|recipient|payee|vendor|supplier|merchant|contractor|landlord|sponsor|lender|runner|racer|swimmer|athlete|participant|competitor|contestant|entrant|finisher|taster|judge|critic|reviewer|caller|learner|cyclist|passenger|inspector|instructor|caretaker|vet|surgeon|therapist)$/
/** Whether rows are of the people of a column, by its name. */
export const isPerson = (column: Column): boolean =>
  !column.numeric && !column.temporal && PERSONS.test(column.words.at(-1) ?? '')

const isAddress = ({ words }: Column): boolean => words.at(-1) === 'email'
/** Whether a column tells whom rows are of. */
export const tellsPeople = (column: Column): boolean => isPerson(column) || isAddress(column)

/** What nouns of people end in, of which tools and others do as well: names tell them apart. */
const DOER = /(?:er|or|ist|ian|ant|ee|man|woman)$/
const FULL_NAME = /^(?:\p{L}{1,4}\.? )?\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*)+$/u
const areOfPeople = ({ values }: Column): boolean => values.length > 2 && values.every((value) => FULL_NAME.test(value))

/** Whether each row of a table is one of the people, by its name or because it has names that only people have. */
export const isOfPeople = (table: Table): boolean =>
  PERSONS.test(table.words.at(-1) ?? '') ||
  (DOER.test(table.words.at(-1) ?? '') && nameColumns(table).some(areOfPeople)) ||
  nameColumns(table).some(({ short }) => /^(?:full|first|last|sur|fore|f|l)name$/.test(short.join('')))

/** Who works for the owner of the data; other people are those that it deals with. */
const STAFF =
  /^(?:employee|worker|staff|colleague|assignee|agent|driver|pilot|seller|salesperson|salespeople|rep|manager|technician|trainer|waiter|waitress|cashier|operator|host|doctor|nurse|teacher|instructor|inspector|caretaker|vet|surgeon|therapist|author)$/
const DEALT_WITH = /^(?:customer|client|buyer|shopper|user|member|guest|subscriber|payer|email)$/
const sideOf = (noun: string) => [STAFF, DEALT_WITH].find((words) => words.test(noun)) ?? null
/** Columns that tell people of a side apart, or all people: "customers" where orders have an e-mail address. */
function columnsOfPeople(side: RegExp | null, columns: Column[]): Column[] {
  const people = columns.filter((column) => isPerson(column) && !isId(column))
  if (!side) return people
  const isOfSide = ({ words }: Column) => words.some((word) => side.test(word))
  const own = people.filter(isOfSide)
  return own.length > 0 ? own : columns.filter((column) => isAddress(column) && isOfSide(column))
}

/**
 * Links a "who" that begins a question, a "per person" and nouns of people that no name has: to the only table of people, or where none is
 * to the only column that names such people, of the tables that the question names if it is one of several; a guess too.
 */
export function linkWho(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const links = tokens.flatMap(({ lower, stem: noun }, start) => {
    const isEach = SINGULAR_AFTER.has(tokens[start - 1]?.lower ?? '') || tokens[start - 1]?.lower === 'by'
    const isWho = lower === 'who' && start === 0 && mentions.length > 0
    const side = noun !== lower || isEach ? sideOf(noun) : null
    const isMeant = isWho || side || (isEach && isAnybody(lower))
    if (!isMeant || mentions.some((mention) => start >= mention.start && start < mention.end)) return []
    return peopleFor(side, mentions, schema).map((link): Mention => ({ ...link, start, end: start + 1 }))
  })
  return [...mentions, ...links].toSorted((a, b) => a.start - b.start)
}

/** The table or column of the people of a side, or of all; none where several may be meant or the question names it. */
function peopleFor(side: RegExp | null, mentions: Mention[], { tables }: Schema): Omit<Mention, 'start' | 'end'>[] {
  const guess = { score: GUESS, values: [], guessed: true as const }
  const people = tables.filter((one) => isOfPeople(one) && nameColumns(one).length > 0)
  if (people.length > 0 && tables.length > 1) {
    const [table, other] = people
    const isNamed = mentions.some((one) => one.tables.some((hit) => hit.table === table))
    return other || side || isNamed
      ? []
      : [{ ...guess, kind: 'table', tables: [{ table: table!, score: GUESS }], columns: [] }]
  }
  const columns = columnsOfPeople(
    side,
    tables.flatMap((one) => one.columns),
  )
  const named = new Set(mentions.flatMap((one) => one.columns.slice(0, 1).map(({ column }) => column.table)))
  const near = columns.filter(({ table }) => named.has(table))
  const [column, other] = near.length > 0 ? near : columns
  if (!column || other || mentions.some((one) => one.columns.some((hit) => hit.column === column))) return []
  return [{ ...guess, kind: 'column', tables: [], columns: [{ column, score: GUESS }] }]
}

/** Places of nouns that no name has, where the subject of a question or of a part of it stands. @param counts rows are no single things */
function subjectsOf(tokens: Token[], mentions: Mention[], counts: boolean, isNamed: boolean): Set<number> {
  const at = new Map(
    mentions.flatMap((one) => Array.from({ length: one.end - one.start }, (_, n) => [one.start + n, one] as const)),
  )
  const isFree = (place: number) => {
    const token = tokens[place]
    return (
      token?.kind === 'word' &&
      !at.has(place) &&
      (token.text === token.lower || place === 0) &&
      token.lower.length > 2 &&
      ![token.lower, token.stem].some(
        (word) => STOP.has(word) || FILLERS.has(word) || OPERATION_OF.has(word) || UNITS.has(word) || adjectiveOf(word),
      )
    )
  }
  const isVerb = (place: number) => KIN_OF.has(tokens[place]!.lower) || /ed$/.test(tokens[place]!.lower)
  const isSubject = (place: number) => {
    const isBeside = (before: number) =>
      DETERMINERS.has(tokens[before]!.lower) ||
      at.get(before)?.kind === 'value' ||
      (counts && at.get(before)?.kind === 'column') ||
      adjectiveOf(tokens[before]!.lower) !== undefined
    let before = place - 1
    while (before >= 0 && isBeside(before)) before--
    const token = tokens[before]
    if (
      /^(?:per|each|every|by)$/.test(token?.lower ?? '') &&
      !tokens.some(({ lower }) => /^(?:average|avg|mean)$/.test(lower))
    )
      return false
    if (!token || token.kind === 'number' || BEFORE_SUBJECT.has(token.lower)) return true
    const signs = OPERATION_OF.get(token.lower) ?? []
    return signs.includes('limited') || (counts && signs.includes('sum'))
  }
  /** "What superpower does she have" asks for no row. */
  const isAttribute = (place: number) =>
    /^(?:do|does|did)$/.test(tokens[place + 1]?.lower ?? '') && tokens.some(({ lower }) => lower === 'have')
  const isPlural = ({ lower, stem }: Token, before: string) =>
    stem !== lower ||
    PEOPLE.has(lower) ||
    SINGULAR_AFTER.has(before) ||
    // "The most expensive film".
    (isNamed && !counts && adjectiveOf(before) !== undefined)
  return new Set(
    tokens.keys().filter((place) => {
      const before = tokens[place - 1]?.lower ?? ''
      return (
        isFree(place) &&
        !(isFree(place + 1) && !isVerb(place + 1)) &&
        // "Any savings amount" is an amount.
        !(before === 'any' && at.get(place + 1)?.kind === 'column') &&
        isSubject(place) &&
        isPlural(tokens[place]!, before) &&
        // "Which animal" is answered with a name, and "per candidate" says how figures are split, not what they count.
        ((isNamed && !isAttribute(place)) || !/^(?:which|what)$/.test(before)) &&
        !(counts && (SINGULAR_AFTER.has(before) || before === 'by'))
      )
    }),
  )
}

export const isTime = (column: Column) =>
  column.temporal || /^(?:decade|year|quarter|month|week|day|date)$/.test(column.words.at(-1) ?? '')
/** Whether the numbers of a column are of something, and no key or time. */
export const isFigure = (column: Column): boolean => column.numeric && !isId(column) && !isTime(column)
/** Whether a column has parts of ones: an amount, and no number of things. */
const isBroken = ({ min, max, values }: Column): boolean =>
  [min, max, ...values].some((value) => value !== null && /[.,]\d*[1-9]/.test(value))
/** Whether a column by its very name says how many there are of what its row is about. */
export const isTally = (column: Column): boolean =>
  isFigure(column) && !isBroken(column) && /^(?:n|count|total|cases?|freq|frequency)$/.test(column.words.join(' '))
/** Of so many rows each has a value of its own: nearly all. */
const NEARLY_ALL = 0.8
export const isOfEachRow = ({ unique, distinct, table }: Column, schema: Schema): boolean =>
  unique || distinct > NEARLY_ALL * tableOf(schema, table).rows

/** So much more than its rows two columns may have pairs of values where some are missing. */
const NEARLY = 1.05

/**
 * Whether each row of a table stands for a time, a group or a pair of them, and its figures for what is counted there: people are no rows
 * of a table that has one for each month.
 */
const grids = new WeakMap<Table, boolean>()
export const isGrid = (table: Table): boolean => grids.getOrInsertComputed(table, findGrid)

/** Whether a table has a row for so many pairs, or nearly. */
const isEvery = ({ rows }: Table, pairs: number) => pairs >= rows && pairs <= rows * NEARLY

function findGrid(table: Table): boolean {
  const { columns } = table
  const names = nameColumns(table)
  const sides = columns.filter(
    (column) => isTime(column) || (!column.numeric && !isId(column) && !names.includes(column)),
  )
  const times = sides.filter(isTime)
  return (
    // What has a name is a thing, whatever else differs in each row: an address, a code.
    sides.some(
      (side) => side.unique && !isPerson(side) && (names.length === 0 || isTime(side)) && !isToTheSecond(side),
    ) ||
    times.some((time) =>
      sides.some((side) => side !== time && side.distinct > 1 && isEvery(table, time.distinct * side.distinct)),
    ) ||
    times.some((a) =>
      times.some((b) =>
        times.some((c) => a !== b && b !== c && c !== a && isEvery(table, a.distinct * b.distinct * c.distinct)),
      ),
    )
  )
}

/** Whether times are of events, and not of days or hours one after the other. */
const isToTheSecond = ({ temporal, min, max }: Column): boolean =>
  temporal && [min, max].some((time) => /\d:\d\d:(?!00)\d\d/.test(time ?? ''))

/** Days between the beginnings of lengths of time. */
const LENGTHS: [string, number][] = [
  ['day', 1],
  ['week', 7],
  ['month', 30.4],
  ['quarter', 91.3],
  ['year', 365.2],
]
const DAY_MS = 86_400_000

/** The length of time between values of a column; some may be missing, as days without work are. */
function stepOf({ temporal, min, max, distinct, words }: Column): string | null {
  if (!temporal) return words.at(-1) === 'year' ? 'year' : null
  const days = (Date.parse(max ?? '') - Date.parse(min ?? '')) / DAY_MS / (distinct - 1)
  return LENGTHS.find(([, length]) => days > 0.9 * length && days < (length === 1 ? 3 : 1.6 * length))?.[0] ?? null
}

type TimeOfRows = { length: string; sides: Column[] }
const times = new WeakMap<Table, TimeOfRows | null>()
/**
 * Where each row of a table stands for a length of time, which one: rows are "days". `sides`: what a day has a row for each of, so that rows are days only of
 * one of them.
 */
export const timeOfRows = (table: Table): TimeOfRows | null => times.getOrInsertComputed(table, findTime)

function findTime(table: Table): TimeOfRows | null {
  if (!isGrid(table)) return null
  const time = table.columns.find((column) => isTime(column) && stepOf(column))
  const length = time && stepOf(time)
  if (!length || time.unique) return length ? { length, sides: [] } : null
  const side = table.columns.find(
    (one) => one !== time && !one.numeric && one.distinct > 1 && isEvery(table, time.distinct * one.distinct),
  )
  return side ? { length, sides: [side] } : null
}
