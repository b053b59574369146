import { expect, test } from 'bun:test'
import { emptyForm, type Form, type Output } from '../built-in/form.ts'
import { readSchema } from '../built-in/read-schema.ts'
import { answerOf } from './same-answer.ts'

const column = (name: string, role: string, distinct: number) => ({
  ...{ name, type: role === 'measure' ? 'DOUBLE' : 'VARCHAR', role, distinct, nulls: 0, min: null, max: null },
  ...{ top: [], sample: [] },
})
const { tables } = readSchema([
  {
    ...{ name: 'shops', rows: 50, description: '', source: 'file', refreshed_at: '2026-01-01T00:00:00.000Z' },
    columns: [
      column('shop_id', 'id', 50),
      column('name', 'dimension', 50),
      column('city', 'dimension', 9),
      column('sales', 'measure', 40),
    ],
    ...{ relations: [], referenced_by: [] },
  } as never,
])
const [id, name, city, sales] = tables[0]!.columns as [never, never, never, never]
const key = (one: never): Output => ({ key: { column: one } })
const total: Output = { measure: { fn: 'sum', table: 'shops', of: { columns: [sales] } }, shown: 'value' }
const form = (part: Partial<Form>): Form => ({ ...emptyForm('shops'), ...part })

test('readings that differ in what no reader minds tell the same', () => {
  const best = { group: [{ column: city }], order: [{ by: total, descending: true }], limit: 3 }
  const ranked = answerOf(form({ ...best, outputs: [key(city)] }))
  expect(answerOf(form({ ...best, outputs: [key(city), total] }))).toBe(ranked)
  expect(answerOf(form({ outputs: [key(name)] }))).toBe(answerOf(form({ outputs: [key(id)] })))
  expect(answerOf(form({ outputs: [key(city)], distinct: true }))).toBe(answerOf(form({ outputs: [key(city)] })))
  const where: Form['where'] = [{ kind: 'in', column: city, values: ['Pune', 'Goa'], not: false }]
  expect(answerOf(form({ where, outputs: [key(city), key(sales)] }))).toBe(
    answerOf(form({ where, outputs: [key(sales)] })),
  )
})

test('others do not: another order, limit, figure or group', () => {
  const best = { outputs: [key(city)], group: [{ column: city }], limit: 3 }
  const ranked = answerOf(form({ ...best, order: [{ by: total, descending: true }] }))
  expect(answerOf(form({ ...best, order: [{ by: total, descending: false }] }))).not.toBe(ranked)
  expect(answerOf(form({ ...best, limit: 1, order: [{ by: total, descending: true }] }))).not.toBe(ranked)
  expect(answerOf(form({ outputs: [key(city), total], group: [{ column: city }] }))).not.toBe(
    answerOf(form({ outputs: [total] })),
  )
  expect(answerOf(form({ outputs: [key(name)], order: [{ by: key(sales), descending: true }] }))).not.toBe(
    answerOf(form({ outputs: [key(name)] })),
  )
})
