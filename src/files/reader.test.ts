import { afterAll, expect, test } from 'bun:test'
import { startReaderAlone } from '../../tests/support/lasting-readers.ts'
import { signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { closeSpare, createReader, readerEngine, readers } from './reader.ts'
import { forPeople } from './reading.ts'

// On the embedded database only: it is about processes that read files.

const { start } = readers
afterAll(async () => {
  await closeSpare()
  readers.start = start
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a process reads one file and is gone, and the next one waits for the next file', async () => {
  const ctx = await userCtx(await testWorld(), (await signUp(await testApp())).user.id)
  await closeSpare()
  const pids: number[] = []
  readers.start = (world) => {
    const child = startReaderAlone(world)
    pids.push(child.pid)
    return child
  }
  for (let files = 0; files < 2; files++) await (await createReader(ctx)).close()
  expect(pids.map(isRunning)).toEqual([false, false, true])
  await closeSpare()
  expect(pids.map(isRunning)).toEqual([false, false, false])
})

test('of a reader that ends people are told why, and nothing of memory where memory was there', async () => {
  const world = await testWorld()
  const told = async (end: (pid: number) => void) => {
    const child = startReaderAlone(world)
    const reading = child.call('warm', { engine: readerEngine(world, '/no/such/folder') })
    end(child.pid)
    return (forPeople(await reading.catch((error) => error)) as Error).message
  }
  expect(await told((pid) => process.kill(pid, 'SIGKILL'))).toContain('was ended from outside')
  expect(await told((pid) => process.kill(pid, 'SIGTERM'))).toContain('The process that read this file failed.')
})
