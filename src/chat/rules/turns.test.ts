import { expect, test } from 'bun:test'
import { turns } from './turns.ts'

/** Takes everybody out; names are workspace, person and number. */
const drained = (names: string[]) => {
  const waiting = turns<string>()
  for (const name of names) waiting.add(name[0]!, name.slice(0, 2), name)
  const order = waiting.order()
  const taken = Array.from({ length: waiting.size }, () => waiting.next())
  expect(taken).toEqual(order)
  expect([waiting.size, waiting.next()]).toEqual([0, undefined])
  return order.join(' ')
}

test.each([
  ['one person in the order of asking', 'aa1 aa2 aa3', 'aa1 aa2 aa3'],
  ['two workspaces in turns, however much one asks', 'aa1 aa2 aa3 ba1', 'aa1 ba1 aa2 aa3'],
  ['people of a workspace in turns', 'aa1 aa2 ab1 ab2', 'aa1 ab1 aa2 ab2'],
  ['a person alone as often as a workspace of many', 'aa1 ab1 ac1 ba1 ba2', 'aa1 ba1 ab1 ba2 ac1'],
])('%s', (_what, asked, order) => expect(drained(asked.split(' '))).toBe(order))

test('who goes away leaves the turns of the others as they were', () => {
  const waiting = turns<string>()
  for (const name of ['aa1', 'aa2', 'ba1', 'bb1']) waiting.add(name[0]!, name.slice(0, 2), name)
  waiting.remove('ba1')
  waiting.remove('nobody')
  expect([waiting.size, ...waiting.order()]).toEqual([3, 'aa1', 'bb1', 'aa2'])
})
