/** One field of the CSV that driver.ts describes: quoted whenever it is text. */
export const field = (value: string): string => `"${value.replaceAll('"', '""')}"`

/** How the values of one column, none of them null, become fields of the CSV. */
export type Writer = (value: unknown) => string
/** For values whose text has no quote, comma or line break: numbers, dates. */
export const bare: Writer = String
export const textField: Writer = (value) => field(String(value))
/** Bytes that arrive as base64. */
export const base64Field: Writer = (value) => field(Buffer.from(String(value), 'base64').toString('hex'))

export function csvRow(values: unknown[], writers: Writer[]): string {
  let text = ''
  for (let n = 0; n < writers.length; n++) {
    const value = values[n]
    text += (n ? ',' : '') + (value === null || value === undefined ? '' : writers[n]!(value))
  }
  return `${text}\n`
}

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** A name in backticks, for servers where a backslash takes the next sign with it. */
export const backtickedName = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``

/** Text in single quotes, for servers where a backslash means nothing. */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** The same where a backslash takes the next sign with it, and before a quote too. */
export const backslashedText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A value of a filter, always given as text. */
export const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)
export const isTrue = (text: string) => text === 'true' || text === '1'
export const withoutUtc = (moment: string) => moment.replace(/\+00(:00)?$/, '')
