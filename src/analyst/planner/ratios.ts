import { stem } from '#base/stems.ts'
import { type Form, isMeasure, type Output, type Shown } from '../built-in/form.ts'
import type { Column, Schema } from '../built-in/schema.ts'
import { sayColumn } from '../built-in/wording/nouns.ts'
import { only } from './halves.ts'
import { usedOf } from './levels.ts'
import { isFigure } from './rows.ts'

/** A figure that is one column by another, by the names that it goes by, and those of the columns. */
type Ratio = { said: RegExp; part: RegExp; whole: RegExp; shown: Shown }

const rate = (said: string, part: RegExp, whole: RegExp): Ratio => ({
  ...{ said: new RegExp(`\\b(?:${said})\\b`, 'iu'), part, whole, shown: 'rate' },
})
const CONVERSION = /^(?:conversion|acquisition|lead|signup|purchase|order)$/
const COST = /^(?:cost|spend|spent|expense)$/
const REVENUE = /^(?:revenue|sale|turnover|income)$/
const PRESENT = /^(?:attended|attendance|attendee|present)$/
const TAKEN = /^(?:booked|booking|occupied|reserved|enrolled|taken|used|sold)$/
const ROOM = /^(?:capacity|seat|place|room|available)$/

/** Figures of trade, advertising and attendance, as their fields define them. */
const RATIOS: Ratio[] = [
  rate('ctr|click[- ]?through(?:[- ]rate)?s?|click rate', /^click$/, /^(?:impression|view)$/),
  rate('conversion rates?|cvr', CONVERSION, /^(?:click|visit|session|visitor)$/),
  rate('open rates?', /^(?:open|opened)$/, /^(?:sent|delivered|recipient)$/),
  rate('bounce rates?', /^(?:bounce|bounced)$/, /^(?:session|visit|sent)$/),
  rate('attendance rates?', PRESENT, /^(?:booked|booking|registered|enrolled|expected|invited)$/),
  rate('attendance rates?', PRESENT, ROOM),
  rate('(?:occupancy|fill|utili[sz]ation)(?: rates?)?|how full', TAKEN, ROOM),
  rate('win rates?', /^(?:win|won)$/, /^(?:game|match|played)$/),
  { ...rate('cpc', COST, /^click$/), shown: 'value' },
  { ...rate('cpa|cost per acquisition', COST, CONVERSION), shown: 'value' },
  { ...rate('roas|returns? on (?:the )?ad(?:vertising)?[- ]?spend(?:ing)?', REVENUE, COST), shown: 'value' },
]

/** The ratio that a question asks for, and the question for the sum of its first column instead. */
export type AskedRatio = { rest: string; part: Column; whole: Column; shown: Shown }

/** The ratio that a question names and no column has; null where none is, or two columns may be meant. */
export function ratioAsked(question: string, schema: Schema): AskedRatio | null {
  const { tables } = schema
  const used = usedOf(question, schema)
  if (used) return { ...used, rest: totalled(question, used.said, used.part), shown: 'rate' }
  for (const { said, part, whole, shown } of RATIOS) {
    const [name] = said.exec(question) ?? []
    if (!name || tables.some(({ columns }) => columns.some((one) => isCalled(one, name)))) continue
    const found = tables.flatMap(({ columns }) => {
      const named = (pattern: RegExp) =>
        only(columns.filter((one) => isFigure(one) && pattern.test(one.words.join(' '))))
      const [a, b] = [named(part), named(whole)]
      return a && b ? [{ part: a, whole: b }] : []
    })
    const one = only(found)
    if (!one) continue
    return { ...one, rest: totalled(question, name, one.part), shown }
  }
  return null
}

const totalled = (question: string, said: string, part: Column): string =>
  question
    .replace(said, `total ${sayColumn(part)}`)
    .replace(/\b(?:on )?average\b/i, '')
    .replace(/\s+/g, ' ')
    .trim()

const isCalled = ({ words }: Column, name: string): boolean =>
  words.join() === name.toLowerCase().split(/[ -]/).map(stem).join()

/** A query for the sum of the first column as one for the ratio; null of another query. */
export function asRatio(form: Form, { part, whole, shown }: AskedRatio): Form | null {
  const isPart = (one: Output) =>
    isMeasure(one) &&
    one.shown === 'value' &&
    one.measure.fn === 'sum' &&
    one.measure.of?.columns.length === 1 &&
    one.measure.of.columns[0] === part &&
    !one.measure.of.over
  const turned = (one: Output): Output =>
    isPart(one) && isMeasure(one) ? { measure: { ...one.measure, of: { columns: [part], over: [whole] } }, shown } : one
  const measures = [...form.outputs, ...form.order.map(({ by }) => by)].filter(isMeasure)
  if (form.having.length > 0 || measures.length === 0 || !measures.every(isPart)) return null
  return {
    ...form,
    outputs: form.outputs.map(turned),
    order: form.order.map((one) => ({ ...one, by: turned(one.by) })),
  }
}
