import type { CatalogColumn } from './answers.ts'
import type { OutlineTable } from './catalog.ts'

/** What a table was found by beside names; `column` is null for what is said of the table itself. */
export type Hit = { column: string | null; where: 'description' | 'value'; text: string }

const MOST_WORDS = 10

export const wordsOf = (q: string): string[] =>
  [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)

/**
 * Tables that speak of what is searched: each word is in their name, source or description, in the name of a column, or in what `speaking`
 * knows. What is called so letter for letter comes first, then tables named so, then those with a column named so; all of them where nothing is searched.
 * @param speaking for each word the ids of the tables with a column whose description or values have it; none where only names are searched
 */
export function findTables(tables: OutlineTable[], q: string, speaking: ReadonlySet<string>[]): OutlineTable[] {
  const words = wordsOf(q)
  if (words.length === 0) return tables
  const exact = q.trim().toLowerCase()
  const found: { table: OutlineTable; rank: number }[] = []
  for (const table of tables) {
    const name = table.name.toLowerCase()
    const columns = table.columns.join('\n').toLowerCase()
    const own = `${name}\n${table.source.name}\n${table.description}\n`.toLowerCase()
    if (!words.every((word, at) => own.includes(word) || columns.includes(word) || speaking[at]?.has(table.id)))
      continue
    const has = (text: string) => words.some((word) => text.includes(word))
    found.push({ table, rank: name === exact ? 0 : has(name) ? 1 : has(columns) ? 2 : 3 })
  }
  // The order of names is kept among equals.
  return found.sort((a, b) => a.rank - b.rank).map(({ table }) => table)
}

export const columnsNamed = ({ columns }: OutlineTable, words: string[]): string[] =>
  columns.filter((name) => words.some((word) => name.toLowerCase().includes(word)))

type Texts = Pick<CatalogColumn, 'description' | 'top' | 'sample'> & { name: string | null }

/** Descriptions, then values, that have one of the words. */
export function hitsOf(texts: Texts[], words: string[]): Hit[] {
  const descriptions = texts.map(({ name, description }) => ({
    column: name,
    where: 'description' as const,
    text: description,
  }))
  const values = texts.flatMap(({ name, top, sample }) =>
    [...new Set([...top.map(({ value }) => value), ...sample])].map((text) => ({
      ...{ column: name, where: 'value' as const, text },
    })),
  )
  return [...descriptions, ...values].filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)))
}
