import { expect, test } from 'bun:test'
import { figure, flag, plannerOf, text, time } from '../../../tests/support/planner.ts'
import { everyday } from './everyday.ts'
import { isOpen } from './ledger.ts'

const TABLES = {
  flats: plannerOf(
    'flats',
    text('flat'),
    flag('Balcony'),
    flag('ShiftWorker'),
    figure('rent', { aggregation: 'average' }),
  ),
  stalls: plannerOf(
    'stalls',
    text('stall', 'Fig', 'Oak'),
    text('square', 'North', 'South'),
    figure('visitors_change', { min: '-40', max: '55' }),
    figure('net_result', { min: '-900', max: '4000' }),
  ),
  births: plannerOf(
    'arrivals',
    figure('year', { type: 'BIGINT', role: 'dimension', distinct: 6, min: '2001', max: '2006' }),
    figure('month', { type: 'BIGINT', role: 'dimension', distinct: 12, min: '1', max: '12' }),
    figure('day', { type: 'BIGINT', role: 'dimension', distinct: 31, min: '1', max: '31' }),
    figure('passengers'),
  ),
  output: plannerOf(
    'output',
    figure('year', { type: 'BIGINT', role: 'dimension', distinct: 9, min: '2001', max: '2009' }),
    figure('quarter', { type: 'BIGINT', role: 'dimension', distinct: 4, min: '1', max: '4' }),
    figure('steel_tons'),
  ),
  calls: plannerOf(
    'calls',
    figure('year', { type: 'BIGINT', role: 'dimension', distinct: 2, min: '2017', max: '2018' }),
    text('month', 'Jan', 'Feb', 'Mar', 'Aug'),
    text('office', 'Graz', 'Linz'),
    figure('minutes'),
  ),
  towns: plannerOf(
    'towns',
    text('town'),
    figure('renters', { max: '90000' }),
    figure('share_renters', { min: '0.02', max: '0.81' }),
    figure('founded', { type: 'BIGINT', min: '1200', max: '1990' }),
    time('surveyed_on'),
  ),
}
const sqlOf = (table: keyof typeof TABLES, question: string) => {
  const plan = TABLES[table].plan(question)
  return 'form' in plan ? plan.sql.replaceAll(/\s+/g, ' ').replaceAll('"', '') : 'none'
}

test.each([
  // Both halves of a yes or no
  ['flats', 'average rent with and without a balcony', /avg\(rent\).* GROUP BY Balcony/],
  ['flats', 'average rent of flats with a balcony compared to those without', /avg\(rent\).* GROUP BY Balcony/],
  ['flats', "average rent of people who do shift work vs people who don't", /avg\(rent\).* GROUP BY ShiftWorker/],
  ['flats', 'average rent, balcony yes vs no', /avg\(rent\).* GROUP BY Balcony/],
  // What a sign says
  ['stalls', 'how many stalls ran at a loss', /count.* WHERE net_result < 0$/],
  ['stalls', 'stalls that made a profit', /WHERE net_result > 0$/],
  ['stalls', 'number of stalls whose visitors went down', /count.* WHERE visitors_change < 0$/],
  // Parts of a time in columns of their own
  ['births', 'passengers in March 2004', /month = 3 AND year = 2004/],
  ['births', 'passengers on 9 May 2003', /month = 5 AND day = 9 AND year = 2003/],
  ['output', 'steel in the last quarter of 2007', /quarter = 4 AND year = 2007/],
  [
    'output',
    'By how much was steel higher in the first quarter of 2008 than in the first quarter of 2005?',
    /year = 2008\) - .*year = 2005\).* WHERE quarter = 1$/,
  ],
  ['calls', 'minutes in Graz in February 2018', /(?=.*year = 2018)(?=.*month = 'Feb')/],
  ['calls', 'minutes of the August calls per year', /month = 'Aug'/],
  // A part of 1 rather than a number of them
  ['towns', 'towns where more than half are renters', /WHERE share_renters > 0\.5$/],
] as [keyof typeof TABLES, string, RegExp][])('%s: %s', (table, question, sql) =>
  expect(sqlOf(table, question)).toMatch(sql),
)

test('what is no yes or no, and no figure of both signs, stays as it was asked', () => {
  for (const [table, said] of [
    ['flats', 'average rent with and without a garden'],
    ['flats', 'how much do flats with a balcony rent for compared with those without'],
    ['stalls', 'which square lost the most money'],
    ['towns', 'towns that were sold at a loss'],
  ] as const)
    expect(everyday(said, TABLES[table].schema).text).toBe(said)
})

test('words that change no answer are not left over', () => {
  const open = (question: string) =>
    TABLES.calls
      .readings(question)[0]!
      .reading!.ledger.filter(isOpen)
      .map(({ token }) => token.lower)
  expect(open('how many offices are listed')).toEqual([])
  expect(open('the office with the most minutes ever')).toEqual([])
})
