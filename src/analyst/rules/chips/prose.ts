import { markdownText } from '#base/markdown-text.ts'
import type { AnswerResult } from '../answer.ts'
import type { Reading } from './part.ts'

/** Rows that the prose tells. */
const TOLD = 3

/**
 * What a result says under its reading, with references in place of figures: "Average fare by class: First {{…}}, Second {{…}}."
 */
export function proseOf(
  { title, chips }: Pick<Reading, 'title' | 'chips'>,
  { name, columns, rows, total_rows }: AnswerResult,
): string {
  const line = markdownText([{ type: 'paragraph', children: [{ type: 'text', value: title }] }])
  // Two braces would begin a reference.
  const said = line.trim().replaceAll('{', '\\{')
  if (total_rows === 0) return `${said}: there are no such rows.`
  const places = (kinds: string[]) =>
    chips.flatMap(({ id, kind }) => (/^m\d/.test(id) && kinds.includes(kind) ? [Number(id.slice(1))] : []))
  const figures = places(['measure'])
  const others = new Set(places(['measure', 'column', 'other']))
  const labels = columns.flatMap((_, at) => (others.has(at) ? [] : [at]))
  const [figure] = figures
  if (figure === undefined || chips.some(({ text, kind }) => kind === 'column' && text)) return `${said}.`
  const cell = (at: number, row: number) =>
    rows[row]?.[at] == null ? 'no value' : `{{${name}.${JSON.stringify(columns[at]!.name)}[#${row + 1}]}}`
  const textOf = (at: number) => chips.find(({ id }) => id === `m${at}`)!.text
  if (total_rows === 1 && labels.length === 0) {
    const all = figures.map((at) => (figures.length === 1 ? cell(at, 0) : `${textOf(at)} ${cell(at, 0)}`))
    return `${said}: ${all.join(', ')}.`
  }
  const listed = rows
    .slice(0, TOLD)
    .map((_, row) => `${labels.map((at) => cell(at, row)).join(' / ')} ${cell(figure, row)}`)
  return `${said}: ${listed.join(', ')}${total_rows > listed.length ? ' …' : '.'}`
}
