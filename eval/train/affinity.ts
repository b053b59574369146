import { AFFINITY_PLACES, affinityOf } from '#analyst/planner/affinity.ts'
import { sharesOf } from '#analyst/planner/choose.ts'
import type { Question } from './choice.ts'
import type { Origin } from './examples.ts'
import { chance, shuffled } from './softmax.ts'

const PASSES = 8
const RATE = 0.3
const DECAY = 1e-6

/** A log-linear model of which reading of a question, or none of them, is right, on the pairs of its words and parts, by AdaGrad. */
export function trainAffinity(questions: Question[], weights: Record<Origin, number>): Float32Array {
  const own = new Float32Array(AFFINITY_PLACES)
  const squares = new Float32Array(AFFINITY_PLACES).fill(0.1)
  const next = chance(3)
  for (let pass = 0; pass < PASSES; pass++)
    for (const at of shuffled(questions.length, next)) {
      const { candidates, from } = questions[at]!
      const shares = sharesOf(candidates.map(({ pairs, start }) => affinityOf(pairs, start, own)))
      const right = candidates.reduce((sum, one, nth) => sum + (one.right ? shares[nth]! : 0), 0)
      for (const [nth, one] of candidates.entries()) {
        const error = shares[nth]! - (one.right ? shares[nth]! / right : 0)
        const slope = (error * weights[from]) / Math.sqrt(one.pairs.length)
        if (Math.abs(error * weights[from]) < 1e-4) continue
        for (const pair of one.pairs) {
          const step = slope + DECAY * own[pair]!
          squares[pair]! += step * step
          own[pair]! -= (RATE * step) / Math.sqrt(squares[pair]!)
        }
      }
    }
  return own
}
