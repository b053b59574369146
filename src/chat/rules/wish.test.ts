import { expect, test } from 'bun:test'
import { BUSINESS } from '../../../eval/business.ts'
import { HABITS } from '../../../eval/habits.ts'
import { SAMPLE } from '../../../eval/sample.ts'
import { wishOf } from './wish.ts'

test.each([
  [
    'Tell me when returns of BlueLine exceed 5 % of orders',
    'Returns of BlueLine as a percentage of orders',
    'above',
    5,
  ],
  ['alert me if the total revenue falls below $20k.', 'Total revenue', 'below', 20_000],
  ['Let me know once the number of open tickets is more than 1,200', 'Number of open tickets', 'above', 1200],
  ['please notify me whenever average delivery time goes over 3.5', 'Average delivery time', 'above', 3.5],
  ['warn me as soon as revenue changes by more than 10 percent', 'Revenue', 'changed_percent', 10],
  ['Email me when the balance gets lower than -2 million', 'Balance', 'below', -2_000_000],
  ['tell me when stock of Amber Mug changes by 40', 'Stock of Amber Mug', 'changed', 40],
] as const)('“%s” waits for a number', (text, question, is, than) => {
  expect(wishOf(text)).toEqual({ question, condition: { is, than } })
})

test.each([
  [
    'every Monday 8:00 revenue by brand to finance@example.com',
    'Revenue by brand',
    'week',
    [1],
    '08:00',
    'finance@example.com',
  ],
  ['Every weekday at 7 send me the open tickets', 'Open tickets', 'week', [1, 2, 3, 4, 5], '07:00', ''],
  [
    'every month 6:30 pm, returns to a@example.com and b@example.com',
    'Returns',
    'month',
    [1],
    '18:30',
    'a@example.com, b@example.com',
  ],
  ['every morning 12am orders', 'Orders', 'day', [1], '00:00', ''],
] as const)('“%s” is mailed at its times', (text, question, every, days, at, addresses) => {
  expect(wishOf(text)).toEqual({ question, schedule: { every, days: [...days], at }, addresses })
})

test.each([
  ['every Monday 8:00 the board to finance@example.com', '', 'finance@example.com'],
  ['Every Monday at 8:00 mail the Weekly numbers dashboard to a@example.com', 'Weekly numbers', 'a@example.com'],
  ['every Monday 8 am send me the “Returns of 2025” board', 'Returns of 2025', ''],
  ['every Monday 08:00, the canvas called Stock by store to a@example.com', 'Stock by store', 'a@example.com'],
] as const)('“%s” is of a canvas', (text, board, addresses) => {
  expect(wishOf(text)).toEqual({ board, schedule: { every: 'week', days: [1], at: '08:00' }, addresses })
})

test.each([
  ['every Monday 8:00 sales by board to a@example.com', 'Sales by board'],
  ['every Monday 8:00 board members by city to a@example.com', 'Board members by city'],
  ['every Monday 8:00 number of canvas to a@example.com', 'Number of canvas'],
] as const)('“%s” is of the data', (text, question) => {
  expect(wishOf(text)).toMatchObject({ question })
})

test('whatever else is asked is no wish', () => {
  const questions = [...BUSINESS, ...HABITS, ...SAMPLE].flatMap(({ turns }) => turns)
  expect(questions.length).toBeGreaterThan(300)
  const near = [
    'Tell me when the first order was',
    'tell me when revenue exceeded 5000',
    'Tell me if revenue is above 5000',
    'When does revenue exceed 5000?',
    'every Monday sales by store',
    'Sales on every Monday at 8:00',
    'every day 8 customers order',
    'every day at 25 orders',
    'Alert me if returns exceed 5 of orders',
    'tell me when it is above',
    '',
  ]
  expect([...questions, ...near].filter((text) => wishOf(text))).toEqual([])
})

test('what has two signs of an address is none, and is seen as fast however often it stands there', () => {
  expect(wishOf('every day at 8:00 sales to a@b@c')).toMatchObject({ question: 'Sales to a@b@c', addresses: '' })
  const text = `Sales to ${'a@b@c@d,'.repeat(2_400)} z`
  expect(wishOf(`every day at 8:00 ${text}`)).toMatchObject({ question: text, addresses: '' })
})
