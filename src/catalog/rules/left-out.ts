import { z } from 'zod'
import { count } from '#base/answer.ts'
import { counted, numberText } from '#base/format.ts'
import { identifier } from '#base/sql.ts'
import type { CatalogColumn, CatalogTable } from './answers.ts'

/** Where what did not count can be seen: the lines of a file, or the rows of a table whose value in `unread` could not be read. */
export const linesShown = z.union([z.object({ file: z.string() }), z.object({ table: z.string(), unread: z.string() })])
export type LinesShown = z.infer<typeof linesShown>

/** What of a table does not count in a result: lines that are no rows of it, or rows whose value in a column could not be read. */
export const leftOut = z.object({
  counted: count,
  of: count,
  note: z.string(),
  show: linesShown.optional().describe('Where these lines can be seen: in a file, or as rows of a table.'),
})
export type LeftOut = z.infer<typeof leftOut>

/** `probe`: SQL that shows the rows; `isLost`: lines could not be read at all. */
type Found = LeftOut & { probe?: string; isLost?: boolean }

export function linesLeftOut({ name, source, rows, lines = rows, ...table }: CatalogTable): Found[] {
  const { rows_rejected: rejected = 0, rows_apart: apart = 0, rows_totals: totals, rows_dropped: dropped = 0 } = table
  const all = lines + rejected + apart + dropped
  if (all === lines) return []
  const why = [
    ...(totals ? [`${counted(totals, 'total')} set apart`] : []),
    ...(apart > (totals ?? 0)
      ? [
          `${numberText(apart - (totals ?? 0))} set apart as ${totals === undefined ? 'totals, ' : ''}notes, empty or names that come again`,
        ]
      : []),
    ...(dropped > 0 ? [`${numberText(dropped)} left out by recipes, as rows that come again`] : []),
    ...(rejected > 0 ? [`${numberText(rejected)} could not be read`] : []),
  ]
  return [
    {
      ...{ counted: lines, of: all, isLost: rejected > 0 },
      note: `${numberText(lines)} of ${numberText(all)} lines of ${name} counted; ${why.join(', ')}.`,
      ...(source.kind === 'file' && apart + rejected > 0 ? { show: { file: source.id } } : {}),
    },
  ]
}

/** The rows of a table that have no value in a column, because what is written there could not be read. */
export function valuesLeftOut(table: CatalogTable, column: string): Found[] {
  const beside = table.columns.find(({ text_of }) => text_of === column)
  const unread = beside ? unreadIn(table, column, beside) : 0
  if (!beside || unread === 0) return []
  const [about, atLeast] = beside.unread === undefined ? ['up to ', 'at least '] : ['', '']
  const [counted, of] = [table.rows - unread, table.rows]
  const rows = table.lines === undefined ? 'lines' : 'rows'
  return [
    {
      ...{ counted, of, show: { table: table.id, unread: column } },
      note: `${atLeast}${numberText(counted)} of ${numberText(of)} ${rows} of ${table.name} counted; ${about}${numberText(unread)} have no ${column} that could be read: what is written there stands in ${beside.name}.`,
      probe: `select * from ${identifier(table.name)} where ${identifier(column)} is null and ${identifier(beside.name)} is not null`,
    },
  ]
}

/**
 * How many rows have no value in a column because of what stands beside it, which may also be a note to a value. Tables that were read
 * before this was counted tell the most that it can be.
 */
export function unreadIn(table: CatalogTable, column: string, beside: CatalogColumn): number {
  const { nulls = 0 } = table.columns.find(({ name }) => name === column) ?? {}
  return beside.unread ?? Math.min(table.rows - beside.nulls, nulls)
}

/** What does not count in a result that rests on tables. @param columns names of the columns that its statement looks at */
export const leftOutOf = (tables: CatalogTable[], columns: ReadonlySet<string>): LeftOut[] =>
  tables
    .flatMap((table) => [
      ...linesLeftOut(table),
      ...table.columns.flatMap(({ name }) => (columns.has(name.toLowerCase()) ? valuesLeftOut(table, name) : [])),
    ])
    .map(({ probe: _, isLost: __, ...told }) => told)
