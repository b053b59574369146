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

/** Points of a path of moves, straight lines and cubic curves. */
function pointsOf(path: string): { x: number; y: number }[] {
  let at: [number, number] = [0, 0]
  return [...path.matchAll(/([MLC])([^MLC]+)/g)].flatMap(([, kind, text]) => {
    const [a, b, c, d, e, f] = text!.trim().split(' ').map(Number) as [number, number, number, number, number, number]
    const [p0, p1, p2, p3] = kind === 'C' ? [at, [a, b], [c, d], [e, f]] : [at, at, [a, b], [a, b]]
    at = p3 as [number, number]
    if (kind === 'M') return [{ x: a, y: b }]
    return Array.from({ length: 50 }, (_, step) => {
      const t = (step + 1) / 50
      const of = (i: 0 | 1) =>
        (1 - t) ** 3 * p0![i]! + 3 * t * (1 - t) ** 2 * p1![i]! + 3 * t * t * (1 - t) * p2![i]! + t ** 3 * p3![i]!
      return { x: of(0), y: of(1) }
    })
  })
}

/** Tables with lines between many of them. */
const crowd = [
  ...shop,
  ...['products', 'orders', 'customers', 'regions'].map((to) => relation('items.product', `${to}.product`)),
  ...['a', 'b', 'c'].map((to) => relation(`orders.${to}`, `${to}.id`)),
  relation('customers.region', 'regions.id'),
  relation('products.region', 'regions.id'),
  relation('regions.best_item', 'items.id'),
  relation('customers.parent', 'customers.id'),
]
const demo = [
  ...['customers.id', 'products.id', 'stores.id', 'calendar.day', 'regions.code'].map((to) =>
    relation(`sales.${to.split('.')[0]}_key`, to),
  ),
  ...['customers', 'stores'].map((from) => relation(`${from}.region`, 'regions.code')),
  ...['orders.id', 'customers.id'].map((to) => relation(`returns.${to.split('.')[0]}`, to)),
  relation('orders.customer', 'customers.id'),
  relation('orders.day', 'calendar.day'),
  relation('targets.region', 'regions.code'),
  relation('targets.month', 'calendar.day'),
]

test.each([
  ['a shop', shop],
  ['a star', demo],
  ['a crowd', crowd],
])('no line crosses the share of a relation of %s, and no two shares meet', (_, relations) => {
  // Shares that differ do not stand at the key.
  const { lines, boxes } = diagramOf(relations.map((one, at) => ({ ...one, match_rate: 1 - at / 100 })))
  const labels = lines.flatMap(({ label, relation }) => (label ? [{ label, relation }] : []))
  expect(labels).toHaveLength(relations.length)
  for (const { label, relation } of labels) {
    expect(label.y).toBeGreaterThan(10)
    const isIn = ({ x, y }: { x: number; y: number }) =>
      Math.abs(x - label.x) < 17 && y > label.y - 10 && y < label.y + 1
    const crossing = lines.filter(({ path }) => pointsOf(path).some(isIn)).map((one) => one.relation.id)
    expect([relation.id, crossing]).toEqual([relation.id, []])
    const within = boxes.filter(
      (box) => label.x > box.x && label.x < box.x + box.width && label.y > box.y && label.y < box.y + box.height,
    )
    expect(within).toEqual([])
    const near = labels.filter((one) => Math.abs(one.label.x - label.x) < 30 && Math.abs(one.label.y - label.y) < 11)
    expect(near).toHaveLength(1)
  }
})

test('where all that lead to a key found the same, that stands once, at the key', () => {
  const [items, ...others] = shop
  const { lines, boxes } = diagramOf([{ ...items!, match_rate: 0.5 }, { ...others[2]!, match_rate: 0.5 }, others[0]!])
  expect(lines.map(({ label }) => label?.text ?? null)).toEqual([null, null, '100 %'])
  const keys = boxes.flatMap(({ table, columns }) => columns.map(({ name, share }) => [`${table}.${name}`, share]))
  expect(keys.filter(([, share]) => share)).toEqual([['orders.id', '50 %']])
})

test('no line runs behind a table, however many stand between, forward, back or within a layer', () => {
  const { boxes, lines, height, width } = diagramOf(crowd)
  for (const { path } of lines)
    for (const { x, y } of pointsOf(path)) {
      expect([x >= 0 && x <= width, y >= 0 && y <= height]).toEqual([true, true])
      const behind = boxes.find(
        (box) => x > box.x + 1 && x < box.x + box.width - 1 && y > box.y && y < box.y + box.height,
      )
      expect(behind?.table).toBeUndefined()
    }
})
