import { afterEach, expect, test } from 'bun:test'
import { isFirst } from './stored.ts'

const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
const use = (storage: Partial<Storage>) =>
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true })
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'sessionStorage', before)
  else Reflect.deleteProperty(globalThis, 'sessionStorage')
})

test('a page is loaded anew once for a reason', () => {
  const kept = new Map<string, string>()
  use({ getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) })
  expect([isFirst('denied /a'), isFirst('denied /a'), isFirst('denied /b')]).toEqual([true, false, true])
})

test('where the browser keeps nothing, no page is loaded anew again and again', () => {
  use({
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  })
  expect(isFirst('denied /a')).toBe(false)
})
