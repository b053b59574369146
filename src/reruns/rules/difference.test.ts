import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Cell } from '#query/rules/answers.ts'
import { difference } from './difference.ts'

const table = (columns: string, rows: Cell[][], total = rows.length) => ({
  columns: columns.split(' ').map((name) => ({ name, type: /^(id|n|year)$/.test(name) ? 'BIGINT' : 'VARCHAR' })),
  ...{ rows, total_rows: total },
})
const brief = (columns: string, before: Cell[][], now: Cell[][]) => {
  const { key, rows } = difference(table(columns, before), table(columns, now))
  return [key.join(' '), ...rows.map(({ kind, before, now }) => `${kind} ${before ?? ''} > ${now ?? ''}`)]
}

describe('what changed between two results', () => {
  test.each<[string, string, Cell[][], Cell[][], string[]]>([
    [
      'nothing, in another order',
      'region n',
      [
        ['North', 1],
        ['South', 2],
      ],
      [
        ['South', 2],
        ['North', 1],
      ],
      ['region'],
    ],
    [
      'a cell',
      'region n',
      [
        ['North', 1],
        ['South', 2],
      ],
      [
        ['South', 3],
        ['North', 1],
      ],
      ['region', 'changed South,2 > South,3'],
    ],
    [
      'a row that came late',
      'id status',
      [[1, 'paid']],
      [
        [1, 'paid'],
        [2, 'open'],
      ],
      ['id', 'added  > 2,open'],
    ],
    [
      'a row that is gone',
      'id status',
      [
        [1, 'paid'],
        [2, 'open'],
      ],
      [[1, 'paid']],
      ['id', 'removed 2,open > '],
    ],
    [
      'a word of a row that an id names',
      'id status',
      [
        [1, 'open'],
        [2, 'open'],
      ],
      [
        [1, 'paid'],
        [2, 'open'],
      ],
      ['id', 'changed 1,open > 1,paid'],
    ],
    [
      'by year and word together',
      'year region n',
      [
        [2024, 'N', 1],
        [2025, 'N', 1],
      ],
      [
        [2024, 'N', 1],
        [2025, 'N', 4],
      ],
      ['year', 'changed 2025,N,1 > 2025,N,4'],
    ],
    ['one number', 'n', [[4_120_000]], [[4_310_000]], ['', 'changed 4120000 > 4310000']],
    [
      'rows that nothing names',
      'region n',
      [
        ['N', 1],
        ['N', 1],
        ['S', 1],
      ],
      [
        ['N', 1],
        ['S', 1],
      ],
      ['', 'removed N,1 > '],
    ],
    [
      'a value that became empty',
      'region n',
      [
        ['N', 1],
        ['S', 2],
      ],
      [
        ['N', null],
        ['S', 2],
      ],
      ['region', 'changed N,1 > N,'],
    ],
  ])('%s', (_, columns, before, now, expected) => expect(brief(columns, before, now)).toEqual(expected))

  test('columns that only one has are left out, and what was not compared is said', () => {
    const found = difference(table('region n', [['N', 1]], 2_000), table('n', [[1]]))
    expect(found).toMatchObject({ columns: ['n'], added: 0, removed: 0, changed: 0, partly: true })
  })

  test('is none of a result with itself in any order, and what is taken away is what is told', () => {
    const rows = fc.uniqueArray(fc.tuple(fc.integer(), fc.string(), fc.option(fc.integer())), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(rows, fc.nat(), (all, at) => {
        const [whole, shuffled] = [table('id name n', all), table('id name n', all.toReversed())]
        expect(difference(whole, shuffled)).toMatchObject({ added: 0, removed: 0, changed: 0 })
        const less = all.toSpliced(at % all.length, 1)
        const found = difference(whole, table('id name n', less))
        expect(found).toMatchObject({ added: 0, removed: 1, changed: 0, rows: [{ before: all[at % all.length]! }] })
      }),
    )
  })
})
