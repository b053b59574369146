import { bold, note, plain, say, sayJson, sayTable } from './print.ts'

type Value = string | number | boolean | null | undefined | string[]

/** `2026-11-21T20:29:19.000Z` -> `2026-11-21 20:29`, in UTC as logs and audits are. */
export const when = (iso: string | null | undefined): string => (iso ? iso.slice(0, 16).replace('T', ' ') : '')
export const number = (value: number | null | undefined): string => value?.toLocaleString('en') ?? ''
export const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

/** Minor units as people write them: 120050, INR -> `1,200.50 INR`. All currencies of the product have two digits. */
export const money = (minor: number, currency: string): string =>
  `${(minor / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`

function text(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return yesNo(value)
  if (typeof value === 'number') return number(value)
  return plain(Array.isArray(value) ? value.join(', ') : value)
}

/** Prints what is known of one thing, a line each; what is empty is left out. */
export function sayRecord(fields: Record<string, Value>): void {
  const filled = Object.entries(fields).filter(([, value]) => text(value) !== '')
  const width = Math.max(0, ...filled.map(([name]) => Bun.stringWidth(name)))
  for (const [name, value] of filled) say(`${name.padEnd(width)}  ${text(value)}`)
}

/** What a table shows of an item, by the heads of its columns: `#` puts a column on the right, `*` keeps it from being cut. */
type Cells<T> = Record<string, (item: T) => Value>

export function sayItems<T>(items: readonly T[], cells: Cells<T>): void {
  const columns = Object.entries(cells)
  sayTable(
    columns.map(([head]) => ({
      name: head.replace(/^[#*]/, ''),
      right: head.startsWith('#'),
      whole: head.startsWith('*'),
    })),
    items.map((item) => columns.map(([, cell]) => text(cell(item)))),
  )
}

/** Prints a table below a title; nothing when there are no items. */
export function saySection<T>(title: string, items: readonly T[], cells: Cells<T>): void {
  if (items.length === 0) return
  say(`\n${bold(title)}`)
  sayItems(items, cells)
}

/** Prints a list: as JSON where that is asked for, else as a table, or in words that there is none. */
export function sayList<T>(json: boolean, items: readonly T[], empty: string, cells: Cells<T>): void {
  if (json) sayJson(items)
  else if (items.length === 0) say(empty)
  else sayItems(items, cells)
}

/** Says what was done: as JSON where that is asked for, else in a sentence. */
export const sayDone = (json: boolean, done: unknown, text: string): void => (json ? sayJson(done) : note(text))
