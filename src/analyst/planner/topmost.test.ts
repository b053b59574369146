import { expect, test } from 'bun:test'
import {
  column,
  each,
  figure,
  key,
  plannerOf,
  plannerOfTables,
  refers,
  text,
  time,
} from '../../../tests/support/planner.ts'
import { widened } from '../built-in/ask-back.ts'
import { leftOver } from './ledger.ts'
import { isAnswered } from './score.ts'

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
}
const read = (place: keyof typeof PLANNERS, question: string) => {
  const plan = PLANNERS[place].plan(question)
  if (!('form' in plan)) throw new Error(`${question} was not read`)
  return { sql: plan.sql, left: leftOver(plan).map((word) => word) }
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
  expect(read(place, question)).toEqual({ sql: expect.stringMatching(sql), left: [] })
})

test('by what the best are the best is not guessed', () => {
  const plan = PLANNERS.bakery.plan('average weight of the top 3 cakes')
  expect('sql' in plan && isAnswered(plan) && leftOver(plan).length === 0 ? plan.sql : '').not.toContain('the_first')
})

test('the figure by which all are ranked is left to them: five cakes by revenue are a list', () => {
  expect(read('bakery', 'top 5 cakes by revenue').sql).not.toContain('the_first')
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
