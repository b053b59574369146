import { nameWords } from '#base/stems.ts'
import type { Token } from '../built-in/lex.ts'
import type { Mention } from '../built-in/link.ts'
import type { Column, Schema } from '../built-in/schema.ts'

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
        /^(.*?)[\s_-]*((?:(?:1[89]|20)\d\d|(?<![\d.])\d\d)(?:[-–_]\d\d(?:\d\d)?)?)$/.exec(column.name) ?? []
      const years = digits === undefined || !column.numeric ? null : yearsOf(digits.replace('_', '-'))
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

/** "Share of women" is the column of that share, where there is one. */
function withShares({ tokens, mentions }: Linked): Linked {
  return {
    tokens,
    mentions: mentions.map((one) => {
      const isOf = tokens[one.start - 1]?.lower === 'of' && SHARE.test(tokens[one.start - 2]?.lower ?? '')
      const columns =
        isOf && one.kind === 'column'
          ? one.columns.filter(({ column, score }) => OF_SHARES.test(column.name) && score > 0.4)
          : []
      return columns.length === 0 || mentions.some(({ end }) => end === one.start || end === one.start - 1)
        ? one
        : { ...one, start: one.start - 2, columns, tables: [], values: [] }
    }),
  }
}

/** Links with what stands beside a name and belongs to it: the years of a column that is there once a period, and the share that is a column. */
export const linkFamilies = (linked: Linked, schema: Schema): Linked => withShares(withYears(linked, schema))
