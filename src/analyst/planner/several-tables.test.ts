import { expect, test } from 'bun:test'
import { column, figure, keyOf, plannerOver, refers, text } from '../../../tests/support/planner.ts'
import type { ColumnFacts } from '../rules/tools.ts'

const ROWS = 100
const key = keyOf(ROWS)
const code = (name: string) => column({ name, role: 'id', distinct: ROWS })
const each = (name: string) => column({ name, distinct: ROWS })
const time = (name: string, nulls = 0) =>
  column({ name, type: 'DATE', role: 'time', nulls, min: '2024-01-01', max: '2025-12-20' })

const plannerOf = (tables: Record<string, ColumnFacts[]>, relations: string[]) => plannerOver(ROWS, tables, relations)

const PLACES = {
  vet: plannerOf(
    {
      towns: [code('code'), each('label')],
      owners: [key('id'), each('name'), text('town_code', 'BO', 'RO')],
      pets: [key('pet_no'), text('name', 'Rex', 'Mia'), refers('owner'), text('species', 'dog', 'cat')],
      vets: [key('vet_id'), each('name'), time('hired')],
      visits: [
        key('visit_no'),
        refers('pet'),
        refers('seen_by'),
        time('booked_on'),
        time('held_on'),
        text('status', 'done', 'missed'),
      ],
      bills: [key('bill_no'), refers('visit'), figure('amount'), time('issued')],
      refunds: [key('refund_id'), refers('bill'), figure('amount')],
    },
    [
      'owners.town_code towns.code',
      'pets.owner owners.id',
      'visits.pet pets.pet_no',
      'visits.seen_by vets.vet_id',
      'bills.visit visits.visit_no',
      'refunds.bill bills.bill_no',
    ],
  ),
  bakery: plannerOf(
    {
      customers: [key('id'), each('name'), text('town', 'Bonn', 'Rom')],
      orders: [key('order_no'), refers('customer'), time('ordered_on'), time('packed_on', 9)],
      order_lines: [key('line_no'), refers('order_no'), refers('product'), figure('qty'), figure('unit_price')],
      products: [key('product_id'), each('name')],
      refunds: [key('id'), refers('order_no'), figure('amount')],
    },
    [
      'orders.customer customers.id',
      'order_lines.order_no orders.order_no',
      'order_lines.product products.product_id',
      'refunds.order_no orders.order_no',
    ],
  ),
  library: plannerOf(
    {
      readers: [key('reader_id'), text('full_name'), text('town', 'Bonn', 'Rom'), time('signed_up')],
      books: [key('book_id'), each('title'), column({ name: 'editor', distinct: 12 })],
      loans: [key('loan_id'), refers('reader_id'), refers('book_id'), time('taken_out_on'), time('due_on')],
      branches: [key('branch_id'), text('branch', 'East', 'West')],
    },
    ['loans.reader_id readers.reader_id', 'loans.book_id books.book_id'],
  ),
  ferry: plannerOf(
    {
      ports: [code('port_code'), each('city'), text('country', 'Malta', 'Spain')],
      boats: [key('boat_id'), each('name')],
      crossings: [
        key('crossing_no'),
        column({ name: 'origin', distinct: 8 }),
        column({ name: 'destination', distinct: 8 }),
        refers('boat'),
        figure('passengers'),
      ],
    },
    ['crossings.origin ports.port_code', 'crossings.destination ports.port_code', 'crossings.boat boats.boat_id'],
  ),
}

const answered = (place: keyof typeof PLACES, question: string) => {
  const plan = PLACES[place].plan(question)
  return 'form' in plan ? plan.sql.replaceAll(/\s+/g, ' ') : JSON.stringify(plan)
}

test.each([
  // A column that refers to rows asks for them by their name, not by their key
  ['vet', 'how many visits did each vet have?', /SELECT vets\.name, count.* GROUP BY vets\.name/],
  ['vet', 'number of pets per owner', /owners\.name.* GROUP BY owners/],
  ['vet', 'bills by town', /SELECT towns\.label/],
  ['ferry', 'passengers per boat', /SELECT boats\.name, sum\(crossings\.passengers\)/],
  // Money that goes back is no revenue
  ['vet', 'revenue per vet', /sum\(bills\.amount\).* GROUP BY vets/],
  ['bakery', 'total revenue', /sum\(qty \* unit_price\).* FROM order_lines$/],
  ['bakery', 'average order value', /sum\(qty \* unit_price\) \/ nullif\(count\(DISTINCT order_no\), 0\)/],
  ['bakery', 'how much was refunded?', /sum\(amount\).* FROM refunds/],
  // The time of what is measured
  ['vet', 'which vet earned the most in 2025?', /bills\.issued >= DATE '2025-01-01'/],
  // From one time to another
  [
    'vet',
    'average time between booking and visit per vet',
    /avg\(date_diff\('day', visits\.booked_on, visits\.held_on\)\)/,
  ],
  ['bakery', 'average days until an order is packed', /avg\(date_diff\('day', ordered_on, packed_on\)\)/],
  // What there are none of
  [
    'bakery',
    'which customers never ordered anything?',
    /FROM customers WHERE id NOT IN \(SELECT customer FROM orders\)/,
  ],
  ['vet', 'done visits without a bill', /status = 'done' AND visit_no NOT IN \(SELECT visit FROM bills\)/],
  // Who is one of the people that have a table, and two of one name are two
  [
    'library',
    'who has the most loans?',
    /readers\.full_name, count\(\*\).* GROUP BY readers\.full_name, readers\.reader_id/,
  ],
  ['library', 'who never took out a loan?', /FROM readers WHERE reader_id NOT IN \(SELECT reader_id FROM loans\)/],
  // Products are counted, not the lines they are on
  ['bakery', 'orders with more than 2 different products', /HAVING count\(DISTINCT products\.product_id\) > 2/],
  // What rows come to, not the largest of them
  ['ferry', 'which boat had the most passengers?', /sum\(crossings\.passengers\)/],
] as [keyof typeof PLACES, string, RegExp][])('%s: %s', (place, question, sql) => {
  expect(answered(place, question)).toMatch(sql)
})

test('rows meet by what leads to both, not by what both belong to', () => {
  const gym = plannerOf(
    {
      clubs: [key('id'), each('name')],
      members: [key('member_no'), each('name'), refers('club')],
      lessons: [key('lesson_id'), refers('club'), text('title', 'Judo', 'Yoga')],
      bookings: [key('id'), refers('lesson'), refers('member')],
    },
    [
      'members.club clubs.id',
      'lessons.club clubs.id',
      'bookings.lesson lessons.lesson_id',
      'bookings.member members.member_no',
    ],
  )
  const plan = gym.plan('which members have no lessons?')
  expect('form' in plan && plan.sql).toContain('SELECT bookings.member FROM bookings')
})

test('where two keys lead to the same table, no reading chooses one in silence', () => {
  const plan = PLACES.ferry.plan('how many crossings were there in Malta?')
  expect('form' in plan && plan.score < 0.9).toBe(true)
})

test('revenue is read as no number of pieces, and as nothing that is paid back', () => {
  for (const { sql } of PLACES.bakery.readings('total revenue')) expect(sql).not.toMatch(/sum\((?:qty|amount)\)/)
  expect(PLACES.bakery.readings('how much was refunded')[0]!.sql).toMatch(/sum\(amount\).* FROM refunds/)
})

test('a period is one that the table has, and what has one value has no other', () => {
  for (const { sql } of PLACES.bakery.readings('orders this year')) expect(sql).not.toContain("DATE '2026-01-01' AND")
  for (const { sql } of PLACES.bakery.readings('how many customers live neither in Bonn nor in Rom'))
    expect(sql).not.toMatch(/town = 'Bonn' AND town <> 'Rom'/)
})
