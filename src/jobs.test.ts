import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import { rateLimits } from '#db/schema/index.ts'
import { testWorld, worldOfItsOwn } from '../tests/support/world.ts'
import { JOBS, type Job, startJobs } from './jobs.ts'

/** Long enough for every process to look again; only what must not happen is waited for like this. */
const pause = () => Bun.sleep(60)
const until = async (done: () => boolean) => {
  while (!done()) await Bun.sleep(2)
}

test('one run of a job is done by one of many processes', async () => {
  const world = await testWorld()
  let runs = 0
  const job: Job = { name: `count ${newId()}`, every: HOUR, run: async () => ++runs }
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const all = Array.from({ length: 5 }, () => startJobs({ ...world, now: () => clock.now }, [job], 20))
  await until(() => runs > 0)
  await pause()
  expect(runs).toBe(1)
  clock.now = new Date('2026-01-01T01:00:00Z')
  await until(() => runs > 1)
  await pause()
  expect(runs).toBe(2)
  // A server whose clock is in the wrong year keeps nobody from it once the clock is right.
  clock.now = new Date('2036-01-01T00:00:00Z')
  await until(() => runs > 2)
  clock.now = new Date('2026-01-01T02:00:00Z')
  await until(() => runs > 3)
  await Promise.all(all.map((jobs) => jobs.stop()))
})

test('a job that fails is logged and comes again', async () => {
  const world = await testWorld()
  const logged: unknown[] = []
  const log = { ...world.log, error: (message: string, fields?: unknown) => void logged.push([message, fields]) }
  let runs = 0
  const job: Job = {
    name: `fail ${newId()}`,
    every: 5,
    run: async () => {
      runs++
      throw new Error('broken')
    },
  }
  const { stop } = startJobs({ ...world, log }, [job])
  await until(() => runs > 1)
  await stop()
  expect(logged[0]).toEqual(['job failed', { name: job.name, error: new Error('broken') }])
})

test('stopping waits for what runs and starts nothing more', async () => {
  const world = await testWorld()
  let [begun, ended] = [0, 0]
  const job: Job = {
    name: `slow ${newId()}`,
    every: 1,
    run: async () => {
      begun++
      await Bun.sleep(100)
      return ++ended
    },
  }
  const { stop } = startJobs(world, [job])
  await until(() => begun > 0)
  await stop()
  expect([begun, ended]).toEqual([1, 1])
  await pause()
  expect(begun).toBe(1)
})

test('jobs that come often write nothing when there is nothing to do', async () => {
  const world = await worldOfItsOwn()
  const often = JOBS.filter((job) => job.every < HOUR)
  const round = async () => {
    for (const job of often) await job.run(world)
  }
  // Counted by the database: numbers of transactions are those of a whole server, where other tests write at the same time.
  await world.db.execute(sql`create sequence row_changes`)
  await world.db.execute(sql`create function count_row_change() returns trigger language plpgsql as $$
    begin perform nextval('row_changes'); return null; end $$`)
  await world.db.execute(sql`do $$ declare it record; begin
    for it in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger count_row_change after insert or update or delete on %I
        for each row execute function count_row_change()', it.tablename);
    end loop; end $$`)
  const rowChanges = async () => {
    const [row] = await world.db
      .select({ count: sql<number>`case when is_called then last_value else 0 end`.mapWith(Number) })
      .from(sql`row_changes`)
    return row!.count
  }
  await round()
  await world.db.insert(rateLimits).values({ key: newId(), count: 1, resetAt: Date.now() + DAY })
  const before = await rowChanges()
  expect(before).toBeGreaterThan(0)
  await round()
  expect(await rowChanges()).toBe(before)
})
