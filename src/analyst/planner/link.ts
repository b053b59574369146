import { root } from '#base/stems.ts'
import type { Token } from '../built-in/lex.ts'
import { adjectiveOf, isNoun, STOP } from '../built-in/lexicon.ts'
import { isOfEach } from '../built-in/likeness.ts'
import { asWhole, HARD, isOfModifier, type Mention } from '../built-in/link.ts'
import { Resolver } from '../built-in/resolve.ts'
import { type Column, hasSize, isId, type Schema, type Table, tableOf } from '../built-in/schema.ts'
import { type ValueHit, type ValueIndex, valueHits } from '../built-in/value-index.ts'
import { synonymsOf } from '../rules/synonyms.ts'
import { isInitialsOf, isShortFor, isWrittenAs } from './abbreviations.ts'
import { isAnybody } from './rows.ts'
import { isIn, squareOf, type Unit, unitOf } from './units.ts'
import { FILLERS, KIN_OF, OPERATION_OF } from './words.ts'

/** Most columns of a word that only resembles part of their names. */
const MOST = 6

/**
 * Links with those that are too weak to stand by themselves: a word that is one word of a longer name, of the same root or nearly the same meaning ("reviewed" for
 * reviews), a table for its only figure ("rating" for the stars of ratings), and a common word that is a value ("good"). Whether they mean anything is for the roles to say.
 */
export function linkLoosely(
  tokens: Token[],
  strict: Mention[],
  question: string,
  schema: Schema,
  index: ValueIndex,
): Mention[] {
  const placesOf = (links: { start: number; end: number }[]) =>
    new Set(links.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)))
  const spans = linkSpans(tokens, placesOf(strict.filter((one) => one.kind !== 'column' || one.score > WEAK)), schema)
  const mentions = strict.filter((one) => !spans.some(({ start, end }) => start <= one.start && one.end <= end))
  const taken = placesOf([...mentions, ...spans])
  const more = tokens.flatMap((token, start): Mention[] => {
    const square = squareOf(token.lower, tokens[start + 1]?.lower ?? '')
    const unit = square ?? (tokens[start - 1]?.lower === 'per' ? unitOf(token.lower) : undefined)
    // "Above 20 minutes" speaks of no other column of minutes.
    const isMeasured = tokens[start - 1]?.kind === 'number' && unitOf(token.lower)?.of === 'time'
    if (
      isMeasured ||
      taken.has(start) ||
      token.kind !== 'word' ||
      HARD.has(token.lower) ||
      (token.lower.length < 3 && !unit)
    )
      return []
    const values = token.counted || isAnybody(token.text) ? [] : valueHits(tokens, start, start + 1, question, index)
    const common = (STOP.has(token.lower) || STOP.has(token.stem)) && !isNoun(tokens, start)
    const isGrammar = common && (FILLERS.has(token.lower) || OPERATION_OF.has(token.lower))
    const asked = tokens[start - 1]?.lower === 'how' ? adjectiveOf(token.lower) : undefined
    const found = asked
      ? columnsOfAdjective(asked.columns, schema)
      : unit
        ? columnsIn(unit, schema, tokens[start - 1]?.lower === 'per')
        : isGrammar
          ? []
          : token.stem === 'date'
            ? datesOf(schema)
            : columnsLike(token.stem, schema, common ? 0.47 : 0.3).filter(({ column }) =>
                isOfModifier(tokens, start, column.words),
              )
    // "Revenue" is what rows come to, whatever else is called alike.
    const takings = /^(?:revenues?|turnover|takings|sales)$/.test(token.lower)
      ? (new Resolver(schema, []).money(null)?.columns ?? [])
      : []
    const [amount] = takings
    if (amount && takings.length === 1)
      return [
        {
          start,
          end: start + 1,
          score: 0.5,
          kind: 'column',
          tables: [],
          columns: [{ column: amount, score: 0.6 }],
          values: [],
        },
      ]
    // What is borrowed is the rows of loans, and not their numbers.
    const keys = common || asked || unit ? [] : found.filter(({ column }) => isId(column) && column.unique)
    const columns = found.filter((one) => !keys.includes(one))
    const ofKeys = keys.map(({ column, score }) => ({ table: tableOf(schema, column.table), score }))
    const tables = common ? [] : [...tablesLike(token.stem, schema), ...ofKeys]
    if (!values.length && !columns.length && !tables.length) {
      const letters = common ? [] : lettersOf(tokens, start, schema)
      return letters.map((value) => {
        const mention = { start, end: start + 1, score: 0.5, kind: 'value' as const, tables: [], columns: [] }
        return { ...mention, values: [value], guessed: true as const }
      })
    }
    const kind = values.length ? 'value' : columns.length ? 'column' : 'table'
    return [{ start, end: start + (square ? 2 : 1), score: 0.5, kind, tables, columns, values }]
  })
  const figured = mentions.map((one) => {
    const figure = one.kind === 'table' && !one.guessed && !one.columns.length ? onlyFigure(one.tables[0]!.table) : null
    return figure ? { ...one, columns: [{ column: figure, score: 0.5 }] } : one
  })
  return [...figured, ...spans, ...more].toSorted((a, b) => a.start - b.start)
}

/** What stands before a noun. */
const BEFORE_NOUN = /^(?:many|of|the|all|only|for|was|were|is|are|and|or|vs|versus|than|by)$/
const MOST_LETTERS = 8

/** The letter with which a noun begins, where one column has but single letters and it is one of them: "Democrats" for D of party. */
function lettersOf(tokens: Token[], at: number, { tables }: Schema): ValueHit[] {
  const { text, lower } = tokens[at]!
  const isName = at > 0 && text !== lower
  if (lower.length < 4 || /(?:ed|ing|ly|er|est)$/.test(lower)) return []
  if (!isName && !BEFORE_NOUN.test(tokens[at - 1]?.lower ?? '')) return []
  const found = tables.flatMap(({ columns }) =>
    columns.filter(isOfLetters).flatMap((column) => {
      const value = column.values.find((one) => one.toLowerCase() === lower[0])
      return value ? [{ column, value, score: 0.5 }] : []
    }),
  )
  return found.length === 1 ? found : []
}

const isOfLetters = ({ values, distinct }: Column): boolean =>
  values.length > 1 &&
  distinct <= MOST_LETTERS &&
  values.every((value) => /^\p{L}$/u.test(value)) &&
  // Yes and no, and the sexes, have words of their own; letters in a row are grades.
  !values.every((value) => /^[ynftmj]$/i.test(value)) &&
  !'abcdefghijklmnopqrstuvwxyz'.includes(values.toSorted().join('').toLowerCase())

/** Up to this a link of one word gives way to a run of words. */
const WEAK = 0.7
/** Longest run of words that names one column. */
const LONGEST = 5

/**
 * Runs of words that no name has as they stand but a column is called after: some of its words in their order ("high school degree" for
 * share_population_with_high_school_degree), or all of them shortened ("domestic gross" for domgross, "body mass index" for bmi).
 */
function linkSpans(tokens: Token[], taken: Set<number>, schema: Schema): Mention[] {
  const found: Mention[] = []
  for (let start = 0; start < tokens.length; start++) {
    for (let end = Math.min(start + LONGEST, tokens.length); end > start + 1; end--) {
      const run = tokens.slice(start, end)
      const isFree = run.every(({ kind }, at) => kind === 'word' && !taken.has(start + at))
      const edges = [run[0]!.lower, run.at(-1)!.lower]
      if (!isFree || edges.some((word) => HARD.has(word) || FILLERS.has(word))) continue
      const words = run.filter(({ lower }) => !HARD.has(lower)).map(({ stem }) => stem)
      if (words.length < 2) continue
      const columns = bestColumns(schema, (column) =>
        isPartOf(words, column.words)
          ? 0.7 - 0.02 * (column.words.length - words.length)
          : isWrittenAs(words, column.name) || column.words.some((word) => isInitialsOf(word, words))
            ? 0.65
            : null,
      )
      if (columns.length === 0) continue
      found.push({ start, end, score: 0.7, kind: 'column', tables: [], columns, values: [] })
      start = end - 1
      break
    }
  }
  return found
}

/** The columns that have a score, the best first. */
const bestColumns = ({ tables }: Schema, scoreOf: (column: Column) => number | null): Mention['columns'] =>
  tables
    .flatMap(({ columns }) => columns)
    .flatMap((column) => {
      const score = scoreOf(column)
      return score === null ? [] : [{ column, score }]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)

/** Whether words stand one after the other in a name, as they are or shortened. */
const isPartOf = (words: string[], name: string[]): boolean =>
  name.some((_, from) => words.every((word, at) => name[from + at] === word || isShortFor(name[from + at] ?? '', word)))

/** Columns of what a unit measures: "price per gram". */
const columnsIn = (unit: Unit, { tables }: Schema, isPer: boolean): Mention['columns'] => {
  const isArea = ({ words }: Column) => words.some((word) => /^(?:area|land|surface|size|acreage)$/.test(word))
  const figures = tables.flatMap(({ columns }) => columns.filter(({ numeric }) => numeric))
  const own = figures.filter((column) => isIn(column, unit))
  const found = own.length > 0 || unit.of !== 'area' || !isPer ? own : figures.filter(isArea)
  return found.map((column) => ({ column, score: 0.6 }))
}

/** Columns of "dates", whatever they are called. */
const datesOf = (schema: Schema): Mention['columns'] =>
  bestColumns(schema, ({ temporal, words }) => (temporal ? (words.includes('date') ? 0.6 : 0.5) : null))

/** Columns that "how tall" may ask for. */
const columnsOfAdjective = (names: string[], schema: Schema): Mention['columns'] =>
  bestColumns(schema, (column) => {
    const at = names.findIndex((name) => column.words.includes(name))
    return at >= 0 && hasSize(column) ? 0.6 - 0.01 * at : null
  })

/** The only column of a table that can be added up or averaged. */
function onlyFigure({ columns }: Table) {
  const figures = columns.filter((column) => column.numeric && !isId(column) && !column.words.includes('year'))
  return figures.length === 1 ? figures[0]! : null
}

/** Tables that are named by a word of the same root: what is done is written down there. */
const tablesLike = (word: string, schema: Schema): Mention['tables'] =>
  schema.tables
    .filter(({ words }) => words.some((other) => other !== word && root(other) === root(word)))
    .map((table) => ({ table, score: 0.5 - 0.02 * (table.words.length - 1) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)

/** Whether a word is words of a name that stand one after the other: "wifi" in hasWiFi. */
const isGlued = (word: string, words: string[]): boolean =>
  words.some((one, from) => word.startsWith(one) && word !== one && words.slice(from, from + 2).join('') === word)

function columnsLike(word: string, schema: Schema, least: number): Mention['columns'] {
  const [own, near, kin] = [root(word), synonymsOf(word), KIN_OF.get(word)]
  const fit = (other: string) =>
    other === word
      ? 0.6
      : root(other) === own
        ? 0.55
        : near.has(other)
          ? 0.5
          : own.length > 4 && other.startsWith(own.slice(0, Math.max(4, own.length - 2)))
            ? 0.45
            : (own.length > 3 && other.length > own.length && other.endsWith(own)) || isShortFor(other, word)
              ? 0.45
              : kin?.has(other) || near.values().some((one) => isShortFor(other, one))
                ? 0.4
                : 0
  const found = bestColumns(schema, ({ words }) => {
    if (isOfEach([word], words)) return null
    if (own.length > 3 && isGlued(word, words)) return 0.6
    const score = Math.max(...words.map(fit)) - 0.02 * (words.length - 1)
    return score > least ? score : null
  })
  return asWhole(found).toSorted((a, b) => b.score - a.score)
}
