import { expect, test } from 'bun:test'
import { turned } from './turned.ts'

const rowsOf = (text: string) => text.split('\n').map((line, at) => ({ line: at + 1, cells: line.split(',') }))
const cellsOf = (text: string) => turned({ title: null, rows: rowsOf(text) }).rows.map(({ cells }) => cells.join(','))

const OFFERS = 'Offer,Alder,Birch,Cedar\nPrice,12.5,9.75,11\nBegins,2024-01-02,2024-02-03,2024-03-04\nBy,Ann,Bo,Cy'

test('a column for each thing becomes a row for each, below its title', () => {
  const turnedRows = [
    'Offer,Price,Begins,By',
    'Alder,12.5,2024-01-02,Ann',
    'Birch,9.75,2024-02-03,Bo',
    'Cedar,11,2024-03-04,Cy',
  ]
  expect(cellsOf(OFFERS)).toEqual(turnedRows)
  expect(cellsOf(`Offers of the year\n${OFFERS}`)).toEqual(['Offers of the year', ...turnedRows])
})

test.each([
  ['rows of things', 'name,bought,price\nLathe,2024-01-02,12.5\nMill,2024-02-03,9.75\nSaw,2024-03-04,11'],
  ['figures of periods', 'item,2022,2023,2024\nIncome,120,130,140\nCosts,80,90,95\nStaff,7,8,9'],
  [
    'names over two lines',
    'Unit,Started,Ended,Count\nof staff,on,on,of days\nab,2024-01-02,2024-01-03,1\ncd,2024-02-01,2024-02-05,4',
  ],
  ['words among figures', 'Id,First,Second,Third\nQ1,5,left,4\nQ2,2,4,none\nQ3,2024-01-02,2024-01-03,late'],
])('%s stay as they are', (_, text) => {
  expect(cellsOf(text)).toEqual(text.split('\n'))
})
