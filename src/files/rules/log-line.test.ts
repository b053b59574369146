import { expect, test } from 'bun:test'
import { logFields, looksLikeLog } from './log-line.ts'

test.each<[string, Record<string, string> | null]>([
  ['level=info ms=12.5', { level: 'info', ms: '12.5' }],
  ['  msg="say \\"x\\"\\nmore" user= a.b=c', { msg: 'say "x"\nmore', 'a.b': 'c' }],
  ['a=1 a=2 url=/p?q=1', { a: '1', a_2: '2', url: '/p?q=1' }],
  ['name=alone', null],
  ['Failed: code=4 at=line', null],
  ['a=1 "b"=2', null],
  [
    '::1 - ann [02/Jan/2024:10:00:00 +0000] "GET / HTTP/1.1" 304 - "-" "curl/8"',
    {
      ...{ host: '::1', user: 'ann', time: '02/Jan/2024:10:00:00 +0000', request: 'GET / HTTP/1.1', status: '304' },
      agent: 'curl/8',
    },
  ],
  [
    '<34>Oct  1 22:14:15 mail su[230]: failed: a=b',
    {
      ...{ priority: '34', time: 'Oct  1 22:14:15', host: 'mail', program: 'su', process: '230' },
      message: 'failed: a=b',
    },
  ],
  ['[5/2/24, 7:04 PM] Ann Lee: see: a=b', { time: '5/2/24, 7:04 PM', sender: 'Ann Lee', message: 'see: a=b' }],
  ['2024-05-02 07:04:11 <bo> hello', { time: '2024-05-02 07:04:11', sender: 'bo', message: 'hello' }],
  ['02.05.24, 19:04 - You left', null],
  [
    '2024-05-02T07:00:01.5+02:00 web cron[88]: job="nightly run" took=12',
    {
      time: '2024-05-02T07:00:01.5+02:00',
      host: 'web',
      program: 'cron',
      process: '88',
      job: 'nightly run',
      took: '12',
    },
  ],
  [
    'May  2 07:00:01 web app: host=db up=1',
    { time: 'May  2 07:00:01', host: 'web', program: 'app', message: 'host=db up=1' },
  ],
  ['2024-01-02 10:00:00,125 WARN - slow', { time: '2024-01-02 10:00:00.125', level: 'WARN', message: 'slow' }],
  ['[ERROR] 2024-01-02T10:00:00Z: gone', { level: 'ERROR', time: '2024-01-02T10:00:00Z', message: 'gone' }],
  ['2024-01-02 10:00:00,INFO,slow', null],
])('the values of %p', (line, values) => expect(logFields(line)).toEqual(values))

test.each([
  ['a=1 b=2\na=3 b=4\nrest of a li', true],
  ['a=1 b=2', false],
  ['at what\n2024-01-02 10:00:00 INFO a\n2024-01-02 10:00:01 INFO b\nrest', false],
  ['name,formula\nx,a=1 b=2\ny,a=3 b=4\n', false],
  ['[section]\nkey=value\nother=value\n', false],
])('%p is a log: %p', (head, isLog) => expect(looksLikeLog(head)).toBe(isLog))
