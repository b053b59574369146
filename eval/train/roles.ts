import type { Planner } from '#analyst/built-in/plan.ts'
import { everyday } from '#analyst/planner/everyday.ts'
import type { Kind, Line } from '#analyst/planner/items.ts'
import { priorsOf, type RoleWeights, signsOf } from '#analyst/planner/role-model.ts'
import { ROLES } from '#analyst/planner/roles.ts'
import { type Example, isFree, type Origin } from './examples.ts'
import { chance } from './softmax.ts'

/** A part of a question with the role that it has in the query that was right. */
export type Part = { group: string; from: Origin; kind: Kind; role: number; signs: string[]; priors: number[] }

/** A query further back than this is right by chance more often than because its roles are. */
const MOST_TRIED = 20

/**
 * The roles of the parts of each question in the first composed query that gives the right rows, or right rows with the fewest columns besides.
 * @param weights those that a question is composed by: none that have seen its group
 */
export async function partsOf(examples: Example[], weights: (example: Example) => RoleWeights | null): Promise<Part[]> {
  const parts: Part[] = []
  for (const example of examples) {
    const planner = example.planner(weights(example))
    const { line, candidates } = planner.composed(everyday(example.question, planner.schema).text, MOST_TRIED)
    let nearest: Candidate | null = null
    for (const one of candidates) {
      const { strict, subset } = await example.judge(one.sql)
      if (strict || (subset && isFree(example) && isShorter(one, nearest))) nearest = one
      if (strict) break
    }
    if (nearest) parts.push(...partsOfLine(example, line, nearest.roles))
  }
  return parts
}

type Candidate = ReturnType<Planner['composed']>['candidates'][number]
const isShorter = ({ form }: Candidate, than: Candidate | null) =>
  !form.everything && form.outputs.length < (than?.form.outputs.length ?? Number.POSITIVE_INFINITY)

const partsOfLine = ({ group, from }: Example, line: Line, roles: string[]): Part[] =>
  line.items.map(({ kind }, at) => ({
    ...{ group, from, kind, role: ROLES[kind].indexOf(roles[at]!) },
    ...{ signs: signsOf(line, at, roles[at - 1] ?? ''), priors: priorsOf(line, at) },
  }))

const PASSES = 12
const RATE = 0.15
/** How much a weight loses at each example, for each that there is. */
const DECAY = 1e-5
/** A sign that is seen less often is not learned from. */
const LEAST_SEEN = 3
const LEAST_PARTS = 20
/** Weights below are left out. */
const SMALL = 0.15

/** Multinomial logistic regression of the role of a part on its signs, for each kind, by AdaGrad, on top of what the rules say. */
export function trainRoles(all: Part[], worth: Record<Origin, number>): RoleWeights {
  const weights: RoleWeights = {}
  for (const [kind, parts] of Map.groupBy(all, (part) => part.kind)) {
    if (parts.length < LEAST_PARTS) continue
    const size = ROLES[kind].length
    const counts = new Map<string, number>()
    for (const { signs } of parts) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    const names = [...counts].flatMap(([sign, count]) => (count >= LEAST_SEEN ? [sign] : []))
    const places = new Map(names.map((sign, at) => [sign, at]))
    const known = parts.map(({ signs }) => signs.flatMap((sign) => places.get(sign) ?? []))
    const own = new Float64Array(names.length * size)
    const squares = new Float64Array(names.length * size).fill(1e-6)
    const next = chance(7)
    const order = parts.map((_, at) => at)
    for (let pass = 0; pass < PASSES; pass++) {
      for (let at = order.length - 1; at > 0; at--) {
        const other = Math.floor(next() * (at + 1))
        ;[order[at], order[other]] = [order[other]!, order[at]!]
      }
      for (const at of order) learn(parts[at]!, known[at]!, own, squares, DECAY * parts.length, worth[parts[at]!.from])
    }
    weights[kind] = Object.fromEntries(
      names.flatMap((sign, place) => {
        const sparse = Array.from({ length: size }, (_, role) => {
          const weight = own[place * size + role]!
          return Math.abs(weight) < SMALL ? [] : [role, Math.round(weight * 10)]
        }).flat()
        return sparse.length ? [[sign, sparse]] : []
      }),
    )
  }
  return weights
}

function learn(
  { role, priors }: Part,
  known: number[],
  own: Float64Array,
  squares: Float64Array,
  decay: number,
  worth: number,
) {
  const size = priors.length
  const sums = Float64Array.from(priors)
  for (const place of known) for (let r = 0; r < size; r++) sums[r]! += own[place * size + r]!
  let [most, total] = [Number.NEGATIVE_INFINITY, 0]
  for (const sum of sums) most = Math.max(most, sum)
  for (let r = 0; r < size; r++) total += sums[r] = Math.exp(sums[r]! - most)
  for (let r = 0; r < size; r++) {
    const error = sums[r]! / total - Number(r === role)
    if (Math.abs(error) < 1e-4) continue
    for (const place of known) {
      const at = place * size + r
      const slope = error * worth + decay * own[at]!
      squares[at]! += slope * slope
      own[at]! -= (RATE * slope) / Math.sqrt(squares[at]!)
    }
  }
}
