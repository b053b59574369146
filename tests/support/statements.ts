import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { NoopLogger } from 'drizzle-orm/logger'

/**
 * Records which statements this process sends to its database, as `bun run test --statements` asks for, so that those can be named that
 * were never run on a PostgreSQL server.
 */
const ROOT = join(import.meta.dir, '../..')
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

/** Writes down what was sent by the file of tests that ends. */
export function keepStatements(): void {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const file = relative(ROOT, Bun.main)
  writeFileSync(join(folder, `${file.replaceAll('/', '_')}.json`), JSON.stringify({ file, statements: [...seen] }))
  seen.clear()
}

/** The statements that were sent in one part of the run, each with the first file that sent it. */
export function sentStatements(folder: string): Map<string, string> {
  const sent = new Map<string, string>()
  for (const name of readdirSync(folder).sort()) {
    const { file, statements } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      file: string
      statements: string[]
    }
    for (const statement of statements) sent.getOrInsert(statement, file)
  }
  return sent
}
