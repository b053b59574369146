/** What no database keeps and no text needs: NUL, and halves of characters (surrogates without their other half). */
const REPLACEMENT = '\ufffd'

export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The text with what cannot be kept replaced by \ufffd. */
export const plainText = (text: string): string => text.toWellFormed().replaceAll('\0', REPLACEMENT)

/** The text with a capital first letter; the rest stays. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A title in which no word says again what stands before it: "Total total by month", "Sales of sales", "Rows of rows". */
export const titled = (words: string): string =>
  capital(words.replace(/(?<![\p{L}\p{N}])([\p{L}\p{N}]+)(?: (?:of )?\1(?![\p{L}\p{N}]))+/giu, '$1'))

/** "a, b and c" */
export const listed = (parts: readonly string[]): string => LIST.format(parts)
const LIST = new Intl.ListFormat('en-GB')

/** The first `most` UTF-16 units of a text, or one less rather than half a character. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** The text, or its beginning and "…" where it is longer than `most`. */
export const shortened = (text: string, most: number): string => (text.length > most ? `${cut(text, most - 1)}…` : text)

/**
 * JSON that PostgreSQL keeps: NUL and halves of characters inside its strings, which JSON may escape and jsonb refuses, are replaced
 * by \ufffd. Cells and models can hold them.
 */
export function plainJson(value: unknown): string {
  const json = JSON.stringify(value)
  // An escape begins after an even number of backslashes; JSON.stringify escapes no other character of these ranges.
  return json?.includes('\\u')
    ? json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, `$1${REPLACEMENT}`)
    : json
}

/** A title as the name of a file without its ending; empty where nothing of it is left. */
export const fileStem = (title: string): string =>
  cut(title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, ''), 60)

/** Whether every text within a value of JSON, names of fields included, can be kept as it is; however deep the value is. */
export function isPlain(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && !isPlainText(next)) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) {
      if (!isPlainText(name)) return false
      waiting.push(inner)
    }
  }
  return true
}

/** Units whose letters are of both cases. */
const UNITS = /(?<!\p{L})(?:[kMGT]Wh?|[mk]Ah|kVA|[kMG]Hz|[hkM]Pa|mL|dB|pH)(?!\p{L})/gu

/** A name with a blank between words that capitals tell apart: `OrderItems` -> Order Items; kWh is one word. */
export const inWords = (name: string) =>
  name
    .replace(UNITS, (unit) => unit.toLowerCase())
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')

/** `raw_OrderItems` -> raw, order, items. */
export const wordsOf = (name: string) =>
  inWords(name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
