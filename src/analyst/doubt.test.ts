import { beforeAll, expect, test } from 'bun:test'
import { call, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'

// On the embedded database only: what is asked goes to the engine.

let path: string

const { app, owner, ctx } = await newTeam()
beforeAll(async () => {
  path = `/api/workspaces/${ctx.workspace.id}`
  await putTable(
    ctx,
    'orders',
    "SELECT range AS id, ['Pune', 'Delhi'][1 + range % 2] AS city, range * 2 AS amount FROM range(100)",
  )
})

const ask = async (message: string) => (await call(app, owner, 'POST', `${path}/query-data`, { message })).body

test('a question of which every word is bound is answered without a doubt', async () => {
  const { status, checks } = await ask('How many orders are there?')
  expect([status, checks.map(({ name }: { name: string }) => name)]).toEqual([
    'answered',
    expect.not.arrayContaining(['Reading']),
  ])
})

test.each([
  'How many rainy orders are there?',
  'total amount of orders by city that cycle',
  'How many orders never arrived?',
])('what %s leaves over keeps its answer from being sure, and costs nothing where there is none', async (question) => {
  const { status, checks, receipt } = await ask(question)
  if (status === 'answered') expect(checks).toContainEqual(expect.objectContaining({ name: 'Reading', state: 'warn' }))
  else expect([status, receipt?.credits]).toEqual(['refused', 0])
})
