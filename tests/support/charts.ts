import type { ChartSpec } from '#query/rules/chart-spec.ts'

/** A chart of each kind that the product draws, with the statement whose result it shows: what pictures and tests are made from. */
export type ChartExample = { name: string; sql: string; spec: Omit<ChartSpec, 'result'> }

const example = (name: string, sql: string, spec: Partial<ChartSpec>): ChartExample => ({
  name,
  sql,
  spec: { kind: 'bar', x: null, y: [], series: null, title: name, ...spec },
})
/** Rows as they stand in a statement. */
const values = (columns: string, rows: string) => `SELECT * FROM (VALUES ${rows}) AS t(${columns})`

const REGIONS = values(
  'region, revenue_inr',
  `('West', 812000.50), ('South', 640200.25), ('North', 455000.00), ('East', 210300.75), ('Central', 98000.00)`,
)
const MONTHS = `SELECT month, region, CAST(1000 + 60 * m * (1 + r) + 180 * r * sin(m + r) AS INTEGER) AS orders
FROM (SELECT unnest(range(12)) AS m), (SELECT unnest(['North', 'South', 'West', 'East']) AS region, unnest(range(4)) AS r), LATERAL (SELECT CAST(DATE '2025-01-01' + to_months(CAST(m AS INTEGER)) AS DATE) AS month) ORDER BY month, region`
const ONE = `SELECT month, sum(orders) AS orders FROM (${MONTHS}) GROUP BY month ORDER BY month`
/** Numbers that look random and are the same in every run. */
const SPREAD = (n: number) =>
  `SELECT ['Express', 'Standard', 'Economy'][1 + i % 3] AS service, round(2 + (i % 3) * 1.4 + 3 * abs(sin(i * 12.9898) * cos(i * 4.1)) + CASE WHEN i % 97 = 0 THEN 9 ELSE 0 END, 2) AS days, CAST(40 + 12 * (i % 37) + 90 * abs(sin(i * 78.233)) AS DECIMAL(10, 2)) AS amount_eur FROM range(${n}) AS t(i)`

export const CHART_EXAMPLES: ChartExample[] = [
  example('Bars with a target', REGIONS, {
    x: 'region',
    y: ['revenue_inr'],
    lines: [{ at: 500_000, label: 'target' }, { at: 'mean' }],
  }),
  example(
    'Grouped bars',
    values('quarter, online, shop', `('Q1', 420, 610), ('Q2', 510, 590), ('Q3', 640, 560), ('Q4', 720, 600)`),
    { x: 'quarter', y: ['online', 'shop'], labels: true },
  ),
  example(
    'Bars below zero',
    values('region, profit_eur', `('West', 812), ('South', -640), ('North', 455), ('East', -210)`),
    { ...{ x: 'region', y: ['profit_eur'] } },
  ),
  example('Stacked bars', `SELECT * FROM (${MONTHS}) WHERE month < DATE '2025-07-01'`, {
    ...{ kind: 'stacked', x: 'month', y: ['orders'], series: 'region' },
  }),
  example(
    '100 % stacked',
    `SELECT strftime(month, 'Q') || quarter(month) AS quarter, region, sum(orders) AS orders FROM (${MONTHS}) GROUP BY ALL ORDER BY ALL`,
    { ...{ kind: 'share', x: 'quarter', y: ['orders'], series: 'region', labels: true } },
  ),
  example('Shares of a whole', REGIONS, { kind: 'share', x: 'region', y: ['revenue_inr'] }),
  example('Lines', MONTHS, { kind: 'line', x: 'month', y: ['orders'], series: 'region' }),
  example('Line with its trend and median', ONE, {
    ...{ kind: 'line', x: 'month', y: ['orders'], lines: [{ at: 'trend' }, { at: 'median' }] },
  }),
  example('Areas', MONTHS, { kind: 'area', x: 'month', y: ['orders'], series: 'region' }),
  example(
    'Bars and a line on a second axis',
    `SELECT month, sum(orders) AS orders, round(0.02 + 0.01 * abs(sin(month(month))), 4) AS return_rate FROM (${MONTHS}) GROUP BY month ORDER BY month`,
    { ...{ kind: 'combo', x: 'month', y: ['orders', 'return_rate'] } },
  ),
  example(
    'Scatter with trend',
    `SELECT i AS visits, CAST(30 + 2.4 * i + 40 * sin(i * 12.9898) AS DOUBLE) AS orders FROM range(1, 90) AS t(i)`,
    { ...{ kind: 'scatter', x: 'visits', y: ['orders'], lines: [{ at: 'trend' }] } },
  ),
  example('Histogram', SPREAD(2000), { kind: 'histogram', y: ['amount_eur'] }),
  example('Boxes', SPREAD(600), { kind: 'box', x: 'service', y: ['days'] }),
  example(
    'Heat map',
    `SELECT ['Mon','Tue','Wed','Thu','Fri','Sat','Sun'][1 + d] AS weekday, h || ':00' AS hour, CAST(20 + 80 * abs(sin(h / 4.0)) * (1 + (d % 5) / 3.0) AS INTEGER) AS orders FROM range(7) AS a(d), range(8, 20, 2) AS b(h) WHERE NOT (d = 6 AND h = 8) ORDER BY d, h`,
    { ...{ kind: 'heatmap', x: 'weekday', series: 'hour', y: ['orders'] } },
  ),
  example(
    'Waterfall',
    values(
      'step, change_eur',
      `('Revenue', 420), ('Material', -180), ('Staff', -150), ('Rent', -120), ('Grants', 95), ('Taxes', -22.5)`,
    ),
    { ...{ kind: 'waterfall', x: 'step', y: ['change_eur'] } },
  ),
  example(
    'Funnel',
    values(
      'step, people',
      `('Visited', 12400), ('Signed up', 5210), ('Uploaded a file', 3320), ('Asked a question', 2950), ('Paid', 410)`,
    ),
    { ...{ kind: 'funnel', x: 'step', y: ['people'] } },
  ),
  example(
    'Treemap',
    values(
      'product, category, revenue',
      `('Desks', 'Furniture', 420), ('Chairs', 'Furniture', 380), ('Lamps', 'Furniture', 90), ('Laptops', 'Devices', 610), ('Phones', 'Devices', 330), ('Cables', 'Devices', 40), ('Paper', 'Supplies', 120), ('Pens', 'Supplies', 60)`,
    ),
    { ...{ kind: 'treemap', x: 'product', y: ['revenue'], series: 'category' } },
  ),
  example(
    'Forecast with its band',
    `SELECT CAST(DATE '2025-01-01' + to_months(CAST(i AS INTEGER)) AS DATE) AS month, 500 + 20 * i + 40 * sin(i) AS revenue, CASE WHEN i >= 11 THEN 500 + 20 * i + 40 * sin(i) - 12 * (i - 11) END AS low, CASE WHEN i >= 11 THEN 500 + 20 * i + 40 * sin(i) + 12 * (i - 11) END AS high FROM range(18) AS t(i)`,
    { ...{ kind: 'band', x: 'month', y: ['revenue', 'low', 'high'], format: 'eur' } },
  ),
  example(
    'Map of countries',
    values(
      'country, orders',
      `('India', 920), ('United States', 640), ('DE', 410), ('Brasil', 220), ('Côte d''Ivoire', 60), ('日本', 300), ('AUS', 180), ('Atlantis', 5)`,
    ),
    { ...{ kind: 'map', x: 'country', y: ['orders'] } },
  ),
  example(
    'Map of Indian states',
    values(
      'state, revenue_inr',
      `('Maharashtra', 920000), ('KA', 780000), ('Tamil Nadu', 640000), ('NCT of Delhi', 510000), ('Uttar Pradesh', 330000), ('West Bengal', 280000), ('IN-GJ', 450000), ('Jammu & Kashmir', 90000), ('Orissa', 120000)`,
    ),
    { ...{ kind: 'map', x: 'state', y: ['revenue_inr'] } },
  ),
  example(
    'Map of US states',
    values(
      'state, orders',
      `('California', 920), ('TX', 780), ('New York', 640), ('Georgia', 210), ('Washington', 300), ('Florida', 410), ('Alaska', 20), ('Hawaii', 35)`,
    ),
    { ...{ kind: 'map', x: 'state', y: ['orders'] } },
  ),
  example(
    'Pivot table',
    `SELECT region, strftime(month, '%Y') || ' Q' || quarter(month) AS quarter, CAST(orders * 1.1 AS DECIMAL(12, 2)) AS revenue FROM (${MONTHS})`,
    { ...{ kind: 'pivot', x: 'region', y: ['revenue'], series: 'quarter' } },
  ),
  example('Figure with its course', ONE, { kind: 'number', x: 'month', y: ['orders'] }),
]
