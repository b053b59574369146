import { expect, test } from 'bun:test'
import { logPairs, looksLikeLog } from './log-line.ts'

test.each<[string, Record<string, string> | null]>([
  ['level=info ms=12.5', { level: 'info', ms: '12.5' }],
  ['  msg="say \\"x\\"\\nmore" user= a.b=c', { msg: 'say "x"\nmore', user: '', 'a.b': 'c' }],
  ['a=1 a=2 url=/p?q=1', { a: '1', a_2: '2', url: '/p?q=1' }],
  ['name=alone', null],
  ['Failed: code=4 at=line', null],
  ['a=1 "b"=2', null],
])('the names and values of %p', (line, pairs) => expect(logPairs(line)).toEqual(pairs))

test.each([
  ['a=1 b=2\na=3 b=4\nrest of a li', true],
  ['a=1 b=2', false],
  ['name,formula\nx,a=1 b=2\ny,a=3 b=4\n', false],
  ['[section]\nkey=value\nother=value\n', false],
])('%p is a log: %p', (head, isLog) => expect(looksLikeLog(head)).toBe(isLog))
