import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { reading } from '../../../tests/support/reading.ts'
import { dated, workbook } from '../../../tests/support/workbook.ts'
import { IngestEngine } from './engine.ts'
import { readFile } from './read.ts'

const root = mkdtempSync(join(tmpdir(), 'ingest-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('delimited text', () => {
  test.each<[what: string, content: string | Uint8Array, types: Record<string, string>, rows: string[]]>([
    [
      'commas in quotes',
      'first,last,address\nJohn,Doe,"120 Main St., Suite 5"\n',
      { first: 'VARCHAR', last: 'VARCHAR', address: 'VARCHAR' },
      ['John|Doe|120 Main St., Suite 5'],
    ],
    ['doubled quotes', 'a,b\n1,"ha ""ha"" ha"\n', { a: 'BIGINT', b: 'VARCHAR' }, ['1|ha "ha" ha']],
    [
      'line breaks in quotes',
      'a,b,c\r\n1,"x\r\ny",3\r\n4,5,6\r\n',
      { a: 'BIGINT', b: 'VARCHAR', c: 'BIGINT' },
      ['1|x\r\ny|3', '4|5|6'],
    ],
    [
      'JSON in a value',
      'key,val\n1,"{""type"": ""Point"", ""at"": [1, 2]}"\n',
      { key: 'BIGINT', val: 'VARCHAR' },
      ['1|{"type": "Point", "at": [1, 2]}'],
    ],
    ['empty values', 'a,b,c\n1,"",""\n2,3,4\n', { a: 'BIGINT', b: 'BIGINT', c: 'BIGINT' }, ['1|∅|∅', '2|3|4']],
    ['a byte order mark', '\ufeffid,name\n1,Zoë\n', { id: 'BIGINT', name: 'VARCHAR' }, ['1|Zoë']],
    ['UTF-16', utf16('id\tname\n1\tZoë ₹\n'), { id: 'BIGINT', name: 'VARCHAR' }, ['1|Zoë ₹']],
    ['Latin-1', latin1('id,name\n1,Zoë\n2,Ärger\n'), { id: 'BIGINT', name: 'VARCHAR' }, ['1|Zoë', '2|Ärger']],
    [
      'semicolons and decimal commas',
      'Name;Preis;Am\nTee;1.234,50;31.12.2023\nKaffee;2,5;01.02.2024\n',
      { Name: 'VARCHAR', Preis: 'DECIMAL(18,2)', Am: 'DATE' },
      ['Tee|1234.50|2023-12-31', 'Kaffee|2.50|2024-02-01'],
    ],
    ['vertical bars', 'a|b\n1|x,y\n', { a: 'BIGINT', b: 'VARCHAR' }, ['1|x,y']],
    ['old Macintosh line ends', 'a,b\r1,x\r2,y\r', { a: 'BIGINT', b: 'VARCHAR' }, ['1|x', '2|y']],
    ['mixed line ends', 'a,b\r\n1,x\n2,y\r\n', { a: 'BIGINT', b: 'VARCHAR' }, ['1|x', '2|y']],
    ['a single column', 'name\nTea\nCoffee\n', { name: 'VARCHAR' }, ['Tea', 'Coffee']],
    [
      'no header',
      '1,Tea,2024-01-01\n2,Coffee,2024-01-02\n',
      { column_1: 'BIGINT', column_2: 'VARCHAR', column_3: 'DATE' },
      ['1|Tea|2024-01-01', '2|Coffee|2024-01-02'],
    ],
    [
      'repeated and empty names',
      'id,id,,ID\n1,2,3,4\n',
      { id: 'BIGINT', id_2: 'BIGINT', column_3: 'BIGINT', ID_3: 'BIGINT' },
      ['1|2|3|4'],
    ],
    [
      'titles above the table',
      'Sales of 2024\n\nid,city,total\n1,Pune,5\n2,Delhi,6\n',
      { id: 'BIGINT', city: 'VARCHAR', total: 'BIGINT' },
      ['1|Pune|5', '2|Delhi|6'],
    ],
    [
      'titles above the table, filled up by a spreadsheet',
      'Sales of 2024;;\n;;\nid;city;total\n1;Pune;5\n2;Delhi;6\n',
      { id: 'BIGINT', city: 'VARCHAR', total: 'BIGINT' },
      ['1|Pune|5', '2|Delhi|6'],
    ],
    [
      'rows that are empty but for one value, above no names',
      'a,,\nb,,\n1,2,3\n',
      { a: 'VARCHAR', column_2: 'BIGINT', column_3: 'BIGINT' },
      ['b|∅|∅', '1|2|3'],
    ],
    [
      'ids of 20 digits',
      'id,n\n12345678901234567890,1\n12345678901234567891,2\n',
      { id: 'VARCHAR', n: 'BIGINT' },
      ['12345678901234567890|1', '12345678901234567891|2'],
    ],
    ['codes with leading zeros', 'zip,n\n01234,1\n80331,2\n', { zip: 'VARCHAR', n: 'BIGINT' }, ['01234|1', '80331|2']],
    [
      'grouped digits and a currency',
      'id,total\n1,"₹12,34,567.50"\n2,₹7.00\n',
      { id: 'BIGINT', total: 'DECIMAL(18,2)' },
      ['1|1234567.50', '2|7.00'],
    ],
    ['words for no value', 'id,n\n1,5\n2,N/A\n3,7\n', { id: 'BIGINT', n: 'BIGINT' }, ['1|5', '2|∅', '3|7']],
    [
      'months before days',
      'id,on\n1,01/31/2024\n2,02/01/2024\n',
      { id: 'BIGINT', on: 'DATE' },
      ['1|2024-01-31', '2|2024-02-01'],
    ],
    [
      'offsets from UTC',
      'id,at\n1,2024-01-01T00:00:00+05:30\n',
      { id: 'BIGINT', at: 'TIMESTAMP' },
      ['1|2023-12-31 18:30:00'],
    ],
    [
      'a stray quote',
      'id,size\n1,5" nail\n2,"6"" nail"\n3,"a" b\n',
      { id: 'BIGINT', size: 'VARCHAR' },
      ['1|5" nail', '2|6" nail', '3|"a" b'],
    ],
    [
      'short rows',
      'a,b,c\n1,2,3\n4,5\n6,7,8\n',
      { a: 'BIGINT', b: 'BIGINT', c: 'BIGINT' },
      ['1|2|3', '4|5|∅', '6|7|8'],
    ],
    ['packed with gzip', Bun.gzipSync('a,b\n1,x\n'), { a: 'BIGINT', b: 'VARCHAR' }, ['1|x']],
  ])('with %s is read as it was meant', async (_what, content, types, rows) => {
    const found = await reading(content)
    expect(found.types).toEqual(types)
    expect(found.lines).toEqual(rows)
    expect(found.rejected.rows).toBe(0)
  })

  test('rows that are none are left out, and values that do not fit kept, each with its line also after values of several lines', async () => {
    const lines = ['id,note,total,on']
    for (let id = 1; id <= 200; id++)
      lines.push(`${id},"two\nlines",${id}.50,2024-01-${String((id % 28) + 1).padStart(2, '0')}`)
    lines[50] = '50,x,oops,2024-01-01'
    lines[100] = '100,x,1.5,2024-01-01,extra'
    lines[150] = '150,x,2.5,2024-13-45'
    const { rejected, rows, types, dialect, columns } = await reading(`${lines.join('\n')}\n`)
    expect(rejected.sample.map(({ line, reason }) => [line, reason])).toEqual([
      [199, 'The row has 5 values where 4 are expected.'],
    ])
    expect([rejected.rows, rows.length, types.total]).toEqual([1, 199, 'DECIMAL(18,2)'])
    expect(rows[49]).toEqual(['50', 'x', null, 'oops', '2024-01-01', null])
    expect(rows[148]).toEqual(['150', 'x', '2.50', null, null, '2024-13-45'])
    expect(columns.flatMap(({ name, text_of }) => (text_of ? [[name, text_of]] : []))).toEqual([
      ['total_as_written', 'total'],
      ['on_as_written', 'on'],
    ])
    expect(dialect.notes).toEqual([
      '"total": 1 value is not a number, the first is "oops" in line 100. What is written there is kept in "total_as_written".',
      '"on": 1 value is not a date, the first is "2024-13-45" in line 298. What is written there is kept in "on_as_written".',
    ])
  })

  test('one forgotten quote costs one row, not the rest of the file', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => `${n},"value ${n}"`)
    lines[40] = '40,"value 40'
    const { rejected, rows } = await reading(`id,name\n${lines.join('\n')}\n`)
    expect([rejected.rows, rejected.sample[0]?.line, rows.length]).toEqual([1, 42, 99])
  })

  test('a type that breaks far from the beginning is still found', async () => {
    const rows = Array.from({ length: 60_000 }, (_, n) => `${n},${n === 26_000 ? 'A17' : n}`)
    const { types, rejected, dialect } = await reading(`id,code\n${rows.join('\n')}\n`)
    expect(types).toEqual({ id: 'BIGINT', code: 'VARCHAR' })
    expect(rejected.rows).toBe(0)
    expect(dialect.notes).toEqual([
      '"code" is kept as text: 1 of its 60000 values are not numbers, the first is "A17" in line 26002.',
    ])
  })

  test('a large file becomes a database of its own, with figures that are exact where it matters', async () => {
    const dir = join(root, 'large')
    mkdirSync(dir)
    const count = 320_000
    const lines = Array.from({ length: count }, (_, n) => {
      const [order, customer] = [(n * 7919) % count, (n * 31) % 40_000]
      return `${n},A${order},${customer},${['north', 'south', ''][n % 3]},${(n % 1000) / 100}`
    })
    await Bun.write(`${dir}/upload`, `id,order_no,customer,region,amount\n${lines.join('\n')}\n`)
    const engine = await IngestEngine.open({ dir, memoryMb: 512, threads: 2 })
    const limits = { inflatedBytes: 5_000_000, ratio: 200, entries: 2000, cells: 1_000_000 }
    const { tables } = await readFile({ engine, path: `${dir}/upload`, limits, progress() {} })
    const [table] = tables
    expect(table).toMatchObject({ rows: count, path: `${dir}/table-0.duckdb` })
    const figures = new Map(table!.columns.map((column) => [column.name, column]))
    expect(figures.get('id')).toMatchObject({ type: 'BIGINT', distinct: count, nulls: 0, min: '0', max: '319999' })
    expect(figures.get('order_no')).toMatchObject({ type: 'VARCHAR', distinct: count, role: 'id' })
    expect(Math.abs(figures.get('customer')!.distinct - 40_000)).toBeLessThan(2_000)
    expect(figures.get('region')).toMatchObject({ distinct: 2, nulls: 106_666, role: 'dimension' })
    expect(figures.get('region')!.top).toEqual([
      { value: 'north', count: 106_667 },
      { value: 'south', count: 106_667 },
    ])
    expect(figures.get('amount')).toMatchObject({ type: 'DECIMAL(18,2)', distinct: 1000, max: '9.99' })
    await engine.finish()
    expect(readdirSync(dir)).not.toContain('table-0.duckdb.wal')
    const first = await engine.rows(`select * from ${await engine.relation(table!.path)} limit 2`)
    expect(first).toEqual([
      ['0', 'A0', '0', 'north', '0.00'],
      ['1', 'A7919', '31', 'south', '0.01'],
    ])
    engine.close()
  })

  test('dates that could be read both ways are said to be', async () => {
    const { dialect } = await reading('id,on\n1,01/02/2024\n2,03/04/2024\n')
    expect(dialect.notes).toEqual([
      '"on" was read as day, month, year; every value would also be a date as month, day, year.',
    ])
  })

  test.each<[what: string, content: string, first: string]>([
    ['the order of another column', 'on,due\n01/02/2024,01/28/2024\n03/04/2024,03/30/2024\n', '2024-01-02'],
    ['that in which they follow each other', 'on\n02/03/2024\n02/09/2024\n04/01/2024\n05/02/2024\n', '2024-02-03'],
    [
      'that in which they do, where it is the usual one',
      'on\n03/02/2024\n09/02/2024\n01/04/2024\n02/05/2024\n',
      '2024-02-03',
    ],
    ['days one after the other', 'on;n\n7/2/24;5\n7/3/24;6\n7/4/24;4\n7/5/24;8\n', '2024-07-02'],
    [
      'the first of each month as usual',
      'on;n\n01/02/2024;5\n01/03/2024;6\n01/04/2024;4\n01/05/2024;8\n',
      '2024-02-01',
    ],
    ['that of the United States beside dollars', 'on,paid\n03/05/24,$4.50\n04/02/24,"$1,204.00"\n', '2024-03-05'],
    ['the usual one beside dollars with a comma', 'on;paid\n03/05/24;$4,50\n04/02/24;$1.204,00\n', '2024-05-03'],
    ['the day first with points', 'on;paid\n03.05.24;$4.50\n04.02.24;$12.00\n', '2024-05-03'],
  ])('days that may be read in two orders have %s', async (_, content, first) => {
    const { tables } = await reading(content)
    expect(tables[0]!.rows[0]![0]).toBe(first)
  })
})

describe('JSON', () => {
  test.each<[what: string, content: string, types: Record<string, string>, rows: string[]]>([
    [
      'a list',
      '[{"id":1,"on":"2024-01-05"},{"id":2,"on":null,"x":1.5}]',
      { id: 'BIGINT', on: 'DATE', x: 'DECIMAL(18,1)' },
      ['1|2024-01-05|∅', '2|∅|1.5'],
    ],
    [
      'a mark and an object around the list',
      '\ufeff{"meta":{"n":2},"data":[{"a":1},{"a":2}]}',
      { a: 'BIGINT' },
      ['1', '2'],
    ],
    [
      'nested objects',
      '[{"a":{"b":1,"c":{"d":"x"}},"l":[1,2]}]',
      { a_b: 'BIGINT', a_c_d: 'VARCHAR', l: 'VARCHAR' },
      ['1|x|[1,2]'],
    ],
    ['one object a line', '{"a":1,"s":"x"}\n{"a":2,"s":"}\\"{"}\n', { a: 'BIGINT', s: 'VARCHAR' }, ['1|x', '2|}"{']],
    [
      'integers of many digits',
      '[{"id":12345678901234567890123},{"id":2}]',
      { id: 'VARCHAR' },
      ['12345678901234567890123', '2'],
    ],
    ['codes as text', '[{"zip":"01234"},{"zip":"80331"}]', { zip: 'VARCHAR' }, ['01234', '80331']],
  ])('as %s becomes a table', async (_what, content, types, rows) => {
    const found = await reading(content)
    expect(found.types).toEqual(types)
    expect(found.lines).toEqual(rows)
  })

  test('with several lists becomes several tables', async () => {
    const { tables } = await reading('{"customers":[{"id":1}],"orders":[{"id":7,"customer_id":1}]}')
    expect(tables.map(({ part, lines }) => [part, lines])).toEqual([
      ['customers', ['1']],
      ['orders', ['7|1']],
    ])
  })

  test('with a broken line reports it', async () => {
    const lines = Array.from({ length: 50 }, (_, n) => `{"n":${n}}`)
    lines[9] = '{"n":'
    const { rejected, rows } = await reading(lines.join('\n'))
    expect([rejected.rows, rejected.sample[0]?.line, rows.length]).toEqual([1, 10, 49])
  })
})

describe('a workbook', () => {
  test('gives every sheet with text, numbers, dates, flags and gaps as they are shown', async () => {
    const book = workbook([
      {
        name: 'Orders',
        rows: [
          ['Report of March', null, null, null, null],
          [],
          ['id', 'city', 'total', 'on', 'paid'],
          [1, 'Pune & Nagpur', 0.1, dated(45292), true],
          [null, null, null, null, null],
          [2, 'Delhi', { attributes: '', inside: '<v>0.30000000000000004</v>' }, dated(45293), false],
          [
            3,
            { attributes: ' t="inlineStr"', inside: '<is><t>In</t><t>line</t></is>' },
            { attributes: ' t="e"', inside: '<v>#N/A</v>' },
            null,
            true,
          ],
        ],
      },
      { name: 'Empty', rows: [] },
      {
        name: 'Codes',
        rows: [
          ['code', 'at'],
          ['007', dated(45292.5, 2)],
          ['008', dated(45292.75, 2)],
        ],
      },
    ])
    const { tables } = await reading(book)
    expect(tables.map(({ part, types, lines }) => [part, types, lines])).toEqual([
      [
        'Orders',
        { id: 'BIGINT', city: 'VARCHAR', total: 'DOUBLE', on: 'DATE', paid: 'BOOLEAN' },
        ['1|Pune & Nagpur|0.1|2024-01-01|true', '2|Delhi|0.30000000000000004|2024-01-02|false', '3|Inline|∅|∅|true'],
      ],
      ['Codes', { code: 'VARCHAR', at: 'TIMESTAMP' }, ['007|2024-01-01 12:00:00', '008|2024-01-01 18:00:00']],
    ])
  })

  test('counts days from 1904 when it says so', async () => {
    const { rows } = await reading(
      workbook(
        [
          {
            name: 'A',
            rows: [
              ['on', 'n'],
              [dated(0), 1],
              [dated(366), 2],
            ],
          },
        ],
        { epoch1904: true },
      ),
    )
    expect(rows).toEqual([
      ['1904-01-01', '1'],
      ['1905-01-01', '2'],
    ])
  })

  test('that unfolds to far more than it should is refused', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(6_000_000) }, { level: 1 })
    await expect(reading(bomb, { inflatedBytes: 5_000_000 })).rejects.toThrow(
      'This ZIP archive unfolds to far more than it should',
    )
  })

  test('is told from another kind of archive', async () => {
    await expect(reading(zipSync({ 'a.csv': new Uint8Array([97]) }))).rejects.toThrow('has column names but no rows')
  })
})

test('a packed file that unfolds to far more than it should is refused', async () => {
  await expect(reading(Bun.gzipSync(new Uint8Array(6_000_000)), { inflatedBytes: 5_000_000 })).rejects.toThrow(
    'unfolds to far more than it should',
  )
})

test('rows of which many have more values than there are names keep all of them', async () => {
  const lines = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? `${n},a,b,c,d,e` : `${n},a,b`))
  const found = await reading(`x,y,z\n${lines.join('\n')}\n`)
  expect(found.lines[0]).toBe('0|a|b|c|d|e')
  expect(found.tables[0]!.names).toEqual(['x', 'y', 'z', 'column_4', 'column_5', 'column_6'])
  expect(found.tables[0]!.count).toBe(60)
  expect(found.dialect.notes![0]).toContain('different numbers of values')
})

test('a file of many columns is looked at value by value with little memory, and its rows stay together', async () => {
  const columns = Array.from({ length: 320 }, (_, n) => `c_${n}`)
  const rows = Array.from({ length: 60 }, (_, row) =>
    columns.map((_, n) => (n % 9 === 4 && row % 2 === 1 ? 'oops' : n % 5 === 1 && row === 3 ? 'n/a' : row * 1000 + n)),
  )
  const found = await reading([columns.join(','), ...rows.map((row) => row.join(','))].join('\n'))
  expect(Object.values(found.types).filter((type) => type === 'VARCHAR')).toHaveLength(36)
  expect(found.rows).toEqual(rows.map((row) => row.map((value) => (value === 'n/a' ? null : String(value)))))
})
