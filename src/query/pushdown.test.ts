import { expect, test } from 'bun:test'
import { GRAMMAR } from '#connections/drivers/mysql/grammar.ts'
import { gate as postgresGate } from '#connections/drivers/postgres/gate.ts'
import { gate as gateOf } from '#connections/drivers/statement/statement.ts'
import { DIALECTS, type Kind } from './rules/push/dialect.ts'

const visible = [{ schema: 'shop', name: 'orders', columns: ['at', 'name', 'n'], hidden: ['secret'] }]
const GATES: Record<string, (sql: string) => string | Promise<string>> = {
  mysql: (sql) => gateOf(sql, GRAMMAR, { visible, home: 'shop' }, 10),
  postgres: (sql) => postgresGate(sql, visible, 'shop', 10),
}
const PERIODS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute']
const KINDS: Kind[] = ['integer', 'decimal', 'double']

test('there is a gate for each language that statements are translated into', () =>
  expect(Object.keys(GATES).sort()).toEqual(Object.keys(DIALECTS).sort()))

test.each(Object.keys(GATES))('whatever we say in the language of %s passes its gate', async (engine) => {
  const { identifier, ...says } = DIALECTS[engine]!
  const [at, name, n] = ['at', 'name', 'n'].map((column) => `${identifier('o')}.${identifier(column)}`) as [
    string,
    string,
    string,
  ]
  const expressions = [
    ...PERIODS.map((period) => says.truncate(period, at)),
    ...[...PERIODS, 'dow', 'isodow', 'doy'].map((part) => says.part(part, at)),
    ...KINDS.flatMap((kind) => [`sum(${says.wide(n, kind)})`, `avg(${says.averaged(n, kind)})`]),
    says.double(n),
    says.round(n, '2'),
    says.exactly.out(says.exactly.in(name)),
    says.bytewise(says.exactly.in(name)),
    says.like(says.exactly.in(name), says.text("it's%"))!,
    ...(says.filter ? [`count(*) FILTER (WHERE ${n} > 1)`] : []),
  ]
  for (const expression of expressions) {
    const sql = `SELECT ${expression} AS ${identifier('value')} FROM ${identifier('shop')}.${identifier('orders')} AS ${identifier('o')} ORDER BY ${says.orderTerm(n, true, true)}`
    const outcome = await Promise.resolve()
      .then(() => GATES[engine]!(sql))
      .catch(String)
    expect([sql, outcome.slice(0, 6).toLowerCase()]).toEqual([sql, 'select'])
  }
})
