import { expect, test } from 'bun:test'
import {
  column,
  each,
  figure,
  flag,
  key,
  plannerOf,
  plannerOfTables,
  refers,
  text,
  time,
} from '../../../tests/support/planner.ts'

const years = (name: string) =>
  column({ name, type: 'BIGINT', role: 'dimension', distinct: 3, min: '2023', max: '2025' })

const PLACES = {
  kiosk: plannerOf(
    'tickets',
    column({ name: 'ticket_no', type: 'BIGINT', role: 'id', distinct: 100 }),
    text('pay_way', 'voucher', 'cash'),
    { ...flag('paid'), role: 'flag' },
    figure('Cost GBP'),
    figure('edition_year', { type: 'BIGINT', role: 'dimension', min: '1990', max: '2024' }),
    time('bought_on'),
    time('used_on', 5),
  ),
  contest: plannerOf(
    'entries',
    column({ name: 'ref', type: 'BIGINT', role: 'id', distinct: 100 }),
    column({ name: 'Song Title', distinct: 100 }),
    { ...flag('Cover Song?'), role: 'flag' },
    text('Land', 'Ireland', 'Malta'),
    figure('Length (s)', { unit: 's', aggregation: 'average' }),
    figure('Stage Cost EUR'),
    figure('Fee EUR'),
    figure('Judge 1 Points', { nulls: 4, aggregation: 'average' }),
    figure('Judge 2 Points', { nulls: 9, aggregation: 'average' }),
    years('Season'),
    time('handed_in'),
  ),
  meters: plannerOf(
    'readings',
    text('meter', 'North', 'South'),
    column({ name: 'month', type: 'DATE', role: 'time', distinct: 24, min: '2024-01-01', max: '2025-12-01' }),
    figure('used_kWh'),
  ),
  hire: plannerOfTables(
    {
      bands: [
        key('band_id'),
        each('name'),
        text('style', 'Jazz', 'Rock'),
        figure('FoundedYear', { min: '1990', max: '2024', role: 'dimension' }),
      ],
      rentals: [key('rental_id'), refers('band_id'), time('rented_on'), time('paid_on', 20), figure('Net EUR')],
      shifts: [key('shift_no'), refers('drummer_id'), refers('rental_id'), figure('Hours', { unit: 'h' })],
      drummers: [
        key('drummer_id'),
        { ...each('Name'), top: ['Ann Lee', 'Bo Ray', 'Cy Fox'].map((value) => ({ value, count: 1 })) },
        { ...flag('night_helper'), role: 'flag' },
      ],
      sales: [key('sale_no'), refers('band_id'), time('sold_on'), figure('Net Sales')],
    },
    [
      'rentals.band_id bands.band_id',
      'shifts.rental_id rentals.rental_id',
      'shifts.drummer_id drummers.drummer_id',
      'sales.band_id bands.band_id',
    ],
  ),
}

test.each<[keyof typeof PLACES, string, RegExp]>([
  // What has a title is what rows are, and not those of which a flag says something by the same noun
  ['contest', 'longest song', /^SELECT (?!.*Cover).*ORDER BY "Length \(s\)" DESC/],
  ['contest', 'songs from Malta', /^SELECT (?!.*Cover).*Land = 'Malta'$/],
  // The first and the second by the number in a name
  ['contest', 'how many songs have no points from the second judge', /"Judge 2 Points" IS NULL/],
  ['contest', 'average points of the first judge by land', /avg\("Judge 1 Points"\)/],
  // By what is named
  ['contest', 'the 5 most expensive songs by stage cost', /ORDER BY "Stage Cost EUR" DESC.* LIMIT 5$/],
  // A row for each meter and month
  ['meters', 'used kWh per month', /sum\(used_kWh\)/],
  // What is rented is the rows of rentals, and not their numbers
  ['hire', 'the 3 most rented styles', /style, count\(\*\).*LIMIT 3$|GROUP BY.*style ORDER BY count/],
  // Amounts are not numbers of rows
  ['hire', 'top 5 bands by rented amount', /sum\(rentals\."Net EUR"\)/],
  ['hire', 'sales by month', /sum\("Net Sales"\)/],
  ['hire', 'how many sales were there in 2024?', /count\(\*\)/],
  ['hire', 'time spent by drummer', /sum\((?:shifts\.)?Hours\)/],
  // Groups of an attribute, and no rows
  ['hire', 'the 3 most rented styles', /GROUP BY (?:bands\.)?style ORDER BY/],
  // Those that are so are counted
  ['hire', 'how many night helpers are there', /count\(\*\).*night_helper = 'Yes'$/],
  // The way in which something is paid, without whether it is
  ['kiosk', 'how many tickets were paid by voucher', /count\(\*\).* WHERE pay_way = 'voucher'$/],
  ['kiosk', 'tickets over 20 pounds', /"Cost GBP" > 20$/],
  [
    'kiosk',
    'on average, how many days does it take until a ticket gets used',
    /avg\(date_diff\('\w+', bought_on, used_on\)/,
  ],
  ['contest', 'how many songs are longer than the average song', /"Length \(s\)" > \(SELECT avg/],
  [
    'hire',
    'how many rentals were there in 2024, and for how much in total?',
    /count\(\*\).*sum\("Net EUR"\).*2024-01-01/,
  ],
  ['hire', 'who worked the most hours?', /drummers\.Name.*sum\(shifts\.Hours\)/],
])('%s: %s', (place, question, sql) => {
  const plan = PLACES[place].plan(question)
  expect('sql' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : plan.unknown.join()).toMatch(sql)
})

const read = (place: keyof typeof PLACES, question: string) => PLACES[place].readings(question).map(({ sql }) => sql)

test('years are not added up, labels not averaged, yes and no not counted as different', () => {
  for (const sql of read('contest', 'entries per month for season 2024')) expect(sql).not.toMatch(/sum\(Season\)/)
  for (const sql of read('hire', 'how many night helpers are there')) expect(sql).not.toMatch(/count\(night_helper\)/)
})

test('nothing is ranked by the numbers of its rows, and a period is of the time that is named', () => {
  for (const sql of read('hire', 'the 3 most rented bands')) expect(sql).not.toMatch(/ORDER BY \S*rental_id/)
  for (const sql of read('hire', 'bands founded since 2015')) expect(sql).not.toMatch(/rented_on|sold_on/)
})

test('a number and an amount are two answers, and "in hours" groups nothing', () => {
  for (const { form } of PLACES.kiosk.readings('how many tickets were paid by voucher, and for how much in total?'))
    expect(
      [...form.outputs, ...form.order.map(({ by }) => by)].some(
        (one) => 'measure' in one && one.measure.fn !== 'count',
      ),
    ).toBe(true)
  for (const sql of read('kiosk', 'total cost in hours')) expect(sql).not.toMatch(/GROUP BY hour/)
})
