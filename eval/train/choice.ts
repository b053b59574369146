import { besides, logitOf, sharesOf, weighed } from '#analyst/planner/choose.ts'
import { featuresOf, structureFeatures } from '#analyst/planner/features.ts'
import { isGuessed, isOpen } from '#analyst/planner/ledger.ts'
import { logistic, type Ranker, valuesOf } from '#analyst/planner/rank.ts'
import type { RoleWeights } from '#analyst/planner/role-model.ts'
import { type Skeleton, SLOT_NAMES, SLOTS, type Slot, skeletonsOf } from '#analyst/planner/skeleton.ts'
import { gramsOf, type Structure, type StructureWeights, structureOf } from '#analyst/planner/structure.ts'
import { calibrate, trainTrees } from './boost.ts'
import type { Example, Origin } from './examples.ts'

/** One reading of a question; its features of structure are to come from models that have not seen the question. */
type Candidate = {
  right: boolean
  open: boolean
  features: Record<string, number>
  skeletons: Skeleton[]
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

const bySlot = <T>(of: (slot: Slot) => T) =>
  Object.fromEntries(SLOT_NAMES.map((slot) => [slot, of(slot)])) as Record<Slot, T>
const UNKNOWN: Structure = bySlot((slot) => SLOTS[slot].map(() => 0))
const ONES = bySlot(() => 1)

/** Questions of which an answer with more columns than the gold one is right where no reading gives just the gold one. */
const FREE: ReadonlySet<Origin> = new Set(['own', 'led', 'strangers'])

/** Every reading of the questions, judged. @param weights those that a question is composed by: none that have seen its group */
export async function questionsOf(
  examples: Example[],
  weights: (example: Example) => RoleWeights,
): Promise<Question[]> {
  const questions: Question[] = []
  for (const example of examples) {
    const { group, from, skeleton, question, judge } = example
    const planner = example.planner(weights(example))
    const plans = planner.possible(question)
    const { tokens, mentions } = plans[0]?.reading ?? planner.read(question)
    const judged = await Promise.all(plans.map(({ sql }) => judge(sql)))
    const freely = FREE.has(from) && !judged.some(({ strict }) => strict)
    const candidates = plans.map(
      ({ form, sql, reading }, at): Candidate => ({
        right: freely ? judged[at]!.subset : judged[at]!.strict,
        open: reading!.ledger.some((entry) => isOpen(entry) || isGuessed(entry)),
        features: featuresOf(reading!, UNKNOWN),
        skeletons: skeletonsOf(form, sql),
        logit: 0,
      }),
    )
    const read = plans[0]?.reading?.read ?? false
    questions.push({ group, from, skeleton, read, candidates, grams: gramsOf(tokens, mentions) })
  }
  return questions
}

/** Adds what models of structure say of each reading. */
export function addStructure(questions: Question[], weights: StructureWeights) {
  for (const { grams, candidates } of questions) {
    const structure = structureOf(grams, weights, ONES)
    for (const one of candidates) Object.assign(one.features, structureFeatures(structure, one.skeletons))
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
    const at = shares.indexOf(Math.max(...shares))
    const { right, open } = candidates[at]!
    return [{ from, right, open, logit: logitOf(shares[at]!), composed: at > 0 || !read }]
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
