import { bold, type Column, plain, say, sayTable } from './print.ts'

type Value = string | number | boolean | null | undefined | string[]

/** `2026-11-21T20:29:19.000Z` -> `2026-11-21 20:29`, in UTC as logs and audits are. */
export const when = (iso: string | null | undefined): string => (iso ? iso.slice(0, 16).replace('T', ' ') : '')
export const number = (value: number | null | undefined): string => value?.toLocaleString('en') ?? ''
export const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

/** Minor units as people write them: 120050, INR -> `1,200.50 INR`. All currencies of the product have two digits. */
export const money = (minor: number, currency: string): string =>
  `${(minor / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`

/** A value as one text. */
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

/** Prints a table below a title; nothing when it has no rows. */
export function saySection(title: string, columns: Column[], rows: string[][]): void {
  if (rows.length === 0) return
  say(`\n${bold(title)}`)
  sayTable(columns, rows)
}
