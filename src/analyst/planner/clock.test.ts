import { expect, test } from 'bun:test'
import { column, figure, plannerOf, text, time } from '../../../tests/support/planner.ts'
import { leftOver } from './ledger.ts'

const KIOSK = plannerOf(
  'tickets',
  time('sold_at'),
  text('line', 'Red', 'Blue'),
  text('clerk', 'Ana', 'Tom'),
  figure('zones', { type: 'BIGINT', max: '30' }),
  figure('fare'),
)
const sqlOf = (planner: typeof KIOSK, question: string) => {
  const plan = planner.plan(question)
  return 'sql' in plan && leftOver(plan).length === 0 ? plan.sql : ''
}

test.each([
  ['how many tickets after 7 pm', 'WHERE hour(sold_at) >= 19'],
  ['tickets before noon by line', 'WHERE hour(sold_at) < 12 GROUP BY line'],
  ['average fare between 12 am and 5 am', 'WHERE hour(sold_at) < 5'],
  ['how many Red tickets from 16:00 to 18:00', "line = 'Red' AND hour(sold_at) >= 16 AND hour(sold_at) < 18"],
  ['which clerk sold the most between midnight and 6 in the morning', 'WHERE hour(sold_at) < 6 GROUP BY clerk'],
  ['number of tickets at night', 'WHERE (hour(sold_at) >= 22 OR hour(sold_at) < 6)'],
  ['how many tickets between 3 and 5 pm', 'hour(sold_at) >= 15 AND hour(sold_at) < 17'],
  [
    'what share of tickets between 2 and 5 in the afternoon',
    'FILTER (WHERE hour(sold_at) >= 14 AND hour(sold_at) < 17)',
  ],
])('"%s" is of these hours', (question, sql) => expect(sqlOf(KIOSK, question)).toContain(sql))

test('what no number alone says is no time of the day', () =>
  expect(sqlOf(KIOSK, 'how many tickets between 5 and 10 zones')).not.toContain('hour('))

test('the hours that a part of the day has are told', () => {
  const plan = KIOSK.plan('number of tickets in the evening')
  expect('form' in plan && plan.assumptions).toEqual(['I took the evening to be from 18:00 to 22:00.'])
})

test('a value is meant before hours, and days have none', () => {
  const shifts = plannerOf('shifts', time('begun_at'), text('part', 'morning', 'evening'), figure('pay'))
  expect(sqlOf(shifts, 'how many shifts in the morning')).toContain("part = 'morning'")
  const days = plannerOf('visits', column({ name: 'visited_on', type: 'DATE', role: 'time' }), text('room', 'A', 'B'))
  expect(sqlOf(days, 'how many visits after 7 pm')).not.toContain('hour(')
})
