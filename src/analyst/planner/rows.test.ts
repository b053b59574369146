import { describe, expect, test } from 'bun:test'
import { Planner } from '../built-in/plan.ts'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import { confidenceOf } from './score.ts'

const text = (name: string, values: string[]): ColumnFacts => ({
  ...{ name, type: 'VARCHAR', role: 'dimension', nulls: 0, distinct: values.length, min: null, max: null },
  ...{ top: values.map((value) => ({ value, count: 40 })), sample: [] },
})
const number = (name: string, distinct = 60): ColumnFacts => ({
  ...{ name, type: 'BIGINT', role: 'measure', nulls: 0, distinct, min: '1', max: '90', top: [], sample: [] },
})
const table = (name: string, rows: number, columns: ColumnFacts[]): TableFacts => ({
  ...{ name, rows, relations: [], referenced_by: [], description: '', refreshed_at: '2026-01-01' },
  ...{ source: 'files', columns },
})
const planner = (...tables: TableFacts[]) => new Planner({ tables, values: [], now: '2026-01-01' })

const ward = table('ward_2024', 400, [text('ward', ['North', 'South']), number('age'), number('body_wt')])
const guessed = (question: string, one = planner(ward)) =>
  one.read(question).mentions.flatMap((m) => (m.guessed ? [question.split(/\W+/)[m.start]] : []))

describe('a noun that no name has is the rows of the only table', () => {
  test.each([
    ['how many patients are in each ward', 'patients'],
    ['number of people in the North', 'people'],
    ['average age of all patients by ward', 'patients'],
    ['list patients older than 60', 'patients'],
    ['share of North patients', 'patients'],
  ])('%s', (question, noun) => {
    expect(guessed(question)).toEqual([noun])
  })

  test('it is told and never sure', () => {
    const plan = planner(ward).plan('how many patients are in each ward')
    if (!('sql' in plan)) throw new Error('not read')
    expect(plan.sql).toContain('GROUP BY ward')
    expect(plan.assumptions).toEqual(['I took “patients” to mean the rows of ward_2024.'])
    expect(confidenceOf({ ...plan, score: 1 })).toBe('likely')
  })
})

describe('it is none', () => {
  test.each([
    ['a part of a longer name', 'average blood pressure of the North'],
    ['a unit', 'how many kilos in each ward'],
    ['a verb', 'which ward admits'],
  ])('%s', (_, question) => {
    expect(guessed(question)).toEqual([])
  })

  test('of several tables', () => {
    expect(guessed('how many patients', planner(ward, table('beds', 20, [number('size')])))).toEqual([])
  })
})

describe('where each row is a group, it is what a figure counts', () => {
  const months = (...figures: ColumnFacts[]) =>
    planner(table('admissions_a_month', 24, [number('year', 2), number('month', 12), ...figures]))
  test('the only one', () => {
    const plan = months(number('admitted')).plan('how many patients in each year')
    expect('sql' in plan && plan.sql).toContain('sum(admitted)')
  })

  test('one of several only where the query reads it', () => {
    const several = months(number('admitted'), number('discharged'))
    const states = (question: string) => {
      const plan = several.passed(question, null)
      return 'sql' in plan ? plan.reading!.ledger.find(({ token }) => token.text === 'patients')?.state : null
    }
    expect(states('total discharged patients by year')).toBe('guessed')
    expect(states('patients by year')).not.toBe('guessed')
  })
})

test.each([
  ['heaviest patients by ward', 'body_wt'],
  ['average body weight', 'body_wt'],
])('%s reads %s', (question, column) => {
  const plan = planner(ward).plan(question)
  expect('sql' in plan && plan.sql).toContain(column)
})

test('the composer reads another language and misspelt words as well', () => {
  for (const question of ['Durchschnittliches Alter pro Ward', 'averge age by ward'])
    expect(planner(ward).composed(question).candidates[0]?.sql).toContain('avg(age)')
})
