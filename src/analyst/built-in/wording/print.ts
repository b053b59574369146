import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import { isNumeric } from '#query/rules/result.ts'
import { sayDay, sayMonth, sayQuarter } from './period.ts'

/** A number as people read it: thousands separators, at most two decimals, digits of an exact decimal kept as text. */
export function printNumber(text: string): string {
  const [whole, fraction = ''] = text.split('.')
  if (!/^-?\d+$/.test(whole!) || !/^\d*$/.test(fraction)) {
    const value = Number(text)
    return Number.isFinite(value) ? printNumber(value.toFixed(2).replace(/\.?0+$/, '')) : text
  }
  const short = fraction.length > 2 ? Number(text).toFixed(2) : text
  const [digits, decimals = ''] = short.split('.')
  const grouped = digits!.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const kept = /^0*$/.test(decimals) ? '' : `.${decimals}`
  return grouped === '-0' && !kept ? '0' : grouped + kept
}

/** What stands around a number: the sign of a currency before it, or a percent sign behind. */
export type Unit = { currency: string | null; percent: boolean; days?: boolean; seconds?: boolean }

/** A cell as it stands in prose. Columns named by a time grain are printed as that; `unit` is what a number counts. */
export function printCell(cell: Cell, column: ResultColumn, unit?: Unit): string {
  if (cell === null) return 'unknown'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  const name = column.name.toLowerCase()
  const text = String(cell)
  if (isNumeric(column.type)) {
    if (/^(?:year|.*_year|.*_?id|hour)$/.test(name)) return text
    const number = printNumber(text)
    if (unit?.percent) return `${number} %`
    if (unit?.seconds) return `${number} ${number === '1' ? 'second' : 'seconds'}`
    if (unit?.days) return `${number} ${number === '1' ? 'day' : 'days'}`
    return unit?.currency ? number.replace(/^(-?)/, `$1${unit.currency}`) : number
  }
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) {
    if (name === 'month') return sayMonth(text)
    if (name === 'quarter') return sayQuarter(text)
    if (name === 'week') return `the week of ${sayDay(text)}`
    if (/^\d{4}-\d{2}-\d{2}(?:[T ]00:00:00(?:\.0+)?Z?)?$/.test(text)) return sayDay(text)
    if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) return text.slice(0, 16).replace('T', ' ')
  }
  return text.replace(/[\r\n]+/g, ' ').slice(0, 80)
}
