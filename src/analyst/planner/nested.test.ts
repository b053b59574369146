import { expect, test } from 'bun:test'
import {
  column,
  each,
  figure,
  key,
  plannerOf,
  plannerOfTables,
  refers,
  sqlOf,
  text,
  time,
} from '../../../tests/support/planner.ts'
import { widened } from '../built-in/ask-back.ts'

const PLANNERS = {
  bakery: plannerOf(
    'tickets',
    time('sold_on'),
    text('cake', 'Tart', 'Strudel', 'Eclair'),
    text('branch', 'Harbour', 'Station'),
    figure('weight_g'),
    figure('amount'),
  ),
  mountains: plannerOf(
    'peaks',
    column({ name: 'peak', distinct: 100 }),
    text('range', 'Alps', 'Andes', 'Rockies'),
    figure('height_m'),
    figure('first_climbed_year', { type: 'BIGINT', min: '1780', max: '1999' }),
  ),
  vets: plannerOfTables(
    {
      owners: [key('owner_id'), each('name'), text('town', 'Graz', 'Linz')],
      visits: [key('visit_id'), refers('owner_id'), time('visited_on'), text('animal', 'dog', 'cat'), figure('fee')],
    },
    ['visits.owner_id owners.owner_id'],
  ),
  cakes: plannerOf(
    'orders',
    time('ordered_on'),
    text('cake', 'Tart', 'Strudel', 'Eclair'),
    text('branch', 'Harbour', 'Station'),
    text('baker', 'Ana', 'Tom'),
    figure('amount'),
  ),
  catches: plannerOf(
    'catches',
    time('caught_on'),
    text('species', 'cod', 'eel'),
    text('boat', 'Nora', 'Tern'),
    figure('weight_kg'),
  ),
  kiosk: plannerOf(
    'tickets',
    time('sold_at'),
    text('line', 'Red', 'Blue'),
    text('clerk', 'Ana', 'Tom'),
    figure('zones', { type: 'BIGINT', max: '30' }),
    figure('fare'),
  ),
}
test.each([
  [
    'bakery',
    'What share of revenue comes from the top 3 cakes?',
    /FILTER \(WHERE cake IN .*GROUP BY cake ORDER BY sum\(amount\) DESC NULLS LAST LIMIT 3/,
  ],
  [
    'bakery',
    'how much of our turnover does our best branch bring in',
    /FILTER \(WHERE branch IN .*ORDER BY sum\(amount\) DESC NULLS LAST LIMIT 1/,
  ],
  [
    'bakery',
    'total revenue of the top 2 cakes in 2024',
    /^SELECT sum\(amount\) .*2024-01-01.* cake IN .*2024-01-01.*LIMIT 2/,
  ],
  ['bakery', 'share of the top 2 cakes in revenue', /FILTER \(WHERE cake IN .*LIMIT 2/],
  [
    'mountains',
    'average height of the ten highest peaks',
    /^SELECT avg\(height_m\) .*ORDER BY height_m DESC NULLS LAST LIMIT 10/,
  ],
  [
    'mountains',
    'how many of the 20 highest peaks are in the Andes?',
    /^SELECT count\(.* range = 'Andes' AND peak IN .*LIMIT 20/,
  ],
  [
    'mountains',
    'what percentage of the 10 lowest peaks is in the Alps',
    /range = 'Alps'.*peak IN .*ORDER BY height_m LIMIT 10/,
  ],
  [
    'vets',
    'what share of visits do the top 5 owners account for',
    /owners\.owner_id IN .*ORDER BY count\(\*\) DESC NULLS LAST LIMIT 5/,
  ],
  [
    'vets',
    'average fee of the 10 most expensive dog visits',
    /^SELECT avg\(fee\) .*animal = 'dog' AND visit_id IN .*animal = 'dog' ORDER BY fee DESC NULLS LAST LIMIT 10/,
  ],
] as const)('%s: %s is asked of the first few alone', (place, question, sql) => {
  expect(sqlOf(PLANNERS[place], question)).toMatch(sql)
})

test('by what the best are the best is not guessed', () => {
  expect(sqlOf(PLANNERS.bakery, 'average weight of the top 3 cakes')).not.toContain('the_first')
})

test('the figure by which all are ranked is left to them: five cakes by revenue are a list', () => {
  expect(sqlOf(PLANNERS.bakery, 'top 5 cakes by revenue')).not.toContain('the_first')
})

test.each([
  ['mountains', 'highest peaks', /LIMIT 10$/],
  ['mountains', 'show me our highest peaks in the Alps', /LIMIT 10$/],
  ['mountains', 'highest peak', /LIMIT 1$/],
  ['vets', 'show me the latest visits', /LIMIT 10$/],
] as const)('%s: “%s” are several where they are said to be', (place, question, sql) => {
  const plan = PLANNERS[place].plan(question)
  expect('form' in plan && PLANNERS[place].write(widened(plan.form, PLANNERS[place].schema, question))).toMatch(sql)
})

test.each(['the five most expensive days', 'most expensive day at the Harbour branch'])(
  'no day is the latest for being expensive: %s',
  (question) => {
    for (const { sql } of PLANNERS.bakery.readings(question)) expect(sql).not.toMatch(/ORDER BY sold_on|max\(sold_on\)/)
  },
)

test('the number of the first is the value of no figure', () => {
  for (const { sql } of PLANNERS.mountains.readings('average height of the 10 snowiest peaks'))
    expect(sql).not.toMatch(/= 10\b/)
})

test.each([
  [
    'cakes',
    'which cakes were not ordered in 2023',
    /cake NOT IN \(SELECT cake FROM orders WHERE ordered_on >= DATE '2023-01-01' AND ordered_on < DATE '2024-01-01'\)/,
  ],
  [
    'cakes',
    'branches without orders in March 2024',
    /branch NOT IN \(SELECT branch FROM orders WHERE ordered_on >= DATE '2024-03-01'/,
  ],
  [
    'cakes',
    'which cakes did the Harbour branch never order',
    /cake NOT IN \(SELECT cake FROM orders WHERE branch = 'Harbour'\)/,
  ],
  [
    'cakes',
    "how many cakes weren't ordered at the Station branch?",
    /count\(DISTINCT cake\).* cake NOT IN \(SELECT cake FROM orders WHERE branch = 'Station'\)/,
  ],
  [
    'cakes',
    'which cakes were never ordered at the Harbour branch in May 2024',
    /cake NOT IN \(SELECT cake FROM orders WHERE branch = 'Harbour' AND ordered_on >= DATE '2024-05-01' .*\)$/,
  ],
  [
    'cakes',
    'cakes never ordered in 2024',
    /cake NOT IN \(SELECT cake FROM orders WHERE ordered_on >= DATE '2024-01-01'/,
  ],
  ['catches', 'boats that caught no eel', /boat NOT IN \(SELECT boat FROM catches WHERE species = 'eel'\)/],
  [
    'catches',
    'which boats caught nothing in 2022',
    /boat NOT IN \(SELECT boat FROM catches WHERE caught_on >= DATE '2022-01-01'/,
  ],
] as const)('%s: %s are those of no such row', (place, question, sql) => {
  expect(sqlOf(PLANNERS[place], question)).toMatch(sql)
})

test('what has a table of its own is looked for there', () => {
  expect(sqlOf(PLANNERS.vets, 'owners without visits in 2024')).toContain(
    'owner_id NOT IN (SELECT owner_id FROM visits',
  )
})

test('what is not known is in no list of those to leave out', () => {
  const planner = plannerOf(
    'orders',
    time('ordered_on'),
    { ...text('cake', 'Tart', 'Eclair'), nulls: 3 },
    column({ name: 'note' }),
  )
  expect(planner.plan('which cakes were not ordered in 2023')).toMatchObject({
    sql: expect.stringContaining("2024-01-01' AND cake IS NOT NULL)"),
  })
})

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
])('"%s" is of these hours', (question, sql) => expect(sqlOf(PLANNERS.kiosk, question)).toContain(sql))

test('what no number alone says is no time of the day', () =>
  expect(sqlOf(PLANNERS.kiosk, 'how many tickets between 5 and 10 zones')).not.toContain('hour('))

test('the hours that a part of the day has are told', () => {
  const plan = PLANNERS.kiosk.plan('number of tickets in the evening')
  expect('form' in plan && plan.assumptions).toEqual(['I took the evening to be from 18:00 to 22:00.'])
})

test('a value is meant before hours, and days have none', () => {
  const shifts = plannerOf('shifts', time('begun_at'), text('part', 'morning', 'evening'), figure('pay'))
  expect(sqlOf(shifts, 'how many shifts in the morning')).toContain("part = 'morning'")
  const days = plannerOf('visits', column({ name: 'visited_on', type: 'DATE', role: 'time' }), text('room', 'A', 'B'))
  expect(sqlOf(days, 'how many visits after 7 pm')).not.toContain('hour(')
})
