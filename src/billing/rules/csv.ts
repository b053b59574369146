import { neutralised } from '#base/formula.ts'

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

type Row<Name extends string> = Readonly<Record<Name, string | number | null>>

/** Rows as lines of CSV; numbers stay numbers, null is empty, and what a spreadsheet would run as a formula is told to be text. */
export const csvLines = <Name extends string>(columns: readonly Name[], rows: readonly Row<Name>[]): string =>
  rows
    .map((row) => {
      const cells = columns.map((name) => {
        const value = row[name]
        return typeof value === 'string' ? quoted(neutralised(value)) : (value ?? '')
      })
      return `${cells.join(',')}\r\n`
    })
    .join('')

export const csvHead = (columns: readonly string[]): string => `${columns.join(',')}\r\n`

export const csvOf = <Name extends string>(columns: readonly Name[], rows: readonly Row<Name>[]): string =>
  csvHead(columns) + csvLines(columns, rows)
