import { stem } from '#base/stems.ts'
import { capital } from '#base/text.ts'
import { plural, singular } from '#base/word-forms.ts'
import { columnsUsed } from '../planner/features.ts'
import { alone, type Offer } from '../planner/readings.ts'
import { isAnswered } from '../planner/score.ts'
import type { AskUserInput } from '../rules/tools.ts'
import { type Form, isMeasure, type Output } from './form.ts'
import { path } from './join.ts'
import type { Planner } from './plan.ts'
import type { Failure, Plan } from './planned.ts'
import { type Column, nameColumns, type Table, tableOf } from './schema.ts'
import { sayScope } from './wording/condition.ts'
import { sayMeasure } from './wording/measure.ts'
import { listed, sayColumn, sayTable } from './wording/nouns.ts'

const MOST_OPTIONS = 4

/** Words that stand for each other when one of them is missing in the data: what is offered instead. */
const FAMILIES = [
  'country nation state province region city town district area location place continent zone',
  'customer client user buyer person people subscriber member shopper',
  'product item article sku category brand model',
  'revenue profit margin income earnings turnover cost expense spend',
  'salesperson seller agent rep employee staff courier supplier vendor',
].map((line) => new Set(line.split(' ')))

const isPlan = (result: Plan | Failure): result is Plan => 'form' in result

/** Whether a question is read without a doubt and without leaving a word out. */
const understood = (result: Plan | Failure): result is Plan =>
  isPlan(result) && isAnswered(result) && !result.unknown.length && !result.choices.length

const isDimension = (column: Column) =>
  (column.role === 'dimension' || column.role === 'flag') && column.distinct >= 2 && column.distinct <= 200

/** A question back, and the readings of the question that answer it: of fewer than `least` with different results it is not asked. */
export type Choice = { question: string; offers: Offer[]; least: 1 | 2 }

/** What comes of writing something else for a word that means nothing here: "by state" for "by country". */
export function insteadOf(question: string, unknown: string[], planner: Planner): (Offer & { question: string })[] {
  const [word] = unknown
  if (!word || unknown.length > 1) return []
  const family = FAMILIES.find((words) => words.has(stem(word)))
  if (!family) return []
  const names = planner.schema.tables.flatMap((table) => [
    ...table.columns.filter(isDimension).map((column) => sayColumn(column)),
    ...(nameColumns(table).length ? [sayTable(table.name)] : []),
  ])
  const near = [...new Set([...names, 'revenue'])].filter((name) =>
    name.split(' ').some((part) => family.has(stem(part))),
  )
  const found = new Map<string, Offer & { question: string }>()
  for (const name of near) {
    const instead = question.replace(alone(word), name)
    const plan = planner.plan(instead)
    if (!understood(plan) || found.has(plan.sql)) continue
    found.set(plan.sql, { question: capital(instead), form: plan.form, sql: plan.sql, word, means: name })
  }
  return [...found.values()].slice(0, MOST_OPTIONS)
}

const WHY =
  /^(?:(?:so|and|but|ok(?:ay)?|now),? )?(?:why|how come)\b|\bwhat (?:caused|explains|drove|drives|led to|(?:is|was) (?:behind|driving|causing))\b/i
const MOVES =
  /\b(?:rise|rose|risen|rising|increas(?:e|ed|es|ing)|decreas(?:e|ed|es|ing)|drop(?:s|ped|ping)?|fall|falls|fell|fallen|falling|declin(?:e|ed|es|ing)|grow|grows|grew|grown|growing|go(?:es)? (?:up|down)|went (?:up|down)|jump(?:s|ed)?|spik(?:e|ed|es)|chang(?:e|ed|es)|so (?:high|low|many|few)|high(?:er)?|lower|low|peak(?:ed)?|worse|better)\b/gi

export const asksWhy = (question: string) => WHY.test(question)

/** What can be shown where reasons were asked for: the same figures, broken down in several ways. */
export function breakdowns(question: string, previous: Form | null, planner: Planner): AskUserInput | null {
  const bare = question
    .replace(WHY, ' ')
    .replace(/\b(?:did|do|does|is|are|was|were|the|there|have|has|so|much|that|it)\b/gi, ' ')
    .replace(MOVES, ' ')
    .replace(/[?.!]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  // "why is Delhi so high?" is about the figures before it.
  const short = bare.split(' ').length < 3
  const plan = bare ? planner.plan(bare, short ? previous : null) : null
  const form = plan && isPlan(plan) && isAnswered(plan) && !plan.unknown.length ? plan.form : short ? previous : null
  if (!form) return null
  const measure = form.outputs.find(
    (output): output is Extract<Output, { measure: unknown }> => isMeasure(output) && output.shown !== 'rate',
  )
  const rows = plural(sayTable(form.base))
  const { all } = sayScope(
    form.where.filter((c) => c.kind === 'period' || (c.kind === 'compare' && c.operator === '=')),
    form.base,
  )
  const scope = all ? ` ${all}` : ''
  const rate = form.outputs.find((output) => isMeasure(output) && output.shown === 'rate')
  const part =
    rate && isMeasure(rate) ? rate.measure.where?.find((condition) => condition.kind === 'related') : undefined
  const ask = (by: string, where: string) =>
    part
      ? `What is the ${singular(sayTable(part.table))} rate by ${by}${where}?`
      : measure?.measure.of
        ? `What was the ${sayMeasure(measure.measure)} by ${by}${where}?`
        : `How many ${rows} were there by ${by}${where}?`
  const options: string[] = []
  for (const column of dimensionsNear(tableOf(planner.schema, form.base), planner)) {
    if (options.length === MOST_OPTIONS - 1) break
    if (form.group.some((key) => key.column.name === column.name)) continue
    const option = ask(sayColumn(column), scope)
    const read = planner.plan(option)
    if (understood(read) && read.form.group.some((key) => sayColumn(key.column) === sayColumn(column)))
      options.push(option)
  }
  const overTime = ask(
    'month',
    sayScope(
      form.where.filter((c) => c.kind !== 'period'),
      form.base,
    ).all.replace(/^(?=.)/, ' '),
  )
  if (understood(planner.plan(overTime))) options.push(overTime)
  if (options.length < 2) return null
  const what = measure?.measure.of ? sayMeasure(measure.measure) : rows
  return {
    question: `I can show how ${what} differ${measure?.measure.of ? 's' : ''}, but not why. Which breakdown would help?`,
    options,
  }
}

/** Columns to break down by, nearest first: of the table itself, then of those that its rows belong to. */
function dimensionsNear(table: Table, planner: Planner): Column[] {
  const { schema } = planner
  const distance = (name: string) => {
    const way = path(schema, [table.name], name)
    return way && !way.some((step) => step.many) ? way.length : null
  }
  const columns = schema.tables
    .map((other) => ({ other, far: distance(other.name) }))
    .filter((entry) => entry.far !== null)
    .toSorted((a, b) => a.far! - b.far!)
    .flatMap(({ other }) =>
      other.columns.filter((column) => isDimension(column) && column.distinct <= 40 && column.type !== 'BOOLEAN'),
    )
  const useful = (column: Column) =>
    /courier|carrier|reason|city|region|category|channel|segment|product/i.test(column.name) ? 0 : 1
  const seen = new Set<string>()
  return columns
    .toSorted((a, b) => useful(a) - useful(b))
    .filter((column) => !seen.has(sayColumn(column)) && seen.add(sayColumn(column)))
}

/** A question back when a word of the question names two things; null when it does not. */
export function whichOne(question: string, plan: Plan, previous: Form | null, planner: Planner): Choice | null {
  for (const choice of plan.choices) {
    const [from, to] = choice.place
    const word = question.slice(from, to)
    const offers = new Map<string, Offer>()
    for (const column of choice.columns) {
      const words = choice.value === undefined ? sayColumn(column) : `${sayColumn(column)} ${word}`
      const read = planner.plan(question.slice(0, from) + words + question.slice(to), previous)
      const means = choice.value === undefined ? sayColumn(column) : `${sayColumn(column)} is ${choice.value}`
      if (isPlan(read) && isAnswered(read) && !offers.has(read.sql))
        offers.set(read.sql, { form: read.form, sql: read.sql, word, means })
    }
    if (offers.size >= 2)
      return {
        question: `“${word}” can mean several things here, with different results. Which one do you mean?`,
        offers: [...offers.values()].slice(0, MOST_OPTIONS),
        least: 2,
      }
  }
  return null
}

/** A question back when another table has all that a query reads, and the question does not say which of them; null when it does. */
export function whichTable({ form, reading }: Plan, planner: Planner): Choice | null {
  const { tables, edges } = planner.schema
  const own = tableOf(planner.schema, form.base)
  const named = reading?.mentions.find((mention) => mention.tables[0]?.table === own)?.tables ?? []
  const said = new Set(reading?.tokens.flatMap(({ text, stem }) => [text.toLowerCase(), stem]))
  const fits = (table: Table) =>
    named.length > 0
      ? named.some((hit) => hit.table === table && hit.score >= named[0]!.score)
      : columnsUsed(form).size > 0
  const twins = tables.filter(
    (table) =>
      table !== own &&
      fits(table) &&
      !own.words.some((word) => !table.words.includes(word) && said.has(word)) &&
      !edges.some(({ from, to }) => new Set([from.table, to.table, own.name, table.name]).size === 2),
  )
  const offers = twins.flatMap((table): Offer[] => {
    const moved = movedTo(table, own, form)
    const sql = moved && planner.write(moved)
    return moved && sql ? [{ form: moved, sql, means: sayTable(table.name) }] : []
  })
  const sql = planner.write(form)
  if (offers.length === 0 || !sql) return null
  const all = [{ form, sql, means: sayTable(own.name) }, ...offers].slice(0, MOST_OPTIONS)
  return {
    question: `Several tables have this: ${listed(all.map(({ means }) => means!))}. Which one do you mean?`,
    offers: all,
    least: 2,
  }
}

/** The same query over another table; null where it reads what that table has not. */
function movedTo(table: Table, own: Table, form: Form): Form | null {
  let isWhole = true
  const moved = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => moved(one))
    if (typeof value === 'object' && value !== null) {
      if (!('words' in value))
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moved(one, name)]))
      const { name, numeric, table: from } = value as Column
      const other = table.columns.find((column) => column.name === name && column.numeric === numeric)
      isWhole &&= other !== undefined && from === own.name
      return other
    }
    if (key !== 'base' && key !== 'table') return value
    isWhole &&= value === own.name
    return table.name
  }
  const found = moved(form) as Form
  return isWhole ? found : null
}
