import { expect, test } from 'bun:test'
import { createProse } from './prose.ts'
import type { AnswerChunk } from './rules/answer.ts'
import type { Printed } from './rules/print-reference.ts'
import { LONGEST } from './rules/reference.ts'

const print = async (source: string): Promise<Printed> => ({
  text: `<${source}>`,
  state: 'bound',
  cells: [],
  reference: source,
})

async function told(text: string, { longest = 1_000_000, prints = true, size = 5 } = {}) {
  const chunks: AnswerChunk[] = []
  const prose = createProse(longest, (chunk) => chunks.push(chunk), prints ? print : null)
  let fits = true
  for (let at = 0; at < text.length && fits; at += size) fits = await prose.write(text.slice(at, at + size))
  const said = await prose.end()
  const streamed = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : [])).join('')
  expect(streamed.trim()).toBe(said.text)
  return { ...said, fits, deltas: chunks.filter(({ type }) => type === 'text-delta').length }
}

test.each<[string, string]>([
  ['It is {{r1.x}}.', 'It is <r1.x>.'],
  ['{{r1.x}}{{sum(r1.y)}}', '<r1.x><sum(r1.y)>'],
  ['a { b {{ c }} {{{r1.x}}}', 'a { b {{ c }} {{{r1.x}}}'],
  ['never closed {{r1.x', 'never closed {{r1.x'],
  ['over a line {{r1.x\n}} and {{r1.y}}', 'over a line {{r1.x\n}} and <r1.y>'],
  ['at the end {', 'at the end {'],
  ['of {{r1.x["a }} b"]}}, of {{r1.x[y=\'}}\']}}', 'of <r1.x["a }} b"]>, of <r1.x[y=\'}}\']>'],
  ['of {{r1.x["a "" }} b \\" }}"]}} and', 'of <r1.x["a "" }} b \\" }}"]> and'],
  ["of {{r1.x[O'Neil]}} and {{r1.y}}'s", "of <r1.x[O'Neil]> and <r1.y>'s"],
  ['of {{r1.x["open]}} and {{r1.y}}', 'of <r1.x["open]> and <r1.y>'],
])('%s', async (text, expected) => {
  for (const size of [1, 2, 5, 100]) expect((await told(text, { size })).text).toBe(expected)
})

test('no more is held back than a reference may be long', async () => {
  const long = `{{r1.${'x'.repeat(LONGEST)} and on`
  const chunks: AnswerChunk[] = []
  const prose = createProse(1_000_000, (chunk) => chunks.push(chunk), print)
  await prose.write(long)
  expect(chunks.some((chunk) => chunk.type === 'text-delta' && chunk.delta === long)).toBe(true)
  const many = await told('{{'.repeat(5_000))
  expect(many.text).toBe('{{'.repeat(5_000))
})

test('a printed number that has no room is left out whole', async () => {
  expect(await told('It is {{r1.amount}}.', { longest: 10 })).toMatchObject({ text: 'It is', printed: [], fits: false })
})

test('what is printed stands where it says, also when the text is trimmed', async () => {
  const { text, printed } = await told('\n  It is {{r1.x}} of {{r1.y}}. ')
  expect(printed.map(({ start, end }) => text.slice(start, end))).toEqual(['<r1.x>', '<r1.y>'])
})

test('where nothing is printed, all of it is text at once: a cell that the built-in analyst types is no reference', async () => {
  const { text, deltas } = await told('It is {{r1.x}} {', { prints: false })
  expect([text, deltas]).toEqual(['It is {{r1.x}} {', 4])
})
