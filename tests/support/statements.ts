import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoopLogger } from 'drizzle-orm/logger'

/**
 * Records which statements this process sends to its database, as `bun run test --statements` asks for, so that those can be named that
 * were never run on a PostgreSQL server.
 */
const folder = process.env.STATEMENTS_FOLDER
const seen = new Set<string>()

// What drizzle tells of each statement when nobody else wants to know.
if (folder)
  NoopLogger.prototype.logQuery = (...[statement]: string[]) => {
    if (statement) seen.add(shapeOf(statement))
  }

/** A statement without the numbers of its parameters, however many rows it inserts or values it compares with. */
const shapeOf = (statement: string): string =>
  statement
    .replace(/\$\d+/g, '$')
    .replace(/(\$|default)(, (\$|default))+/g, '$$')
    .replace(/\(\$\)(, \(\$\))+/g, '($$)')

/** Writes down what was sent so far; called after the last test. */
export function keepStatements(): void {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...seen]))
}

/** The statements that the processes of one folder have sent. */
export const sentStatements = (folder: string): Set<string> =>
  new Set(readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[]))
