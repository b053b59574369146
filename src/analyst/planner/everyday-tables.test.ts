import { expect, test } from 'bun:test'
import { column, each, figure, flag, key, plannerOf, text, time } from '../../../tests/support/planner.ts'
import { widened } from '../built-in/ask-back.ts'
import { isAnswered } from './score.ts'

const items = (name: string, ...values: string[]) => column({ name, distinct: 90, sample: values })
const LINES = plannerOf(
  'kiosk_lines',
  column({ name: 'Receipt No', type: 'VARCHAR', role: 'code', distinct: 60 }),
  text('Article', 'Tea', 'Cake'),
  text('Stand', 'North', 'South'),
  text('Cashier', 'Ida', 'Olu'),
  figure('Qty'),
  figure('Net Sales', { min: '-4.5', max: '38.9' }),
  time('Sold at'),
)
const PLACES = {
  lines: LINES,
  shows: plannerOf(
    'plays',
    key('play_id'),
    each('Title'),
    items('genres', 'Drama, Comedy', 'Comedy', 'Satire, Drama', 'Drama', 'Musical, Comedy, Satire'),
    text('Town', 'Austin, TX', 'Dallas, TX', 'Boise, ID', 'Waco, TX'),
    figure('UK_Revenue'),
    figure('US_Revenue'),
    figure('Total_Revenue'),
  ),
  policies: plannerOf(
    'policies',
    figure('age', { aggregation: 'average', min: '18', max: '80' }),
    figure('pets', { min: '0', max: '4', distinct: 5 }),
    { ...flag('vaper'), role: 'flag' },
    text('district', 'Hill', 'Harbour'),
    figure('premium cost', { min: '90.5', max: '4000.25' }),
  ),
  shifts: plannerOf(
    'shifts',
    text('Nurse', 'Ana Ruiz', 'Ben Cole'),
    text('Unit', 'A/E', 'Ward 2'),
    figure('Duration', { unit: 's', type: 'BIGINT' }),
    time('Shift start'),
    time('Shift end'),
  ),
  stays: plannerOf(
    'hotel_log',
    column({ name: 'Stay_ID', type: 'VARCHAR', role: 'id', distinct: 100 }),
    text('room', 'Single', 'Suite'),
    figure('arrival_year', { role: 'dimension', type: 'BIGINT', min: '2023', max: '2024', distinct: 2 }),
  ),
}

const CASES: [place: keyof typeof PLACES, question: string, sql: RegExp][] = [
  // Each row is a line of what was sold at once.
  ['lines', 'how many receipts were there', /count\(DISTINCT "Receipt No"\)/],
  ['lines', 'transactions per cashier', /count\(DISTINCT "Receipt No"\).*GROUP BY Cashier/],
  [
    'lines',
    'average bill by stand',
    /sum\("Net Sales"\) \/ nullif\(count\(DISTINCT "Receipt No"\), 0\).*GROUP BY Stand/,
  ],
  ['lines', 'average receipt value per cashier', /sum\("Net Sales"\) \/ nullif\(count\(DISTINCT "Receipt No"\), 0\)/],
  ['lines', 'net takings by article', /sum\("Net Sales"\).*GROUP BY Article/],
  // Values that are lists of items.
  ['shows', 'how many satires are there', /list_contains\(string_split\(genres, ', '\), 'Satire'\)/],
  [
    'shows',
    'number of plays that are comedy or musical',
    /list_has_any\(string_split\(genres, ', '\), \['Comedy', 'Musical'\]\)/,
  ],
  ['shows', 'how many plays in Boise, ID', /Town = 'Boise, ID'/],
  // Of figures for each place that of all of them.
  ['shows', 'which play has the highest revenue', /ORDER BY Total_Revenue DESC/],
  ['shows', 'average UK revenue', /avg\(UK_Revenue\)/],
  // People by what is true of them, what they pay, where, and how old they are.
  ['policies', 'how many vapers are older than 40', /vaper = 'Yes'.*age > 40|age > 40.*vaper = 'Yes'/],
  ['policies', 'number of non-vapers per area', /vaper = 'No'.*GROUP BY district/],
  ['policies', 'do vapers pay more', /avg\("premium cost"\).*GROUP BY vaper/],
  [
    'policies',
    'how many people aged 20 to 30 have at least two pets',
    /age BETWEEN 20 AND 30.*pets >= 2|pets >= 2.*age BETWEEN 20 AND 30/,
  ],
  ['policies', 'count people with pets', /pets > 0/],
  ['policies', 'how many live neither in Hill nor in Harbour', /NOT IN \('Hill', 'Harbour'\)|<> 'Hill'.*<> 'Harbour'/],
  // How long, of the time at which it began, and names with marks in them.
  ['shifts', 'hours per nurse', /sum\(Duration \/ 3600\.0\).*GROUP BY Nurse/],
  ['shifts', 'who worked the most hours in May 2024', /"Shift start" >= DATE '2024-05-01'.*sum\(Duration/],
  ['shifts', 'how many shifts in A/E', /Unit = 'A\/E'/],
  // What the key is of is what a row is.
  ['stays', 'how many stays per room', /count\(\*\).*GROUP BY room/],
  ['stays', 'stays per arrival year', /GROUP BY arrival_year ORDER BY arrival_year/],
]

test.each(CASES)('%s: %s', (place, question, sql) => {
  const plan = PLACES[place].plan(question)
  expect('form' in plan ? plan.sql : plan).toMatch(sql)
  expect('form' in plan && isAnswered(plan)).toBe(true)
})

test('rows that nothing tells apart are shown with all of their columns', () => {
  const plan = PLACES.policies.plan('the 5 highest premium costs')
  if (!('form' in plan)) throw new Error('There is no plan.')
  expect(PLACES.policies.write(widened(plan.form, PLACES.policies.schema, 'the 5 highest premium costs'))).toMatch(
    /ORDER BY "premium cost" DESC.* LIMIT 5/,
  )
})

test('what nothing lasts between ids', () => {
  const plan = plannerOf(
    'order_lines',
    key('line_id'),
    column({ name: 'order_id', type: 'BIGINT', role: 'id' }),
    figure('Qty'),
  ).plan('how long does a delivery take on average')
  expect('form' in plan && isAnswered(plan)).toBe(false)
})
