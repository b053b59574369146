import { NO_REVENUE } from '#analyst/rules/revenue.ts'
import { termsOfName } from '#analyst/rules/words.ts'
import { identifier } from '#base/sql.ts'
import { titled, wordsOf } from '#base/text.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { spoken } from '#query/rules/chart.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import type { Block, Contents } from './block.ts'

const OF_SALES = /order|sale|invoice|transaction|purchase|payment|booking/i
export const OF_MONEY = /revenue|amount|total|sales|turnover|net|gross|value|price/i
/** Values of a column whose rows are put into groups. */
export const MOST_VALUES = 200

/** Whether a column is what a row was sold for, and not what one of several costs. */
const isPrice = (name: string) => {
  const words = wordsOf(name)
  return words.some((word) => /^(?:price|fare)$/.test(word)) && !words.some((word) => /^(?:unit|list|per)$/.test(word))
}

/** The table that tells most about sales: with a date, amounts that add up or the price of each row, and what they can be split by. */
function fitting(tables: CatalogTable[]) {
  const found = tables.flatMap((table) => {
    // Of goods each is sold often: their prices come to nothing together.
    const isGoods = tables.some(
      ({ rows, relations }) => rows > table.rows && relations.some(({ to_table }) => to_table === table.name),
    )
    const isRevenue = !termsOfName(table.name).some((word) => NO_REVENUE.test(word))
    const time = table.columns.find(({ role, type }) => role === 'time' && /^(DATE|TIMESTAMP)/.test(type))
    const sums = table.columns.filter(({ role, aggregation }) => role === 'measure' && aggregation === 'sum')
    const price = table.columns.find(({ role, name }) => role === 'measure' && !isGoods && isPrice(name))
    const measure = sums.find(({ name }) => OF_MONEY.test(name)) ?? price ?? sums[0]
    const parts = table.columns.filter(
      ({ role, distinct }) => role === 'dimension' && distinct > 1 && distinct <= MOST_VALUES,
    )
    if (!time || !measure || table.rows === 0) return []
    const rank = Number(OF_SALES.test(table.name)) * 2 + Number(OF_MONEY.test(measure.name)) + Number(isRevenue) * 3
    return [{ table, time, measure, parts, rank }]
  })
  return found.toSorted((a, b) => b.rank - a.rank || b.table.rows - a.table.rows)[0] ?? null
}

export type TemplateBlocks = Omit<Block, 'id' | 'tab'>[]

/** A chart with its own title. */
export const chart = (words: string, sql: string, spec: Omit<Contents['chart']['chart'], 'title'>) => {
  const title = titled(words)
  return { kind: 'chart', content: { title, sql, source: WORKSPACE_SOURCE, chart: { ...spec, title } } } as const
}

/** A number with its course along `along`; null: a number alone. */
export const figure = (words: string, sql: string, column: string, along: string | null) => ({
  kind: 'kpi' as const,
  content: {
    ...{ title: titled(words), sql, source: WORKSPACE_SOURCE },
    ...{ value: { column, row: null }, before: null, trend: along },
  },
})

export const grid = (words: string, sql: string) =>
  ({ kind: 'grid', content: { title: titled(words), sql, source: WORKSPACE_SOURCE } }) as const

/** What a figure of a column is called in a statement: `total_amount`; a column that says so itself, as it is. */
export const called = (how: 'total' | 'average', column: string): string =>
  wordsOf(column).includes(how) ? column : `${how}_${column}`

/** Groups of a column with the largest values first. */
export const largest = (from: string, part: string, value: string, as: string): string =>
  `SELECT ${identifier(part)}, ${value} AS ${identifier(as)}\nFROM ${from}\nGROUP BY 1\nORDER BY 2 DESC NULLS LAST\nLIMIT 10`

/**
 * Statements of a value by year, month or day, in order. `over`: without the last one where days of it are still to come, which is no fall;
 * the first one is shown in any case.
 */
export function periods(from: string, time: string, grain: 'year' | 'month' | 'day') {
  const at = identifier(time)
  const isOver = `${at} < (SELECT greatest(date_trunc('${grain}', max(${at}) + INTERVAL 1 DAY), date_trunc('${grain}', min(${at})) + INTERVAL 1 ${grain.toUpperCase()}) FROM ${from})`
  const by = (value: string, as: string, where: string) =>
    `SELECT date_trunc('${grain}', ${at})::DATE AS ${grain}, ${value} AS ${identifier(as)}\nFROM ${from}\nWHERE ${where}\nGROUP BY 1\nORDER BY 1`
  return {
    all: (value: string, as: string) => by(value, as, `${at} IS NOT NULL`),
    over: (value: string, as: string) => by(value, as, isOver),
  }
}

/** "Sales overview": figures of the newest month that the data go to the end of, their course, what they are made of, and the last rows. Null where no table fits. */
export function salesOverview(tables: CatalogTable[]): TemplateBlocks | null {
  const found = fitting(tables)
  if (!found) return null
  const { table, time, measure, parts } = found
  const [from, sum] = [identifier(table.name), `sum(${identifier(measure.name)})`]
  const name = spoken(measure.name)
  const monthly = periods(from, time.name, 'month')
  const column = called('total', measure.name)
  const figures = [
    [`${name} by month`, sum, column],
    [`Rows of ${table.name} by month`, 'count(*)', 'rows'],
    [`Average ${name} by month`, `avg(${identifier(measure.name)})`, called('average', measure.name)],
  ].map(([title, value, as], k) => ({
    ...figure(title!, monthly.over(value!, as!), as!, 'month'),
    ...{ x: k * 4, y: 1, w: 4, h: 3 },
  }))
  const line = { kind: 'line' as const, x: 'month', y: [column], series: null }
  const split = parts.slice(0, 2).map(({ name: part }, k, { length }) => ({
    ...chart(`${name} by ${spoken(part)}`, largest(from, part, sum, column), {
      ...{ kind: 'bar', x: part, y: [column], series: null },
    }),
    ...{ x: k * 6, y: 10, w: 12 / length, h: 6 },
  }))
  const newest = `SELECT *\nFROM ${from}\nORDER BY ${identifier(time.name)} DESC NULLS LAST\nLIMIT 100`
  return [
    { kind: 'heading', content: { text: titled(`${name} of ${spoken(table.name)}`) }, x: 0, y: 0, w: 12, h: 1 },
    ...figures,
    { ...chart(`${name} over time`, monthly.all(sum, column), line), x: 0, y: 4, w: 12, h: 6 },
    ...split,
    { ...grid(`Newest rows of ${table.name}`, newest), x: 0, y: 16, w: 12, h: 7 },
  ]
}
