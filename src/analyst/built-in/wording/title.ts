import { capital } from '#base/text.ts'
import { daysFrom } from '#base/time.ts'
import { plural, singular } from '#base/word-forms.ts'
import { columnsOf, type Form, isMeasure } from '../form.ts'
import { sameOutput } from '../names.ts'
import { type Column, isId, nameColumns, type Schema, tableOf, timeColumn } from '../schema.ts'
import { lackingIn, sayScope, unseen } from './condition.ts'
import { sayStart } from './derived-columns.ts'
import { sayHaving, sayOutput, unitOf } from './measure.ts'
import { listed, sayColumn, sayPlace, sayTable } from './nouns.ts'
import { sayPeriod } from './period.ts'

/** What a query computes, as the title of its step: "Number of orders by month in 2025", "Top 5 products by revenue". */
export function titleOf(form: Form, schema?: Schema): string {
  const all = [sayScope(unseen(form), form.base).all, sayHaving(form)].filter(Boolean).join(' ')
  const measures = form.outputs.filter(isMeasure).map(sayOutput)
  const by = form.limit ? form.order[0]?.by : undefined
  const keys = form.outputs.flatMap((output) => ('key' in output && !(by && sameOutput(by, output)) ? [output] : []))
  const names = (table: string) =>
    (schema ? nameColumns(tableOf(schema, table)) : []).filter(isBareName).map((column) => column.name)
  // A table's rows are called by its name, not "name" or "id". Any other column is called as it is, also where no value occurs twice.
  const things = [
    ...new Set(
      keys.map((output) => {
        const { column, grain } = output.key
        const key = schema && isId(column) && tableOf(schema, column.table).key === column
        const owned = !grain && (key || names(column.table).includes(column.name))
        return owned ? singular(sayTable(column.table)) : sayOutput(output)
      }),
    ),
  ]
  const order = form.order[0]
  const ranked = order && form.limit && (isMeasure(order.by) || !form.everything)
  const retained = form.outputs.find((output) => isMeasure(output) && output.measure.whole)
  let title: string
  const [group] = form.group
  if (retained && group) title = `Retention by ${sayStart(group)}`
  else if (form.limitPerGroup && order && group && things.length > 1) {
    const what = form.limitPerGroup === 1 ? singular(things[1]!) : `${form.limitPerGroup} ${plural(things[1]!)}`
    title = `${capital(`${sayPlace(form)}${order.descending ? 'top' : 'bottom'}`)} ${what} by ${sayOutput(order.by)} in each ${things[0]}`
  } else if (ranked && things.length) {
    const by = sayOutput(order.by)
    const what = listed(things.map((thing) => (form.limit === 1 ? singular(thing) : plural(thing))))
    const top = capital(`${sayPlace(form)}${order.descending ? 'top' : 'bottom'}`)
    title = `${top} ${form.limit === 1 ? '' : `${form.limit} `}${what} by ${by}`
  } else if (measures.length) title = listed(measures) + (things.length ? ` by ${listed(things)}` : '')
  else {
    const rows = lackingIn(form) ?? plural(sayTable(form.base))
    const shown = things.filter((thing) => thing !== singular(rows))
    title = shown.length && !form.everything ? `${listed(shown.slice(0, 4))} of ${rows}` : rows
  }
  return capital(`${title}${all ? ` ${all}` : ''}`).slice(0, 160)
}

/** "name" or "product name" of products, but not "region name" of sales. */
const isBareName = (column: Column) =>
  column.short.every((word) => /^(?:full|first|last|sur|fore|f|l)?(?:name|title)$|^(?:full|first|last)$/.test(word)) ||
  singular(sayColumn(column)) === singular(sayTable(column.table))

/** What a chart shows beside its title: the unit of its figures, and which days they are of where the title names none. */
export function subtitleOf(form: Form, schema: Schema): string | null {
  const first = form.outputs.find((output) => isMeasure(output) && output.measure.whole) ?? form.outputs.find(isMeasure)
  if (!first || !isMeasure(first)) return null
  const { currency, percent, days, seconds } = unitOf(first)
  const name = currency ?? (percent ? '%' : days ? 'days' : seconds ? 'seconds' : null)
  const unit = name && `in ${name}`
  const dated = form.where.some((condition) => columnsOf(condition)[0]?.temporal)
  const time = dated ? null : datesOf(first.measure.table, schema)
  const span =
    time?.min && time.max
      ? `all data: ${sayPeriod(time.min.slice(0, 10), daysFrom(time.max, 1)).replace(/^(?:in|on|from) /, '')}`
      : null
  const text = [unit, span].filter((part) => part !== null).join(' · ')
  return text ? capital(text) : null
}

/** The dates of a table, or of the events that its rows belong to. */
function datesOf(name: string, schema: Schema): Column | null {
  const own = timeColumn(tableOf(schema, name))
  if (own) return own
  const parents = schema.edges.filter((edge) => edge.from.table === name).map((edge) => edge.to.table)
  const events = parents.filter((parent) => schema.edges.some((edge) => edge.from.table === parent))
  return events.map((event) => timeColumn(tableOf(schema, event))).find((time) => time !== null) ?? null
}
