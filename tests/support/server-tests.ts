import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAtOnce, keptIn } from './statements.ts'

/**
 * Which tests of the operations run once more on a PostgreSQL server: those that change rows while others do, and of the others so many
 * that every statement, every kind of its values and every refusal is there once. `--choose` chooses and writes them down. Tests that are
 * new or were changed since then run as well, so that nobody needs to keep the list; `--statements` runs everything.
 */
const ROOT = join(import.meta.dir, '../..')
const CHOSEN = join(import.meta.dir, 'server-tests.json')

/** By file: which texts of tests were looked at, and the full names of those that run. */
type Chosen = Record<string, { texts: string; tests: string[] }>

/** What each test or group of a file begins with. */
const BEGINS = /^(?=[ \t]*(?:test|describe)\b[.(])/m
/** The title in the text of a test; of a table of tests it comes behind the table. */
const TITLE = /^\s*test(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1|\)\(\s*(['"`])((?:\\.|(?!\3).)*)\3/s
/** What a title says of the case at hand. */
const VARIES = /%\w|%#|\$\{.*?\}|\$\w+(?:\.\w+)*/
/** Letters from which on a title tells one test from the others. */
const TELLING = 8

const partsOf = (file: string): string[] => readFileSync(join(ROOT, file), 'utf8').split(BEGINS).slice(1)
/** Of a group its title counts, as a part of the names of its tests: what it prepares is used by those that run. */
const digestOf = (part: string): string =>
  Bun.hash(/^\s*describe\(.*/.exec(part)?.[0].trim() ?? part.trim())
    .toString(36)
    .slice(-6)

/** Patterns of the names of the tests of a file that are not among those that were looked at; null when all of them should run. */
function newTests(file: string, texts: string): string[] | null {
  const seen = new Set(texts.split(' '))
  const patterns: string[] = []
  for (const part of partsOf(file)) {
    if (seen.has(digestOf(part))) continue
    const [, , plain, , behindTable] = TITLE.exec(part) ?? []
    const steady = (plain ?? behindTable ?? '').replaceAll(/\\(.)/g, '$1').split(VARIES)
    if (/^\s*describe/.test(part) || steady.join('').length < TELLING) return null
    patterns.push(`(?:.* )?${steady.map(RegExp.escape).join('.*')}`)
  }
  return patterns
}
const write = (chosen: Chosen) => writeFileSync(CHOSEN, `${JSON.stringify(chosen, null, 2)}\n`)

/** The files that run as a whole, those of which some tests run, and the pattern of the names of these tests. */
export function testsForServer(files: string[]): { whole: string[]; inPart: string[]; pattern: string } {
  const chosen = JSON.parse(readFileSync(CHOSEN, 'utf8')) as Chosen
  const whole: string[] = []
  const inPart: string[] = []
  const patterns = new Set<string>()
  for (const file of files) {
    const { texts, tests } = chosen[file] ?? { texts: '', tests: [] }
    const added = chosen[file] ? newTests(file, texts) : null
    if (!added) whole.push(file)
    else if (tests.length + added.length > 0) {
      inPart.push(file)
      for (const pattern of [...tests.map(RegExp.escape), ...added]) patterns.add(pattern)
    }
  }
  return { whole, inPart, pattern: `^(?:${[...patterns].join('|')})$` }
}

/**
 * Chooses anew.
 * @param folder what all tests of the operations sent on the embedded database
 * @param report their JUnit report
 */
export function chooseTests(folder: string, report: string): void {
  const names = Map.groupBy(testsOf(report), ({ file }) => file)
  const tests = keptIn(folder).flatMap(({ file, tests }) => {
    const named = names.get(file) ?? []
    // Tests that are skipped send nothing, and nobody knows which is which: such a file runs as a whole.
    return named.length === tests.length ? tests.map((test, at) => ({ ...test, ...named[at]! })) : []
  })
  const senders = new Map<string, typeof tests>()
  for (const test of tests) for (const one of test.sent) senders.getOrInsertComputed(one, () => []).push(test)
  const running = new Set(
    tests.filter(({ sent }) => sent.some((one) => isAtOnce(one) || senders.get(one)!.length === 1)),
  )
  const missing = new Set(senders.keys())
  for (const { sent } of running) for (const one of sent) missing.delete(one)
  // Next comes whoever sends most of what is missing for their time.
  while (missing.size > 0) {
    const worth = ({ sent, ms }: (typeof tests)[number]) => sent.filter((one) => missing.has(one)).length / (ms + 10)
    const next = tests.reduce((best, test) => (worth(test) > worth(best) ? test : best))
    running.add(next)
    for (const one of next.sent) missing.delete(one)
  }
  const chosen: Chosen = {}
  for (const { file } of tests) chosen[file] ??= { texts: partsOf(file).map(digestOf).join(' '), tests: [] }
  for (const { file, name } of running) if (!chosen[file]!.tests.includes(name)) chosen[file]!.tests.push(name)
  write(chosen)
}

/** From now on files run as a whole of which a test failed without those before it. @returns these files */
export function takeWhole(report: string): string[] {
  const chosen = JSON.parse(readFileSync(CHOSEN, 'utf8')) as Chosen
  const failed = [...new Set(testsOf(report).flatMap(({ file, isFailed }) => (isFailed ? [file] : [])))]
  for (const file of failed) delete chosen[file]
  write(chosen)
  return failed
}

const ENTITIES: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }
const unescaped = (text: string): string =>
  text.replace(/&(?:(\w+)|#(\d+)|#x([\da-f]+));/gi, (all, name, number, hex) =>
    name ? (ENTITIES[name] ?? all) : String.fromCodePoint(Number(number ?? `0x${hex}`)),
  )

/** The tests of a JUnit report in the order in which they ran, by the names that `bun test -t` compares. */
function testsOf(report: string): { file: string; name: string; isFailed: boolean }[] {
  const cases = readFileSync(report, 'utf8').matchAll(
    /<testcase name="([^"]*)" classname="([^"]*)" time="[^"]*" file="([^"]*)"[^>]*>(\s*<failure)?/g,
  )
  return [...cases].map(([, name = '', groups = '', file = '', failure]) => ({
    file,
    // The innermost group stands first.
    name: [...(groups ? unescaped(groups).split(' > ').reverse() : []), unescaped(name)].join(' '),
    isFailed: failure !== undefined,
  }))
}
