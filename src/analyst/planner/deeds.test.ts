import { expect, test } from 'bun:test'
import { column, figure, plannerOf, text, time } from '../../../tests/support/planner.ts'
import { leftOver } from './ledger.ts'

const TABLES = {
  allotments: plannerOf(
    'tenancies',
    column({ name: 'tenancy_id', type: 'BIGINT', role: 'id', distinct: 100 }),
    text('tenant', 'Ada Moor', 'Finn Oak'),
    text('site', 'Northfield', 'Weir'),
    time('signed_on'),
    time('left_on', 40),
    figure('rent'),
    figure('received'),
  ),
  bids: plannerOf('bids', text('estimator', 'Kim', 'Lee'), time('drafted_on'), time('won_on', 40), figure('value')),
  vines: plannerOf(
    'pickings',
    text('vineyard', 'North', 'South'),
    text('grape', 'malbec'),
    time('picked_on'),
    figure('kilos'),
  ),
}

test.each([
  // Rows to which it happened, by when it did.
  ['allotments', 'how many signed per month', /count\(\*\).*date_trunc\('month', signed_on\)/],
  ['allotments', 'how many left each year', /count\(\*\).* year\(left_on\).* WHERE left_on IS NOT NULL/],
  ['bids', 'how many bids were won', /count\(\*\).* WHERE won_on IS NOT NULL$/],
  ['bids', 'bids won by estimator', /count\(\*\).* WHERE won_on IS NOT NULL GROUP BY estimator/],
  // Whoever the rows are of, as often as they have some.
  ['allotments', 'who signed most often', /^SELECT tenant.* ORDER BY (?:count\(\*\)|tenancy_count) DESC/],
  // A figure of the row beside another, of what is asked for.
  ['allotments', 'which tenancies received less than their rent', /^SELECT tenancy_id .*received < rent/],
  ['allotments', 'how many tenancies received less than their rent', /^SELECT count\(\*\) .*received < rent/],
  // What rose or fell most is ranked by how much.
  [
    'vines',
    'which vineyard grew most from 2023 to 2024',
    /count\(\*\) FILTER \(WHERE .*'2024-01-01'.* - count\(\*\) FILTER .*DESC/,
  ],
  [
    'vines',
    'which grape had the biggest drop in kilos between 2023 and 2024',
    /sum\(kilos\) FILTER .* - sum\(kilos\) FILTER .*ORDER BY \w+ LIMIT 1/,
  ],
] as const)('of %s, "%s" is read first', (table, question, sql) => {
  const [first] = TABLES[table].readings(question)
  expect(first!.sql).toMatch(sql)
  expect(leftOver(first!)).toEqual([])
})

test('a period is of the time that its rows are grouped by, unless another is named', () => {
  const isOf = (sql: string, time: string) => sql.includes(`${time} >= DATE '2024-01-01'`)
  for (const { sql } of TABLES.allotments.readings('how many tenancies were signed each month in 2024'))
    if (/date_trunc\('month', signed_on\)/.test(sql)) expect(isOf(sql, 'left_on')).toBe(false)
})

test('a share is of rows that have something, unless the question says that they have not', () => {
  for (const { form, sql } of TABLES.bids.readings('what share of bids was won'))
    if (form.outputs.some((one) => 'shown' in one && one.shown === 'rate')) expect(sql).not.toMatch(/NOT IN/)
})

test('"per month" and "within 30" are left over where a reading does neither', () => {
  const left = (question: string, sql: RegExp) =>
    TABLES.vines
      .readings(question)
      .filter((one) => sql.test(one.sql))
      .map(leftOver)
  expect(left('picked per month', /^SELECT (?!.*month)/).every((words) => words.includes('month'))).toBe(true)
  expect(left('pickings within 30 days', /= 30/).every((words) => words.includes('within'))).toBe(true)
})

test('a deed that every row had needs no condition, and no other time stands for it', () => {
  const [first] = TABLES.vines.readings('which vineyard picked most')
  expect(leftOver(first!)).toEqual([])
  const other = TABLES.bids
    .readings('bids won per month')
    .find(({ sql }) => /date_trunc\('month', drafted_on\)/.test(sql))
  expect(other === undefined || leftOver(other).includes('won') || /won_on/.test(other.sql)).toBe(true)
})
