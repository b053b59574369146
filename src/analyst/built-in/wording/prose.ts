import { capital } from '#base/text.ts'
import { plural, singular } from '#base/word-forms.ts'
import type { Cell } from '#query/rules/answers.ts'
import { isTemporal } from '#query/rules/result.ts'
import type { RunSqlSuccess } from '../../rules/tools.ts'
import { type Form, type Grain, isMeasure, type Measure, type Output } from '../form.ts'
import { lackingIn, sayScope, unseen } from './condition.ts'
import { proseOfMade } from './derived-columns.ts'
import { sayHaving, sayMeasure, sayOutput, unitOf } from './measure.ts'
import { listed, sayColumn, sayPlace, sayTable } from './nouns.ts'
import { sayPartial } from './partial.ts'
import { printCell, printNumber } from './print.ts'

type Shown = { output: Output; index: number }
type MeasureOutput = { measure: Measure; shown: string }
type Told = {
  form: Form
  result: RunSqlSuccess
  keys: Shown[]
  measures: Shown[]
  scope: ReturnType<typeof sayScope>
}

const after = (text: string) => (text ? ` ${text}` : '')
const past = (form: Form) => form.where.some((condition) => condition.kind === 'period' || condition.kind === 'any')

/** What was found, in one to three sentences; every number is printed from a cell of the result. */
export function proseOf(form: Form, result: RunSqlSuccess): string {
  const shown = form.everything ? [] : form.outputs.map((output, index) => ({ output, index }))
  const told: Told = {
    form,
    result,
    keys: shown.filter(({ output }) => !isMeasure(output)),
    measures: shown.filter(({ output }) => isMeasure(output)),
    scope: sayScope(unseen(form), form.base),
  }
  told.scope.all = [told.scope.all, sayHaving(form)].filter(Boolean).join(' ')
  if (result.row_count === 0) return nothing(told)
  if (!result.rows.length) return `The result has ${counted(result.row_count, 'row')}.`
  if (!told.measures.length) return listing(told)
  if (!told.keys.length) return totals(told)
  // A name may end with a stop of its own.
  return [proseOfDates(told) ?? proseOfMade(form, result) ?? groups(told), ...whole(told)]
    .join(' ')
    .replace(/\.\.(?= |$)/g, '.')
}

/** "In total: ₹11,068,369.43.", where the whole was asked for beside its parts. */
function whole({ form, result, measures }: Told): string[] {
  const [first] = measures
  const column = first && result.columns[first.index]
  const sum = result.statistics.find((one) => one.column === column?.name)?.sum
  if (!form.total || !column || sum === undefined || !isMeasure(first.output)) return []
  const { fn, distinct } = first.output.measure
  if (distinct || (fn !== 'sum' && fn !== 'count')) return []
  return [`In total: ${printCell(sum, column, unitOf(first.output))}.`]
}

/** "Customers with the date first ordered, the earliest first: …": dates are no figures. */
function proseOfDates(told: Told): string | null {
  const { form, result, keys, measures, scope } = told
  const column = result.columns[measures[0]!.index]
  if (!column || !isTemporal(column.type)) return null
  const [shown, order] = [result.rows.slice(0, SHOWN), form.order[0]]
  const each = (row: Cell[]) => `${subject(told, row, keys)} (${listed(measures.map((one) => cell(told, row, one)))})`
  const dates = listed(measures.map(({ output }) => sayOutput(output)))
  const sorted = order ? `, the ${order.descending ? 'latest' : 'earliest'} first` : ''
  const more = result.row_count > shown.length ? ` … ${counted(result.row_count, 'row')} in all` : ''
  return `${capital(definite(dates))}${after(scope.all)}${sorted}: ${shown.map(each).join(', ')}${more}.`
}

/** "the number of orders", but plain "revenue". */
const definite = (what: string) =>
  /^(?:revenue|sales|spending|turnover|gmv|earnings|profit)$/.test(what) ? what : `the ${what}`

const counted = (count: number, noun: string) =>
  `${printNumber(String(count))} ${count === 1 ? singular(noun) : plural(noun)}`

function nothing({ form, scope }: Told): string {
  const rows = `There are no ${lackingIn(form) ?? plural(sayTable(form.base))}${after(scope.all)}.`
  const literal = form.where.some((condition) => condition.kind === 'compare' && typeof condition.value === 'string')
  return literal ? `${rows} The value may be written differently in the data.` : rows
}

function cell({ result }: Told, row: Cell[], at: Shown): string {
  return printCell(row[at.index]!, result.columns[at.index]!, unitOf(at.output))
}

function totals(told: Told): string {
  const { form, measures, scope } = told
  const row = told.result.rows[0]!
  if (measures.every(({ index }) => row[index] === null))
    return `There is nothing to compute${after(scope.all)}: no row has a value.`
  const [first] = measures
  if (measures.length > 1)
    return `${capital(listed(measures.map((m) => `${definite(sayOutput(m.output))} is ${cell(told, row, m)}`)))}${after(scope.all)}.`
  const output = first!.output as MeasureOutput
  const value = cell(told, row, first!)
  if (output.shown === 'rate' && !output.measure.of?.over && !output.measure.minus) {
    const rate = sayScope(output.measure.where ?? [], output.measure.table)
    if (output.measure.of)
      return `${value} of ${sayMeasure(output.measure)}${after(scope.all)} comes from ${plural(sayTable(output.measure.table))} ${rate.all}.`
    return `${value} of ${plural(sayTable(output.measure.table))}${after(scope.all)} are ${rate.all}.`.replace(
      / are (with|without|that were|that are) /,
      (_, word: string) => ` ${word === 'with' ? 'have' : word === 'without' ? 'have no' : word.slice(5)} `,
    )
  }
  if (!output.measure.of && !output.measure.per && output.shown === 'value') {
    const one = row[first!.index] === 1 || row[first!.index] === '1'
    const noun = sayTable(output.measure.table)
    const verb = past(form) ? (one ? 'was' : 'were') : one ? 'is' : 'are'
    return `There ${verb} ${value} ${one ? singular(noun) : plural(noun)}${after(scope.all)}.`
  }
  const what = sayOutput(first!.output)
  if (output.measure.fn === 'corr')
    return `${capital(definite(what))}${after(scope.all)} is ${value}: ${strength(Number(row[first!.index]))}.`
  return `${capital(definite(what))}${after(scope.all)} ${/^(?:sales|earnings)$/.test(what) ? (past(form) ? 'were' : 'are') : past(form) ? 'was' : 'is'} ${value}.`
}

/** What a coefficient of correlation says, in the usual steps. */
function strength(value: number): string {
  const size = Math.abs(value)
  if (size < 0.1) return 'practically none'
  const word = size < 0.3 ? 'a weak one' : size < 0.6 ? 'a moderate one' : 'a strong one'
  return `${word}, ${value > 0 ? 'both rise together' : 'one falls as the other rises'}`
}

const PREPOSITION: Record<Grain, string> = {
  day: 'on',
  week: 'in',
  month: 'in',
  quarter: 'in',
  year: 'in',
  weekday: 'on',
  hour: 'in hour',
  'month of the year': 'in',
  'quarter of the year': 'in',
}

/** The keys of a row as a subject: "Delhi", "App", "Howard R.". */
function subject(told: Told, row: Cell[], keys = told.keys): string {
  const person = keys.every(({ output }) => 'key' in output && /name$/i.test(output.key.column.name))
  const labels = keys.map((key) => {
    if (!('key' in key.output)) return ''
    const { column } = key.output.key
    const value = row[key.index]!
    if (value === null) return `no ${sayColumn(column)}`
    if (typeof value === 'boolean') return `${value ? '' : 'no '}${sayColumn(column)}`
    return cell(told, row, key)
  })
  return labels.join(person ? ' ' : ', ')
}

function when(told: Told, row: Cell[], time: Shown): string {
  const grain = 'key' in time.output ? (time.output.key.grain ?? 'day') : 'day'
  if (row[time.index] === null) return 'without a date'
  return `${PREPOSITION[grain]} ${cell(told, row, time)}${grain === 'weekday' ? 's' : ''}`
}

function groups(told: Told): string {
  const { form, result, keys, measures, scope } = told
  const [measure] = measures as [Shown]
  const output = measure.output as MeasureOutput
  const name = sayOutput(measure.output)
  const were = /^(?:sales|earnings)$/.test(name) ? 'were' : 'was'
  const value = (row: Cell[]) => cell(told, row, measure)
  const time = keys.find(({ output }) => 'key' in output && output.key.grain)
  const others = keys.filter((key) => key !== time)
  const at = (row: Cell[]) =>
    [...(others.length ? [`for ${subject(told, row, others)}`] : []), ...(time ? [when(told, row, time)] : [])].join(
      ' ',
    )
  const first = result.rows[0]!
  const fixed = keys.every(({ output }) =>
    form.where.some(
      (c) => c.kind === 'compare' && c.operator === '=' && 'key' in output && c.column === output.key.column,
    ),
  )
  if (result.row_count === 1 && fixed) return totals(told)
  if (result.row_count === 1 && time)
    return `${capital(at(first))}, ${definite(name)}${after(scope.all)} ${were} ${value(first)}.`
  if (result.row_count === 1) return `${subject(told, first)}: ${definite(name)}${after(scope.all)} is ${value(first)}.`
  const known = result.rows.filter((row) => row[measure.index] !== null)
  if (!known.length)
    return `${capital(definite(name))} is unknown for all ${counted(result.row_count, 'row')}${after(scope.all)}.`
  if (known.length === 1 && time) return `${capital(definite(name))} ${at(known[0]!)} ${were} ${value(known[0]!)}.`
  const named = known.filter((row) => keys.every((key) => row[key.index] !== null))
  const sorted = (named.length ? named : known).toSorted((a, b) => Number(b[measure.index]) - Number(a[measure.index]))
  const [top, bottom] = [sorted[0]!, sorted.at(-1)!]
  const complete = result.rows.length === result.row_count
  const ranked = form.order[0] && isMeasure(form.order[0].by) ? form.order[0] : null
  if (time && !others.length && !form.limit && complete && result.row_count <= 3 && output.shown === 'value') {
    const around = sayScope(
      form.where.filter((c) => c.kind !== 'any' && c.kind !== 'period'),
      form.base,
    ).all
    const two = known.length === 2 && ordered(told, time) && !sayPartial(form, result).length
    const change = two ? changed(Number(known[0]![measure.index]), Number(known[1]![measure.index])) : ''
    return `${capital(definite(name))}${after(around)} ${were} ${listed(known.map((row) => `${value(row)} ${at(row)}`))}${change}.`
  }
  if (time && !form.limit) {
    if (!complete && !ranked) return overview(told)
    const highest = `${capital(definite(name))}${after(scope.all)} ${were} highest ${at(top)} (${value(top)})`
    if (!complete) return `${highest}.`
    const last = known.at(-1)!
    const running = output.shown === 'running'
    if (running) return `${capital(definite(name))}${after(scope.all)} reached ${value(last)} ${at(last)}.`
    const lowest = `${highest} and lowest ${at(bottom)} (${value(bottom)}).`
    const clock = 'key' in time.output && /^(?:hour|weekday)$/.test(time.output.key.grain ?? '')
    if (result.row_count < 4 || clock || others.length || last === top || last === bottom || !ordered(told, time))
      return lowest
    return `${lowest} The latest, ${cell(told, last, time)}, stands at ${value(last)}.`
  }
  const descending = ranked?.descending ?? true
  if (form.limitPerGroup === 1 && keys.length > 1 && complete) return leaders(told, known)
  if (form.limitPerGroup && keys.length > 1) {
    const [group, ...names] = keys as [Shown, ...Shown[]]
    const each = 'key' in group.output ? sayColumn(group.output.key.column) : 'group'
    return `The result lists the ${form.limitPerGroup} with the ${descending ? 'highest' : 'lowest'} ${name} in each ${each}${after(scope.all)}. The highest of all is ${subject(told, top, names)} (${value(top)}).`
  }
  if (!ranked && !complete) return overview(told)
  const order = descending ? sorted : sorted.toReversed()
  const [leader, second, third] = order as [Cell[], Cell[]?, Cell[]?]
  const rest = [second, third].filter((row) => row !== undefined)
  const brief = (row: Cell[]) => `${time ? at(row) : subject(told, row)} (${value(row)})`
  const followed = rest.length
    ? `, followed by ${listed(rest.map((row) => brief(row).replace(/^(?:in|on) (?!hour)/, '')))}`
    : ''
  const nth = sayPlace(form)
  if (time)
    return `${capital(definite(name))}${after(scope.all)} ${were} ${nth}${descending ? 'highest' : 'lowest'} ${brief(leader)}${followed}.`
  const tied = order.filter((row) => row[measure.index] === leader[measure.index])
  const counting = !output.measure.of && !output.measure.per && output.shown === 'value'
  const most = counting
    ? `the ${nth}${descending ? 'most' : 'fewest'} ${plural(sayTable(output.measure.table))}`
    : `the ${nth}${descending ? 'highest' : 'lowest'} ${name}`
  const lead = `${subject(told, leader)} has ${most}${after(scope.all)} (${value(leader)})${followed}.`
  if (tied.length > 1) {
    const some = tied.slice(0, 3).map((row) => subject(told, row))
    const all = tied.length > 3 ? `${some.join(', ')} and more` : listed(some)
    return `${all} have ${most}${after(scope.all)} (${value(leader)} each).`
  }
  const last = order.at(-1)!
  if (!complete || form.limit || order.length < 5) return lead
  return `${lead} ${subject(told, last)} has the ${descending ? (counting ? 'fewest' : 'lowest') : counting ? 'most' : 'highest'} (${value(last)}).`
}

/** ", up 21.9 %": from the first of two figures to the second. */
function changed(from: number, to: number): string {
  const percent = Math.abs((100 * (to - from)) / from)
  if (!Number.isFinite(percent)) return ''
  if (from === to) return ', no change'
  return `, ${to > from ? 'up' : 'down'} ${printNumber(percent.toFixed(1))} %`
}

/** "Eco Headphones 132 leads in Electronics (₹2,775,300.70), …". */
function leaders(told: Told, rows: Cell[][]): string {
  const [group, ...names] = told.keys as [Shown, ...Shown[]]
  const figure = told.measures[0] ?? names.pop()
  const said = rows
    .slice(0, SHOWN)
    .map(
      (row) =>
        `${cell(told, row, group)} – ${subject(told, row, names)}${figure ? ` (${cell(told, row, figure)})` : ''}`,
    )
  const by = told.form.order[0] ? sayOutput(told.form.order[0].by) : ''
  const extreme = told.form.order[0]?.descending ? 'highest' : 'lowest'
  return `The ${sayPlace(told.form)}${extreme} ${by}${after(told.scope.all)} in each ${'key' in group.output ? sayColumn(group.output.key.column) : 'group'}: ${said.join('; ')}${rows.length > SHOWN ? '; and so on' : ''}.`
}

/** What a result holds whose rows do not all stand here. */
function overview({ result, keys, measures, scope }: Told): string {
  const by = listed(keys.map((key) => sayOutput(key.output)))
  return `The result shows ${definite(sayOutput(measures[0]!.output))} by ${by}${after(scope.all)}: ${counted(result.row_count, 'row')}.`
}

/** Whether the rows go forward in time. */
const ordered = ({ form }: Told, time: Shown) => {
  const [order] = form.order
  return (
    !order ||
    ('key' in order.by && 'key' in time.output && order.by.key.column === time.output.key.column && !order.descending)
  )
}

const SHOWN = 5

function listing(told: Told): string {
  const { form, result, keys, scope } = told
  const count = result.row_count
  const lacking = lackingIn(form)
  const rows = lacking ?? plural(sayTable(form.base))
  const many = `${result.truncated ? 'at least ' : ''}${printNumber(String(count))}`
  const verb = count === 1 ? 'is' : past(form) ? 'were' : 'are'
  const noun =
    form.distinct && keys.length === 1 && !lacking
      ? `different ${plural(sayOutput(keys[0]!.output))}`
      : count === 1
        ? singular(rows)
        : rows
  const order = form.order[0]
  const text = (row: Cell[]) => {
    const [head, ...others] = keys
    const name = head ? cell(told, row, head) : ''
    const person =
      keys.length > 1 && keys.every(({ output }) => 'key' in output && /name$/i.test(output.key.column.name))
    if (person) return keys.map((key) => cell(told, row, key)).join(' ')
    return others.length ? `${name} (${others.map((key) => cell(told, row, key)).join(', ')})` : name
  }
  if (form.limitPerGroup && keys.length > 2) return leaders(told, result.rows)
  if (form.everything || keys.length > 4) return `There ${verb} ${many} ${noun}${after(scope.all)}.`
  if (order && form.limit) {
    const by = sayOutput(order.by)
    const temporal = 'key' in order.by && order.by.key.column.temporal
    if (temporal)
      return `The ${sayPlace(form)}${order.descending ? 'latest' : 'earliest'} ${count === 1 ? singular(rows) : rows}${after(scope.all)}: ${listed(result.rows.slice(0, SHOWN).map(text))}${count > SHOWN ? ', and more' : ''}.`
    const extreme = `the ${sayPlace(form)}${order.descending ? 'highest' : 'lowest'} ${by}`
    if (count === 1) return `${text(result.rows[0]!)} has ${extreme}${after(scope.all)}.`
    return `The ${plural(sayTable(form.base))} with ${extreme}${after(scope.all)}: ${listed(result.rows.slice(0, SHOWN).map(text))}.`
  }
  if (count === 1 && keys.length && !lacking) {
    const row = result.rows[0]!
    return `${listed(keys.map((key) => `the ${sayOutput(key.output)} is ${cell(told, row, key)}`)).replace(/^t/, 'T')}${after(scope.all)}.`
  }
  const some = result.rows.slice(0, SHOWN).map(text)
  return `There ${verb} ${many} ${noun}${after(scope.all)}: ${count > SHOWN ? `${some.join(', ')} and more` : listed(some)}.`
}
