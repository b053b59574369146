import { expect, test } from 'bun:test'
import {
  column,
  each,
  figure,
  flag,
  key,
  keyOf,
  plannerOf,
  plannerOfTables,
  plannerOver,
  refers,
  sqlOf,
  text,
  time,
} from '../../../tests/support/planner.ts'
import type { Planner } from '../built-in/plan.ts'
import { leftOver } from './ledger.ts'
import { confidenceOf } from './score.ts'

/** A time that some rows lack. */
const until = (name: string, max = '2025-12-01') =>
  column({ name, type: 'TIMESTAMP', role: 'time', nulls: 150, min: '2020-02-01', max })

/** Tables as small trades keep them, a year or more of each. */
const PLANNERS = {
  staff: plannerOfTables(
    {
      workers: [
        key('worker_id'),
        each('name'),
        text('unit', 'Bakery', 'Shop', 'Depot'),
        time('birth_date', 0, '2006-01-01'),
        time('hired_on'),
        until('left_on', '2026-03-01'),
        figure('salary', { aggregation: 'average' }),
        column({ name: 'mentor_id', type: 'BIGINT', role: 'id', nulls: 12 }),
        flag('trained'),
      ],
      leaves: [key('leave_id'), refers('worker_id'), time('from_date'), time('end_date'), figure('days')],
    },
    ['leaves.worker_id workers.worker_id'],
  ),
  club: plannerOfTables(
    {
      subscribers: [
        key('subscriber_id'),
        each('name'),
        text('tariff', 'Solo', 'Duo'),
        time('signed_up_on'),
        until('cancelled_on'),
        text('cancel_reason', 'moved', 'price'),
        figure('birth_year', { type: 'BIGINT', min: '1950', max: '2010', role: 'dimension' }),
        figure('monthly_fee'),
      ],
    },
    [],
  ),
  adverts: plannerOfTables(
    {
      ads: [key('ad_id'), each('ad'), text('platform', 'Radio', 'Print', 'Web')],
      ad_days: [
        key('row_id'),
        refers('ad_id'),
        time('day'),
        figure('impressions'),
        figure('clicks'),
        figure('signups'),
        figure('cost'),
        figure('revenue'),
      ],
    },
    ['ad_days.ad_id ads.ad_id'],
  ),
  parcels: plannerOver(
    100,
    {
      parcels: [
        keyOf(100)('parcel_no'),
        time('shipped_on', 0, '2025-05-01'),
        time('promised_on', 0, '2025-05-05'),
        until('delivered_on', '2025-05-09'),
        text('courier', 'Post', 'Bike', 'Van'),
        figure('weight_kg'),
        figure('price_eur'),
        flag('insured'),
      ],
    },
    [],
  ),
  depot: plannerOfTables(
    {
      goods: [key('good_id'), each('good_name'), text('shelf', 'A', 'B'), figure('unit_cost')],
      moves: [
        key('move_id'),
        refers('good_id'),
        time('moved_on'),
        text('kind', 'sale', 'purchase'),
        figure('quantity'),
      ],
      stock_levels: [key('level_id'), refers('good_id'), text('site', 'Bonn', 'Graz'), figure('on_hand')],
    },
    ['moves.good_id goods.good_id', 'stock_levels.good_id goods.good_id'],
  ),
  desk: plannerOf(
    'requests',
    keyOf(100)('request_no'),
    time('opened_at'),
    until('first_reply_at'),
    until('closed_at'),
    text('topic', 'hardware', 'login', 'travel'),
    text('floor', 'first', 'second'),
    column({ name: 'owner_of_it', distinct: 9, nulls: 11, top: [{ value: 'Ana', count: 9 }] }),
    figure('score'),
  ),
  lessons: plannerOf(
    'lessons',
    text('lesson', 'Judo', 'Dance'),
    text('coach', 'Mia', 'Leo'),
    time('held_on'),
    figure('seats'),
    figure('booked'),
    figure('attended'),
  ),
  jobs: plannerOfTables(
    {
      jobs: [key('job_id'), each('job'), text('client', 'Acme', 'Bolt'), figure('budget_hours')],
      entries: [
        key('entry_id'),
        refers('job_id'),
        time('date'),
        text('person', 'Ana', 'Tom'),
        text('task', 'Paint', 'Clean'),
        figure('hours'),
        figure('rate', { aggregation: 'average' }),
      ],
    },
    ['entries.job_id jobs.job_id'],
  ),
  costs: plannerOf(
    'costs',
    time('paid_on'),
    text('employee', 'Ana', 'Tom'),
    text('vendor', 'Rail', 'Hotel'),
    text('category', 'Travel', 'Meals'),
    figure('amount'),
  ),
} satisfies Record<string, Planner>

test.each<[keyof typeof PLANNERS, string, RegExp]>([
  // Whom we have are those who are there, also where some are to leave.
  [
    'staff',
    'how many workers do we have',
    /count\(\*\).* FROM workers WHERE \(hired_on < .*left_on IS NULL OR left_on >= /,
  ],
  ['staff', 'how many people work here', / FROM workers WHERE .*left_on IS NULL/],
  ['staff', 'headcount by unit', /^SELECT unit, count\(\*\).* FROM workers WHERE .*left_on IS NULL/],
  ['staff', 'who left in 2025', /^SELECT name FROM workers WHERE left_on >= DATE '2025-01-01'/],
  ['staff', 'former workers', / WHERE left_on < DATE '2026-01-01'$/],
  [
    'staff',
    'staff turnover by unit',
    /^SELECT unit, round\(100\.0 \* count\(\*\) FILTER \(WHERE left_on < DATE '2026-01-01'\)/,
  ],
  ['club', 'how many customers do we have', / WHERE cancelled_on IS NULL$/],
  ['club', 'churn rate', /count\(\*\) FILTER \(WHERE cancelled_on IS NOT NULL\)/],
  ['club', 'churn by tariff', /^SELECT tariff, .*cancelled_on IS NOT NULL.* GROUP BY tariff/],
  ['club', 'why do people cancel', /^SELECT cancel_reason, count\(\*\)/],
  ['club', 'Duo subscribers over 50 with a fee of 30', /age > 50/],
  ['club', 'subscribers under 25', /WHERE age < 25$/],
  // What no column refers to is missing.
  ['staff', 'how many workers have no mentor', /WHERE mentor_id IS NULL$/],
  ['staff', 'average salary of trained workers', /avg\(salary\).*WHERE trained = 'Yes'$/],
  ['staff', 'which unit pays best', /^SELECT unit, avg\(salary\).*DESC NULLS LAST LIMIT 1$/],
  // Ratios that go by a name.
  [
    'adverts',
    'ctr by platform',
    /^SELECT ads\.platform, round\(100\.0 \* \(1\.0 \* sum\(ad_days\.clicks\) \/ nullif\(sum\(ad_days\.impressions\), 0\)\), 2\)/,
  ],
  ['adverts', 'conversion rate in May', /sum\(signups\) \/ nullif\(sum\(clicks\), 0\).*2025-05-01/],
  [
    'adverts',
    'which ad had the best roas',
    /sum\(ad_days\.revenue\) \/ nullif\(sum\(ad_days\.cost\), 0\) AS \w+ .*DESC NULLS LAST LIMIT 1$/,
  ],
  ['adverts', 'monthly cpc', /date_trunc\('month', "?day"?\).*sum\(cost\) \/ nullif\(sum\(clicks\), 0\)/],
  ['lessons', 'attendance rate by coach', /^SELECT coach, .*sum\(attended\) \/ nullif\(sum\(booked\), 0\)/],
  ['lessons', 'how full are Judo lessons', /sum\(booked\) \/ nullif\(sum\(seats\), 0\).*WHERE lesson = 'Judo'$/],
  // What we spend are costs, not what came in.
  ['adverts', 'spend by platform', /sum\(ad_days\.cost\).*GROUP BY ads\.platform/],
  ['costs', 'who spends the most', /^SELECT employee, sum\(amount\).*LIMIT 1$/],
  // What was done is told by a kind.
  ['depot', 'units sold per month', /sum\(quantity\).*WHERE kind = 'sale' GROUP BY/],
  ['depot', 'goods that were never sold', /NOT IN \(SELECT good_id FROM moves WHERE kind = 'sale'\)$/],
  ['depot', 'how many pieces did we buy in 2025', /sum\(quantity\).*kind = 'purchase'/],
  ['depot', 'stock by site', /^SELECT site, sum\(on_hand\)/],
  // Rows are dated by what happened first, and are late by what was done last.
  ['parcels', 'parcels per week', /date_trunc\('week', shipped_on\)/],
  ['parcels', 'how many parcels are late', /WHERE delivered_on > promised_on$/],
  ['parcels', 'average delivery time', /avg\(date_diff\('\w+', shipped_on, delivered_on\)/],
  ['parcels', 'cheapest courier', /^SELECT courier, avg\(price_eur\) AS \w+ .* LIMIT 1$/],
  ['parcels', 'average weight of insured parcels', /avg\(weight_kg\).*WHERE insured = 'Yes'$/],
  ['parcels', 'parcels of at most 20 kg', /weight_kg <= 20$/],
  ['parcels', 'parcels delivered in May', /WHERE delivered_on >= DATE '2025-05-01'/],
  ['parcels', 'parcels shipped more than 30 days ago', /WHERE shipped_on < DATE '2025-12-02'$/],
  ['parcels', 'parcels older than two weeks', /WHERE shipped_on < DATE '2025-12-18'$/],
  ['parcels', 'Post vs Bike', /^SELECT courier, count\(\*\).*GROUP BY courier/],
  [
    'desk',
    'average reply time by topic',
    /^SELECT topic, avg\(date_diff\('second', opened_at, CAST\(first_reply_at|^SELECT topic, avg\(date_diff\('\w+', opened_at, first_reply_at\)/,
  ],
  [
    'desk',
    'which topic takes longest to close',
    /^SELECT topic, avg\(date_diff\('\w+', opened_at, .*closed_at.* LIMIT 1$/,
  ],
  ['desk', 'requests closed within 3 days', /date_diff\('\w+', opened_at, .*closed_at.*<= 3/],
  ['desk', 'hardware vs login by floor', /GROUP BY (?:topic, floor|floor, topic)/],
  // Hours are those worked, not those that may be.
  ['jobs', 'how many hours did we spend on Paint', /^SELECT sum\(hours\).*WHERE task = 'Paint'$/],
  ['jobs', 'which client do we spend the most time on', /sum\(entries\.hours\).*GROUP BY jobs\.client/],
  ['jobs', 'average hourly rate by client', /avg\(entries\.rate\)/],
])('%s: %s', (tables, question, sql) => {
  expect(sqlOf(PLANNERS[tables], question)).toMatch(sql)
})

const isSure = (planner: Planner, question: string): boolean => {
  const plan = planner.plan(question)
  return 'form' in plan && leftOver(plan).length === 0 && confidenceOf(plan) === 'sure'
}

test.each<[keyof typeof PLANNERS, string]>([
  ['desk', 'requests with a score of at most 3 days'],
  ['depot', 'slow moving goods'],
])('%s: %s is not sure', (tables, question) => {
  expect(isSure(PLANNERS[tables], question)).toBe(false)
})

test('a word of English is no misspelling of a name', () => {
  const plan = PLANNERS.depot.plan('slow moving goods')
  expect('form' in plan ? plan.assumptions.join() : '').not.toContain('show')
})
