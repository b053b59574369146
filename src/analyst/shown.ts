import type { OutlineTable } from '#catalog/rules/catalog.ts'
import type { Inquiry } from './inquiry.ts'

export function noteShown({ shown }: Pick<Inquiry, 'shown'>, table: string, columns: Iterable<string>): void {
  shown.set(table, new Set([...(shown.get(table) ?? []), ...columns]))
}

/** Notes the tables that texts name which the model wrote or was told, with those of their columns that they name too. */
export async function noteTold(inquiry: Inquiry, texts: string[]): Promise<void> {
  const words = new Set(texts.flatMap(namesIn))
  const isNamed = (name: string | undefined) => name !== undefined && words.has(name.toLowerCase())
  for (const { name, database, columns } of await inquiry.outline())
    if (isNamed(name) || isNamed(database?.table)) noteShown(inquiry, name, columns.filter(isNamed))
}

/** A column of more tables than so many is named by no text that leaves its table out. */
const FEW_TABLES = 3

/** Notes what definitions name that the model is told: they are not told again once one of these is hidden. */
export function noteNamed(inquiry: Inquiry, tables: OutlineTable[], text: string): void {
  const words = new Set(namesIn(text))
  const having = new Map<string, number>()
  for (const { columns } of tables)
    for (const column of columns) having.set(column.toLowerCase(), (having.get(column.toLowerCase()) ?? 0) + 1)
  for (const { name, columns } of tables) {
    const isNamed = words.has(name.toLowerCase())
    const said = columns
      .map((column) => [column, column.toLowerCase()] as const)
      .flatMap(([column, word]) => (words.has(word) && (isNamed || having.get(word)! <= FEW_TABLES) ? column : []))
    if (said.length > 0) noteShown(inquiry, name, said)
  }
}

/** Names in a text that may be those of tables and columns, in small letters. */
export const namesIn = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/"([^"]+)"|`([^`]+)`|[\p{L}_][\p{L}\p{M}\p{N}_]*/gu)].map(
    ([word, quoted, ticked]) => quoted ?? ticked ?? word,
  )
