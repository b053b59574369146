import { describe, expect, test } from 'bun:test'
import { lex, readNumber } from './lex.ts'

describe('numbers as people write them', () => {
  const cases: [string, number | null][] = [
    ['12', 12],
    ['1,234.5', 1234.5],
    ['1.5k', 1500],
    ['2m', 2_000_000],
    ['3 lakh', 300_000],
    ['1.2 crore', 12_000_000],
    ['$99', 99],
    ['seven', 7],
    ['12,34,567', 1_234_567],
    ['abc', null],
  ]
  test.each(cases)('%s is %p', (text, value) => expect(readNumber(text)).toBe(value))
})

describe('tokens', () => {
  const kinds = (text: string) => lex(text, '2024-11-15').map((token) => `${token.kind}:${token.lower || token.text}`)
  test('quoted text is one token', () => {
    expect(kinds('named "New York"?')).toEqual([
      'word:named',
      'quoted:New York'.replace('New York', 'New York'),
      'mark:?',
    ])
  })
  test('a possessive is cut off', () => expect(kinds("Ann's orders")).toEqual(['word:ann', "mark:'s", 'word:orders']))
  test('a year is a period', () => expect(kinds('in 2024')).toEqual(['word:in', 'period:2024']))
  test('a word with digits stays a word', () => expect(kinds('mp3 files')).toEqual(['word:mp3', 'word:files']))
})
