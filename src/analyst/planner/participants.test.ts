import { expect, test } from 'bun:test'
import { column, figure, keyOf, plannerOver, refers, text, time } from '../../../tests/support/planner.ts'

const key = keyOf(100)
const each = (name: string) => column({ name, distinct: 100 })

const PLACES = {
  library: plannerOver(
    100,
    {
      readers: [key('reader_id'), each('full_name'), text('town', 'Bonn', 'Rom'), time('signed_up')],
      books: [key('book_id'), each('title'), time('published_on')],
      loans: [key('loan_id'), refers('reader_id'), refers('book_id'), time('taken_out_on')],
    },
    ['loans.reader_id readers.reader_id', 'loans.book_id books.book_id'],
  ),
  pool: plannerOver(
    100,
    {
      members: [key('member_no'), each('name'), time('joined'), text('tariff', 'adult', 'child')],
      visits: [key('visit_no'), refers('member'), time('entered_at')],
      fees: [key('fee_id'), refers('member'), figure('amount'), time('paid_on')],
    },
    ['visits.member members.member_no', 'fees.member members.member_no'],
  ),
}

test.each([
  ['library', 'how many readers had a loan per month', 'reader_id', 'taken_out_on'],
  ['library', 'number of different readers by month', 'reader_id', 'taken_out_on'],
  ['library', 'how many readers borrowed a book in March 2025', 'reader_id', 'taken_out_on'],
  ['pool', 'how many members visited in 2025', 'member', 'entered_at'],
  ['pool', 'how many members visited us each month', 'member', 'entered_at'],
  ['pool', 'how many children visited per week', 'member', 'entered_at'],
] as const)('in a %s "%s" counts each once, at the time of what they took part in', (place, question, who, when) => {
  const plan = PLACES[place].plan(question)
  expect('sql' in plan ? plan.sql : plan).toMatch(new RegExp(`count\\(DISTINCT (?:\\w+\\.)?${who}\\).*${when}`))
})

test.each([
  ['library', 'how many readers signed up per month', 'signed_up'],
  ['library', 'how many books were published in 2025', 'published_on'],
  ['pool', 'how many new members per month', 'joined'],
  ['pool', 'how many members joined in 2025', 'joined'],
] as const)('in a %s "%s" is of their own time', (place, question, when) => {
  const plan = PLACES[place].plan(question)
  expect('sql' in plan ? plan.sql : plan).toMatch(new RegExp(`count\\(\\*\\).*${when}`))
})

test('a word for what they did is no word for an order of rows', () => {
  const shop = plannerOver(
    100,
    {
      buyers: [key('buyer_id'), time('signed_up')],
      orders: [key('order_id'), refers('buyer_id'), text('state', 'new')],
    },
    ['orders.buyer_id buyers.buyer_id'],
  )
  const plan = shop.plan('how many buyers placed an order per month')
  const left = 'reading' in plan ? plan.reading!.ledger.filter(({ state }) => state === 'unbound') : []
  expect(left.map(({ token }) => token.lower)).toContain('order')
})
