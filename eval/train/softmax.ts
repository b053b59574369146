import { type Skeleton, SLOT_NAMES, SLOTS } from '#analyst/planner/skeleton.ts'
import { PLACES, type StructureWeights } from '#analyst/planner/structure.ts'

export type Taught = { grams: Uint16Array; skeleton: Skeleton; weight: number }

const PASSES = 12
const RATE = 0.5
/** What a weight loses in each pass. */
const DECAY = 0.02

/** Numbers that look like chance and are the same in each run. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function shuffled(size: number, next: () => number): Uint32Array {
  const order = Uint32Array.from({ length: size }, (_, at) => at)
  for (let at = size - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
  return order
}

/** Multinomial logistic regression of every slot on the places of runs of words, by AdaGrad. */
export function trainStructure(examples: Taught[]): StructureWeights {
  const weights = {} as StructureWeights
  for (const slot of SLOT_NAMES) {
    const size = SLOTS[slot].length
    const own = new Float32Array(PLACES * size)
    const squares = new Float32Array(PLACES * size).fill(0.01)
    const next = chance(size)
    const odds = new Float64Array(size)
    for (let pass = 0; pass < PASSES; pass++) {
      for (const at of shuffled(examples.length, next)) {
        const { grams, skeleton, weight } = examples[at]!
        const length = 1 / Math.sqrt(grams.length)
        odds.fill(0)
        for (const gram of grams) for (let value = 0; value < size; value++) odds[value]! += own[gram * size + value]!
        let most = Number.NEGATIVE_INFINITY
        for (let value = 0; value < size; value++) most = Math.max(most, odds[value]! * length)
        let total = 0
        for (let value = 0; value < size; value++) total += odds[value] = Math.exp(odds[value]! * length - most)
        for (let value = 0; value < size; value++) {
          const slope = (odds[value]! / total - Number(value === skeleton[slot])) * length * weight
          if (Math.abs(slope) < 1e-5) continue
          for (const gram of grams) {
            const place = gram * size + value
            squares[place]! += slope * slope
            own[place]! -= (RATE * slope) / Math.sqrt(squares[place]!)
          }
        }
      }
      for (let place = 0; place < own.length; place++) own[place]! *= 1 - DECAY
    }
    weights[slot] = own
  }
  return weights
}
