import { expect, test } from 'bun:test'
import { isScript, mendedJson } from './json-mend.ts'

test.each([
  ['a call of a script', 'show([{"a":1},{"a":2}]);', '[{"a":1},{"a":2}]', ''],
  ['a variable', 'var rows = {"rows":[{"a":"}]"}]};', '{"rows":[{"a":"}]"}]}', ''],
  ['commas before brackets', '[{"a":1,},\n{"a":",]"},\n]', '[{"a":1},\n{"a":",]"}\n]', ''],
  ['cut within a row', '[{"a":1},{"a":2},{"a', '[{"a":1},{"a":2}]', ',{"a'],
  ['cut behind a row', '{"n":2,"rows":[{"a":[1,2]},{"a":[3]}', '{"n":2,"rows":[{"a":[1,2]},{"a":[3]}]}', ''],
  ['cut within a text', '[{"a":"x"},{"a":"y\\', '[{"a":"x"}]', ',{"a":"y\\'],
])('is mended: %s', (_, text, json, left) => expect(mendedJson(text)).toEqual({ json, left }))

test.each(['[{"a":1}]', 'nothing', '{"a', ''])('is not: %s', (text) => expect(mendedJson(text)).toBeNull())

test('a script is told from a table', () => {
  expect(['cb({"a":1})', 'x = [{"a":1}]'].map(isScript)).toEqual([true, true])
  expect(['a=[b],c', 'f(x),y', 'name,size\n[a,1'].map(isScript)).toEqual([false, false, false])
})
