import { plural } from '#base/word-forms.ts'
import { makeColumn } from './derived-columns.ts'
import type { Expression, Form } from './form.ts'
import { isMeasure } from './form.ts'
import { path } from './join.ts'
import { type Column, isId, type Schema, type Table, tableOf } from './schema.ts'
import { sayColumn, sayTable } from './wording/nouns.ts'

/** How profit is worked out from these tables, or the sentence that says what is missing for it. */
export type Profit = { of: Expression } | { why: string }

const measures = (table: Table) => table.columns.filter((column) => column.numeric && !isId(column))
const named = (column: Column) => column.words.join('_')
/** What goods cost, not what it costs to send or to advertise them. */
const isCost = (column: Column) =>
  /(?:^|_)(?:cost|cog)$/.test(named(column)) && !/ship|deliver|freight|market|advert|ad_/.test(named(column))
const quantityOf = (table: Table) =>
  measures(table).find(
    (column) => /(?:quantity|qty|unit)$/.test(named(column)) && !/stock|hand|inventory|reorder/.test(named(column)),
  )
/** The column with the price of what each row of a table is. */
export const priceOf = (table: Table) => measures(table).find((column) => /(?:^|_)price$/.test(named(column)))
const totalOf = (table: Table) =>
  measures(table).find(
    (column) =>
      /(?:^|_)(?:revenue|sale|turnover|amount|total|subtotal|net)$/.test(named(column)) &&
      !/refund|discount|tax|ship|cost|paid/.test(named(column)),
  )

/** Whether a column says which part of a price is taken off: `disc_pct`, or fractions of 1. */
const isDiscount = ({ words, max, numeric }: Column): boolean =>
  numeric &&
  words.some((word) => /^(?:discount|disc|rebate)$/.test(word)) &&
  (words.some((word) => /^(?:percentage|percent|pct|rate)$/.test(word)) || (max !== null && Number(max) <= 1))

/** A price less the discount that its row says in percent or as a part of 1. */
export function reducedPrice(schema: Schema, price: Column): Column {
  const { columns } = tableOf(schema, price.table)
  const by = columns.find(isDiscount)
  // "Net price" is what is left of it, as a price beside a list price is.
  const isNet = price.words.some((word) => /^(?:net|final|discounted)$/.test(word))
  if (!by || isNet || columns.some((one) => one !== price && one.numeric && one.words.at(-1) === 'price')) return price
  return makeColumn(schema, { kind: 'reduced', of: price, by, whole: Number(by.max) <= 1 ? 1 : 100 })
}

/** What was taken for the things sold minus what they cost, where the tables say both. */
export function profitOf(schema: Schema): Profit {
  const costs = schema.tables.flatMap((table) => measures(table).filter(isCost))
  if (costs.length === 0) return { why: 'profit needs costs, and none of your tables has a column with costs' }
  const found = costs.flatMap((cost) =>
    schema.tables.flatMap((table) => {
      const way = path(schema, [table.name], cost.table)
      // A cost that belongs to many rows of the sale would be taken off several times.
      if (!way || way.some((step) => step.many)) return []
      const of = soldAt(schema, table, cost)
      return of ? [{ of, steps: way.length }] : []
    }),
  )
  const [best] = found.toSorted((a, b) => a.steps - b.steps)
  if (best) return { of: { ...best.of, spoken: 'profit' } }
  return {
    why: `there are costs in ${plural(sayTable(costs[0]!.table))}, but no table says how much was sold at them`,
  }
}

/** Revenue minus cost of the rows of `table`; null when they are no sales. */
function soldAt(schema: Schema, table: Table, cost: Column): Expression | null {
  const [quantity, total] = [quantityOf(table), totalOf(table)]
  const own = cost.table === table.name
  // A cost beside the amount of a sale is that of the whole sale, unless it is called that of a unit.
  if (own && total && !/unit/.test(named(cost))) return { columns: [total], less: [cost] }
  const listed = priceOf(table)
  const price = listed ? reducedPrice(schema, listed) : own ? undefined : priceOf(tableOf(schema, cost.table))
  if (!quantity || !(total ?? price)) return null
  return { columns: total ? [total] : [quantity, price!], less: [quantity, cost] }
}

/** How the profit of a form was worked out, or money by prices of another table, as a sentence; nothing when it shows none. */
export function sayProfit(form: Form): string[] {
  const measures = [...form.outputs, ...form.order.map(({ by }) => by)].filter(isMeasure)
  const say = (factors: Column[]) => factors.map((column) => sayColumn(column, false)).join(' × ')
  const of = measures.find(({ measure }) => measure.of?.less)
  if (!of) {
    // Prices of today, where each sale does not keep its own.
    const isListed = ({ columns, over }: Expression) =>
      !over && columns.some(({ table, made }) => table !== columns[0]!.table || made?.kind === 'reduced')
    const listed = measures.flatMap(({ measure }) => measure.of ?? []).find(isListed)
    return listed ? [`I worked ${listed.spoken ?? 'revenue'} out as ${say(listed.columns)}.`] : []
  }
  const { columns, less } = of.measure.of as Required<Pick<Expression, 'columns' | 'less'>>
  const unknown = less.some((column) => column.nulls > 0) ? ' What has no cost is left out.' : ''
  return [`I worked profit out as ${say(columns)} minus ${say(less)}.${unknown}`]
}
