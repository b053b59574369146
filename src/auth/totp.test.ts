import { describe, expect, test } from 'bun:test'
import { codeOf, enrolment, newSecret, stepAt, stepOf } from './totp.ts'

/** The secret of RFC 6238, appendix B ("12345678901234567890"), in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('codes of the standard', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('%d seconds after the epoch it is %s', (seconds, code) => {
    expect(codeOf(SECRET, stepAt(at(seconds)))).toBe(code)
  })
})

test('a code is taken one step early and late, and no further', () => {
  const code = codeOf(SECRET, 100)
  const steps = [98, 99, 100, 101, 102].map((step) => stepOf(SECRET, code, at(step * 30), 0))
  expect(steps).toEqual([null, 100, 100, 100, null])
})

test('a code that was used is not taken again', () => {
  expect(stepOf(SECRET, codeOf(SECRET, 100), at(3000), 100)).toBeNull()
  expect(stepOf(SECRET, codeOf(SECRET, 101), at(3000), 100)).toBe(101)
})

test('every secret is new and has 160 bits', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
})

test('names cannot change what an app reads', () => {
  const address = new URL(enrolment('Tabletalk', 'a&secret=x@example.com', SECRET))
  expect(address.href).toStartWith('otpauth://totp/Tabletalk:a%26secret%3Dx%40example.com?')
  expect([...address.searchParams]).toEqual([
    ['issuer', 'Tabletalk'],
    ['secret', SECRET],
    ['algorithm', 'SHA1'],
    ['digits', '6'],
    ['period', '30'],
  ])
})
