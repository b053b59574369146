import type { ValueMatch } from '../rules/tools.ts'
import type { Token } from './lex.ts'
import { alike, STOP } from './lexicon.ts'
import { type Column, isId, type Schema, type Table } from './schema.ts'
import { root } from './stems.ts'

export type ValueHit = { column: Column; value: string; score: number }
/** A span of tokens and everything that it may name, best first; `kind` is what it names best. */
export type Mention = {
  start: number
  end: number
  score: number
  kind: 'table' | 'column' | 'value'
  tables: { table: Table; score: number }[]
  columns: { column: Column; score: number }[]
  values: ValueHit[]
}

const LONGEST = 6

const same = (a: string[], b: string[]) => a.length === b.length && a.every((word, index) => word === b[index])
const glued = (words: string[]) => words.join('')

/** Dice coefficient of letter pairs: 1 for equal words, about 0.8 for one wrong letter in a long one. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  const pairs = (text: string) => Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2))
  const [left, right] = [pairs(a), pairs(b)]
  if (!left.length || !right.length) return 0
  let common = 0
  const rest = [...right]
  for (const pair of left) {
    const at = rest.indexOf(pair)
    if (at >= 0) {
      rest.splice(at, 1)
      common++
    }
  }
  return (2 * common) / (left.length + right.length)
}

const FILLER = new Set(['of', 'the', 'in', 'for', 'a', 'to', 's'])

/** How well the words of a span name something called `names` (0: not at all, 1: exactly). */
export function nameScore(span: string[], names: string[]): number {
  if (same(span, names) || (glued(span) === glued(names) && glued(span).length > 2)) return 1
  const bare = span.filter((word) => !FILLER.has(word))
  const words = names.filter((word) => !FILLER.has(word))
  if (!bare.length || !words.length) return 0
  if (same(bare, words)) return 0.98
  if (bare.length === words.length) {
    const pairs = bare.map((word, index) => wordScore(word, words[index]!))
    if (pairs.every((score) => score > 0)) return Math.min(...pairs)
  }
  return 0
}

const scores = new Map<string, number>()
const MOST_SCORES = 200_000

/** How alike two words are, remembered: the same words of a catalog meet the same words of questions again and again. */
function wordScore(a: string, b: string): number {
  if (a === b) return 1
  const pair = `${a} ${b}`
  let score = scores.get(pair)
  if (score === undefined) {
    if (scores.size >= MOST_SCORES) scores.clear()
    score = likeness(a, b)
    scores.set(pair, score)
  }
  return score
}

function likeness(a: string, b: string): number {
  if (alike(a, b)) return 0.72
  if (a.length > 4 && b.length > 4 && root(a) === root(b)) return 0.68
  if (a.length > 5 && b.length > 5 && similarity(a, b) >= 0.82) return 0.6
  if (a.length > 3 && b.length > a.length && b.endsWith(a)) return 0.56
  // Abbreviations: "dept" for department, "desc" for description, "num" for number.
  if (b.length >= 3 && a.length > b.length + 2 && a.startsWith(b)) return 0.55
  return 0
}

/** Some words of the name, in any order: "hardware model" for hardware_model_name. */
function overlap(span: string[], names: string[]): number {
  const bare = span.filter((word) => !FILLER.has(word))
  if (!bare.length || names.length < 2) return 0
  let exact = 0
  for (const word of bare) {
    if (names.includes(word)) exact++
    else if (!names.some((name) => wordScore(word, name) >= 0.6)) return 0
  }
  const matched = exact / names.length
  return exact ? 0.42 + 0.3 * matched + (bare.at(-1) === names.at(-1) ? 0.06 : 0) : 0
}

function columnScore(span: string[], column: Column, table: Table): number {
  // "refund amount" for refund_inr.
  if (
    span.length > 1 &&
    column.numeric &&
    /^(?:amount|value)$/.test(span.at(-1)!) &&
    !column.words.includes(span.at(-1)!)
  ) {
    const fit = columnScore(span.slice(0, -1), column, table)
    if (fit >= 0.95) return 0.97
  }
  const full = nameScore(span, column.words)
  if (full === 1) return 1
  // "year of opening" for opening_year; "name of customer" stays two names.
  const bare = span.filter((word) => !FILLER.has(word))
  if (bare.length > 1 && same(bare.toReversed(), column.words) && !bare.some((word) => table.words.includes(word)))
    return 0.92
  if (same(column.words, table.words) && same(span, [...table.words, 'name'])) return 0.96
  const owned = nameScore(span, [...table.words, ...column.short])
  if (owned >= 0.9) return owned
  const short = nameScore(span, column.short)
  const ownedLast =
    span.length > 1 && table.words.length > 1 ? nameScore(span, [table.words.at(-1)!, ...column.short]) * 0.97 : 0
  return Math.max(
    full * 0.98,
    owned * 0.9,
    ownedLast,
    short * (isId(column) && column.short.length === 1 && column.words.length > 1 && !column.unique ? 0.7 : 0.95),
    span.length > bare.length && bare.some((word) => table.words.includes(word)) ? 0 : overlap(span, column.words),
  )
}

function tableScore(span: string[], table: Table): number {
  const full = nameScore(span, table.words)
  if (full || table.words.length < 2) return full
  if (same(span, [table.words.at(-1)!])) return 0.8
  const bare = span.filter((word) => !FILLER.has(word))
  if (same(bare, [table.words[0]!])) return 0.62
  return overlap(span, table.words) * 0.9
}

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

function valueHits(tokens: Token[], start: number, end: number, question: string, index: ValueIndex): ValueHit[] {
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

const exact = new WeakMap<Schema, Set<string>>()

/** Every name of a schema as one string without blanks: what a span that begins or ends with grammar must equal. */
function exactNames(schema: Schema): Set<string> {
  const known = exact.get(schema)
  if (known) return known
  const names = new Set<string>()
  for (const table of schema.tables) {
    names.add(glued(table.words))
    for (const column of table.columns) names.add(glued(column.words)).add(glued([...table.words, ...column.short]))
    for (const column of table.columns) names.add(glued(column.words.filter((word) => !FILLER.has(word))))
  }
  exact.set(schema, names)
  return names
}

/** Words of grammar that name nothing when they stand alone, whatever a column is called. */
const HARD = new Set(
  `a an the of to in on at for from by with and or as is are was were be been do does did have has had me my we our us i you it its
  their them they this that these those there who whom whose which what when where how why can could would should will may please
  show list give find get tell return all any some each every per than then into about so if but not no more most less least very
  both either neither many much number count sum average mean maximum minimum max min highest lowest top bottom different distinct
  unique largest smallest biggest between above below over under before after since during only also same other`
    .trim()
    .split(/\s+/),
)

function mentionAt(tokens: Token[], start: number, end: number, question: string, schema: Schema, index: ValueIndex) {
  const span = tokens.slice(start, end)
  if (span.some((token) => token.kind === 'mark' && token.lower !== "'s" && token.lower !== '&')) return null
  const single = span.length === 1
  const words = span.filter((token) => token.kind !== 'mark').map((token) => token.stem || token.lower)
  const values =
    !(single && span[0]!.kind === 'number') &&
    !(single && STOP.has(span[0]!.lower) && span[0]!.kind === 'word' && span[0]!.text === span[0]!.lower)
      ? valueHits(tokens, start, end, question, index)
      : []
  const mention: Mention = { start, end, score: 0, kind: 'value', tables: [], columns: [], values }
  const named = span.every(
    (token) => token.kind === 'word' || token.kind === 'mark' || (token.kind === 'number' && !single),
  )
  const edgeStops = HARD.has(words[0]!) || HARD.has(words.at(-1)!)
  const edgeFiller = FILLER.has(words[0]!) || FILLER.has(words.at(-1)!)
  if (named && (single || !(edgeStops || edgeFiller) || exactNames(schema).has(glued(words)))) {
    for (const table of schema.tables) {
      const score = tableScore(words, table)
      if (score > 0.5) mention.tables.push({ table, score })
      for (const column of table.columns) {
        const fit = columnScore(words, column, table)
        if (fit > 0.5) mention.columns.push({ column, score: fit })
      }
    }
    const exactOnly = single
      ? HARD.has(span[0]!.lower)
        ? 2
        : STOP.has(span[0]!.lower)
          ? /^(?:amounts?|values?)$/.test(span[0]!.lower)
            ? 0.6
            : 0.9
          : 0
      : edgeFiller
        ? 1
        : edgeStops
          ? 0.97
          : 0
    mention.tables = mention.tables.filter((hit) => hit.score >= exactOnly)
    mention.columns = mention.columns.filter((hit) => hit.score >= exactOnly)
  }
  const by = (a: { score: number }, b: { score: number }) => b.score - a.score
  mention.tables.sort(by)
  mention.columns.sort(by)
  mention.values.sort(by)
  const best = {
    table: (mention.tables[0]?.score ?? 0) + 0.01,
    column: mention.columns[0]?.score ?? 0,
    value: (mention.values[0]?.score ?? 0) + (single ? -0.02 : 0.1),
  }
  const kinds = (['table', 'column', 'value'] as const).toSorted((a, b) => best[b] - best[a])
  mention.kind = kinds[0]!
  mention.score = best[mention.kind]
  return mention.tables.length + mention.columns.length + mention.values.length ? mention : null
}

/** Spans that name tables, columns and values, without overlap: long and exact ones first. */
export function link(
  tokens: Token[],
  question: string,
  schema: Schema,
  index: ValueIndex,
  blocked: Set<number>,
): Mention[] {
  const candidates: Mention[] = []
  for (let start = 0; start < tokens.length; start++) {
    if (tokens[start]!.kind === 'mark') continue
    for (let end = start + 1; end <= Math.min(start + LONGEST, tokens.length); end++) {
      if (tokens[end - 1]!.kind === 'period' || (tokens[end - 1]!.kind === 'mark' && end - start === 1)) break
      const inside = Array.from({ length: end - start }, (_, i) => start + i)
      const mention = mentionAt(tokens, start, end, question, schema, index)
      if (!mention) continue
      if (inside.some((i) => blocked.has(i)) && mention.score < 0.97) continue
      if (inside.length === 1 && blocked.has(start)) continue
      candidates.push(mention)
    }
  }
  const weight = (mention: Mention) => mention.score * (1 + 0.6 * (mention.end - mention.start - 1))
  candidates.sort((a, b) => weight(b) - weight(a) || a.start - b.start)
  const taken = new Set<number>()
  const chosen: Mention[] = []
  for (const mention of candidates) {
    const inside = Array.from({ length: mention.end - mention.start }, (_, i) => mention.start + i)
    if (inside.some((i) => taken.has(i))) continue
    for (const i of inside) taken.add(i)
    chosen.push(mention)
  }
  return chosen.toSorted((a, b) => a.start - b.start)
}
