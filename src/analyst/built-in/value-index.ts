import type { ValueMatch } from '../rules/tools.ts'
import type { Token } from './lex.ts'
import type { Column, Schema } from './schema.ts'

export type ValueHit = { column: Column; value: string; score: number }

const SEX = new Map([
  ['female', ['f', 'female', 'woman']],
  ['woman', ['f', 'female', 'woman']],
  ['girl', ['f', 'female', 'girl']],
  ['male', ['m', 'male', 'man']],
  ['man', ['m', 'male', 'man']],
  ['boy', ['m', 'male', 'boy']],
])

/** Values by their lower-case text, from the catalog and from searches. */
export type ValueIndex = Map<string, ValueHit[]>

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

export function valueIndex(schema: Schema, found: ValueMatch[]): ValueIndex {
  const index: ValueIndex = new Map()
  const add = (column: Column, value: string, score: number) => {
    const key = plain(value)
    if (!key || key.length > 80) return
    const hits = index.get(key) ?? []
    if (!hits.some((hit) => hit.column === column && hit.value === value)) hits.push({ column, value, score })
    index.set(key, hits)
  }
  for (const table of schema.tables)
    for (const column of table.columns) {
      if (column.numeric || column.temporal || column.type === 'BOOLEAN') continue
      for (const value of column.values) add(column, value, 1)
    }
  for (const match of found) {
    const column = schema.tables.find((t) => t.name === match.table)?.columns.find((c) => c.name === match.column)
    if (column && !column.numeric && !column.temporal) add(column, match.value, 1)
  }
  return index
}

/** Whether a span as written may be this value: a lower-case word is no short code in capitals. */
function mayBe(written: string, value: string): boolean {
  if (written === value) return true
  const code = value.length <= 4 && value === value.toUpperCase() && /\p{L}/u.test(value)
  return !(code && written === written.toLowerCase())
}

/** Values that the words of a span may be, as the catalog writes them. */
export function valueHits(
  tokens: Token[],
  start: number,
  end: number,
  question: string,
  index: ValueIndex,
): ValueHit[] {
  const first = tokens[start]!
  const quoted = end - start === 1 && first.kind === 'quoted'
  const written = quoted ? first.lower : question.slice(first.start, tokens[end - 1]!.end)
  const lower = plain(written)
  const hits: ValueHit[] = []
  const bonus = quoted ? 0.3 : 0
  for (const hit of index.get(lower) ?? [])
    if (mayBe(written, hit.value)) hits.push({ ...hit, score: (hit.value === written ? 1 : 0.93) + bonus })
  if (!hits.length && !quoted && end - start <= 3) {
    const stems = tokens.slice(start, end).map((token) => token.stem || token.lower)
    for (const form of new Set([
      stems.join(' '),
      `${lower}s`,
      lower.replace('ll', 'l'),
      lower.replace('nceled', 'ncelled'),
    ]))
      for (const hit of form === lower ? [] : (index.get(form) ?? []))
        if (mayBe(written, hit.value)) hits.push({ ...hit, score: 0.85 })
  }
  if (!hits.length && end - start === 1)
    for (const code of SEX.get(first.stem) ?? [])
      for (const hit of index.get(code) ?? [])
        if (/sex|gender/i.test(hit.column.name)) hits.push({ ...hit, score: 0.9 })
  return hits
}
