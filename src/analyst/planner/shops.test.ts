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
import type { Planner } from '../built-in/plan.ts'
import { leftOver } from './ledger.ts'
import { confidenceOf } from './score.ts'

const until = (name: string) =>
  column({ name, type: 'TIMESTAMP', role: 'time', nulls: 150, min: '2020-02-01', max: '2025-12-01' })
/** A time of the day on which rows end that began with it. */
const moment = (name: string, min: string, max: string) =>
  column({ name, type: 'TIMESTAMP', role: 'time', distinct: 380, min, max })

const PLANNERS = {
  depot: plannerOfTables(
    {
      goods: [key('good_id'), each('good_name'), text('shelf', 'A', 'B'), figure('unit_cost'), figure('reorder_level')],
      moves: [
        key('move_id'),
        refers('good_id'),
        time('moved_on'),
        text('kind', 'sale', 'return', 'write-off'),
        figure('quantity'),
      ],
      stock_levels: [key('level_id'), refers('good_id'), text('site', 'Bonn', 'Graz'), figure('on_hand')],
    },
    ['moves.good_id goods.good_id', 'stock_levels.good_id goods.good_id'],
  ),
  jobs: plannerOfTables(
    {
      jobs: [
        key('job_id'),
        each('job'),
        text('client', 'Acme', 'Bolt'),
        time('deadline', 0, '2026-06-01'),
        text('state', 'active', 'done'),
        figure('budget_hours'),
      ],
      entries: [key('entry_id'), refers('job_id'), time('date'), text('person', 'Ana', 'Tom'), figure('hours')],
    },
    ['entries.job_id jobs.job_id'],
  ),
  adverts: plannerOfTables(
    {
      ads: [key('ad_id'), each('ad'), text('platform', 'Radio', 'City Press'), figure('budget')],
      ad_days: [key('row_id'), refers('ad_id'), time('day'), figure('clicks'), figure('cost')],
    },
    ['ad_days.ad_id ads.ad_id'],
  ),
  pool: plannerOfTables(
    {
      members: [
        key('member_id'),
        each('full_name'),
        text('tariff', 'Solo', 'Duo'),
        time('joined_on'),
        until('left_on'),
      ],
      visits: [
        key('visit_id'),
        refers('member_id'),
        moment('checked_in', '2024-01-02 06:05', '2025-12-30 20:05'),
        moment('checked_out', '2024-01-02 07:10', '2025-12-30 21:20'),
      ],
    },
    ['visits.member_id members.member_id'],
  ),
  staff: plannerOfTables(
    {
      workers: [key('worker_id'), each('name'), text('unit', 'Bakery', 'Shop'), time('hired_on'), until('left_on')],
      leaves: [
        key('leave_id'),
        refers('worker_id'),
        text('type', 'Sick', 'Holiday'),
        time('from_date'),
        figure('days'),
      ],
    },
    ['leaves.worker_id workers.worker_id'],
  ),
  parcels: plannerOf(
    'parcels',
    time('shipped_on'),
    until('delivered_on'),
    text('state', 'delivered', 'lost'),
    figure('price'),
  ),
  till: plannerOf('sales', time('sold_on'), text('shop', 'North', 'South'), figure('amount')),
} satisfies Record<string, Planner>

const HOURS = String.raw`\(SELECT coalesce\(sum\(entries\.hours\), 0\) FROM entries WHERE entries\.job_id = jobs\.job_id\)`

test.each<[keyof typeof PLANNERS, string, RegExp]>([
  // What counts against a level is added up before it is held against it.
  ['jobs', 'which jobs are over budget', new RegExp(`^SELECT job FROM jobs WHERE ${HOURS} > budget_hours$`)],
  ['jobs', 'how many jobs are within budget', new RegExp(`^SELECT count\\(\\*\\).* WHERE ${HOURS} <= budget_hours$`)],
  ['jobs', 'jobs that went over their budgeted hours', new RegExp(`WHERE ${HOURS} > budget_hours$`)],
  ['jobs', 'hours left per job', new RegExp(`sum\\(\\(budget_hours - ${HOURS}\\)\\)`)],
  ['jobs', 'active jobs with less than 50 hours left', new RegExp(`\\(budget_hours - ${HOURS}\\) < 50$`)],
  ['jobs', 'percent of budget used by job', /100\.0 \* \(1\.0 \* part \/ nullif\(whole, 0\)\)/],
  ['adverts', 'which ads exceeded their budget', /sum\(ad_days\.cost\).*\) > budget$/],
  ['adverts', 'remaining budget by platform', /^SELECT platform, sum\(\(budget - \(SELECT .*sum\(ad_days\.cost\)/],
  ['adverts', 'ads with budget over 500', /^SELECT ad FROM ads WHERE budget > 500$/],
  ['depot', 'how many goods are below the reorder level', /sum\(stock_levels\.on_hand\).*\) < reorder_level$/],
  ['depot', 'which goods do we need to reorder', /sum\(stock_levels\.on_hand\).*\) < reorder_level$/],
  // What is not there is looked for among the rows of then.
  [
    'depot',
    'goods not sold in 2025',
    /NOT IN \(SELECT good_id FROM moves WHERE kind = 'sale' AND moved_on >= DATE '2025-01-01'/,
  ],
  [
    'staff',
    'workers with no sick leaves in 2025',
    /NOT IN \(SELECT worker_id FROM leaves WHERE type = 'Sick' AND from_date >= /,
  ],
  [
    'pool',
    'members who have not visited in 30 days',
    /NOT IN \(SELECT member_id FROM visits WHERE checked_in >= DATE '2025-12-03'/,
  ],
  [
    'pool',
    "members who haven't been here for six months",
    /NOT IN \(SELECT member_id FROM visits WHERE checked_in >= DATE '2025-07-02'/,
  ],
  ['adverts', 'ads with no clicks', /NOT IN \(SELECT ad_id FROM ad_days WHERE clicks > 0\)$/],
  // The last of each.
  ['pool', 'last visit of each member', /^SELECT members\.full_name, max\(visits\.checked_in\)/],
  ['jobs', 'when did each person last log time', /^SELECT person, max\("date"\)/],
  ['pool', 'who comes most often', /^SELECT members\.full_name, count\(\*\).* LIMIT 1$/],
  ['jobs', 'who worked the most in 2025', /^SELECT person, sum\(hours\).* LIMIT 1$/],
  // Who stays, and how long.
  [
    'staff',
    'average tenure by unit',
    /^SELECT unit, avg\(round\(date_diff\('day', hired_on, coalesce\(left_on, DATE '2026-01-01'\)\) \/ 365\.25, 2\)\)/,
  ],
  ['staff', 'the 5 longest serving workers', /WHERE left_on IS NULL ORDER BY .*hired_on.* DESC NULLS LAST LIMIT 5$/],
  ['pool', 'how long do members stay on average', /^SELECT avg\(date_diff\('(?:day|second)', joined_on, left_on\)/],
  // Two numbers, each by its own time.
  [
    'staff',
    'hires vs leavers per year',
    /AS hires FROM workers GROUP BY year\(hired_on\).* FULL JOIN .*year\(left_on\)/,
  ],
  [
    'pool',
    'new and lost members per month',
    /date_trunc\('month', joined_on\).* FULL JOIN .*date_trunc\('month', left_on\)/,
  ],
  [
    'parcels',
    'parcels shipped vs delivered per week',
    /date_trunc\('week', shipped_on\).* FULL JOIN .*date_trunc\('week', delivered_on\)/,
  ],
  ['parcels', 'number of parcels delivered per week', /^SELECT .*date_trunc\('week', delivered_on\)/],
  // Times of a part of a day.
  [
    'pool',
    'average visit length by tariff',
    /avg\(date_diff\('second', visits\.checked_in, visits\.checked_out\) \/ 86400\.0 \* 1440\) AS average_minutes/,
  ],
  // So many of all that somebody did.
  [
    'staff',
    'workers who took more than 10 sick days',
    /WHERE type = 'Sick' GROUP BY worker_id HAVING sum\(days\) > 10\)$/,
  ],
  [
    'jobs',
    'people who logged more than 100 hours',
    /^SELECT person FROM entries GROUP BY person HAVING sum\(hours\) > 100$/,
  ],
  ['staff', 'leaves of more than 10 days', /WHERE days > 10$/],
  // Goods are pieces, and worth what they cost.
  ['depot', 'sales per month', /sum\(quantity\).* WHERE kind = 'sale' GROUP BY/],
  ['depot', 'returns per month', /sum\(quantity\).* WHERE kind = 'return' GROUP BY/],
  ['depot', 'stock value by site', /^SELECT stock_levels\.site, sum\(\(stock_levels\.on_hand \* goods\.unit_cost\)\)/],
  [
    'depot',
    'write-offs by shelf in value',
    /^SELECT goods\.shelf, sum\(\(moves\.quantity \* goods\.unit_cost\)\).*kind = 'write-off'/,
  ],
  // What is to be done, by its state.
  ['jobs', 'jobs past their deadline', /WHERE deadline < DATE '2026-01-01' AND state <> 'done'$/],
  ['jobs', 'jobs ending this quarter', /WHERE deadline >= DATE '2026-01-01' AND deadline < DATE '2026-04-01'$/],
  // Both sides, and what is asked of them.
  ['adverts', 'Radio vs City Press clicks', /^SELECT ads\.platform, sum\(ad_days\.clicks\)/],
  // Times.
  ['till', 'sales per month since last October', /WHERE sold_on >= DATE '20\d\d-10-01' GROUP BY/],
  [
    'till',
    'average daily amount per weekday',
    /sum\(amount\) \/ nullif\(count\(DISTINCT CAST\(date_trunc\('day', sold_on\) AS DATE\)\), 0\)/,
  ],
  [
    'parcels',
    'which parcels took the longest from shipped to delivered',
    /ORDER BY date_diff\('second', shipped_on, delivered_on\)/,
  ],
  ['till', 'sales with an amount >= 50', /amount >= 50/],
  ['jobs', 'budget hours of all active jobs per client', /sum\(budget_hours\).*state = 'active' GROUP BY client/],
])('of %s: %s', (data, question, sql) => {
  expect(sqlOf(PLANNERS[data], question)).toMatch(sql)
})

test('a period without its beginning is no part of a sure answer', () => {
  const plan = PLANNERS.till.plan('sales per shop since the good days of last year')
  const isSure = 'form' in plan && leftOver(plan).length === 0 && confidenceOf(plan) === 'sure'
  expect(isSure).toBe(false)
})
