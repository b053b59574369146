import { expect, test } from 'bun:test'
import { seal, unseal } from './seal.ts'

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
