import { daysFrom } from '#base/time.ts'
import { columnsOf, type Form, isMeasure } from '../form.ts'
import { type Column, type Schema, tableOf, timeColumn } from '../schema.ts'
import { unitOf } from './measure.ts'
import { sayPeriod } from './period.ts'

/** What a chart shows beside its title: the unit of its figures, and which days they are of where the title names none. */
export function subtitleOf(form: Form, schema: Schema): string | null {
  const first = form.outputs.find((output) => isMeasure(output) && output.measure.whole) ?? form.outputs.find(isMeasure)
  if (!first || !isMeasure(first)) return null
  const { currency, percent, days } = unitOf(first)
  const unit = currency ? `in ${currency}` : percent ? 'in %' : days ? 'in days' : null
  const dated = form.where.some((condition) => columnsOf(condition)[0]?.temporal)
  const time = dated ? null : datesOf(first.measure.table, schema)
  const span =
    time?.min && time.max
      ? `all data: ${sayPeriod(time.min.slice(0, 10), daysFrom(time.max, 1)).replace(/^(?:in|on|from) /, '')}`
      : null
  const text = [unit, span].filter((part) => part !== null).join(' · ')
  return text ? text[0]!.toUpperCase() + text.slice(1) : null
}

/** The dates of a table, or of the events that its rows belong to. */
function datesOf(name: string, schema: Schema): Column | null {
  const own = timeColumn(tableOf(schema, name))
  if (own) return own
  const parents = schema.edges.filter((edge) => edge.from.table === name).map((edge) => edge.to.table)
  const events = parents.filter((parent) => schema.edges.some((edge) => edge.from.table === parent))
  return events.map((event) => timeColumn(tableOf(schema, event))).find((time) => time !== null) ?? null
}
