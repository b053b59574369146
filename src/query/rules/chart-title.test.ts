import { expect, test } from 'bun:test'
import type { ChartSpec } from './chart.ts'
import { chartTitle, namesGrouping } from './chart-title.ts'

const spec = (title: string, change: Partial<ChartSpec> = {}): ChartSpec => ({
  result: 'r',
  kind: 'bar',
  x: 'region',
  y: ['total_amount'],
  series: null,
  title,
  ...change,
})

test.each<[string, Partial<ChartSpec>, string]>([
  ['Total amount by sale', {}, 'Total amount by region'],
  ['Total amount by sale in 2025', {}, 'Total amount by region in 2025'],
  ['Sales by sale and month', { series: 'channel' }, 'Sales by region and channel'],
  ['Orders by store', { x: 'shopType' }, 'Orders by shop type'],
  ['Revenue by market, 2024 to 2025', { x: 'country_name' }, 'Revenue by country name, 2024 to 2025'],
  // Changed by a click on the axis.
  ['Orders by region', { x: 'product_category' }, 'Orders by product category'],
  // What names it already stays as it was written.
  ['Total amount by region', {}, 'Total amount by region'],
  ['Total amount by Regions', {}, 'Total amount by Regions'],
  ['Amount per region by channel', { series: 'channel' }, 'Amount per region by channel'],
  ['Orders by month', { x: 'ordered_date' }, 'Orders by month'],
  ['Orders by customer', { x: 'name' }, 'Orders by customer'],
  ['Orders by customer', { x: 'c' }, 'Orders by customer'],
  ['Top 5 items by value', { x: 'product_name' }, 'Top 5 items by value'],
  ['Customers by total amount', { x: 'customer_name' }, 'Customers by total amount'],
  ['Shops by amount', { x: 'branch' }, 'Shops by amount'],
  [
    'One courier explains the rise in returns',
    { x: 'month', series: 'courier' },
    'One courier explains the rise in returns',
  ],
  ['Orders', { kind: 'number', x: null, y: ['orders'] }, 'Orders'],
  ['', {}, ''],
])('"%s" of %j is "%s"', (title, change, expected) => {
  expect(chartTitle(spec(title, change))).toBe(expected)
})

test('a title that tells no grouping is known, so that the line below it does', () => {
  expect(namesGrouping(spec('Nearly all in one place'))).toBe(false)
  expect(namesGrouping(spec('North is the strongest region'))).toBe(true)
  expect(namesGrouping(spec('Total', { x: null }))).toBe(true)
})
