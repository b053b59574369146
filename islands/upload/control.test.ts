import { expect, test } from 'bun:test'
import { Control } from './control.ts'

test('who pauses before a wait begins is not kept waiting', async () => {
  const control = new Control()
  control.pause()
  await control.wait(60_000)
  expect(control.isPaused).toBe(true)
})
