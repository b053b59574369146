import { describe, expect, test } from 'bun:test'
import { planColumn } from './column-type.ts'
import { UNDRESSED } from './number-dress.ts'
import { TotalFinder } from './totals.ts'

/** Lines that are totals, in a table of rows cut at commas. */
function totals(rows: string[]): number[] {
  const cells = rows.map((row) => row.split(','))
  const finder = new TotalFinder(cells[0]!.map((_, index) => planColumn(cells.map((row) => row[index] ?? ''))))
  for (const [at, row] of cells.entries()) finder.push({ line: at + 1, cells: row })
  return [...finder.end().found.keys()].sort((a, b) => a - b)
}

describe('rows that add up others', () => {
  test.each([
    ['a word and the sum', ['a,1,10', 'b,2,20', 'Total,3,30'], [3]],
    ['in Russian and Chinese', ['a,1,10', 'b,2,20', 'Итого,3,30', '合计,3,30'], [3, 4]],
    ['sums beside a mean, without a word', ['a,1,10,5', 'b,2,20,6', 'c,4,40,7', ',7,70,6'], [4]],
    ['in other words', ['a,1,10', 'b,2,20', 'Insgesamt,3,30'], [3]],
    ['with a price that is not added up', ['a,1,5,10', 'b,2,7,20', 'c,4,2,9', 'Summe,7,,39'], [4]],
    [
      'sums of groups and of all',
      ['n,a,1,9', 'n,b,2,8', 'n Total,,3,17', 's,a,4,1', 's Total,,4,1', 'Total,,7,18'],
      [3, 5, 6],
    ],
    ['sums of rounded figures', ['a,33.3', 'b,33.3', 'c,33.3', 'Total,100.0'], [4]],
    ['no word, and the cell that names a row is empty', ['a,1,10', 'b,2,20', 'c,4,40', ',7,70'], [4]],
    ['one figure alone at the foot', ['a,1.5', 'b,2.5', 'c,4.5', ',8.5'], [4]],
    ['another word and three sums', ['a,1,10,5', 'b,2,20,6', 'c,4,40,7', 'Whole of Europe,7,70,18'], [4]],
    ['the number of rows, in any words', ['a,x,1,10', 'b,y,2,20', 'c,x,4,40', 'Antal poster,3,,'], [4]],
    ['a sum and the number of rows', ['a,x,1,10', 'b,y,2,20', 'c,x,4,40', 'Total,,7,70', 'Count,3,,'], [4, 5]],
    ['the least, the greatest and the mean', ['a,1,9', 'b,2,5', 'c,6,4', 'Min,1,4', 'Max,6,9', 'Medel,3,6'], [4, 5, 6]],
    [
      'a balance at the foot, with its day in the place of one',
      ['2024-01-02,a,x,-5', '2024-01-03,b,y,7', '2024-01-04,c,z,-1', '2024-01-05,d,w,-3', 'Left on 31 January,,,99'],
      [5],
    ],
    [
      'quarters among their months',
      ['Jan,1,9', 'Feb,2,8', 'Mar,4,1', 'Q1,7,18', 'Apr,1,1', 'May,2,2', 'Jun,3,3', 'Q2,6,6'],
      [4, 8],
    ],
    ['the mean', ['a,80,70', 'b,90,60', 'Average,85,65'], [3]],
    [
      'a word at the foot where a day is missing',
      ['a,2024-01-01,1', 'b,2024-01-02,2', 'c,2024-01-03,3', 'Total,,99'],
      [4],
    ],
  ])('are told: %s', (_, rows, expected) => expect(totals(rows)).toEqual(expected))

  test.each([
    ['a number of rows that stands between rows', ['a,x,1', 'b,y,2', 'c,x,4', 'Count,3,', 'd,x,4']],
    ['another number', ['a,x,1', 'b,y,2', 'c,x,4', 'Gate,2,']],
    ['a film', ['Alien,7', 'Total Recall,7', 'Heat,9']],
    ['a film whose figure is the sum of two', ['Alien,3', 'Heat,4', 'Total Recall,7', 'Up,8']],
    ['a film as good as the others', ['Alien,7', 'Heat,7', 'Mean Girls,7', 'Up,8']],
    ['a company', ['Shell,fuel,10', 'BP,fuel,20', 'Total,fuel,17', 'Eni,fuel,12']],
    ['a company at the foot', ['Shell,fuel,10', 'BP,fuel,20', 'Eni,fuel,12', 'Total,fuel,17']],
    [
      'a company of an unknown kind among others',
      ['Shell,fuel,10', 'BP,fuel,20', 'Eni,fuel,12', 'Total,,17', 'Aral,fuel,3'],
    ],
    ['yes and no in many columns', ['a,1,0,0', 'b,0,1,0', 'c,0,0,1', 'd,1,1,1', 'e,0,1,1']],
    ['a row that happens to be larger', ['a,1,10', 'b,2,20', 'c,4,40', 'd,7,71']],
    ['two figures that happen to add up, under a name', ['a,1,10', 'b,2,20', 'c,4,40', 'd,7,70']],
    ['nothing but zeros', ['a,0,0', 'b,0,0', 'Totally new,0,0']],
  ])('are not: %s', (_, rows) => expect(totals(rows)).toEqual([]))

  test('a line that is called so and counts is doubtful', () => {
    const finder = new TotalFinder([{ kind: 'text' }, { kind: 'integer', style: 'plain', ...UNDRESSED }])
    for (const [at, cells] of [
      ['a', '1'],
      ['b', '2'],
      ['Total', '9'],
    ].entries())
      finder.push({ line: at + 2, cells })
    expect(finder.end().doubts).toEqual([{ line: 4, text: 'Total' }])
  })
})
