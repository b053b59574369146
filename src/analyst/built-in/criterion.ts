import { columnsUsed } from '../planner/features.ts'
import { firstOfAll, firstOfEach } from '../planner/leaders.ts'
import type { Offer } from '../planner/readings.ts'
import { conditionsOf } from '../planner/skeleton.ts'
import type { Choice } from './clarify.ts'
import { emptyForm, type Form, isMeasure, keysOf, type Measure, type Output } from './form.ts'
import type { Planner } from './plan.ts'
import type { Plan } from './planned.ts'
import { type Column, nameColumns, type Table, tableOf } from './schema.ts'
import { figuresOf, togetherBy } from './starters.ts'

const MOST_OFFERS = 4

/** Words that put things in an order and do not say by what. */
const VAGUE =
  /\b(?:best|worst|top|bottom|rank(?:ed|ing)?|biggest|largest|smallest|greatest|leading|strongest|weakest)\b/i
const LOW = /worst|bottom|smallest|weakest/i
/** What says it all the same, or that rows are to be counted. */
const SAID = /\b(?:by|per|most|least|fewest|many|number|count|often|popular|common|frequent|selling|\w+iest)\b/i

/** Asks by which figure things are put in order, where the question says "best" or "top" of them and the reading could but count rows. */
export function byWhich(question: string, plan: Plan, planner: Planner): Choice | null {
  const word = SAID.test(question) ? undefined : question.match(VAGUE)?.[0]
  // "The top rep in each region" is asked about as "the top rep" is.
  const [each] = plan.form.limitPerGroup === null ? [] : keysOf(plan.form)
  const form = each ? firstOfAll(plan.form) : plan.form
  const by = form.order[0]?.by
  const counts =
    by === undefined || (isMeasure(by) && by.shown === 'value' && by.measure.fn === 'count' && !by.measure.of)
  // What is asked of the first few is not asked again by what these are the first.
  const isOfFew = conditionsOf(form).some(({ kind }) => kind === 'first')
  if (!word || !counts || form.having.length > 0 || isOfFew) return null
  const { schema } = planner
  const base = tableOf(schema, form.base)
  const named = plan.reading!.mentions.filter(({ kind }) => kind === 'column').flatMap(({ columns }) => columns)
  // A figure that the question names is what it ranks by.
  if (named.some(({ column }) => figuresOf(tableOf(schema, column.table)).includes(column))) return null
  const isNamed = (column: Column) => named.some((hit) => hit.column === column)
  const keys =
    form.group.length > 0
      ? form.group.filter(({ column }) => isNamed(column))
      : [...columnsUsed({ ...form, where: [] })].filter(isNamed).map((column) => ({ column }))
  const figures = [base, ...near(base, planner)].flatMap(figuresOf)
  const descending = !LOW.test(word)
  const limit = form.order.length > 0 ? form.limit : /^rank/i.test(word) ? null : 1
  const ranked = (of: Form, by: Output): Form => ({ ...of, order: [{ by, descending }], limit })
  const forms =
    keys.length > 0
      ? [...figures.slice(0, MOST_OFFERS - 1).map(figureOf), rowsOf(base)].map((measure) => {
          const by: Output = { measure, shown: 'value' }
          return ranked({ ...form, group: keys, outputs: [...keys.map((key) => ({ key })), by] }, by)
        })
      : figures.slice(0, MOST_OFFERS).map((column) => ranked(listed(form, base, column), { key: { column } }))
  const offers = forms.flatMap((all): Offer[] => {
    const one = each ? firstOfEach(all, each, schema) : all
    const sql = one && planner.write(one)
    return sql ? [{ form: one, sql }] : []
  })
  if (offers.length < 2) return null
  return { question: `“${word}” does not say by what. Which one do you mean?`, offers, least: 2 }
}

/** Tables that a table is joined with, where it has no figures of its own. */
const near = (table: Table, { schema }: Planner): Table[] =>
  figuresOf(table).length > 0
    ? []
    : schema.tables.filter(({ name }) =>
        schema.edges.some(
          ({ from, to }) =>
            (from.table === name && to.table === table.name) || (to.table === name && from.table === table.name),
        ),
      )

const figureOf = (column: Column): Measure => ({
  fn: togetherBy(column),
  table: column.table,
  of: { columns: [column] },
})
const rowsOf = ({ name }: Table): Measure => ({ fn: 'count', table: name, of: null })

/** The rows of a table by their names and a column, or whole where nothing names them. */
function listed({ where }: Form, base: Table, column: Column): Form {
  const keys = [...nameColumns(base), column].map((one): Output => ({ key: { column: one } }))
  return { ...emptyForm(base.name), where, ...(keys.length > 1 ? { outputs: keys } : { everything: true }) }
}
