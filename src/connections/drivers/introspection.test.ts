import { expect, test } from 'bun:test'
import { tablesOf } from './introspection.ts'

// MariaDB answers a comparison with a number, MySQL with a large one, which its driver gives as text.
test.each([
  [false, true],
  [0, 1],
  ['0', '1'],
])('a database may say no and yes as %j and %j', (no, yes) => {
  const of = (table: string, isView: boolean | number | string, nullable: boolean | number | string) =>
    tablesOf(
      {
        tables: [{ schema: 's', table, isView, comment: null }],
        columns: [{ schema: 's', table, column: 'a', native: 'int', nullable, about: null }],
      },
      () => 'INTEGER',
    )[0]!
  expect(of('orders', no, yes)).toMatchObject({ kind: 'table', columns: [{ nullable: true }] })
  expect(of('report', yes, no)).toMatchObject({ kind: 'view', columns: [{ nullable: false }] })
})
