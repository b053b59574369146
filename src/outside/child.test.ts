import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { methods } from '../../tests/support/child-entry.ts'
import { watchedLog } from '../../tests/support/secrets.ts'
import { SOON } from '../../tests/support/soon.ts'
import { spawnChild } from './child.ts'
import { createLog, inRequest } from './logs.ts'

const entry = join(import.meta.dir, '../../tests/support/child-entry.ts')
const log = watchedLog({ LOG_LEVEL: 'silent' })
const children: ReturnType<typeof start>[] = []
const start = () => spawnChild<typeof methods>({ entry, memoryMb: 1024, log })
const child = () => {
  const started = start()
  children.push(started)
  return started
}
afterEach(async () => {
  await Promise.all(children.splice(0).map((each) => each.kill()))
})
const linux = process.platform === 'linux'

test('values cross the channel exactly', async () => {
  const value = {
    big: 2n ** 100n,
    day: new Date(0),
    bytes: new Uint8Array([1, 2]),
    nan: Number.NaN,
    zero: -0,
    none: undefined,
    list: [null],
  }
  expect(await child().call('echo', value)).toEqual(value)
})

test('a child sees nothing of our environment', async () => {
  expect(Object.keys(await child().call('environment', undefined as never)).sort()).toEqual([
    'BUN_JSC_jitMemoryReservationSize',
    'BUN_JSC_structureHeapSizeInKB',
    'LANG',
    'MIMALLOC_ARENA_EAGER_COMMIT',
    'MIMALLOC_PURGE_HOLES',
    'TZ',
    'UV_THREADPOOL_SIZE',
  ])
})

test('a child that dies says so for the request that waited, as progress is told for its own', async () => {
  const lines: string[] = []
  const own = createLog({ LOG_LEVEL: 'info' }, (line) => lines.push(line))
  const one = spawnChild<typeof methods>({ entry, memoryMb: 1024, log: own })
  const onProgress = (value: unknown) => own.info('progress', { value })
  await inRequest('first', () => one.call('count', { to: 1 }, { onProgress }))
  const waiting = inRequest('second', () => one.call('freeze', undefined as never)).catch(() => {})
  process.kill(one.pid, 'SIGKILL')
  await Promise.all([one.ended, waiting])
  expect(lines.map((line) => JSON.parse(line)).map(({ message, requestId }) => [message, requestId])).toEqual([
    ['progress', 'first'],
    ['child process ended', 'second'],
  ])
})

test('an AppError of a method arrives as it was thrown', async () => {
  const failing = child().call('refuse', undefined as never)
  expect(failing).rejects.toMatchObject({
    kind: 'unprocessable',
    code: 'sql_error',
    message: 'No.',
    details: { near: 'x' },
  })
})

test('progress arrives before the answer, in order', async () => {
  const seen: unknown[] = []
  expect(await child().call('count', { to: 3 }, { onProgress: (value) => seen.push(value) })).toBe(3)
  expect(seen).toEqual([1, 2, 3])
})

test('a cancelled call rejects and the child goes on', async () => {
  const one = child()
  const controller = new AbortController()
  const waiting = one.call('wait', null, { signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  expect(waiting).rejects.toMatchObject({ kind: 'conflict', code: 'cancelled' })
  expect(await one.call('echo', 1)).toBe(1)
})

test('a call that runs out of time and does not listen is ended within its grace', async () => {
  const one = child()
  await one.call('echo', 1)
  const begun = performance.now()
  await expect(one.call('freeze', undefined as never, { timeoutMs: 100, graceMs: 200 })).rejects.toMatchObject({
    kind: 'timeout',
  })
  expect(performance.now() - begun).toBeLessThan(SOON)
  expect(one.alive).toBe(false)
})

test('a child that is killed from outside rejects what it was doing and all later calls', async () => {
  const one = child()
  const waiting = one.call('wait', null)
  await one.call('echo', 1)
  process.kill(one.pid, 'SIGKILL')
  const killed = { kind: 'unavailable', code: 'engine_failed', details: { ending: 'killed' } }
  await expect(waiting).rejects.toMatchObject(killed)
  await one.ended
  await expect(one.call('echo', 1)).rejects.toMatchObject(killed)
})

test.each([
  ['fail', 'failed'],
  ['starve', 'memory'],
] as const)('of a child that ends by itself (%s) is told how: %s', async (how, ending) => {
  await expect(child().call(how, undefined as never)).rejects.toMatchObject({ details: { ending } })
})

test.if(linux)('a child runs under the limits of the operating system', async () => {
  const one = child()
  const text = await one.call('limits', undefined as never)
  expect(text).toMatch(/Max data size +1073741824/)
  expect(text).toMatch(/Max core file size +0/)
  expect(text).toMatch(/Max open files +1024/)
  expect((await one.call('oomScore', undefined as never)).trim()).toBe('900')
})

test.if(linux)('a child reserves little beside what it takes', async () => {
  const one = spawnChild<typeof methods>({ entry, memoryMb: 2560, log })
  children.push(one)
  const before = await one.call('take', { mb: 0 })
  const after = await one.call('take', { mb: 100 })
  expect([before < 500, after - before > 90, after - before < 300]).toEqual([true, true, true])
})

test.if(linux)('a child that wants more memory than it may have fails alone', async () => {
  await expect(child().call('grow', undefined as never, { timeoutMs: 20_000 })).rejects.toMatchObject({
    code: 'engine_failed',
    details: { ending: 'memory' },
  })
})

test('no child outlives a parent that is killed', async () => {
  const parent = Bun.spawn(
    [
      process.execPath,
      '-e',
      `import { spawnChild } from '#outside/child.ts'
       import { createLog } from '#outside/logs.ts'
       const child = spawnChild({ entry: ${JSON.stringify(entry)}, memoryMb: 1024, log: createLog({ LOG_LEVEL: 'silent' }) })
       await child.call('echo', 1)
       void child.call('freeze', undefined)
       console.log(child.pid)`,
    ],
    { stdout: 'pipe', cwd: join(import.meta.dir, '../..') },
  )
  const { value } = await parent.stdout.getReader().read()
  const pid = Number(new TextDecoder().decode(value))
  expect(pid).toBeGreaterThan(1)
  parent.kill('SIGKILL')
  await parent.exited
  for (let tries = 0; tries < 100 && isRunning(pid); tries++) await Bun.sleep(20)
  expect(isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
