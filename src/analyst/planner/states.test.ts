import { expect, test } from 'bun:test'
import { column, figure, plannerOf, text, time } from '../../../tests/support/planner.ts'

const TABLES = {
  tickets: plannerOf('tickets', text('agent', 'Tom', 'Ida'), time('opened_at'), time('closed_at', 12)),
  members: plannerOf('members', text('name'), text('city', 'Bonn', 'Rom'), figure('age'), time('cancelled_on', 70)),
  staff: plannerOf(
    'staff',
    column({ name: 'staff_id', role: 'id', distinct: 100 }),
    text('first_name'),
    text('last_name'),
    text('city', 'Bonn', 'Rom'),
    text('remote', 'yes', 'no'),
    figure('salary'),
    time('hire_date'),
    time('termination_date', 80),
  ),
  hours: plannerOf(
    'timesheet',
    text('person', 'Lena', 'Omar'),
    text('billable', 'Y', 'N'),
    figure('hours', { distinct: 6 }),
    figure('revenue'),
    figure('sessions', { distinct: 90 }),
    figure('bounce_rate', { aggregation: 'average' }),
  ),
  expenses: plannerOf(
    'expenses',
    time('date'),
    text('merchant'),
    text('category', 'Rent', 'Food'),
    figure('amount', { min: '-980', max: '-3' }),
  ),
  weather: plannerOf('weather', time('day'), figure('temperature', { min: '-40', max: '-2' })),
  invoices: plannerOf('invoices', text('client', 'Acme', 'Zeta'), figure('amount'), time('sent'), time('paid_on', 30)),
  leases: plannerOf('leases', text('flat'), time('ends_on', 5, '2031-01-01')),
  births: plannerOf('births', time('date'), text('state', 'Ohio', 'Utah'), figure('births')),
  reviews: plannerOf(
    'reviews',
    time('written_at'),
    text('shop', 'North', 'South'),
    figure('stars', { aggregation: 'average', distinct: 5, min: '1', max: '5' }),
  ),
  umsatz: plannerOf('umsatz', time('Datum'), text('Artikel', 'Tee', 'Brot'), figure('Menge'), figure('Umsatz')),
}

const answered = (table: keyof typeof TABLES, question: string) => {
  const plan = TABLES[table].plan(question)
  return 'form' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : JSON.stringify(plan)
}

test.each([
  ['tickets', 'How many tickets are still open?', /count\(\*\).* WHERE closed_at IS NULL$/],
  ['tickets', 'how many tickets have been closed', /count\(\*\).* WHERE closed_at IS NOT NULL$/],
  ['tickets', 'unresolved tickets by agent', /WHERE closed_at IS NULL GROUP BY agent/],
  ['tickets', 'tickets that are not closed yet', /WHERE closed_at IS NULL/],
  ['tickets', 'what share of tickets is closed', /FILTER \(WHERE closed_at IS NOT NULL\)/],
  ['tickets', 'how many tickets were closed in March 2025', /closed_at >= DATE '2025-03-01'/],
  ['members', 'How many active members do we have?', /WHERE cancelled_on IS NULL$/],
  ['members', 'how many members have left', /WHERE cancelled_on IS NOT NULL$/],
  ['members', 'average age of cancelled vs active members', /avg\(age\).* GROUP BY CASE WHEN cancelled_on IS NULL/],
  ['invoices', 'how many invoices are unpaid', /WHERE paid_on IS NULL$/],
  ['invoices', 'total amount of unpaid invoices', /sum\(amount\).* WHERE paid_on IS NULL/],
  // Yes and no as adjectives
  ['hours', 'how many billable hours', /sum\(hours\).* WHERE billable = 'Y'$/],
  ['hours', 'unbillable hours by person', /sum\(hours\).* WHERE billable = 'N' GROUP BY person/],
  ['hours', 'non-billable hours', /WHERE billable = 'N'/],
  ['staff', 'how many remote staff are in Bonn', /count\(\*\).* WHERE .*remote = 'yes'/],
  // The year is that of what happened
  ['staff', 'how many staff left in 2025', /termination_date >= DATE '2025-01-01'/],
] as [keyof typeof TABLES, string, RegExp][])('%s: %s', (table, question, sql) => {
  expect(answered(table, question)).toMatch(sql)
})

test('where ends are still to come, a date of one says nothing of now', () => {
  expect(answered('leases', 'how many leases have ended')).not.toContain('IS NOT NULL')
})

test.each([
  // A figure by time is what it comes to in each, never a group of its own
  [
    'births',
    'births by month',
    /sum\(births\).* GROUP BY CAST\(date_trunc\('month', "?date"?\) AS DATE\) ORDER BY CAST/,
  ],
  ['births', 'births per week in Ohio', /sum\(births\).* WHERE state = 'Ohio' GROUP BY CAST\(date_trunc\('week'/],
  ['births', 'births over time', /sum\(births\).* GROUP BY/],
  ['reviews', 'stars by month', /avg\(stars\).* GROUP BY/],
  // What comes in parts is added up
  ['births', 'births in Ohio', /^SELECT sum\(births\)/],
  ['umsatz', 'what was the umsatz in March 2025', /^SELECT sum\(Umsatz\)/],
  ['births', 'which month had the most births', /sum\(births\) AS total_births .* ORDER BY total_births DESC/],
  ['births', 'which state had the most births', /GROUP BY state ORDER BY (?:total_births|sum\(births\)) DESC/],
  ['reviews', 'which shop has the highest stars', /GROUP BY shop ORDER BY (?:average_stars|avg\(stars\)) DESC/],
  // Names of another language by what they mean
  ['umsatz', 'revenue by month', /sum\(Umsatz\).* GROUP BY CAST\(date_trunc\('month', Datum\)/],
  ['umsatz', 'Umsatz pro Monat', /sum\(Umsatz\).* GROUP BY CAST\(date_trunc\('month', Datum\)/],
  ['umsatz', 'quantity by product', /sum\(Menge\).* GROUP BY Artikel/],
  ['umsatz', 'product with the highest revenue', /GROUP BY Artikel ORDER BY (?:\w+|sum\(Umsatz\)) DESC/],
] as [keyof typeof TABLES, string, RegExp][])('%s: %s', (table, question, sql) => {
  expect(answered(table, question)).toMatch(sql)
})

test.each([
  ['hours', 'conversion rate by person', /bounce_rate/],
  ['hours', 'revenue per session', /GROUP BY sessions/],
  ['staff', 'who earns the most', /GROUP BY first_name/],
  ['staff', 'who has the most salary', /sum\(salary\)/],
] as [keyof typeof TABLES, string, RegExp][])(
  '%s: %s does not mean what has another name',
  (table, question, wrong) => {
    expect(answered(table, question)).not.toMatch(wrong)
  },
)

test.each([
  ['expenses', 'spending by category', /sum\(-amount\) AS spending .* ORDER BY spending DESC/],
  ['expenses', 'how much did we spend on food', /sum\(-amount\).* WHERE category = 'Food'/],
  ['expenses', 'How much did we spend per month?', /sum\(-amount\).* GROUP BY CAST\(date_trunc\('month'/],
  ['expenses', 'spend by merchant', /sum\(-amount\).* GROUP BY merchant/],
  ['expenses', 'expenses over 200', /WHERE -amount > 200/],
  ['weather', 'highest temperature', /max\(temperature\)/],
] as [keyof typeof TABLES, string, RegExp][])('%s below zero: %s', (table, question, sql) => {
  expect(answered(table, question)).toMatch(sql)
})
