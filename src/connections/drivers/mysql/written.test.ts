import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { VisibleTable } from '#outside/remote.ts'
import { DIALECT_LEGITIMATE, LEGITIMATE } from '../../../../tests/support/attempts.ts'
import { contextOf, mariadbSource, type TestSource } from '../../../../tests/support/drivers.ts'
import { driver } from './driver.ts'

let at: TestSource
beforeAll(async () => {
  at = await mariadbSource()
}, 300_000)
afterAll(() => at?.stop())

const visible: VisibleTable[] = [
  { schema: 'shop', name: 'people', columns: ['id', 'name', 'team', 'age'], hidden: [] },
  { schema: 'shop', name: 'orders', columns: ['id', 'person_id', 'amount'], hidden: [] },
  { schema: 'shop', name: 'adults', columns: ['id', 'name'], hidden: [] },
]

const STATEMENTS = [
  'select id+1,  upper( "name" ), count( * ) from people',
  'select 1 /* x */ + 2, 1--1, 1--/* x */1',
  "select 'a' /* y */ 'b', 'a'  'c'",
  'select (select max(amount) from orders), exists(select 1 from shop.orders)',
  'select upper(`name`), upper("name"), p."id", p . id from people p',
  "select id 'x', id as 'it''s', id \"q`q\", id '' from orders limit 1",
  'select o."id" from "shop"."orders" as o where `o`.id=1',
  `select concat('${'a'.repeat(200)}' , "name" , '${'b'.repeat(200)}') from people`,
  'select id from orders order by id limit 18446744073709551615 offset 998',
  'select `count(  *)` from (select count(  *) from orders) q',
  'select q."count( * )" from (select count( * ) from orders) q',
  'select -1, - 1, -(-1), +1, !1, not 1, ~0, 0x41, 0b11, 1.50, 1e3, .5, null , true,FALSE',
  'select orders.id, shop.orders.id from orders limit 1',
  'select sum(amount) over(order by id),id as `select` from orders limit 2',
  "select '2024-01-01' + interval 1+1 day, '2024-01-01' - interval '1:1' hour_minute",
  "select x '41', x'41', _utf8mb4 'a', n'b' from (select 1 as x) q",
  "select date '2024-01-01' + interval (quarter('2024-05-05') - 1) quarter, interval(3, 1, 5)",
  'select cast("name" as char character set utf8mb4) collate utf8mb4_bin from people',
  'select case "id" when 1 then 2 end, case when"id"=1 then \'a\'end from orders limit 1',
  'select id from orders\twhere id = 2\v or id\f= 3 -- \r end\n order by id',
  'select `ü`,"ü" from (select 1 as ü) q',
  "select 'é' , 'ü\\', 'x' from orders limit 1",
  'select straight_join distinct o.id from orders o limit 1',
  'select all 1 from dual',
  'select people.team, count(*) from people left join orders using (id) group by people.team desc with rollup',
]

test('a statement and what is written of it have the same columns and rows', async () => {
  const open = () => driver.open(at.source, contextOf({ timeoutMs: 5000 }))
  const answer = async (sql: string) => {
    const session = await open()
    try {
      const { columns, csv } = await session.stream(sql)
      let text = ''
      for await (const piece of csv) text += Buffer.from(piece)
      return { columns, text }
    } finally {
      await session.close()
    }
  }
  const session = await open()
  for (const sql of [...LEGITIMATE, ...DIALECT_LEGITIMATE.mysql, ...STATEMENTS]) {
    const written = await session.gated(sql, visible, 100_000)
    const [asked, run] = [await answer(sql), await answer(written)]
    // A second may pass between the two.
    if (/now\(|current_|utc_|curdate/i.test(sql)) expect([sql, run.columns]).toEqual([sql, asked.columns])
    else expect([sql, run]).toEqual([sql, asked])
  }
  await session.close()
})
