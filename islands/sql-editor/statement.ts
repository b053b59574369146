import type { EditorError } from '#query/rules/editor.ts'
import { sqlTokens } from '../chat/sql-tokens.ts'

/** A part of the text in the editor: characters from `from` to before `to`. */
export type Span = { from: number; to: number }

/** The statement of a text that a place stands in: what lies between the semicolons around it, without the white space there. */
export function statementAt(text: string, place: number): Span {
  const ends = [0]
  let at = 0
  for (const token of sqlTokens(text)) {
    if (token.kind === 'plain')
      for (let i = 0; i < token.text.length; i++) if (token.text[i] === ';') ends.push(at + i + 1)
    at += token.text.length
  }
  ends.push(text.length)
  const spans = ends.slice(1).map((to, i) => trimmed(text, { from: ends[i]!, to }))
  const full = spans.filter(({ from, to }) => to > from)
  // Between two statements, the one before is meant: the cursor stands behind what was just typed.
  return full.findLast(({ from }) => from <= place) ?? full[0] ?? { from: 0, to: text.length }
}

function trimmed(text: string, { from, to }: Span): Span {
  const part = text.slice(from, to)
  const body = part.trim().replace(/;$/, '').trimEnd()
  const start = from + (part.length - part.trimStart().length)
  return { from: start, to: start + body.length }
}

/** Where an error points to in the statement: the place that its reader told, or the first name that it quotes. */
export function placeOf(sql: string, { message, position }: EditorError): Span | null {
  for (const [, name = ''] of message.matchAll(/["“]([^"”]+)["”]/g)) {
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(name)}(?![\\p{L}\\p{N}_])`, 'giu')
    const places = [...sql.matchAll(pattern)].map(({ index }) => index)
    const at = position === null ? places[0] : (places.find((index) => index >= position) ?? places[0])
    if (at !== undefined) return { from: at, to: at + name.length }
  }
  if (position === null || position >= sql.length) return null
  const word = /^\S+/.exec(sql.slice(position))?.[0] ?? sql[position]!
  return { from: position, to: position + word.length }
}

/** The words of a statement in small letters: names and all else that looks like one. */
export const wordsOf = (sql: string): Set<string> => new Set(sql.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu))

/** A name as SQL writes it: in quotes when it needs them. */
export const sqlName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
