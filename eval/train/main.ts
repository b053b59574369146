import { bySlot } from '#analyst/planner/skeleton.ts'
import type { StructureWeights } from '#analyst/planner/structure.ts'
import { type Bytes, ROLE_WEIGHTS, type Stored, type Thresholds } from '#analyst/planner/weights.ts'
import { inWorld } from '../workspace.ts'
import { trainAffinity } from './affinity.ts'
import {
  addModels,
  answersOf,
  type Chosen,
  calibrationOf,
  judge,
  type Question,
  questionsOf,
  trainRanker,
} from './choice.ts'
import { databaseExamples, type Example, type Origin, ownExamples } from './examples.ts'
import { type Part, partsOf, trainRoles } from './roles.ts'
import { trainStructure } from './softmax.ts'
import { strangerExamples } from './strangers.ts'

/**
 * `bun run train [folder] [--anew] [--choice]`: trains the models of roles and structure and the ranker of the planner on the databases that may be tuned on,
 * the tuning half of the strangers and the project's own questions, and writes src/analyst/planner/weights.json. The same input gives the
 * same file. With `--choice` roles and structure stay as they are stored, so that the same queries are composed, and only how one of them is
 * chosen is learned anew. Figures are of databases that none of the judging models has seen.
 */
const anew = process.argv.includes('--anew')
const isChoice = process.argv.includes('--choice')
const folder =
  process.argv.slice(2).find((one) => !one.startsWith('--')) ??
  new URL('../../../shared/eval/spider-train', import.meta.url).pathname
const FOLDS = 3
/** Everyday questions about other people's tables are rare and matter most; so does it that what nothing answers is refused. */
const WEIGHTS: Record<Origin, number> = { databases: 1, own: 6, offered: 2, led: 8, 'off topic': 6, strangers: 3 }
/** Sure readings are right at least this often, in cross-validation: more than is promised, since other people's tables are harder. */
const SURE_PRECISION = 0.92
/** And wrong for at most this share of all questions. */
const WRONG_AND_SURE = 0.006
/** The probability from which a reading is answered with a doubt. */
const LIKELY = 0.4

const started = performance.now()
const tell = (text: string) => console.log(`${Math.round((performance.now() - started) / 1000)} s: ${text}`)

const structureFor = (some: Question[]): StructureWeights =>
  trainStructure(
    some.flatMap(({ grams, skeleton, from }) => (skeleton ? [{ grams, skeleton, weight: WEIGHTS[from] }] : [])),
  )

async function train(examples: Example[]): Promise<Stored> {
  const groups = [...new Set(examples.map(({ group }) => group))].toSorted()
  const folds = new Map(groups.map((group, at) => [group, at % FOLDS]))
  const foldOf = ({ group }: { group: string }) => folds.get(group)!
  /** One model a fold, made without it. */
  const perFold = <T extends { group: string }, M>(all: T[], make: (some: T[]) => M): M[] =>
    Array.from({ length: FOLDS }, (_, fold) => make(all.filter((one) => foldOf(one) !== fold)))
  tell(`${examples.length} questions of ${groups.length} groups`)

  const taught = examples.filter(({ from }) => from === 'databases' || from === 'strangers')
  const rolesFor = (some: Part[]) => trainRoles(some, WEIGHTS)
  // Which query is right its rows tell: what is known of roles only says where to look for it.
  let parts = await partsOf(taught, () => (anew ? null : ROLE_WEIGHTS))
  let roles = perFold(parts, rolesFor)
  tell(`${parts.length} parts have a role`)
  if (anew) {
    parts = await partsOf(taught, (example) => roles[foldOf(example)]!)
    roles = perFold(parts, rolesFor)
    tell(`${parts.length} parts have a role by what was learned`)
  }

  const questions = await questionsOf(examples, (example) => roles[foldOf(example)]!)
  tell('all readings judged')
  const affinityFor = (some: Question[]) => trainAffinity(some, WEIGHTS)
  const structures = perFold(questions, structureFor)
  const affinities = perFold(questions, affinityFor)
  for (let fold = 0; fold < FOLDS; fold++)
    addModels(
      questions.filter((one) => foldOf(one) === fold),
      structures[fold]!,
      affinities[fold]!,
    )
  const rankers = perFold(questions, (some) => trainRanker(some, WEIGHTS))
  for (let fold = 0; fold < FOLDS; fold++)
    judge(
      questions.filter((one) => foldOf(one) === fold),
      rankers[fold]!,
    )
  const calibration = calibrationOf(questions, WEIGHTS)
  const answers = answersOf(questions, calibration)
  const thresholds: Thresholds = { sure: sureFrom(answers), likely: LIKELY }
  report(questions, answers, thresholds)
  const structure = structureFor(questions)
  return {
    thresholds,
    structure: bySlot((slot) => stored(structure[slot])),
    affinity: stored(affinityFor(questions)),
    roles: rolesFor(parts),
    ranker: { ...trainRanker(questions, WEIGHTS), calibration },
  }
}

/** The lowest probability down to which readings that leave no word over are right often enough. */
function sureFrom(chosen: Chosen[]): number {
  let [all, right, from] = [0, 0, 1]
  const foreign = chosen.filter((one) => one.from === 'databases' || one.from === 'strangers')
  for (const one of foreign.filter(({ open }) => !open)) {
    all++
    right += Number(one.right)
    if (all >= 100 && right / all >= SURE_PRECISION && all - right <= WRONG_AND_SURE * foreign.length)
      from = one.probability
  }
  return Number(from.toFixed(3))
}

const share = <T>(some: T[], test: (one: T) => boolean) =>
  `${((100 * some.filter(test).length) / Math.max(1, some.length)).toFixed(1)} %`
const percent = (some: { right: boolean }[]) => share(some, ({ right }) => right)

function report(questions: Question[], chosen: Chosen[], thresholds: Thresholds) {
  for (const origin of ['databases', 'own', 'strangers', 'off topic'] as const) {
    const asked = questions.filter(({ from }) => from === origin)
    const within = (most: number) =>
      share(asked, ({ candidates }) =>
        candidates.some(({ right, features }) => right && features['composed place']! < most),
      )
    const part = chosen.filter(({ from }) => from === origin)
    const surest = [0.2, 0.4, 0.6].map((of) => percent(part.slice(0, Math.round(asked.length * of))))
    const sure = part.filter(({ probability, open }) => probability >= thresholds.sure && !open)
    const likely = part.filter((one) => one.probability >= LIKELY && !sure.includes(one))
    tell(
      [
        `${origin}: ${asked.length} questions; right: passes ${share(asked, ({ read, candidates }) => read && candidates[0]!.right)}`,
        `composed first ${within(1)}, first five ${within(5)}`,
        `any ${share(asked, ({ candidates }) => candidates.some(({ right }) => right))}`,
        `chosen ${((100 * part.filter(({ right }) => right).length) / asked.length).toFixed(1)} % (${share(part, ({ composed }) => composed)} composed)`,
        `surest 20, 40, 60 %: ${surest.join(', ')}; sure ${sure.length}, ${percent(sure)} right; likely ${likely.length}, ${percent(likely)} right`,
      ].join('; '),
    )
  }
  const edges = [0, 0.25, 0.5, 0.65, 0.8, 0.9, 1.001]
  for (const [at, low] of edges.slice(0, -1).entries()) {
    const part = chosen.filter(({ probability }) => probability >= low && probability < edges[at + 1]!)
    tell(`probability from ${low}: ${part.length} readings, ${percent(part)} right`)
  }
}

function stored(weights: ArrayLike<number>): Bytes {
  const scale = Array.from(weights).reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale))
  return { scale: Number(scale.toPrecision(6)), bytes: Buffer.from(bytes.buffer).toString('base64') }
}

await inWorld({}, async (world) => {
  const examples = [...(await databaseExamples(folder)), ...(await ownExamples()), ...(await strangerExamples(world))]
  const target = new URL('../../src/analyst/planner/weights.json', import.meta.url).pathname
  const { roles, structure }: Stored = await Bun.file(target).json()
  const trained = await train(examples)
  await Bun.write(target, `${JSON.stringify(isChoice ? { ...trained, roles, structure } : trained)}\n`)
  tell(`${Math.round(Bun.file(target).size / 1000)} kB`)
})
process.exit()
