import { expect, test } from 'bun:test'
import {
  column,
  each,
  figure,
  key,
  plannerOf,
  plannerOfTables,
  refers,
  text,
  time,
} from '../../../tests/support/planner.ts'
import { keysOf } from '../built-in/form.ts'
import { firstOfAll, firstOfEach } from './leaders.ts'
import { isAnswered } from './score.ts'

const ROWS_OF_ONE = {
  repairs: plannerOf('repairs', text('dock', 'Kiel', 'Emden'), text('fault', 'hull', 'engine'), figure('cost')),
  towers: plannerOf(
    'towers',
    column({ name: 'name', distinct: 100 }),
    text('town', 'Oslo', 'Bergen'),
    figure('height_m'),
    figure('floors'),
  ),
  swimmers: plannerOf(
    'results',
    column({ name: 'swimmer', distinct: 100 }),
    text('club', 'Otters', 'Seals'),
    figure('age'),
    figure('finish_seconds'),
  ),
  meters: plannerOf('readings', time('day'), text('building', 'Gym', 'Pool'), figure('kwh'), figure('water_litres')),
}
const LIBRARY = plannerOfTables(
  {
    books: [
      key('book_id'),
      each('title'),
      text('genre', 'Crime', 'Travel'),
      text('author', 'Ann Lee', 'Bo Kim'),
      figure('pages'),
      figure('price'),
    ],
    loans: [key('loan_id'), refers('book_id'), refers('member_id'), time('loaned_on')],
    members: [key('member_id'), column({ name: 'name', distinct: 300 }), text('branch', 'North', 'South')],
  },
  ['loans.book_id books.book_id', 'loans.member_id members.member_id'],
)
const sqlOf = (planner: typeof LIBRARY, question: string) => {
  const plan = planner.plan(question)
  return 'sql' in plan ? plan.sql : plan
}

test.each([
  ['repairs', 'most common fault per dock', /PARTITION BY dock ORDER BY count\(\*\) DESC\) <= 1/],
  [
    'repairs',
    'for each dock, the fault with the highest total cost',
    /PARTITION BY dock ORDER BY sum\(cost\) DESC\) <= 1/,
  ],
  [
    'towers',
    'which tower is the tallest in each town',
    /SELECT town, name, height_m .*PARTITION BY town ORDER BY height_m DESC\) <= 1/,
  ],
  ['towers', 'top 2 towers by floors in each town', /PARTITION BY town ORDER BY floors DESC\) <= 2/],
  ['towers', 'second tallest tower in each town', /PARTITION BY town ORDER BY height_m DESC\) BETWEEN 2 AND 2/],
  [
    'swimmers',
    'who was the fastest in each club',
    /SELECT club, swimmer, .*PARTITION BY club ORDER BY finish_seconds\) <= 1/,
  ],
  ['swimmers', 'youngest swimmer per club', /PARTITION BY club ORDER BY age\) <= 1/],
  [
    'meters',
    'which building used the most water each month',
    /PARTITION BY CAST\(date_trunc\('month', day\) AS DATE\) ORDER BY sum\(water_litres\) DESC\) <= 1/,
  ],
  [
    'meters',
    'the day with the lowest kwh for every building',
    /SELECT building, day, kwh .*PARTITION BY building ORDER BY kwh\) <= 1/,
  ],
] as const)('of %s, "%s" is the first of each', (of, question, sql) =>
  expect(sqlOf(ROWS_OF_ONE[of], question)).toMatch(sql),
)

test.each([
  ['longest book by each author', /SELECT author, title, pages .*PARTITION BY author ORDER BY pages DESC\) <= 1/],
  ['highest priced book in each genre', /SELECT genre, title, price .*PARTITION BY genre ORDER BY price DESC\) <= 1/],
  ['which book has the most loans in each branch', /PARTITION BY members\.branch ORDER BY count\(\*\) DESC\) <= 1/],
  ['which book has the most loans in each branch in 2024', /2024-01-01.*PARTITION BY members\.branch/],
  ['which genre has the most loans in each branch this year', /2025-01-01.*PARTITION BY members\.branch/],
  [
    'which genre has the most loans each year',
    /PARTITION BY year\(loans\.loaned_on\) ORDER BY count\(\*\) DESC\) <= 1/,
  ],
])('over three tables, "%s" is the first of each', (question, sql) => expect(sqlOf(LIBRARY, question)).toMatch(sql))

test('people of one name are no group', () =>
  expect(sqlOf(LIBRARY, 'latest book of each member')).not.toMatch(/PARTITION BY members\.name/))

test.each([
  'highest price in each genre',
  'how many loans does each branch have',
  'lowest and highest price per genre',
])('"%s" asks for a figure of each', (question) => expect(sqlOf(LIBRARY, question)).not.toMatch(/PARTITION/))

test.each(['top 3 swimmers per club', 'best swimmer of each club'])(
  '"%s" is never surely how many there are',
  (question) => {
    const plan = ROWS_OF_ONE.swimmers.plan(question)
    expect('sql' in plan && isAnswered(plan) && /count/.test(plan.sql)).toBe(false)
  },
)

test.each(['which genre has the most loans for each member', 'longest book by each author'])(
  '"%s" is the first of all within each group, by what the group is called',
  (question) => {
    const plan = LIBRARY.plan(question)
    const form = 'form' in plan ? plan.form : null
    expect(firstOfEach(firstOfAll(form!), keysOf(form!)[0]!, LIBRARY.schema)).toEqual(form)
  },
)
