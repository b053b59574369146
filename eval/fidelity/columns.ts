import { type Column, column, day, type Kind, part, plain, type Value, type Values, whole } from './truth.ts'
import { utf8 } from './write.ts'

/** Short columns, of which files of many trades and countries are made. */
export const COUNT = 12
export type Roles = Column['roles']
export type Write = (value: Value, row: number) => string
export const col = (
  name: string | string[],
  kind: Kind,
  values: Values | ((row: number) => Value),
  write: Write = plain,
  roles?: Roles,
): Column =>
  column(name, kind, typeof values === 'function' ? [COUNT, values] : values, { write, ...(roles ? { roles } : {}) })
const ANY: Roles = ['text', 'dimension', 'id', 'code']
const KEY: Roles = ['id', 'code', 'dimension', 'text']
export const words = (name: string | string[], list: string[], count = COUNT) =>
  col(name, 'text', [count, (row) => list[row % list.length]!], plain, ANY)
export const key = (name: string | string[], of: (row: number) => string, count = COUNT) =>
  col(name, 'text', [count, of], plain, KEY)
export const whole12 = (
  name: string | string[],
  purpose: number,
  least: number,
  most: number,
  write?: Write,
  roles?: Roles,
) => col(name, 'integer', (row) => whole(row, purpose, least, most), write, roles)
export const part12 = (
  name: string | string[],
  purpose: number,
  least: number,
  most: number,
  digits: number,
  write?: Write,
) => col(name, 'decimal', (row) => part(row, purpose, least, most, digits), write)
export const days = (name: string | string[], write?: Write, step = 17) =>
  col(name, 'date', (row) => day(40 + row * step), write)
/** The same column with some values that are none: `said` stands in the file. */
export const without = (of: Column, said: string, which: (row: number) => boolean): Column => ({
  ...of,
  values: of.values.map((value, row) => (which(row) ? null : value)),
  written: of.written.map((value, row) => (which(row) ? said : value)),
})
export const spelled =
  (locale: string, digits: number): Write =>
  (value) =>
    Number(value).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
export const comma: Write = (value) => String(value).replace('.', ',')
export const dated =
  (write: (year: string, month: number, date: number, iso: string) => string): Write =>
  (value) => {
    const [year, month, date] = String(value).split('-')
    return write(year!, Number(month), Number(date), String(value))
  }
export const two = (number: number) => String(number).padStart(2, '0')
export const points = dated((year, month, date) => `${two(date)}.${two(month)}.${year}`)
export const slashes = dated((year, month, date) => `${two(date)}/${two(month)}/${year}`)
export const sum = (of: Column) => of.values.reduce<number>((total, value) => total + Number(value ?? 0), 0)
const clock = (row: number, purpose: number) =>
  `${two(whole(row, purpose, 7, 20))}:${two(whole(row, purpose + 500, 0, 59))}:${two(whole(row, purpose + 600, 0, 59))}`
export const moments = (name: string | string[], write?: Write) =>
  col(name, 'timestamp', (row) => `${day(40 + row * 2)} ${clock(row, 301)}`, write)
export const lines = (...all: string[]) => utf8(`${all.join('\n')}\n`)
/** Encodings of two bytes a letter. */
const LARGE = ['shift_jis', 'gb18030', 'euc-kr', 'big5']
/** Writes an old encoding: what each of its one or two bytes means, turned round. */
export function encoded(label: Bun.Encoding | 'macintosh'): (content: string) => Uint8Array {
  return (content) => {
    const decoder = new TextDecoder(label)
    const table = new Map<string, number[]>()
    const add = (...bytes: number[]) => {
      const meant = decoder.decode(new Uint8Array(bytes))
      if ([...meant].length === 1 && meant !== '\ufffd' && !table.has(meant)) table.set(meant, bytes)
    }
    for (let first = 0; first < 256; first++) add(first)
    if (LARGE.includes(label))
      for (let first = 0x81; first < 0xff; first++) for (let next = 0x40; next < 0xff; next++) add(first, next)
    return new Uint8Array([...content].flatMap((letter) => table.get(letter) ?? [63]))
  }
}

/** Times of day to the minute. */
export const hours = (name: string | string[], purpose: number, write: Write = (value) => String(value).slice(0, 5)) =>
  col(name, 'time', (row) => `${clock(row, purpose).slice(0, 5)}:00`, write)
/** Texts in turn, a row each, that are long or have several lines. */
export const texts = (name: string | string[], list: string[]) =>
  col(name, 'text', (row) => `${list[row % list.length]} (${row + 1})`, plain, ANY)
