import { beforeAll, expect, test } from 'bun:test'
import { isOpen, leftOver } from '#analyst/planner/ledger.ts'
import { confidenceOf } from '#analyst/planner/score.ts'
import { type Asked, tuningQuestions } from './readings.ts'

/**
 * What the ledger says of questions of the own suite and of the tuning half of the strangers: of some of both in every run, of all when
 * PROPERTY_RUNS asks for more.
 */
const EVERY = process.env.PROPERTY_RUNS ? 1 : 12
let asked: Asked[] = []

beforeAll(async () => {
  asked = await tuningQuestions(EVERY, ['strangers'])
}, 300_000)

test('no token of a question disappears, and a value that is left out changes the query or is told', () => {
  let conditions = 0
  for (const { question, planner } of asked) {
    const plan = planner.plan(question)
    if (!('form' in plan) || !plan.reading) continue
    const { tokens, ledger, mentions } = plan.reading
    expect({ question, tokens: ledger.map(({ token }) => token) }).toEqual({ question, tokens })
    if (plan.reading.reworded || ledger.some(isOpen)) continue
    const value = mentions.find(({ kind, start }) => kind === 'value' && ledger[start]!.state === 'bound')
    if (!value) continue
    conditions++
    // "Premier" and "League" may each be linked to the value that both are of.
    const same = mentions.filter(
      (one) => one === value || one.values.some((hit) => hit.value === value.values[0]?.value),
    )
    const without = planner.plan(
      same.toReversed().reduce((text, { start, end }) => {
        const [from, to] = [tokens[start]!.start, tokens[end - 1]!.end]
        return `${text.slice(0, from)}${text.slice(to)}`
      }, question),
    )
    expect({ question, sql: 'form' in without ? without.sql : null }).not.toEqual({ question, sql: plan.sql })
  }
  expect(conditions).toBeGreaterThan(EVERY === 1 ? 60 : 2)
})

/** Of none of the tables. */
const STRANGE = 'giraffes'

test('a noun that the tables lack, in place of any of a question or behind it, makes no answer sure', () => {
  const sure: string[] = []
  for (const { question, planner } of asked.filter((_, at) => EVERY === 1 || at % 3 === 0)) {
    const [, body, mark] = /^(.*?)([?.!]*)$/s.exec(question)!
    const others = Array.from(question.matchAll(/(?<!^)\b\p{L}{3,}s\b/gu), ({ index, 0: { length } }) =>
      [question.slice(0, index), STRANGE, question.slice(index + length)].join(''),
    )
    for (const said of [...others, `${body} for ${STRANGE}${mark}`]) {
      const plan = planner.plan(said)
      const isSure = 'form' in plan && (!plan.reading || confidenceOf(plan) === 'sure')
      if (isSure && leftOver(plan).length === 0) sure.push(`${said} ${plan.sql}`)
    }
  }
  expect(sure).toEqual([])
}, 300_000)
