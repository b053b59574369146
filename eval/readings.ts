import { DuckDBInstance } from '@duckdb/node-api'
import { Planner } from '#analyst/built-in/plan.ts'
import { leftOver } from '#analyst/planner/ledger.ts'
import { confidenceOf } from '#analyst/planner/score.ts'
import { groups, isStrangerHeld, momentOf, questionsOf, SETS, tablesOf } from './strangers.ts'
import { factsFor, openShops, SUITE } from './suite.ts'
import { measure } from './tables.ts'

/** A question with a planner over its tables. */
export type Asked = { question: string; planner: Planner }

/**
 * The questions of the own suite that stand by themselves, and of the tables that may be looked at, in one wording each.
 * @param every of the suite's questions and of the groups of tables only each so many
 */
export async function tuningQuestions(every = 1, sets: readonly (typeof SETS)[number][] = SETS): Promise<Asked[]> {
  const asked: Asked[] = []
  const shops = await openShops()
  for (const [at, { data, turns }] of SUITE.entries())
    if (turns.length === 1 && at % every === 0)
      asked.push({ question: turns[0]!, planner: new Planner(await factsFor(shops[data], turns)) })
  for (const shop of Object.values(shops)) shop.close()
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const duck = await instance.connect()
  const tuned = sets.flatMap(groups).filter((one) => !isStrangerHeld(one))
  for (const group of tuned.filter((_, at) => at % every === 0)) {
    const [tables, questions] = [tablesOf(group), await questionsOf(group)]
    for (const [name, path] of tables)
      await duck.run(`create table "${name}" as select * from read_csv_auto('${path}', ignore_errors = true)`)
    const now = momentOf(questions).toISOString().slice(0, 10)
    const planner = new Planner({ tables: await measure(duck, []), values: [], now })
    for (const [name] of tables) await duck.run(`drop table "${name}"`)
    asked.push(...questions.map(({ ask }) => ({ question: ask, planner })))
  }
  duck.closeSync()
  instance.closeSync()
  return asked
}

/** What the planner reads of a question at once, before anything is run: the words that are left over, how sure it is, and its statement. */
type Read = { question: string; left: string[]; confidence: string | null; sql: string | null }

function readOf({ question, planner }: Asked): Read {
  const plan = planner.plan(question)
  if (!('form' in plan)) return { question, left: plan.unknown, confidence: null, sql: null }
  return { question, left: leftOver(plan), confidence: plan.reading ? confidenceOf(plan) : null, sql: plan.sql }
}

/** Every question that may be looked at, as the planner reads it. */
export const readings = async (): Promise<Read[]> => (await tuningQuestions()).map(readOf)

/** What is read otherwise than it was, a few lines for each question. */
export function readOtherwise(before: Read[], after: Read[]): string[] {
  // A question may be asked of several workspaces, always in the same order.
  const old = Map.groupBy(before, ({ question }) => question)
  const say = ({ left, confidence, sql }: Read) => `${confidence ?? 'not read'} [${left.join(', ')}] ${sql ?? ''}`
  return after.flatMap((one) => {
    const was = old.get(one.question)?.shift()
    return was && say(was) !== say(one) ? `${one.question}\n  before  ${say(was)}\n  now     ${say(one)}` : []
  })
}
