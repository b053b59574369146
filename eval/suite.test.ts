import { expect, test } from 'bun:test'
import { runSuite } from './suite.ts'

test('the built-in analyst answers the business questions and refuses the others', async () => {
  const { judged, answered } = await runSuite()
  const failed = judged
    .filter((item) => !item.pass)
    .map((item) => `${item.turns.join(' → ')}\n${item.got}\n${item.note}`)
  expect(failed).toEqual([])
  expect(answered).toEqual([])
})
