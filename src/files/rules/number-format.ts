import { unitOfWriting } from '#catalog/rules/units.ts'

/**
 * What the number format of a cell says of its number. `code`: digits of a code, which begins with zeros where it is shorter, and what stands around it;
 * `masks`: digits of a code with signs between them, by how many it has; `unit`: a per cent, currency or measure beside the number; `words`: what is shown instead of numbers above, below and at nought.
 */
export type NumberFormat =
  | 'number'
  | 'date'
  | 'time'
  | 'duration'
  | { code: number; before: string; behind: string }
  | { masks: string[] }
  | { unit: string; times: 1 | 100 }
  | { words: [above: string, below: string, nought: string] }

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
/** The formats that a workbook need not write down; those of currencies depend on the country of the reader and say nothing. */
const BUILT_IN = new Map<number, NumberFormat>([
  ...[9, 10].map((id): [number, NumberFormat] => [id, { unit: '%', times: 100 }]),
  ...[14, 15, 16, 17, 22, ...range(27, 31), 36, ...range(50, 58)].map((id): [number, NumberFormat] => [id, 'date']),
  ...[18, 19, 20, 21, ...range(32, 35), 45, 47].map((id): [number, NumberFormat] => [id, 'time']),
  [46, 'duration'],
])

const LITERAL = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]/g
const SPACING = /_.|\*./g
const OTHER_BRACKETS = /\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

/** Digits of telephone numbers, of security and the like: `000-00-0000`, `(###) ###-####`. */
const MASK = /^[(]?[0#]{2,}[)]?(?:[- ./]{1,2}[0#]{2,})*-[0#]{2,}(?:[- ./][0#]{2,})*$|^0{2,}(?:[ ./]0{2,})+$/

/** One of the up to four parts of a format: what it writes as it stands, and its signs for digits and dates. */
function sectionOf(section: string) {
  const spaced = section.replace(/"[^"]*"|\\.|_.|\*./g, (found) => (/^[_*]/.test(found) ? '' : found))
  const literals = [...spaced.matchAll(LITERAL)].map(
    ([, quoted, escaped, currency]) => quoted ?? escaped ?? currency ?? '',
  )
  const signs = spaced.replace(LITERAL, '\0').replace(OTHER_BRACKETS, '')
  const mask = spaced
    .replace(LITERAL, (_, quoted, escaped, currency) => quoted ?? escaped ?? currency ?? '')
    .replace(OTHER_BRACKETS, '')
  return { literals, signs, bare: signs.replaceAll('\0', '').trim().toLowerCase(), mask: MASK.test(mask) ? mask : null }
}

/** What a number format means. @param id of a built-in format @param code of a format of the workbook's own */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return BUILT_IN.get(id) ?? 'number'
  const sections = code
    .replace(SPACING, '')
    .split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map(sectionOf)
  const { bare, signs, literals } = sections[0]!
  const words = sections.slice(0, 3).map((one) => (one.bare === '' ? one.literals.join('').trim() : ''))
  const [above = '', below = above, nought = above] = words
  if (/\p{L}|[✓✔✗✘]/u.test(above) && sections.slice(0, 3).every((one) => one.bare === ''))
    return { words: [above, below, nought] }
  if (/^(general|standard|@)?$/.test(bare)) return unitFormat(literals, bare)
  const masks = sections.map(({ mask }) => mask).filter((mask) => mask !== null)
  if (masks.length > 0 && masks.length === sections.length) return { masks }
  // Two digits are a month or an hour more often than a code.
  if (/^0{3,}$/.test(bare)) {
    const [before = [], behind = []] = [
      signs.slice(0, signs.indexOf('0')),
      signs.slice(signs.lastIndexOf('0') + 1),
    ].map((part) => [...part].filter((sign) => sign === '\0'))
    return {
      code: bare.length,
      before: literals.slice(0, before.length).join(''),
      behind: literals.slice(literals.length - behind.length).join(''),
    }
  }
  if (/\[[hms]+\]/.test(bare)) return 'duration'
  if (/[yd]|m{3,}|^m+$/.test(bare)) return 'date'
  if (/[hs]/.test(bare.replace('e+', ''))) return 'time'
  return unitFormat(literals, bare)
}

/** The unit that a format writes, if it is one: `kr`, `kg`, `$`. A per cent that is not quoted shows a hundred times the number. */
function unitFormat(literals: string[], bare: string): NumberFormat {
  if (bare.includes('%')) return { unit: '%', times: 100 }
  const texts = [...literals, bare.replace(/[#0?.,\s]/g, '')]
  const unit = texts.map((text) => unitOfWriting(text.trim())).find((found) => found !== null)
  return unit ? { unit, times: 1 } : 'number'
}

const DAY_MS = 86_400_000
const DAY_SECONDS = 86_400

/**
 * A number of a sheet as text: as people see it where its format changes what it says, with all digits that are stored.
 * @param epoch1904 of the workbook
 */
export function numberText(number: number, format: NumberFormat, epoch1904: boolean): string {
  if (format === 'number') return plainText(number)
  if (format === 'duration') return durationText(number)
  if (typeof format === 'string') return serialText(number, format, epoch1904)
  if ('masks' in format) return masked(number, format.masks)
  if ('code' in format)
    return Number.isInteger(number) && number >= 0
      ? `${format.before}${plainText(number).padStart(format.code, '0')}${format.behind}`
      : plainText(number)
  if ('words' in format) {
    const [above, below, nought] = format.words
    return (number > 0 ? above : number < 0 ? below : nought) || plainText(number)
  }
  // A double has fifteen digits that people typed: 0.07 is 7 per cent, not 7.000000000000001.
  const scaled = format.times === 1 ? number : Number((number * format.times).toPrecision(15))
  return `${plainText(scaled)} ${format.unit}`
}

/** The digits of a number in the first mask that has room for them; noughts before it only where the mask has noughts. */
function masked(number: number, masks: string[]): string {
  const digits = plainText(number)
  const room = (mask: string) => mask.replace(/[^0#]/g, '').length
  const mask = masks.find((one) => room(one) >= digits.length)
  if (!mask || !/^\d+$/.test(digits) || (mask.includes('#') && room(mask) > digits.length)) return digits
  const all = [...digits.padStart(room(mask), '0')]
  return mask.replace(/[0#]/g, () => all.shift()!)
}

/** Excel writes 0.1 as 0.10000000000000001; the shortest text of the same number is what people typed. */
const plainText = (number: number) =>
  Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number)

/** Days as hours, minutes and seconds, in words: with colons it would be a time of day as well. */
function durationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * DAY_SECONDS)
  if (days < 0) return plainText(days)
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m ${seconds % 60}s`
}

/** A serial number as ISO text: a day, a moment, or a time of day. */
function serialText(serial: number, kind: 'date' | 'time', epoch1904: boolean): string {
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
