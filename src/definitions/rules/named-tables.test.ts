import { expect, test } from 'bun:test'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { finderOf } from './named-tables.ts'

const table = (name: string, database: { schema: string; table: string } | null, columns: string[] = []) =>
  ({ name, database, columns: columns.map((name) => ({ name })) }) as unknown as CatalogTable

test.each([
  ['a table by the name that it has here', { name: 'ORDERS', schema: '' }, 'orders'],
  ['of several the one in the schema that is meant', { name: 'Visits', schema: 'EU' }, 'eu_visits'],
  ['the one in the schema before one that is called so here', { name: 'orders', schema: 'shop' }, 'shop_orders'],
  ['the only one of its database, whatever the schema', { name: 'prices', schema: 'analytics' }, 'raw_prices'],
  ['none of several where no schema fits', { name: 'visits', schema: 'asia' }, undefined],
  ['none that is not there', { name: 'gone', schema: '' }, undefined],
])('a file finds %s', (_, named, found) => {
  const finder = finderOf([
    table('Orders', null),
    table('orders', null),
    table('shop_orders', { schema: 'shop', table: 'orders' }),
    table('us_visits', { schema: 'us', table: 'visits' }),
    table('eu_visits', { schema: 'eu', table: 'visits' }),
    table('raw_prices', { schema: 'raw', table: 'prices' }),
  ])
  expect(finder.table(named)?.name.toLowerCase()).toBe(found as string)
})

test('names are looked at once, however many a file finds', () => {
  let looked = 0
  const counting = <T extends object>(one: T): T =>
    new Proxy(one, {
      get(it, key) {
        looked++
        return Reflect.get(it, key)
      },
    })
  const columns = Array.from({ length: 1_000 }, (_, at) => counting({ name: `c${at}` }))
  const tables = Array.from({ length: 1_000 }, (_, at) => counting({ ...table(`t${at}`, null), columns }))
  const finder = finderOf(tables as CatalogTable[])
  for (let at = 0; at < 1_000; at++) {
    const found = finder.table({ name: `t${at % 10}`, schema: 's' })!
    expect(finder.column(found, `C${at}`)?.name).toBe(`c${at}`)
  }
  // Tables once, columns of the ten that were found once each.
  expect(looked).toBeLessThan(20_000)
})
