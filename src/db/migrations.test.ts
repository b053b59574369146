import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { migratedDump } from '../../tests/support/database.ts'
import { connect, connectInMemory } from './connect.ts'

type Ask = (sql: string) => Promise<Record<string, unknown>[]>

const emptyDump = async () => new Blob([await Bun.file(await migratedDump()).arrayBuffer()])

const ROOT = join(import.meta.dir, '../..')
const MIGRATIONS = join(ROOT, 'drizzle')
const LANDED = readFileSync(join(ROOT, 'tests/support/landed-schema.sql'), 'utf8')
/** What the migrator of that schema wrote down of its last file, and a plan whose money went back: its end had been moved to that day. */
const LANDED_ROWS = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the last one', 1795314227112);
  insert into users (id, email) values ('ann', 'ann@example.com');
  insert into orders (id, user_id, gateway_order_id, kind, quote, amount, currency, state, paid_at)
    values ('order', 'ann', 'order_1', 'plan', '{}', 9900, 'USD', 'paid', '2026-10-01T00:00:00Z');
  insert into payments (id, order_id, user_id, amount, currency, state) values ('pay', 'order', 'ann', 9900, 'USD', 'credited');
  insert into refunds (id, payment_id, cause, amount, currency, state, created_at)
    values ('refund', 'pay', 'request', 9900, 'USD', 'refunded', '2026-10-11T00:00:00Z');
  insert into subscriptions (id, user_id, plan_type, is_annual, monthly_credits, current_period_end)
    values ('plan', 'ann', 'premium', true, 1000, '2026-10-11T00:00:00Z');
  insert into subscription_periods (id, subscription_id, user_id, payment_id, plan_type, is_annual, monthly_credits, starts_at, ends_at, granted)
    values ('period', 'plan', 'ann', 'pay', 'premium', true, 1000, '2026-10-01T00:00:00Z', '2026-10-11T00:00:00Z', 1);
  insert into organizations (id, name) values ('org', 'Shop');
  insert into workspaces (id, organization_id, name) values ('sales', 'org', 'Sales');
  insert into verified_queries (id, workspace_id, question, source, sql, verified_by)
    values ('query', 'sales', 'How many orders?', 'workspace', 'SELECT 1', 'ann');`
const KEPT = "select definition_id, kind, name, content ->> 'sql' as sql, state, decided_by from definitions"
const MOVED = `select ended_by, ended_at = '2026-10-11T00:00:00Z' as ended, ends_at = '2027-10-01T00:00:00Z' as keeps_its_plan
  from subscription_periods`

/** Everything of the schema that a migration can make, as sorted lines. */
async function describeSchema(ask: Ask): Promise<string[]> {
  const ours = "'public'::regnamespace"
  const queries = [
    `select 'table', relname, relkind::text, reloptions::text from pg_class where relnamespace = ${ours} and relkind <> 't'`,
    `select 'column', c.relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity::text, attgenerated::text
      from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = ${ours} and relkind = 'r' and attnum > 0 and not attisdropped`,
    `select 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred
      from pg_constraint where connamespace = ${ours}`,
    "select 'index', tablename, indexdef from pg_indexes where schemaname = 'public'",
    "select 'trigger', tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal",
    `select 'function', proname, regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g') from pg_proc where pronamespace = ${ours}`,
  ]
  const rows: Record<string, unknown>[] = []
  for (const query of queries) rows.push(...(await ask(query)))
  return rows.map((row) => Object.values(row).join(' | ')).sort()
}

test('a database of before the first release gets the schema of an empty one, and keeps its rows', async () => {
  // Emptying a database that is there takes a tenth of the time of making one.
  const landed = await PGlite.create({ loadDataDir: await emptyDump() })
  await landed.exec('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await landed.exec(LANDED)
  await landed.exec(LANDED_ROWS)
  const dump = await landed.dumpDataDir('none')
  await landed.close()
  const [upgraded, fresh] = [await connectInMemory(dump), await connectInMemory(await emptyDump())]
  const asking =
    ({ client }: typeof fresh): Ask =>
    async (sql) =>
      (await client.query<Record<string, unknown>>(sql)).rows
  const schema = await describeSchema(asking(fresh))
  expect(schema.length).toBeGreaterThan(1000)
  expect(await describeSchema(asking(upgraded))).toEqual(schema)
  expect(await asking(upgraded)(MOVED)).toEqual([{ ended_by: 'refund', ended: true, keeps_its_plan: true }])
  expect(await asking(upgraded)(KEPT)).toEqual([
    {
      definition_id: 'query',
      kind: 'query',
      name: 'How many orders?',
      sql: 'SELECT 1',
      state: 'approved',
      decided_by: 'ann',
    },
  ])
  const again = await upgraded.client.dumpDataDir('none')
  await Promise.all([upgraded.close(), fresh.close()])
  await (await connectInMemory(again)).close()
})

const onServer = async () => {
  const admin = postgres(process.env.TEST_DATABASE_URL!, { max: 1, onnotice: () => {} })
  const describe = async (name: string, before = '') => {
    await admin.unsafe(`create database ${name}`)
    const url = Object.assign(new URL(process.env.TEST_DATABASE_URL!), { pathname: `/${name}` }).href
    const client = postgres(url, { max: 1, onnotice: () => {} })
    try {
      await client.unsafe(before)
      await (await connect({ databaseUrl: url, dataDir: '' })).close()
      return {
        schema: await describeSchema((sql) => client.unsafe(sql)),
        moved: (await client.unsafe(MOVED)).map((row) => ({ ...row }) as unknown),
      }
    } finally {
      await client.end()
      await admin.unsafe(`drop database ${name} with (force)`)
    }
  }
  try {
    const { schema } = await describe(`fresh_${process.pid}`)
    const moved = [{ ended_by: 'refund', ended: true, keeps_its_plan: true }]
    expect(await describe(`landed_${process.pid}`, LANDED + LANDED_ROWS)).toEqual({ schema, moved })
  } finally {
    await admin.end()
  }
}
if (process.env.TEST_DATABASE_URL) test('so does one on a PostgreSQL server', onServer)

test('a migration that has landed is never edited', () => {
  const hashes = [...new Bun.Glob('**/*.sql').scanSync({ cwd: MIGRATIONS })]
    .sort()
    .map(
      (file) => `${new Bun.CryptoHasher('sha256').update(readFileSync(join(MIGRATIONS, file))).digest('hex')}  ${file}`,
    )
  // A new migration adds its line: `cd drizzle && sha256sum *.sql before-release/*.sql`.
  expect(hashes).toEqual(readFileSync(join(ROOT, 'tests/golden/migrations.txt'), 'utf8').trim().split('\n'))
})
