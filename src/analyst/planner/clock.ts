import { makeColumn } from '../built-in/derived-columns.ts'
import { type Condition, type Form, isMeasure, type Output } from '../built-in/form.ts'
import type { Schema } from '../built-in/schema.ts'
import { timesFrom } from './meant.ts'
import { SHARE } from './rules.ts'

/**
 * A question without what it says of the time of day, and the hours that says: from the first up to the second, which may be of the next
 * morning. `isShare`: the share of these hours is asked for, and `rest` for all of what it is of.
 */
export type Clock = { rest: string; from: number; to: number; note: string | null; isShare: boolean }

const AT =
  "(?:(\\d{1,2})(?::00)? ?(am|pm|a\\.m\\.|p\\.m\\.|o['’]?clock|h(?= |$|[?.!]))|(\\d{1,2}):00|(noon|midday|midnight)|(\\d{1,2}))"
const END = '(?= (?:in|on|by|per|last|this|at|during)\\b|[?.!]*$)'
const AFTER = new RegExp(` (?:after|since|from|past) ${AT}(?: (?:on|onwards?|or later))?${END}`, 'i')
const BEFORE = new RegExp(` (?:before|until|till|up to) ${AT}${END}`, 'i')
const BETWEEN = new RegExp(
  ` (?:between|from) ${AT} (?:and|to|until|till|-) ${AT}(?: in the (morning|afternoon|evening))?${END}`,
  'i',
)
const PARTS: Record<string, [from: number, to: number]> = {
  morning: [6, 12],
  afternoon: [12, 18],
  evening: [18, 22],
  night: [22, 6],
}
const PART = new RegExp(` (?:in the (morning|afternoon|evening)|at (night))s?${END}`, 'i')

const PART_OF = new RegExp(`^(?:what |which )?(?:is the )?${SHARE} of (?:the |our |all )*`, 'i')

/** The hour that is said, and whether it can be nothing else than one. */
function hourOf(
  [count, half, whole, name, bare]: (string | undefined)[],
  part?: string,
): { hour: number; isSaid: boolean } | null {
  if (name) return { hour: /^midnight$/i.test(name) ? 0 : 12, isSaid: true }
  const hour = Number(count ?? whole ?? bare)
  const isAfternoon = /^p/i.test(half ?? '') || (!half && /^(?:afternoon|evening)$/i.test(part ?? ''))
  if (hour > (/^[ap]/i.test(half ?? '') ? 12 : 24)) return null
  const inDay = isAfternoon ? (hour % 12) + 12 : /^a/i.test(half ?? '') ? hour % 12 : hour
  return { hour: inDay, isSaid: bare === undefined || part !== undefined }
}

/** What a question says of the time of day; null where it says none, or a number that may be something else. */
export function clockAsked(question: string): Clock | null {
  const isShare = PART_OF.test(question)
  const without = (said: string) => question.replace(said, '').replace(PART_OF, 'number of ')
  const between = BETWEEN.exec(question)
  if (between) {
    const [said, ...parts] = between
    const [from, to] = [hourOf(parts.slice(0, 5), parts[10]), hourOf(parts.slice(5, 10), parts[10])]
    if (from && to && (from.isSaid || to.isSaid)) {
      // "Between 2 and 5 pm".
      const isLater = !from.isSaid && from.hour < 12 && from.hour + 12 < to.hour
      return { rest: without(said), from: from.hour + (isLater ? 12 : 0), to: to.hour || 24, note: null, isShare }
    }
  }
  const [after, before] = [AFTER.exec(question), BEFORE.exec(question)]
  const one = after ?? before
  const found = one && hourOf(one.slice(1, 6))
  if (one && found?.isSaid && !(after && before))
    return {
      rest: without(one[0]),
      from: after ? found.hour : 0,
      to: after ? 24 : found.hour || 24,
      note: null,
      isShare,
    }
  const part = PART.exec(question)
  const name = (part?.[1] ?? part?.[2])?.toLowerCase()
  if (!part || !name) return null
  const [from, to] = PARTS[name]!
  return { rest: without(part[0]), from, to, note: `I took the ${name} to be from ${from}:00 to ${to}:00.`, isShare }
}

/** A query of rows of these hours alone; null where its rows have no moment in the day. */
export function atHours(form: Form, { from, to, isShare }: Clock, schema: Schema): Form | null {
  const measured = form.outputs.find(isMeasure)
  const time = timesFrom(schema, measured?.measure.table ?? form.base)[0]?.time
  if (!time || !/TIMESTAMP|DATETIME/i.test(time.type) || time.made) return null
  const column = makeColumn(schema, { kind: 'hour', time })
  const start: Condition = { kind: 'compare', column, operator: '>=', value: from }
  const end: Condition = { kind: 'compare', column, operator: '<', value: to }
  const hours: Condition[] =
    from > to ? [{ kind: 'any', parts: [start, end] }] : [...(from > 0 ? [start] : []), ...(to < 24 ? [end] : [])]
  if (hours.length === 0) return null
  if (!isShare) return { ...form, where: [...form.where, ...hours] }
  const rate = (one: Output): Output =>
    isMeasure(one)
      ? { measure: { ...one.measure, where: [...(one.measure.where ?? []), ...hours] }, shown: 'rate' }
      : one
  return { ...form, outputs: form.outputs.map(rate), order: [] }
}
