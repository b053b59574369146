import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackBrowser } from './browser.ts'
import { ensureClickHouse } from './clickhouse.ts'
import { ensureMariadb } from './mariadb.ts'
import { startPostgres } from './postgres.ts'
import { ensureShells } from './shells.ts'

/**
 * Runs every test and ends in a line `N passed, N failed`. Side by side, so that nobody's waiting leaves a processor idle:
 *
 * - embedded: what touches the database, on the embedded one, and every second of the plain tests. It begins at once, while servers and
 *   the browser are still being installed; what needs servers of its own follows when they are.
 * - PostgreSQL: what touches the database once more, on a real server, and the other plain tests.
 * - journeys: the browser, in two processes. Each takes the next file when it is done with one, those that took longest first: see
 *   tests/journeys/timings.json, written anew by `bun run test:all --update-timings`.
 *
 * Then, alone, what counts on tenths of a second. A process keeps its world and its browser for all of its files.
 */
const ROOT = join(import.meta.dir, '../..')
/** Milliseconds for one test: a busy machine is not a broken test. bunfig.toml's own setting is not read, a preload's counts for one file. */
const PATIENCE = '30000'
/** Looks at what a stopping server does in its last 300 ms. */
const ALONE = ['src/main.test.ts']

type Count = { passed: number; failed: number; skipped: number }

const texts = new Map(
  [...new Bun.Glob('{src,islands,cli,tests,bench,eval}/**/*.test.{ts,tsx}').scanSync({ cwd: ROOT })]
    .sort()
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)
const having = (pattern: RegExp) => (file: string) => pattern.test(texts.get(file)!)
const journeys = [...texts.keys()].filter((file) => file.startsWith('tests/journeys/'))
const rest = [...texts.keys()].filter((file) => !journeys.includes(file) && !ALONE.includes(file))
const onDatabase = rest.filter(having(/\b(testWorld|worldOfItsOwn|testApp|openTestDatabase)\(/))
const plain = rest.filter((file) => !onDatabase.includes(file))
const half = (side: number) => plain.filter((_, index) => index % 2 === side)
const needsServers = having(/start(Postgres|Mariadb|ClickHouse)\b|ensureShells|support\/drivers\.ts/)
const embedded = Object.groupBy([...onDatabase, ...half(0)], (file) => (needsServers(file) ? 'later' : 'first'))

const first = runTests('embedded', embedded.first ?? [], '')
const { databaseUrl, stop } = await prepare().catch((error: Error) => {
  process.stdout.write(`${error.message}\n0 passed, 1 failed\n`)
  process.exit(1)
})
const counts: Count[] = []
try {
  const sides = await Promise.all([
    first,
    first.then(() => runTests('embedded, with servers', embedded.later ?? [], '')),
    runTests('PostgreSQL', [...onDatabase, ...half(1)], databaseUrl),
    runTests('journeys', journeys, databaseUrl, [
      ...['--parallel=2', '--no-isolate', '--timings=tests/journeys/timings.json'],
      ...process.argv.slice(2),
    ]),
  ])
  counts.push(...sides, await runTests('alone', ALONE, databaseUrl))
} finally {
  await stop()
}
const sum = (what: keyof Count) => counts.reduce((total, count) => total + count[what], 0)
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
process.stdout.write(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** Installs, unpacks and starts what the tests need: a single test has not the time for that, and two at once would be in each other's way. */
async function prepare(): Promise<{ databaseUrl: string; stop(): Promise<void> }> {
  // Whoever needs them tries again and says what is wrong.
  const unpacked = Promise.allSettled([unpackBrowser(), ensureClickHouse()])
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? null : await startPostgres()
  await ensureMariadb()
  await ensureShells()
  await unpacked
  return { databaseUrl: given ?? postgres!.url, stop: async () => postgres?.stop() }
}

/**
 * One `bun test`; its output is shown when it ends, failures first.
 * @param databaseUrl server of the database; nothing for the embedded one
 */
async function runTests(name: string, files: string[], databaseUrl: string, options: string[] = []): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const started = performance.now()
  const paths = files.map((file) => `./${file}`)
  // Nothing that a test has started outlives it, or us.
  const command = [process.execPath, 'test', '--no-orphans', '--timeout', PATIENCE, ...options, ...paths]
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, FORCE_COLOR: '0' },
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
