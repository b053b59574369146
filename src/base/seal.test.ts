import { describe, expect, test } from 'bun:test'
import { parseSealKeys, type SealKeys, seal, unseal } from './seal.ts'

const SECRET = 'a secret of at least thirty-two characters'

test('what was sealed opens with the same secret at the same place', () => {
  expect(unseal(SECRET, 'keys:1:private', seal(SECRET, 'keys:1:private', 'pässword'))).toBe('pässword')
  expect(unseal(SECRET, 'p', seal(SECRET, 'p', ''))).toBe('')
})

test('the same text is never sealed the same way twice', () => {
  expect(seal(SECRET, 'p', 'x')).not.toBe(seal(SECRET, 'p', 'x'))
})

test('another secret, another place or a changed byte does not open it', () => {
  const sealed = seal(SECRET, 'keys:1:private', 'password')
  expect(() => unseal(`${SECRET}!`, 'keys:1:private', sealed)).toThrow()
  expect(() => unseal(SECRET, 'keys:2:private', sealed)).toThrow()
  expect(() => unseal(SECRET, 'keys:1:private', `${sealed.slice(0, -2)}AA`)).toThrow()
  expect(() => unseal(SECRET, 'keys:1:private', 'plain text')).toThrow('This is not a sealed secret.')
})

const OLD = { id: '2026a', key: 'the key of the first half of the year' }
const NEW = { id: '2026b', key: 'the key of the second half of the year' }

describe('named keys', () => {
  const [own, old, both] = [[], [OLD], [NEW, OLD]].map((named) => ({ secret: SECRET, named })) as [
    SealKeys,
    SealKeys,
    SealKeys,
  ]

  test('the newest seals and notes its id; older ones still open, and so does what was sealed before there were any', () => {
    expect(seal(both, 'p', 'x')).toStartWith('v2.2026b.')
    for (const sealed of [seal(SECRET, 'p', 'x'), seal(own, 'p', 'x'), seal(old, 'p', 'x'), seal(both, 'p', 'x')])
      expect(unseal(both, 'p', sealed)).toBe('x')
  })

  test('a key that is gone opens nothing, and the error names its id only', () => {
    expect(() => unseal(own, 'p', seal(old, 'p', 'x'))).toThrow('The key "2026a"')
    const renamed = { secret: SECRET, named: [{ ...NEW, id: OLD.id }] }
    expect(() => unseal(renamed, 'p', seal(old, 'p', 'x'))).toThrow()
    expect(() => unseal(both, 'q', seal(both, 'p', 'x'))).toThrow()
  })

  test('are read from a list of pairs; what is wrong is said without a key', () => {
    expect(parseSealKeys(` ${NEW.id}:${NEW.key} ,${OLD.id}:${OLD.key},`)).toEqual([NEW, OLD])
    expect(parseSealKeys('')).toEqual([])
    for (const wrong of [
      OLD.key,
      `:${OLD.key}`,
      `auth:${OLD.key}`,
      `a.b:${OLD.key}`,
      'a:short secret',
      `a:${OLD.key},a:${NEW.key}`,
    ]) {
      const error = (() => {
        try {
          parseSealKeys(wrong)
        } catch (error) {
          return String(error)
        }
      })()
      expect(error).toBeDefined()
      expect(error).not.toContain(OLD.key)
      expect(error).not.toContain('short secret')
    }
  })
})
