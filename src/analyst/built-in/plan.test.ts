import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openJaffle, openStore, type Shop } from '../../../eval/store.ts'
import { Planner } from './plan.ts'
import { plannerOn } from './turn.ts'

let store: Shop
let jaffle: Shop
beforeAll(async () => {
  store = await openStore()
  jaffle = await openJaffle()
})
afterAll(() => {
  store.close()
  jaffle.close()
})

const sqlOf = (shop: Shop, question: string, now = '2024-11-15') => {
  const plan = new Planner({ tables: shop.facts, values: [], now }).plan(question)
  if (!('sql' in plan)) throw new Error(`no plan: ${plan.reason}`)
  return plan
}
const firstOf = async (shop: Shop, sql: string) => (await shop.duck.runAndReadAll(sql)).getRowsJson()[0]![0]

describe('measures and joins', () => {
  test('a measure is not counted twice by a join that repeats its rows', async () => {
    const { sql } = sqlOf(store, 'average order amount by product category')
    expect(sql).toContain('SELECT DISTINCT')
    const total = sqlOf(store, 'total amount of orders with lighting products').sql
    expect(total).toContain(' IN (SELECT ')
    const gold = `select sum(total_amount) from orders where order_id in
      (select order_id from order_items join products using (product_id) where category = 'Lighting')`
    expect(await firstOf(store, total)).toEqual(await firstOf(store, gold))
  })

  test('measures of two tables are added up apart', async () => {
    const { sql } = sqlOf(store, 'number of orders and number of returns')
    expect(Object.values((await store.duck.runAndReadAll(sql)).getRowObjectsJson()[0]!)).toEqual(['2000', '220'])
  })

  test('rows are counted once however many children they have', async () => {
    const { sql } = sqlOf(store, 'how many orders have returns')
    const gold = 'select count(*) from orders where order_id in (select order_id from returns)'
    expect(await firstOf(store, sql)).toEqual(await firstOf(store, gold))
  })
})

describe('reading', () => {
  test('a relative period beyond the data moves to their end and says so', () => {
    const plan = sqlOf(jaffle, 'how many orders in the last 2 weeks', '2026-11-21')
    expect(plan.sql).toContain("DATE '2018-")
    expect(plan.assumptions.join()).toContain('The data end on 8 April 2018')
  })

  test('names of the language itself mean nothing', () => {
    for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect('sql' in new Planner({ tables: store.facts, values: [], now: '2024-11-15' }).plan(word)).toBe(false)
  })

  test('text of a question never leaves its literal', async () => {
    const { sql } = sqlOf(store, `customers with a name containing "x'; drop table orders --"`)
    expect(sql).toContain("x''; drop table orders")
    await store.duck.run(sql)
  })

  test('words that are not understood lower the score', () => {
    expect(sqlOf(store, 'how many orders').score).toBeGreaterThan(0.9)
    expect(sqlOf(store, 'how many purple orders from mars').score).toBeLessThan(0.75)
  })

  test('only columns of the catalog are named', () => {
    const names = new Set(store.facts.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]))
    const { sql } = sqlOf(store, 'total profit margin of orders by weather')
    for (const [, table, column] of sql.matchAll(/\b([a-z_]+)\.([a-z_]+)\b/g))
      expect(names.has(table!) && names.has(column!)).toBe(true)
  })

  test('the steps of a question plan it once, also on top of the one before', () => {
    const facts = { tables: store.facts, values: [], now: '2024-11-15' }
    const planner = plannerOn(facts)
    const first = planner.plan('total amount by month')
    expect(plannerOn(structuredClone(facts))).toBe(planner)
    expect(planner.plan('total amount by month')).toBe(first)
    const previous = 'form' in first ? first.form : null
    const second = planner.plan('only in Paris', previous)
    expect(planner.plan('only in Paris', previous)).toBe(second)
    expect(planner.plan('only in Paris')).not.toBe(second)
    expect(plannerOn({ ...facts, now: '2025-01-01' })).not.toBe(planner)
  })

  test('a question takes a few milliseconds', () => {
    const planner = new Planner({ tables: store.facts, values: [], now: '2024-11-15' })
    planner.plan('total revenue by country in 2024')
    const start = process.cpuUsage()
    for (let i = 1; i <= 20; i++) planner.plan(`Which ${i} customers from France have the most orders in 2024?`)
    // Microseconds of this process, whatever else runs on the machine.
    expect(process.cpuUsage(start).user / 20).toBeLessThan(200_000)
  })
})
