import { featuresOf } from '#analyst/planner/features.ts'
import { isOpen } from '#analyst/planner/ledger.ts'
import { logistic, type Ranker, sumOf } from '#analyst/planner/rank.ts'
import { SLOT_NAMES, type Slot } from '#analyst/planner/skeleton.ts'
import { type StructureWeights, structureOf } from '#analyst/planner/structure.ts'
import type { Stored, Thresholds } from '#analyst/planner/weights.ts'
import { calibrate, type Judged, trainTrees } from './boost.ts'
import { type Example, type Origin, ownExamples, spiderExamples } from './examples.ts'
import { trainStructure } from './softmax.ts'
import { strangerExamples } from './strangers.ts'

/**
 * `bun run train [folder]`: trains the structure models and the ranker of the planner on the databases that may be tuned on and on the
 * project's own questions, and writes src/analyst/planner/weights.json. The same input gives the same file. Figures are of databases
 * that the judging models have not seen.
 */
const folder = process.argv[2] ?? new URL('../../../shared/eval/spider-train', import.meta.url).pathname
const FOLDS = 5
/** Everyday questions about other people's tables are rare and matter most; so does it that what nothing answers is refused. */
const WEIGHTS: Record<Origin, number> = { databases: 1, own: 2, 'off topic': 6, strangers: 3 }
/** Sure readings are right at least this often, in cross-validation: more than is promised, since other people's tables are harder. */
const SURE_PRECISION = 0.92
/** The probability from which a reading is answered with a doubt. */
const LIKELY = 0.45

const started = performance.now()
const examples = [...(await spiderExamples(folder)), ...(await ownExamples()), ...(await strangerExamples())]
const groups = [...new Set(examples.map(({ group }) => group))].toSorted()
const foldOf = new Map(groups.map((group, at) => [group, at % FOLDS]))
const inFold = ({ group }: { group: string }, fold: number) => foldOf.get(group) === fold
console.log(`${examples.length} questions of ${groups.length} groups, read in ${seconds()} s`)

function seconds() {
  return Math.round((performance.now() - started) / 1000)
}

const structureFor = (some: Example[]): StructureWeights =>
  trainStructure(
    some.flatMap(({ grams, skeleton, from }) => (skeleton ? [{ grams, skeleton, weight: WEIGHTS[from] }] : [])),
  )

const ONES = Object.fromEntries(SLOT_NAMES.map((slot) => [slot, 1])) as Record<Slot, number>

type Rated = Judged & { group: string; from: Origin; open: boolean }
let names: string[] = []
const rated: Rated[] = []
for (let fold = 0; fold < FOLDS; fold++) {
  const weights = structureFor(examples.filter((one) => !inFold(one, fold)))
  for (const { reading, grams, ...about } of examples.filter((one) => inFold(one, fold))) {
    if (!reading) continue
    const features = featuresOf(reading, structureOf(grams, weights, ONES))
    names = Object.keys(features)
    rated.push({
      ...about,
      values: Float32Array.from(Object.values(features)),
      weight: WEIGHTS[about.from],
      open: reading.ledger.some(isOpen),
    })
  }
}
console.log(`structure out of fold after ${seconds()} s`)

const outOfFold: (Rated & { logit: number })[] = []
for (let fold = 0; fold < FOLDS; fold++) {
  const model = trainTrees(rated.filter((one) => !inFold(one, fold)))
  for (const one of rated.filter((one) => inFold(one, fold)))
    outOfFold.push({ ...one, logit: sumOf(model, one.values) })
}
const calibration = calibrate(outOfFold)
const sorted = outOfFold
  .map((one) => ({ ...one, probability: logistic(calibration[0] * one.logit + calibration[1]) }))
  .toSorted((a, b) => b.probability - a.probability)

/** The lowest probability down to which readings that leave no word over are right often enough. */
function sureFrom(): number {
  let [all, right, from] = [0, 0, 1]
  for (const one of sorted.filter(({ open, from }) => !open && (from === 'databases' || from === 'strangers'))) {
    all++
    right += Number(one.right)
    if (all >= 100 && right / all >= SURE_PRECISION) from = one.probability
  }
  return Number(from.toFixed(3))
}
const thresholds: Thresholds = { sure: sureFrom(), likely: LIKELY }

const percent = (some: { right: boolean }[]) =>
  `${((100 * some.filter(({ right }) => right).length) / Math.max(1, some.length)).toFixed(1)} %`
for (const origin of ['databases', 'own', 'strangers'] as const) {
  const part = sorted.filter(({ from }) => from === origin)
  const surest = [0.2, 0.4, 0.6].map((share) => percent(part.slice(0, Math.round(part.length * share))))
  const sure = part.filter(({ probability, open }) => probability >= thresholds.sure && !open)
  const likely = part.filter((one) => one.probability >= LIKELY && !sure.includes(one))
  console.log(
    `${origin}: ${part.length} readings, ${percent(part)} right; surest 20, 40, 60 %: ${surest.join(', ')}; sure ${sure.length}, ${percent(sure)} right; likely ${likely.length}, ${percent(likely)} right`,
  )
}
for (const [low, high] of [
  [0, 0.25],
  [0.25, 0.5],
  [0.5, 0.65],
  [0.65, 0.8],
  [0.8, 0.9],
  [0.9, 1],
] as const) {
  const part = sorted.filter(({ probability }) => probability >= low && probability < high)
  console.log(`probability ${low} to ${high}: ${part.length} readings, ${percent(part)} right`)
}
const structure = structureFor(examples)
const ranker: Ranker = { features: names, ...trainTrees(rated), calibration }
const bytesOf = (slot: Slot) => {
  const weights = structure[slot]
  const scale = Float32Array.from(weights).reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale))
  return { scale: Number(scale.toPrecision(6)), bytes: Buffer.from(bytes.buffer).toString('base64') }
}
const stored: Stored = {
  thresholds,
  structure: Object.fromEntries(SLOT_NAMES.map((slot) => [slot, bytesOf(slot)])) as Stored['structure'],
  ranker,
}
const target = new URL('../../src/analyst/planner/weights.json', import.meta.url).pathname
await Bun.write(target, `${JSON.stringify(stored)}\n`)
console.log(`${Math.round(Bun.file(target).size / 1000)} kB after ${seconds()} s`)
