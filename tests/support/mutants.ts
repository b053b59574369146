import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MUTANTS, type Mutant } from './mutants-list.ts'

/**
 * Shows that the tests of money would notice: each of these small mistakes is made in one copy of what is committed, and a test must fail.
 * Run by hand, some eight minutes: `bun tests/support/mutants.ts [part of a file or of a mistake]`. The tests that are named first are
 * the quickest; the first that fails ends it. Ends with 1 when a mutant survives, or when the tests fail without one.
 *
 * A mistake that makes a test run for ever is noticed too. On a busy machine that looks like a test without a mistake: whoever is late is
 * therefore measured anew without one, and gets several times as long as that took.
 */
const ROOT = join(import.meta.dir, '../..')
/** Milliseconds that one test file gets without a mistake, and that it gets at least with one. */
const LONGEST = 10 * 60_000
const SHORTEST = 30_000
/** Times as long as without a mistake after which a test is late. */
const LATE = 4

/** How a test file ended. `late`: it was ended, or a test in it took longer than it may. */
type End = 'passed' | 'failed' | 'late'
/** Milliseconds that each test file took without a mistake when it was last looked at. */
const took = new Map<string, number>()

const wanted = process.argv[2] ?? ''
const chosen = MUTANTS.filter(({ file, from }) => `${file} ${from}`.includes(wanted))
const copy = mkdtempSync(join(tmpdir(), 'tabletalk-mutant-'))
try {
  // What is committed: nobody's half-written change fails a test.
  const archive = Bun.spawnSync(['git', 'archive', 'HEAD'], { cwd: ROOT })
  Bun.spawnSync(['tar', '-x', '-C', copy], { stdin: archive.stdout })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  // A single test has no limit of its own here: that of its file counts.
  edit(join(copy, 'tests/support/preload.ts'), 'setDefaultTimeout(300_000)', `setDefaultTimeout(${LONGEST})`)
  process.exitCode = await run()
} finally {
  rmSync(copy, { recursive: true, force: true })
}

async function run(): Promise<number> {
  const started = performance.now()
  for (const file of new Set(chosen.flatMap(({ tests }) => tests))) {
    const end = await measure(file)
    if (end === 'passed') continue
    process.stdout.write(`${file} ${end === 'late' ? 'takes too long' : 'fails'} without a mistake\n`)
    return 1
  }
  let survived = 0
  let late = 0
  for (const mutant of chosen) {
    const by = await killer(mutant)
    if (!by) survived += 1
    if (by?.end === 'late') late += 1
    const told = by
      ? `  by ${by.test.replace('src/billing/', '')}${by.end === 'late' ? ', which does not end' : ''}`
      : ''
    process.stdout.write(`${by ? 'killed  ' : 'SURVIVED'} ${nameOf(mutant)}${told}\n`)
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stdout.write(
    `${chosen.length - survived} of ${chosen.length} killed, ${late} of them by a test that does not end, ${survived} survived, ${seconds} s\n`,
  )
  return survived > 0 ? 1 : 0
}

function nameOf({ file, from, to }: Mutant): string {
  const brief = (code: string) => code.replaceAll(/\s+/g, ' ').trim().slice(-70)
  return `${file}: ${brief(from)} -> ${brief(to) || 'nothing'}`
}

/** The first test file that notices this mistake in the copy; null when all pass. */
async function killer({ file, from, to, tests }: Mutant): Promise<{ test: string; end: End } | null> {
  const path = join(copy, 'src', file)
  /** How a test ends with the mistake. */
  const ends = async (test: string): Promise<End> => {
    const source = edit(path, from, to)
    try {
      return await ended(test, Math.max(SHORTEST, LATE * took.get(test)!))
    } finally {
      writeFileSync(path, source)
    }
  }
  for (const test of tests) {
    let end = await ends(test)
    // The machine may have become busy. When the test does not even pass without the mistake, that says nothing of the mistake.
    if (end === 'late' && (await measure(test)) !== 'passed') throw new Error(`The machine is too busy for ${test}.`)
    if (end === 'late') end = await ends(test)
    if (end !== 'passed') return { test, end }
  }
  return null
}

/** Writes something else in a file in one place. @returns what it held before */
function edit(path: string, from: string, to: string): string {
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${path} does not hold this once: ${from}`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
  return source
}

/** Runs a test file without a mistake, a second time when it was late, and remembers how long it took. */
async function measure(test: string): Promise<End> {
  for (let left = 2; ; ) {
    const begun = performance.now()
    const end = await ended(test, LONGEST)
    took.set(test, performance.now() - begun)
    if (end !== 'late' || --left === 0) return end
  }
}

/** Runs a test file as it is in the copy. @param limit milliseconds */
async function ended(test: string, limit: number): Promise<End> {
  const child = Bun.spawn([process.execPath, 'test', '--bail', `./${test}`], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'silent' },
    timeout: Math.ceil(limit),
    killSignal: 'SIGKILL',
  })
  const [code, said] = await Promise.all([child.exited, new Response(child.stderr).text()])
  if (code === 0) return 'passed'
  return child.signalCode === 'SIGKILL' || /timed out after \d+ ?ms/.test(said) ? 'late' : 'failed'
}
