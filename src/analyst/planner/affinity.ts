import type { Reading } from './features.ts'
import { hash, outlineOf } from './structure.ts'
import { traitsOf, typeIn } from './traits.ts'

/** Pairs of words of a question and parts of a query are counted in so many places, by their hash. */
export const AFFINITY_PLACES = 1 << 17
/** What a logarithm of the probability that the composer gives a query counts beside them. */
const COMPOSER = 0.7
/** A query less likely than this counts as one that the composer would not come to. */
const UNLIKELY = -12
/** As likely counts what the passes read and the composer would not come to. */
const READ = -3

export type AffinityWeights = Float32Array | Int8Array

/** MurmurHash3's last step, of two hashes. */
function paired(a: number, b: number): number {
  let value = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return ((value ^ (value >>> 16)) >>> 0) % AFFINITY_PLACES
}

/**
 * The places of what a reading makes of its question: each part of its query with each word and two words of the question, with each
 * other part, and what it does with each link with what stands around that.
 */
export function pairsOf({ form, sql, tokens, mentions }: Reading): Uint32Array {
  const { words, places } = outlineOf(tokens, mentions, typeIn)
  const { parts, uses } = traitsOf(form, sql, mentions)
  const line = ['^', ...words, '$']
  const runs = new Set([...line, ...line.slice(1).map((word, at) => `${line[at]} ${word}`)].map(hash))
  const found = new Set<number>()
  const hashed = parts.map(hash)
  for (const [nth, part] of hashed.entries()) {
    found.add(paired(part, 1))
    for (const run of runs) found.add(paired(part, run))
    for (const other of hashed.slice(nth + 1)) found.add(paired(part ^ other, 7))
  }
  for (const [nth, use] of uses.entries())
    for (const around of surroundings(words, places[nth]!, uses[nth - 1] ?? '^'))
      found.add(paired(hash(`use ${use}`), hash(around)))
  return Uint32Array.from(found)
}

/** What stands around a link, and what was done with the link before it. */
function surroundings(words: string[], at: number, before: string): string[] {
  const word = (offset: number) => words[at + offset] ?? (at + offset < 0 ? '^' : '$')
  const kind = word(0)
  const [a, b, x, y] = [word(-1), word(-2), word(1), word(2)]
  return [
    ...[kind, `${a} ${kind}`, `${b} ${a} ${kind}`, `${kind} ${x}`, `${kind} ${x} ${y}`, `${a} ${kind} ${x}`],
    ...[`0 ${words[0]} ${words[1]} ${kind}`, `before ${before} ${kind}`, `before ${before} ${a} ${kind}`],
  ]
}

/** What speaks for a reading before its pairs are looked at. */
export const startOf = ({ composed, read }: Pick<Reading, 'composed' | 'read'>): number =>
  COMPOSER * (composed ? Math.max(UNLIKELY, composed.score) : read ? READ : UNLIKELY)

/** How well the parts of a query go with the words of its question, as a logit. @param scale what a weight of 1 stands for */
export function affinityOf(pairs: Uint32Array, start: number, weights: AffinityWeights, scale = 1): number {
  let sum = 0
  for (const pair of pairs) sum += weights[pair]!
  return start + (sum * scale) / Math.sqrt(pairs.length)
}
