import { describe, expect, test } from 'bun:test'
import { figuresOf, wideOf } from './wide.ts'

const columns = (names: string, texts = /^(country|product|region|code|name|id)$/i) =>
  names.split(',').map((name) => ({ name, type: texts.test(name) ? 'VARCHAR' : 'DOUBLE' }))

describe('columns of periods', () => {
  test.each([
    ['country,2019,2020,2021', 'year', ['2019', '2020', '2021'], ['value']],
    ['Country,Code,2019 [YR2019],2020 [YR2020],2021 [YR2021]', 'year', ['2019', '2020', '2021'], ['value']],
    ['name,X2019,X2020,X2021', 'year', ['2019', '2020', '2021'], ['value']],
    ['product,Jan 2024,Feb 2024,Mar 2024', 'period', ['2024-01-01', '2024-02-01', '2024-03-01'], ['value']],
    ['product,2024-01,2024-02,2024-03', 'period', ['2024-01-01', '2024-02-01', '2024-03-01'], ['value']],
    ['product,Q1 2023,Q2 2023,Q3 2023', 'period', ['2023-01-01', '2023-04-01', '2023-07-01'], ['value']],
    ['region,sales_2019,sales_2020,sales_2021', 'year', ['2019', '2020', '2021'], ['sales']],
    ['region,2019 (USD),2020 (USD),2021 (USD)', 'year', ['2019', '2020', '2021'], ['value (USD)']],
    [
      'region,sales_2019,cost_2019,sales_2020,cost_2020,sales_2021,cost_2021',
      ...(['year', ['2019', '2020', '2021'], ['sales', 'cost']] as const),
    ],
  ] as [string, string, string[], string[]][])('%s', (names, period, values, figures) => {
    const wide = wideOf(columns(names))
    expect(wide?.period).toMatchObject({ name: period, values })
    expect(wide?.values.map(({ name }) => name)).toEqual(figures)
  })

  test('months without a year keep their names, totals beside them are left', () => {
    expect(wideOf(columns('name,Jan,Feb,Mar,Total'))).toMatchObject({
      period: { name: 'month_number', values: ['1', '2', '3'] },
      label: { name: 'month', values: ['Jan', 'Feb', 'Mar'] },
      kept: ['name'],
      left: ['Total'],
    })
  })

  test('what could not be read of a period goes with it', () => {
    const found = wideOf([
      ...columns('country,2019,2020,2021'),
      { name: '2020_as_written', type: 'VARCHAR', textOf: '2020' },
    ])
    expect(found?.values).toEqual([
      { name: 'value', columns: ['2019', '2020', '2021'] },
      { name: 'value_as_written', columns: [null, '2020_as_written', null], textOf: 'value' },
    ])
  })

  test.each([
    'country,2019,2020',
    'name,q1,q2,q3,q4,q5,q6',
    'id,a,b,c',
    'region,sales_2019,sales_2020,sales_2021,cost_2019,cost_2020',
    'region,year,month,sales',
    'name,height_1,height_2,height_3',
    'name,May,Will,June',
  ])('none in %s', (names) => expect(wideOf(columns(names))).toBeNull())

  test('a period of texts is no figure', () => {
    expect(wideOf([...columns('country,2019,2020,2021'), { name: '2022', type: 'VARCHAR' }])).toBeNull()
  })
})

test.each<[table: string, kept: string, figures: string]>([
  ['sales_2019_2021', 'region', 'sales'],
  ['deaths by country', 'country', 'deaths'],
  ['monthly_rainfall_data', 'station', 'rainfall'],
  ['Umsatz nach Monat', 'Filiale', 'Umsatz'],
  ['products', 'product', 'value'],
  ['Sheet1', 'region', 'value'],
  ['co2_emissions_per_capita', 'country', 'co2_emissions'],
])('the figures of %s beside %s are called %s', (table, kept, figures) => {
  expect(figuresOf(table, [kept])).toBe(figures)
})
