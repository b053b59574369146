import { expect, test } from 'bun:test'
import type { RemoteNeed } from '#outside/remote.ts'
import type { Filter } from '#query/rules/need.ts'
import { selectOf as bigquery } from './bigquery/select.ts'
import { selectOf as snowflake } from './snowflake/select.ts'
import { selectOf as sqlserver } from './sqlserver/select.ts'
import { selectOf as trino } from './trino/select.ts'

const needOf = (type: string, native: string, filter: Filter, limit?: number): RemoteNeed => ({
  schema: 's',
  table: 't',
  columns: [{ name: 'x', type, native }],
  anyOf: [[filter]],
  ...(limit === undefined ? {} : { limit }),
})
const over: Filter = { column: 'x', op: '>', value: 'a' }
const is: Filter = { column: 'x', op: '=', value: 'a' }

test('what a source would compare differently is left to the engine, with all rows that it needs for that', () => {
  expect(sqlserver(needOf('VARCHAR', 'nvarchar(50)', over), 5)).toBe(
    'select top (5) [x] from [s].[t] where (not ([x] is null))',
  )
  expect(sqlserver(needOf('VARCHAR', 'nvarchar(50)', over, 5), 5)).toContain('top (2147483647)')
  expect(sqlserver(needOf('VARCHAR', 'nvarchar(50)', is, 5), 5)).toContain('top (5)')
  expect(sqlserver(needOf('VARCHAR', 'geography', is), 5)).toContain('is null')
  expect(sqlserver(needOf('UUID', 'uniqueidentifier', over), 5)).toContain('is null')
  expect(trino(needOf('VARCHAR', 'array(integer)', is), 5)).toBe(
    'select "x" from "s"."t" where (not ("x" is null)) limit 5',
  )
  expect(trino(needOf('VARCHAR', 'varchar(3)', over), 5)).toContain(`"x" > 'a'`)
  expect(bigquery(needOf('VARCHAR', 'JSON', is), 5, 'p')).toBe(
    'select `x` from `p.s`.`t` where (not (`x` is null)) limit 5',
  )
  expect(bigquery(needOf('VARCHAR', 'STRING', is), 5, 'p')).toContain("collate(`x`, '') in ('a')")
  expect(snowflake(needOf('VARCHAR', 'VARIANT', is), 5, 'D')).toBe(
    'select "x" from "D"."s"."t" where (not ("x" is null)) limit 5',
  )
  expect(snowflake(needOf('TIMESTAMP', 'TIMESTAMP_NTZ(9)', { ...over, value: '2024-01-01' }), 5, 'D')).toContain(
    'is null',
  )
  expect(snowflake(needOf('BIGINT', 'NUMBER(9,0)', { ...over, value: '3' }), 5, 'D')).toContain('"x" > 3')
})
