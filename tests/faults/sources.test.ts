import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { createRemotes } from '#connections/drivers/pool.ts'
import * as query from '#query/run.ts'
import { connectDatabase, settingsOf } from '../support/connected.ts'
import { newTeam } from '../support/people.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

/** What befalls a connected database while it is asked: each time a clear error, nothing left behind, and the next question works. */
let server: PostgresServer
let sql: postgres.Sql

const { ctx } = await newTeam()
beforeAll(async () => {
  server = await startPostgres()
  sql = postgres(server.url, { max: 2, onnotice: () => {} })
  await sql.unsafe(`
    create table small as select i as id, 'row ' || i as word from generate_series(1, 100) i;
    create view slow as select i as id, pg_sleep(0.05)::text as word from generate_series(1, 100000) i;
    create view wide as select i as id, repeat(md5(i::text), 400) as word from generate_series(1, 10000000) i;
    create view many as select i as id from generate_series(1, 10000000) i;
    analyze;`)
  await connectDatabase(ctx, 'Shop', 'postgres', settingsOf(server.url))
})
afterAll(async () => {
  await sql.end()
  await server.stop()
})

const run = (statement: string, more: Partial<query.RunRequest> = {}, where = ctx) =>
  query.run(where, { sql: statement, ...more })
/** Statements that run on the server now, but for our own question. */
const running = async () =>
  (
    await sql`select pid, query from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend' and query ilike '%slow%'`
  ).map((row) => row.pid as number)

/** Waits until what is asked for is so. @throws Error after ten seconds */
async function until<T>(look: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  const end = performance.now() + 10_000
  for (;;) {
    const found = await look()
    if (isSo(found)) return found
    if (performance.now() > end) throw new Error(`it did not come: ${JSON.stringify(found)}`)
    await Bun.sleep(20)
  }
}

const scratch = () =>
  readdirSync(join(ctx.config.dataDir, 'scratch')).filter((name) => !/^(engine|remote)-\d+-/.test(name))

async function worksAgain() {
  expect((await run('SELECT count(*), max(word) FROM small')).rows).toEqual([[100, 'row 99']])
  expect(scratch()).toEqual([])
  await until(running, (pids) => pids.length === 0)
}

test('the server ends our connection in the middle of an answer', async () => {
  const asked = run('SELECT lower(word) FROM slow')
  const [pid] = await until(running, (pids) => pids.length === 1)
  await sql`select pg_terminate_backend(${pid!})`
  await expect(asked).rejects.toMatchObject({ kind: 'unavailable', code: 'source_failed' })
  await worksAgain()
})

test('a cancel ends the query at its source', async () => {
  const stop = new AbortController()
  const asked = run('SELECT lower(word) FROM slow', { signal: stop.signal })
  await until(running, (pids) => pids.length === 1)
  stop.abort()
  await expect(asked).rejects.toMatchObject({ kind: 'conflict' })
  await worksAgain()
})

test('the process that asks is killed', async () => {
  const asked = run('SELECT lower(word) FROM slow')
  await until(running, (pids) => pids.length === 1)
  const folders = readdirSync(join(ctx.config.dataDir, 'scratch')).map((name) => /^remote-(\d+)-/.exec(name)?.[1])
  // Other tests of this run have processes of their own, in data folders of their own.
  for (const pid of folders) if (pid && isOurs(pid)) process.kill(Number(pid), 'SIGKILL')
  await expect(asked).rejects.toMatchObject({ kind: 'unavailable' })
  await worksAgain()
})

const isOurs = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('drivers/worker.ts')

test('more than may be brought in ends at the limit, not at the end of the disk', async () => {
  const config = { ...ctx.config, REMOTE_MAX_MB: 20 }
  await expect(run('SELECT max(lower(word)) FROM wide', {}, { ...ctx, config })).rejects.toMatchObject({
    kind: 'unprocessable',
    code: 'too_much',
  })
  await worksAgain()
})

test('of ten million rows as many come as one result keeps, and it says that there are more', async () => {
  const where = { ...ctx, config: { ...ctx.config, ENGINE_MAX_ROWS: 50_000 } }
  for (const source of [undefined, 'Shop']) {
    const found = await query.run(where, { sql: 'SELECT id FROM many', ...(source ? { source } : {}) })
    expect(found).toMatchObject({ total_rows: 50_000, truncated: true })
  }
  await worksAgain()
})

test('a slow source, which would take more than an hour, is stopped at its time-out', async () => {
  const withShortTimeout = { ...ctx, remotes: createRemotes({ ...ctx.config, REMOTE_TIMEOUT_S: 1 }, ctx.log) }
  try {
    await expect(run('SELECT max(lower(word)) FROM slow', {}, withShortTimeout)).rejects.toMatchObject({
      code: 'query_timeout',
    })
  } finally {
    await withShortTimeout.remotes.close()
  }
  await worksAgain()
})

test('a table that was dropped, or has changed, is said to be so', async () => {
  await sql.unsafe('alter table small rename column word to words')
  await expect(run('SELECT max(lower(word)) FROM small')).rejects.toMatchObject({
    kind: 'unprocessable',
    code: 'sql_error',
  })
  await sql.unsafe('alter table small rename column words to word')
  await sql.unsafe('alter table small rename to other')
  await expect(run('SELECT max(lower(word)) FROM small')).rejects.toMatchObject({
    kind: 'unprocessable',
    code: 'sql_error',
  })
  await sql.unsafe('alter table other rename to small')
  await worksAgain()
})
