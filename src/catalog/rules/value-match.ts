import { folded } from './folded.ts'

/** How a stored value answers to a text, best first: letter for letter, but for case, accents and spaces, with a word that begins so, with the text in it, nearly the same. */
const MATCHES = ['exact', 'case', 'word', 'contains', 'similar'] as const
type MatchKind = (typeof MATCHES)[number]

/** A text that is looked for, made ready once for many values. */
export type Wanted = { text: string; folded: string; grams: Set<string>; edits: number }

export function wantedOf(text: string): Wanted {
  const plain = folded(text)
  const { length } = plain
  return { text, folded: plain, grams: trigrams(plain), edits: length < 4 ? 0 : length < 8 ? 1 : 2 }
}

/** Scripts that put no spaces between words: a word begins anywhere. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const LETTER = /[\p{L}\p{N}]/u

/** Fewer letters stand inside of too many values to say anything. */
const SHORTEST_INSIDE = 3

/** How well a value answers to a text. `likeness`: 0 to 1, among values of the same kind. */
export type Match = { kind: MatchKind; likeness: number }

/**
 * How a value answers to a text; null when not at all.
 * @param plain the value, folded
 */
export function matchOf(wanted: Wanted, value: string, plain = folded(value)): Match | null {
  if (value === wanted.text) return { kind: 'exact', likeness: 1 }
  if (wanted.folded === '') return null
  if (plain === wanted.folded) return { kind: 'case', likeness: 1 }
  const inside = insideOf(wanted.folded, plain)
  // In quarters: among values that are about as long, the more frequent one comes first.
  if (inside) return { kind: inside, likeness: Math.round((wanted.folded.length / plain.length) * 4) / 4 }
  const alike = likenessOf(wanted, plain)
  return alike >= LEAST_LIKENESS ? { kind: 'similar', likeness: alike } : null
}

/** Whether a folded text stands at the start of a word of another, or elsewhere in it. */
function insideOf(wanted: string, plain: string): 'word' | 'contains' | null {
  let found = false
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    found = true
    const before =
      at > 0 ? String.fromCodePoint(plain.codePointAt(at > 1 && isLow(plain, at - 1) ? at - 2 : at - 1)!) : ''
    if (before === '' || !LETTER.test(before) || WITHOUT_SPACES.test(before)) return 'word'
  }
  return found && wanted.length >= SHORTEST_INSIDE ? 'contains' : null
}

const isLow = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

const LEAST_LIKENESS = 0.5

/**
 * How alike two folded texts are, 0 to 1: by the groups of three letters that they share, all of them or those of the wanted one in a
 * longer value; by single letters that differ, where these are few.
 */
function likenessOf(wanted: Wanted, plain: string): number {
  const { folded: text, grams, edits } = wanted
  const apart = Math.abs(text.length - plain.length)
  if (edits > 0 && apart <= edits) {
    const changes = distance(text, plain, edits)
    if (changes <= edits) return 1 - changes / (Math.max(text.length, plain.length) + 1)
  }
  const own = trigrams(plain)
  let shared = 0
  for (const gram of grams) if (own.has(gram)) shared++
  const all = shared / (grams.size + own.size - shared)
  // A part of a longer value counts less than a value that is like the text as a whole.
  const part = text.length >= 5 ? (shared / grams.size) * 0.75 : 0
  return Math.max(all, part)
}

function trigrams(plain: string): Set<string> {
  const padded = `  ${plain} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Letters that were left out, added, changed or swapped with their neighbour; anything above `most` once it is more. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j - 1]! + (same ? 0 : 1), last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return least
    before = last
    last = row
  }
  return last[b.length]!
}

/** A found value as it is ranked. `count`: rows with it, where known. */
export type Ranked = Match & { table: string; column: string; value: string; count?: number }

/**
 * Values best first: by how they match; then the best of each column before the second best of any, so that one column with many
 * leaves the others in sight; then by how many rows have them.
 */
export function ranked<T extends Ranked>(found: T[]): T[] {
  const better = (a: Ranked, b: Ranked) =>
    MATCHES.indexOf(a.kind) - MATCHES.indexOf(b.kind) ||
    b.likeness - a.likeness ||
    (b.count ?? 0) - (a.count ?? 0) ||
    (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
  const places = Map.groupBy(found, ({ table, column, kind }) => JSON.stringify([table, column, kind]))
  const turn = new Map<T, number>()
  for (const values of places.values()) for (const [at, value] of values.sort(better).entries()) turn.set(value, at)
  return found.toSorted(
    (a, b) => MATCHES.indexOf(a.kind) - MATCHES.indexOf(b.kind) || turn.get(a)! - turn.get(b)! || better(a, b),
  )
}

/**
 * Why an index has not all values of a column. many: more than are kept, a part of them chosen evenly; size: the index would be larger than a
 * tenth of the data; codes: nearly all are codes, and the index has
 * the others.
 */
export type Partly = 'many' | 'size' | 'codes'
