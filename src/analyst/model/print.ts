import type { Cell } from '#query/rules/result.ts'
import { isNumeric, type ResultColumn } from '#query/rules/result.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

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
  return grouped + kept
}

/** A cell as it stands in prose; `grain` is the name of its column when that is a time grain. */
export function printCell(cell: Cell, column: ResultColumn): string {
  if (cell === null) return 'unknown'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  const name = column.name.toLowerCase()
  const text = String(cell)
  if (isNumeric(column.type)) return /^(?:year|.*_year|.*_?id|hour)$/.test(name) ? text : printNumber(text)
  const date = text.match(/^(\d{4})-(\d{2})-(\d{2})/)
  if (date && name === 'month') return `${MONTHS[Number(date[2]) - 1]} ${date[1]}`
  if (date && name === 'quarter') return `Q${Math.ceil(Number(date[2]) / 3)} ${date[1]}`
  if (date && name === 'week') return `the week of ${date[0]}`
  return text.replace(/[\r\n]+/g, ' ').slice(0, 80)
}
