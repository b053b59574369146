import { DuckDBInstance } from '@duckdb/node-api'
import { Planner } from '#analyst/built-in/plan.ts'
import { leftOver } from '#analyst/planner/ledger.ts'
import { confidenceOf } from '#analyst/planner/score.ts'
import { groups, isStrangerHeld, momentOf, questionsOf, SETS, tablesOf } from './strangers.ts'
import { factsFor, openShops, SUITE } from './suite.ts'
import { measure } from './tables.ts'

/** What the planner reads of a question at once, before anything is run: the words that are left over, how sure it is, and its statement. */
type Read = { question: string; left: string[]; confidence: string | null; sql: string | null }

function readOf(question: string, planner: Planner): Read {
  const plan = planner.plan(question)
  if (!('form' in plan)) return { question, left: plan.unknown, confidence: null, sql: null }
  return { question, left: leftOver(plan), confidence: plan.reading ? confidenceOf(plan) : null, sql: plan.sql }
}

/** Every question of the own suite and of the tables that may be looked at, in one wording each, as the planner reads it. */
export async function readings(): Promise<Read[]> {
  const shops = await openShops()
  const own = SUITE.filter(({ turns }) => turns.length === 1).map(async ({ data, turns }) =>
    readOf(turns[0]!, new Planner(await factsFor(shops[data], turns))),
  )
  const read = await Promise.all(own)
  const duck = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  for (const group of SETS.flatMap(groups).filter((one) => !isStrangerHeld(one))) {
    const [tables, questions] = [tablesOf(group), await questionsOf(group)]
    for (const [name, path] of tables)
      await duck.run(`CREATE TABLE "${name}" AS SELECT * FROM read_csv_auto('${path}', ignore_errors = true)`)
    const now = momentOf(questions).toISOString().slice(0, 10)
    const planner = new Planner({ tables: await measure(duck, []), values: [], now })
    for (const [name] of tables) await duck.run(`DROP TABLE "${name}"`)
    read.push(...questions.map(({ ask }) => readOf(ask, planner)))
  }
  return read
}

/** What is read otherwise than it was, a few lines for each question. */
export function readOtherwise(before: Read[], after: Read[]): string[] {
  const old = new Map(before.map((one) => [one.question, one]))
  const say = ({ left, confidence, sql }: Read) => `${confidence ?? 'not read'} [${left.join(', ')}] ${sql ?? ''}`
  return after.flatMap((one) => {
    const was = old.get(one.question)
    return was && say(was) !== say(one) ? `${one.question}\n  before  ${say(was)}\n  now     ${say(one)}` : []
  })
}
