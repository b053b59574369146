import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { NoopLogger } from 'drizzle-orm/logger'
import { PglitePreparedQuery, PgliteSession } from 'drizzle-orm/pglite/session'

/**
 * Records which statements each test sends to the database, and in which ways, as `--statements` and `--choose` ask for: those can be named
 * that were never run on a PostgreSQL server, and the tests be chosen that run there (server-tests.ts).
 */
const ROOT = join(import.meta.dir, '../..')
const folder = process.env.STATEMENTS_FOLDER
/** Statements, and ways in which they were sent: the statement, a tab, the way. */
const seen = new Set<string>()
/** What each test of this file sent; with the first of a `describe` what was sent to prepare it. */
const tests: { ms: number; sent: string[] }[] = []

/** Ends the ways that only a second connection can show: where the embedded database waits, a server lets both go on. */
const AT_ONCE = 'while others do'
/** What waits for other transactions, or makes them wait. */
const CHANGES = /^\s*(insert|update|delete|with)\b|\bfor (no key )?(update|share)\b|advisory/i
/** How many transactions run or wait in an embedded database. */
const transactions = new WeakMap<object, number>()
/** Within a transaction: whether another one was there when it began. */
const isBesideAnother = new AsyncLocalStorage<boolean>()
/** How many times a statement runs or waits in the embedded database at this moment. */
const running = new Map<string, number>()

if (folder) {
  // What drizzle tells of each statement when nobody else wants to know.
  NoopLogger.prototype.logQuery = (...[statement = '', values = []]: [statement?: string, values?: unknown[]]) => {
    const shape = shapeOf(statement)
    seen.add(shape)
    for (const kind of new Set(values.map(kindOf))) seen.add(`${shape}\twith ${kind}`)
    if (isBesideAnother.getStore() && CHANGES.test(shape)) seen.add(`${shape}\tin a transaction ${AT_ONCE}`)
  }

  const { execute } = PglitePreparedQuery.prototype
  PglitePreparedQuery.prototype.execute = async function (...values) {
    const shape = shapeOf(this.getQuery().sql)
    const others = running.get(shape) ?? 0
    running.set(shape, others + 1)
    if (others > 0 && CHANGES.test(shape)) seen.add(`${shape}\t${AT_ONCE}`)
    try {
      return await execute.apply(this, values)
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } }
      seen.add(`${shape}\trefused with ${code ?? cause?.code}`)
      throw error
    } finally {
      running.set(shape, running.get(shape)! - 1)
    }
  }

  const { transaction } = PgliteSession.prototype
  PgliteSession.prototype.transaction = async function <T>(...values: Parameters<typeof transaction<T>>): Promise<T> {
    const { client } = this as unknown as { client: object }
    const others = transactions.get(client) ?? 0
    transactions.set(client, others + 1)
    try {
      return await isBesideAnother.run(others > 0, () => transaction.apply(this, values) as Promise<T>)
    } finally {
      transactions.set(client, transactions.get(client)! - 1)
    }
  }
}

/** A statement without the numbers of its parameters, however many rows it inserts or values it compares with. */
const shapeOf = (statement: string): string =>
  statement
    .replace(/\$\d+/g, '$')
    .replace(/(\$|default)(, (\$|default))+/g, '$$')
    .replace(/\(\$\)(, \(\$\))+/g, '($$)')

/** What a value is to a driver. */
function kindOf(value: unknown): string {
  if (typeof value === 'number')
    return Number.isInteger(value) ? (Math.abs(value) < 2 ** 31 ? 'integer' : 'long integer') : 'fraction'
  return typeof value === 'object' && value ? value.constructor.name : typeof (value ?? undefined)
}

let usedBefore = process.cpuUsage()
/** Keeps what was sent by the test that ends, with the processor time it took in ms. */
export function keepTest(): void {
  if (!folder) return
  const { user, system } = process.cpuUsage(usedBefore)
  usedBefore = process.cpuUsage()
  tests.push({ ms: Math.round((user + system) / 1000), sent: [...seen] })
  seen.clear()
}

/** Writes down what was sent by the file of tests that ends. */
export function keepStatements(): void {
  if (!folder) return
  // What came after the last test belongs to it.
  tests.at(-1)?.sent.push(...seen)
  seen.clear()
  mkdirSync(folder, { recursive: true })
  const file = relative(ROOT, Bun.main)
  writeFileSync(join(folder, `${file.replaceAll('/', '_')}.json`), JSON.stringify({ file, tests: tests.splice(0) }))
}

type Sent = { file: string; tests: { ms: number; sent: string[] }[] }

/** What was kept in one part of the run, by file, in the order of its tests. */
export const keptIn = (folder: string): Sent[] =>
  readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))

/** Whether something that was sent shows how connections wait for each other. */
export const isAtOnce = (sent: string): boolean => sent.endsWith(AT_ONCE)

/** The statements that were sent in one part of the run, each with the first file that sent it. */
export function sentStatements(folder: string): Map<string, string> {
  const statements = new Map<string, string>()
  for (const { file, tests } of keptIn(folder))
    for (const { sent } of tests) for (const one of sent) if (!one.includes('\t')) statements.getOrInsert(one, file)
  return statements
}
