import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { reading } from '../../../tests/support/reading.ts'
import { workbook } from '../../../tests/support/workbook.ts'

type Told = { rows: number; apart: number[]; names?: string[] }
const notes = Array.from({ length: 45 }, (_, at) => `Note ${at + 1}.`).join('\n')

/** Files as people send them: how many rows they have, and which lines are none. */
const SHAPES: [string, string, Told][] = [
  [
    'titles',
    'Report\nby Ann\n\nregion,units,amount\nN,1,1.5\nS,2,2.5\n',
    { rows: 2, apart: [], names: ['region', 'units', 'amount'] },
  ],
  [
    'names in line 46',
    `${notes}\nregion,units,amount\nN,1,1.5\nS,2,2.5\nE,4,3.5\n`,
    { rows: 3, apart: [], names: ['region', 'units', 'amount'] },
  ],
  [
    'an export of customers',
    'CRM-Export;;;;\nStand: 31.12.2024;;;;\n;;;;\nKunde;Region;Umsatz;Aufträge;Datum\nMüller;Nord;1.200,50;3;01.02.2024\nSchmidt;Süd;800,00;2;05.02.2024\nWeber;Nord;2.000,00;5;13.02.2024\nSumme;;4.000,50;10;\n',
    { rows: 3, apart: [8], names: ['Kunde', 'Region', 'Umsatz', 'Aufträge', 'Datum'] },
  ],
  ['a total', 'product,units,revenue\nA,10,100\nB,20,200\nTotal,30,300\n', { rows: 2, apart: [4] }],
  [
    'subtotals',
    'r,p,n,v\nN,A,1,10\nN,B,2,20\nN Total,,3,30\nS,A,4,9\nS,B,5,8\nS Total,,9,17\nGrand Total,,12,47\n',
    { rows: 4, apart: [4, 7, 8] },
  ],
  ['a sum without a word', 'p,n,v,w\nA,1,10,7\nB,2,20,9\nC,3,30,11\n,6,60,27\n', { rows: 3, apart: [5] }],
  ['a mean', 'student,math,physics\nAnn,80,70\nBob,90,60\nAverage,85,65\n', { rows: 2, apart: [4] }],
  [
    'two lines of names',
    'Pollster,,Result,\nname,rank,yes,no\nI,A,45,50\nY,B,47,49\n',
    { rows: 2, apart: [], names: ['Pollster name', 'Pollster rank', 'Result yes', 'Result no'] },
  ],
  [
    'units',
    'day,temperature,wind\n,°C,km/h\n2024-01-01,3.5,12\n2024-01-02,4.5,20\n',
    { rows: 2, apart: [], names: ['day', 'temperature', 'wind'] },
  ],
  [
    'names again',
    'id,name,age\n1,Ann,30\nid,name,age\n3,Cem,32\n',
    { rows: 2, apart: [3], names: ['id', 'name', 'age'] },
  ],
  [
    'notes below',
    'country,pop,area\nF,67,643\nI,60,301\nSource: World Bank\n* estimates of 2020\n',
    { rows: 2, apart: [4, 5] },
  ],
  ['notes below a gap', 'country,pop,area\nF,67,643\nI,60,301\n,,\nPreliminary,,\n', { rows: 2, apart: [4, 5] }],
  ['a name of whom nothing is known', 'country,pop,area\nF,67,643\nI,60,301\nSpain,,\n', { rows: 3, apart: [] }],
  [
    'empty columns',
    ',region,,amount,\n1,N,,100,\n2,S,,200,\n3,E,,300,\n',
    { rows: 3, apart: [], names: ['row_id', 'region', 'amount'] },
  ],
]

describe('heads, feet and shapes', () => {
  test.each(SHAPES)('%s', async (_, text, { rows, apart, names }) => {
    const { tables, dialect, rejected } = await reading(text)
    expect([tables[0]!.count, dialect.apart?.sample.map(({ line }) => line) ?? []]).toEqual([rows, apart])
    expect(rejected.rows).toBe(0)
    if (names) expect(tables[0]!.names).toEqual(names)
  })

  test('the same in a workbook, whose cells are what stands in the text', async () => {
    for (const [, text, { rows, apart }] of SHAPES.slice(3, 8)) {
      const cells = text
        .trim()
        .split('\n')
        .map((line) => line.split(',').map((cell) => (cell === '' ? null : /^\d+$/.test(cell) ? Number(cell) : cell)))
      const { tables, dialect } = await reading(workbook([{ name: 'S', rows: cells }]))
      expect([tables[0]!.count, dialect.apart?.sample.map(({ line }) => line) ?? []]).toEqual([rows, apart])
    }
  })

  test('units are told with their columns', async () => {
    const { columns } = await reading(SHAPES[8]![1]).then(({ described }) => ({ columns: described[0]! }))
    expect(columns).toEqual(['', 'Measured in °C.', 'Measured in km/h.'])
  })

  test('a total that somebody wants to be a row is one', async () => {
    const { tables, dialect } = await reading(SHAPES[3]![1], { choices: { set_apart: false } })
    expect([tables[0]!.count, dialect.apart, dialect.chosen]).toEqual([3, undefined, { set_apart: false }])
  })

  test('tables below each other on a sheet', async () => {
    const rows = [
      ['a', 'b'],
      ['x', 1],
      ['y', 2],
      [null],
      ['Staff'],
      ['name', 'age', 'city'],
      ['Ada', 36, 'L'],
      ['Bob', 30, 'R'],
    ]
    const { tables } = await reading(workbook([{ name: 'S', rows }]))
    expect(tables.map(({ part, names, count }) => [part, names, count])).toEqual([
      ['table 1', ['a', 'b'], 2],
      ['Staff', ['name', 'age', 'city'], 2],
    ])
  })
})

const row = fc.tuple(
  fc.constantFrom('N', 'S', 'Total war', 'Sum 41', ''),
  fc.integer({ min: 0, max: 9 }),
  fc.integer({ min: 0, max: 900 }),
)
const extra = fc.constantFrom('total', 'names', 'empty', 'note', 'plain', 'plain', 'plain', 'plain')
test('every line below the names is a row, set apart or rejected, and no row is changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(extra, row), { minLength: 3, maxLength: 30 }), async (parts) => {
      const [sum, all] = [[0, 0], [] as string[]]
      const lines = parts.map(([kind, [name, units, amount]], at) => {
        if (kind === 'total') return `Total,${sum[0]},${sum[1]}`
        if (kind === 'names') return 'region,units,amount'
        if (kind === 'empty') return ',,'
        if (kind === 'note' && at === parts.length - 1) return 'Source: the office,,'
        sum[0]! += units
        sum[1]! += amount
        all.push(`${name},${units},${amount}`)
        return all.at(-1)!
      })
      fc.pre(all.length > 1)
      const { tables, dialect, rejected } = await reading(`region,units,amount\n${lines.join('\n')}\n`)
      const apart = dialect.apart?.rows ?? 0
      expect(tables[0]!.count + apart + rejected.rows).toBe(lines.length)
      // What is set apart stands in the file as it is told.
      for (const { line, text } of dialect.apart?.sample ?? []) expect(lines[line - 2]).toBe(text)
    }),
    { numRuns: 30 },
  )
}, 120_000)

const month = (name: string, factor: number) => ({
  name,
  rows: [
    ['product', 'units'],
    ['A', factor],
    ['B', 2 * factor],
    ['Total', 3 * factor],
  ],
})

test('sheets of months are one table, too', async () => {
  const file = workbook([month('Jan', 1), month('Feb', 10), month('March', 100)])
  const { tables, dialect } = await reading(file)
  expect(tables.map(({ part, count }) => [part, count])).toEqual([
    [null, 6],
    ['Jan', 2],
    ['Feb', 2],
    ['March', 2],
  ])
  expect([tables[0]!.names, dialect.derived_rows]).toEqual([['month', 'month_number', 'product', 'units'], 6])
  expect(tables[0]!.rows).toContainEqual(['March', '3', 'B', '200'])
})

test('a sheet that says what columns mean describes them', async () => {
  const about = [
    ['Column name', 'Description'],
    ['product', 'What was sold'],
    ['units', 'Pieces without returns'],
  ]
  const { described } = await reading(workbook([month('Sales', 5), { name: 'About', rows: about }]))
  expect(described).toEqual([
    ['What was sold', 'Pieces without returns'],
    ['', ''],
  ])
})

test('a cell that is merged over rows has its value in each', async () => {
  const rows = [
    ['region', 'shop', 'units'],
    ['N', 'a', 1],
    [null, 'b', 2],
    ['S', 'c', 3],
  ]
  const { rows: read } = await reading(workbook([{ name: 'S', rows, merged: ['A2:A3'] }]))
  expect(read).toEqual([
    ['N', 'a', '1'],
    ['N', 'b', '2'],
    ['S', 'c', '3'],
  ])
})
