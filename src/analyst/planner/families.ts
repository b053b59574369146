import { nameWords } from '#base/stems.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import type { Column, Schema } from '../built-in/schema.ts'
import { isShortFor } from './abbreviations.ts'
import { linkBrackets } from './brackets.ts'
import { asksGrowth } from './differences.ts'
import { isFigure, isGrid } from './rows.ts'
import { OPERATION_OF } from './words.ts'

/** Years from the first to the last. */
type Years = [from: number, to: number]
/** A column of one period among others of the same name: fatalities_00_14 beside fatalities_85_99. */
type Member = { column: Column; name: string; years: Years }
type Linked = { tokens: Token[]; mentions: Mention[] }

const SPAN = /^((?:1[89]|20)?\d\d)(?:\s?[-–_/]\s?((?:1[89]|20)?\d\d))?$/
/** Years of two digits up to this one are of this century. */
const LAST_OF_CENTURY = 40
const yearOf = (digits: string) => {
  const year = Number(digits)
  return digits.length > 2 ? year : year + (year > LAST_OF_CENTURY ? 1900 : 2000)
}

/** Years from the digits at the end of a name: "00_14", "8893" that can be no year. */
const written = (digits: string) => digits.replace('_', '-').replace(/^([3-9]\d)(\d\d)$/, '$1-$2')

/** The years that a text writes: "2000-2014", "98". */
function yearsOf(text: string): Years | null {
  const [, from, to] = SPAN.exec(text) ?? []
  return from ? [yearOf(from), yearOf(to ?? from)] : null
}

const families = new WeakMap<Schema, Member[]>()

/** Columns whose names end with years, where another column has the same name with other years. */
function membersOf(schema: Schema): Member[] {
  const known = families.get(schema)
  if (known) return known
  const all = schema.tables.flatMap(({ name: table, columns }) =>
    columns.flatMap((column): (Member & { table: string })[] => {
      const [, name, digits] =
        /^(.*?)[\s_-]*((?:(?:1[89]|20)\d\d|(?<![\d.])\d\d)(?:[-–_]?\d\d(?:\d\d)?)?)$/.exec(column.name) ?? []
      const years = digits === undefined || !column.numeric ? null : yearsOf(written(digits))
      return years ? [{ column, table, name: nameWords(name!).join(' '), years }] : []
    }),
  )
  const isFamily = ({ table, name, years }: (typeof all)[number]) =>
    name === '' ? years[0] > 1800 : all.some((other) => other.table === table && other.years.join() !== years.join())
  const found = all.filter(isFamily)
  families.set(schema, found)
  return found
}

/** The years that a token names, where it names no more than years. */
function namedBy({ kind, period, text, number }: Token): Years | null {
  if (kind === 'period' && period?.from && period.to) {
    const last = new Date(Date.parse(period.to) - 1).getUTCFullYear()
    return period.from.endsWith('-01-01') && period.to.endsWith('-01-01')
      ? [Number(period.from.slice(0, 4)), last]
      : null
  }
  return kind === 'word' || (kind === 'number' && number! < 3000) ? yearsOf(text) : null
}

/** A year or a span of years is part of the name of a column where the column is there once for each of them. */
function withYears({ tokens, mentions }: Linked, schema: Schema): Linked {
  const members = membersOf(schema)
  if (members.length === 0) return { tokens, mentions }
  const gone = new Set<number>()
  const changed = new Map<Mention, Mention>()
  const added: Mention[] = []
  let last: string | null = null
  const isDated = schema.tables.some(({ columns }) =>
    columns.some(({ temporal, words }) => temporal || words.includes('year')),
  )
  for (const [at, token] of tokens.entries()) {
    const years = namedBy(token)
    const fitting = years ? members.filter((one) => one.years.join() === years.join()) : []
    if (fitting.length === 0) continue
    const named = (mention: Mention): string | null => {
      const words = tokens
        .slice(mention.start, mention.end)
        .map(({ stem, lower }) => stem || lower)
        .join(' ')
      return (
        fitting.find(({ name }) => name === words)?.name ??
        fitting.find((one) =>
          mention.columns.some(({ column }) =>
            members.some((other) => other.column === column && other.name === one.name),
          ),
        )?.name ??
        null
      )
    }
    const near = mentions
      .filter((one) => one.kind !== 'value' && !changed.has(one) && named(one) !== null)
      .toSorted((a, b) => Math.abs(a.start - at) - Math.abs(b.start - at))[0]
    const only = fitting.length === 1 && !isDated ? fitting[0]!.name : null
    const name: string | null = near ? named(near) : (last ?? (fitting.every((one) => one.name === '') ? '' : only))
    if (name === null) continue
    const columns = fitting.filter((one) => one.name === name).map(({ column }) => ({ column, score: 1 }))
    const link = { score: 1, kind: 'column' as const, tables: [], columns, values: [] }
    if (near) {
      changed.set(near, { ...near, ...link })
      gone.add(at)
    } else added.push({ start: at, end: at + 1, ...link })
    last = name
  }
  if (changed.size + added.length === 0) return { tokens, mentions }
  return {
    // What is part of a name asks for nothing by itself.
    tokens: tokens.map((token, at) => (gone.has(at) ? { ...token, kind: 'mark' as const, lower: '' } : token)),
    mentions: [
      ...mentions
        .filter(({ start }) => !added.some((one) => one.start === start))
        .map((one) => changed.get(one) ?? one),
      ...added,
    ].toSorted((a, b) => a.start - b.start),
  }
}

const SHARE = /^(?:share|percentage|percent|proportion|rate|ratio|fraction|percentages|shares)$/
const OF_SHARES = /share|percent|pct|proportion|rate|ratio|%/i

/** "Average maximum temperature" is of the column of maxima. */
const isOfAverage = (tokens: Token[], at: number): boolean =>
  /^(?:average|mean|avg|median)$/.test(tokens[at - 1]?.lower ?? '') && /^(?:max|min)/.test(tokens[at]!.lower)

/** Links that differ so little fit equally well. */
const EVEN = 0.12

/**
 * A name that several columns share with one that tells them apart elsewhere in the question: "where women are more successful than men" is of
 * success_rates_women and success_rates_men, "which team scored at home" of home_team.
 */
function withVariants({ tokens, mentions }: Linked): Linked {
  const gone = new Set<Mention>()
  const changed = new Map<Mention, Mention>()
  const added: Mention[] = []
  for (const shared of mentions) {
    const even = shared.columns.filter(({ score }) => score > (shared.columns[0]?.score ?? 0) - EVEN)
    const columns = even.map(({ column }) => column).filter(({ table }) => table === even[0]!.column.table)
    if (shared.kind !== 'column' || columns.length < 2 || shared.score > 0.9) continue
    const variants = tokens.flatMap((token, at) => {
      if (token.kind !== 'word' || (shared.start <= at && at < shared.end)) return []
      if (OPERATION_OF.has(token.lower) && !isOfAverage(tokens, at)) return []
      const own = columns.filter(({ words }) =>
        words.some((word) => word === token.stem || word === token.lower || isShortFor(word, token.lower)),
      )
      const place = mentions.find(({ start, end }) => start <= at && at < end)
      const isFree = !place || (place.end - place.start === 1 && !changed.has(place))
      return own.length === 1 && isFree ? [{ at, place, column: own[0]! }] : []
    })
    const found = new Set(variants.map(({ column }) => column))
    if (found.size === 1) {
      const [{ at, column, place } = variants[0]!] = variants
      const isBeside = !place && at === shared.start - 1
      changed.set(shared, {
        ...{ ...shared, score: 0.9, columns: [{ column, score: 0.9 }] },
        start: isBeside ? at : shared.start,
      })
    }
    if (found.size < 2 || found.size < variants.length) continue
    gone.add(shared)
    for (const { at, place, column } of variants) {
      const link = { kind: 'column' as const, columns: [{ column, score: 0.9 }] }
      if (place) changed.set(place, { ...place, ...link })
      else added.push({ start: at, end: at + 1, score: 0.9, tables: [], values: [], ...link })
    }
  }
  return {
    tokens,
    mentions: [...mentions.filter((one) => !gone.has(one)).map((one) => changed.get(one) ?? one), ...added].toSorted(
      (a, b) => a.start - b.start,
    ),
  }
}

/** Where each row stands for a part of something and says how large it is, "share" is that column. */
function withShareOfRows({ tokens, mentions }: Linked, { tables }: Schema): Linked {
  const [table, other] = tables
  if (!table || other || !isGrid(table)) return { tokens, mentions }
  const columns = table.columns
    .filter(
      (column) => isFigure(column) && /^(?:pct|percent|percentage|share|proportion)$/.test(column.words.join(' ')),
    )
    .map((column) => ({ column, score: 0.9 }))
  if (columns.length !== 1) return { tokens, mentions }
  const found = tokens.flatMap(({ lower }, start): Mention[] =>
    SHARE.test(lower) && !mentions.some((one) => one.start <= start && start < one.end)
      ? [{ start, end: start + 1, score: 0.9, kind: 'column', tables: [], columns, values: [] }]
      : [],
  )
  return { tokens, mentions: [...mentions, ...found].toSorted((a, b) => a.start - b.start) }
}

/** "Share of women", "win percentage" and "percentage with a degree" are the column of that share, where there is one. */
function withShares({ tokens, mentions }: Linked, { tables }: Schema): Linked {
  const isTaken = (at: number, but: Mention) => mentions.some((one) => one !== but && one.start <= at && at < one.end)
  return {
    tokens,
    mentions: mentions.map((one) => {
      const before = [2, 3].find(
        (back) =>
          SHARE.test(tokens[one.start - back]?.lower ?? '') &&
          tokens.slice(one.start - back + 1, one.start).every(({ lower }) => /^(?:of|with|in|a|the)$/.test(lower)),
      )
      const start = one.start - (before ?? 0)
      const end = one.end + (before === undefined && SHARE.test(tokens[one.end]?.lower ?? '') ? 1 : 0)
      if (one.kind === 'value' || (start === one.start && end === one.end)) return one
      if (isTaken(start, one) || isTaken(end - 1, one)) return one
      const words = tokens.slice(one.start, one.end).map(({ stem, lower }) => stem || lower)
      const named = tables
        .flatMap(({ columns }) => columns)
        .filter((column) => OF_SHARES.test(column.name) && words.every((word) => column.words.includes(word)))
        .map((column) => ({ column, score: 1 - 0.02 * column.words.length }))
      const linked = one.columns.filter(({ column, score }) => OF_SHARES.test(column.name) && score > 0.4)
      const columns = named.length > 0 ? named.toSorted((a, b) => b.score - a.score) : linked
      return columns.length === 0 ? one : { ...one, kind: 'column', start, end, columns, tables: [], values: [] }
    }),
  }
}

const NUMBERED = /^([A-Za-z]+)[ _.-]?(\d{1,3})$/
const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 }
/** So many columns are told apart by a number alone for it to be part of what they are called by. */
const MOST_ALONE = 3

/** Whether a name is a word or its consonants, or its first letter: "wk", "q". */
const isBare = (name: string, word: string): boolean =>
  name === word || (word.length > 2 && (name === word.replace(/[aeiou]/g, '') || name === word[0]))

/** "Week 20" and "the first week" are the column of that number, where several columns differ by it alone: wk1, wk2 … */
function withNumbers({ tokens, mentions }: Linked, { tables }: Schema): Linked {
  const members = tables.flatMap(({ columns }) => {
    const all = columns.flatMap((column) => {
      const [, name, digits] = NUMBERED.exec(column.name) ?? []
      return digits === undefined ? [] : [{ column, name: name!.toLowerCase(), number: Number(digits) }]
    })
    return all.filter(({ name }) => all.filter((one) => one.name === name).length >= MOST_ALONE)
  })
  if (members.length === 0) return { tokens, mentions }
  const found = tokens.flatMap((token, at): Mention[] => {
    const before = tokens[at - 1]
    const isOrdinal = before !== undefined && ORDINALS[before.lower] !== undefined
    const number = isOrdinal ? ORDINALS[before.lower] : tokens[at + 1]?.number
    const columns = members
      .filter(
        (one) =>
          one.number === number &&
          (token.lower === one.name || isShortFor(one.name, token.stem) || isBare(one.name, token.stem)),
      )
      .map(({ column }) => ({ column, score: 1 }))
    const place = isOrdinal ? { start: at - 1, end: at + 1 } : { start: at, end: at + 2 }
    return columns.length === 0 ? [] : [{ ...place, score: 1, kind: 'column', tables: [], columns, values: [] }]
  })
  return { tokens, mentions: replacing(mentions, found) }
}

/**
 * Links with what stands beside a name and belongs to it: the years and numbers of a column that is there once for each of them, the
 * bracket of one that is there once a bracket, and the share that is a column.
 */
export const linkFamilies = (linked: Linked, schema: Schema): Linked =>
  withShareOfRows(
    withShares(withVariants(linkBrackets(withNumbers(withYears(linked, schema), schema), schema)), schema),
    schema,
  )

/** Words for what rose or fell. */
const RISES =
  /^(?:rose|rise[sn]?|grew|grows?|grown|increased?|increasing|improved?|gained|climbed|up|richer|larger|higher)$/i
const FALLS =
  /^(?:fell|falls?|falling|fallen|dropped|declined?|decreased?|shrank|shrunk|lost|lose|sank|down|poorer|smaller|lower)$/i
const BETWEEN_YEARS = /\b(?:from|between) ((?:1[89]|20)?\d\d(?:-\d\d)?) (?:to|and) ((?:1[89]|20)?\d\d(?:-\d\d)?)\b/i

const UTMOST = /\b(?:the )?(most|least|fastest|slowest)\b/i
const BY_HOW_MUCH = /\b(?:by )?(?:how (?:much|many|fast)|what)(?: percent\w*)?\b/i

/**
 * A change between two years that have a column of their own each, in words that name both: "where did the rate fall from 2008 to 2009" as "where was
 * the rate in 2009 lower than in 2008", "how much did it fall" and "where did it fall the most" as the difference between both.
 */
export function comparedYears(question: string, schema: Schema): string {
  const [between, from, to] = BETWEEN_YEARS.exec(question) ?? []
  const change = question.match(/\p{L}+/gu)?.find((word) => RISES.test(word) || FALLS.test(word))
  if (!between || !change) return question
  const has = (text: string) => membersOf(schema).some(({ years }) => years.join() === yearsOf(text)?.join())
  if (!has(from!) || !has(to!)) return question
  const rest = question
    .replace(between, '')
    .replace(new RegExp(`\\b(?:(?:go|goes|went|gone|got|get|has|have|had) )?${change}\\b`), '')
    .replace(/\b(?:with|whose|that|did|does|do|their|its|a|an)\b/gi, '')
    .replace(/[?.!]/g, '')
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
  const rises = RISES.test(change)
  const utmost = rest.match(UTMOST)?.[1]
  const inPercent = asksGrowth(question) ? 'percent ' : ''
  const difference = `${inPercent}difference in ${to} than in ${from}`
  if (utmost) {
    const isMost = /most|fast/i.test(utmost) === rises
    return tidy(`${rest.replace(UTMOST, '')} with the ${isMost ? 'most' : 'least'} ${difference}`)
  }
  if (/^(?:by )?(?:how (?:much|many|fast)|what percent\w*)\b/i.test(question))
    return tidy(`${rest.replace(BY_HOW_MUCH, '')} ${difference}`)
  return tidy(`${rest} with ${rises ? 'more' : 'less'} in ${to} than in ${from}`)
}
