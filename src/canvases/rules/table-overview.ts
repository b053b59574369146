import { identifier } from '#base/sql.ts'
import { titled } from '#base/text.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { courseOf, measuresOf } from '#catalog/rules/facts.ts'
import { spoken } from '#query/rules/chart.ts'
import {
  called,
  chart,
  figure,
  grid,
  largest,
  MOST_VALUES,
  OF_MONEY,
  periods,
  type TemplateBlocks,
} from './template.ts'

const MOST_COLUMNS = 40
const MOST_PARTS = 3

/**
 * "Table overview": how many rows, the main measure with its course, both by time and by what rows are put into groups by, what each column
 * holds (from where to where, how much is missing), and rows. Of any table; what it has not is left out.
 */
export function tableOverview(table: CatalogTable): TemplateBlocks {
  const from = identifier(table.name)
  const name = spoken(table.name)
  const columns = table.columns.filter(({ hidden }) => !hidden)
  const course = courseOf(table)
  const rank = (one: (typeof columns)[number]) => Number(one.aggregation === 'sum') + Number(OF_MONEY.test(one.name))
  const [measure] = measuresOf(table).toSorted((a, b) => rank(b) - rank(a))
  const fn = measure?.aggregation === 'sum' ? 'sum' : 'avg'
  const rows = { words: `Rows of ${name}`, value: 'count(*)', as: 'rows' }
  const main = measure
    ? {
        words: fn === 'sum' ? spoken(measure.name) : `Average ${spoken(measure.name)}`,
        value: `${fn}(${identifier(measure.name)})`,
        as: called(fn === 'sum' ? 'total' : 'average', measure.name),
      }
    : rows
  const by = course && periods(from, course.time.name, course.grain)
  const total = [
    figure(rows.words, `SELECT count(*) AS rows\nFROM ${from}`, 'rows', null),
    ...(measure && !by
      ? [figure(main.words, `SELECT ${main.value} AS ${identifier(main.as)}\nFROM ${from}`, main.as, null)]
      : []),
  ]
  const along = by
    ? [...new Set([rows, main])].map(({ words, value, as }) =>
        figure(`${words} by ${course.grain}`, by.over(value, as), as, course.grain),
      )
    : []
  const figures = [...total, ...along]
  const parts = columns
    .filter(
      ({ role, distinct }) =>
        (role === 'dimension' || role === 'flag') &&
        distinct > 1 &&
        distinct <= Math.min(MOST_VALUES, 0.8 * table.rows),
    )
    .slice(0, MOST_PARTS)
  const held = columns.slice(0, MOST_COLUMNS).map((one) => {
    const [value, label] = [identifier(one.name), `'${one.name.replaceAll("'", "''")}'`]
    return `SELECT ${label} AS "column", count(*) - count(${value}) AS missing, count(DISTINCT ${value}) AS "different values", min(${value})::VARCHAR AS smallest, max(${value})::VARCHAR AS largest FROM ${from}`
  })
  const order = course ? `\nORDER BY ${identifier(course.time.name)} DESC NULLS LAST` : ''
  return [
    { kind: 'heading', content: { text: titled(name) }, x: 0, y: 0, w: 12, h: 1 },
    ...figures.map((one, k, { length }) => ({ ...one, x: (k * 12) / length, y: 1, w: 12 / length, h: 3 })),
    ...(by
      ? [
          {
            ...chart(`${main.words} over time`, by.all(main.value, main.as), {
              ...{ kind: 'line', x: course.grain, y: [main.as], series: null },
            }),
            ...{ x: 0, y: 4, w: 12, h: 6 },
          },
        ]
      : []),
    ...parts.map(({ name: part }, k, { length }) => ({
      ...chart(`${main.words} by ${spoken(part)}`, largest(from, part, main.value, main.as), {
        ...{ kind: 'bar', x: part, y: [main.as], series: null },
      }),
      ...{ x: (k * 12) / length, y: 10, w: 12 / length, h: 6 },
    })),
    { ...grid(`Columns of ${name}`, held.join('\nUNION ALL ')), x: 0, y: 16, w: 12, h: 7 },
    {
      ...grid(`${course ? 'Newest' : 'First'} rows of ${name}`, `SELECT *\nFROM ${from}${order}\nLIMIT 100`),
      ...{ x: 0, y: 23, w: 12, h: 7 },
    },
  ]
}
