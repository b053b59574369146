import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { line, page, type Share, share, summary } from './report.ts'
import { isHeld, type Outcome, run } from './spider.ts'
import { runSuite } from './suite.ts'

/**
 * `bun run eval [--set folder] [--each n] [--held]`: judges the built-in analyst on the project's own suite and on a question set in
 * Spider layout when one is there. `--brief` shows of rankings only what was asked for. `--each` takes that many questions of each database; `--held` only the held-out databases.
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

const suite = await runSuite()
const shares: Share[] = [
  share('business questions', suite.judged.filter((item) => item.pass).length, suite.judged.length),
  share('off-topic questions refused', suite.offTopic - suite.answered.length, suite.offTopic),
]
let outcomes: Outcome[] = []
if (existsSync(`${folder}/questions.json`)) {
  outcomes = await run(folder, (id) => !heldOnly || isHeld(id), each)
  const held = outcomes.filter((o) => o.held)
  shares.push(...summary('held-out databases', held))
  if (!heldOnly)
    shares.push(
      ...summary(
        'tuning databases',
        outcomes.filter((o) => !o.held),
      ),
    )
  const times = outcomes.map((o) => o.ms).toSorted((a, b) => a - b)
  console.log(`median time of a question: ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms`)
} else console.log(`no question set at ${folder}`)

for (const item of shares) console.log(line(item))
const out = new URL('./out/', import.meta.url).pathname
await mkdir(out, { recursive: true })
// What the held-out databases got wrong is not written down: nobody tunes on it by accident.
const told = outcomes.map((o) =>
  o.held ? { database: o.database, strict: o.strict, subset: o.subset, score: o.score } : o,
)
await Bun.write(
  `${out}report.json`,
  JSON.stringify({ shares, suite: suite.judged, answered: suite.answered, outcomes: told }, null, 1),
)
await Bun.write(`${out}report.html`, page(shares, outcomes, suite.judged, suite.answered))
console.log(`report: ${out}report.html`)
