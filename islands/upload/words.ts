import { counted } from '#base/format.ts'
import { bytesText, rateOf, timeLeft } from '#files/rules/transfer.ts'
import { region } from '../kit/region.ts'
import type { Item } from './queue-state.ts'

const count = (number: number, one: string) => counted(number, one, undefined, region())

/** How far a file has come. @param sent bytes of it */
export function noteOf(item: Item, sent: number): string {
  switch (item.state) {
    case 'waiting':
      return `Waiting · ${bytesText(item.size)}`
    case 'sending': {
      const rate = rateOf(item.marks)
      const parts = [
        `${bytesText(sent)} of ${bytesText(item.size)}`,
        rate ? `${bytesText(rate)}/s` : '',
        timeLeft(item.size - sent, rate),
      ]
      return parts.filter(Boolean).join(' · ')
    }
    case 'paused':
      return `Paused · ${bytesText(sent)} of ${bytesText(item.size)}`
    case 'offline':
      return `Waiting for the connection · ${bytesText(sent)} of ${bytesText(item.size)}`
    case 'reading':
      return item.rows > 0 ? `Reading · ${count(item.rows, 'row')} so far` : 'Uploaded · reading rows'
    case 'failed':
      return item.error === 'Cancelled.' ? '' : 'Not added'
    case 'ready': {
      const { tables, rejected, version, dialect } = item.file!
      const rows = tables.reduce((sum, table) => sum + table.rows, 0) - (dialect.derived_rows ?? 0)
      const parts = [
        count(rows, 'row'),
        tables.length > 1 ? count(tables.length, 'table') : '',
        version > 1 ? `version ${version}` : '',
      ]
      if (dialect.apart) parts.push(`${count(dialect.apart.rows, 'line')} set apart`)
      if (rejected.rows > 0) parts.push(`${count(rejected.rows, 'row')} rejected`)
      return `Ready · ${parts.filter(Boolean).join(' · ')}`
    }
  }
}

/** What screen readers are told of the newest file. */
export function announcement(item: Item | undefined): string {
  if (!item || item.state === 'sending' || item.state === 'waiting') return ''
  if (item.state === 'offline') return `Waiting for the connection to send ${item.name}`
  if (item.state === 'paused') return `${item.name} is paused`
  return item.state === 'reading' ? `Reading ${item.name}` : `${item.name}: ${noteOf(item, 0)}`
}
