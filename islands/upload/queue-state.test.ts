import { expect, test } from 'bun:test'
import type { FileEntity } from '#files/rules/answers.ts'

import { IN_PARTS_FROM } from '#files/rules/upload.ts'
import { type Item, isUnderWay, itemOf, type QueueEvent, queueState } from './queue-state.ts'
import { announcement, noteOf } from './words.ts'

const MOST = 1_000_000_000
const item = (size = 1000): Item => itemOf(1, { name: 'orders.csv', size }, MOST)
const after = (events: QueueEvent[], from = item()): Item => events.reduce(queueState, [from])[0]!
const sent = (bytes: number, at = 0): QueueEvent => ({ type: 'sent', key: 1, bytes, at })
const moved = (type: 'sending' | 'paused' | 'offline'): QueueEvent => ({ type, key: 1 })
const file = (change: object = {}) =>
  ({
    id: 'f',
    tables: [{ rows: 1200 }, { rows: 34 }],
    rejected: { rows: 0 },
    dialect: {},
    version: 1,
    ...change,
  }) as FileEntity
const ready = (change?: object): QueueEvent => ({ type: 'ready', key: 1, file: file(change) })

const STORIES: [story: string, events: QueueEvent[], state: Item['state'], note: string, announced: string][] = [
  ['it waits', [], 'waiting', 'Waiting · 1.0 kB', ''],
  ['it is sent', [moved('sending'), sent(250)], 'sending', '250 bytes of 1.0 kB', ''],
  [
    'with a speed',
    [moved('sending'), sent(0, 0), sent(500, 1000)],
    'sending',
    '500 bytes of 1.0 kB · 500 bytes/s · 1 s left',
    '',
  ],
  ['it is paused', [sent(250), moved('paused')], 'paused', 'Paused · 250 bytes of 1.0 kB', 'orders.csv is paused'],
  [
    'it waits for the network',
    [sent(250), moved('offline')],
    'offline',
    'Waiting for the connection · 250 bytes of 1.0 kB',
    'Waiting for the connection to send orders.csv',
  ],
  ['it is there', [sent(1000)], 'reading', 'Uploaded · reading rows', 'Reading orders.csv'],
  [
    'it is read',
    [sent(1000), { type: 'reading', key: 1, rows: 1 }],
    'reading',
    'Reading · 1 row so far',
    'Reading orders.csv',
  ],
  [
    'rows are counted while it is read',
    [sent(1000), { type: 'counted', key: 1, rows: 7000 }],
    'reading',
    'Reading · 7,000 rows so far',
    'Reading orders.csv',
  ],
  [
    'a count says nothing before that',
    [sent(10), { type: 'counted', key: 1, rows: 7 }],
    'sending',
    '10 bytes of 1.0 kB',
    '',
  ],
  [
    'a part that is tried again does not send it anew',
    [sent(1000), moved('sending')],
    'reading',
    'Uploaded · reading rows',
    'Reading orders.csv',
  ],
  [
    'it is ready',
    [sent(1000), ready()],
    'ready',
    'Ready · 1,234 rows · 2 tables',
    'orders.csv: Ready · 1,234 rows · 2 tables',
  ],
  [
    'with what was rejected',
    [ready({ tables: [{ rows: 5 }], rejected: { rows: 1 }, version: 3 })],
    'ready',
    'Ready · 5 rows · version 3 · 1 row rejected',
    'orders.csv: Ready · 5 rows · version 3 · 1 row rejected',
  ],
  ['it failed', [sent(10), { type: 'failed', key: 1, error: 'No.' }], 'failed', 'Not added', 'orders.csv: Not added'],
  ['it was cancelled', [{ type: 'failed', key: 1, error: 'Cancelled.' }], 'failed', '', 'orders.csv: '],
]
test.each(STORIES)('%s', (_, events, state, note, announced) => {
  const result = after(events)
  expect([result.state, noteOf(result, result.marks.at(-1)?.sent ?? 0), announcement(result)]).toEqual([
    state,
    note,
    announced,
  ])
})

test('the speed is that of the last marks, and what was sent before a pause does not count', () => {
  const many = Array.from({ length: 80 }, (_, at) => sent(at, at))
  expect(after(many).marks.map(({ sent }) => sent)).toEqual(Array.from({ length: 60 }, (_, at) => at + 20))
  expect(after([...many, moved('paused')]).marks).toEqual([{ at: 79, sent: 79 }])
})

test('a file that is too large fails before it is sent, a large one is sent in parts', () => {
  expect(item(MOST + 1)).toMatchObject({ state: 'failed', error: expect.stringContaining('larger than what can be') })
  expect([IN_PARTS_FROM - 1, IN_PARTS_FROM].map((size) => item(size).inParts)).toEqual([false, true])
})

test('an event changes its own file alone', () => {
  const items = queueState([item()], { type: 'added', items: [itemOf(2, { name: 'b.csv', size: 5 }, MOST)] })
  const changed = queueState(items, { type: 'failed', key: 2, error: 'No.' })
  expect(changed.map(({ state }) => state)).toEqual(['waiting', 'failed'])
  expect(changed[0]).toBe(items[0]!)
})

test('only what is being sent can be paused or has a bar', () => {
  const states: Item['state'][] = ['waiting', 'sending', 'paused', 'offline', 'reading', 'ready', 'failed']
  expect(states.filter((state) => isUnderWay({ ...item(), state }))).toEqual(['sending', 'paused', 'offline'])
})
