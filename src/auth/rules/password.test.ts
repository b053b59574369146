import { expect, test } from 'bun:test'
import { namesOwner } from './password.ts'

test.each([
  ['lovelace-forever', ['Ada', 'Lovelace'], true],
  ['LOVE.LACE 1815 x', ['lovelace'], true],
  ['Zoë-Müller rides', ['Muller'], true],
  ['an adamant horse', ['Ada'], false],
  ['correct horse battery', ['ada@example.com', 'Ada'], false],
])('%s names %j: %p', (password, words, named) => {
  expect(namesOwner(password, words)).toBe(named)
})
