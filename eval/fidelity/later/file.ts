import { type Column, column, type Kind, type Value } from '../truth.ts'

const two = (number: number | string) => String(number).padStart(2, '0')

/** Text columns that mean something else: the kind, and how each value is read. */
export const meant = (
  columns: Column[],
  reads: Record<string, [kind: Kind, read: (text: string) => Value, more?: Partial<Column>]>,
): Column[] =>
  columns.map((one) => {
    const meaning = reads[one.names[0]!]
    if (!meaning) return one
    const [kind, read, more = {}] = meaning
    const values = one.values.map((value, row) => (value === null ? null : read(one.written[row]!)))
    return { ...column(one.names, kind, values, { write: (_, row) => one.written[row]! }), ...more }
  })

/** A heading above rows, which may be told with or without the words in front of it. */
export const headed = (columns: Column[], words: string): Column[] =>
  columns.map((one, at) =>
    at > 0
      ? one
      : {
          ...one,
          kind: 'month',
          types: ['text'],
          roles: ['dimension', 'text', 'id', 'code'],
          written: one.values.map((value) => `${words}${value}`),
        },
  )

/** A moment in a zone so many hours ahead of UTC, in UTC, as moments with zones are kept. */
export const utc = (iso: string, ahead: number): string =>
  new Date(Date.parse(`${iso.replace(' ', 'T')}Z`) - ahead * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** The ISO text of a day or a moment in English. */
export const english = (text: string): string =>
  new Date(`${text} UTC`)
    .toISOString()
    .slice(0, text.includes(':') ? 19 : 10)
    .replace('T', ' ')
/** A time of day in twelve hours. */
export const twelve = (text: string): string => {
  const [hour, minute, second = '00'] = text.match(/\d+/g)!
  return `${two((Number(hour) % 12) + (/pm/i.test(text) ? 12 : 0))}:${minute}:${second}`
}

/** How long something took, in hours and minutes. */
export const SPAN: Partial<Column> = { roles: ['measure', 'time'], types: ['integer', 'decimal', 'time', 'other'] }
/** Minutes and seconds, which may be told as they are written. */
export const PACE: Partial<Column> = {
  roles: ['measure', 'time', 'dimension', 'text'],
  types: ['integer', 'decimal', 'time', 'other', 'text'],
}
/** Text that may be told with or without signs in it. */
export const LOOSE: Partial<Column> = {
  kind: 'month',
  types: ['text'],
  roles: ['dimension', 'text', 'id', 'code'],
}
/** A moment with the name of its zone. */
export const ZONED: Partial<Column> = {
  kind: 'month',
  types: ['timestamp', 'text'],
  roles: ['time', 'dimension', 'text'],
}
/** Amounts of which none has cents. */
export const WHOLE: Partial<Column> = { types: ['integer', 'decimal'] }
export const ANY: Partial<Column> = { roles: ['dimension', 'text', 'id', 'code'] }
/** What a column without a name may be called. */
export const NAMELESS = 'column 1 ~ column 0 ~ col 1 ~ field 1 ~ unnamed 0 ~ unnamed ~ f1 ~ name ~ row'

export const valuesOf = (columns: Column[]): Value[][] =>
  columns[0]!.values.map((_, row) => columns.map(({ values }) => values[row]!))
