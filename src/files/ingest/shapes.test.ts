import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cases } from '../../../tests/support/properties.ts'
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
    'people who signed it',
    `staff,name,bonus,days\n${Array.from({ length: 9 }, (_, n) => `S${n},A${n},${n}.5,${n + 3}`).join('\n')}\n\nPrepared by:,,Approved by:,\nJ. Groß,,E. Bär,\n`,
    { rows: 9, apart: [12, 13] },
  ],
  ['a delimiter more in the names', 'a,b,c,\nx,1,2\ny,3,4\n', { rows: 2, apart: [], names: ['a', 'b', 'c'] }],
  ['no value as databases write it', 'a\tb\nx\t\\N\n\\N\t4\n', { rows: 2, apart: [], names: ['a', 'b'] }],
  [
    'subtotals',
    'r,p,n,v\nN,A,1,10\nN,B,2,20\nN Total,,3,30\nS,A,4,9\nS,B,5,8\nS Total,,9,17\nGrand Total,,12,47\n',
    { rows: 4, apart: [4, 7, 8] },
  ],
  ['a sum without a word', 'p,n,v,w\nA,1,10,7\nB,2,20,9\nC,3,30,11\n,6,60,27\n', { rows: 3, apart: [5] }],
  ['a total without figures', 'p,n,c\nA,10,x\nB,20,y\nC,30,z\nTotal,,\n', { rows: 3, apart: [5] }],
  [
    'a row without a value above one with a word for it',
    `name,age\n${Array.from({ length: 30 }, (_, n) => `p${n},${n === 12 ? '' : n === 13 ? 'n/k' : n}`).join('\n')}\n`,
    { rows: 30, apart: [], names: ['name', 'age', 'age_as_written'] },
  ],
  ['a mean', 'student,math,physics\nAnn,80,70\nBob,90,60\nAverage,85,65\n', { rows: 2, apart: [4] }],
  [
    'figures about others at the foot, as far as all are',
    'site,day,load,temp\nA,2024-01-01,10,1.5\nB,2024-01-02,20,2.5\nC,2024-01-03,30,4.5\nMinimum,,9,1.5\nMaximum,,44,9.9\n',
    { rows: 3, apart: [5, 6] },
  ],
  [
    'subtotals over rows that are not there',
    'dep,name,born,pay\nS,a,2000-01-01,10\nS,b,2000-01-02,20\nSubtotal,,,9300\nT,c,2000-01-03,30\nTotal,,,9999\n',
    { rows: 3, apart: [4, 6] },
  ],
  [
    'somebody whose name is a word for it',
    'name,city,born,score\nAnn,Pune,2000-01-01,10\nBob,Rome,2000-01-02,20\nMax,,2000-01-03,44\nTotal,Oslo,,7\n',
    { rows: 4, apart: [] },
  ],
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
    'measures over years',
    'item,Sold,Sold,Left,Left\n,2021,2022,2021,2022\nTea,5,6,7,8\nSalt,9,8,7,6\n',
    { rows: 2, apart: [], names: ['item', 'Sold 2021', 'Sold 2022', 'Left 2021', 'Left 2022'] },
  ],
  [
    'names over three lines and units',
    ',North,,South,\n,2021,2022,2021,2022\nitem,Sold,Sold,Left,Left\n,kN,kN,kg,kg\nTea,5,6,7,8\nSalt,9,8,7,6\n',
    { rows: 2, apart: [], names: ['item', 'North 2021 Sold', 'North 2022 Sold', 'South 2021 Left', 'South 2022 Left'] },
  ],
  [
    'words of a name over each other',
    'Item,Units,,Average\nname,sold,Refunds,price\nTea,5,6,7\nSalt,9,8,7\n',
    { rows: 2, apart: [], names: ['Item name', 'Units sold', 'Refunds', 'Average price'] },
  ],
  [
    'units with a time zone and a dash',
    'at,site,load\nUTC,[-],[kN]\n2024-01-01 10:00,a,1.5\n2024-01-01 11:00,b,2.5\n',
    { rows: 2, apart: [], names: ['at', 'site', 'load'] },
  ],
  [
    'decimal commas in lines of two widths, a few of which are not cut',
    'ada;bo\ncy;dee\nlist one\n12,5;ann;x;y\nlist two\n13,25;bob;z;w\nend\nsum;here;it;is\n14,75;cat;u;v\n',
    { rows: 8, apart: [], names: ['ada', 'bo', 'column_3', 'column_4'] },
  ],
  [
    'decimal commas in a few lines, the others of which are not cut',
    'lists of all\nlist one\n12,5;ann\nlist two\n13,25;bob;left\n',
    { rows: 4, apart: [], names: ['lists of all'] },
  ],
  [
    'units and labels, one of them below no name',
    'site,level,load,\n,m,kN,\nwhere,above the sea,of the wind,rain\na,2,1.5,\nb,3,2.5,\nc,4,6.5,\n',
    { rows: 3, apart: [], names: ['site', 'level', 'load', 'rain'] },
  ],
  ['days over figures', 'item,2024-01-01,2024-02-01\nTea,1,2\nSalt,3,4\n', { rows: 2, apart: [] }],
  [
    'pages, each with a title and names',
    'Report\nPage 1 of 2\n\nid,name,units\n1,a,3\n2,b,4\n\nReport\nPage 2 of 2\n\nid,name,units\n3,c,5\n4,d,6\n',
    { rows: 4, apart: [8, 9, 11], names: ['id', 'name', 'units'] },
  ],
  [
    'prose with commas below',
    'id,name,units,price\n1,a,3,1.5\n2,b,4,2.5\n\nPrices, as agreed, before tax.\n',
    { rows: 2, apart: [5] },
  ],
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
    for (const [, text, { rows, apart }] of SHAPES.slice(3, 11)) {
      const cells = text
        .trim()
        .split('\n')
        .map((line) => line.split(',').map((cell) => (cell === '' ? null : /^\d+$/.test(cell) ? Number(cell) : cell)))
      const { tables, dialect } = await reading(workbook([{ name: 'S', rows: cells }]))
      expect([tables[0]!.count, dialect.apart?.sample.map(({ line }) => line) ?? []]).toEqual([rows, apart])
    }
  })

  test('units are told with their columns', async () => {
    const { columns } = await reading(SHAPES.find(([name]) => name === 'units')![1]).then(({ described }) => ({
      columns: described[0]!,
    }))
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

const REGIONS = 'region,units\nN,4\nS,7\n'
const MONTHS = 'month,revenue,cost\nJan,100,20\nFeb,200,30\nMar,90,10\n'
const told = async (text: string) =>
  (await reading(text)).tables.map(({ part, names, count }) => [part, names.join(','), count])

describe('several tables in one text', () => {
  const both = [
    ['table 1', 'region,units', 2],
    ['table 2', 'month,revenue,cost', 3],
  ]
  test.each([
    ['below each other', `${REGIONS}\n${MONTHS}`],
    ['with tabs and two empty lines', `${REGIONS}\n\n${MONTHS}`.replaceAll(',', '\t')],
    ['lines of delimiters between', `region,units,\nN,4,\nS,7,\n,,\n${MONTHS}`],
    [
      'side by side, of which one is longer',
      'region,units,,month,revenue,cost\nN,4,,Jan,100,20\nS,7,,Feb,200,30\n,,,Mar,90,10\n',
    ],
  ])('%s', async (_, text) => expect(await told(text)).toEqual(both))

  test('a title is the name of what stands below it', async () => {
    const named = [
      ['Regions', 'region,units', 2],
      ['Months', 'month,revenue,cost', 3],
    ]
    expect(await told(`Regions\n${REGIONS}Months\n${MONTHS}`)).toEqual(named)
    const beside = 'Regions,,,Months,,\nregion,units,,month,revenue,cost\nN,4,,Jan,100,20\nS,7,,Feb,200,30\n'
    expect(await told(beside)).toEqual([named[0]!, ['Months', 'month,revenue,cost', 2]])
  })

  test('tables of the same columns below titles that are months are one, too', async () => {
    const months = ['January', 'February'].map((month) => `${month}\n${REGIONS}`).join('\n')
    expect(await told(months)).toEqual([
      [null, 'month,month_number,region,units', 4],
      ['January', 'region,units', 2],
      ['February', 'region,units', 2],
    ])
  })

  test.each([
    ['groups within, each below a gap', `${REGIONS}\nAbroad\nW,3\nE,5\n`, 5],
    ['a gap of columns', 'id,name,,opened,closed\n1,a,,2024-01-01,2024-01-05\n2,b,,2024-01-02,\n', 2],
    ['rows with gaps in a list of texts', 'name,city,phone\nAnn,Pune,x1\nBob,Rome,x2\n\nCem,,x3\nDev,Oslo,x4\n', 4],
  ])('one table: %s', async (_, text, count) => {
    expect((await told(text)).map(([part, , rows]) => [part, rows])).toEqual([[null, count]])
  })

  test('of every line of random tables below each other something is told', async () => {
    const line = fc.tuple(fc.constantFrom('a', 'b', 'Total'), fc.integer({ min: 0, max: 99 }))
    const bodies = fc.array(fc.array(line, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(bodies, fc.boolean(), async (parts, titled) => {
        const texts = parts.map((rows, at) => {
          const title = titled ? `Part ${at}\n` : ''
          const more = parts.slice(0, at).map((_, place) => `,x${place}`)
          return `${title}key${at},n${at}${more.join('')}\n${rows.map(([name, n]) => `${name},${n}${',1'.repeat(at)}\n`).join('')}`
        })
        const { tables, dialect, rejected } = await reading(texts.join('\n'))
        const counted = tables.reduce((sum, { count }) => sum + count, 0)
        expect(tables).toHaveLength(parts.length)
        expect(counted + (dialect.apart?.rows ?? 0) + rejected.rows).toBe(parts.flat().length)
      }),
      cases(3),
    )
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
    cases(5),
  )
})

const month = (name: string, factor: number) => ({
  name,
  rows: [
    ['product', 'units'],
    ['A', factor],
    ['B', 2 * factor],
    ['Total', 3 * factor],
  ],
})

test('a column for each thing is a row, which is told and can be undone', async () => {
  const rows = [
    ['Offer', 'Alder', 'Birch', 'Cedar'],
    ['Price', 12.5, 9.75, 11.25],
    ['Begins', '2024-01-02', '2024-02-03', '2024-03-04'],
    ['By', 'Ann', 'Bo', 'Cy'],
  ]
  const names = ['Offer', 'Price', 'Begins', 'By']
  for (const file of [workbook([{ name: 'Offers', rows }]), rows.map((row) => row.join(';')).join('\n')]) {
    const { tables, dialect } = await reading(file)
    expect(tables.map(({ names, count }) => ({ names, count }))).toEqual([{ names, count: 3 }])
    expect(dialect.notes?.join(' ')).toContain('Each column of the file is a row')
    const asItIs = await reading(file, { choices: { set_apart: false } })
    expect(asItIs.tables[0]!.names).toEqual(['Offer', 'Alder', 'Birch', 'Cedar'])
  }
})

test.each([
  ['a rate', [['Rate', '7.5', '']]],
  ['a title beside a count', [['Sales', '', 'Printed: 2']]],
  ['one title after the other', [['Sales'], ['of Kiel']]],
])('below %s a table begins alike in a text and a workbook', async (_, titles) => {
  const rows = [...titles, ['region', 'units', 'amount'], ['N', '1', '1.5'], ['S', '2', '2.5'], ['E', '3', '4.5']]
  const text = rows.map((row) => Array.from({ length: 3 }, (_, at) => row[at] ?? '').join(';')).join('\n')
  for (const file of [text, workbook([{ name: 'S', rows: rows.map((row) => row.map((cell) => cell || null)) }])]) {
    const { tables } = await reading(file)
    expect(tables.map(({ names, rows }) => [names, rows.length])).toEqual([[['region', 'units', 'amount'], 3]])
  }
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

test('what names the rows of each sheet is an id of all of them', async () => {
  const assets = ['A-1', 'A-2', 'A-3'].map((asset, at) => [asset, at + 0.5])
  const sheet = (name: string) => ({ name, rows: [['asset number', 'worth'], ...assets] })
  const { tables } = await reading(workbook([sheet('2023'), sheet('2024')]))
  expect(tables[0]!.roles).toMatchObject({ 'asset number': 'id', worth: 'measure' })
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

test('what stands above the names of the first columns is told of them', async () => {
  const body = 'north,a,1,2,3,4\nsouth,b,5,6,7,8\neast,c,5,6,7,9\n'
  const { tables, described } = await reading(
    `metric,,mean,mean,max,max\nyear,here,2021,2022,2021,2022\nsite,tank,,,,\n${body}`,
  )
  expect(tables[0]!.names.slice(0, 3)).toEqual(['site', 'tank', 'mean 2021'])
  expect(described[0]!.slice(0, 3)).toEqual(['metric; year', 'here', ''])
})

test.each([
  ['one', [['Shop', '(All)']]],
  [
    'two',
    [
      ['Area', '(Multiple Items)'],
      ['Year', 'All'],
    ],
  ],
])('what filters of a pivot say stands above it: %s', async (_, filters) => {
  const rows = [
    ['Mean of Weight', 'Colour'],
    ['Kind', 'red', 'blue'],
    ['Plum', 1.5, 2.25],
    ['Pear', 4, 8.5],
  ]
  const { tables, left } = await reading(workbook([{ name: 'S', rows: [...filters, [null], ...rows] }]))
  expect(tables[0]!.names).toEqual(['Mean of Weight Kind', 'Colour red', 'Colour blue'])
  expect(tables[0]!.lines).toEqual(['Plum|1.5|2.25', 'Pear|4.0|8.50'])
  for (const filter of filters) expect(left).toContain(filter.join(','))
})

test('a gap below names of texts begins no other table, also where a row says more', async () => {
  const rows = [['name', 'town'], [null], ['Ann', 'Pune'], ['Bob', 'Rome', 'left'], ['Cy', 'Oslo'], ['Di', 'Bern']]
  const { tables } = await reading(workbook([{ name: 'S', rows }]))
  expect([tables[0]!.names.slice(0, 2), tables[0]!.count]).toEqual([['name', 'town'], 4])
})

test.each([
  ['pairs of several kinds are told', 'Slip,A-77,Day,2024-03-05\nClerk,B. Noor,Desk,00017\n', 1],
  ['three pairs in a line', 'Run,12,By,kt,Lamp,on\nDay,2024-03-02,With,lo,Filter,4\n', 1],
  ['a table with numbers behind texts stays one', 'Name,Age,Town,Fee\nAnn,41,Bonn,5\nBo,39,Kiel,n/a\n', 2],
])('above a table %s', async (_, head, count) => {
  const { tables, left } = await reading(`${head}\nPart,Rate,Hours,Paid,Due\nday,2.5,8,20.0,0\nnight,3.5,2,7.0,1\n`)
  expect(tables.map(({ names }) => names[0])).toEqual(count === 1 ? ['Part'] : ['Name', 'Part'])
  if (count === 1) for (const word of head.split(/[,;\n]/)) expect(left).toContain(word)
})
