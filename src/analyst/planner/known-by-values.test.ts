import { expect, test } from 'bun:test'
import {
  column,
  each,
  figure,
  key,
  plannerOf,
  plannerOfTables,
  plannerOver,
  refers,
  text,
  time,
} from '../../../tests/support/planner.ts'
import type { ColumnFacts } from '../rules/tools.ts'
import { leftOver } from './ledger.ts'
import { plausible } from './readings.ts'
import { confidenceOf, isAnswered } from './score.ts'

const year = (name: string) => column({ name, type: 'BIGINT', role: 'time', min: '1980', max: '2020' })
const PLACES = {
  club: plannerOf(
    'costs',
    time('paid_on'),
    text('team', 'red', 'blue'),
    text('vendor', 'Ace', 'Bolt'),
    figure('value'),
  ),
  nursery: plannerOfTables(
    {
      plants: [key('plant_id'), each('plant'), text('group', 'fern', 'rose'), figure('price')],
      tickets: [
        key('ticket_id'),
        time('paid_at'),
        figure('visitors'),
        text('cashier', 'Ada', 'Bo'),
        figure('hourly_wage'),
      ],
      ticket_lines: [key('line_id'), refers('ticket_id'), refers('plant_id'), figure('qty')],
    },
    ['ticket_lines.ticket_id tickets.ticket_id', 'ticket_lines.plant_id plants.plant_id'],
  ),
  stage: plannerOf(
    'globe',
    column({ name: 'title', distinct: 100 }),
    column({ name: 'archive_no', distinct: 100 }),
    year('premiere_year'),
    figure('cost'),
    figure('takings'),
  ),
  towns: plannerOf(
    'census',
    column({ name: 'entity', kind: 'state', distinct: 50, top: [{ value: 'Ohio', count: 2 }] }),
    text('belt', 'corn', 'sun'),
    column({ name: 'town_code', type: 'BIGINT', role: 'code', distinct: 30 }),
    column({ name: 'settlement', distinct: 30, top: [{ value: 'Elm', count: 3 }] }),
    year('year'),
    figure('pop'),
    figure('income per capita'),
    figure('debt'),
  ),
}

test.each<[keyof typeof PLACES, string, RegExp]>([
  // Pieces are sold at the price that their goods have in another table.
  ['nursery', 'revenue by group', /sum\(ticket_lines\.qty \* plants\.price\).* GROUP BY plants\."?group/],
  ['nursery', 'how much did we take in March 2025?', /sum\(.*qty \* plants\.price\).*2025-03-01/],
  ['nursery', 'how much did we earn in 2025', /sum\(.*qty \* plants\.price\)/],
  ['nursery', 'average ticket', /sum\(.*qty \* plants\.price\) \/ nullif\(count\(DISTINCT ticket_lines\.ticket_id\)/],
  ['nursery', 'what is the biggest ticket?', /ticket_id, sum\(.*qty \* plants\.price\).* DESC/],
  // What is money itself is added up where nobody asks how many.
  ['club', 'costs by team', /team, sum\(value\)/],
  ['club', 'how many costs by team', /team, count\(\*\)/],
  ['club', 'who do we pay the most?', /vendor, sum\(value\)/],
  // Years that are open on one side, in a column of numbers.
  ['stage', 'list the operas since 1999', /^SELECT title FROM globe WHERE premiere_year >= 1999$/],
  ['stage', 'how many operas were there before 1990', /count\(\*\).* WHERE premiere_year <= 1989$/],
  ['stage', 'how many operas were staged', /^SELECT count\(\*\)/],
  ['stage', 'operas per year since 2001', /premiere_year >= 2001 GROUP BY premiere_year/],
  // Rows with a name are things, whatever else differs in each.
  ['stage', 'the most expensive opera', /^SELECT title\b.* ORDER BY cost DESC/],
  ['stage', 'operas with a cost above the takings', /WHERE cost > takings/],
  [
    'stage',
    'how has the average cost changed over time',
    /avg\(cost\).* GROUP BY premiere_year ORDER BY premiere_year/,
  ],
  // States and towns by what their columns hold, not by what these are called.
  ['towns', 'total debt by state', /entity, sum\(debt\)/],
  ['towns', 'how many states are in the sun belt', /count\(DISTINCT entity\).* belt = 'sun'/],
  ['towns', 'top 3 towns by debt', /^SELECT settlement\b/],
  ['towns', 'how many people live in Ohio', /sum\(pop\).* entity = 'Ohio'/],
  [
    'towns',
    'how did the debt of Elm develop',
    /^SELECT year, debt FROM census WHERE settlement = 'Elm' ORDER BY year$/,
  ],
])('%s: %s', (place, question, sql) => {
  const plan = PLACES[place].plan(question)
  expect('sql' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : plan.unknown.join()).toMatch(sql)
})

test('an attribute that nothing has is no row, and the order of ranges ranks nothing', () => {
  const open = (place: keyof typeof PLACES, question: string) =>
    PLACES[place]
      .readings(question)[0]
      ?.reading?.ledger.filter(({ state }) => state === 'unbound')
      .map(({ token }) => token.lower)
  expect(open('stage', 'what wig does Hamlet have')).toContain('wig')
  expect(open('towns', 'best tally per debt group of 100')).toContain('best')
})

test('how money was worked out by prices of another table is told', () => {
  const plan = PLACES.nursery.plan('revenue by group')
  expect('assumptions' in plan && plan.assumptions).toContain('I worked revenue out as qty × plant price.')
})

test('rows are not open by others that belong to the same, nor all listed where nothing says what they are to be', () => {
  const houses = plannerOfTables(
    {
      sheds: [key('shed_id'), each('shed'), text('village', 'Elm', 'Oak')],
      hires: [key('hire_id'), refers('shed_id'), time('begun'), time('ended', 30)],
      jobs: [key('job_id'), refers('shed_id'), text('trade', 'roof', 'door'), figure('cost')],
    },
    ['hires.shed_id sheds.shed_id', 'jobs.shed_id sheds.shed_id'],
  )
  for (const question of ['how many jobs are still open', 'which sheds are draughty?']) {
    const plan = houses.plan(question)
    expect('sql' in plan && isAnswered(plan)).toBe(false)
  }
  const plan = houses.plan('how many hires are still open')
  expect('sql' in plan && plan.sql).toMatch(/ended IS NULL/)
})

test.each<[string, RegExp]>([
  ['why did Ada Byron depart?', /^SELECT departure_reason FROM departures WHERE member = 'Ada Byron'/],
  ['why were the orders cancelled?', /count\(\*\).* GROUP BY cancellation_reason/],
])('what a column gives as a reason is told: %s', (question, sql) => {
  const tables: Record<string, ColumnFacts[]> = question.includes('Ada')
    ? { departures: [text('member', 'Ada Byron', 'Bo Li'), time('left_on'), text('departure_reason', 'pay', 'moved')] }
    : { orders: [key('order_id'), figure('total'), text('cancellation_reason', 'late', 'broken')] }
  const plan = plannerOfTables(tables, []).plan(question)
  expect('sql' in plan && plan.sql.replaceAll(/\s+/g, ' ')).toMatch(sql)
})

test('a question that the query before has no place for stands by itself', () => {
  const orders = plannerOf('orders', time('day'), text('region', 'North'), text('product', 'Lamp'), figure('amount'))
  const before = orders.plan('total amount by region')
  const after = (question: string) => {
    const plan = orders.plan(question, 'form' in before ? before.form : null)
    return 'sql' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : ''
  }
  expect(after('top 5 products by amount')).toMatch(/^SELECT product, sum\(amount\)/)
  expect(after('top 2')).toMatch(/^SELECT region, sum\(amount\).* LIMIT 2$/)
})

const weather = plannerOver(
  365,
  {
    weather: [
      column({ name: 'date', type: 'DATE', role: 'time', distinct: 365, min: '2024-01-01', max: '2024-12-30' }),
      text('sky', 'sun', 'rain', 'fog'),
      figure('wind'),
    ],
  },
  [],
)
const council = plannerOf('members', each('name'), text('party', 'D', 'R', 'I'), text('size', 'S', 'M', 'L'))
const sales = plannerOf('cakes', text('month', 'March', 'May', 'August'), figure('boxes'))

test.each<[typeof weather, string, RegExp]>([
  // Days where each row is of one.
  [weather, 'how many sunny days were there', /^SELECT count\(\*\).* WHERE sky = 'sun'$/],
  [weather, 'share of days with fog', /FILTER \(WHERE sky = 'fog'\)/],
  // The letter with which a noun begins.
  [council, 'how many Democrats are there', / WHERE party = 'D'$/],
  [council, 'share of Republicans', /FILTER \(WHERE party = 'R'\)/],
  // Months that the catalog does not show.
  [sales, 'boxes in June', / WHERE month = 'June'$/],
  [sales, 'boxes in December', / WHERE month = 'December'$/],
])('%#: %s', (one, question, sql) => {
  const plan = one.plan(question)
  expect('sql' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : plan.reason).toMatch(sql)
  expect('reading' in plan && leftOver(plan)).toEqual([])
})

test('a letter that a noun begins with is a guess, which is told', () => {
  const plan = council.plan('how many Democrats are there')
  if (!('sql' in plan)) throw new Error('not read')
  expect(plan.assumptions).toEqual(['I took “Democrats” to mean party D.'])
  expect(confidenceOf({ ...plan, score: 1 })).toBe('likely')
  const both = council.plan('how many Democrats or Republicans are there')
  expect('sql' in both && both.assumptions.slice(0, 2)).toEqual([
    'I took “Democrats” to mean party D.',
    'I took “Republicans” to mean party R.',
  ])
})

test('a verb that names nothing is asked about with what belongs to it', () => {
  const loans = plannerOf('loans', text('job', 'freelance', 'clerk'), text('status', 'good', 'bad'), figure('amount'))
  const question = 'what share of the freelancers turned out bad'
  const [offer] = plausible(question, { unknown: [] }, loans.readings(question))
  expect(offer?.word).toBe('turned out')
  expect(offer?.sql).toMatch(/FILTER \(WHERE status = 'bad'\).* WHERE job = 'freelance'$/)
})
