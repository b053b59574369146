import { expect, test } from 'bun:test'
import type { Conversation } from './conversation.ts'
import { createPlanning } from './planning.ts'

const asking = (question: string): Conversation => ({ now: '2024-11-15', question, earlier: [], calls: [] })
/** A question whose plan takes far longer than a millisecond, whatever the machine. */
const heavy = (): Conversation => ({
  ...asking(`total ${'amount of item value '.repeat(12)}by month`),
  calls: [
    { name: 'search_catalog', input: { query: '' }, output: { whole: true, tables: [wide()], related: [] } },
    { name: 'describe_tables', input: { tables: ['wide'] }, output: { tables: [wide()], unknown: [] } },
  ] as unknown as Conversation['calls'],
})
const wide = () => ({
  name: 'wide',
  source: 'workspace',
  description: '',
  rows: 1000,
  columns: [...Array(1500).keys()].map((i) => ({
    name: `item amount value ${i}`,
    type: 'BIGINT',
    role: 'measure',
    nulls: 0,
    distinct: 900,
    min: '1',
    max: '9',
    top: [],
    sample: [],
    description: '',
  })),
  relations: [],
  keys: [],
})

test('steps are decided beside the server, in the order of asking', async () => {
  const planning = createPlanning()
  const turns = await Promise.all(
    ['How many orders?', 'How many returns?'].map((one) => planning.decide(asking(one), [])),
  )
  expect(turns).toEqual([
    { calls: [{ name: 'search_catalog', input: { query: 'How many orders?' } }] },
    { calls: [{ name: 'search_catalog', input: { query: 'How many returns?' } }] },
  ])
})

test('a question that takes too long ends alone: the server lives on and the next one is answered', async () => {
  const planning = createPlanning(1)
  planning.warm()
  const slow = planning.decide(heavy(), ['run_sql', 'search_values'])
  await expect(slow).rejects.toMatchObject({ kind: 'timeout', code: 'model_slow' })
  const usual = createPlanning()
  expect(await usual.decide(asking('How many orders?'), [])).toMatchObject({ calls: [{ name: 'search_catalog' }] })
})

test('a question that was stopped while it waited is not planned', async () => {
  const planning = createPlanning()
  const first = planning.decide(asking('How many orders?'), [])
  const second = planning.decide(asking('How many returns?'), [], AbortSignal.abort('stopped'))
  await expect(second).rejects.toBe('stopped')
  await first
})
