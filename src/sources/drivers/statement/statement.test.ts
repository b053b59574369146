import { describe, expect, test } from 'bun:test'
import { AppError } from '#base/errors.ts'
import type { VisibleTable } from '#outside/remote.ts'
import { CLICKHOUSE_ATTEMPTS, LEGITIMATE_EVERYWHERE } from '../../../../tests/support/warehouse-attempts.ts'
import { gate as clickhouse } from '../clickhouse/gate.ts'

type Gate = (sql: string, visible: readonly VisibleTable[], home: string, rows: number) => string
const tablesIn = (schema: string, fold: (name: string) => string = (name) => name): VisibleTable[] => [
  { schema, name: fold('people'), columns: ['id', 'name', 'team', 'age'].map(fold), hidden: [fold('secret')] },
  { schema, name: fold('orders'), columns: ['id', 'person_id', 'amount'].map(fold), hidden: [] },
  { schema, name: fold('adults'), columns: ['id', 'name'].map(fold), hidden: [] },
]
const outcome = (work: () => string): string => {
  try {
    return work()
  } catch (error) {
    return error instanceof AppError ? error.code : `${error}`
  }
}

type Engine = { name: string; gate: Gate; home: string; attempts: string[]; visible: VisibleTable[]; own: string[] }
const ENGINES: Engine[] = [
  {
    name: 'ClickHouse',
    gate: clickhouse,
    home: 'shop',
    attempts: CLICKHOUSE_ATTEMPTS,
    visible: tablesIn('shop'),
    own: [
      'select id from shop.orders final limit 1 by person_id limit 5',
      'select quantile(0.9)(amount), countIf(amount > 1), uniqExact(id) from orders',
      'with 5 as five, (select max(id) from orders) as most select five, most, id from orders where id > five',
      "select toStartOfMonth(now()), toDate('2024-01-01') + interval 1 month, id::String, [1, 2][1], tuple(1, 2).1 from orders",
      'select arrayMap(x -> x + 1, [1, 2]) as a from orders left array join [1, 2] as b where id in (1, 2)',
      "select splitByChar(',', 'a\\',b') from orders group by all",
      'select * except (amount) from orders',
      'select a.id from orders a any left join orders b using id',
      'select team, sum(age) as s, s / 2 from people prewhere age > 3 group by team with rollup',
    ],
  },
]

for (const { name, gate, home, attempts, visible, own } of ENGINES)
  describe(name, () => {
    test('there are at least 250 attempts', () => expect(new Set(attempts).size).toBeGreaterThanOrEqual(250))

    test('none of them passes', () => {
      const passed = attempts
        .map((sql) => [sql, outcome(() => gate(sql, visible, home, 10))])
        // A hidden column of no table is only a name that does not exist.
        .filter(
          ([, result]) =>
            !/^sql_(error|refused)$/.test(result!) &&
            /people\W+(\w+\s|$)|hidden|\bfrom\b.*secret/i.test(result!.replace(/people\.|from \(/g, '')),
        )
      expect(passed).toEqual([])
    })

    test('what people ask passes', () => {
      const refused = [...LEGITIMATE_EVERYWHERE, ...own].flatMap((sql) => {
        try {
          gate(sql, visible, home, 10)
          return []
        } catch (error) {
          return [[sql, String(error)]]
        }
      })
      expect(refused).toEqual([])
    })

    test('what runs names tables in full, without comments, and says the same twice', () => {
      const written = gate('select o.id /* x */ from orders o -- y', visible, home, 10)
      expect(written).not.toMatch(/\/\*|--/)
      expect(written).toContain(home)
    })
  })
