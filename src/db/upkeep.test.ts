import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openTestDatabase } from '../../tests/support/database.ts'
import type { Database } from './connect.ts'
import { users } from './schema/index.ts'
import { tidyTables } from './upkeep.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const statistics = () =>
  database.db
    .select({ name: sql<string>`relname`, rows: sql<number>`reltuples::int`, pages: sql<number>`relpages` })
    .from(sql`pg_class`)
    .where(sql`relkind = 'r' and relnamespace = 'public'::regnamespace`)
const ofUsers = async () => (await statistics()).find(({ name }) => name === 'users')!

test('upkeep counts the rows of every table and gives the room of deleted ones back', async () => {
  const people = Array.from({ length: 2000 }, (_, at) => ({
    id: `p${at}`,
    email: `p${at}@example.com`,
    name: 'x'.repeat(99),
  }))
  await database.db.insert(users).values(people)
  expect(await tidyTables(database.db)).toBe((await statistics()).length)
  const full = await ofUsers()
  expect(full.rows).toBe(2000)
  await database.db.delete(users)
  await tidyTables(database.db)
  const empty = await ofUsers()
  expect([empty.rows, empty.pages]).toEqual([0, 0])
})

test('upkeep that ran out of time goes on where it stopped', async () => {
  const all = (await statistics()).length
  for (let at = 0; at < all; at++) expect(await tidyTables(database.db, -1)).toBe(1)
  const [uneven] = await database.db
    .select({ times: sql<number>`max(vacuum_count) - min(vacuum_count)` })
    .from(sql`pg_stat_user_tables`)
    .where(sql`schemaname = current_schema()`)
  expect(Number(uneven!.times)).toBe(0)
})
