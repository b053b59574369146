import { expect, test } from 'bun:test'
import { meetings, type ValueColumn } from './shared-values.ts'

const column = (id: string, name: string, isKey: boolean, values: string[]): ValueColumn => ({
  ...{ id, table: id, column: name, isKey, part: 1 },
  values: values.map((value, hash) => ({ value, hash, rows: 3 })),
})
const letters = 'abcdefghijklmnop'.split('')
const codes = letters.map((one, at) => `${one}${letters.at(at - 3)}${letters.at(at - 5)}`)

test('many codes of three letters lead to the key that has them, whatever its name; a few, or shorter ones, do not', () => {
  const found = (values: string[]) =>
    meetings([column('turns', 'Helmsman', false, values.slice(0, -1)), column('crew', 'Initials', true, values)], null)
  expect(found(codes)).toEqual([{ from: 0, to: 1, foundBy: 'values' }])
  expect(found(codes.slice(0, 8))).toEqual([])
  expect(found(codes.map((one) => one.slice(0, 2)))).toEqual([])
})
