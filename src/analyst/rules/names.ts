import { counted, numberText } from '#base/format.ts'
import { cut } from '#base/text.ts'
import { tokensOf } from '#base/tokens.ts'
import type { OutlineTable } from '#catalog/rules/catalog.ts'

const MOST_TOKENS = 3_000
const LONGEST_NAME = 80

/** Names that differ only in their numbers are told as one from so many on. */
const SERIES = 4

/** A table, or several whose names differ only in their numbers. */
type Entry = { text: string; source: string; first: string; named: string[]; tables: number; weight: number }

export type NameList = { text: string; named: string[] }

/**
 * The names of all tables as far as they have room, by source, for a model that sees only a few of them whole: the same text as long as
 * the catalog stays the same. Of more, those that most others join to and that have the most rows are named.
 * @param joins how many tables each table is joined to, by its place
 */
export function nameList(tables: OutlineTable[], joins: number[]): NameList {
  const bySource = Map.groupBy(
    tables.map((table, at) => ({ table, weight: joins[at]! * 100 + Math.log10(1 + table.rows) })),
    ({ table: { name, source } }) => `${source.kind === 'database' ? source.id : ''} ${name.replace(/\d+/g, '#')}`,
  )
  const entries = [...bySource.values()].flatMap((group): Entry[] => {
    const named = group.map(({ table, weight }) => ({ ...entry(table), weight }))
    if (group.length < SERIES) return named
    const [first, last] = [named[0]!, named.at(-1)!]
    const text = `${first.text} … ${last.text} (${numberText(group.length)} alike)`
    const ends = [...first.named, ...last.named]
    const weight = Math.max(...named.map((one) => one.weight))
    return [{ ...first, text, named: ends, tables: group.length, weight }]
  })
  let room = MOST_TOKENS
  const sources = new Set<string>()
  const fitting = new Set<Entry>()
  for (const one of entries.toSorted((a, b) => b.weight - a.weight || compare(a.first, b.first))) {
    room -= tokensOf(`${one.text},`) + (sources.has(one.source) ? 0 : tokensOf(`${one.source}:`) + 1)
    if (room < 0) break
    sources.add(one.source)
    fitting.add(one)
  }
  const lines = [
    ...Map.groupBy(
      entries.filter((one) => fitting.has(one)),
      ({ source }) => source,
    ),
  ].map(([source, of]) => `${source ? `${source}: ` : ''}${of.map(({ text }) => text).join(', ')}`)
  const namedTables = [...fitting].reduce((sum, one) => sum + one.tables, 0)
  const rest = tables.length - namedTables
  const more =
    rest > 0 ? [`… and ${counted(rest, 'more table')}: search_catalog finds ${rest === 1 ? 'it' : 'them'}.`] : []
  return { text: [...lines, ...more].join('\n'), named: [...fitting].flatMap((one) => one.named) }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function entry({ name, source }: OutlineTable): Omit<Entry, 'weight'> {
  // A file of one table is called as its table is.
  const databaseName = source.kind === 'database' ? JSON.stringify(cut(source.name, LONGEST_NAME)) : ''
  return { text: safe(name), source: databaseName, first: name, named: [name], tables: 1 }
}

/** Names are words; anything else stands in quotes, so that it cannot look like a part of the instructions. */
const safe = (name: string): string => {
  const short = cut(name, LONGEST_NAME)
  return /^[\p{L}\p{M}\p{N}_]+$/u.test(short) ? short : JSON.stringify(short)
}
