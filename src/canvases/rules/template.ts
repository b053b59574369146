import { identifier } from '#base/sql.ts'
import { capital } from '#base/text.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { spoken } from '#query/rules/chart.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import type { Block, Contents } from './block.ts'

const OF_SALES = /order|sale|invoice|transaction|purchase|payment|booking/i
const OF_MONEY = /revenue|amount|total|sales|turnover|net|gross|value|price/i
const MOST_VALUES = 200

/** The table that tells most about sales: with a date, amounts that add up, and what they can be split by. */
function fitting(tables: CatalogTable[]) {
  const found = tables.flatMap((table) => {
    const time = table.columns.find(({ role, type }) => role === 'time' && /^(DATE|TIMESTAMP)/.test(type))
    const sums = table.columns.filter(({ role, aggregation }) => role === 'measure' && aggregation === 'sum')
    const measure = sums.find(({ name }) => OF_MONEY.test(name)) ?? sums[0]
    const parts = table.columns.filter(
      ({ role, distinct }) => role === 'dimension' && distinct > 1 && distinct <= MOST_VALUES,
    )
    if (!time || !measure || table.rows === 0) return []
    const rank = Number(OF_SALES.test(table.name)) * 2 + Number(OF_MONEY.test(measure.name))
    return [{ table, time, measure, parts, rank }]
  })
  return found.toSorted((a, b) => b.rank - a.rank || b.table.rows - a.table.rows)[0] ?? null
}

/** "Sales overview": figures of the newest month that the data go to the end of, their course, what they are made of, and the last rows. Null where no table fits. */
export function salesOverview(tables: CatalogTable[]): Omit<Block, 'id' | 'tab'>[] | null {
  const found = fitting(tables)
  if (!found) return null
  const { table, time, measure, parts } = found
  const [from, at, sum] = [table.name, time.name, measure.name].map(identifier) as [string, string, string]
  const name = spoken(measure.name)
  const source = WORKSPACE_SOURCE
  const monthly = (value: string, as: string, where = `${at} IS NOT NULL`) =>
    `SELECT date_trunc('month', ${at})::DATE AS month, ${value} AS ${as}\nFROM ${from}\nWHERE ${where}\nGROUP BY 1\nORDER BY 1`
  // A month of which days are still to come is no fall; the first one is shown in any case.
  const isOver = `${at} < (SELECT greatest(date_trunc('month', max(${at}) + INTERVAL 1 DAY), date_trunc('month', min(${at})) + INTERVAL 1 MONTH) FROM ${from})`
  const total = identifier(`total_${measure.name}`)
  const line = { x: 'month', series: null, subtitle: undefined }
  const chart = (words: string, sql: string, spec: Omit<Contents['chart']['chart'], 'title'>) => {
    const title = capital(words)
    return { kind: 'chart', content: { title, sql, source, chart: { ...spec, title } } } as const
  }
  const column = `total_${measure.name}`
  const figures = [
    [`${name} by month`, `sum(${sum})`, column],
    [`Rows of ${table.name} by month`, 'count(*)', 'rows'],
    [`Average ${name} by month`, `avg(${sum})`, `average_${measure.name}`],
  ].map(([title, value, as], k) => ({
    kind: 'kpi' as const,
    content: {
      ...{ title: capital(title!), sql: monthly(value!, identifier(as!), isOver), source },
      ...{ value: { column: as!, row: null }, before: null, trend: 'month' },
    },
    ...{ x: k * 4, y: 1, w: 4, h: 3 },
  }))
  const course = chart(`${name} over time`, monthly(`sum(${sum})`, total), { kind: 'line', ...line, y: [column] })
  const split = parts.slice(0, 2).map(({ name: part }, k, { length }) => {
    const sql = `SELECT ${identifier(part)}, sum(${sum}) AS ${total}\nFROM ${from}\nGROUP BY 1\nORDER BY 2 DESC\nLIMIT 10`
    const spec = { kind: 'bar', x: part, y: [column], series: null } satisfies Partial<Contents['chart']['chart']>
    return { ...chart(`${name} by ${spoken(part)}`, sql, spec), x: k * 6, y: 10, w: 12 / length, h: 6 }
  })
  return [
    { kind: 'heading', content: { text: capital(`${name} of ${spoken(table.name)}`) }, x: 0, y: 0, w: 12, h: 1 },
    ...figures,
    { ...course, x: 0, y: 4, w: 12, h: 6 },
    ...split,
    {
      kind: 'grid',
      content: {
        title: `Newest rows of ${table.name}`,
        sql: `SELECT *\nFROM ${from}\nORDER BY ${at} DESC NULLS LAST\nLIMIT 100`,
        source,
      },
      ...{ x: 0, y: 16, w: 12, h: 7 },
    },
  ]
}
