import { expect, test } from 'bun:test'
import { column, figure, plannerOf, text, time } from '../../../tests/support/planner.ts'
import { everyday } from './everyday.ts'
import { isAnswered } from './score.ts'

const flag = (name: string) => figure(name, { type: 'BIGINT', distinct: 2, min: '0', max: '1', sample: ['0', '1'] })

const TABLES = {
  cashbook: plannerOf(
    'cashbook',
    time('booked_on'),
    text('payee', 'Bakery', 'Landlord'),
    text('purpose', 'Rent', 'Fun'),
    figure('value', { min: '-900', max: '2400' }),
  ),
  pantry: plannerOf(
    'pantry',
    time('day'),
    text('article', 'Rice', 'Beans'),
    text('shelf', 'Upper', 'Lower'),
    figure('quantity', { type: 'BIGINT', min: '-8', max: '20' }),
  ),
  rentals: plannerOf(
    'rentals',
    column({ name: 'rental_id', role: 'id', distinct: 100 }),
    text('tenant'),
    text('house', 'Elm', 'Oak'),
    figure('rent'),
    time('start_date'),
    time('end_date', 40),
  ),
  players: plannerOf(
    'players',
    text('player'),
    text('club', 'Red', 'Blue'),
    text('age_group', '6-10', '11-17', '18-99'),
    figure('score', { aggregation: 'average' }),
    flag('plays_chess'),
    flag('plays_go'),
    flag('plays_bridge'),
  ),
  laps: plannerOf('laps', time('date'), text('style', 'Crawl', 'Butterfly'), figure('distance_km'), figure('minutes')),
  kennels: plannerOf(
    'boardings',
    text('breed', 'Collie', 'Boxer'),
    text('kennel', 'A1', 'B2'),
    time('reserved_on'),
    time('drop_off'),
    time('pick_up'),
    figure('rate_per_night'),
  ),
  wards: plannerOf(
    'admissions',
    text('ward', 'North', 'South'),
    time('referred_on'),
    time('admitted_at'),
    time('discharged_at'),
  ),
  claims: plannerOf(
    'claims',
    text('claim'),
    text('adjuster', 'Kim', 'Lee'),
    { ...text('garage', 'Nord', 'Ost'), nulls: 9 },
    time('filed_at'),
    time('settled_at', 20),
  ),
}

const visits = plannerOf(
  'visits',
  text('show', 'Faust', 'Carmen'),
  text('stage', 'Upper', 'Lower'),
  text('guest', 'Ann Lee', 'Bo Xu', 'Cy Poe'),
  figure('fare_paid'),
  figure('places', { type: 'BIGINT', max: '9' }),
  time('entered_on'),
  time('refunded_on', 40),
)
const likeliest = (question: string) => {
  const plan = visits.plan(question)
  return 'form' in plan ? plan.sql.replaceAll(/\s+/g, ' ').replaceAll('"', '') : 'none'
}

test.each([
  // Money that comes in is what was paid, whatever the word for earning it
  ['Which show brought in the most money?', /show, sum\(fare_paid\).* GROUP BY show ORDER BY .* DESC/],
  ['Which stage took in the least in 2025?', /stage, sum\(fare_paid\).* GROUP BY stage ORDER BY revenue LIMIT 1$/],
  ['How much money did Faust make?', /sum\(fare_paid\).* WHERE show = 'Faust'$/],
  // A noun that is a verb elsewhere
  ['revenue of each show', /sum\(fare_paid\).* GROUP BY show/],
  ['How many places were sold per show?', /sum\(places\).* GROUP BY show/],
  // "Who" is the only column of people
  ['Who paid the most?', /guest.*sum\(fare_paid\)/],
  ['Who has the most visits?', /guest.*count\(\*\)/],
  // No "not" is lost
  ['How many visits were on the Upper stage and not refunded?', /(?=.*stage = 'Upper')(?=.*refunded_on IS NULL)/],
] as [string, RegExp][])('visits: %s', (question, sql) => expect(likeliest(question)).toMatch(sql))

test('where earnings have a name of their own, that is meant', () => {
  const staff = plannerOf('staff', text('name'), text('team', 'Red', 'Blue'), figure('salary'), figure('fees_paid'))
  expect(everyday('which team earns the most', staff.schema).text).toBe('which team earns the most')
})

const answered = (table: keyof typeof TABLES, question: string) => {
  const plan = TABLES[table].plan(question)
  return 'form' in plan && isAnswered(plan) ? plan.sql.replaceAll(/\s+/g, ' ') : 'none'
}

test.each([
  // Amounts of both signs
  ['cashbook', 'how much did we spend on fun?', /sum\(-value\).* WHERE purpose = 'Fun' AND value < 0$/],
  ['cashbook', 'how much money came in in 2024', /sum\(value\).* AND value > 0$/],
  ['cashbook', 'spending by payee', /sum\(-value\).* WHERE value < 0 GROUP BY payee/],
  ['cashbook', 'average monthly expenses', /sum\(-value\) \/ nullif\(count\(DISTINCT .* WHERE value < 0$/],
  ['cashbook', 'what is left over each month', /sum\(value\).* GROUP BY CAST\(date_trunc\('month'/],
  [
    'cashbook',
    'income vs spending per year',
    /WHEN value > 0 THEN value END.* WHEN value < 0 THEN -value END.* GROUP BY/,
  ],
  ['cashbook', 'which purpose do we spend the most on', /sum\(-value\).* GROUP BY purpose ORDER BY/],
  ['pantry', 'how many items went out in March 2025', /sum\(-quantity\).* AND quantity < 0$/],
  ['pantry', 'how many beans do we have left', /sum\(quantity\).* WHERE article = 'Beans'$/],
  ['pantry', 'how much rice is left', /sum\(quantity\).* WHERE article = 'Rice'$/],
  // Questions of yes or no are answered with both sides
  ['cashbook', 'did i spend more in 2024 or 2025?', /year.*sum\(-value\).*GROUP BY year/],
  ['claims', 'are there more claims from Kim or from Lee?', /count\(\*\).* IN \('Kim', 'Lee'\) GROUP BY adjuster/],
  ['players', 'is the score higher in Red than in Blue?', /avg\(score\).* IN \('Red', 'Blue'\) GROUP BY club/],
  ['players', 'is the score lower for people who play chess?', /avg\(score\).* GROUP BY plays_chess/],
  // What stands at a time, begins and ends
  [
    'rentals',
    'active rentals at the end of 2024',
    /start_date < DATE '2025-01-01' AND \(end_date IS NULL OR end_date >= DATE '2025-01-01'\)/,
  ],
  [
    'rentals',
    'how many rentals were active on 5 May 2024',
    /start_date < DATE '2024-05-06' AND \(end_date IS NULL OR end_date >= DATE '2024-05-05'\)/,
  ],
  ['rentals', 'new rentals per year', /year\(start_date\).* count\(\*\).* GROUP BY/],
  ['rentals', 'how many ended in 2024', /WHERE end_date >= DATE '2024-01-01' AND end_date < DATE '2025-01-01'/],
  ['rentals', 'how long do they last on average', /avg\(date_diff\('\w+', start_date, end_date\)/],
  ['wards', 'what is the average length of stay by ward', /avg\(date_diff\('\w+', admitted_at, discharged_at\)/],
  [
    'wards',
    'how many nights did North patients stay',
    /sum\(date_diff\('\w+', admitted_at, discharged_at\).*ward = 'North'/,
  ],
  ['wards', 'how far in advance are patients referred on average', /avg\(date_diff\('\w+', referred_on, admitted_at\)/],
  ['kennels', 'how many pick-ups in May 2025', /count\(\*\).*WHERE pick_up >= DATE '2025-05-01'/],
  ['kennels', 'how many drop-offs per month in 2025', /date_trunc\('month', drop_off\).*WHERE drop_off >= .*GROUP BY/],
  ['kennels', 'which day of the week has the most pick-ups', /dayname\(pick_up\).*ORDER BY count\(\*\) DESC/],
  ['claims', 'how long does it take to settle a claim', /avg\(date_diff\('\w+', filed_at, settled_at\)/],
  ['claims', 'claims without a garage', /WHERE garage IS NULL$/],
  ['claims', 'claims per month compared to the previous month', /lag\(count\(\*\)\)/],
  // Columns of yes and no that are one question together
  ['players', 'which game is played most', /sum\(plays_chess\).* sum\(plays_go\).* sum\(plays_bridge\)/],
  ['players', 'do more people play chess or go?', /^SELECT sum\(plays_chess\) AS \w+, sum\(plays_go\) AS \w+ FROM/],
  ['players', "how many don't play any of these", /plays_chess = 0 AND plays_go = 0 AND plays_bridge = 0$/],
  ['players', 'how many players are younger than 18', /age_group IN \('6-10', '11-17'\)/],
  ['players', 'how many 11-17 year olds', /age_group = '11-17'/],
  // Units and times
  ['laps', 'how many km did I crawl in 2024', /sum\(distance_km\).* style = 'Crawl'/],
  ['laps', 'which weekday do we practise most', /GROUP BY dayname\("date"\) ORDER BY/],
  ['laps', 'how often did I crawl', /count\(\*\).* style = 'Crawl'$/],
  ['rentals', 'headcount by month', /generate_series/],
] as [keyof typeof TABLES, string, RegExp][])('%s: %s', (table, question, sql) => {
  expect(answered(table, question)).toMatch(sql)
})

test.each([
  // What no column has is never dropped
  ['cashbook', 'do we have any savings value'],
  ['claims', 'average garage per mechanic'],
] as [keyof typeof TABLES, string][])('%s: %s is not answered', (table, question) => {
  expect(answered(table, question)).toBe('none')
})

test('a share is of rows where a yes or no is one', () => {
  expect(answered('players', 'what percentage of Red plays chess')).toMatch(
    /count\(\*\) FILTER \(WHERE plays_chess = 1\).* WHERE club = 'Red'$/,
  )
})

test('a few amounts below zero among sales are refunds, and no spending', () => {
  const amount = figure('amount', { min: '-20', max: '90', sample: ['30', '12', '-20', '44', '8', '15'] })
  const sales = plannerOf('sales', time('sold_at'), text('shop', 'North', 'South'), amount)
  expect(everyday('how much did they spend', sales.schema).text).toBe('how much did they spend')
})

test('what is more than a number compares no two sides', () => {
  for (const text of ['did we sell more than 100 laps or 5 km', 'are there more than 5 players in Red or Blue'])
    expect(everyday(text, TABLES.players.schema).text).toBe(text)
})

test('a doing that a figure is about is no row', () => {
  const { text } = everyday('which month did we spend the most', TABLES.cashbook.schema)
  expect(text).not.toContain('busiest')
})

test('what means nothing of the kind stays as it was asked', () => {
  for (const text of ['total rent by house', 'which tenant pays the most', 'How much did Elm cost?'])
    expect(everyday(text, TABLES.rentals.schema)).toEqual({ text, notes: [], guessed: false })
})
