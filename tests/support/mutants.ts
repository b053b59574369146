import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MUTANTS, type Mutant } from './mutants-list.ts'

/**
 * Shows that the tests of money would notice: each of these small mistakes is made in one copy of what is committed, and a test must fail.
 * Run by hand, some six minutes: `bun tests/support/mutants.ts [part of a file or of a mistake]`. The tests that are named first are
 * the quickest; the first that fails ends it. Ends with 1 when a mutant survives, or when the tests fail without one.
 */
const ROOT = join(import.meta.dir, '../..')
/** Milliseconds for one test file: a mistake that makes it run for ever is noticed too. */
const PATIENCE = 120_000

const wanted = process.argv[2] ?? ''
const chosen = MUTANTS.filter(({ file, from }) => `${file} ${from}`.includes(wanted))
const copy = mkdtempSync(join(tmpdir(), 'tabletalk-mutant-'))
try {
  // What is committed: nobody's half-written change fails a test.
  const archive = Bun.spawnSync(['git', 'archive', 'HEAD'], { cwd: ROOT })
  Bun.spawnSync(['tar', '-x', '-C', copy], { stdin: archive.stdout })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  process.exitCode = await run()
} finally {
  rmSync(copy, { recursive: true, force: true })
}

async function run(): Promise<number> {
  const started = performance.now()
  for (const file of new Set(chosen.flatMap(({ tests }) => tests)))
    if (!(await passes(file))) {
      process.stdout.write(`${file} fails without a mistake\n`)
      return 1
    }
  let survived = 0
  for (const mutant of chosen) {
    const by = await killer(mutant)
    if (!by) survived += 1
    process.stdout.write(
      `${by ? 'killed  ' : 'SURVIVED'} ${nameOf(mutant)}${by ? `  by ${by.replace('src/billing/', '')}` : ''}\n`,
    )
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stdout.write(`${chosen.length - survived} of ${chosen.length} killed, ${survived} survived, ${seconds} s\n`)
  return survived > 0 ? 1 : 0
}

function nameOf({ file, from, to }: Mutant): string {
  const brief = (code: string) => code.replaceAll(/\s+/g, ' ').trim().slice(-70)
  return `${file}: ${brief(from)} -> ${brief(to) || 'nothing'}`
}

/** The first test file that fails with this mistake in the copy; null when all pass. */
async function killer({ file, from, to, tests }: Mutant): Promise<string | null> {
  const path = join(copy, 'src', file)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
  try {
    for (const test of tests) if (!(await passes(test))) return test
    return null
  } finally {
    writeFileSync(path, source)
  }
}

async function passes(test: string): Promise<boolean> {
  const child = Bun.spawn([process.execPath, 'test', '--bail', '--timeout', '60000', `./${test}`], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, LOG_LEVEL: 'silent' },
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  })
  return (await child.exited) === 0
}
