import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { AppError } from '#base/errors.ts'
import type { EngineTable } from '#outside/engine.ts'
import { escapes } from '../../../tests/support/escapes.ts'
import { watchedLog } from '../../../tests/support/secrets.ts'
import { type EngineProcess, startProcess } from './process.ts'

const SECRET = 'the canary sings'
const dir = mkdtempSync(join(tmpdir(), 'tabletalk-escape-'))
const folder = join(dir, 'folder')
const canary = join(dir, 'canary.csv')
const settings = {
  dataDir: dir,
  ENGINE_PROCESSES: 1,
  ENGINE_MEMORY_MB: 512,
  ENGINE_TIMEOUT_S: 20,
  ENGINE_MAX_ROWS: 100,
}
const log = watchedLog({ LOG_LEVEL: 'silent' })
let orders: EngineTable
const started: EngineProcess[] = []

beforeAll(async () => {
  mkdirSync(folder)
  writeFileSync(canary, `a\n${SECRET}\n`)
  const path = join(dir, 'orders.parquet')
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(
    `COPY (SELECT range AS id, 'n' || range AS name, '${SECRET}' AS secret FROM range(10)) TO '${path}' (FORMAT parquet)`,
  )
  connection.closeSync()
  orders = { name: 'orders', path, columns: ['id', 'name'], rows: 10 }
})
afterAll(async () => {
  await Promise.all(started.map((process) => process.kill()))
  rmSync(dir, { recursive: true, force: true })
})

async function workspace(): Promise<EngineProcess> {
  const process = startProcess(settings, log)
  started.push(process)
  await process.call('open', { tables: [{ ...orders, native: null }], memoryMb: 256, threads: 2 })
  return process
}
const run = (process: EngineProcess, sql: string, gated: boolean) =>
  process.call('run', { sql, results: [], maxRows: 100, output: null, gated }, { timeoutMs: 10_000 })
const files = () =>
  readdirSync(dir, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith('scratch'))
    .sort()
const attempts = escapes(canary, folder)

test('there are at least four hundred attempts', () => {
  expect(new Set(attempts).size).toBeGreaterThanOrEqual(400)
})

test('an engine without gate and lock lets dozens of them through, so these attempts are real', async () => {
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(`CREATE TABLE orders AS SELECT 1 AS id, 'x' AS name`)
  let leaks = 0
  for (const sql of attempts.filter(
    (each) => each.includes(canary) && /^(SELECT|FROM|WITH|SUMMARIZE|VALUES)/.test(each),
  )) {
    const rows = await connection.runAndReadAll(sql).then(
      (reader) => JSON.stringify(reader.getRowsJson()),
      () => '',
    )
    if (rows.includes(SECRET)) leaks++
  }
  expect(leaks).toBeGreaterThan(24)
})

test('the gate refuses every one of them', async () => {
  const process = await workspace()
  const before = files()
  const passed: string[] = []
  for (const sql of attempts) {
    const refusal = await run(process, sql, true).then(
      () => null,
      (error) => error,
    )
    const refused = refusal instanceof AppError && ['sql_error', 'sql_refused'].includes(refusal.code)
    if (!refused) passed.push(`${sql}: ${refusal}`)
  }
  expect(passed).toEqual([])
  expect(files()).toEqual(before)
})

test('with the gate off the locked engine still reads, writes and unlocks nothing', async () => {
  let process = await workspace()
  const before = files()
  const leaks: string[] = []
  for (const sql of attempts) {
    const answer = await run(process, sql, false).then(
      ({ rows }) => JSON.stringify(rows),
      // A refusal may quote the statement, which names the file but not what is in it.
      (error: Error) => error.message,
    )
    if (answer.includes(SECRET) || answer.includes('root:')) leaks.push(`${sql}: read`)
    if (!process.alive) process = await workspace()
    const reading = await run(process, `SELECT content FROM read_text('${canary}')`, false).catch(
      (error: Error) => error,
    )
    if (!(reading instanceof Error && reading.message.includes('LocalFileSystem has been disabled')))
      leaks.push(`${sql}: unlocked`)
    const setting = await run(process, `SELECT * FROM orders`, false).catch((error: Error) => error)
    if (setting instanceof Error || setting.rows.length !== 10 || setting.columns.length !== 2)
      leaks.push(`${sql}: changed the tables`)
  }
  expect(leaks).toEqual([])
  expect(files()).toEqual(before)
})
