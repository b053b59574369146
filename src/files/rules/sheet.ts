/** How a number of a sheet is shown, as far as it changes its meaning. `digits`: of a code, which begins with zeros where it is shorter. */
export type NumberKind = 'number' | 'date' | 'time' | { digits: number }

const DATE_FORMATS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])
const TIME_FORMATS = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47])

/** What a number format means. @param id of a built-in format @param code of a format of the workbook's own */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return DATE_FORMATS.has(id) ? 'date' : TIME_FORMATS.has(id) ? 'time' : 'number'
  const bare = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').toLowerCase()
  // Two digits are a month or an hour more often than a code.
  if (/^0{3,}$/.test(bare)) return { digits: bare.length }
  if (/[yd]|m{3,}/.test(bare)) return 'date'
  return /[hs]/.test(bare) ? 'time' : 'number'
}

const DAY_MS = 86_400_000

/** A serial number as ISO text: a day, a moment, or a time of day. @param epoch1904 of the workbook */
export function serialText(serial: number, kind: NumberKind, epoch1904: boolean): string {
  if (kind === 'time' && serial >= 0 && serial < 1)
    return new Date(Math.round(serial * DAY_MS)).toISOString().slice(11, 19)
  // Day 60 of the 1900 system is a 29 February that never was.
  const days = epoch1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const moment = new Date(Math.round((days - 25569) * DAY_MS))
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999 || moment.getUTCFullYear() < 1)
    return String(serial)
  const iso = moment.toISOString()
  if (Number.isInteger(serial)) return iso.slice(0, 10)
  return `${iso.slice(0, 10)} ${iso.slice(11, iso.endsWith('.000Z') ? 19 : 23)}`
}

/** Column of a cell address, from 0: `AB12` is 27; -1 when it is none. */
export function columnOf(address: string): number {
  let column = 0
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text of an XML node: the five entities, character numbers, and Excel's own `_x000D_`. */
export function xmlText(text: string): string {
  if (!text.includes('&') && !text.includes('_x')) return text
  return text
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Attributes of a tag. */
export function attributes(tag: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [, name, double, single] of tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name!] = xmlText(double ?? single ?? '')
  return found
}
