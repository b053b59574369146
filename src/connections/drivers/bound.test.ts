import { describe, expect, test } from 'bun:test'
import { DATABASE_ENGINES } from '../rules/connection.ts'
import type { Value } from '../rules/placeholder.ts'
import { bound } from './bound.ts'
import { driverOf } from './registry.ts'

const VALUES: Record<string, Value> = {
  word: { kind: 'text', text: `it's 5\\` },
  least: { kind: 'number', text: '-12.5' },
  since: { kind: 'date', text: '2026-03-31' },
  paid: { kind: 'boolean', text: 'true' },
}
const inEngine = async (engine: (typeof DATABASE_ENGINES)[number], sql: string, values = VALUES) =>
  bound((await driverOf(engine)).values, sql, values)

describe.each([...DATABASE_ENGINES])('a statement of %s', (engine) => {
  test('has values as literals of its language', async () => {
    const sql = await inEngine(
      engine,
      'select a from t where b = {{word}} and c > {{ least }} and d = {{since}} and e = {{Paid}}',
    )
    expect(sql).not.toContain('{{')
    expect(sql).toContain(' (-12.5) ')
    expect(sql).toContain('2026-03-31')
    const quoted = {
      postgres: `'it''s 5\\'`,
      bigquery: `'it\\'s 5\\\\'`,
      clickhouse: `'it\\'s 5\\\\'`,
      snowflake: `'it''s 5\\\\'`,
    }
    expect(sql).toContain((quoted as Record<string, string>)[engine] ?? `'it''s 5\\'`)
  })

  test.each([
    [`select '{{word}}' from t`],
    [`select 'it''s {{word}}' from t`],
    [`select a from t -- {{word}}`],
    [`select /* {{word}} */ a from t`],
    ['select a{{word}} from t'],
    ['select {{word}}a from t'],
  ])('%s has none within a text, a comment or a word', async (sql) => {
    await expect(inEngine(engine, sql)).rejects.toThrow(/Take it out|cannot be|doubled|with a backslash/)
  })

  test('keeps braces of texts that are no names of values', async () => {
    const sql = `select '{{other}}' as a, {{paid}} as b from t`
    expect(await inEngine(engine, sql)).toBe(
      sql.replace('{{paid}}', engine === 'sqlite' || engine === 'sqlserver' ? ' 1 ' : ' true '),
    )
  })

  // Whatever is written, the reader of the language finds one value more in a place of its own, and nothing else.
  test.each([
    `' or 1=1 --`,
    `\\' or 1=1 --`,
    `'; drop table t; --`,
    '{{least}}',
    `'''`,
    '$$',
    '"',
    '`',
    '\\',
    '*/',
    '\n',
    `\u02bc`,
  ])('%j stays one value', async (text) => {
    const { values } = await driverOf(engine)
    const sql = await bound(values, 'select {{word}} as a, b from t where c = {{mark}}', {
      word: { kind: 'text', text },
      mark: { kind: 'text', text: 'x' },
    })
    // The second one still stands where a value can, behind whatever the first one brought.
    const second = sql.lastIndexOf(values.text('x'))
    const again = `${sql.slice(0, second)}{{mark}}${sql.slice(second + values.text('x').length)}`
    const standing = await values.standing(again, [{ name: 'mark', start: second, end: second + 8 }])
    expect([...standing]).toEqual([0])
  })
})

test('what stands only in quotes that a language has is found by its reader', async () => {
  const none = async (engine: (typeof DATABASE_ENGINES)[number], sql: string) =>
    expect(inEngine(engine, sql)).rejects.toThrow('Take it out')
  await none('postgres', `select $x$ {{word}} $x$`)
  await none('postgres', `select e'\\' {{word}} '`)
  await none('postgres', `select /* /* */ {{word}} */ 1`)
  await none('postgres', `select "{{word}}"`)
  await none('sqlite', 'select [{{word}}], `{{word}}`')
  await none('mysql', 'select `{{word}}`')
  await none('sqlserver', 'select [{{word}}]')
})
