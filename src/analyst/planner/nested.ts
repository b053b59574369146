import type { Form } from '../built-in/form.ts'
import type { Token } from '../built-in/lex.ts'
import type { Mention } from '../built-in/link.ts'
import type { Plan } from '../built-in/planned.ts'
import type { Schema } from '../built-in/schema.ts'
import { deniedIn, withoutThese } from './absent.ts'
import { besideAsked, putBeside } from './beside.ts'
import { atHours, clockAsked } from './clock.ts'
import type { Reading } from './features.ts'
import { asksFigure, firstOfEach, groupNamed, leadersAsked } from './leaders.ts'
import { type Entry, leftOver } from './ledger.ts'
import { asRatio, ratioAsked } from './ratios.ts'
import { ofTopmost, topmostAsked } from './topmost.ts'

/** What reads a question that is part of another. */
type Planner = {
  readonly schema: Schema
  readonly read: (question: string) => { tokens: Token[]; mentions: Mention[] }
  readings(asked: string): Plan[]
  write(form: Form): string | null
}

/** What a planner reads of a question, with each of its queries made another. */
function remade(planner: Planner, asked: string, remake: (form: Form, reading: Reading) => Form | null): Plan[] {
  return planner.readings(asked).flatMap((plan) => {
    const form = remake(plan.form, plan.reading!)
    const sql = form && planner.write(form)
    return sql ? { ...plan, form, sql, reading: { ...plan.reading!, form, sql }, choices: [] } : []
  })
}

/** The first of each group, by what is read when the first of all is asked for. */
function leaders(planner: Planner, asked: string): Plan[] {
  for (const { first, each } of leadersAsked(asked)) {
    const { tokens, mentions } = planner.read(each)
    const group = groupNamed(each, mentions, tokens.length)
    if (!group) continue
    const plans = remade(planner, first, (form, reading) =>
      asksFigure(reading) ? null : firstOfEach(form, group, planner.schema),
    )
    if (plans.length > 0) return plans
  }
  return []
}

/** What is asked of the first few of all, by what ranks these and what is asked of all. */
function topmost(planner: Planner, asked: string): Plan[] {
  const said = topmostAsked(asked)
  const [first] = said ? planner.readings(said.first) : []
  if (!said || !first) return []
  // What the first of all are called stands in both.
  const isNoun = ({ token }: Entry) => said.noun.toLowerCase().split(' ').includes(token.lower)
  return (said.outer === null ? [null] : planner.readings(said.outer)).flatMap((outer): Plan[] => {
    const form = ofTopmost(first.form, outer?.form ?? null, said, planner.schema)
    const sql = form && planner.write(form)
    if (!sql) return []
    const ledger = [...first.reading!.ledger, ...(outer?.reading?.ledger.filter((one) => !isNoun(one)) ?? [])]
    const reading = { ...(outer ?? first).reading!, ledger, form, sql }
    const assumptions = [...new Set([...first.assumptions, ...(outer?.assumptions ?? [])])]
    return [{ ...first, form, sql, score: first.score * (outer?.score ?? 1), assumptions, choices: [], reading }]
  })
}

/** Two numbers that are told over time side by side, each by its own time, by what is read of each. */
function beside(planner: Planner, asked: string): Plan[] {
  const said = besideAsked(asked, planner.schema)
  const [first, second] = said?.questions.map((one) => planner.readings(one)[0]) ?? []
  if (!said || !first || !second || [first, second].some((one) => leftOver(one).length > 0)) return []
  const form = putBeside(first.form, second.form, said.names)
  const sql = form && planner.write(form)
  if (!sql) return []
  const ledger = [...first.reading!.ledger, ...second.reading!.ledger]
  const assumptions = [...new Set([...first.assumptions, ...second.assumptions])]
  const reading = { ...first.reading!, ledger, form, sql }
  return [{ ...first, form, sql, score: Math.min(first.score, second.score), assumptions, choices: [], reading }]
}

/** Those for which nothing happened, by what is read of those for which it did. */
function absent(planner: Planner, asked: string): Plan[] {
  const denied = deniedIn(asked)
  if (denied === null) return []
  const plans = remade(planner, denied, (form) => withoutThese(form, asked, planner.schema))
  return plans.filter((plan) => leftOver(plan).length === 0)
}

/** What is asked of a time of the day, by what is read of all day. */
function clock(planner: Planner, asked: string): Plan[] {
  const said = clockAsked(asked)
  if (!said) return []
  const plans = remade(planner, said.rest, (form) => atHours(form, said, planner.schema))
  return said.note ? plans.map((plan) => ({ ...plan, assumptions: [...plan.assumptions, said.note!] })) : plans
}

/** A ratio that goes by a name, by what is read of the sum of which it is a part. */
function ratio(planner: Planner, asked: string): Plan[] {
  const said = ratioAsked(asked, planner.schema)
  return said ? remade(planner, said.rest, (form) => asRatio(form, said)) : []
}

/** The first of these ways to read a question that reads anything. */
const firstOf =
  (ways: ((planner: Planner, asked: string) => Plan[])[]) =>
  (planner: Planner, asked: string): Plan[] => {
    for (const read of ways) {
      const plans = read(planner, asked)
      if (plans.length > 0) return plans
    }
    return []
  }

/** What is read of a question that asks something of another, which is read by itself: likeliest first, empty where it is no such question. */
export const nested = firstOf([ratio, beside, leaders, topmost])

/** What is read of a question of which something has no place as it stands: what did not happen, and hours of the day. */
export const instead = firstOf([absent, clock])
