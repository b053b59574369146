import { type Placeholder, placeholders, type Value, withTexts } from '../rules/placeholder.ts'
import { sqlError } from './failure.ts'
import type { Grammar } from './statement/grammar.ts'
import { tokenize } from './statement/tokens.ts'
import { quotedText } from './text.ts'

/** How values are written in the language of an engine, and which placeholders its reader takes for words of their own. */
export type ValueLanguage = {
  text(value: string): string
  /** Left out where `date '2026-03-31'` is understood. */
  date?(day: string): string
  /** Truth values are numbers there. */
  bits?: true
  /** Places in `all` of those that stand where a value can: not in a text, a name or a comment, and not touching another word. */
  standing(sql: string, all: Placeholder[]): Promise<ReadonlySet<number>> | ReadonlySet<number>
}

export const byGrammar =
  (grammar: Grammar): ValueLanguage['standing'] =>
  (sql, all) => {
    const word = (at: number) => `tabletalk_value_${at}`
    const text = withTexts(sql, all, (_, at) => word(at))
    const found = new Set(tokenize(text, grammar).flatMap(({ kind, text }) => (kind === 'word' ? text : [])))
    return new Set(all.keys().filter((at) => found.has(word(at))))
  }

const BESIDE = /[\w$\u0080-\uffff'"`]/

/** In each place a text of its own, which no value can be taken for. */
function written(language: ValueLanguage, { kind, text }: Value): string {
  if (kind === 'text') return language.text(text)
  if (kind === 'date') return language.date?.(text) ?? `date ${quotedText(text)}`
  if (kind === 'boolean') return language.bits ? String(Number(text === 'true')) : text
  return text.startsWith('-') ? `(${text})` : text
}

/** @throws AppError unprocessable `sql_error` */
export const standsInside = (name: string) =>
  sqlError(
    `{{${name}}} stands inside of a text, a name or a comment. Take it out of the quotes: they are set by themselves.`,
  )

/**
 * A statement in the language of an engine with values in the place of `{{name}}`, as literals. The reader of that language says what stands
 * where a value can, so that no value becomes anything else.
 * @throws AppError unprocessable `sql_error`
 */
export async function bound(language: ValueLanguage, sql: string, values: Record<string, Value>): Promise<string> {
  const all = placeholders(sql)
  const standing = await language.standing(sql, all)
  return withTexts(sql, all, ({ name, start, end }, at) => {
    const value = Object.hasOwn(values, name) ? values[name]! : null
    // A word or a quote beside it would make one thing of both.
    const isAlone = !BESIDE.test((sql[start - 1] ?? '') + (sql[end] ?? ''))
    if (value && !(standing.has(at) && isAlone)) throw standsInside(name)
    return value && ` ${written(language, value)} `
  })
}
