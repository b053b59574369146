import { expect, test } from 'bun:test'
import { jsonTextReader } from './json-text.ts'

const TEXTS = [
  '',
  'North leads.',
  'Two "quotes", a \\ and a / in\nthree\tlines',
  'é 東京 {{r1.x["a, b"]}} 😀 end',
  '"text": "no"} , ] [',
]

/** The source as a model may write it: every character that is no plain letter escaped. */
const escaped = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

test.each(TEXTS)('%j is read from pieces of any size', (text) => {
  const input = { status: 'answered', notes: [{ text: 'not this' }, 'text'], text, after: { text: 'nor this' }, n: 1.5 }
  for (const source of [JSON.stringify(input), JSON.stringify(input, null, 2), escaped(JSON.stringify(input))])
    for (const size of [1, 2, 3, 7, 1000]) {
      const read = jsonTextReader('text')
      let told = ''
      for (let at = 0; at < source.length; at += size) {
        const piece = read(source.slice(at, at + size))
        expect(piece.isWellFormed()).toBe(true)
        told += piece
      }
      expect(told).toBe(text)
    }
})

test('what is certain is given at once, and half an escape is kept', () => {
  const read = jsonTextReader('text')
  expect(['{"text":"a', 'b\\', 'nc\\u00', 'e9"', ',"x":"y"}'].map(read)).toEqual(['a', 'b', '\nc', 'é', ''])
})

test('broken escapes and halves of characters give no broken text', () => {
  expect(jsonTextReader('text')('{"text":"a\\ud83d b\\x c"}').isWellFormed()).toBe(true)
  expect(jsonTextReader('text')('{"text":"a\\ud83d","x":"b"}')).toBe('a')
  expect(jsonTextReader('text')('[{"text":"a"}]')).toBe('')
  expect(jsonTextReader('text')('nonsense')).toBe('')
})
