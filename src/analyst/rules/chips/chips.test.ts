import { beforeAll, describe, expect, test } from 'bun:test'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import type { Node } from '#query/rules/need.ts'
import { cases } from '../../../../tests/support/properties.ts'
import { treeOf } from '../../statements.ts'
import { changed, statementOn } from './change.ts'
import type { Aggregate, Operator } from './kinds.ts'
import type { Edit, Part, PartOf, Reading } from './part.ts'
import { type Table, takenApart } from './query.ts'
import { readingOf } from './reading.ts'

let engine: DuckDBConnection
const TABLES: Table[] = [
  table(
    'trips',
    'id BIGINT, class VARCHAR, fare DECIMAL(9,2), age DOUBLE, booked DATE, seen TIMESTAMP, paid BOOLEAN, port_id BIGINT',
  ),
  table('ports', 'id BIGINT, name VARCHAR, opened DATE'),
]
TABLES[0]!.relations = [{ column: 'port_id', to_table: 'ports', to_column: 'id', match_rate: 1, kind: 'declared' }]

function table(name: string, columns: string): Table {
  const one = (text: string) => {
    const [name = '', type = ''] = text.trim().split(/ (.*)/)
    const rest = {
      role: 'dimension',
      nulls: 0,
      distinct: 1,
      min: null,
      max: null,
      top: [],
      sample: [],
      description: '',
    }
    return { name, type, ...rest, hidden: false } as Table['columns'][number]
  }
  return { name, columns: columns.split(/,(?!\d)/).map(one), relations: [] }
}

beforeAll(async () => {
  engine = await (await DuckDBInstance.create(':memory:')).connect()
  for (const { name, columns } of TABLES)
    await engine.run(`CREATE TABLE ${name} (${columns.map((one) => `"${one.name}" ${one.type}`).join(', ')})`)
  await engine.run(`INSERT INTO ports VALUES (1, 'Bonn', '2020-01-01'), (2, 'Kiel', '2021-06-01'), (3, NULL, NULL)`)
  await engine.run(`INSERT INTO trips SELECT i, ['First','second','Third%', NULL][i % 4 + 1], i * 1.25 - 10, sqrt(i) * (i % 5),
    DATE '2024-01-01' + (i * 11)::INT, TIMESTAMP '2024-03-01 08:30:00' + INTERVAL (i * 7) HOUR,
    [true, false, NULL][i % 3 + 1], i % 5 FROM range(60) r(i)`)
  await engine.run('INSERT INTO trips SELECT 60, NULL, NULL, NULL, NULL, NULL, NULL, NULL')
})

const parse = async (sql: string): Promise<Node> =>
  treeOf(String((await engine.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])).getRowsJS()[0]![0]))
const written = async (statement: Node): Promise<string> => {
  const tree = JSON.stringify({ error: false, statements: [statement] })
  return String((await engine.runAndReadAll('SELECT json_deserialize_sql($1::JSON)', [tree])).getRowsJS()[0]![0])
}
/** Rows as text, days alike whether they are moments or not. @param order places of the columns */
async function rowsOf(sql: string, order?: number[]): Promise<string[]> {
  const rows = (await engine.runAndReadAll(sql)).getRowsJson()
  return rows.map((row) => JSON.stringify(order ? order.map((at) => row[at]) : row).replaceAll(' 00:00:00"', '"'))
}
const sorted = (rows: string[]) => rows.toSorted()
const read = async (sql: string): Promise<Reading> => readingOf(await parse(sql), TABLES)

const measures = fc.constantFrom(
  ...['count(*)', 'count(1)', 'count(t.age)', 'count(DISTINCT class)', 'sum(fare)', 'round(avg(fare), 2)', 'avg(age)'],
  ...[
    'min(booked)',
    'max(t.fare)',
    'median(age)',
    'min(class)',
    'sum(fare * age)',
    'sum(CASE WHEN paid THEN 1 ELSE 0 END)',
  ],
  ...['count(*) FILTER (WHERE paid)', 'sum(fare) / count(*)'],
)
const groups = fc.constantFrom(
  ...[
    'class',
    't.paid',
    "date_trunc('month', booked)",
    "CAST(date_trunc('year', seen) AS DATE)",
    'year(booked)',
    'booked',
  ],
  ...[
    "date_part('month', seen)",
    'CAST(seen AS DATE)',
    "date_trunc('hour', seen)",
    "strftime(booked, '%Y-%m')",
    'port_id',
  ],
)
const wheres = fc.constantFrom(
  ...[
    "class = 'First'",
    "class <> 'First'",
    'fare > 12.5',
    '-3 < fare',
    'fare BETWEEN 0 AND 40',
    'paid',
    'NOT paid',
    'paid = true',
  ],
  ...[
    "class IN ('First', 'second')",
    "class NOT IN ('First')",
    'age IS NULL',
    'age IS NOT NULL',
    "class ILIKE '%ir%'",
    "class LIKE 'F%'",
  ],
  ...[
    "lower(class) = 'first'",
    "lower(class) IN ('first', 'third%')",
    "contains(lower(class), 'd')",
    "class NOT ILIKE '%i%'",
  ],
  ...[
    "booked >= DATE '2024-06-01'",
    "booked < '2025-01-01'",
    "seen <= TIMESTAMP '2024-03-09 10:00:00'",
    'year(booked) = 2024',
  ],
  ...[
    "date_trunc('month', booked) = DATE '2024-05-01'",
    "class = 'First' OR fare > 30",
    '(paid AND fare > 3) OR class IS NULL',
  ],
  ...[
    "class = upper('first')",
    'fare > age',
    "starts_with(lower(class), 't')",
    "class ILIKE 'f_r%'",
    'fare = NULL',
    'age > fare * 2',
  ],
)
const havings = fc.constantFrom(
  'count(*) > 3',
  'sum(fare) >= 10',
  'avg(age) IS NOT NULL',
  'count(DISTINCT class) = 1',
  'sum(fare) > count(*)',
)

/** Statements over the tables: grouped, or lists. An order is by all outputs, so that a limit leaves one choice. */
const statements = fc
  .record({
    measures: fc.uniqueArray(measures, { maxLength: 3 }),
    groups: fc.uniqueArray(groups, { maxLength: 2 }),
    wheres: fc.uniqueArray(wheres, { maxLength: 3 }),
    having: fc.option(havings, { freq: 4 }),
    aliases: fc.boolean(),
    mixed: fc.boolean(),
    by: fc.constantFrom('expressions', 'numbers', 'all'),
    order: fc.option(fc.constantFrom('', ' DESC', ' DESC NULLS LAST', ' NULLS FIRST')),
    limit: fc.option(fc.constantFrom(' LIMIT 3', ' LIMIT 2 OFFSET 1')),
    join: fc.option(fc.constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN'), { freq: 4 }),
    distinct: fc.boolean(),
  })
  .map((of) => {
    const isList = of.measures.length === 0 && of.groups.length === 0
    const outputs = isList
      ? ['t.id', 'class', 'fare']
      : of.mixed
        ? [...of.measures, ...of.groups]
        : [...of.groups, ...of.measures]
    const named = outputs.map((one, at) => (of.aliases ? `${one} AS ${at === 0 ? 'fare_' : 'x'}${at}` : one))
    const places = of.groups.map((one) => outputs.indexOf(one) + 1)
    const by = of.by === 'all' ? 'ALL' : (of.by === 'numbers' ? places : of.groups).join(', ')
    const isOrdered = of.order !== null || of.limit !== null
    return [
      `SELECT ${of.distinct && isList ? 'DISTINCT ' : ''}${named.join(', ')} FROM trips AS t`,
      of.join && `${of.join} ports ON t.port_id = ports.id`,
      of.wheres.length > 0 && `WHERE ${of.wheres.map((one) => `(${one})`).join(' AND ')}`,
      of.groups.length > 0 && `GROUP BY ${by}`,
      of.having && !isList && `HAVING ${of.having}`,
      isOrdered && `ORDER BY ${outputs.map((_, at) => `${at + 1}${of.order ?? ''}`).join(', ')}`,
      of.limit,
    ]
      .filter(Boolean)
      .join(' ')
  })

/** The edits that make a statement of what its chips say, from all rows of its table; `order`: places of its outputs in the order in which they come then. */
function rebuilt(
  statement: Node,
  { chips }: Reading,
): { table: string; edits: (names: string[]) => Edit[]; order: number[] } {
  const { items, groups } = takenApart(statement.node as Node, TABLES)
  const order = [
    ...groups.map((_, at) => items.findIndex(({ group }) => group === at)),
    ...items.flatMap(({ role }, at) => (role === 'group' ? [] : [at])),
  ]
  const parts = (kind: Part['kind']) => chips.flatMap((chip) => (chip.kind === kind && chip.part ? [chip.part] : []))
  const rename = (part: Part): Part => {
    if (part.kind === 'join') return { ...part, to: { ...part.to, of: part.to.of === 't' ? 'trips' : part.to.of } }
    return JSON.parse(JSON.stringify(part).replaceAll('"of":"t"', '"of":"trips"')) as Part
  }
  const add = (part: Part): Edit => ({ act: 'add', part: rename(part) })
  const names = items.map(({ node }) => String(node.alias || (node.column_names as string[] | undefined)?.at(-1) || ''))
  return {
    table: (parts('table')[0] as PartOf<'table'>).table,
    order,
    edits: (made) => [
      ...[...parts('join'), ...parts('measure'), ...parts('group'), ...parts('column'), ...parts('filter')].map(add),
      ...(parts('order') as PartOf<'order'>[]).map((part) =>
        add({ ...part, by: made[order.indexOf(names.indexOf(part.by))] ?? part.by }),
      ),
      ...parts('limit').map(add),
    ],
  }
}

describe('what chips say', () => {
  test('is all that a statement does: made of them, it gives the same rows', async () => {
    let whole = 0
    await fc.assert(
      fc.asyncProperty(statements, async (sql) => {
        const statement = await parse(sql)
        const reading = readingOf(statement, TABLES)
        if (!reading.whole || reading.chips.some(({ part }) => !part)) return
        whole++
        const { table, edits, order } = rebuilt(statement, reading)
        const start = statementOn(table, TABLES)
        const first = changed(
          start,
          TABLES,
          edits([]).filter((edit) => edit.act === 'add' && !['order', 'limit'].includes(edit.part.kind)),
        )
        const all = changed(start, TABLES, edits(readingOf(first, TABLES).outputs))
        const [expected, found] = [await rowsOf(sql, order), await rowsOf(await written(all))]
        const [a, b] = [sorted(expected), sorted(found)]
        if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`${sql}\n${await written(all)}\n${a}\n${b}`)
      }),
      cases(120),
    )
    expect(whole).toBeGreaterThan(6)
  })

  test('stays what it is where a chip is set to what it says, or something is added and taken away again', async () => {
    await fc.assert(
      fc.asyncProperty(statements, async (sql) => {
        const statement = await parse(sql)
        const before = sorted(await rowsOf(sql))
        const { chips, tables } = readingOf(statement, TABLES)
        const of = tables[0]!.of
        const again: Edit[][] = chips.flatMap(({ id, part }) =>
          part && part.kind !== 'table' && part.kind !== 'join' ? [[{ act: 'change', chip: id, part }]] : [],
        )
        const wheres = chips.filter(({ id }) => id.startsWith('w')).length
        const any = [
          { aggregate: null, column: { of, column: 'age' }, grain: null, operator: 'above' as const, values: ['2'] },
        ]
        again.push([
          { act: 'add', part: { kind: 'filter', any } },
          { act: 'remove', chip: `w${wheres}` },
        ])
        for (const edits of again) {
          const next = await written(changed(statement, TABLES, edits))
          const after = sorted(await rowsOf(next))
          if (JSON.stringify(after) !== JSON.stringify(before))
            throw new Error(`${sql}\n${next}\n${JSON.stringify(edits)}`)
        }
      }),
      cases(25),
    )
  })
})

describe('words', () => {
  test.each([
    [
      `SELECT class, round(avg(fare), 2) AS f FROM trips WHERE paid AND (fare > 3 OR lower(class) = 'first') GROUP BY 1 HAVING count(*) > 2 ORDER BY f DESC LIMIT 5`,
      'Average fare by class, where paid is yes, and fare is above 3 or class is, in any capitals, first, and number of rows is above 2, by average fare, highest first, the first 5',
    ],
    [
      'SELECT p.name, sum(t.fare * t.age) AS x FROM trips t LEFT JOIN ports p ON t.port_id = p.id GROUP BY ALL ORDER BY 1',
      'Total fare × age by name, by name, A to Z',
    ],
    [
      "SELECT strftime(booked, '%Y-%m') AS m, count(*) FROM trips GROUP BY m ORDER BY m",
      'Number of rows by month of booked, by month of booked, lowest first',
    ],
    [
      "SELECT date_trunc('month', seen) AS m, max(booked) FROM trips GROUP BY ALL ORDER BY m DESC",
      'Highest booked by month of seen, by month of seen, latest first',
    ],
    ['SELECT * FROM trips LIMIT 3', 'Rows of trips, the first 3'],
    ['SELECT class, fare FROM trips WHERE age IS NULL', 'Class and fare, where age is not known'],
  ])('%s', async (sql, title) => {
    expect(await read(sql)).toMatchObject({ whole: true, title })
  })

  test.each([
    ['WITH q AS (SELECT * FROM trips) SELECT count(*) FROM q', ['the rows of q', 'q, a query of its own']],
    [
      'WITH trips AS (SELECT * FROM ports) SELECT count(*) FROM trips',
      ['the rows of trips', 'trips, a query of its own'],
    ],
    ['SELECT id FROM trips UNION ALL SELECT id FROM ports', ['several queries that are put together']],
    ['SELECT *, row_number() OVER () AS place FROM trips', ['place, which is computed']],
    ['SELECT count(*) FROM trips WHERE id IN (SELECT id FROM ports)', ['a condition']],
    ['SELECT class, count(*) FROM trips GROUP BY ROLLUP (class)', ['subtotals']],
    [
      'SELECT class, id FROM trips QUALIFY row_number() OVER (PARTITION BY class) = 1',
      ['rows that are picked by comparing them with others'],
    ],
    ['SELECT DISTINCT class FROM trips', ['rows that are alike are shown once']],
    ['SELECT count(*) FROM trips TABLESAMPLE 10%', ['the rows of trips']],
    ['SELECT count(*) FROM trips, ports', ['how ports are put beside']],
    ['SELECT count(*) FROM (SELECT 1)', ['rows of a query of its own']],
    ['SELECT sum(CASE WHEN paid THEN 1 END) AS paid_trips FROM trips', ['paid trips, which is computed']],
    ["SELECT count(*) FROM trips WHERE class LIKE 'a!%' ESCAPE '!'", ['a condition']],
    ['SELECT secret FROM trips', ['secret, which is computed']],
  ])('a part that is more complex than chips is told as one: %s', async (sql, parts) => {
    const { whole, chips } = await read(sql)
    const told = chips.flatMap(({ kind, text, fixed }) => (kind === 'other' ? [[text, fixed]] : []))
    expect({ whole, told }).toEqual({ whole: false, told: parts.map((one) => [`A more complex part: ${one}`, true]) })
  })
})

describe('edits', () => {
  const column = (name: string, of = 'trips') => ({ of, column: name })
  const measure = (aggregate: Aggregate, name: string): Part => ({
    ...{ kind: 'measure', aggregate, column: column(name), grain: null, digits: null },
  })
  const edited = async (sql: string, ...edits: Edit[]) => written(changed(await parse(sql), TABLES, edits))
  const where = (operator: Operator, values: string[], name = 'class'): Edit => ({
    ...{
      act: 'add',
      part: { kind: 'filter', any: [{ aggregate: null, column: column(name), grain: null, operator, values }] },
    },
  })

  test('keep the order of a figure that is changed, and give it a name of its own', async () => {
    const sql = await edited('SELECT class, avg(fare) AS f FROM trips GROUP BY 1 ORDER BY f DESC LIMIT 2', {
      ...{ act: 'change', chip: 'm1', part: measure('sum', 'age') },
    })
    expect(sql).toBe(
      'SELECT "class", sum(age) AS total_age FROM trips GROUP BY "class" ORDER BY total_age DESC LIMIT 2',
    )
  })

  test('write values as they are, whatever they hold', async () => {
    const sql = await edited('SELECT count(*) AS n FROM trips', where('is', ["O'Neil; DROP TABLE trips --"]))
    expect(await rowsOf(sql)).toEqual(['["0"]'])
    expect(await rowsOf(await edited('SELECT count(*) AS n FROM trips', where('contains', ['D%'])))).toEqual(['["15"]'])
  })

  test('put a related table beside the rows, and say whose column each is', async () => {
    const join: Part = { kind: 'join', table: 'ports', column: 'id', to: column('port_id'), keeps: true }
    const sql = await edited(
      'SELECT id, fare FROM trips WHERE id < 9 ORDER BY id',
      { act: 'add', part: join },
      {
        ...{ act: 'add', part: { kind: 'column', column: column('name', 'ports') } },
      },
    )
    expect(sql).toContain(
      'trips.id, trips.fare, ports."name" FROM trips LEFT JOIN ports ON ((trips.port_id = ports.id))',
    )
    expect(await rowsOf(sql)).toHaveLength(9)
    await expect(edited(sql, { act: 'remove', chip: 'j0' })).rejects.toThrow('Remove first what uses ports.')
    expect(await edited(sql, { act: 'remove', chip: 'm2' }, { act: 'remove', chip: 'j0' })).not.toContain('ports')
  })

  test.each<[string, Edit[], string]>([
    ['a column that is not there', [{ act: 'add', part: measure('sum', 'secret') }], 'There is no column secret here.'],
    ['a sum of texts', [{ act: 'add', part: measure('sum', 'class') }], 'class holds no numbers to compute with.'],
    [
      'a table without a relation',
      [{ act: 'add', part: { kind: 'join', table: 'ports', column: 'name', to: column('class'), keeps: true } }],
      'No relation is known by which ports belongs here.',
    ],
    [
      'a table that is not there',
      [{ act: 'add', part: { kind: 'table', table: 'users' } }],
      'There is no table users here.',
    ],
    ['a word for a number', [where('above', ['many'], 'fare')], '“many” is no number of up to 15 digits.'],
    ['no day', [where('is', ['2024-02-31x'], 'booked')], '“2024-02-31x” is no day. Write it as 2026-03-31.'],
    ['one end of two', [where('between', ['1'], 'fare')], 'Give two values.'],
    ['a pattern of numbers', [where('like', ['1%'], 'fare')], 'This column cannot be compared in that way.'],
    [
      'an order by what is not shown',
      [{ act: 'add', part: { kind: 'order', by: 'age', descending: true } }],
      'There is no one column age to order by.',
    ],
    [
      'a group that is there',
      [{ act: 'add', part: { kind: 'group', column: column('class'), grain: null } }],
      'The rows are grouped by that already.',
    ],
    ['the table', [{ act: 'remove', chip: 't0' }], 'A statement needs a table.'],
    ['what is gone', [{ act: 'remove', chip: 'w7' }], 'This part is not there any more. Load the page again.'],
    [
      'another kind of part',
      [{ act: 'change', chip: 'g0', part: measure('sum', 'fare') }],
      'This part can be changed in SQL only.',
    ],
  ])('are refused in words: %s', async (_, edits, message) => {
    await expect(edited('SELECT class, count(*) AS n FROM trips GROUP BY 1', ...edits)).rejects.toThrow(message)
  })

  test('leave what is more complex as it is', async () => {
    const sql = 'SELECT class, count(*) AS n FROM trips WHERE id IN (SELECT id FROM ports) GROUP BY 1'
    expect(await edited(sql, where('known', [], 'age'))).toBe(
      'SELECT "class", count_star() AS n FROM trips WHERE ((id = ANY(SELECT id FROM ports)) AND (age IS NOT NULL)) GROUP BY "class"',
    )
    await expect(edited(sql, { act: 'remove', chip: 'w0' })).rejects.toThrow('This part can be changed in SQL only.')
  })
})
