import type { Plan } from '#analyst/built-in/planned.ts'
import { type AffinityWeights, affinityOf, pairsOf, startOf } from '#analyst/planner/affinity.ts'
import { addedUp, besides, logitOf, sharesOf, weighed } from '#analyst/planner/choose.ts'
import { everyday } from '#analyst/planner/everyday.ts'
import { featuresOf, structureFeatures } from '#analyst/planner/features.ts'
import { isGuessed, isOpen } from '#analyst/planner/ledger.ts'
import { logistic, type Ranker, valuesOf } from '#analyst/planner/rank.ts'
import type { RoleWeights } from '#analyst/planner/role-model.ts'
import { answerOf } from '#analyst/planner/same-answer.ts'
import { bySlot, type Skeleton, SLOTS, skeletonsOf } from '#analyst/planner/skeleton.ts'
import { gramsOf, type Structure, type StructureWeights, structureOf } from '#analyst/planner/structure.ts'
import { calibrate, trainTrees } from './boost.ts'
import { type Example, isFree, type Match, type Origin } from './examples.ts'

/** One reading of a question; its features of structure are to come from models that have not seen the question. */
type Candidate = {
  right: boolean
  open: boolean
  features: Record<string, number>
  skeletons: Skeleton[]
  /** What it makes of its question, and what speaks for it before that. */
  pairs: Uint32Array
  start: number
  /** What it tells, the same for readings that tell the same. */
  answer: string
  logit: number
}
/** A question with all that it may mean; `read`: the first is what the passes read. */
export type Question = {
  group: string
  from: Origin
  grams: Uint16Array
  skeleton: Skeleton | null
  read: boolean
  candidates: Candidate[]
}

const UNKNOWN: Structure = bySlot((slot) => SLOTS[slot].map(() => 0))
const ONES = bySlot(() => 1)

/** Every reading of the questions, judged. @param weights those that a question is composed by: none that have seen its group */
export async function questionsOf(
  examples: Example[],
  weights: (example: Example) => RoleWeights,
): Promise<Question[]> {
  const questions: Question[] = []
  for (const example of examples) {
    const { group, from, skeleton, judge } = example
    const planner = example.planner(weights(example))
    const question = everyday(example.question, planner.schema).text
    const plans = planner.possible(question)
    const { tokens, mentions } = plans[0]?.reading ?? planner.read(question)
    const judged = await Promise.all(plans.map(({ sql }) => judge(sql)))
    const least = Math.min(...plans.flatMap(({ form }, at) => (judged[at]!.strict ? [form.outputs.length] : [])))
    const isRight = ({ form }: Plan, { strict, subset }: Match) =>
      strict ||
      (isFree(example) &&
        subset &&
        (least === Number.POSITIVE_INFINITY || (form.outputs.length <= least + 1 && !form.everything)))
    const candidates = plans.map(
      ({ form, sql, reading }, at): Candidate => ({
        right: isRight(plans[at]!, judged[at]!),
        open: reading!.ledger.some((entry) => isOpen(entry) || isGuessed(entry)),
        features: featuresOf(reading!, UNKNOWN),
        skeletons: skeletonsOf(form, sql),
        pairs: pairsOf(reading!),
        start: startOf(reading!),
        answer: answerOf(form),
        logit: 0,
      }),
    )
    const read = plans[0]?.reading?.read ?? false
    questions.push({ group, from, skeleton, read, candidates, grams: gramsOf(tokens, mentions) })
  }
  return questions
}

/** Adds what models of structure and of affinity say of each reading. */
export function addModels(questions: Question[], weights: StructureWeights, affinity: AffinityWeights) {
  for (const { grams, candidates } of questions) {
    const structure = structureOf(grams, weights, ONES)
    for (const one of candidates) {
      Object.assign(one.features, structureFeatures(structure, one.skeletons))
      one.features.affinity = affinityOf(one.pairs, one.start, affinity)
    }
    const all = besides(candidates.map(({ features }) => features))
    for (const [at, one] of candidates.entries()) one.features = all[at]!
  }
}

const namesOf = (questions: Question[]) =>
  Object.keys(questions.find(({ candidates }) => candidates.length > 0)!.candidates[0]!.features)
type Trees = Omit<Ranker, 'calibration'>

/** Trees over the readings of questions. */
export function trainRanker(questions: Question[], weights: Record<Origin, number>): Trees {
  const features = namesOf(questions)
  const judged = questions.flatMap(({ from, candidates }, question) =>
    candidates.map((one) => ({
      ...{ values: Float32Array.from(valuesOf({ features }, one.features)), right: one.right, weight: weights[from] },
      question,
    })),
  )
  return { features, ...trainTrees(judged) }
}

export function judge(questions: Question[], ranker: Trees) {
  for (const { candidates } of questions) for (const one of candidates) one.logit = weighed(ranker, one.features)
}

/** What would be answered to a question. `logit`: of how likely it is among all readings, before it is calibrated. */
type Likeliest = { from: Origin; logit: number; right: boolean; open: boolean; composed: boolean }

const likeliest = (questions: Question[]): Likeliest[] =>
  questions.flatMap(({ from, read, candidates }): Likeliest[] => {
    if (!candidates.length) return []
    const shares = sharesOf(candidates.map(({ logit }) => logit))
    const together = addedUp(
      shares,
      candidates.map(({ answer }) => answer),
    )
    const [at] = [...shares.keys()].toSorted((a, b) => together[b]! - together[a]! || shares[b]! - shares[a]!)
    const { right, open } = candidates[at!]!
    return [{ from, right, open, logit: logitOf(together[at!]!), composed: at! > 0 || !read }]
  })

/** How often the likeliest readings are right by what the trees say of them. */
export const calibrationOf = (questions: Question[], weights: Record<Origin, number>): Ranker['calibration'] =>
  calibrate(likeliest(questions).map((one) => ({ ...one, weight: weights[one.from] })))

export type Chosen = Likeliest & { probability: number }

/** What would be answered, likeliest first. */
export const answersOf = (questions: Question[], [factor, offset]: Ranker['calibration']): Chosen[] =>
  likeliest(questions)
    .map((one) => ({ ...one, probability: logistic(factor * one.logit + offset) }))
    .toSorted((a, b) => b.probability - a.probability)
