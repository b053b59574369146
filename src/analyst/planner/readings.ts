import { root, stem } from '#base/stems.ts'
import type { Condition, Form } from '../built-in/form.ts'
import type { Planner } from '../built-in/plan.ts'
import type { Failure, Plan } from '../built-in/planned.ts'
import type { Column, Schema } from '../built-in/schema.ts'
import { distance } from '../built-in/spelling.ts'
import { sayColumn } from '../built-in/wording/nouns.ts'
import { alike } from '../rules/synonyms.ts'
import { type Entry, isOpen, leftOver } from './ledger.ts'
import { conditionsOf } from './skeleton.ts'
import { KIN_OF } from './words.ts'

/** A query that the question may ask for. `word`: what of the question it finds a place for, and `means` which one, or what it leaves out. */
export type Offer = { form: Form; sql: string; word?: string; means?: string }

const isPlan = (result: Plan | Failure): result is Plan => 'form' in result

/** Those of them that name nothing as they are written. */
const namelessIn = ({ unknown, reading }: Plan): string[] =>
  leftOver({ unknown, reading: { ledger: (reading?.ledger ?? []).filter(({ kind }) => kind === 'word') } })

/** A word that stands by itself in a text, in whatever capitals. */
export const alone = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'iu')

/** Words that are so near to each other may stand for one another. */
const NEAR = 0.6

/** How near two words are, 0 to 1: of one family, of one beginning, of one sense, or a letter apart. */
function nearness(a: string, b: string): number {
  if (root(a) === root(b)) return 1
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 4) {
    let shared = 0
    while (shared < short.length && short[shared] === long[shared]) shared++
    if (shared >= 4 && shared >= 0.6 * long.length) return 0.8
  }
  if (alike(stem(a), stem(b))) return 0.7
  const most = short.length < 5 ? 0 : short.length < 8 ? 1 : 2
  return most > 0 && a[0] === b[0] && distance(a, b, most) <= most ? NEAR : 0
}

type Place = { column: Column; value?: string; score: number }
const MOST_PLACES = 6

/** Values and columns of the tables that a word may stand for, the nearest first. */
function placesOf(word: string, { tables }: Schema): Place[] {
  const lower = word.toLowerCase()
  if (!/^\p{L}{4,}$/u.test(lower)) return []
  const kin = KIN_OF.get(lower) ?? KIN_OF.get(stem(lower)) ?? new Set<string>()
  const near = (names: string[]) => Math.max(0, ...names.map((name) => nearness(lower, name)))
  const places = tables.flatMap(({ columns }) =>
    columns.flatMap((column): Place[] => {
      const named = Math.max(near(column.short) * 0.95, column.short.some((name) => kin.has(name)) ? NEAR : 0)
      const values = column.numeric || column.temporal ? [] : column.values
      return [
        ...values.flatMap((value) => {
          const words = value.toLowerCase().match(/\p{L}+/gu) ?? []
          // Of a long text a word says little.
          return words.length > 0 && words.length <= 4 ? [{ column, value, score: near(words) }] : []
        }),
        { column, score: named },
      ]
    }),
  )
  return places
    .filter(({ score }) => score >= NEAR)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_PLACES)
}

const isEqual = (condition: Condition, { column, value }: Place): boolean =>
  (condition.kind === 'compare' && condition.column === column && condition.value === value) ||
  (condition.kind === 'in' && condition.column === column && !condition.not && condition.values.includes(value!))

/** The readings in which a word that the query leaves over has a place. */
export function boundReadings(
  question: string,
  plan: Plan | Failure,
  previous: Form | null,
  planner: Planner,
  onlyValues: boolean,
): Offer[] {
  const [word, ...others] = isPlan(plan) ? namelessIn(plan) : plan.unknown
  if (!word || others.length > 1) return []
  const found = new Map<string, Offer>()
  for (const place of placesOf(word, planner.schema)) {
    const { column, value } = place
    if (onlyValues && value === undefined) continue
    const read = planner.plan(question.replace(alone(word), value ?? sayColumn(column)), previous)
    const form = isPlan(read) && leftOver(read).length <= others.length && holds(read, place) ? read.form : null
    const narrowed = form ?? (isPlan(plan) && value !== undefined ? narrow(plan.form, column, value) : null)
    const sql = narrowed && planner.write(narrowed)
    const means = value === undefined ? sayColumn(column) : `${sayColumn(column)} is ${value}`
    if (narrowed && sql && !found.has(sql)) found.set(sql, { form: narrowed, sql, word, means })
  }
  return [...found.values()]
}

/** Whether the query of a question reads this column, or asks for its value. */
const holds = ({ form, sql }: Plan, place: Place): boolean =>
  place.value === undefined
    ? sql.includes(`"${place.column.name}"`) || new RegExp(`\\b${RegExp.escape(place.column.name)}\\b`).test(sql)
    : conditionsOf(form).some((condition) => isEqual(condition, place))

const narrow = (form: Form, column: Column, value: string): Form => ({
  ...form,
  where: [...form.where, { kind: 'compare', column, operator: '=', value }],
})

/** What the readings of a question that leave as much over come to together, at least, for them to be asked of. */
export const TOGETHER = 0.4

/**
 * The readings of a question that nothing is sure enough of to answer, when one of them is probably meant: those that leave nothing over, else
 * those that leave over one word, which is then `word`. A name that the data lack, or the very thing that is asked for, is no such word.
 * @param readings all of the question, likeliest first
 */
export function plausible(question: string, { unknown }: Pick<Plan, 'unknown'>, readings: Plan[]): Offer[] {
  const over = new Map(readings.map((one) => [one, wordsOver(one, unknown)]))
  for (const most of [0, 1]) {
    const first = readings.find((one) => over.get(one)?.length === most)
    if (!first) continue
    const [word] = over.get(first)!
    if (word !== undefined && (!isAside(word, question) || namesRows(first))) return []
    const found = readings.filter((one) => over.get(one)?.length === most && over.get(one)![0] === word)
    if (found.reduce((sum, { score }) => sum + score, 0) >= TOGETHER)
      return found.map(({ form, sql }) => ({ form, sql, ...(word === undefined ? {} : { word }) }))
  }
  return []
}

const PARTICLE = /^(?:up|out|off|down|over|away|back)$/

/** The words that a reading leaves over, a verb with what belongs to it as one ("signed up"); null where it leaves a number, a name or an operation. */
function wordsOver({ reading }: Plan, unknown: string[]): string[] | null {
  const { ledger } = reading!
  const isOver = (entry: Entry) => isOpen(entry) || (entry.state === 'filler' && unknown.includes(entry.token.text))
  const isLeft = (at: number) => ledger[at]?.kind === 'word' && isOpen(ledger[at])
  const isPart = (at: number) => isLeft(at) && isLeft(at - 1) && PARTICLE.test(ledger[at]!.token.lower)
  const over = ledger.flatMap((entry, at) => (isOver(entry) && !isPart(at) ? [at] : []))
  if (!over.every((at) => ledger[at]!.kind === 'word')) return null
  const textOf = (at: number) =>
    [ledger[at]!, ...(isPart(at + 1) ? [ledger[at + 1]!] : [])].map(({ token }) => token.text)
  return [...new Set(over.map((at) => textOf(at).join(' ')))]
}

/** Whether the question says which rows it is about: a word that is left over is then a condition, not another name for them. */
const namesRows = ({ form, reading }: Plan): boolean =>
  reading!.mentions.some(({ kind, tables }) => kind === 'table' && tables[0]!.table.name === form.base)

/** Whether a word may be but another name for what a reading counts or shows: not what is asked for ("who is the governor of", "which waiter"), and no name. */
function isAside(word: string, question: string): boolean {
  if (!/^[\p{Ll} ]+$/u.test(word) && !question.startsWith(word)) return false
  const text = RegExp.escape(word)
  return !new RegExp(
    `\\b(?:which|what|whose) ${text}\\b|\\b(?:who|what)(?: is| was| are| were|'s)? (?:the |an? )?${text}\\b|^(?:the |list |show |give )*${text} (?:of|in|for|by|at|on|from)\\b`,
    'i',
  ).test(question)
}
