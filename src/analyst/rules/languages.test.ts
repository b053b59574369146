import { expect, test } from 'bun:test'
import { translated } from './languages.ts'

test.each([
  ['Wie viele Bestellungen gab es 2025?', 'how many orders were there 2025?'],
  ['Durchschnittlicher Bestellwert nach Kanal', 'average order value by channel'],
  ['¿Cuántos pedidos hubo en Pune?', 'how many orders were there in Pune?'],
  ['Quelle ville a le plus de clients', 'which city has the most customers'],
])('%s is %s', (question, english) => {
  expect(translated(question)?.text).toBe(english)
})

test('English, and what is of no language here, is left alone', () => {
  expect(translated('revenue by city')).toBeNull()
  expect(translated('xyzzy')).toBeNull()
})
