import { expect, test } from 'bun:test'
import type { AnswerResult } from './answer.ts'
import { resultOfChart } from './presented.ts'

const result = (id: string, name: string): AnswerResult => ({
  ...{ id, name, title: '', source: 'workspace', sql: 'select 1', columns: [], rows: [], total_rows: 0 },
  ...{ truncated: false, elapsed_ms: 1, rows_read: 0, fresh_at: '2026-01-02T03:04:05.000Z' },
})

test.each([
  ['a result of the answer, by its id', 'b', 'b'],
  ['or by its name, as answers have it that were kept long ago', 'r2', 'b'],
  ['what came of changing its SQL', 'c', 'c'],
  ['a result of an earlier answer', 'a', 'a'],
  ['nothing that is gone', 'd', undefined],
])('a chart draws %s', (_, of, id) => {
  const answer = {
    results: [result('b', 'r2')],
    edited: [{ ...result('c', 'r2 edited'), of: 'b' }],
    earlier: [result('a', 'r1')],
  }
  expect(resultOfChart(answer, { result: of })?.id).toBe(id)
})
