import { type Case, made } from '../case.ts'
import { namesOf, rowsOf } from '../exported/file.ts'
import type { Column, Truth } from '../truth.ts'
import { utf8 } from '../write.ts'

/** What a column may be called that tells the heading above its rows. */
export const GROUP = 'group ~ section ~ heading ~ category ~ block ~ part'
export const TICK: Partial<Column> = { roles: ['flag', 'dimension', 'text'] }
export const LEVEL: Partial<Column> = { roles: ['measure', 'dimension', 'code'] }
/** A day whose year stands elsewhere, if anywhere: the text as it is, or the whole day. */
export const YEARLESS: Partial<Column> = {
  kind: 'month',
  roles: ['time', 'dimension', 'text'],
  types: ['date', 'text'],
}

/** What notes beside a table may be called, as a column without a name. */
export const BESIDE = /^(column|col|field|unnamed|f)?[_: ]*\d*$|note|remark/i

/** A file of lines of text. */
export const file = (
  id: string,
  ending: string,
  tables: (Column[] | Truth)[],
  lines: string[],
  encode = utf8,
  newline = '\n',
): Case => made(id, ending, tables, () => encode(lines.map((line) => `${line}${newline}`).join('')))

/** Fields between delimiters, with quotes where they need them. */
export const join =
  (delimiter = ',') =>
  (fields: string[]) =>
    fields
      .map((one) => (/["\n]/.test(one) || one.includes(delimiter) ? `"${one.replaceAll('"', '""')}"` : one))
      .join(delimiter)

/** Names and rows of a table as lines. */
export const linesOf = (columns: Column[], delimiter = ','): string[] =>
  [namesOf(columns), ...rowsOf(columns)].map(join(delimiter))

/** Lines of fields in which a value that stands above is left out, in the first columns. */
export const once = (rows: string[][], columns = 1): string[][] =>
  rows.map((fields, row) =>
    fields.map((field, at) =>
      at < columns && fields.slice(0, at + 1).every((one, to) => one === rows[row - 1]?.[to]) ? '' : field,
    ),
  )

/** What stands in front of the first row of each group, whose name is in the first column, and behind its last. */
export const grouped = (
  columns: Column[],
  line: (fields: string[]) => string,
  above: (group: string, rows: string[][]) => string[],
  below: (group: string, rows: string[][]) => string[] = () => [],
): string[] =>
  [...Map.groupBy(rowsOf(columns), ([group]) => group!)].flatMap(([group, rows]) => [
    ...above(group, rows),
    ...rows.map((fields) => line(fields.slice(1))),
    ...below(group, rows),
  ])
