import { expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { testWorld } from '../tests/support/world.ts'
import { type Job, startJobs } from './jobs.ts'

/** Long enough for every process to look again; only what must not happen is waited for like this. */
const pause = () => Bun.sleep(60)
const until = async (done: () => boolean) => {
  while (!done()) await Bun.sleep(2)
}

test('one run of a job is done by one of many processes', async () => {
  const world = await testWorld()
  let runs = 0
  const job: Job = { name: `count ${newId()}`, every: 20, run: async () => ++runs }
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const stops = Array.from({ length: 5 }, () => startJobs({ ...world, now: () => clock.now }, [job]))
  await until(() => runs > 0)
  await pause()
  expect(runs).toBe(1)
  clock.now = new Date('2026-01-01T00:00:01Z')
  await until(() => runs > 1)
  await pause()
  expect(runs).toBe(2)
  // A server whose clock is in the wrong year keeps nobody from it once the clock is right.
  clock.now = new Date('2036-01-01T00:00:00Z')
  await until(() => runs > 2)
  clock.now = new Date('2026-01-01T00:00:02Z')
  await until(() => runs > 3)
  await Promise.all(stops.map((stop) => stop()))
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
  const stop = startJobs({ ...world, log }, [job])
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
  const stop = startJobs(world, [job])
  await until(() => begun > 0)
  await stop()
  expect([begun, ended]).toEqual([1, 1])
  await pause()
  expect(begun).toBe(1)
})
