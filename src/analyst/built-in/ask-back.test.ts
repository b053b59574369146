import { expect, test } from 'bun:test'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import { questionBack, toldApart } from './ask-back.ts'
import { emptyForm, type Form, type Output } from './form.ts'
import { Planner } from './plan.ts'
import { tableOf } from './schema.ts'
import { titleOf } from './wording/title.ts'

const column = (name: string, about: Partial<ColumnFacts>): ColumnFacts => ({
  ...{ name, type: 'VARCHAR', role: 'dimension', nulls: 0, distinct: 4, min: null, max: null, top: [], sample: [] },
  ...about,
})
const figure = { type: 'DOUBLE', role: 'measure', distinct: 80 } as const
const staff: TableFacts = {
  ...{ name: 'payroll', rows: 100, description: '', source: 'payroll.csv', refreshed_at: '2026-01-01T00:00:00.000Z' },
  columns: [
    column('payroll_id', { type: 'BIGINT', role: 'id', distinct: 100 }),
    column('department', { top: ['Sales', 'Research', 'Finance', 'Legal'].map((value) => ({ value, count: 25 })) }),
    column('salary', figure),
    column('bonus', figure),
    column('notes', { distinct: 0, nulls: 100 }),
  ],
  ...{ relations: [], referenced_by: [] },
}
const planner = new Planner({ tables: [staff], values: [], now: '2026-01-15' })
const back = (question: string) => questionBack(question, planner.plan(question), null, planner)
const titles = (question: string) => back(question)?.offers.map(({ form }) => titleOf(form, planner.schema))

test('what is read but for one word is asked about with the readings that leave it over', () => {
  const other = { ...staff, name: 'rooms', columns: [column('floor', {})] }
  const of = new Planner({ tables: [staff, other], values: [], now: '2026-01-15' })
  const question = 'How many people are there in Sales?'
  const asked = questionBack(question, of.plan(question), null, of)
  expect(asked).toMatchObject({ question: expect.stringContaining('“people”'), least: 1 })
  expect(asked!.offers.length).toBeGreaterThan(0)
  expect(titleOf(asked!.offers[0]!.form, planner.schema)).toBe('Number of payrolls with department Sales')
})

test('what asks for something that the data lack is not asked about', () => {
  for (const question of [
    'Who is the president of France?',
    'Which manager earns the highest salary?',
    'Who is the head of Sales?',
    'Who founded Research?',
    'What is the weather like today?',
    'How many people live in Germany?',
  ])
    expect({ question, asked: back(question) }).toEqual({ question, asked: null })
})

test('which of two tables is meant where both have what is asked for', () => {
  const tables = ['payroll_2023', 'payroll_2024'].map((name) => ({ ...staff, name }))
  const of = new Planner({ tables, values: [], now: '2026-01-15' })
  const asked = (question: string) => questionBack(question, of.plan(question), null, of)
  for (const question of [
    'average salary of payrolls by department',
    'average salary by department',
    'how many payrolls',
  ])
    expect(asked(question)?.offers.map(({ form, means }) => [form.base, means])).toEqual([
      ['payroll_2023', 'payroll 2023'],
      ['payroll_2024', 'payroll 2024'],
    ])
  const question = 'average salary of payroll 2024 by department'
  expect(asked(question)).toBeNull()
  expect(of.plan(question)).toMatchObject({ form: { base: 'payroll_2024', where: [] } })
})

test('an order that does not say by what is asked about, with each figure there is and the number of rows', () => {
  const by = ['average salary', 'average bonus', 'number of payrolls']
  expect(titles('top 3 departments')).toEqual(by.map((figure) => `Top 3 departments by ${figure}`))
  expect(titles('Which department is the best?')).toEqual(by.map((figure) => `Top department by ${figure}`))
  expect(titles('What is the worst department?')).toEqual(by.map((figure) => `Bottom department by ${figure}`))
  for (const question of ['top 3 departments by salary', 'Which department has the most bonus?', 'highest salary'])
    expect(titles(question)).toBeUndefined()
})

const payroll = tableOf(planner.schema, 'payroll')
const columnOf = (name: string) => payroll.columns.find((one) => one.name === name)!
const rows: Output = { measure: { fn: 'count', table: 'payroll', of: null }, shown: 'value' }
const offer = (form: Partial<Form>, sql: string) => ({
  form: { ...emptyForm('payroll'), outputs: [rows], ...form },
  sql,
})

test('only what means something of its own is offered: no counts of keys or known values, nothing of empty columns', () => {
  const keys: Output = {
    measure: { fn: 'count', table: 'payroll', of: { columns: [columnOf('payroll_id')] } },
    shown: 'value',
  }
  const plan = { ...offer({}, 'rows'), score: 0.8, assumptions: [], unknown: [], choices: [] }
  const other = offer(
    { group: [{ column: columnOf('department') }], outputs: [{ key: { column: columnOf('department') } }, rows] },
    'by',
  )
  const offers = [
    offer({ outputs: [keys] }, 'keys'),
    offer({ where: [{ kind: 'null', column: columnOf('salary'), not: true }] }, 'known'),
    offer({ outputs: [{ key: { column: columnOf('notes') } }] }, 'empty'),
    other,
  ]
  expect(toldApart(offers, plan, planner)).toEqual([other])
})
