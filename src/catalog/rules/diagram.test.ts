import { expect, test } from 'bun:test'
import type { Relation } from './answers.ts'
import { diagramOf } from './diagram.ts'

const relation = (from: string, to: string): Relation => {
  const [from_table, from_column] = from.split('.') as [string, string]
  const [to_table, to_column] = to.split('.') as [string, string]
  return {
    id: `${from} ${to}`,
    from_table,
    from_column,
    to_table,
    to_column,
    match_rate: 1,
    cleaned: null,
    kind: 'inferred',
  }
}
const shop = [
  relation('items.order_id', 'orders.id'),
  relation('orders.customer_id', 'customers.id'),
  relation('orders.shop_id', 'shops.id'),
  relation('returns.order_id', 'orders.id'),
]

test('every table stands left of what it leads to, and no two boxes overlap', () => {
  const { boxes, lines, width, height } = diagramOf(shop)
  const of = (name: string) => boxes.find(({ table }) => table === name)!
  for (const { relation } of lines) expect(of(relation.from_table).x).toBeLessThan(of(relation.to_table).x)
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1))
      expect(a.x !== b.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true)
  for (const box of boxes) {
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
  }
  expect(of('orders').columns.map(({ name }) => name)).toEqual(['id', 'customer_id', 'shop_id'])
})

test('circles, tables that lead to themselves and nothing at all have an end', () => {
  const { boxes, lines } = diagramOf([relation('a.b', 'b.id'), relation('b.a', 'a.id'), relation('a.parent', 'a.id')])
  expect({ boxes: boxes.length, lines: lines.length }).toEqual({ boxes: 2, lines: 3 })
  expect(diagramOf([])).toMatchObject({ boxes: [], lines: [] })
})

test('a chain of hundreds of tables is placed', () => {
  const chain = Array.from({ length: 200 }, (_, at) => relation(`t${at}.next`, `t${at + 1}.id`))
  expect(diagramOf(chain).boxes).toHaveLength(201)
})
