import type { Token } from '../built-in/lex.ts'
import type { Mention } from '../built-in/link.ts'
import { type Column, isId } from '../built-in/schema.ts'
import { SLOT_NAMES, SLOTS, type Slot } from './skeleton.ts'

/** Runs of words are counted in so many places, by their hash. */
export const PLACES = 6144
const LONGEST_RUN = 4

/** A weight for each place and each value of each slot: place times values, then the value. */
export type StructureWeights = Record<Slot, Float32Array | Int8Array>
/** Logarithms of the probability of each value of a slot. */
export type Structure = Record<Slot, number[]>

const written = ({ kind, lower }: Token) =>
  kind === 'number' ? '#' : kind === 'quoted' ? '"' : kind === 'period' ? '@' : lower

/** What a column is: key, moment, measure or another. */
export const typeOf = (column: Column): string =>
  isId(column) ? 'K' : column.temporal ? 'D' : column.numeric ? 'M' : 'C'

/** The question with what its links name instead of them, and where each link stands in it. @param type of a column */
export function outlineOf(tokens: Token[], mentions: Mention[], type = typeOf): { words: string[]; places: number[] } {
  const words: string[] = []
  const places: number[] = []
  for (let at = 0; at < tokens.length; at++) {
    const nth = mentions.findIndex(({ start }) => start === at)
    const mention = mentions[nth]
    if (mention) places[nth] = words.length
    words.push(
      !mention
        ? written(tokens[at]!)
        : mention.kind === 'column'
          ? type(mention.columns[0]!.column)
          : mention.kind === 'table'
            ? 'T'
            : 'V',
    )
    if (mention) at = mention.end - 1
  }
  return { words, places }
}

/** FNV-1a. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}

function runs(words: string[], mark: string, found: Set<number>) {
  const line = ['^', ...words, '$']
  for (let start = 0; start < line.length; start++)
    for (let length = 1; length <= LONGEST_RUN && start + length <= line.length; length++)
      found.add(hash(`${mark}${line.slice(start, start + length).join(' ')}`) % PLACES)
}

/** The places of all runs of one to four words of a question, and of the question with its linked words replaced by their kind. */
export function gramsOf(tokens: Token[], mentions: Mention[]): Uint16Array {
  const found = new Set<number>()
  runs(tokens.map(written), 'q ', found)
  runs(outlineOf(tokens, mentions).words, 'd ', found)
  return Uint16Array.from(found)
}

/** What the words of a question say of the structure of its query. @param scale what a weight of 1 stands for */
export function structureOf(grams: Uint16Array, weights: StructureWeights, scale: Record<Slot, number>): Structure {
  const length = 1 / Math.sqrt(grams.length)
  const all = {} as Structure
  for (const slot of SLOT_NAMES) {
    const size = SLOTS[slot].length
    const sums = new Array<number>(size).fill(0)
    for (const gram of grams)
      for (let value = 0; value < size; value++) sums[value]! += weights[slot][gram * size + value]!
    const scores = sums.map((sum) => sum * length * scale[slot])
    const most = Math.max(...scores)
    const total = most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0))
    all[slot] = scores.map((score) => score - total)
  }
  return all
}
