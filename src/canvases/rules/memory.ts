import type { Cell, QueryResult } from '#query/rules/answers.ts'
import type { Refreshed } from './prose.ts'

/**
 * What a block showed at a moment, with its first rows. `tables`: those that it read, with the columns that could be seen then. `of`: what
 * the statements of words gave, whose rows are their figures.
 */
export type Remembered = { page: QueryResult; at: string; tables: Record<string, string[]>; of?: QueryResult[] }

const COLUMNS = [
  { name: 'number', type: 'BIGINT' },
  { name: 'words', type: 'VARCHAR' },
  { name: 'says', type: 'VARCHAR' },
]

/** The figures of pinned words as rows that can be compared: by their places, with the words around them, which stay. */
export function figuresOf({ text, numbers }: Refreshed): Pick<QueryResult, 'columns' | 'rows' | 'total_rows'> {
  const rows = numbers.map((one, at): Cell[] => {
    const before = text.slice(numbers[at - 1]?.end ?? 0, one.start).slice(-60)
    const after = text.slice(one.end, numbers[at + 1]?.start).slice(0, 60)
    return [at + 1, `${before}…${after}`.trim(), one.text]
  })
  return { columns: COLUMNS, rows, total_rows: rows.length }
}
