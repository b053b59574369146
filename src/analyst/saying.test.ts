import { expect, test } from 'bun:test'
import type { TextStreamPart, ToolSet } from 'ai'
import type { Inquiry } from './inquiry.ts'
import { createProse } from './prose.ts'
import type { AnswerChunk, Step } from './rules/answer.ts'
import { createSaying } from './saying.ts'

type Part = TextStreamPart<ToolSet>

async function heard(parts: object[]) {
  const emitted: AnswerChunk[] = []
  const emit = (chunk: AnswerChunk) => void emitted.push(chunk)
  const steps: Step[] = []
  const prose = createProse(1_000, emit, null)
  const saying = createSaying({ steps, emit } as unknown as Inquiry, prose, {
    holds: () => false,
    shown: async ({ text }) => text,
  })
  saying.asks()
  for (const part of parts) expect(await saying.hear(part as Part)).toBe(true)
  await saying.close()
  return { text: saying.told().text, steps: steps.map(({ title }) => title), finishes: saying.ended().finishes.length }
}
const text = (text: string) => ({ type: 'text-delta', id: '1', text })
const call = (toolName: string, input: object = {}) => ({ type: 'tool-call', toolCallId: '1', toolName, input })
const end = { type: 'finish-step' }

test('calls that come whole, without pieces, tell the same', async () => {
  expect(await heard([text('I look. '), call('run_sql'), end, call('finish', { text: 'It is so.' }), end])).toEqual({
    text: 'It is so.',
    steps: ['I look.'],
    finishes: 1,
  })
})

test('a text that differs from the pieces it came in is told as it is in the end', async () => {
  const pieces = ['{"text":"It ', 'was."}'].map((delta) => ({ type: 'tool-input-delta', id: '1', delta }))
  const start = { type: 'tool-input-start', id: '1', toolName: 'finish' }
  expect(await heard([start, ...pieces, call('finish', { text: 'It is.' }), end])).toMatchObject({ text: 'It is.' })
})

test('of two calls of finish the last one tells, and words behind it are a thought', async () => {
  const both = [call('finish', { text: 'One.' }), call('finish', { text: 'Two.' }), text('Done.'), end]
  expect(await heard(both)).toEqual({ text: 'Two.', steps: ['One.', 'Done.'], finishes: 2 })
})
