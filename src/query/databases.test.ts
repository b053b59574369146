import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { createConnection } from 'mysql2/promise'
import postgres from 'postgres'
import type { DatabaseSettings } from '#connections/rules/connection.ts'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import { connectDatabase, settingsOf } from '../../tests/support/connected.ts'
import { startMariadb } from '../../tests/support/mariadb.ts'
import { newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as query from './run.ts'

/** A server of people's, filled: how to reach it, and how to ask it without us. */
type Shop = {
  settings: DatabaseSettings
  ask(statement: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

const SHOPS: Record<'postgres' | 'mysql', () => Promise<Shop>> = {
  async postgres() {
    const server = await startPostgres()
    const sql = postgres(server.url, { max: 1, onnotice: () => {} })
    await sql.unsafe(`
      create table customers (id int primary key, name text, country text);
      insert into customers select i, 'Customer ' || i, (array['India','Germany','Chile'])[1 + i % 3] from generate_series(1, 3000) i;
      create table orders (id bigint primary key, customer_id int references customers, total numeric(12,2), placed timestamp, status varchar(20), note text);
      insert into orders select i, 1 + i % 3000, (i % 1000) / 4.0, timestamp '2024-01-01' + (i % 700) * interval '1 day',
        case when i % 11 = 0 then null else (array['paid','Paid','open'])[1 + i % 3] end, 'note ' || i from generate_series(1, 60000) i;
      analyze;`)
    return {
      settings: settingsOf(server.url),
      ask: (statement) => sql.unsafe(statement),
      async stop() {
        await sql.end()
        await server.stop()
      },
    }
  },
  async mysql() {
    const server = await startMariadb()
    const connection = await createConnection({ host: '127.0.0.1', port: server.port, user: 'root' })
    for (const statement of [
      'create database shop character set utf8mb4',
      'use shop',
      'create table customers (id int primary key, name text, country text)',
      `insert into customers select seq, concat('Customer ', seq), elt(1 + seq % 3, 'India', 'Germany', 'Chile') from seq_1_to_3000`,
      'create table orders (id bigint primary key, customer_id int references customers (id), total decimal(12,2), placed datetime, status varchar(20), note text)',
      `insert into orders select seq, 1 + seq % 3000, (seq % 1000) / 4.0, date_add('2024-01-01', interval seq % 700 day),
        case when seq % 11 = 0 then null else elt(1 + seq % 3, 'paid', 'Paid', 'open') end, concat('note ', seq) from seq_1_to_60000`,
      'analyze table customers, orders',
    ])
      await connection.query(statement)
    return {
      settings: {
        ...{ host: '127.0.0.1', port: server.port, database: 'shop', username: 'root' },
        ssl: { mode: 'disable' },
      },
      ask: async (statement) => (await connection.query(statement))[0] as Record<string, unknown>[],
      async stop() {
        await connection.end()
        await server.stop()
      },
    }
  },
}

describe.each(['postgres', 'mysql'] as const)('%s', (engine) => {
  let shop: Shop
  let ctx: WorkspaceCtx
  beforeAll(async () => {
    shop = await SHOPS[engine]()
    const app = await testApp()
    const owner = await signUp(app)
    ctx = await workspaceCtx(await testWorld(), owner.user.id, (await newPlace(app, owner)).workspace.id)
    await connectDatabase(ctx, 'Shop', engine, shop.settings)
    await putTable(
      ctx,
      'targets',
      `SELECT * FROM (VALUES ('India', 100), ('Germany', 200), ('Peru', 5)) t(country, target)`,
    )
    await putTable(ctx, 'keys', 'SELECT * FROM (VALUES (7::BIGINT), (5000000000), (-5000000000)) t(id)')
  }, 300_000)
  afterAll(() => shop.stop())

  const run = (statement: string, more: Partial<query.RunRequest> = {}) => query.run(ctx, { sql: statement, ...more })

  describe('a statement over tables of a database', () => {
    test('gives exactly the rows that are there', async () => {
      const found = await run(`SELECT id, total, placed, status FROM orders WHERE id BETWEEN 9 AND 11 ORDER BY id`)
      expect(found.columns).toEqual([
        { name: 'id', type: 'BIGINT' },
        { name: 'total', type: 'DECIMAL(12,2)' },
        { name: 'placed', type: 'TIMESTAMP' },
        { name: 'status', type: 'VARCHAR' },
      ])
      expect(found.rows).toEqual([
        [9, '2.25', '2024-01-10 00:00:00', 'paid'],
        [10, '2.50', '2024-01-11 00:00:00', 'Paid'],
        [11, '2.75', '2024-01-12 00:00:00', null],
      ])
    })

    test('joins them with a file, and brings only what it needs', async () => {
      const found = await run(
        `SELECT t.country, t.target, count(o.id) AS n FROM targets t LEFT JOIN customers c ON c.country = t.country
       LEFT JOIN orders o ON o.customer_id = c.id AND o.placed < '2024-01-08' GROUP BY ALL ORDER BY t.country`,
      )
      const expected = await shop.ask(
        `select c.country, count(*) as n from orders o join customers c on c.id = o.customer_id where o.placed < '2024-01-08' group by 1`,
      )
      const count = (country: string) => Number(expected.find((row) => row.country === country)?.n)
      expect(found.rows).toEqual([
        ['Germany', 200, count('Germany')],
        ['India', 100, count('India')],
        ['Peru', 5, 0],
      ])
      expect(found.rows_read).toBeLessThan(10_000)
    })

    test('brings of a large table only rows that find a partner', async () => {
      const few = await run(
        `SELECT c.name, o.id, o.note FROM targets t JOIN customers c ON c.country = t.country JOIN orders o ON o.customer_id = c.id
         WHERE t.target = 100 AND c.id < 10 AND lower(o.note) <> 'x' ORDER BY o.id LIMIT 3`,
      )
      const expected = await shop.ask(
        `select c.name, o.id, o.note from customers c join orders o on o.customer_id = c.id where c.country = 'India' and c.id < 10 order by o.id limit 3`,
      )
      expect(few.rows).toEqual(expected.map(({ name, id, note }) => [name, Number(id), note]) as never)
      expect(few.rows_read).toBeLessThan(200)
      const none = await run(
        `SELECT count(*) FROM orders o JOIN customers c ON o.customer_id = c.id AND c.name = 'Nobody' AND lower(o.note) <> 'x'`,
      )
      expect(none.rows).toEqual([[0]])
      expect(none.rows_read).toBe(0)
      // Beyond what the column of the database can hold.
      const far = await run(
        `SELECT k.id, count(*) AS n FROM keys k JOIN orders o ON o.customer_id = k.id AND lower(o.note) <> 'x' GROUP BY 1`,
      )
      expect(far).toMatchObject({ rows: [[7, 20]], rows_read: 23 })
    })

    test('rows as they lie there are the result without being run here', async () => {
      const [all, some] = [await run('FROM orders'), await run('SELECT status AS s, id FROM orders LIMIT 30000')]
      expect([all.total_rows, all.rows.length, all.truncated]).toEqual([60_000, 50, false])
      expect(some).toMatchObject({ total_rows: 30_000, rows_read: 30_000, truncated: false })
      expect(some.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(['s VARCHAR', 'id BIGINT'])
      const again = await run('SELECT count(*), sum(id) = 1800030000 FROM r1', { results: { r1: all.id } })
      expect(again.rows).toEqual([[60_000, true]])
      const cut = await run('SELECT * FROM orders', { limit: 40_000 })
      expect([cut.total_rows, cut.truncated]).toEqual([40_000, true])
    })

    test('a few rows of a large table come without the others', async () => {
      const found = await run('SELECT * FROM orders LIMIT 7')
      expect(found).toMatchObject({ total_rows: 7, rows_read: 7 })
    })

    test('aggregates are answered there, with the same values as here', async () => {
      for (const statement of [
        `SELECT status, count(*) AS n, sum(total) AS total, avg(total) AS mean, min(note) AS first, max(placed) AS last FROM orders GROUP BY status ORDER BY status DESC NULLS FIRST`,
        `SELECT date_trunc('month', placed) AS month, sum(total) / count(*) AS per, count(DISTINCT customer_id) AS people FROM orders WHERE status = 'paid' GROUP BY ALL ORDER BY month LIMIT 5`,
        `SELECT c.country, year(o.placed) AS y, sum(o.total) FILTER (WHERE o.status IN ('paid', 'Paid')) AS paid, round(avg(o.total), 2) AS r FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1, 2 HAVING count(*) > 10 ORDER BY 1, 2`,
        `SELECT count(*) FROM orders WHERE note LIKE 'note 1%' AND total BETWEEN 10 AND 20.5 AND status IS NOT NULL`,
        `SELECT max(id) * 2 - 1 AS x, sum(id) AS s, coalesce(min(status), '-') AS m FROM orders WHERE NOT (status = 'open')`,
      ]) {
        const there = await run(statement)
        // A subquery is not pushed, so the same is worked out over fetched rows.
        const here = await run(
          statement.replace(/FROM orders/, 'FROM (SELECT * FROM orders) AS orders').replace('AS orders o ', 'AS o '),
        )
        expect(there.columns).toEqual(here.columns)
        expect(there.rows).toEqual(here.rows)
        expect(there.rows_read).toBeLessThan(200)
        expect(here.rows_read).toBeGreaterThan(1000)
      }
    })

    test('aggregates over rows that a filter leaves are answered there', async () => {
      const paid = `(SELECT * FROM orders WHERE status IN ('paid', 'Paid') AND placed >= TIMESTAMP '2025-03-01')`
      const Indian = `(SELECT * FROM customers WHERE (lower(country) = 'india' OR country IS NULL))`
      for (const [filtered, plain] of [
        [
          `SELECT status, count(*) AS n, min(note) AS first FROM ${paid} AS orders GROUP BY 1 ORDER BY 1`,
          `SELECT status, count(*) AS n, min(note) AS first FROM orders WHERE status IN ('paid', 'Paid') AND placed >= TIMESTAMP '2025-03-01' GROUP BY 1 ORDER BY 1`,
        ],
        [
          `SELECT o.status, count(c.id) AS n FROM orders AS o LEFT JOIN (SELECT * FROM customers WHERE id < 100) AS c ON c.id = o.customer_id GROUP BY 1 ORDER BY 1`,
          `SELECT o.status, count(c.id) AS n FROM orders AS o LEFT JOIN customers AS c ON c.id = o.customer_id AND c.id < 100 GROUP BY 1 ORDER BY 1`,
        ],
      ] as const) {
        const [there, same] = [await run(filtered), await run(plain)]
        expect(there.rows).toEqual(same.rows)
        expect(there.rows.length).toBeGreaterThan(0)
        expect(there.rows_read).toBeLessThan(200)
      }
      // What the database would compare in another way is worked out here, over the rows that stay.
      const here = await run(`SELECT count(*) AS n FROM ${Indian} AS customers`)
      expect(here.rows).toEqual((await run(`SELECT count(*) AS n FROM customers WHERE country = 'India'`)).rows)
    })

    test('aggregates are answered there too when there are many more rows than the source had said', async () => {
      const say = (rows: number) =>
        ctx.db
          .update(catalogTables)
          .set({ rows })
          .where(and(eq(catalogTables.workspaceId, ctx.workspace.id), eq(catalogTables.name, 'orders')))
      await say(50)
      const narrow = { ...ctx, config: { ...ctx.config, REMOTE_MAX_ROWS: 30_000 } }
      const found = await query.run(narrow, { sql: 'SELECT status, count(*) AS n FROM orders GROUP BY 1' })
      expect(found).toMatchObject({ total_rows: 4, rows_read: 4 })
      // What cannot be said there is fetched, however many rows it takes.
      const here = await run('SELECT count(*) FROM (SELECT * FROM orders) AS orders')
      expect(here).toMatchObject({ rows: [[60_000]], rows_read: 60_000 })
      await say(60_000)
    })

    test('fails with what the statement got wrong', async () => {
      await expect(run('SELECT nothing FROM orders')).rejects.toMatchObject({ code: 'sql_error' })
      await expect(run('SELECT * FROM order_items')).rejects.toMatchObject({ code: 'sql_error' })
      await expect(run('SELECT * FROM pg_shadow')).rejects.toMatchObject({ code: 'sql_error' })
    })
  })

  test('a table that would give too many rows says so instead of answering with some', async () => {
    const small = { ...ctx, config: { ...ctx.config, REMOTE_MAX_ROWS: 1000 } }
    await expect(query.run(small, { sql: `SELECT DISTINCT lower(note) FROM orders` })).rejects.toMatchObject({
      code: 'too_much',
      details: { table: 'orders', rows: 1000 },
    })
    const counted = await query.run(small, { sql: 'SELECT count(*) FROM orders' })
    expect(counted.rows).toEqual([[60000]])
  })

  test('what a database suggests names nothing that is hidden', async () => {
    const hide = (hidden: boolean) =>
      ctx.db.update(catalogColumns).set({ hidden }).where(eq(catalogColumns.name, 'placed'))
    const asked = run('SELECT o.plced FROM orders o', { source: 'Shop' })
    await expect(asked).rejects.toThrow(engine === 'postgres' ? /plced.*o\.placed/ : /plced/)
    await hide(true)
    const said = await run('SELECT o.plced FROM orders o', { source: 'Shop' }).catch((error) => error)
    await hide(false)
    expect(said.code).toBe('sql_error')
    expect(`${said.message} ${JSON.stringify(said.details)}`).not.toContain('placed')
  })

  test('a database that went away is a clear error, and the next question works', async () => {
    await shop.ask('alter table customers rename to clients')
    await expect(run('SELECT count(*), min(lower(name)) FROM customers')).rejects.toMatchObject({ code: 'sql_error' })
    await shop.ask('alter table clients rename to customers')
    expect((await run('SELECT count(*) FROM customers')).rows).toEqual([[3000]])
  })
})
