/** A value that stands in a statement, as text of its kind: a number as `-12.5`, a day as `2026-03-31`, yes as `true`. */
export type Value = { kind: 'text' | 'number' | 'date' | 'boolean'; text: string }

/** `{{name}}` in a statement, where a value is to stand. */
export type Placeholder = { name: string; start: number; end: number }

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g

/** What stands in a statement as `{{name}}`, also within texts and comments, which only its own parser tells apart. */
export const placeholders = (sql: string): Placeholder[] =>
  [...sql.matchAll(PLACEHOLDER)].map((found) => ({
    name: found[1]!.toLowerCase(),
    start: found.index,
    end: found.index + found[0].length,
  }))

/** The statement with other text in the place of some placeholders; null leaves one as it stands. */
export function withTexts(
  sql: string,
  all: Placeholder[],
  textOf: (place: Placeholder, at: number) => string | null,
): string {
  let text = ''
  let from = 0
  for (const [at, place] of all.entries()) {
    text += sql.slice(from, place.start) + (textOf(place, at) ?? sql.slice(place.start, place.end))
    from = place.end
  }
  return text + sql.slice(from)
}
