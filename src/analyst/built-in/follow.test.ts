import { expect, test } from 'bun:test'
import { column, each, figure, plannerOf, text, time } from '../../../tests/support/planner.ts'

const key = (name: string) => column({ name, role: 'id', distinct: 100 })
const TABLES = {
  races: plannerOf(
    'results',
    key('bib'),
    each('runner'),
    text('gender', 'F', 'M'),
    text('age_group', '18-29', '30-39'),
    figure('finish_time', { unit: 's', aggregation: 'average' }),
  ),
  calls: plannerOf(
    'calls',
    key('call_id'),
    text('agent', 'Mia', 'Olaf'),
    text('queue', 'Billing', 'Sales'),
    figure('wait_minutes'),
    time('called_at'),
  ),
  wines: plannerOf(
    'wines',
    column({ name: 'wine', distinct: 80 }),
    text('country', 'Spain', 'Chile'),
    text('colour', 'Red', 'White'),
    figure('price'),
  ),
}

/** SQL of a question after another. */
function after(table: keyof typeof TABLES, before: string, question: string): string {
  const planner = TABLES[table]
  const first = planner.plan(before)
  if (!('form' in first)) throw new Error(`${before} is not read`)
  const plan = planner.plan(question, first.form)
  return 'sql' in plan ? plan.sql : ''
}

test.each([
  ['races', 'how many women are there', 'average finish time per age group'],
  ['calls', 'how many calls were for Billing', 'average wait minutes by agent'],
  ['calls', 'total wait minutes of Billing', 'total wait minutes by month'],
  ['wines', 'cheapest red wine', 'average price per country'],
] as const)('of %s, after "%s", "%s" asks anew', (table, before, question) => {
  const sql = after(table, before, question)
  expect(sql).toContain('GROUP BY')
  expect(sql).not.toContain('WHERE')
})

test.each([
  ['calls', 'how many calls were for Billing', 'by agent', "queue = 'Billing'"],
  ['calls', 'total wait minutes of Billing', 'and by month', "queue = 'Billing'"],
  ['calls', 'total wait minutes of Billing', 'the average instead', "queue = 'Billing'"],
  ['wines', 'average price of red wines', 'by country', "colour = 'Red'"],
  ['wines', 'average price of red wines', 'the average price of those by country', "colour = 'Red'"],
] as const)('of %s, after "%s", "%s" keeps its rows', (table, before, question, where) => {
  expect(after(table, before, question)).toContain(where)
})

test.each([
  ['wines', 'how many wines are there', /each different wine once; 80 stand in 100 rows of wines/],
  ['wines', 'how many different wines are there', null],
  ['calls', 'how many agents are there', null],
] as const)('of %s, "%s" says what was counted where names repeat', (table, question, said) => {
  const plan = TABLES[table].plan(question)
  const notes = 'form' in plan ? plan.assumptions.join(' ') : ''
  if (said && 'sql' in plan && plan.sql.includes('DISTINCT')) expect(notes).toMatch(said)
  if (!said) expect(notes).not.toContain('once')
})
