import { plural, singular } from '#base/word-forms.ts'
import { type Condition, columnsOf, type Form, isMeasure, keysOf, lacksGroups, type Operator } from '../form.ts'
import { type Column, isId } from '../schema.ts'
import { isPercentage, listed, sayAmount, sayColumn, sayTable, signOf, withArticle } from './nouns.ts'
import { sayPeriod } from './period.ts'
import { printNumber } from './print.ts'

export const OPERATORS: Record<Operator, string> = {
  '=': 'of',
  '<>': 'other than',
  '<': 'below',
  '<=': 'of at most',
  '>': 'above',
  '>=': 'of at least',
}
const COUNTS: Record<Operator, string> = {
  '=': 'exactly',
  '<>': 'not exactly',
  '<': 'fewer than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
}
const PLACE = /^(?:.* )?(?:city|town|state|province|country|region|continent|location|area|district|zone)$/
/** Flags whose name says what the row is: "active"; others say what it has: "newsletter". */
const QUALITY = /(?:ed|ive|able|ible|al|ful|ous)$/

/** "signed up" for signed_up_on of customers; nothing for ordered_at of orders, which says what orders are. */
function eventOf(column: Column): string {
  if (column.words.some((word) => /^(?:due|deadline)$/.test(word))) return 'due '
  const words = sayColumn(column).match(/^date (.*ed(?: .*)?)$/)?.[1]
  const owner = singular(sayTable(column.table)).split(' ').at(-1)!
  return words && !words.startsWith(owner.slice(0, 4)) ? `${words} ` : ''
}

const number = (column: Column, value: string | number | boolean) => {
  if (typeof value !== 'number' || !column.numeric || /year$/i.test(column.name)) return String(value)
  const printed = printNumber(String(value))
  if (isPercentage(column.name)) return `${printed} %`
  return `${signOf(column) ?? ''}${printed}`
}

/** A made column with one of its values: "on weekends", "on Sundays or Mondays", "of new customers". */
function sayMadeValue({ made }: Column, values: (string | number | boolean)[]): string | null {
  const said = listed(values.map(String), 'or')
  if (made?.kind === 'weekend' || (made?.kind === 'calendar' && made.part === 'weekday')) {
    const days = values.map((value) => (made.kind === 'weekend' ? plural(String(value)).toLowerCase() : `${value}s`))
    return `on ${listed(days, 'or')}`
  }
  if (made?.kind === 'calendar') return `in ${said} of every year`
  if (made?.kind === 'state' && made.at && values[0] === made.before) return `${values[0]} ${made.at.said}`
  if (made?.kind === 'late') return `that were ${said}`
  if (made?.kind === 'against') return `${said} ${sayColumn(made.limit)}`
  if (made?.kind === 'first') return `of ${String(values[0]).toLowerCase()} ${made.people}`
  return made?.kind === 'range' ? `with ${withArticle(sayAmount(made.of))} of ${said}` : null
}

function compared(condition: Condition & { kind: 'compare' }): string {
  const { column, operator, value } = condition
  const made = operator === '=' ? sayMadeValue(column, [value]) : null
  if (made) return made
  if (column.made?.kind === 'hour') return `${operator === '<' ? 'before' : 'from'} ${value}:00`
  const noun = sayColumn(column)
  if (typeof value === 'boolean') {
    const flag = noun.replace(/^(?:is|has) /, '')
    const yes = (operator === '=') === value
    if (QUALITY.test(flag)) return yes ? `that are ${flag}` : `that are not ${flag}`
    return yes ? `with ${flag}` : `without ${flag}`
  }
  if (column.numeric) {
    if (operator === '=') return `with ${noun} ${number(column, value)}`
    return `with ${withArticle(noun)} ${OPERATORS[operator]} ${number(column, value)}`
  }
  if (PLACE.test(noun)) {
    if (operator === '=') return `in ${value}`
    if (operator === '<>') return `outside ${value}`
  }
  if (operator === '=') return `with ${noun} ${value}`
  return operator === '<>' ? `without ${noun} ${value}` : `with ${withArticle(noun)} ${OPERATORS[operator]} ${value}`
}

const EXTREMES = { avg: 'average', max: 'highest', min: 'lowest', common: 'most common', rare: 'rarest' }

/** A condition in words that stand behind a noun: "with status cancelled", "in Pune", "without orders". */
function sayCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return compared(condition)
    case 'in': {
      const made = condition.not ? null : sayMadeValue(condition.column, condition.values)
      if (made) return made
      const noun = sayColumn(condition.column)
      const values = condition.values.map((value) => number(condition.column, value))
      if (PLACE.test(noun)) return `${condition.not ? 'outside' : 'in'} ${listed(values, condition.not ? 'and' : 'or')}`
      return condition.not ? `without ${noun} ${listed(values, 'or')}` : `with ${noun} ${listed(values, 'or')}`
    }
    case 'between': {
      const { column, low, high, not } = condition
      return `with ${withArticle(sayColumn(column))} ${not ? 'not ' : ''}between ${number(column, low)} and ${number(column, high)}`
    }
    case 'period':
      return `${condition.not ? 'not ' : ''}${eventOf(condition.column)}${sayPeriod(condition.from, condition.to, condition.label)}`
    case 'contains': {
      const verb = condition.where === 'start' ? 'begins with' : condition.where === 'end' ? 'ends with' : 'contains'
      const negated = verb.replace(/s( with)?$/, '$1')
      return `whose ${sayColumn(condition.column)} ${condition.not ? `does not ${negated}` : verb} “${condition.text}”`
    }
    case 'columns':
      return `with ${withArticle(sayColumn(condition.column))} ${OPERATORS[condition.operator]} the ${sayColumn(condition.other)}`
    case 'null':
      return `${condition.not ? 'with a known' : 'without'} ${sayColumn(condition.column)}`
    case 'average': {
      const { column, operator, fn = 'avg', where, within, by } = condition
      if (by)
        return `with ${withArticle(sayColumn(column))} ${OPERATORS[operator]} that of their ${sayColumn(by).replace(/ id$/, '')}`
      const those = where?.length ? ` of those ${where.map(sayCondition).join(' and ')}` : ''
      const same = within ? ` of the same ${sayColumn(within)}` : ''
      return `with ${withArticle(sayColumn(column))} ${OPERATORS[operator]} the ${EXTREMES[fn]}${those}${same}`
    }
    case 'extreme':
      return `with the ${EXTREMES[condition.fn]} ${sayColumn(condition.column)}`
    case 'among':
      if (condition.having) {
        const { measure, operator, value } = condition.having
        const scope = condition.where.map((one) => ` ${sayCondition(one)}`).join(' and')
        const [column] = measure.of?.columns ?? []
        const figure = column ? `${withArticle(sayColumn(column))} ${OPERATORS[operator]}` : COUNTS[operator]
        return `with ${figure} ${printNumber(String(value))}${column ? (measure.fn === 'sum' ? ' in total' : '') : ` ${plural(sayTable(measure.table))}`}${scope}`
      }
      if (lacksGroups(condition))
        return `without ${plural(sayTable(condition.column.table))} ${condition.where.map(sayCondition).join(' and ')}`
      return `${condition.not ? 'never ' : 'also '}${condition.where.map(sayCondition).join(' and ')}`
    case 'first':
      return sayFirst(condition.of)
    case 'related': {
      const { count } = condition
      const rows = plural(sayTable(condition.table))
      const noun = count?.value === 1 ? singular(rows) : rows
      const amount = count ? `${COUNTS[count.operator]} ${printNumber(String(count.value))} ` : ''
      const where = condition.where.length ? ` ${condition.where.map(sayCondition).join(' and ')}` : ''
      return `${condition.not ? 'without' : 'with'} ${amount}${noun}${where}`
    }
    case 'any': {
      const parts = condition.parts.map(sayCondition)
      const same = sayBothYears(parts)
      if (same) return same
      if (condition.parts.every((part) => part.kind === 'period'))
        return listed(parts.map((part, index) => (index ? part.replace(/^in /, '') : part)))
      return parts.join(' or ')
    }
  }
}

/** "among the first 10 customers by amount". */
function sayFirst({ base, group, order, limit }: Form): string {
  const { by } = order[0]!
  const [key] = group
  const rows = !key || isId(key.column) ? (key?.column.table ?? base) : null
  const noun = plural(rows ? sayTable(rows) : sayColumn(key!.column))
  const column = isMeasure(by) ? by.measure.of?.columns[0] : by.key.column
  const counted = isMeasure(by) ? by.measure.table : base
  return `among the first ${limit} ${noun} by ${column ? sayAmount(column) : `number of ${plural(sayTable(counted))}`}`
}

/** "from 1 January to 15 November of 2023 and 2024" for the same days of two years. */
function sayBothYears(parts: string[]): string | null {
  const [a, b, more] = parts.map((part) => part.match(/^((?:.* )?from \d+ \p{L}+) (\d{4}) to (\d+ \p{L}+) (\d{4})$/u))
  const same = a && b && !more && a[1] === b[1] && a[3] === b[3] && a[2] === a[4] && b[2] === b[4]
  return same ? `${a[1]} to ${a[3]} of ${a[2]} and ${b[2]}` : null
}

const isPeriod = (condition: Condition): boolean =>
  condition.kind === 'period' || (condition.kind === 'any' && condition.parts.every(isPeriod))

const isDays = (condition: Condition): boolean => /^week/.test(columnsOf(condition)[0]?.made?.kind ?? '')

/** Conditions in the order in which they are said: what the rows are, then where, then when. */
export function sayScope(
  where: Condition[],
  base: string | null = null,
): { rows: string; around: string; all: string } {
  const place = (condition: Condition) => {
    const [column] = columnsOf(condition)
    return (
      (condition.kind === 'compare' || condition.kind === 'in') &&
      !!column &&
      PLACE.test(sayColumn(column)) &&
      !column.numeric
    )
  }
  const said = where.map((condition) => ({
    text: sayCondition(condition),
    order:
      isPeriod(condition) || isDays(condition) || condition.kind === 'first' || lacksGroups(condition)
        ? 2
        : place(condition)
          ? 1
          : base && columnsOf(condition)[0]?.table !== base
            ? 0.5
            : 0,
  }))
  const join = (from: number, to: number) => {
    const parts = said.filter((part) => part.order >= from && part.order <= to).toSorted((a, b) => a.order - b.order)
    return parts
      .map((part, index) => (index && parts[index - 1]!.order < 1 && part.order < 1 ? `and ${part.text}` : part.text))
      .join(' ')
  }
  return { rows: join(0, 0.5), around: join(1, 2), all: join(0, 2) }
}

/** What those are called that are told by the rows which they do not have: "products" of a list of sales. */
export function lackingIn(form: Form): string | null {
  const lacks = form.where.find(lacksGroups)
  const [only, other] = keysOf(form)
  const isOfIt = only !== undefined && only.column === lacks?.column && !other
  return form.distinct && isOfIt ? plural(sayColumn(only.column)) : null
}

const countsNew = ({ outputs }: Form) =>
  outputs.some(
    (output) => isMeasure(output) && output.measure.distinct && output.measure.of?.spoken?.startsWith('new '),
  )

/** Conditions that the rows do not show by themselves: where two channels stand side by side, nobody needs to be told which. */
export const unseen = (form: Form): Condition[] =>
  form.where.filter(
    (condition) =>
      !(condition.kind === 'in' && !condition.not && keysOf(form).some((key) => key.column === condition.column)) &&
      !(condition.kind === 'compare' && condition.column.made?.kind === 'first' && countsNew(form)),
  )
