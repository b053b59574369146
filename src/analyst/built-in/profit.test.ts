import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openJaffle, openStore, type Shop } from '../../../eval/store.ts'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import { Planner } from './plan.ts'
import { profitOf } from './profit.ts'
import { readSchema } from './read-schema.ts'
import { refusal } from './refusal.ts'

/** A table whose columns are all measures but its `…_id`s; a relation leads from `…_id` to the table that has it as its first column. */
function tables(shapes: Record<string, string[]>): TableFacts[] {
  const column = (name: string, key: boolean): ColumnFacts => ({
    name,
    type: 'BIGINT',
    role: name.endsWith('_id') ? 'id' : 'measure',
    description: '',
    nulls: 0,
    distinct: key ? 100 : 20,
    min: '1',
    max: '9',
    top: [],
    sample: [],
  })
  return Object.entries(shapes).map(([name, columns]) => ({
    name,
    rows: 100,
    description: '',
    source: 'x',
    refreshed_at: '2024-01-01T00:00:00Z',
    columns: columns.map((name, at) => column(name, at === 0)),
    referenced_by: [],
    relations: columns.slice(1).flatMap((from) => {
      const to = Object.entries(shapes).find(([, [key]]) => key === from)
      return to ? [{ column: from, to_table: to[0], to_column: from, match_rate: 1, kind: 'inferred' as const }] : []
    }),
  }))
}
const worked = (shapes: Record<string, string[]>) => {
  const profit = profitOf(readSchema(tables(shapes)))
  if ('why' in profit) return profit.why
  const say = (columns: { table: string; name: string }[] = []) =>
    columns.map((c) => `${c.table}.${c.name}`).join(' * ')
  return `${say(profit.of.columns)} - ${say(profit.of.less)}`
}

describe('profit is worked out from', () => {
  test.each<[string, Record<string, string[]>, string]>([
    [
      'quantity and price of the items and the cost of their products',
      { items: ['item_id', 'product_id', 'quantity', 'unit_price'], products: ['product_id', 'price', 'cost'] },
      'items.quantity * items.unit_price - items.quantity * products.cost',
    ],
    [
      'the amount of an item, where it has one',
      { items: ['item_id', 'product_id', 'qty', 'amount_inr'], products: ['product_id', 'unit_cost_inr'] },
      'items.amount_inr - items.qty * products.unit_cost_inr',
    ],
    [
      'the price of the product, where the item has none',
      { items: ['item_id', 'product_id', 'quantity'], products: ['product_id', 'price', 'cost'] },
      'items.quantity * products.price - items.quantity * products.cost',
    ],
    ['revenue and cost of one row', { sales: ['sale_id', 'revenue', 'cost'] }, 'sales.revenue - sales.cost'],
    [
      'costs of a unit beside its price',
      { sales: ['sale_id', 'quantity', 'price', 'unit_cost'] },
      'sales.quantity * sales.price - sales.quantity * sales.unit_cost',
    ],
  ])('%s', (_what, shapes, profit) => {
    expect(worked(shapes)).toBe(profit)
  })
})

describe('profit is refused with what is missing', () => {
  test('where nothing has a cost but the way to the customer', () => {
    expect(worked({ orders: ['order_id', 'amount', 'shipping_cost'] })).toBe(
      'profit needs costs, and none of your tables has a column with costs',
    )
  })

  test('where prices and costs are known, but nothing that was sold', () => {
    expect(worked({ products: ['product_id', 'price', 'cost', 'stock_quantity'] })).toBe(
      'there are costs in products, but no table says how much was sold at them',
    )
  })

  test('where one cost belongs to many sales', () => {
    expect(worked({ orders: ['order_id', 'total'], parcels: ['parcel_id', 'order_id', 'cost'] })).toMatch(
      /no table says/,
    )
  })
})

describe('over a shop', () => {
  let [store, jaffle] = [null, null] as unknown as [Shop, Shop]
  beforeAll(async () => {
    store = await openStore()
    jaffle = await openJaffle()
  })
  afterAll(() => {
    store.close()
    jaffle.close()
  })
  const plan = (shop: Shop, question: string) =>
    new Planner({ tables: shop.facts, values: [], now: shop.now }).plan(question)

  test('the answer says how profit was worked out', () => {
    expect(plan(store, 'profit by category')).toMatchObject({
      assumptions: ['I worked profit out as quantity × unit price minus quantity × product cost.'],
      unknown: [],
    })
  })

  test('a question for profit without costs is refused for that reason', () => {
    const found = plan(jaffle, 'total profit by payment method')
    expect(found).toMatchObject({ reason: 'unconnected', why: expect.stringContaining('needs costs') })
    expect(refusal(jaffle.facts, [], 'unconnected', [], 'profit needs costs')).toStartWith(
      'I cannot answer this from your data: profit needs costs.',
    )
  })

  test('revenue per customer is their total averaged, "for each" a list of them', () => {
    expect(plan(store, 'average revenue per customer')).toMatchObject({
      sql: expect.stringMatching(/^SELECT sum\(total_amount\) \/ nullif\(count\(DISTINCT customer_id\), 0\)/),
      assumptions: ['Only customers with revenue are counted.'],
    })
    expect(plan(store, 'revenue for each customer')).toMatchObject({ sql: expect.stringContaining('GROUP BY') })
  })
})
