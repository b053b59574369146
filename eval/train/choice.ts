import { besides, chosen } from '#analyst/planner/choose.ts'
import { featuresOf, structureFeatures } from '#analyst/planner/features.ts'
import { isOpen } from '#analyst/planner/ledger.ts'
import { logistic, type Ranker, sumOf } from '#analyst/planner/rank.ts'
import type { RoleWeights } from '#analyst/planner/role-model.ts'
import { type Skeleton, SLOT_NAMES, SLOTS, type Slot, skeletonsOf } from '#analyst/planner/skeleton.ts'
import { gramsOf, type Structure, type StructureWeights, structureOf } from '#analyst/planner/structure.ts'
import type { Thresholds } from '#analyst/planner/weights.ts'
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
  /** What the ranker of the passes says of the first. */
  own: number
}

const bySlot = <T>(of: (slot: Slot) => T) =>
  Object.fromEntries(SLOT_NAMES.map((slot) => [slot, of(slot)])) as Record<Slot, T>
const UNKNOWN: Structure = bySlot((slot) => SLOTS[slot].map(() => 0))
const ONES = bySlot(() => 1)

/** Every reading of the questions, judged. @param weights those that a question is composed by: none that have seen its group */
export async function questionsOf(
  examples: Example[],
  weights: (example: Example) => RoleWeights,
): Promise<Question[]> {
  const questions: Question[] = []
  for (const example of examples) {
    const { group, from, skeleton, question, isRight } = example
    const planner = example.planner(weights(example))
    const plans = planner.possible(question)
    const { tokens, mentions } = plans[0]?.reading ?? planner.read(question)
    const candidates: Candidate[] = []
    for (const { form, sql, reading } of plans)
      candidates.push({
        right: await isRight(sql),
        open: reading!.ledger.some(isOpen),
        features: featuresOf(reading!, UNKNOWN),
        skeletons: skeletonsOf(form, sql),
        logit: 0,
      })
    const read = plans[0]?.reading?.read ?? false
    questions.push({ group, from, skeleton, read, candidates, own: 0, grams: gramsOf(tokens, mentions) })
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
const valuesOf = (names: string[], { features }: Candidate) => Float32Array.from(names, (name) => features[name]!)

type Trees = Omit<Ranker, 'calibration'>

/** Trees over the readings of questions. */
export function trainRanker(questions: Question[], weights: Record<Origin, number>): Trees {
  const features = namesOf(questions)
  const judged = questions.flatMap(({ from, candidates }) =>
    candidates.map((one) => ({ values: valuesOf(features, one), right: one.right, weight: weights[from] })),
  )
  return { features, ...trainTrees(judged) }
}

/** The same questions with nothing but what the passes read. */
export const onlyRead = (questions: Question[]): Question[] =>
  questions.flatMap((one) => (one.read ? [{ ...one, candidates: one.candidates.slice(0, 1) }] : []))

const logitOf = (ranker: Trees, one: Candidate) => sumOf(ranker, valuesOf(ranker.features, one))

export function judge(questions: Question[], ranker: Trees, passes: Trees) {
  for (const question of questions) {
    for (const one of question.candidates) one.logit = logitOf(ranker, one)
    if (question.read) question.own = logitOf(passes, question.candidates[0]!)
  }
}

/** What would be answered to a question. */
export type Chosen = { from: Origin; probability: number; right: boolean; open: boolean; composed: boolean }
export type Calibration = Ranker['calibration']

/** How often the likeliest readings are right by what the trees say of them, and those of the passes. */
export function calibrations(questions: Question[], weights: Record<Origin, number>) {
  const some = questions.filter(({ candidates }) => candidates.length > 0)
  const likeliest = some.map(({ from, candidates }) => {
    const { logit, right } = candidates.reduce((best, one) => (one.logit > best.logit ? one : best))
    return { logit, right, weight: weights[from] }
  })
  const read = some.flatMap(({ from, read, own, candidates }) =>
    read ? [{ logit: own, right: candidates[0]!.right, weight: weights[from] }] : [],
  )
  return { ranker: calibrate(likeliest), passes: calibrate(read) }
}

const probability = ([factor, offset]: Calibration, logit: number) => logistic(factor * logit + offset)

/** What the passes read, likeliest first. */
export const ownOf = (questions: Question[], calibration: Calibration): Chosen[] =>
  questions
    .flatMap(({ from, read, own, candidates }): Chosen[] =>
      read ? [{ from, probability: probability(calibration, own), ...pick(candidates[0]!), composed: false }] : [],
    )
    .toSorted(byProbability)

const pick = ({ right, open }: Candidate) => ({ right, open })
const byProbability = (a: Chosen, b: Chosen) => b.probability - a.probability

/** What would be answered, likeliest first. */
export function answersOf(
  questions: Question[],
  { ranker, passes }: ReturnType<typeof calibrations>,
  thresholds: Thresholds,
): Chosen[] {
  return questions
    .flatMap(({ from, read, own, candidates }): Chosen[] => {
      if (!candidates.length) return []
      const all = candidates.map((one) => ({ probability: probability(ranker, one.logit), open: one.open }))
      const first = read ? probability(passes, own) : null
      const at = chosen(all, first, thresholds)
      const kept = at === 0 && first !== null
      return [{ from, probability: kept ? first : all[at]!.probability, ...pick(candidates[at]!), composed: !kept }]
    })
    .toSorted(byProbability)
}
