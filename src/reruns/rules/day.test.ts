import { describe, expect, test } from 'bun:test'
import { treeOf } from '#analyst/statements.ts'
import { testWorld } from '../../../tests/support/world.ts'
import { dayParts, frozen } from './day.ts'

const { engine } = await testWorld()
const read = async (sql: string) => treeOf(await engine.parse(sql))
const AT = new Date('2026-05-03T09:15:00Z')

describe('what a statement computes of the day', () => {
  test.each([
    ['select * from t where d >= current_date - 30', 1],
    ["select date_trunc('month', now()) from t", 1],
    [
      "select date_trunc('month', d) from t where d < date_trunc('month', today()) and d >= date_trunc('month', today() - interval 1 month)",
      2,
    ],
    ['select age(d) from t', 1],
    ['with a as (select * from t where d = Current_Date) select count(*) from a where localtimestamp > d', 2],
    ['select current_date >= d from t', 1],
    ["select 'current_date' from t -- now()", 0],
    ['select now_or_never, "t"."today" from t', 0],
    ["select * from t where d >= date '2026-01-01'", 0],
  ])('%s: %p', async (sql, parts) => expect(dayParts(await read(sql))).toHaveLength(parts))

  test.each([
    ['select current_date', "SELECT CAST('2026-05-03' AS DATE)"],
    ['select now() as at', 'SELECT CAST(\'2026-05-03 09:15:00.000+00\' AS TIMESTAMP WITH TIME ZONE) AS "at"'],
    ['select localtimestamp', "SELECT CAST('2026-05-03 09:15:00.000' AS TIMESTAMP)"],
    ['select age(d) from t', "SELECT age(CAST(CAST('2026-05-03' AS DATE) AS TIMESTAMP), d) FROM t"],
  ])('%s as of a moment', async (sql, expected) => {
    const statements = [frozen(await read(sql), AT)]
    expect(await engine.unparse(JSON.stringify({ error: false, statements }))).toBe(expected)
  })
})
