import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { line, page, type Share, share, summary } from './report.ts'
import { isHeld, type Outcome, run } from './spider.ts'
import {
  allGroups,
  failure,
  groups,
  isStrangerHeld,
  type Judged,
  runStrangers,
  SETS,
  strangerShares,
} from './strangers.ts'
import { runSuite } from './suite.ts'
import { inWorld } from './workspace.ts'

/**
 * `bun run eval [--set folder] [--each n] [--held]`: judges the built-in analyst on the project's own suite, on a question set in
 * Spider layout when one is there, and on the tables of strangers and of offices. `--brief` shows of rankings only what was asked for.
 * `--each` takes that many questions of each database of the set; `--held` only the held-out databases.
 * `--strangers [group,group]` asks these alone; `--failures` lists what went wrong there, of the half that may be looked at.
 * `--stages` says instead at which stage of the planner the right readings of these tables are lost, with `--held` of the held-out half.
 * `--readings file` writes what the planner reads of each question that may be looked at; with `--against file` of such a file, says what it
 * reads otherwise. Two minutes, before any change of the planner and after it.
 * `--model` asks the configured model instead: model.ts says how.
 */
const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at >= 0 ? (process.argv[at + 1] ?? '') : null
}
const folder = option('set') ?? new URL('../../shared/eval/spider-train', import.meta.url).pathname
const each = Number(option('each') ?? Number.POSITIVE_INFINITY)
const heldOnly = process.argv.includes('--held')

if (process.argv.includes('--model')) {
  await (await import('./model.ts')).main(process.argv, folder)
  process.exit()
}

if (process.argv.includes('--stages')) {
  const { stageShares } = await import('./stages.ts')
  const only = option('strangers')
  await inWorld({}, async (world) => {
    const some = allGroups().filter(
      (group) => isStrangerHeld(group) === heldOnly && (!only?.match(/^\w/) || only.split(',').includes(group)),
    )
    for (const item of await stageShares(heldOnly ? 'held out' : 'tuning', world, some)) console.log(line(item))
  })
  process.exit()
}

const readingsFile = option('readings')
if (readingsFile !== null) {
  const { readings, readOtherwise } = await import('./readings.ts')
  const read = await readings()
  await Bun.write(readingsFile || 'eval/out/readings.json', JSON.stringify(read, null, 1))
  const before = option('against')
  const otherwise = before ? readOtherwise(await Bun.file(before).json(), read) : []
  console.log([...otherwise, `${read.length} questions read, ${otherwise.length} otherwise`].join('\n'))
  process.exit()
}

const shares: Share[] = []
let suite: Awaited<ReturnType<typeof runSuite>> = { judged: [], answered: [], offTopic: 0 }
let outcomes: Outcome[] = []
const ownShare = (name: string, test: (item: (typeof suite.judged)[number]) => boolean) =>
  share(name, suite.judged.filter(test).length, suite.judged.length)
const named = option('strangers')
if (named === null) {
  suite = await runSuite()
  shares.push(
    ownShare('business questions', ({ pass }) => pass),
    ownShare('business questions, sure', ({ isSure }) => isSure),
    ownShare('business questions, wrong and sure', ({ isSure, pass }) => isSure && !pass),
    share('off-topic questions refused', suite.offTopic - suite.answered.length, suite.offTopic),
  )
  if (existsSync(`${folder}/questions.json`)) outcomes = await run(folder, (id) => !heldOnly || isHeld(id), each)
  else console.log(`no question set at ${folder}`)
  for (const [name, is] of [
    ['held-out databases', true],
    ['tuning databases', false],
  ] as const) {
    const half = outcomes.filter(({ held }) => held === is)
    if (half.length > 0) shares.push(...summary(name, half))
  }
  const times = outcomes.map((o) => o.ms).toSorted((a, b) => a - b)
  if (times.length > 0) console.log(`median time of a question: ${times[Math.floor(times.length / 2)]!.toFixed(1)} ms`)
}

const asked = allGroups().filter((group) =>
  named?.match(/^\w/) ? named.split(',').includes(group) : !heldOnly || isStrangerHeld(group),
)
const strangers: Judged[] = await runStrangers(asked)
for (const set of SETS) {
  const own = strangers.filter(({ database }) => groups(set).includes(database))
  for (const [half, is] of [
    ['held out', true],
    ['tuning', false],
  ] as const)
    shares.push(
      ...strangerShares(
        `${set}, ${half}`,
        own.filter(({ held }) => held === is),
      ),
    )
}
// What the held-out half got wrong is not told: nobody tunes on it by accident.
const failures = strangers.filter(({ held, verdict }) => !held && verdict !== 'right')
if (process.argv.includes('--failures')) for (const one of failures) console.log(failure(one))

for (const item of shares) console.log(line(item))
const out = new URL('./out/', import.meta.url).pathname
await mkdir(out, { recursive: true })
const told = outcomes.map((o) =>
  o.held ? { database: o.database, strict: o.strict, subset: o.subset, score: o.score, confidence: o.confidence } : o,
)
await Bun.write(
  `${out}report.json`,
  JSON.stringify(
    { shares, suite: suite.judged, answered: suite.answered, outcomes: told, strangers: failures },
    null,
    1,
  ),
)
await Bun.write(`${out}report.html`, page(shares, outcomes, suite.judged, suite.answered))
console.log(`report: ${out}report.html`)
