import { stem } from '#base/stems.ts'
import type { ValueMatch } from '../rules/tools.ts'
import { monthsOf, type Token } from './lex.ts'
import { STOP } from './lexicon.ts'
import type { Column, Schema } from './schema.ts'

/** `isPlace`: a place by another name than the value's. */
export type ValueHit = { column: Column; value: string; score: number; isPlace?: true }

const SEX = new Map([
  ['female', ['f', 'female', 'woman']],
  ['woman', ['f', 'female', 'woman']],
  ['girl', ['f', 'female', 'girl']],
  ['male', ['m', 'male', 'man']],
  ['man', ['m', 'male', 'man']],
  ['boy', ['m', 'male', 'boy']],
])

/**
 * Values from the catalog and from searches: by their lower-case text, by their words in any order, and by each word that only one value
 * of its column has.
 */
export type ValueIndex = {
  whole: Map<string, ValueHit[]>
  ordered: Map<string, ValueHit[]>
  parts: Map<string, ValueHit[]>
}

/** Words of a text, stemmed; none of one letter. */
const stems = (text: string) => (text.toLowerCase().match(/\p{L}[\p{L}\p{N}]+/gu) ?? []).map(stem)
const inOrder = (words: string[]) => words.toSorted().join(' ')

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

export function valueIndex(schema: Schema, found: ValueMatch[]): ValueIndex {
  const index: ValueIndex = { whole: new Map(), ordered: new Map(), parts: new Map() }
  const named = new Set(schema.tables.flatMap((table) => [table, ...table.columns].flatMap(({ words }) => words)))
  const note = (map: Map<string, ValueHit[]>, key: string, hit: ValueHit) => {
    const hits = map.getOrInsertComputed(key, () => [])
    if (!hits.some(({ column, value }) => column === hit.column && value === hit.value)) hits.push(hit)
  }
  const add = (column: Column, value: string, score: number) => {
    const { separator } = column
    if (separator && value.includes(separator)) for (const item of value.split(separator)) put(column, item, score)
    else put(column, value, score)
  }
  const put = (column: Column, value: string, score: number) => {
    const key = plain(value)
    if (!key || key.length > LONGEST_VALUE) return
    note(index.whole, key, { column, value, score })
    const words = stems(value)
    if (words.length > 1) note(index.ordered, inOrder(words), { column, value, score: IN_ANOTHER_ORDER })
    // A name within a text is not what the text is about.
    if (words.length <= MOST_WORDS)
      for (const word of tellingWords(value, named)) note(index.parts, word, { column, value, score: PART })
  }
  for (const table of schema.tables)
    for (const column of table.columns) {
      if (column.numeric || column.temporal || column.type === 'BOOLEAN') continue
      for (const value of new Set([...column.values, ...monthsOf(column)])) add(column, value, 1)
    }
  for (const match of found) {
    const column = schema.tables.find((t) => t.name === match.table)?.columns.find((c) => c.name === match.column)
    if (!column || column.numeric || column.temporal) continue
    if (match.place) note(index.whole, plain(match.place), { column, value: match.value, score: 1, isPlace: true })
    else add(column, match.value, 1)
  }
  // A word that several values of a column share means none of them.
  for (const [word, hits] of index.parts) {
    const single = hits.filter((hit) => !hits.some((other) => other !== hit && other.column === hit.column))
    if (single.length) index.parts.set(word, single)
    else index.parts.delete(word)
  }
  return index
}

/** Words of a value that may stand for it: its first and those in capitals, which name something ("Premier" of English Premier League), but names of the catalog. */
const tellingWords = (value: string, named: Set<string>) =>
  (value.match(/\p{L}[\p{L}\p{N}]+/gu) ?? [])
    .filter((word, at) => at === 0 || /^\p{Lu}/u.test(word))
    .map(stem)
    .filter((word) => word.length >= SHORTEST_PART && !STOP.has(word) && !named.has(word))

const GROUPING = /^(?:per|each|every|by|which)$/
const LONGEST_VALUE = 80
const MOST_WORDS = 5
const SHORTEST_PART = 4
const IN_ANOTHER_ORDER = 0.9
const PART = 0.78
const INFLECTED = 0.8

/** Letters that a word may have more than the value that it is made of: "european", "carnivores", "freelancer"; Saturday has five more than "Sat". */
const MOST_LETTERS_MORE = 5
const DAYS =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber)$/

/** Values that a word is made of: it begins with all of their letters, as a day of the week or a month does with its abbreviation. */
function inflected(word: string, index: ValueIndex): ValueHit[] {
  const least = DAYS.test(word) ? 3 : SHORTEST_PART
  for (let length = word.length - 1; length >= Math.max(least, word.length - MOST_LETTERS_MORE - 1); length--) {
    const hits = index.whole.get(word.slice(0, length)) ?? []
    if (hits.length > 0) return hits.map((hit) => ({ ...hit, score: INFLECTED }))
  }
  // "Absence" is of those who are absent, "urgency" of what is urgent, "tardiness" of who is tardy.
  const quality = /^(\p{L}{3,})(?:(c)(?:e|es|y|ies)|iness(?:es)?)$/u.exec(word)
  const bare = quality && quality[1]! + (quality[2] ? 't' : 'y')
  if (bare && index.whole.has(bare)) return index.whole.get(bare)!.map((hit) => ({ ...hit, score: INFLECTED }))
  // "sunny" days have the weather "sun".
  const noun = /^(\p{L}+?)(\p{L})\2?y$/u.exec(word)
  return noun ? (index.whole.get(noun[1]! + noun[2]!) ?? []).map((hit) => ({ ...hit, score: INFLECTED })) : []
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
  for (const hit of index.whole.get(lower) ?? [])
    if (hit.isPlace || mayBe(written, hit.value))
      hits.push({ ...hit, score: (hit.value === written ? 1 : 0.93) + bonus })
  if (!hits.length && !quoted && end - start <= 3) {
    const stems = tokens.slice(start, end).map((token) => token.stem || token.lower)
    for (const form of new Set([
      stems.join(' '),
      `${lower}s`,
      lower.replace('ll', 'l'),
      lower.replace('nceled', 'ncelled'),
    ]))
      for (const hit of form === lower ? [] : (index.whole.get(form) ?? []))
        if (mayBe(written, hit.value)) hits.push({ ...hit, score: 0.85 })
  }
  if (!hits.length && end - start === 1)
    for (const code of SEX.get(first.stem) ?? [])
      for (const hit of index.whole.get(code) ?? [])
        if (/sex|gender/i.test(hit.column.name)) hits.push({ ...hit, score: 0.9 })
  if (hits.length || quoted) return hits
  if (end - start > 1) return index.ordered.get(inOrder(stems(written))) ?? []
  // "per league" groups, whatever league a value names.
  if (lower.length < SHORTEST_PART || STOP.has(lower) || GROUPING.test(tokens[start - 1]?.lower ?? '')) return []
  // "African" is made of "Africa" rather than a part of "Central African Republic"; "Australian" may be the Open.
  const whole = inflected(lower, index)
  const parts = index.parts.get(first.stem) ?? []
  const found = [...whole, ...(whole.length > 0 ? parts.filter(({ value }) => plain(value).startsWith(lower)) : parts)]
  // "Marta" is called so, whatever her address is.
  const named = found.filter(({ value }) => !value.includes('@'))
  return named.length > 0 ? named : found
}
