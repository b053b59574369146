import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { openStore, type Shop } from '../../../eval/store.ts'
import { isAnswered } from '../planner/score.ts'
import { Planner } from './plan.ts'
import { starterQuestions } from './starters.ts'

let store: Shop
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const catalog = (): CatalogTable[] =>
  store.facts.map((table) => ({
    ...table,
    id: table.name,
    source: { kind: 'file', id: table.name, name: table.source },
    hidden: false,
    columns: table.columns.map((column) => ({ ...column, description: '', hidden: false })),
  }))

const answered = async (question: string) => {
  const plan = new Planner({ tables: store.facts, values: [], now: '2024-11-15' }).plan(question)
  if (!('sql' in plan) || !isAnswered(plan) || plan.unknown.length) return false
  return (await store.duck.runAndReadAll(plan.sql)).currentRowCount > 0
}

test('there are four to six starter questions and each is answered', async () => {
  const questions = starterQuestions(catalog())
  expect(questions.length).toBeGreaterThanOrEqual(4)
  expect(questions.length).toBeLessThanOrEqual(6)
  for (const question of questions)
    expect({ question, answered: await answered(question) }).toEqual({ question, answered: true })
})

test('a title that each row has for itself makes no groups', () => {
  const [table] = catalog()
  const column = table!.columns.find(({ role }) => role === 'dimension')!
  const columns = [
    { ...column, name: 'title', distinct: 30 },
    { ...column, name: 'genre', distinct: 4 },
  ]
  const questions = starterQuestions([{ ...table!, name: 'shows', rows: 30, columns, relations: [] }])
  expect(questions.filter((one) => one.includes('genre'))).not.toEqual([])
  expect(questions.filter((one) => one.includes('title'))).toEqual([])
})
