import { expect, test } from 'bun:test'
import { lastSentence } from './thought.ts'

test('the last whole sentence of a thought is a line without Markdown', () => {
  const said: [string, string | null][] = [
    ['', null],
    ['They want', null],
    ['**Reading the tables**\n\nI', 'Reading the tables'],
    ['Revenue is 3.5 mln. It', 'Revenue is 3.5 mln.'],
    ['One. Two (as `n`). Thr', 'Two (as n).'],
    ['一つ。二つ', '一つ。'],
    ['...\n', null],
  ]
  expect(said.map(([text]) => lastSentence(text))).toEqual(said.map(([, sentence]) => sentence))
  expect(lastSentence(`${'long '.repeat(100)}. x`)).toHaveLength(160)
})
