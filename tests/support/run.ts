import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../islands/build.ts'
import { bundleChildren } from '../../src/outside/child-bundle.ts'
import { unpackBrowser } from './browser.ts'
import { ensureClickHouse } from './clickhouse.ts'
import { ensureDocker } from './docker.ts'
import { ensureMariadb } from './mariadb.ts'
import { ensurePostgres, startPostgres } from './postgres.ts'
import { chooseTests, takeWhole, testsForServer } from './server-tests.ts'
import { ensureShells } from './shells.ts'
import { sentStatements } from './statements.ts'

/**
 * Runs every test, or the groups that are named, and ends in a line `N passed, N failed`. docs/tests.md says what belongs where and why:
 *
 * - fast: rules, and operations on the embedded database.
 * - postgres: those operations once more on a PostgreSQL server that may behave differently there (server-tests.ts), and what breaks such a server.
 * - drivers: what asks other databases, and shells.
 * - journeys: a real browser, and the product as processes of its own; what islands do beside their code in a browser.
 * - image: the container image and the compose file. Building takes minutes, so it runs only when it is named.
 *
 * Each group runs in worker processes that take the next file when they are done with one, the slowest files first: see timings/,
 * written anew by --update-timings. A worker keeps its world and its browser for all of its files.
 */
const ROOT = join(import.meta.dir, '../..')
/** Milliseconds for one test: a busy machine is not a broken test. bunfig.toml's own setting is not read, a preload's counts for one file. */
const TEST_TIMEOUT = '300000'
/** Lines of a failure that are said at the end. */
const FAILURE_LINES = 30

/** Of code that runs for a second, compiling it most carefully takes more time than it saves: a fifth of a worker's. */
const COMPILE_LITTLE = { BUN_JSC_useFTLJIT: '0', BUN_JSC_useOMGJIT: '0' }
/** Workers have a processor each: helping threads of the collector, and memory that is given back to be taken again, are a fifth of a worker's time. */
const COLLECT_ALONE = { BUN_JSC_numberOfGCMarkers: '1', MIMALLOC_PURGE_DELAY: '10000', MIMALLOC_PURGE_HOLES: '0' }

/** What the operations are called that run once more. */
const ON_SERVER = 'operations on PostgreSQL'
const CHOICE = 'choice'
const GROUPS = ['fast', 'postgres', 'drivers', 'journeys', 'image'] as const
type Group = (typeof GROUPS)[number]
type Count = { passed: number; failed: number; skipped: number }

/** The failures of all groups, said once more at the end: whoever reads a long log begins there. */
const failures: string[] = []

/** What a machine may lack, and by what in its text a test file is known to need it. */
const NEEDS: { name: string; pattern: RegExp; ensure(): Promise<unknown> }[] = [
  { name: 'PostgreSQL', pattern: /\b(startPostgres|postgresSource)\b/, ensure: ensurePostgres },
  { name: 'MariaDB', pattern: /\b(startMariadb|mariadbSource)\b/, ensure: ensureMariadb },
  { name: 'ClickHouse', pattern: /\bstartClickHouse\b/, ensure: ensureClickHouse },
  { name: 'zsh and fish', pattern: /\bensureShells\b/, ensure: ensureShells },
  { name: 'Docker', pattern: /\bdocker\(/, ensure: ensureDocker },
  { name: 'the rights of root', pattern: /'mount'/, ensure: ensureRoot },
]

const texts = new Map(
  [...new Bun.Glob('{src,islands,cli,tests,bench,eval}/**/*.test.{ts,tsx}').scanSync({ cwd: ROOT })]
    .sort()
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)

/** The group of a file on the embedded database; some run on a server, too. */
function groupOf(file: string, text: string): Group {
  if (file.startsWith('tests/journeys/')) return 'journeys'
  if (file.startsWith('tests/image/')) return 'image'
  if (file.startsWith('tests/faults/') && NEEDS[0]!.pattern.test(text)) return 'postgres'
  if (/\b(startProduct|openBrowser|openSite)\b/.test(text)) return 'journeys'
  return file.includes('/drivers/') || NEEDS.some(({ pattern }) => pattern.test(text)) ? 'drivers' : 'fast'
}
const files = Map.groupBy(texts.keys(), (file) => groupOf(file, texts.get(file)!))

/** Whether a file runs on a PostgreSQL server, too. What a command line does is what the API does; MariaDB and ClickHouse are sources. */
const isForBoth = (file: string, text: string): boolean =>
  /\b(testWorld|worldOfItsOwn|testApp|newTeam|openTestDatabase)\(/.test(text) &&
  !/^\/\/ On the embedded database only: \w/m.test(text) &&
  !/^(cli|tests\/(faults|journeys))\//.test(file) &&
  !/\b(startMariadb|mariadbSource|startClickHouse)\b/.test(text)
const forBoth = [...texts].filter(([file, text]) => isForBoth(file, text)).map(([file]) => file)

/**
 * --statements: everything runs on the server, and statements are named that only ran on the embedded database.
 * --choose: chooses anew which tests run on the server.
 */
const OWN_OPTIONS = ['--statements', '--choose']
const words = process.argv.slice(2)
const named = words.filter((word) => !word.startsWith('-'))
const options = words.filter((word) => word.startsWith('-') && !OWN_OPTIONS.includes(word))
const unknown = named.find((word) => !GROUPS.includes(word as Group))
if (unknown) throw new Error(`There is no group ${unknown}; there are ${GROUPS.join(', ')}.`)
const groups = GROUPS.filter((group) => (named.length === 0 ? group !== 'image' : named.includes(group)))

// What tests leave behind goes with this folder. Servers that run as users of their own write into it, too.
const folder = mkdtempSync(join(tmpdir(), 'tabletalk-run-'))
chmodSync(folder, 0o777)
process.env.LASTING_TMPDIR = tmpdir()
process.env.TMPDIR = folder
/** By the name of a server: why it cannot be had, or null. */
const ensured = new Map<string, Promise<string | null>>()
/** By the name of what is missing: what was left out. */
const skipped = new Map<string, { why: string; what: Set<string> }>()
let failed = true
try {
  await Promise.all([build(), bundleChildren()])
  failed = await runGroups()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

/** @returns whether something failed */
async function runGroups(): Promise<boolean> {
  const counts: Count[] = []
  const run = async (group: Group, workers: number) => {
    if (groups.includes(group)) counts.push(await runTests(group, await possible(files.get(group) ?? []), workers))
  }
  const runOnPostgres = async () => {
    const server = groups.includes('postgres') ? await databaseServer() : null
    if (!server) return
    counts.push(...(await runOperations(await possible(forBoth), server.url).finally(server.stop)))
  }
  // What a machine lacks comes over the network while the first tests run.
  void possible(groups.flatMap((group) => files.get(group) ?? []))
  // A third worker fills the time in which others wait; beside browsers it starves them.
  const fast = run('fast', groups.length === 1 ? 3 : 2)
  const browsers = (groups.includes('journeys') ? unpackBrowser() : Promise.resolve()).then(() => run('journeys', 2))
  // What breaks servers waits for them two thirds of its time.
  const others = browsers.then(() => Promise.all([run('drivers', 2), run('postgres', 3)]))
  // Workers of operations wait for the server half of their time: beside the last of the others, whichever these are.
  const operations = Promise.race([fast, others]).then(runOnPostgres)
  await Promise.all([fast, others, operations])
  await run('image', 1)
  if (words.includes('--statements') && groups.includes('fast') && groups.includes('postgres')) compareStatements()
  for (const [name, { why, what }] of skipped)
    process.stdout.write(`Skipped without ${name}: ${[...what].join(', ')}. ${why.split('\n')[0]}\n`)
  const sum = (what: keyof Count) => counts.reduce((total, count) => total + count[what], 0)
  const [passed, failed, left] = [sum('passed'), sum('failed'), sum('skipped')]
  if (failures.length > 0) process.stdout.write(`\nFailed:\n\n${failures.join('\n\n')}\n\n`)
  process.stdout.write(`${passed} passed, ${failed} failed${left ? `, ${left} skipped` : ''}\n`)
  return failed > 0 || (passed === 0 && skipped.size === 0)
}

/** Runs the operations on a server: those that may behave differently there, or all of them to compare statements. */
async function runOperations(files: string[], url: string): Promise<Count[]> {
  if (words.includes('--statements')) return [await runTests(ON_SERVER, files, 2, url)]
  const report = join(folder, 'junit.xml')
  const reporting = ['--reporter=junit', `--reporter-outfile=${report}`]
  const choosing = words.includes('--choose')
  if (choosing) {
    const count = await runTests(CHOICE, files, 2, '', reporting)
    if (count.failed > 0) return [count]
    chooseTests(statementsOf(CHOICE), report)
  }
  const { whole, inPart, pattern } = testsForServer(files)
  const counts = await Promise.all([
    runTests(`${ON_SERVER}, some of each file`, inPart, 2, url, ['-t', pattern, ...(choosing ? reporting : [])]),
    runTests(ON_SERVER, whole, 2, url),
  ])
  if (choosing) process.stdout.write(`Run as a whole from now on: ${takeWhole(report).join(', ') || 'none'}\n`)
  return counts
}

/** Names the statements that were never run on a server; only those of tests themselves should be left. */
function compareStatements(): void {
  const onServer = sentStatements(statementsOf(ON_SERVER))
  const missing = [...sentStatements(statementsOf('fast'))].filter(([statement]) => !onServer.has(statement))
  process.stdout.write(`${missing.length} of ${onServer.size} statements on the embedded database alone\n`)
  for (const [statement, file] of missing) process.stdout.write(`  ${file}: ${statement.replace(/\s+/g, ' ')}\n`)
}

/** Files whose servers are here or can be installed; the others are told of at the end. */
async function possible(files: string[]): Promise<string[]> {
  let left = files
  for (const { name, pattern, ensure } of NEEDS) {
    const needing = files.filter((file) => pattern.test(texts.get(file)!))
    if (needing.length === 0) continue
    const missing = await ensured.getOrInsertComputed(name, () =>
      ensure().then(
        () => null,
        (error: Error) => error.message,
      ),
    )
    if (missing === null) continue
    skip(name, missing, needing)
    left = left.filter((file) => !needing.includes(file))
  }
  return left
}

/** Only root gives tests a disk of their own that fills up. */
async function ensureRoot(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('Run the tests as root in a container.')
}

function skip(name: string, why: string, what: string[]): void {
  skipped.set(name, { why, what: new Set([...(skipped.get(name)?.what ?? []), ...what]) })
}

/** The server of TEST_DATABASE_URL, or one of our own; null with a line about it when there is none. */
async function databaseServer(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  return startPostgres().catch((error: Error) => {
    skip('PostgreSQL', error.message, [`${forBoth.length} files on the embedded database alone`])
    return null
  })
}

/**
 * One `bun test`; its output is shown when it ends, failures first.
 * @param databaseUrl server of the database; nothing for the embedded one
 * @param more options of `bun test` besides those of the command line
 */
async function runTests(
  name: string,
  files: string[],
  workers: number,
  databaseUrl = '',
  more: string[] = [],
): Promise<Count> {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const started = performance.now()
  const command = [process.execPath, 'test', '--no-orphans', '--timeout', TEST_TIMEOUT]
  command.push(`--parallel=${workers}`, '--no-isolate', `--timings=${timingsOf(name)}`, ...options, ...more)
  const child = Bun.spawn([...command, ...files.map((file) => `./${file}`)], {
    cwd: ROOT,
    env: {
      ...process.env,
      TEST_DATABASE_URL: databaseUrl,
      FORCE_COLOR: '0',
      ...COMPILE_LITTLE,
      ...COLLECT_ALONE,
      ...((words.includes('--statements') || name === CHOICE) && { STATEMENTS_FOLDER: statementsOf(name) }),
    },
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
  if (count.failed > 0) failures.push(...failuresIn(name, output))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    count.failed > 0 ? output : output.replace(/^\(pass\).*\n/gm, '').replace(/^\S+\.test\.tsx?:\n+/gm, ''),
  )
  const { user = 0, system = 0 } = child.resourceUsage()?.cpuTime ?? {}
  const busy = (Number(user) + Number(system)) / 1e6
  process.stdout.write(
    `\n${name}: ${count.passed} of ${count.passed + count.failed} in ${seconds} s, ${busy.toFixed(0)} s of processor time\n`,
  )
  return count
}

/** @returns for each test that failed: the group, its file, the last lines before its name, and the name; the end of the output if none did */
function failuresIn(group: string, output: string): string[] {
  const found: string[] = []
  let file = ''
  let lines: string[] = []
  for (const line of output.split('\n')) {
    if (/^\S+\.test\.tsx?:$/.test(line)) file = line
    else lines.push(line.slice(0, 300))
    if (line.startsWith('(fail)')) found.push([`${group}, ${file}`, ...lines.slice(-FAILURE_LINES)].join('\n'))
    if (/^\((fail|pass|skip|todo)\)/.test(line)) lines = []
  }
  return found.length > 0 ? found : [[group, ...output.split('\n').slice(-FAILURE_LINES)].join('\n')]
}

/** Where the statements of a part of the run are kept until they are compared. */
function statementsOf(name: string): string {
  return join(folder, 'statements', name)
}

/** Where it is written how many milliseconds each file of a group took. */
function timingsOf(name: string): string {
  return `tests/support/timings/${name.replaceAll(/\W+/g, '-')}.json`
}
