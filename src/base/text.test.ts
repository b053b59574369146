import { describe, expect, test } from 'bun:test'
import { cut, inWords, isPlain, plainJson, plainText } from './text.ts'

describe('text that can be kept', () => {
  test.each([
    ['plain', true],
    ['हिन्दी 😀 \ufffd \u0001\n', true],
    ['a\0b', false],
    ['a\ud800b', false],
    ['\udc00', false],
  ])('%j', (text, plain) => {
    expect(isPlain(text)).toBe(plain)
    expect(isPlain({ deep: [{ [text]: 1 }] })).toBe(plain)
    expect(plainText(text) === text).toBe(plain)
    expect(isPlain(plainText(text))).toBe(true)
    expect(isPlain(JSON.parse(plainJson({ [text]: [text] })))).toBe(true)
    if (plain) expect(JSON.parse(plainJson([text]))).toEqual([text])
  })

  test('an escape that a person typed is no escape', () => {
    const typed = ['\\u0000', '\\\\ud800', '\\\0', '\0\0\ud800\ud800']
    expect(JSON.parse(plainJson(typed))).toEqual(['\\u0000', '\\\\ud800', '\\\ufffd', '\ufffd\ufffd\ufffd\ufffd'])
  })

  test('the depth of a value is no obstacle', () => {
    const deep = (text: string) => JSON.parse(`${'['.repeat(5000)}${JSON.stringify(text)}${']'.repeat(5000)}`)
    expect([isPlain(deep('a')), isPlain(deep('\0'))]).toEqual([true, false])
  })

  test('a cut never goes through a character', () => {
    expect([cut('a😀b', 2), cut('a😀b', 3), cut('ab', 5)]).toEqual(['a', 'a😀', 'ab'])
  })

  test('nothing stays nothing', () => {
    expect([plainJson(null), plainJson(undefined as unknown)]).toEqual(['null', undefined as unknown as string])
  })
})

test.each([
  ['OrderItems', 'Order Items'],
  ['HTTPStatus_code', 'HTTP Status_code'],
  ['heat_kWh', 'heat_kwh'],
  ['peak kW', 'peak kw'],
  ['batteryWh', 'battery Wh'],
])('%s in words', (name, words) => {
  expect(inWords(name)).toBe(words)
})
