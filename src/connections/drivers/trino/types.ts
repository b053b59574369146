import { bare, base64Field, field, type Writer } from '../text.ts'

const PLAIN: Record<string, string> = {
  boolean: 'BOOLEAN',
  tinyint: 'TINYINT',
  smallint: 'SMALLINT',
  integer: 'INTEGER',
  int: 'INTEGER',
  bigint: 'BIGINT',
  real: 'FLOAT',
  double: 'DOUBLE',
  date: 'DATE',
  uuid: 'UUID',
  varbinary: 'BLOB',
}

const MOMENT = /^(time|timestamp)(?:\((\d+)\))?( with time zone)?$/

/** The DuckDB type that holds every value exactly. @param native as the server writes types, in lower case */
export function duckType(native: string): string {
  const [, moment, digits = '3', zone] = MOMENT.exec(native) ?? []
  if (moment) {
    if (moment === 'time') return zone || Number(digits) > 6 ? 'VARCHAR' : 'TIME'
    if (Number(digits) > 6) return 'VARCHAR'
    return zone ? 'TIMESTAMP WITH TIME ZONE' : 'TIMESTAMP'
  }
  const [, precision, scale = '0'] = /^decimal\((\d+)(?:,\s*(\d+))?\)$/.exec(native) ?? []
  if (precision) return Number(precision) > 38 ? 'VARCHAR' : `DECIMAL(${precision},${scale})`
  return PLAIN[native] ?? 'VARCHAR'
}

/** How values in the server's JSON become fields of the CSV. */
export function writerOf(native: string): Writer {
  const type = duckType(native)
  if (type === 'BLOB') return base64Field
  if (type === 'TIMESTAMP WITH TIME ZONE') return (value) => inOffset(String(value))
  if (type !== 'VARCHAR') return bare
  return (value) => field(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** `2024-01-01 00:00:00.000 Europe/Berlin` with the offset of its zone at that moment. */
export function inOffset(text: string): string {
  const at = text.lastIndexOf(' ')
  const local = text.slice(0, at)
  const zone = text.slice(at + 1)
  if (zone === 'UTC' || zone === 'Z') return `${local}+00`
  if (/^[+-]\d\d:\d\d$/.test(zone)) return local + zone
  const utc = Date.parse(`${local.replace(' ', 'T')}Z`)
  // The offset an hour off finds the right one, except where the text itself means two moments.
  const minutes = offset(zone, utc - offset(zone, utc) * 60_000)
  const sign = minutes < 0 ? '-' : '+'
  const two = (number: number) => String(number).padStart(2, '0')
  return `${local}${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

const zones = new Map<string, Intl.DateTimeFormat>()
/** Minutes that a zone is ahead of UTC at a moment. */
function offset(zone: string, moment: number): number {
  let format = zones.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    zones.set(zone, format)
  }
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes = '0'] = /([+-])(\d+)(?::(\d+))?/.exec(name) ?? [null, '+', '0', '0']
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
