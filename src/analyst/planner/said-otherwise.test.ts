import { expect, test } from 'bun:test'
import { kindOf } from '#catalog/rules/column-kind.ts'
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
import { planClock } from '../../files/rules/clock-type.ts'
import { everyday } from './everyday.ts'
import { isOpen } from './ledger.ts'

const day = (name: string) => column({ name, type: 'DATE', role: 'time', min: '2024-01-01', max: '2025-12-31' })

const PLACES = {
  clinic: plannerOf(
    'visits',
    column({ name: 'visit_no', type: 'BIGINT', role: 'id', distinct: 100 }),
    day('Visit Date'),
    column({ name: 'Visit Time', type: 'TIME', role: 'dimension', distinct: 90 }),
    figure('Queue Time', { unit: 's', aggregation: 'average' }),
    figure('treat_min', { unit: 'min', aggregation: 'average' }),
    text('ward', 'East', 'West'),
    text('Bed Type', 'single', 'shared'),
    { ...flag('discharged'), role: 'flag' },
    { ...flag('Insured?'), role: 'flag' },
  ),
  cars: plannerOf(
    'listings',
    each('Plate'),
    text('make', 'Opel', 'Skoda'),
    figure('asking_price', { aggregation: 'average' }),
    figure('sold_price', { aggregation: 'average' }),
    figure('year_built', { role: 'dimension', type: 'BIGINT', min: '1990', max: '2025' }),
    time('listed_on'),
    time('sold_on'),
  ),
  pool: plannerOf(
    'pool',
    column({ name: 'Day', type: 'DATE', role: 'time', distinct: 100, min: '2025-01-01', max: '2025-04-10' }),
    text('Sky', 'Rain', 'Sunny'),
    figure('Swimmers'),
    figure('Divers'),
    figure('kiosk_eur'),
  ),
  wide: plannerOf('output', each('Region'), figure('2019'), figure('2020'), figure('2021')),
  store: plannerOfTables(
    {
      tools: [
        key('tool_id'),
        each('Tool Name'),
        text('Family', 'Saws', 'Drills'),
        figure('Sale Price'),
        figure('Stock Qty'),
        figure('Reorder Level'),
        column({ name: 'Bar Code', distinct: 390, nulls: 10 }),
      ],
      sales: [
        key('sale_no'),
        refers('tool_id'),
        time('sold_at'),
        figure('Quantity'),
        figure('Amount Paid'),
        { ...flag('returned'), role: 'flag' },
        text('Shop', 'North', 'South'),
      ],
    },
    ['sales.tool_id tools.tool_id'],
  ),
  rooms: plannerOfTables(
    {
      rooms: [key('room_no'), figure('Floor'), figure('Area sqm'), figure('rate_eur'), text('View', 'sea', 'yard')],
      stays: [
        key('stay_no'),
        refers('room_no'),
        time('booked_on'),
        time('check_in'),
        time('check_out'),
        figure('total_eur'),
      ],
    },
    ['stays.room_no rooms.room_no'],
  ),
}

const sqlOf = (place: keyof typeof PLACES, question: string) => {
  const plan = PLACES[place].plan(question)
  return 'sql' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : plan.unknown.join()
}

test.each<[keyof typeof PLACES, string, RegExp]>([
  // How long something is done is told by the column in whose name the word is
  ['clinic', 'how long do people queue on average?', /^SELECT avg\("Queue Time"\)/],
  ['clinic', 'which ward takes the longest to treat on average?', /ward, avg\(treat_min\).*ORDER BY \w+ DESC/],
  ['clinic', 'which visits had to queue longer than 20 minutes', /"Queue Time" > 1200/],
  ['cars', 'which car took the longest to sell?', /ORDER BY date_diff\('\w+', listed_on, sold_on\)[^,]* DESC/],
  // In the unit that is asked for
  ['clinic', 'average queue time in minutes by ward', /avg\("Queue Time" \/ 60\.0\)/],
  ['clinic', 'total treating time in hours', /sum\(treat_min \/ 60\.0\)/],
  ['clinic', 'top 2 wards by minutes treated', /sum\(treat_min\)/],
  // A date has no hours
  ['clinic', 'busiest hour of the day', /hour\("Visit Time"\)/],
  // Deeds and rates of a yes or no
  ['clinic', 'which ward discharges best?', /count\(\*\) FILTER \(WHERE discharged = 'Yes'\).*GROUP BY ward.*DESC/],
  ['clinic', 'insured rate by ward', /FILTER \(WHERE "Insured\?" = 'Yes'\).*GROUP BY ward/],
  ['clinic', 'discharge rate by ward', /FILTER \(WHERE discharged = 'Yes'\).*GROUP BY ward/],
  ['clinic', 'how many times did we discharge in 2025', /count\(\*\).*discharged = 'Yes'/],
  ['store', 'what share of sales were brought back?', /FILTER \(WHERE (?:sales\.)?returned = 'Yes'\)/],
  // What was asked for is not what came about
  ['cars', 'average selling price per make', /avg\(sold_price\)/],
  ['cars', 'cheapest Skoda', /ORDER BY sold_price LIMIT 1/],
  ['cars', 'average asking price', /avg\(asking_price\)/],
  ['cars', 'revenue in 2023', /sum\(sold_price\).*(?:sold|listed)_on >= DATE '2023-01-01'/],
  // Each row is a day
  ['pool', 'average number of swimmers per day', /^SELECT avg\(Swimmers\)[^,]* FROM pool$/],
  ['pool', 'what did the kiosk take in on average per day?', /^SELECT avg\(kiosk_eur\)/],
  ['pool', 'average swimmers on weekends vs weekdays', /isodow\("?Day"?\).*avg\(Swimmers\)/],
  ['pool', 'worst day for swimmers', /ORDER BY (?:\w+swimmers|Swimmers) LIMIT 1/i],
  ['pool', 'Compare swimmers and divers: totals of each', /sum\(Swimmers\).*sum\(Divers\)/],
  // Figures that are called by a year alone
  ['wide', 'region with the highest income in 2020', /ORDER BY "2020" DESC/],
  // What lies in stock is not sold
  ['store', 'top 5 tools by revenue', /sum\((?:sales\.)?"Amount Paid"\).*LIMIT 5/],
  ['store', 'families with revenue above 2000', /Family.*HAVING sum\((?:sales\.)?"Amount Paid"\) > 2000/],
  ['store', 'which tools are sold out?', /"Stock Qty" = 0/],
  ['store', 'tools we need to reorder', /"Stock Qty" < "Reorder Level"/],
  ['store', 'tools whose bar code is missing', /"Bar Code" IS NULL/],
  ['store', 'which three tools are the cheapest?', /ORDER BY (?:tools\.)?"Sale Price" LIMIT 3/],
  [
    'store',
    'Compare saws and drills: how many are there and what is the average sale price?',
    /count\(\*\).*avg\("Sale Price"\)/,
  ],
  ['store', 'saws vs drills: how many of each', /count\(\*\).*Family/],
  // Of the table that is named, and of the time that is said
  ['rooms', 'biggest room', /ORDER BY "Area sqm" DESC/],
  ['rooms', 'most expensive stay', /ORDER BY total_eur DESC/],
  ['rooms', 'cheapest room', /ORDER BY rate_eur LIMIT 1/],
  ['rooms', 'revenue in 2024 by arrival date', /check_in >= DATE '2024-01-01'/],
  ['rooms', 'stays of a week or more', /date_diff\('\w+', check_in, check_out\)[^,]* >= 7/],
])('%s: %s', (place, question, sql) => {
  expect(sqlOf(place, question)).toMatch(sql)
})

const read = (place: keyof typeof PLACES, question: string) => PLACES[place].readings(question).map(({ sql }) => sql)

test('an amount is no year, days are no months, and nothing is left out that no word leaves out', () => {
  for (const sql of read('store', 'shops with revenue over 2000')) expect(sql).not.toMatch(/DATE '200\d|NOT IN/)
  for (const sql of read('cars', 'value of all sales in 2023')) expect(sql).not.toMatch(/year_built/)
  for (const sql of read('pool', 'which months had swimmers above the monthly average?'))
    expect(sql).not.toMatch(/^SELECT (?:DISTINCT )?"?Day"? FROM/)
  for (const sql of read('clinic', 'number of queues and average treat_min by ward'))
    expect(sql).not.toMatch(/^SELECT avg\(treat_min\)[^,]*, ward FROM/)
  for (const sql of read('clinic', 'visits after 10')) expect(sql).not.toMatch(/"Visit Date" [<>]=? 10/)
})

test('the cheapest three are not any three', () => {
  for (const sql of read('store', 'the three cheapest saws')) if (/LIMIT 3/.test(sql)) expect(sql).toMatch(/ORDER BY/)
})

test('what narrows the time until something is done is kept', () => {
  expect(sqlOf('cars', 'how long does it take to sell an Opel?')).toMatch(/make = 'Opel'/)
  const [zebra] = PLACES.cars.readings('how long does it take to sell a zebra?')
  expect(zebra?.reading?.ledger.filter(isOpen).map(({ token }) => token.lower)).toContain('zebra')
})

test('a deed is of the column that is called by it, and what stands beside it is kept', () => {
  const cases = plannerOf(
    'cases',
    text('team', 'A', 'B'),
    { ...flag('completed'), role: 'flag' },
    text('close_reason', 'spam', 'solved'),
  )
  for (const { sql } of cases.readings('complaint rate by team')) expect(sql).not.toMatch(/completed = 'Yes'/)
  expect(everyday('what is the main reason people complain?', cases.schema).text).toContain('complain')
  expect(everyday('what is the main reason people close?', cases.schema).text).toContain('close_reason')
  for (const { sql } of cases.readings('completion rate by team').slice(0, 1)) expect(sql).toMatch(/completed = 'Yes'/)
  expect(everyday('tools we need to reorder (only saws)', PLACES.store.schema).text).toContain('(only saws)')
  expect(
    everyday('Compare completed and uncompleted cases of team A: how many are there?', cases.schema).text,
  ).toContain('team A')
})

test('shortened names of countries are told, and late calls are times of day', () => {
  expect(kindOf('ctry', 'VARCHAR', ['AT', 'DE', 'CH'])?.kind ?? null).toBeNull()
  expect(planClock(['09:45:21', '11:17:14', '16:51:53', '10:02:10'], 'Call Time')).toEqual({ kind: 'time' })
  expect(planClock(['00:45:21', '01:17:14', '00:51:53', '10:02:10'], 'Call Time')).toEqual({ kind: 'duration' })
})
