import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { cases } from '../../../tests/support/properties.ts'
import { reading } from '../../../tests/support/reading.ts'

type Row = { code: string; size: number; note: string }
const ROWS: Row[] = [
  { code: 'a1', size: 1.5, note: 'x' },
  { code: 'a2', size: 2.5, note: 'y' },
  { code: 'a3', size: 4.5, note: 'z' },
]
const names = ['code', 'size', 'note'] as const
const lists = (rows: Row[]) => rows.map((row) => names.map((name) => row[name]))
const byName = <T>(of: (name: (typeof names)[number]) => T) => Object.fromEntries(names.map((name) => [name, of(name)]))

/** Ways in which programs write the same rows. */
const SHAPES: [string, (rows: Row[]) => unknown][] = [
  ['a list two objects deep', (rows) => ({ status: 'ok', result: { records: rows } })],
  ['columns as lists', (rows) => byName((name) => rows.map((row) => row[name]))],
  ['columns as lists within an object', (rows) => ({ ok: true, data: byName((name) => rows.map((row) => row[name])) })],
  ['columns by the numbers of rows', (rows) => byName((name) => ({ ...rows.map((row) => row[name]) }))],
  ['lists below their names', (rows) => [names, ...lists(rows)]],
  ['lists beside their names', (rows) => ({ columns: names, index: rows.map((_, at) => at), data: lists(rows) })],
  [
    'lists whose names are described elsewhere',
    (rows) => ({ meta: { view: { columns: names.map((name) => ({ name, kind: 'any' })) } }, data: lists(rows) }),
  ],
  [
    'cells below labels',
    (rows) => ({
      table: {
        cols: names.map((label, at) => ({ id: `C${at}`, label })),
        rows: lists(rows).map((row) => ({ c: row.map((v) => ({ v })) })),
      },
    }),
  ],
  [
    'cells below a schema',
    (rows) => ({
      schema: { fields: names.map((name) => ({ name, type: 'ANY' })) },
      rows: lists(rows).map((row) => ({ f: row.map((v) => ({ v })) })),
    }),
  ],
  [
    'cells of two kinds below the names of each',
    (rows) => ({
      dimensionHeaders: [{ name: 'code' }],
      metricHeaders: names.slice(1).map((name) => ({ name })),
      rows: lists(rows).map(([first, ...rest]) => ({
        dimensionValues: [{ value: first }],
        metricValues: rest.map((value) => ({ value })),
      })),
    }),
  ],
  [
    'the only answer of several',
    (rows) => ({ results: [{ columns: names, data: lists(rows).map((row) => ({ row, meta: row.map(() => null) })) }] }),
  ],
  ['pages of a list', (rows) => [rows.slice(0, 2), rows.slice(2)]],
  ['lists of one around rows', (rows) => ({ results: [{ tables: [{ rows }] }] })],
  [
    'columns that are called so',
    (rows) => [{ Columns: names.map((ColumnName) => ({ ColumnName })), Rows: lists(rows) }],
  ],
  [
    'cells by their types below a row of names',
    (rows) => ({
      Rows: [names, ...lists(rows)].map((row) => ({ Data: row.map((VarCharValue) => ({ VarCharValue })) })),
      Meta: { ColumnInfo: names.map((Name) => ({ Name, Type: 'any' })) },
    }),
  ],
  ['rows beside the types of their columns', (rows) => ({ fields: names.map((id) => ({ id, type: 'any' })), rows })],
]

const read = async (content: unknown) => {
  const { tables } = await reading(typeof content === 'string' ? content : JSON.stringify(content))
  return tables.map(({ part, names, rows }) => ({ part, names, rows }))
}
const asTexts = (rows: Row[]) => rows.map((row) => names.map((name) => String(row[name])))

test.each(SHAPES)('%s', async (_, write) => {
  expect(await read(write(ROWS))).toEqual([{ part: null, names: [...names], rows: asTexts(ROWS) }])
})

test.each([
  ['documents over several lines', ROWS.map((row) => JSON.stringify(row, null, 2)).join('\n')],
  ['documents without a line between', ROWS.map((row) => JSON.stringify(row)).join('')],
  ['lines that end in commas', ROWS.map((row) => `${JSON.stringify(row)},\n`).join('')],
  ['a mark and empty lines', `\ufeff${ROWS.map((row) => `${JSON.stringify(row)}\n\n`).join('')}`],
  ['lines of lists', [names, ...lists(ROWS)].map((line) => JSON.stringify(line)).join('\n')],
  ['pages of a list', `${JSON.stringify(ROWS.slice(0, 1))}\n${JSON.stringify(ROWS.slice(1))}`],
])('one after the other: %s', async (_, text) => {
  expect(await read(text)).toEqual([{ part: null, names: [...names], rows: asTexts(ROWS) }])
})

test('objects by their keys have a column for the key', async () => {
  const rows = asTexts(ROWS).map((row, at) => [`k${at}`, ...row])
  const keyed = Object.fromEntries(ROWS.map((row, at) => [`k${at}`, row]))
  const table = { part: null, names: ['key', ...names], rows }
  expect(await read(keyed)).toEqual([table])
  const { dialect, tables } = await reading(JSON.stringify({ meta: { page: 1, of: 3 }, data: keyed }))
  expect(tables[0]!.rows).toEqual(rows)
  expect(dialect.notes).toEqual(['Beside the rows the file says: meta page: 1; meta of: 3.'])
})

test('one object is one row, whatever objects it holds', async () => {
  const settings = { name: 'x', servers: { a: { host: 'h', port: 1 }, b: { host: 'i', port: 2 } } }
  expect((await read(settings)).map(({ rows }) => rows)).toEqual([[['x', 'h', '1', 'i', '2']]])
})

test('rows with lists of objects keep their own values beside the table of the lists', async () => {
  const orders = ROWS.map((row, at) => ({
    ...row,
    items: [
      { item: `i${at}`, n: at },
      { item: `j${at}`, n: at + 1 },
    ],
  }))
  const [parent, child] = await read(orders)
  expect(parent!.rows).toEqual(asTexts(ROWS).map((row) => row))
  expect([child!.part, child!.rows.length, child!.rows[3]]).toEqual(['items', 6, ['a2', 'j1', '2']])
})

const HOURS = [1709294400, 1709298000, 1709301600]
const AT = ['2024-03-01 12:00:00', '2024-03-01 13:00:00', '2024-03-01 14:00:00']
const days = ['2024-03-01', '2024-03-02', '2024-03-03']
/** Series as programs write them, the names of their columns and their rows. */
const SERIES: [string, unknown, string, string[], beside?: string][] = [
  [
    'columns beside facts',
    { source: 'grid', epoch_s: HOURS, load: [7.5, null, 9.25], unit: 'MW' },
    'epoch_s|load',
    [`${AT[0]}|7.50`, `${AT[1]}|∅`, `${AT[2]}|9.25`],
    'source: grid; unit: MW',
  ],
  [
    'columns of words beside facts',
    { place: 'Oslo', months: ['Jan', 'Feb', 'Mar'], rain: { mm: 5 }, snow: [12, 7, 4] },
    'months|snow',
    ['Jan|12', 'Feb|7', 'Mar|4'],
    'place: Oslo; rain mm: 5',
  ],
  [
    'readings of each device',
    {
      status: 'ok',
      data: {
        result: [
          {
            metric: { device: 'a', room: 'x' },
            values: [
              [HOURS[0], '1.5'],
              [HOURS[1], '2.5'],
            ],
          },
          { metric: { device: 'b', room: 'y' }, values: [[HOURS[2], '4.5']] },
        ],
      },
    },
    'device|room|time|value',
    [`a|x|${AT[0]}|1.5`, `a|x|${AT[1]}|2.5`, `b|y|${AT[2]}|4.5`],
    'status: ok',
  ],
  [
    'the last reading of each device',
    [
      { labels: { device: 'a' }, value: [1709294400.25, '17'] },
      { labels: { device: 'b' }, value: [1709298000, '18'] },
    ],
    'device|time|value',
    [`a|${AT[0]}.25|17`, `b|${AT[1]}|18`],
  ],
  [
    'values before their moments',
    [
      {
        target: 'cpu',
        datapoints: [
          [0.5, HOURS[0]],
          [null, HOURS[1]],
        ],
      },
      { target: 'disk', datapoints: [[7.5, HOURS[0]]] },
    ],
    'target|value|time',
    [`cpu|0.5|${AT[0]}`, `cpu|∅|${AT[1]}`, `disk|7.5|${AT[0]}`],
  ],
  [
    'tables with their own columns',
    {
      results: [
        {
          statement: 4,
          series: ['n', 's'].map((site, at) => ({
            ...{ name: 'flow', tags: { site }, columns: ['day', 'low', 'high'] },
            values: [
              [days[at], at + 0.5, at + 2.5],
              [days[at + 1], at + 1.5, at + 3.5],
            ],
          })),
        },
      ],
    },
    'name|site|day|low|high',
    [
      'flow|n|2024-03-01|0.5|2.5',
      'flow|n|2024-03-02|1.5|3.5',
      'flow|s|2024-03-02|1.5|3.5',
      'flow|s|2024-03-03|2.5|4.5',
    ],
    'results statement: 4',
  ],
  [
    'traces of a chart',
    { data: ['in', 'out'].map((name, at) => ({ name, x: days, y: [at + 1.5, at + 2.5, at + 4.5] })) },
    'name|x|y',
    ['in', 'out'].flatMap((name, at) => days.map((day, row) => `${name}|${day}|${at + [1.5, 2.5, 4.5][row]!}`)),
  ],
  [
    'data below the labels of a chart',
    {
      type: 'bar',
      data: {
        labels: ['Q1', 'Q2'],
        datasets: [
          { label: 'in', data: [4, 6] },
          { label: 'out', data: [3, 7] },
        ],
      },
    },
    'label|labels|data',
    ['in|Q1|4', 'in|Q2|6', 'out|Q1|3', 'out|Q2|7'],
    'type: bar',
  ],
  [
    'columns of several objects of each',
    [
      {
        ...{ meta: { symbol: 'AB', currency: 'EUR' }, timestamp: HOURS },
        indicators: { quote: [{ open: [1.5, 2.5, 3.5], close: [2.5, 3.5, 4.5] }], volume: [{ volume: [10, 20, 30] }] },
      },
    ],
    'symbol|currency|timestamp|open|close|volume',
    [`AB|EUR|${AT[0]}|1.5|2.5|10`, `AB|EUR|${AT[1]}|2.5|3.5|20`, `AB|EUR|${AT[2]}|3.5|4.5|30`],
  ],
  [
    'moments alone below a name',
    { meta: { v: 3 }, prices: HOURS.map((at, row) => [at * 1000, row + 0.25]) },
    'time|value',
    [...[0, 1, 2].map((row) => `${AT[row]}|${row}.25`)],
    'meta v: 3',
  ],
  [
    'lists of words without names',
    {
      draw: 1,
      aaData: [
        ['Ada', 'Oslo', 1.5],
        ['Ben', 'Rome', 2.5],
        ['Cas', 'Bonn', 4.5],
      ],
    },
    'column_1|column_2|column_3',
    ['Ada|Oslo|1.5', 'Ben|Rome|2.5', 'Cas|Bonn|4.5'],
    'draw: 1',
  ],
  [
    'lists with a moment each beside them',
    {
      sensors: ['a', 'b'],
      moments: HOURS.slice(0, 2),
      data: [
        [1.5, 2.5],
        [3.5, 4.5],
      ],
    },
    'moments|a|b',
    ['1709294400|1.5|2.5', '1709298000|3.5|4.5'],
  ],
  [
    'data below the labels of an axis',
    {
      xAxis: { data: ['Mon', 'Tue'] },
      series: [
        { name: 'in', data: [1.5, 2.5] },
        { name: 'out', data: [3.5, 4.5] },
      ],
    },
    'name|label|data',
    ['in|Mon|1.5', 'in|Tue|2.5', 'out|Mon|3.5', 'out|Tue|4.5'],
  ],
  [
    'columns in objects of their own',
    { id: 9, streams: { time: { data: HOURS, size: 3 }, pulse: { data: [101, 104, 109], size: 3, kind: 'high' } } },
    'time|pulse',
    [`${AT[0]}|101`, `${AT[1]}|104`, `${AT[2]}|109`],
    'id: 9; streams time size: 3; streams pulse size: 3; streams pulse kind: high',
  ],
  [
    'properties with their types',
    {
      results: [
        {
          page: 'p1',
          properties: {
            Price: { id: 'a', type: 'number', number: 4.5 },
            Made: { id: 'b', type: 'date', date: { start: '2024-03-01' } },
            Name: { id: 'c', type: 'title', title: [{ plain_text: 'Big ' }, { plain_text: 'tent' }] },
          },
        },
      ],
    },
    'page|Price|Made_start|Name',
    ['p1|4.5|2024-03-01|Big tent'],
    'results properties Price id: a; results properties Price type: number; results properties Made id: b; results properties Made type: date; results properties Name id: c; and 3 more',
  ],
  [
    'years as names',
    {
      columns: ['land', '2021', '2022'],
      data: [
        ['AT', 1.5, 2.5],
        ['DE', 3.5, 4.5],
      ],
    },
    'land|2021|2022',
    ['AT|1.5|2.5', 'DE|3.5|4.5'],
  ],
  [
    'objects below numbers',
    { query: { pages: { 12: { title: 'Oak', n: 3 }, 15: { title: 'Elm', n: 5 } } } },
    'key|title|n',
    ['12|Oak|3', '15|Elm|5'],
  ],
  [
    'columns by their days',
    { open: { '2024-03-01': 1.5, '2024-03-02': 2.5 }, close: { '2024-03-01': 2.5, '2024-03-02': 3.5 } },
    'key|open|close',
    ['2024-03-01|1.5|2.5', '2024-03-02|2.5|3.5'],
  ],
  [
    'a cube of an office of statistics',
    {
      ...{ class: 'dataset', id: ['geo', 'year'], size: [2, 2], status: { 3: 'p' }, value: [8.9, 9.5, 83.2, null] },
      dimension: {
        geo: { label: 'Region', category: { index: { DE: 1, AT: 0 }, label: { AT: 'Austria', DE: 'Germany' } } },
        year: { category: { index: ['2021', '2022'] } },
      },
    },
    'geo|Region|year|value|status',
    ['AT|Austria|2021|8.9|∅', 'AT|Austria|2022|9.5|∅', 'DE|Germany|2021|83.2|∅', 'DE|Germany|2022|∅|p'],
    'class: dataset',
  ],
  [
    'observations of an office of statistics',
    {
      header: { id: 'E7' },
      dataSets: [
        { series: { '0:1': { observations: { 0: [1.5], 1: [2.5] } }, '0:0': { observations: { 1: [7.5] } } } },
      ],
      structure: {
        dimensions: {
          series: [
            { id: 'FREQ', name: 'Frequency', values: [{ id: 'D', name: 'Daily' }] },
            {
              id: 'CUR',
              name: 'Currency',
              values: [
                { id: 'USD', name: 'Dollar' },
                { id: 'GBP', name: 'Pound' },
              ],
            },
          ],
          observation: [{ id: 'DAY', values: [{ id: '2024-03-01' }, { id: '2024-03-04' }] }],
        },
      },
    },
    'FREQ|Frequency|CUR|Currency|DAY|value',
    ['D|Daily|GBP|Pound|2024-03-01|1.5', 'D|Daily|GBP|Pound|2024-03-04|2.5', 'D|Daily|USD|Dollar|2024-03-04|7.5'],
    'header id: E7',
  ],
]
test.each(SERIES.map(([name, ...series]) => ({ name, series })))('series: $name', async ({ series }) => {
  const [document, columns, rows, beside] = series
  const { tables, dialect } = await reading(JSON.stringify(document))
  expect(tables.map(({ part, names, lines }) => [part, names.join('|'), lines])).toEqual([[null, columns, rows]])
  const told = dialect.notes?.filter((note) => note.startsWith('Beside'))
  expect(told ?? []).toEqual(beside ? [`Beside the rows the file says: ${beside}.`] : [])
})

test('a series a line has a row for each of its points', async () => {
  const lines = ['a', 'b'].map((ship, at) =>
    JSON.stringify({ ship, hours: HOURS, knots: [at + 1.5, at + 2.5, at + 4.5] }),
  )
  const [table] = await read(lines.join('\n'))
  expect([table!.names, table!.rows.length, table!.rows[4]]).toEqual([
    ['ship', 'hours', 'knots'],
    6,
    ['b', String(HOURS[1]), '3.5'],
  ])
})

test('several lists of points of each thing are tables of their own, and a thing without points is a row', async () => {
  const points = (n: number) => HOURS.map((at, row) => [at, n + row + 0.5])
  const sites = [
    { site: 'A', seen: points(1), hoped: points(2), daily: { day: days, low: [1, 2, 3] } },
    { site: 'B', seen: points(3), hoped: points(4), daily: { day: days, low: [4, 5, 6] } },
  ]
  expect((await read(sites)).map(({ part, names, rows }) => [part, names.join(), rows.length])).toEqual([
    [null, 'site', 2],
    ['seen', 'site,time,value', 6],
    ['hoped', 'site,time,value', 6],
    ['daily', 'site,day,low', 6],
  ])
  const [table] = await read([
    { target: 'a', datapoints: [] },
    { target: 'b', datapoints: points(1) },
  ])
  expect(table!.rows.slice(0, 2)).toEqual([
    ['a', null, null],
    ['b', AT[0]!, '1.5'],
  ])
})

test('each list of cells has the names beside it, and empty lists change nothing', async () => {
  const chart = (label: string) => ({
    cols: [{ label }, { label: 'n' }],
    rows: [1, 2].map((v) => ({ c: [{ v: label }, { v }] })),
  })
  expect((await read({ a: chart('x'), b: chart('y'), c: [] })).map(({ part, names }) => [part, names.join()])).toEqual([
    ['a rows', 'x,n'],
    ['b rows', 'y,n'],
  ])
  expect(await read([{ code: 'a', tags: [] }])).toEqual([{ part: null, names: ['code', 'tags'], rows: [['a', '[]']] }])
})

test('names of one table are not those of another', async () => {
  const tables = await read({
    stock: {
      columns: ['item', 'count'],
      data: [
        ['Lamp', 2],
        ['Desk', 1],
      ],
    },
    rates: HOURS.map((at, row) => [at, row + 0.5]),
  })
  expect(tables.map(({ part, names }) => [part, names.join()])).toEqual([
    ['data', 'item,count'],
    ['rates', 'time,value'],
  ])
})

test('points on a map, a line each, are numbers', async () => {
  const line = (name: string, coordinates: number[]) =>
    JSON.stringify({ properties: { name }, geometry: { type: 'Point', coordinates } })
  const [table] = await read([line('A', [13.5, 52.25]), line('B', [14.5, 51.25])].join('\n'))
  expect([table!.names, table!.rows[1]]).toEqual([
    ['name', 'longitude', 'latitude'],
    ['B', '14.5', '51.25'],
  ])
})

test('features without a place have none, and columns of a document stand beside its other tables', async () => {
  const feature = (n: number, geometry: unknown) => ({ properties: { n }, geometry })
  const [features] = await read({
    features: [feature(1, null), feature(2, { type: 'Point', coordinates: [13.5, 52.25] })],
  })
  expect([features!.names, ...features!.rows]).toEqual([
    ['n', 'longitude', 'latitude'],
    ['1', null, null],
    ['2', '13.5', '52.25'],
  ])
  const tables = await read({
    day: days,
    low: [1, 2, 3],
    people: [
      { name: 'Ada', age: 30 },
      { name: 'Ben', age: 41 },
    ],
  })
  expect(tables.map(({ part, names }) => [part, names.join()])).toEqual([
    [null, 'day,low'],
    ['people', 'name,age'],
  ])
})

test('what members of a list are called stays with them', async () => {
  const [table] = await read([
    { id: 'm1', type: 'boat', boat: 'Ann' },
    { id: 'm2', type: 'crew', crew: 'Bo' },
  ])
  expect(table!.rows[1]).toEqual(['m2', 'crew', null, 'Bo'])
})

test('lists of one among lists of more stay lists', async () => {
  const [parent, child] = await read([
    {
      id: 'a',
      data: [
        { n: 1, notes: [{}] },
        { n: 2, notes: [{}] },
      ],
    },
    { id: 'b', data: [{ n: 3, notes: [{}] }] },
  ])
  expect([parent!.rows.length, child!.names.slice(0, 2), child!.rows.length]).toEqual([2, ['parent_id', 'n'], 3])
})

test('lists that belong to one thing are no columns', async () => {
  const person = { name: 'Bo', tags: ['a', 'b', 'c'], roles: ['x', 'y', 'z'] }
  const point = { name: 'p', color: [1, 2, 3], position: [4, 5, 6] }
  const span = { name: 's', valid: [HOURS[0], HOURS[2]], pages: [3, 7] }
  for (const one of [person, point, span])
    for (const document of [one, [one, { ...one, name: 'q' }]]) {
      const [table] = await read(document)
      expect([table!.names.join(), table!.rows.length]).toEqual([Object.keys(one).join(), [document].flat().length])
    }
})

test('what all messages of several tables say is told', async () => {
  const message = (stream: string, record: object) => JSON.stringify({ action: 'INSERT', stream, record })
  const { dialect } = await reading(
    [1, 2, 3].flatMap((n) => [message('a', { ant: n, size: 5 }), message('b', { bee: n, wing: 'x' })]).join('\n'),
  )
  expect(dialect.notes).toEqual(['Beside the rows the file says: action: INSERT.'])
})

test('objects by their keys with other values than those beside them are tables of their own', async () => {
  const tables = await read({
    orders: { o1: { name: 'Lamp', qty: 2 }, o2: { name: 'Desk', qty: 1 }, o3: { name: 'Rug', qty: 4 } },
    people: { p1: { name: 'Ada', age: 30 }, p2: { name: 'Ben', age: 41 }, p3: { name: 'Cas', age: 52 } },
  })
  expect(tables.map(({ part, names }) => [part, names.join()])).toEqual([
    ['orders', 'key,name,qty'],
    ['people', 'key,name,age'],
  ])
})

/** Ways in which services wrap each record. */
const WRAPPED: [string, (rows: Row[]) => unknown, names?: string[]][] = [
  ['edges and nodes', (rows) => ({ data: { shops: { edges: rows.map((node) => ({ node })), total: 3 } } })],
  ['hits with their source', (rows) => ({ took: 2, hits: { total: 3, hits: rows.map((_source) => ({ _source })) } })],
  ['resources', (rows) => ({ total: 3, entry: rows.map((resource) => ({ resource })) })],
  [
    'attributes of relations',
    (rows) => ({ data: rows.map(({ code, ...row }) => ({ code, attributes: { author: { data: row } } })) }),
    ['code', 'author_size', 'author_note'],
  ],
  ['values with their types', (rows) => rows.map((row) => byName((name) => ({ stringValue: String(row[name]) })))],
  ['values of their own', (rows) => ({ buckets: rows.map((row) => byName((name) => ({ value: row[name] }))) })],
]
test.each(WRAPPED)('wrapped: %s', async (_, write, own = [...names]) => {
  expect(await read(write(ROWS))).toEqual([{ part: null, names: own, rows: asTexts(ROWS) }])
})

test('what wraps a record names its columns where these have the names of others', async () => {
  const [table] = await read([{ id: 'r1', state: 'new', fields: { state: 'ripe', City: 'Rome', ID: 7 } }])
  expect(table!.names).toEqual(['id', 'state', 'fields_state', 'City', 'fields_ID'])
})

test('lists within lists are tables of their own, each joined to the one around it', async () => {
  const read = await reading(
    JSON.stringify([
      {
        ...{ hall: 'H1', row: 'front' },
        shelves: [
          { row: 'a', crates: [{ kg: 1.5 }, { kg: 2.5 }] },
          { row: 'a', crates: [{ kg: 3.5, labels: [{ text: 'x' }] }] },
        ],
      },
      { hall: 'H2', row: 'back', shelves: [{ row: 'b', crates: [{ kg: 4.5 }] }] },
    ]),
  )
  expect(read.tables.map(({ part, names, lines }) => [part, names.join('|'), ...lines])).toEqual([
    [null, 'hall|row', 'H1|front', 'H2|back'],
    ['shelves', 'hall|row_2|row', 'H1|1|a', 'H1|2|a', 'H2|3|b'],
    ['shelves crates', 'parent_row_2|row|kg', '1|1|1.5', '1|2|2.5', '2|3|3.5', '3|4|4.5'],
    ['shelves crates labels', 'parent_row|text', '3|x'],
  ])
  expect(read.keys).toEqual([
    { part: 'shelves', column: 'hall', toPart: null, toColumn: 'hall' },
    { part: 'shelves crates', column: 'parent_row_2', toPart: 'shelves', toColumn: 'row_2' },
    { part: 'shelves crates labels', column: 'parent_row', toPart: 'shelves crates', toColumn: 'row' },
  ])
})

test('of lists within lists no value is lost where there are more of them than tables', async () => {
  const lists = Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`l${at}`, [{ n: `v${at}` }]]))
  const { tables } = await reading(JSON.stringify([{ code: 'c1', first: [{ key: 'k1', ...lists }], ...lists }]))
  expect(tables.length).toBe(21)
  const said = JSON.stringify(tables)
  for (let at = 0; at < 18; at++) expect(said.split(`v${at}`).length).toBeGreaterThan(2)
})

test('keys that differ by case only are columns of their own', async () => {
  const [table] = await read([
    { Id: 1, id: 2 },
    { Id: 3, id: 4 },
  ])
  expect(table).toEqual({
    part: null,
    names: ['Id', 'id_2'],
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
  })
})

test('digits of a number are kept', async () => {
  const [table] = await read('{"data":{"id":[90071992547409911234,2],"size":[1.50,2.25]}}')
  expect(table!.rows).toEqual([
    ['90071992547409911234', '1.50'],
    ['2', '2.25'],
  ])
})

test('totals are set apart, and brought back, as in any other format', async () => {
  const content = JSON.stringify([...ROWS, { code: 'Total', size: 8.5 }])
  const { tables, dialect } = await reading(content)
  expect([tables[0]!.count, dialect.apart?.totals, dialect.apart?.sample[0]?.line]).toEqual([3, 1, 4])
  const again = await reading(content, { choices: { set_apart: false } })
  expect([again.tables[0]!.count, again.dialect.apart, again.dialect.chosen]).toEqual([
    4,
    undefined,
    { set_apart: false },
  ])
})

const row = fc.record({
  code: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }).map((text) => `c${text.trim()}`),
  size: fc.integer({ min: -900, max: 900 }).map((n) => n + 0.5),
  note: fc.constantFrom('x', 'y, z', 'a "b"', '{', '[1]'),
})
test('of the same rows no value is lost in any of these shapes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 12 }), fc.nat(SHAPES.length - 1), async (rows, shape) => {
      const { tables, dialect } = await reading(JSON.stringify(SHAPES[shape]![1](rows)))
      expect(tables[0]!.count + (dialect.apart?.rows ?? 0)).toBe(rows.length)
      if (!dialect.apart) expect(tables[0]!.rows).toEqual(asTexts(rows))
    }),
    cases(4),
  )
})
