import { afterAll, beforeAll, expect, test } from 'bun:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { Planner } from '#analyst/built-in/plan.ts'
import { isOpen, leftOver } from '#analyst/planner/ledger.ts'
import { confidenceOf } from '#analyst/planner/score.ts'
import { groups, isStrangerHeld, questionsOf, tablesOf } from './strangers.ts'
import { factsFor, openShops, SUITE } from './suite.ts'
import { measure } from './tables.ts'

/**
 * What the ledger says of questions of the own suite and of the tuning half of the strangers: of some of both in every run, of all when
 * PROPERTY_RUNS asks for more.
 */
const EVERY = process.env.PROPERTY_RUNS ? 1 : 12
type Asked = { question: string; planner: Planner }
const asked: Asked[] = []
const instance = await DuckDBInstance.create(':memory:', { threads: '1' })

beforeAll(async () => {
  const shops = await openShops()
  for (const [at, { data, turns }] of SUITE.entries())
    if (turns.length === 1 && at % EVERY === 0)
      asked.push({ question: turns[0]!, planner: new Planner(await factsFor(shops[data], turns)) })
  for (const shop of Object.values(shops)) shop.close()
  const duck = await instance.connect()
  const tuned = groups('strangers').filter((one) => !isStrangerHeld(one))
  for (const group of tuned.filter((_, at) => at % EVERY === 0)) {
    const tables = tablesOf(group)
    for (const [name, path] of tables)
      await duck.run(`create table "${name}" as select * from read_csv_auto('${path}', ignore_errors = true)`)
    const planner = new Planner({ tables: await measure(duck, []), values: [], now: '2026-01-01' })
    for (const [name] of tables) await duck.run(`drop table "${name}"`)
    for (const { ask } of await questionsOf(group)) asked.push({ question: ask, planner })
  }
  duck.closeSync()
}, 300_000)
afterAll(() => instance.closeSync())

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
