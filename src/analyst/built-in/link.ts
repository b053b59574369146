import { OPERATION_OF } from '../planner/words.ts'
import { alike } from '../rules/synonyms.ts'
import type { Token } from './lex.ts'
import { isNoun, STOP } from './lexicon.ts'
import { columnScore, FILLER, glued, tableScore } from './likeness.ts'
import { cameAbout, speaksOfMoney } from './money.ts'
import { type Column, columnsIn, isId, type Schema, type Table, tableOf } from './schema.ts'
import { type ValueHit, type ValueIndex, valueHits } from './value-index.ts'

/** A span of tokens and everything that it may name, best first; `kind` is what it names best. */
export type Mention = {
  start: number
  end: number
  score: number
  kind: 'table' | 'column' | 'value'
  tables: { table: Table; score: number }[]
  columns: { column: Column; score: number }[]
  values: ValueHit[]
  /** It is known by its place in the question alone. */
  guessed?: true
  /** It says by a verb that something happened to rows, at the time that it names. */
  deed?: true
}

const LONGEST = 6

/** Links with others in place of those that they overlap, in the order of the question. */
export const replacing = (mentions: Mention[], added: Mention[]): Mention[] =>
  [...mentions.filter((one) => !added.some(({ start, end }) => one.start < end && start < one.end)), ...added].toSorted(
    (a, b) => a.start - b.start,
  )

const exact = new WeakMap<Schema, Set<string>>()

/** Every name of a schema as one string without blanks: what a span that begins or ends with grammar must equal. */
function exactNames(schema: Schema): Set<string> {
  const known = exact.get(schema)
  if (known) return known
  const names = new Set<string>()
  for (const table of schema.tables) {
    names.add(glued(table.words))
    for (const column of table.columns) names.add(glued(column.words)).add(glued([...table.words, ...column.short]))
    for (const column of table.columns) names.add(glued(column.words.filter((word) => !FILLER.has(word))))
  }
  exact.set(schema, names)
  return names
}

/** Words of grammar that name nothing when they stand alone, whatever a column is called. */
export const HARD = new Set(
  `a an the of to in on at for from by with and or as is are was were be been do does did have has had me my we our us i you it its
  their them they this that these those there who whom whose which what when where how why can could would should will may please
  show list give find get tell return all any some each every per than then into about so if but not no more most less least very
  both either neither many much number count sum average mean maximum minimum max min highest lowest top bottom different distinct
  unique largest smallest biggest between above below over under before after since during only also same other`
    .trim()
    .split(/\s+/),
)

/** How well rows are named by what their key is of: bookings in a table of reservations with a `Booking_ID`. */
const KEYED = 0.85
const isOfKey = (word: string, { key }: Table): boolean =>
  key?.unique === true && isId(key) && key.words.length === 2 && key.words[0] === word && KEY.test(key.words[1]!)
const KEY = /^(?:id|no|nr|num|number|key|code|ref)$/

/** Words that mean nearly the same as a name are less. */
const LITERAL = 0.8
/** Whether what names a table names a measure in it as well: births counted in a column of the table births are not its rows. */
const isOwnMeasure = ({ tables: [table], columns: [column] }: Mention): boolean =>
  table !== undefined &&
  column !== undefined &&
  column.column.table === table.table.name &&
  column.column.numeric &&
  !isId(column.column) &&
  // "Revenue" is but another word for the table sales, and for what its net sales come to.
  column.score >= table.score - (table.score < LITERAL ? 0.2 : 0.01)

/** The column of names beside one of codes whose code nobody asks for: cities of `city_code` are known by `urban_agglomeration`. */
function namedBy(column: Column, words: string[], schema: Schema): Column {
  if (!isId(column) || column.words.length < 2 || words.includes(column.words.at(-1)!)) return column
  const { columns, rows } = tableOf(schema, column.table)
  const isName = (one: Column) => !one.numeric && !one.temporal && !isId(one) && one.distinct === column.distinct
  const named = columns.filter(isName)
  return named.length === 1 && column.distinct > 1 && column.distinct < rows ? named[0]! : column
}

/** What is said of something else: a conversion rate is no bounce rate. */
const HEADS = /^(?:rates?|ratios?|shares?|percentages?|scores?|index|margins?|levels?|growth)$/

/** Whether a word that says nothing without the one before it may name a column. @param words of the name */
export function isOfModifier(tokens: Token[], at: number, words: string[]): boolean {
  const before = tokens[at - 1]
  if (!HEADS.test(tokens[at]!.lower) || words.length < 2 || before?.kind !== 'word') return true
  const { lower, stem } = before
  const isAlike = (word: string) => word.startsWith(stem.slice(0, 4)) || alike(stem, word)
  return HARD.has(lower) || STOP.has(lower) || words.some(isAlike)
}

/** Whether a column has what rows are called by, which are what `words` say: film in `Film Title`. */
const isNameOf = ({ words: [first, last, more] }: Column, [word, other]: string[]): boolean =>
  first === word && /^(?:name|title)$/.test(last ?? '') && !more && !other

export const WHOLE = /^(?:global|worldwide|world|total|overall|all)$/
/** Of figures that are called alike but for what they are of, that of all of them is meant before its parts: `Global_Sales` before `EU_Sales`. */
export const asWhole = (hits: Mention['columns']): Mention['columns'] =>
  hits.map((hit) => {
    const { words, table, numeric } = hit.column
    const isPart = ({ column }: Mention['columns'][number]) =>
      column.table === table && column !== hit.column && column.words.at(-1) === words.at(-1)
    const isWhole = numeric && words.length === 2 && WHOLE.test(words[0]!) && hits.filter(isPart).length > 1
    return isWhole && hit.score < LITERAL ? { ...hit, score: hit.score + 0.05 } : hit
  })

/** Words in which one tells which of several is meant: `Screener 2 Score` is of the second screener. */
const ORDINALS = new Map(
  [...'first second third fourth fifth'.split(' ').entries()].map(([at, word]) => [word, `${at + 1}`]),
)
const counting = ([first = '', ...others]: string[], { words }: Column): string[] => {
  const number = others.length > 0 ? ORDINALS.get(first) : undefined
  return number && words.includes(number) ? [...others, number] : [first, ...others]
}

const isAmount = (column: Column): boolean =>
  column.numeric &&
  !isId(column) &&
  (speaksOfMoney(column) || /^(?:amount|paid)$/.test(column.words.at(-1)!) || column.words.includes('amount'))

const FIGURED = /^(?:average|avg|mean|median)$/
/** Whether a plural alone is what a question counts: "how many homes have a garage". */
const isSubject = (tokens: Token[], start: number, end: number): boolean =>
  end - start === 1 &&
  tokens[start]!.stem !== tokens[start]!.lower &&
  /^(?:many|which)$/.test(tokens[start - 1]?.lower ?? '') &&
  /^(?:have|had|with|without|are|were|do|did)$/.test(tokens[end]?.lower ?? '')

// What is left of it is profit, whatever else it is called: `gross income`.
/** Words of the money that comes in, or goes out. */
export const REVENUE = /^(?:revenues?|turnover|sales|takings|income|earnings|spending)$/
const EACH = /^(?:each|every|per|by)$/
/** What a word counts as that is but a part of a value, at most. */
const PART_OF = 0.8

function mentionAt(tokens: Token[], start: number, end: number, question: string, schema: Schema, index: ValueIndex) {
  const span = tokens.slice(start, end)
  const single = span.length === 1
  // "IT/IS" and "front-end" as the tables write them, and no name of several words.
  if (span.some((token) => token.kind === 'mark' && token.lower !== "'s" && token.lower !== '&')) {
    const isPlain = span.every(({ kind }) => kind !== 'quoted') && span.at(-1)!.kind !== 'mark'
    const hits = isPlain ? valueHits(tokens, start, end, question, index) : []
    const values = hits.filter(({ score }) => score > EXACT)
    return values.length === 0
      ? null
      : { start, end, score: 1, kind: 'value' as const, tables: [], columns: [], values }
  }
  const words = span.filter((token) => token.kind !== 'mark').map((token) => token.stem || token.lower)
  const values =
    !(single && span[0]!.kind === 'number' && /^[\W\d]+$/.test(span[0]!.text)) &&
    !(single && STOP.has(span[0]!.lower) && span[0]!.kind === 'word' && span[0]!.text === span[0]!.lower)
      ? valueHits(tokens, start, end, question, index)
          // "Our turnover" is no apple turnover.
          .filter(({ score }) => score > PART_OF || !single || !REVENUE.test(span[0]!.lower))
          // "How many homes have a garage" asks for rows, and not for those of Keyhole Homes.
          .filter(({ value }) => !isSubject(tokens, start, end) || !/\s/.test(value.trim()))
      : []
  const mention: Mention = { start, end, score: 0, kind: 'value', tables: [], columns: [], values }
  const named = span.every(
    (token) => token.kind === 'word' || token.kind === 'mark' || (token.kind === 'number' && !single),
  )
  const edgeStops = HARD.has(words[0]!) || HARD.has(words.at(-1)!)
  const edgeFiller = FILLER.has(words[0]!) || FILLER.has(words.at(-1)!)
  if (named && (single || !(edgeStops || edgeFiller) || exactNames(schema).has(glued(words)))) {
    const written = single ? span[0]!.lower : null
    for (const table of schema.tables) {
      // A name as it stands in the catalog is that table, whatever its words are.
      const score = written === table.name.toLowerCase() ? 1 : tableScore(words, table)
      const keyed = single && isOfKey(words[0]!, table) ? KEYED : 0
      if (Math.max(score, keyed) > 0.5) mention.tables.push({ table, score: Math.max(score, keyed) })
      for (const column of table.columns) {
        const fit = written === column.name.toLowerCase() ? 1 : columnScore(counting(words, column), column, table)
        if (fit > 0.5) mention.columns.push({ column, score: fit })
      }
    }
    const exactOnly = single
      ? HARD.has(span[0]!.lower) && !isNoun(tokens, start)
        ? 2
        : STOP.has(span[0]!.lower) && !isNoun(tokens, start)
          ? /^(?:amounts?|values?)$/.test(span[0]!.lower)
            ? 0.6
            : 0.9
          : 0
      : edgeFiller
        ? 1
        : edgeStops
          ? 0.97
          : 0
    // "Revenue" is what sales come to, where they have an amount, and not how many there are.
    const isMoney = single && REVENUE.test(span[0]!.lower) && columnsIn(schema).some(isAmount)
    mention.tables = mention.tables.filter((hit) => hit.score >= (isMoney ? LITERAL : exactOnly))
    const isOf = (words: string[]) => !single || isOfModifier(tokens, start, words)
    const isProfit = ({ words }: Column) => isMoney && words.includes('income') && /^(?:gross|net)$/.test(words[0]!)
    const columns = mention.columns.filter(
      ({ score, column }) =>
        score >= exactOnly &&
        isOf(column.words) &&
        !isProfit(column) &&
        // "Sales" are no sales representatives.
        !(isMoney && !column.numeric && column.words.length > 1 && score < EXACT),
    )
    // "Films" are what has a film title, and not those of which a flag says that they are student films.
    const isOfRows = columns.some(({ column }) => isNameOf(column, words))
    mention.columns = asWhole(cameAbout(columns, ({ column }) => column, words))
      .filter(({ column }) => !isOfRows || column.role !== 'flag' || column.words.length === words.length)
      .map((hit) => ({ ...hit, column: namedBy(hit.column, words, schema) }))
  }
  // "Each rep" is each of those of a column, whatever else is called so.
  if (single && mention.columns.length > 0 && EACH.test(tokens[start - 1]?.lower ?? '')) mention.values = []
  const by = (a: { score: number }, b: { score: number }) => b.score - a.score
  mention.tables.sort(by)
  mention.columns.sort(by)
  mention.values.sort(by)
  // "The average rent" is that of flats, and no number of rent payments.
  const isFigured = FIGURED.test(tokens[start - 1]?.lower ?? '') && mention.columns[0]?.column.role === 'measure'
  const best = {
    table: (mention.tables[0]?.score ?? 0) + (isOwnMeasure(mention) || isFigured ? -0.01 : 0.01),
    column: mention.columns[0]?.score ?? 0,
    value: (mention.values[0]?.score ?? 0) + (single ? -0.02 : 0.1),
  }
  const kinds = (['table', 'column', 'value'] as const).toSorted((a, b) => best[b] - best[a])
  mention.kind = kinds[0]!
  mention.score = best[mention.kind]
  return mention.tables.length + mention.columns.length + mention.values.length ? mention : null
}

/** Whether a span ends with a verb of its question: "what does the house cost" asks for no "house cost". */
const isVerbBehind = (tokens: Token[], start: number, end: number): boolean =>
  end - start > 1 &&
  /^(?:cost|earn|pay|spend|make|weigh|last|sell|live|sleep|score)s?$/.test(tokens[end - 1]!.lower) &&
  tokens.slice(0, start).some(({ lower }) => /^(?:do|does|did)$/.test(lower))

/** Spans that name tables, columns and values, without overlap: long and exact ones first. */
export function link(
  tokens: Token[],
  question: string,
  schema: Schema,
  index: ValueIndex,
  blocked: Set<number>,
): Mention[] {
  const candidates: Mention[] = []
  for (let start = 0; start < tokens.length; start++) {
    if (tokens[start]!.kind === 'mark') continue
    for (let end = start + 1; end <= Math.min(start + LONGEST, tokens.length); end++) {
      if (tokens[end - 1]!.kind === 'period' || (tokens[end - 1]!.kind === 'mark' && end - start === 1)) break
      const inside = Array.from({ length: end - start }, (_, i) => start + i)
      const mention = mentionAt(tokens, start, end, question, schema, index)
      if (!mention) continue
      if (inside.some((i) => blocked.has(i)) && mention.score < 0.97) continue
      if (inside.length === 1 && blocked.has(start)) continue
      if (mention.score < 0.9 && isVerbBehind(tokens, start, end)) continue
      candidates.push(mention)
    }
  }
  const weight = (mention: Mention) => mention.score * (1 + 0.6 * (mention.end - mention.start - 1))
  candidates.sort((a, b) => weight(b) - weight(a) || a.start - b.start)
  const taken = new Set<number>()
  const chosen: Mention[] = []
  for (const mention of candidates) {
    const inside = Array.from({ length: mention.end - mention.start }, (_, i) => mention.start + i)
    if (inside.some((i) => taken.has(i))) continue
    const whole = withNumber(mention, tokens)
    for (let i = whole.start; i < whole.end; i++) taken.add(i)
    chosen.push(whole)
  }
  // "Done appointments": a word that mostly says little is a value of the rows that it stands before.
  for (const [start, token] of tokens.entries()) {
    const next = chosen.find((one) => one.start === start + 1 && one.kind === 'table')
    if (!next || taken.has(start) || token.kind !== 'word' || HARD.has(token.lower) || OPERATION_OF.has(token.lower))
      continue
    const values = (index.whole.get(token.lower) ?? []).filter(
      ({ column }) => column.table === next.tables[0]!.table.name,
    )
    if (values.length > 0)
      chosen.push({ start, end: start + 1, score: 0.95, kind: 'value', tables: [], columns: [], values })
  }
  return asOne(
    withKinds(
      chosen.toSorted((a, b) => a.start - b.start),
      tokens,
    ),
  )
}

/** What says no more than the name before it: "fuel type" of a column of fuels. */
const KIND = /^(?:type|kind|sort|category|class)$/
/** From here on a name is as it is written: "sold" is no `sold_price`. */
export const EXACT = 0.9
/** Columns with the noun behind them, where the table has no column of its own that is called so: "product category". */
function withKinds(mentions: Mention[], tokens: Token[]): Mention[] {
  const found: Mention[] = []
  for (const next of mentions) {
    const before = found.at(-1)
    const isOf =
      before?.kind === 'column' &&
      before.end === next.start &&
      next.kind === 'column' &&
      next.end === next.start + 1 &&
      KIND.test(tokens[next.start]!.stem) &&
      !(next.score > EXACT && before.columns.some(({ column }) => next.columns[0]!.column.table === column.table))
    if (isOf) found[found.length - 1] = { ...before, end: next.end }
    else found.push(next)
  }
  return found
}

/** Words beside each other that are parts of the same value, as one: "pumpkin spice" of `Pumpkin Spice Syrup`. */
function asOne(mentions: Mention[]): Mention[] {
  const found: Mention[] = []
  for (const next of mentions) {
    const before = found.at(-1)
    const isSame = ({ column, value }: ValueHit) =>
      before!.values.some((hit) => hit.column === column && hit.value === value)
    if (before?.kind === 'value' && next.kind === 'value' && before.end === next.start && next.values.every(isSame))
      found[found.length - 1] = { ...next, start: before.start, score: Math.max(before.score, next.score) }
    else found.push(next)
  }
  return found
}

/** "Sales 2024" is the table of that year, where tables are told apart by it. */
function withNumber(mention: Mention, tokens: Token[]): Mention {
  const next = tokens[mention.end]
  if (mention.kind !== 'table' || !next || (next.kind !== 'number' && next.kind !== 'period')) return mention
  const tables = mention.tables.filter(({ table }) => table.words.includes(next.text))
  return tables.length > 0 && tables.length < mention.tables.length
    ? { ...mention, end: mention.end + 1, tables, columns: [], values: [] }
    : mention
}
