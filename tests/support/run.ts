import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureMariadb } from './mariadb.ts'
import { startPostgres } from './postgres.ts'

/**
 * Runs every test and ends in a line `N passed, N failed`: unit and operation tests on the embedded database, those that touch
 * the database once more on a real PostgreSQL beside them, then the browser journeys alone, since they measure time.
 */
const ROOT = join(import.meta.dir, '../..')
/** Milliseconds for one test: a busy machine is not a broken test. bunfig.toml's own setting is not read, a preload's counts for one file. */
const PATIENCE = '30000'

type Count = { passed: number; failed: number; skipped: number }

const all = [...new Bun.Glob('{src,islands,cli,tests,bench,eval}/**/*.test.{ts,tsx}').scanSync({ cwd: ROOT })].sort()
const journeys = all.filter((file) => file.startsWith('tests/journeys/'))
const rest = all.filter((file) => !journeys.includes(file))
const onDatabase = rest.filter((file) =>
  /support\/(world|people)\.ts|support\/database\.ts/.test(readFileSync(join(ROOT, file), 'utf8')),
)

const total: Count = { passed: 0, failed: 0, skipped: 0 }
const postgres = process.env.TEST_DATABASE_URL ? null : await startPostgres()
// Before the tests: a single one has not the time to install a server.
await ensureMariadb()
const databaseUrl = process.env.TEST_DATABASE_URL ?? postgres!.url
try {
  // Two processors: each side takes half of what touches no database.
  const plain = rest.filter((file) => !onDatabase.includes(file))
  const half = (side: number) => plain.filter((_, index) => index % 2 === side)
  const counts = await Promise.all([
    runTests('embedded', [...onDatabase, ...half(0)], { TEST_DATABASE_URL: '' }),
    runTests('PostgreSQL', [...onDatabase, ...half(1)], { TEST_DATABASE_URL: databaseUrl }),
  ])
  counts.push(await runTests('journeys', journeys, { TEST_DATABASE_URL: databaseUrl }))
  for (const count of counts) {
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
  }
} finally {
  await postgres?.stop()
}
process.stdout.write(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}\n`,
)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

/** One `bun test` process; its output is shown when it ends, failures first. */
async function runTests(name: string, files: string[], env: Record<string, string>): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const started = performance.now()
  const child = Bun.spawn([process.execPath, 'test', '--timeout', PATIENCE, ...files.map((file) => `./${file}`)], {
    cwd: ROOT,
    env: { ...process.env, ...env, FORCE_COLOR: '0' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const output = `${out}${err}`
  const number = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}$`, 'm').exec(output)?.[1] ?? 0)
  const count = { passed: number('pass'), failed: number('fail'), skipped: number('skip') + number('todo') }
  // A run that died before its summary, or failed outside a test, must not look green.
  if (code !== 0 && count.failed === 0) count.failed = 1
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    count.failed > 0 ? output : output.replace(/^\(pass\).*\n/gm, '').replace(/^\S+\.test\.tsx?:\n+/gm, ''),
  )
  process.stdout.write(`\n${name}: ${count.passed} of ${count.passed + count.failed} in ${seconds} s\n`)
  return count
}
