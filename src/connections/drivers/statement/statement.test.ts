import { describe, expect, test } from 'bun:test'
import { AppError } from '#base/errors.ts'
import type { VisibleTable } from '#outside/remote.ts'
import { DIALECT_LEGITIMATE, MYSQL_ATTEMPTS } from '../../../../tests/support/attempts.ts'
import { cases } from '../../../../tests/support/properties.ts'
import {
  BIGQUERY_ATTEMPTS,
  CLICKHOUSE_ATTEMPTS,
  LEGITIMATE_EVERYWHERE,
  SNOWFLAKE_ATTEMPTS,
  SQLSERVER_ATTEMPTS,
  TRINO_ATTEMPTS,
} from '../../../../tests/support/warehouse-attempts.ts'
import { GRAMMAR as BIGQUERY } from '../bigquery/grammar.ts'
import { GRAMMAR as CLICKHOUSE } from '../clickhouse/grammar.ts'
import { GRAMMAR as MYSQL } from '../mysql/grammar.ts'
import { GRAMMAR as SNOWFLAKE } from '../snowflake/grammar.ts'
import { GRAMMAR as SQLSERVER } from '../sqlserver/grammar.ts'
import { GRAMMAR as TRINO } from '../trino/grammar.ts'
import type { Reach } from './from.ts'
import type { Grammar } from './grammar.ts'
import { SelectParser } from './parser.ts'
import { gate as gateOf, written } from './statement.ts'
import { tokenize } from './tokens.ts'

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

type Engine = {
  name: string
  grammar: Grammar
  reach: Omit<Reach, 'visible'>
  attempts: string[]
  visible: VisibleTable[]
  own: string[]
}
const ENGINES: Engine[] = [
  {
    name: 'MySQL',
    grammar: MYSQL,
    reach: { home: 'shop' },
    // Of a table that FROM does not name the server knows no column; and HIDDEN is what the statement itself calls so.
    attempts: MYSQL_ATTEMPTS.filter(
      (sql) => !/select hidden\.word from orders|^with hidden as \(select 1\) select/i.test(sql),
    ),
    visible: tablesIn('shop'),
    own: DIALECT_LEGITIMATE.mysql,
  },
  {
    name: 'ClickHouse',
    grammar: CLICKHOUSE,
    reach: { home: 'shop' },
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
  {
    name: 'Trino',
    grammar: TRINO,
    reach: { catalog: 'lake' },
    attempts: TRINO_ATTEMPTS,
    visible: tablesIn('shop'),
    own: [
      'select id from lake.shop.orders order by id offset 2 rows fetch first 5 rows only',
      'select t.x, n from orders cross join unnest(array[1, 2]) with ordinality as t(x, n)',
      "select date_trunc('month', current_timestamp), timestamp '2024-01-01 00:00:00' + interval '1' month, try_cast('1' as bigint) from orders",
      "select transform(array[1, 2], x -> x + 1), element_at(map(array['a'], array[1]), 'a'), array[1, 2][1] from orders",
      "select count(*) filter (where amount > 1), listagg(cast(id as varchar), ',') within group (order by id) from orders",
      "select extract(year from current_date), amount at time zone 'UTC', grouping(team) from orders group by grouping sets ((id), ())",
      'with recursive n(v) as (select 1 union all select v + 1 from n where v < 10) select v from n',
      'select approx_percentile(amount, 0.5), max_by(id, amount), if(id > 1, 2, 3) from orders limit 3',
    ],
  },
  {
    name: 'BigQuery',
    grammar: BIGQUERY,
    reach: { catalog: 'p' },
    // In double quotes stands a text here.
    attempts: BIGQUERY_ATTEMPTS.filter((sql) => !/"secret"/i.test(sql)),
    visible: tablesIn('shop'),
    own: [
      'select * from `p.shop.orders` order by id limit 5 offset 2',
      'select id from p.shop.orders, `shop.adults`',
      "select x, o from orders, unnest([1, 2]) as x with offset as o where 'a' in unnest(['a'])",
      "select date_trunc(current_date, month), timestamp_sub(current_timestamp(), interval 3 day), safe_cast('1' as int64) from orders",
      'select array_agg(id ignore nulls order by amount desc limit 3)[offset(0)], struct(1 as a).a, array<int64>[1] from orders',
      'select id, row_number() over (order by amount) as n from orders where true qualify n = 1',
      "select countif(amount > 1), string_agg(cast(id as string), ',' order by id), approx_quantiles(amount, 4) from orders group by all",
      'select * except (amount) from orders',
      "select extract(year from current_date), if(id > 1, 'a', \"b'c\"), array(select 1) from orders",
      "select json_value(json_object('a', 1), '$.a'), regexp_extract('ab', 'a(.)') from orders",
    ],
  },
  {
    name: 'Snowflake',
    grammar: SNOWFLAKE,
    reach: { catalog: 'DB' },
    attempts: SNOWFLAKE_ATTEMPTS,
    visible: tablesIn('SHOP', (name) => name.toUpperCase()),
    own: [
      'select ID from db.shop.orders order by id limit 5 offset 2',
      'select "ID" from "DB"."SHOP"."ORDERS" fetch first 5 rows only',
      "select parse_json('{}'):a.b::varchar, f.value from orders, lateral flatten(input => parse_json('[1]')) f",
      "select dateadd(day, -7, current_date()), date_trunc('month', current_timestamp()), try_cast('1' as number(10, 2)), id::varchar from orders",
      "select listagg(id, ',') within group (order by id), count_if(amount > 1), median(amount) from orders group by all",
      'select id from orders qualify row_number() over (partition by person_id order by amount desc) = 1',
      'select * exclude (amount) from orders',
      "select iff(id > 1, 'a', 'b\\'c'), array_construct(1, 2)[0], nvl(name, '') from adults",
    ],
  },
  {
    name: 'SQL Server',
    grammar: SQLSERVER,
    reach: { home: 'dbo' },
    // Inside of its own definition a name means that definition here, never a table.
    attempts: SQLSERVER_ATTEMPTS.filter((sql) => !/hidden as \(select \* from hidden\)/i.test(sql)),
    visible: tablesIn('dbo'),
    own: [
      'select top (5) id, amount from dbo.Orders with (nolock) order by amount desc',
      'select [o].[id] as [the id], "o"."amount" from [dbo].[orders] as o order by 1 offset 5 rows fetch next 10 rows only',
      "select dateadd(day, -7, getdate()), datediff(month, sysdatetime(), sysdatetime()), convert(nvarchar(10), id, 23), N'ü' from orders",
      "select iif(id > 1, 'a', 'b'), isnull(amount, 0), len('x'), charindex('a', 'b'), try_cast('1' as decimal(10, 2)) from orders",
      "select string_agg(cast(id as varchar(10)), ',') within group (order by id), stdev(amount) from orders group by grouping sets ((id), ())",
      'with n as (select 1 as v union all select v + 1 from n where v < 10) select v from n',
      'select id from orders where id & 1 = 0 union select id from adults',
      'select id, datepart(year, getdate()) y, left(name, 3) as [short] from adults',
    ],
  },
]

/** Statements that an accident befell, of each engine in each of two tests. */
const ROUNDS = cases(1000).numRuns

/** A reader that writes down which tokens belong to which part of the statement. */
class Tree extends SelectParser {
  #parts: [part: string, begin: number, end: number][] = []

  #part(part: string, read: () => void): void {
    const begin = this.position
    read()
    this.#parts.push([part, begin, this.position])
  }
  protected override query = () => this.#part('query', () => super.query())
  protected override tables = () => this.#part('tables', () => super.tables())
  protected override expression = () => this.#part('expression', () => super.expression())
  protected override orderings = () => this.#part('orderings', () => super.orderings())
  protected override window = () => this.#part('window', () => super.window())
  protected override type = () => this.#part('type', () => super.type())

  /** Every part with the words that stand for it in what runs. */
  read(grammar: Grammar): string[] {
    this.statement()
    const words = this.tokens.map(
      (token) => this.replaced.get(token) ?? (token.kind === 'name' ? grammar.quoted(token.text) : token.text),
    )
    return this.#parts.map(([part, begin, end]) => `${part}: ${words.slice(begin, end).filter(Boolean).join(' ')}`)
  }
}

describe('MySQL alone', () => {
  const tables = [
    { schema: 'shop', name: 'orders', columns: ['id', 'q`q'], hidden: ['x', 'json', '_secret', 'number'] },
  ]
  const gate = (sql: string) => outcome(() => gateOf(sql, MYSQL, { visible: tables, home: 'shop' }, 10))

  test('a text beside a column is its new name, which does not hide that the column is asked for', () => {
    for (const sql of ["select x '41' from orders", "select json 'a' from orders", "select _secret'a' from orders"])
      expect([sql, gate(sql)]).toEqual([sql, 'sql_refused'])
    expect(gate("select id 'the id', id as 'it''s' from orders")).toStartWith("select id `the id`, id as `it's` from")
  })

  test('a primary key that is hidden has no second name', () =>
    expect(gate('select _rowid from orders')).toBe('sql_error'))

  test('two dashes that are no comment do not become one', () =>
    expect(gate('select 1--/* x */1 as n')).toBe('select 1- - 1 as `n` limit 10'))

  test('a function stands beside its bracket, since one with a space could be of the database', () =>
    expect(gate('select abs (id) as n from orders')).toBe('select abs(id) as `n` from `shop`.`orders` limit 10'))

  test('results are called as they were asked for', () => {
    expect(gate('select upper( "q`q" ), id + 1 from orders')).toBe(
      'select upper( `q``q` ) as `upper( "q``q" )`, id + 1 from `shop`.`orders` limit 10',
    )
  })

  test('the count of an interval may stand in brackets', () =>
    expect(gate('select now() + interval (id + 1) day as d, interval(3, 1, 5) as i from orders')).toBe(
      'select now() + interval(id + 1) day as `d`, interval(3, 1, 5) as `i` from `shop`.`orders` limit 10',
    ))

  test('fields of documents are asked for by arrows', () =>
    expect(gate("select id->>'$.a' as a, id -> '$.b' as b from orders")).toBe(
      "select id->>'$.a' as `a`, id -> '$.b' as `b` from `shop`.`orders` limit 10",
    ))

  test('names in quotes keep apart', () => expect(gate('select "id""n"')).toBe('select `id"n` limit 10'))
  test('a name does not become one with the name after it', () =>
    expect(gate('select `id`n from orders')).toBe('select `id` `n` from `shop`.`orders` limit 10'))
})

for (const { name, grammar, reach, attempts, visible, own } of ENGINES)
  describe(name, () => {
    const gate = (sql: string, tables: VisibleTable[], rows: number) =>
      gateOf(sql, grammar, { visible: tables, ...reach }, rows)
    const legitimate = [
      ...LEGITIMATE_EVERYWHERE.map((sql) => (name === 'BigQuery' ? sql.replaceAll('"', '`') : sql)),
      ...own,
    ]

    /** Legitimate statements with one to three accidents each. */
    function* accidents(rounds: number, bits: string[]): Generator<string> {
      let seed = 7
      const random = (below: number) => {
        seed = (seed * 48271) % 2147483647
        return seed % below
      }
      for (let round = 0; round < rounds; round++) {
        let sql = legitimate[random(legitimate.length)]!
        for (let edits = 1 + random(3); edits > 0; edits--) {
          const at = random(sql.length)
          sql = sql.slice(0, at) + bits[random(bits.length)] + sql.slice(at + random(4))
        }
        yield sql
      }
    }

    test('there are at least 250 attempts', () => expect(new Set(attempts).size).toBeGreaterThanOrEqual(250))

    test('none of them passes', () => {
      const passed = attempts
        .map((sql) => [sql, outcome(() => gate(sql, visible, 10))])
        // What names neither a hidden table nor the one with the hidden column gives nothing away.
        .filter(([, result]) => !/^sql_(error|refused)$/.test(result!) && /hidden|people["`\]]/i.test(result!))
      expect(passed).toEqual([])
    })

    test('what people ask passes', () => {
      const refused = legitimate.flatMap((sql) => {
        try {
          gate(sql, visible, 10)
          return []
        } catch (error) {
          return [[sql, String(error)]]
        }
      })
      expect(refused).toEqual([])
    })

    test('a hidden column that is called like a path is hidden in its parts too', () => {
      const nested = visible.map((table) => ({ ...table, hidden: table.hidden.length ? ['n.word'] : [] }))
      for (const sql of ['select n.word from people', 'select p.n.word from people p', 'select n from people'])
        expect([sql, outcome(() => gate(sql, nested, 10))]).toEqual([sql, 'sql_refused'])
    })

    test('a name in quotes is given as it is written', () => {
      const sql = name === 'BigQuery' ? 'select id as `The Id` from orders' : 'select id as "The Id" from orders'
      expect(gate(sql, visible, 10)).toContain('The Id')
    })

    test('the limit of rows holds, and never makes a smaller one larger', () => {
      const limited = (sql: string) => gate(sql, visible, 10).replace(/\s+/g, ' ')
      if (name === 'SQL Server') expect(limited('select id from orders')).not.toContain('limit')
      else if (name === 'ClickHouse') expect(limited('select id from orders limit 3')).toEndWith('limit 3) limit 10')
      else {
        expect(limited('select id from orders')).toEndWith(' limit 10')
        expect(limited('select id from orders limit 3')).toEndWith(' limit 3')
        expect(limited('select id from orders limit 3000')).toEndWith(' limit 10')
        expect(limited('select id from (select id from orders limit 3000) q')).toMatch(/limit 3000\) .?q.? limit 10$/i)
        expect(limited('select id from orders union all (select 1 limit 5)')).toEndWith('limit 5) limit 10')
      }
    })

    test('whatever is made of a statement is refused in order or passes', () => {
      const bits = [
        '(',
        ')',
        "'",
        '"',
        '`',
        '[',
        ']',
        ',',
        '.',
        '*',
        '--',
        '/*',
        '*/',
        ';',
        ' from ',
        ' select ',
        ' as ',
        ' with ',
        ' union ',
        ' hidden ',
        ' secret ',
        '\\',
        '::',
        '->',
        '$',
        '\n',
        'é',
        '1',
        ' in ',
        ' join ',
        ' over (',
      ]
      const wrong: string[][] = []
      for (const sql of accidents(ROUNDS, bits)) {
        const result = outcome(() => gate(sql, visible, 10))
        const isRefused = /^sql_(error|refused)$/.test(result)
        const text = grammar.backslash ? /'(?:[^'\\]|\\.|'')*'/g : /'(?:[^']|'')*'/g
        const withoutTexts = result.replace(text, "''").replace(/"[^"]*"|`[^`]*`|\[[^\]]*\]/g, '``')
        if (!isRefused && (!/^\s*[(]*(select|with)/i.test(result) || /;|--|\/\*/.test(withoutTexts)))
          wrong.push([sql, result])
      }
      expect(wrong).toEqual([])
    })

    test('what is written reads again to the same tree, and is then written in the same way', () => {
      const bits = [
        ' ',
        '  ',
        '/* x */',
        '(',
        ')',
        '-',
        ' - ',
        '+',
        '.',
        ',',
        'x',
        ' x ',
        ' as y ',
        '1',
        "'t'",
        ' not ',
        '*',
        '"q"',
        '`q`',
      ]
      let read = 0
      for (const sql of [...legitimate, ...accidents(ROUNDS, bits)]) {
        if (outcome(() => gate(sql, visible, 10)).startsWith('sql_')) continue
        read++
        const first = new Tree(tokenize(sql, grammar), grammar, { visible, ...reach })
        const tree = first.read(grammar)
        const text = written(sql, first, grammar)
        // Names that results had by their text are given to them in the second statement only.
        const { tokens, replaced, touching } = first
        const same = written(sql, { tokens, replaced, touching, unnamed: [] }, grammar)
        const second = new Tree(tokenize(same, grammar), grammar, { visible, ...reach })
        expect(second.read(grammar)).toEqual(tree)
        const third = new SelectParser(tokenize(text, grammar), grammar, { visible, ...reach })
        third.statement()
        expect(written(text, third, grammar)).toBe(text)
      }
      expect(read).toBeGreaterThan(legitimate.length + ROUNDS / 20)
    })

    test('brackets that could mean two things do not take for ever', () => {
      let nested = 'select 1'
      for (let depth = 0; depth < 30; depth++) nested = `select 1 where 1 in ((${nested}) union all (select 2))`
      let tables = 'select 1'
      for (let depth = 0; depth < 30; depth++) tables = `select 1 from ((${tables}) union all (select 2)) t`
      for (const sql of [nested, tables]) expect(outcome(() => gate(sql, visible, 10))).toMatch(/^sql_|^select/)
    }, 5000)

    test('what runs names tables in full, without comments, and says the same twice', () => {
      const written = gate('select o.id /* x */ from orders o -- y', visible, 10)
      expect(written).not.toMatch(/\/\*|--/)
      expect(written).toContain(reach.catalog ?? reach.home!)
    })
  })
