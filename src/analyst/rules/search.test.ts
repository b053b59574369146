import { expect, test } from 'bun:test'
import { chartOf } from './chart-request.ts'
import { endingOf, type Seen } from './ending.ts'
import { ANSWER_LIMITS } from './limits.ts'
import { modelFailure } from './model-failure.ts'
import { statisticsOf, sumOf } from './statistics.ts'

test('statistics of rows at hand are exact', () => {
  expect(sumOf(['0.1', '0.2', '-1', '9007199254740993'])).toBe('9007199254740992.3')
  expect(
    statisticsOf(
      [
        { name: 'a', type: 'DECIMAL(9,2)' },
        { name: 'b', type: 'VARCHAR' },
      ],
      [
        ['10.50', 'x'],
        ['9.50', null],
        [null, 'x'],
      ],
    ),
  ).toEqual([
    { column: 'a', nulls: 1, distinct: 2, min: '9.50', max: '10.50', sum: '20', avg: 10 },
    { column: 'b', nulls: 1, distinct: 1, min: 'x', max: 'x' },
  ])
})

test('a chart is checked against its result', () => {
  const results = [
    {
      id: 'id-1',
      name: 'r1',
      title: '',
      source: '',
      sql: '',
      columns: [
        { name: 'Region', type: 'VARCHAR' },
        { name: 'n', type: 'BIGINT' },
      ],
      rows: [['a', 1]],
      total_rows: 1,
      truncated: false,
      elapsed_ms: 1,
      rows_read: 1,
      fresh_at: '',
    },
  ]
  const request = { result: 'r1', kind: 'bar' as const, x: 'region', y: ['n'], title: 'T' }
  expect(chartOf(request, results)).toEqual({
    ok: true,
    chart: { result: 'id-1', kind: 'bar', x: 'Region', y: ['n'], series: null, title: 'T' },
  })
  for (const wrong of [
    { result: 'r9' },
    { x: 'nope' },
    { y: ['Region'] },
    { x: null },
    { series: 'Region', y: ['n', 'n'] },
  ])
    expect(chartOf({ ...request, ...wrong }, results).ok).toBe(false)
})

test.each([
  ['total', 'inr', 'INR', true],
  ['total', 'eur', 'INR', false],
  ['total', 'eur|2', '', true],
  ['total_eur', 'eur', 'INR', true],
  ['total_eur', 'inr', 'INR', false],
  ['total', 'compact', 'INR', true],
])('a chart of %s may be drawn as %s in a workspace of %s: %p', (name, format, currency, isFine) => {
  const more = { total_rows: 1, truncated: false, elapsed_ms: 1, rows_read: 1, fresh_at: '' }
  const columns = [
    { name: 'region', type: 'VARCHAR' },
    { name, type: 'BIGINT' },
  ]
  const result = { id: 'id-1', name: 'r1', title: '', source: '', sql: '', columns, rows: [['a', 1]], ...more }
  const request = { result: 'r1', kind: 'bar' as const, x: 'region', y: [name], title: 'T', look: { format } }
  expect(chartOf(request, [result], currency).ok).toBe(isFine)
})

test('a failed call is told by its cause, never in the words of the model', () => {
  const failure = (error: unknown) => modelFailure(error).code
  expect(failure({ statusCode: 429, message: 'x' })).toBe('model_busy')
  expect(failure({ cause: { lastError: { statusCode: 500 } } })).toBe('model_failed')
  expect(failure({ statusCode: 400, message: 'maximum context length is 8192 tokens' })).toBe('model_too_long')
  expect(failure({ statusCode: 400, message: 'API key not valid. Please pass a valid API key.' })).toBe('model_key')
  expect(failure({ statusCode: 400, message: 'Your credit balance is too low' })).toBe('model_unpaid')
  expect(failure({ statusCode: 400, message: 'The provided model identifier is invalid.' })).toBe('model_unknown')
  expect([402, 404, 413, 424, 503, 529].map((statusCode) => failure({ statusCode }))).toEqual([
    ...['model_unpaid', 'model_unknown', 'model_too_long', 'model_failed', 'model_busy', 'model_busy'],
  ])
  expect(failure({ statusCode: 400, message: '<script>' })).toBe('model_refused')
  expect(failure({ kind: 'timeout', code: 'model_timeout', message: 'm' })).toBe('model_timeout')
  expect(failure('anything')).toBe('model_unreadable')
})

test('how a run ended is told by what was seen of it', () => {
  type More = Partial<Omit<Seen, 'inquiry'>> & { inquiry?: Partial<Seen['inquiry']> }
  const seen = (more: More): Seen => ({
    text: 'Fine.',
    finish: { reason: 'stop', raw: 'stop' },
    finished: null,
    error: null,
    timedOut: false,
    signal: { aborted: false, reason: undefined },
    rests: false,
    showsSql: true,
    ...more,
    inquiry: { results: [], clarification: null, failures: 0, lastError: null, limits: ANSWER_LIMITS, ...more.inquiry },
  })
  const status = (more: More) => endingOf(seen(more)).status
  expect(status({})).toBe('answered')
  expect(status({ text: 'I can’t answer this from your data.' })).toBe('refused')
  expect(status({ text: 'Unfortunately, I have no data about the weather.' })).toBe('refused')
  expect(status({ finish: { reason: 'content-filter', raw: null } })).toBe('refused')
  expect(status({ finish: { reason: 'stop', raw: 'refused' } })).toBe('refused')
  expect(status({ finish: { reason: 'stop', raw: 'failed' } })).toBe('failed')
  const failing = { failures: 1, lastError: 'no such column' }
  expect(status({ text: 'The database said no.', inquiry: failing })).toBe('failed')
  expect(status({ text: 'As before, it is 50.', rests: true, inquiry: failing })).toBe('answered')
  expect(status({ signal: { aborted: true, reason: 'stopped' }, error: new Error('aborted') })).toBe('stopped')
  expect(status({ signal: { aborted: true, reason: 'interrupted' } })).toBe('interrupted')
  for (const more of [
    { timedOut: true },
    { error: new Error() },
    { finish: null },
    { text: '' },
    { finish: { reason: 'length', raw: null } },
  ])
    expect(status(more)).toBe('failed')
})
