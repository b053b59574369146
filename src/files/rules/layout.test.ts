import { expect, test } from 'bun:test'
import { blocksOf } from './blocks.ts'
import { planColumn } from './column-type.ts'
import { headOf, joinedNames } from './head.ts'
import { apartOf, numbersRows, valuesOf } from './layout.ts'
import { recordsApart, recordTables } from './record-types.ts'

const rows = (text: string) => text.split('\n').map((line) => line.split(','))
const grid = (text: string) => text.split('\n').map((line, at) => ({ line: at + 1, cells: line.split(',') }))

test.each([
  ['names below headings', 'Pollster,,Result,\nname,rank,yes,no\nA,x,45,50\nB,y,47,49', 'names'],
  ['units', 'day,temperature,wind\n,°C,km/h\n2024-01-01,3.5,12\n2024-01-02,4.5,20', 'units'],
  ['units in brackets', 'city,area,price\n,[km²],(EUR)\nA,3.5,12\nB,4.5,20', 'units'],
  [
    'names below a title of two cells',
    'Hospital,Triage,,,,\ncase,age,level,pulse,unit,ward\nA,5,1,90,x,p\nB,7,2,80,y,q\nC,9,3,85,x,p',
    null,
  ],
  ['the same names below each heading', 'Room,Mon,,Tue,\n,AM,PM,AM,PM\n101,Ann,,Bo,Cy\n102,,Cy,Bo,', 'names'],
  ['a row without a key below days', 'Room,Mon,,Tue,\n,AM,PM,AM,--\n101,Ann,,Bo,Cy\n102,,Cy,Bo,', null],
  ['headings of which one spans', 'Person,Address,,\nname,street,city,no\nA,x,y,1\nB,z,w,2', 'names'],
  ['a first row', 'name,age\nAda,36\nGrace,40\nAlan,41', null],
  ['a first row without a figure', 'name,age\nAda,n/a\nGrace,40\nAlan,41', null],
  ['a row of texts, which nothing tells from names', 'name,city\nAda,London\nGrace,New York\nAlan,Paris', null],
  [
    'a first row whose figure is missing below a name that is missing',
    'name,,age\nAda,London,\nGrace,Rome,40\nAlan,Bonn,41',
    null,
  ],
])('the second line: %s', (_, text, expected) => {
  const { units, lines } = headOf(rows(text))
  expect(units.length > 0 ? 'units' : lines === 2 ? 'names' : null).toBe(expected as never)
})

test.each([
  ['days of a month', 'name,1,2,3,4\nAda,P,A,P,P\nBob,A,P,P,P', 'name'],
  ['wells', ',1,2,3\nA,0.5,0.7,0.9\nB,0.4,0.6,0.8\nC,0.3,0.2,0.1', ''],
  ['wave lengths', 'sample,400,410,420,430,440\ns1,0.1,0.2,0.3,0.5,0.4\ns2,0.2,0.2,0.4,0.5,0.3', 'sample'],
  ['rows of numbers', 'a,1,2,3\nb,1,2,3\nc,4,5,6', null],
  ['a few numbers', 'a,10,20,30\nb,5,7,12\nc,4,5,6', null],
])('numbers that count on are names of columns: %s', (_, text, first) =>
  expect(headOf(rows(text)).names?.[0] ?? null).toBe(first),
)

const apartLines = (text: string) => {
  const [names, ...body] = grid(text)
  const full = body.filter(({ cells }) => cells.filter((cell) => cell).length > 1)
  const plans = names!.cells.map((_, at) => planColumn(full.map(({ cells }) => cells[at] ?? '')))
  return [...apartOf(body, [names!.cells], plans, { figured: true, listed: false }).apart.keys()].sort((a, b) => a - b)
}
test.each([
  [
    'sums above all rows without a word',
    'ad,who,seen,clicks,rate\n,,60,6,0.1\na,x,10,1,0.1\nb,y,20,2,0.2\nc,x,30,3,0.1',
    [2],
  ],
  [
    'a first row without names, of which a sum below counts',
    'ad,who,seen\n,,5\na,x,10\nb,y,20\nc,z,7\nTotal,x,42',
    [6],
  ],
  ['a first row that adds up nothing', 'ad,who,seen,clicks\n,,61,7\na,x,10,1\nb,y,20,2\nc,x,30,3', []],
  ['how much can be reached', 'who,group,essay,exam\nPoints possible,,20,50\nAl,a,18,41\nBo,b,20,33', [2]],
  ['somebody who reached most', 'who,group,essay,exam\nMax,a,20,50\nAl,a,18,41\nBo,b,20,33', []],
  ['the end of a list', 'part,qty,price\na,1,2\nb,2,3\nc,3,4\n*** End of list ***,,', [5]],
  ['the least beside words', 'who,oral,exam,sport\na,4,7,abs\nb,9,8,ill\nc,6,3,17\nHighest,9,8,17', [5]],
  ['a total above all rows', 'booth,votes,void\nTotal,60,6\na,10,1\nb,20,2\nc,30,3', [2]],
  ['a first row that is only called so', 'fund,assets,fee\nTotal,99,6\na,10,1\nb,20,2\nc,30,3', []],
  ['what a word of the table means', 'case,pulse,temp\n1,90,36.5\n2,N/V,37\n3,80,36\nN/V: not taken,,', [5]],
  ['a text where the rows have numbers', 'case,pulse,ward\n1,90,a\n2,85,b\n3,80,c\nCut-off 9 pm,,', [5]],
  ['headings of rows', 'item,n,price\nFruit,,\napple,1,2\npear,2,3\nRoots,,\nleek,3,4\nbeet,4,5', [2, 5]],
  ['rows of which nothing else is known', 'item,n,price\napple,1,2\npear,,\nleek,3,4\nbeet,,\nkale,5,6', []],
  ['a row of which nothing else is known', 'name,pulse,temp\nAda,90,36.5\nBob,85,37\nEve,80,36\nCid,,', []],
])('lines apart: %s', (_, text, expected) => expect(apartLines(text)).toEqual(expected))

test.each([
  [
    'what a pivot table measures',
    'Sum of Amount,Year,,\nRegion,2022,2023,Grand Total\nN,1,2,3\nS,,4,4',
    'Region,2022,2023,Grand Total',
    2,
  ],
  [
    'questions below codes',
    'Q1,Q2,Q3_1\nHow old are you?,Where do you live?,Bus\n34,Graz,Yes\n51,Linz,No',
    'Q1,Q2,Q3_1',
    2,
  ],
])('%s names no column', (_, text, names, lines) => {
  expect(headOf(rows(text))).toMatchObject({ names: names.split(','), lines })
})

test('headings go before the names that they span', () => {
  expect(joinedNames(['', 'Wind', 'Wind', ''], ['Time', 'Avg', 'Gust', 'Rain']).at(-1)).toBe('Rain')
  expect(joinedNames(['Country', 'Result', '', ''], ['', 'yes', 'no', ''])).toEqual([
    'Country',
    'Result yes',
    'Result no',
    '',
  ])
  expect(joinedNames(['Country', '', 'Result'], ['', 'rank', 'yes'])).toEqual(['Country', 'rank', 'Result yes'])
})

test('a column that numbers the rows has no name of its own', () => {
  expect(numbersRows(['', 'a'], rows('0,x\n1,y\n2,z'))).toBe(true)
  expect(numbersRows(['', 'a'], rows('5,x\n1,y\n2,z'))).toBe(false)
  expect(numbersRows(['year', 'a'], rows('0,x\n1,y\n2,z'))).toBe(false)
})

test.each([
  ['H, D and T', 'H,20230201,ACME\nD,1,2.50\nD,2,3.50\nT,2,6.00,EUR', [1, 4]],
  ['names between', 'HDR,2023,ACME,,\nrec,no,amount\nDTL,1,2.50\nDTL,2,3.50\nTRL,2,6.00,x,y', [1, 5]],
  ['batches', 'FH,x\nBH,1\nD,a,1\nBT,1\nBH,2\nD,b,2\nD,c,3\nBT,2\nFT,3', [1, 2, 4, 5, 8, 9]],
  ['numbers and their count', '00,ACME\n10,a,5\n10,b,6\n10,c,7\n99,3', [1, 5]],
  ['orders above their lines', 'H,1,Ada\nD,a,1\nD,b,2\nH,2,Bob\nD,c,3', []],
  ['results of games', 'H,x,1\nD,y,2\nD,z,3\nD,x,4\nA,w,5', []],
  ['groups with one row each at the ends', '10,a,1\n20,b,2\n20,c,3\n30,d,4', []],
])('records that speak of the file: %s', (_, text, lines) =>
  expect([...recordsApart(grid(text)).keys()].toSorted((a, b) => a - b)).toEqual(lines),
)

test('names over two lines that come again are no values', () => {
  const all = grid(',2022,\nname,a,b\nx,1,2\n,2022,\nname,a,b\ny,3,4')
  expect(valuesOf(all).map(({ line }) => line)).toEqual([1, 2, 3, 6])
})

test.each([
  ['two tables', 'region,units\nN,1\nS,2\n\nmonth,revenue\nJan,100\nFeb,200', 2],
  ['two tables with a title between', 'a,b,c\nx,1,2\ny,3,4\n\nStaff\nname,city,age\nAda,London,36\nBob,Rome,40', 2],
  ['a title, a gap and a table', 'Report\n\na,b\nx,1\ny,2', 1],
  ['a gap within', 'a,b\nx,1\ny,2\n\nz,3\nw,4', 1],
  ['the same names below a gap', 'a,b\nx,1\ny,2\n\na,b\nz,3\nw,4', 1],
  ['a section of settings', '[Data]\nname,size,note\nA,1,x\nB,2,y\n\n[Settings]\nGain,4', 2],
  [
    'two tables side by side with the same names but for a word',
    'In item,In pieces,,Out item,Out pieces\nP1,1,,Q1,4\nP2,2,,Q2,5\nP3,3,,Q3,6',
    2,
  ],
  ['texts below texts', 'name,city\nAda,London\nBob,Rome\n\nkind,place\nx,y\nz,w', 1],
])('tables below each other: %s', (_, text, count) => expect(blocksOf(grid(text))).toHaveLength(count))

test.each([
  ['orders above their lines', 'H,1,2024-03-01,Ada\nD,a,1\nD,b,2\nH,2,2024-03-02,Bob\nD,c,3', ['H', 'D']],
  ['texts below figures', 'H,1,2.5,Ada\nD,a,x,1\nD,b,y,2\nH,2,3.5,Bob\nD,c,z,3', ['H', 'D']],
  ['results of games', 'H,x,1\nD,y,2\nD,z,3\nH,x,4\nD,w,5', null],
  ['kinds of things below names', 'kind,size,note\na,1,x\nb,2,y\na,3,z\nb,4,w', null],
])('records of several types: %s', (_, text, expected) => {
  const found = recordTables(grid(text))
  expect(found?.map(({ title }) => title) ?? null).toEqual(expected)
  if (found) expect(found[1]!.rows.map(({ cells }) => cells.at(-1))).toEqual(['1', '1', '4'])
})
