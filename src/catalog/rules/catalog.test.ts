import { describe, expect, test } from 'bun:test'
import type { CatalogColumn, CatalogTable } from './answers.ts'
import type { OutlineTable } from './catalog.ts'
import { CLEANINGS, type KeySide, measureSql, readMeasure, spelledOut } from './cleaning.ts'
import { relationForm, tableForm } from './input.ts'
import { isKey, profileKind, readHistograms, STEPS } from './profile.ts'
import { findTables, hitsOf, wordsOf } from './search.ts'

const column = (name: string, about: Partial<CatalogColumn> = {}): CatalogColumn => ({
  ...{ name, type: 'VARCHAR', role: 'dimension', nulls: 0, distinct: 3, min: 'a', max: 'z' },
  ...{ top: [], sample: [], description: '', hidden: false },
  ...about,
})
const table = (name: string, columns: CatalogColumn[], about: Partial<CatalogTable> = {}): CatalogTable => ({
  ...{ id: name, name, source: { kind: 'file', id: 'f', name: 'shop.xlsx' }, rows: 10, description: '' },
  ...{ hidden: false, refreshed_at: '', columns, relations: [] },
  ...about,
})

describe('searching tables', () => {
  const about = (name: string, columns: string[], description = ''): OutlineTable => ({
    ...{ id: name, name, source: { kind: 'file', id: 'f', name: 'shop.xlsx' }, rows: 10, description, columns },
  })
  const tables = [
    about('sales', ['place']),
    about('cities', ['name'], 'Where we deliver'),
    about('pune_stores', ['id']),
  ]
  /** What the columns hold, by table. */
  const held = { sales: 'pune', cities: 'pune', pune_stores: 'number of the shop' }
  const found = (q: string) => {
    const having = (word: string) => Object.entries(held).flatMap(([id, text]) => (text.includes(word) ? [id] : []))
    return findTables(
      tables,
      q,
      wordsOf(q).map((word) => new Set(having(word))),
    ).map(({ name }) => name)
  }

  test.each([
    ['', ['sales', 'cities', 'pune_stores']],
    ['pune', ['pune_stores', 'sales', 'cities']],
    ['PUNE place', ['sales']],
    ['deliver', ['cities']],
    ['number shop', ['pune_stores']],
    ['shop.xlsx', ['sales', 'cities', 'pune_stores']],
    ['name', ['cities']],
    ['nothing', []],
  ])('for %j', (q, expected) => {
    expect(found(q)).toEqual(expected)
  })

  test('gives what is called so letter for letter first', () => {
    const named = [about('old_sales', []), about('sales', []), about('sales_2', [])]
    expect(findTables(named, 'Sales', [new Set()]).map(({ name }) => name)).toEqual(['sales', 'old_sales', 'sales_2'])
  })

  test('says why: the value, in which column', () => {
    const place = { name: 'place', description: '', top: [{ value: 'Pune', count: 3 }], sample: ['Pune', 'Goa'] }
    expect(hitsOf([place], ['pune'])).toEqual([{ column: 'place', where: 'value', text: 'Pune' }])
  })
})

describe('what a column is shown by', () => {
  const number = { type: 'DOUBLE', role: 'measure', distinct: 90, min: '1', max: '9' } as const
  test.each([
    ['frequent values', column('tier', { top: [{ value: 'Gold', count: 4 }] }), 'bars'],
    [
      'values that are hardly ever repeated',
      column('note', { sample: ['x'], top: [{ value: 'x', count: 1 }] }),
      'values',
    ],
    ['many numbers', column('total', number), 'range'],
    ['few numbers', column('stars', { ...number, distinct: 5, top: [{ value: '4', count: 6 }] }), 'bars'],
    ['keys', column('id', { ...number, role: 'id' }), 'range'],
    ['nothing', column('empty', { min: null, max: null }), 'empty'],
  ])('%s', (_, one, expected) => {
    expect(profileKind(one, undefined)).toBe(expected as ReturnType<typeof profileKind>)
  })

  test('many numbers that were counted', () => {
    expect(profileKind(column('total', number), { column: 'total', counts: [1] })).toBe('histogram')
  })

  test('histograms are read by column and step; what is beyond counting is left out', () => {
    const rows = [
      [0, 0, 5],
      [0, STEPS - 1, '7'],
      [1, null, 3],
    ]
    const [only, ...others] = readHistograms([column('a'), column('b')], rows)
    expect(others).toEqual([])
    expect(only!.counts).toEqual([5, ...Array.from({ length: STEPS - 2 }, () => 0), 7])
  })

  test('a key is never empty and never twice, and is not told of a sample', () => {
    const id = column('id', { distinct: 10 })
    expect(isKey(id, table('t', [id]))).toBe(true)
    expect(isKey({ ...id, nulls: 1 }, table('t', [id]))).toBe(false)
    expect(isKey(id, table('t', [id], { rows_estimated: true }))).toBe(false)
  })
})

describe('a measured relation', () => {
  const from: KeySide = { table: 'a', column: 'k', type: 'VARCHAR' }
  const to: KeySide = { table: 'b', column: 'k', type: 'BIGINT' }
  /** A row of what `measureSql` counts, where each key of the other side comes twice: of each cleaning the values found and the keys left. */
  const row = (values: number, plain: number, keys: number, cleaned: [found: number, apart: number][]) => [
    ...[values, plain, keys, 2 * keys, keys, 2 * plain],
    ...CLEANINGS.flatMap((_, at) => [...(cleaned[at] ?? [plain, keys]), keys]),
  ]

  test('of which nearly all meet needs nothing', () => {
    expect(readMeasure(row(100, 96, 50, [[100, 50]]), from, to)).toEqual({
      ...{ matchRate: 0.96, backRate: 0.5, multiplies: 2 },
      values: 100,
      cleaned: null,
    })
  })

  test('is cleaned by the gentlest that finds nearly as much as the best', () => {
    const { cleaned } = readMeasure(
      row(100, 10, 50, [
        [90, 50],
        [90.5, 50],
        [20, 50],
        [90.9, 50],
      ]),
      from,
      to,
    )
    expect(cleaned).toEqual({
      how: CLEANINGS[0]!.how,
      column: 'trim("{from}"."k")',
      to_column: 'trim(CAST("{to}"."k" AS VARCHAR))',
      ...{ match_rate: 0.9, match_back: 0.5 },
    })
    expect(spelledOut(cleaned!, 'orders', 'new"s')).toMatchObject({
      column: 'trim("orders"."k")',
      to_column: 'trim(CAST("new""s"."k" AS VARCHAR))',
    })
  })

  test('is not cleaned by what makes two keys one, or gains next to nothing', () => {
    expect(
      readMeasure(
        row(100, 10, 50, [
          [100, 30],
          [11, 50],
        ]),
        from,
        to,
      ).cleaned,
    ).toBeNull()
  })

  test('without a value says nothing', () => {
    expect(readMeasure(row(0, 0, 0, []), from, to)).toEqual({
      ...{ matchRate: 0, backRate: 0, multiplies: null, values: 0, cleaned: null },
    })
  })

  test('compares as text where the types differ, and quotes names', () => {
    const sql = measureSql({ ...from, column: 'odd "k"' }, to)
    expect(sql).toContain('"odd ""k"""')
    expect(sql).toContain('CAST("k" AS VARCHAR) AS k')
  })
})

describe('forms', () => {
  test('of a column and of a table become one kind of change', () => {
    expect(tableForm.parse({ column: 'city', description: ' Where ', hidden: 'yes' })).toEqual({
      columns: [{ name: 'city', description: 'Where', hidden: true }],
    })
    expect(tableForm.parse({ hidden: 'no' })).toEqual({ hidden: false })
  })

  test('of a relation lead to table.column, whose column may have dots', () => {
    expect(relationForm.parse({ from: 'a.k', to: 'b.x.y' })).toEqual({
      ends: { from_table: 'a', from_column: 'k', to_table: 'b', to_column: 'x.y' },
      replaces: undefined,
    })
    expect(relationForm.safeParse({ from: 'a.k', to: 'b' }).success).toBe(false)
  })
})
