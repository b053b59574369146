import type { Column } from '../truth.ts'
import { utf8 } from '../write.ts'

export const marked = (content: string) => utf8(content, true)
/** Fields in quotes, all of them. */
export const quoted =
  (delimiter = ',') =>
  (fields: string[]) =>
    fields.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter)
/** The ISO day of eight digits. */
export const packed = (text: string) => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
/** A moment with the month first and twelve hours: `03/01/24 08:05:00 PM`. */
export const american = (text: string) => {
  const [month, day, year, hour = 0, minute = 0, second = 0] = text.match(/\d+/g)!.map(Number)
  const two = (number: number) => String(number).padStart(2, '0')
  const late = /pm/i.test(text) ? 12 : 0
  return `${year! < 100 ? 2000 + year! : year}-${two(month!)}-${two(day!)} ${two((/[ap]m/i.test(text) ? hour % 12 : hour) + late)}:${two(minute)}:${two(second)}`
}
export const summed = (columns: Column[], name: string) => {
  const { values } = columns.find(({ names }) => names[0] === name)!
  return values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0)
}
/** Every name that lines above each other give: those that hold the line of this number, with or without the ones around it. */
export const layered = (parts: string[], at: number): string[] =>
  parts.flatMap((_, from) =>
    parts.flatMap((_, to) => (from <= at && to >= at ? [parts.slice(from, to + 1).join(' ')] : [])),
  )
/** What a column without a name may be called, or what it plainly holds. */
export const unnamed = (at: number, ...meant: string[]): string[] => [
  ...meant,
  ...['column', 'col', 'field', 'unnamed', 'f'].flatMap((word) => [`${word} ${at}`, `${word} ${at - 1}`]),
  'unnamed',
  'name',
]
