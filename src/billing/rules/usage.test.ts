import { describe, expect, test } from 'bun:test'
import { charted, type UsageLine, usageCsv, usageOf, usageSpan } from './usage.ts'

const now = new Date('2026-03-01T00:30:00Z')

test.each([
  ['7d', 7, '2026-02-23', '2026-03-01', '2026-02-23T00:00:00.000Z'],
  ['30d', 30, '2026-01-31', '2026-03-01', '2026-01-31T00:00:00.000Z'],
  ['90d', 90, '2025-12-02', '2026-03-01', '2025-12-02T00:00:00.000Z'],
  ['12m', 12, '2025-04', '2026-03', '2025-04-01T00:00:00.000Z'],
] as const)('%s is %i buckets from %s to %s', (period, count, first, last, from) => {
  const span = usageSpan(period, now)
  expect([span.buckets.length, span.buckets[0], span.buckets.at(-1)]).toEqual([count, first, last])
  expect(span.from.toISOString()).toBe(from)
  expect(new Set(span.buckets).size).toBe(count)
})

test('a month of 31 days does not skip the shorter ones before it', () => {
  expect(usageSpan('12m', new Date('2026-03-31T23:59:59Z')).buckets.slice(-3)).toEqual([
    '2026-01',
    '2026-02',
    '2026-03',
  ])
})

const line = (bucket: string, id: string | null, name: string, credits: number): UsageLine => ({
  bucket,
  id,
  name,
  detail: '',
  credits,
  answers: credits,
  input_tokens: 10 * credits,
  output_tokens: credits,
  cached_input_tokens: 4 * credits,
  reasoning_tokens: 0,
  title_tokens: 1,
})

describe('lines put together', () => {
  const span = usageSpan('7d', now)
  const usage = usageOf({ period: '7d', by: 'workspace' }, span, [
    line('2026-02-23', 'a', 'Sales', 2),
    line('2026-03-01', 'a', 'Sales', 3),
    line('2026-03-01', 'b', 'Shop', 9),
    line('2026-02-27', null, 'Deleted workspace', 1),
    line('2026-02-28', null, 'Deleted workspace', 1),
    line('2026-02-22', 'b', 'Shop', 100),
  ])

  test('are one group each, the largest first, with their days', () => {
    expect(usage.groups.map(({ id, name, credits, series }) => [id, name, credits, series])).toEqual([
      ['b', 'Shop', 9, [0, 0, 0, 0, 0, 0, 9]],
      ['a', 'Sales', 5, [2, 0, 0, 0, 0, 0, 3]],
      [null, 'Deleted workspace', 2, [0, 0, 0, 0, 1, 1, 0]],
    ])
  })

  test('add up, without what lies outside', () => {
    expect(usage.total).toEqual({
      ...{ credits: 16, answers: 16, input_tokens: 160, output_tokens: 16 },
      ...{ cached_input_tokens: 64, reasoning_tokens: 0, title_tokens: 5 },
    })
    expect(usage.groups.flatMap(({ series }) => series).reduce((a, b) => a + b)).toBe(16)
  })

  test('nothing at all is nothing, not an error', () => {
    expect(usageOf({ period: '7d', by: 'model' }, span, [])).toMatchObject({ groups: [], total: { credits: 0 } })
  })

  test('a chart has at most seven colours, the rest share one', () => {
    const many = usageOf(
      { period: '7d', by: 'model' },
      span,
      Array.from({ length: 10 }, (_, n) => line('2026-03-01', `m${n}`, `Model ${n}`, 10 - n)),
    )
    const shown = charted(many.groups)
    expect(shown.map(({ name }) => name).at(-1)).toBe('4 others')
    expect(shown).toHaveLength(7)
    expect(shown.at(-1)!.series.at(-1)).toBe(4 + 3 + 2 + 1)
  })

  test('as CSV a name that begins like a formula stays text', () => {
    expect(usageCsv([line('2026-03-01', 'a', '=1+1, "x"', 2)])).toBe(
      'date,id,name,detail,credits,answers,input_tokens,output_tokens,cached_input_tokens,reasoning_tokens,title_tokens\r\n2026-03-01,a,"\'=1+1, ""x""",,2,2,20,2,8,0,1\r\n',
    )
  })
})
