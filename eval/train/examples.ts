import { Planner } from '#analyst/built-in/plan.ts'
import { questionsFor } from '#analyst/built-in/starters.ts'
import type { RoleWeights } from '#analyst/planner/role-model.ts'
import { type Skeleton, skeletonsOf } from '#analyst/planner/skeleton.ts'
import { matches, type Row } from '#evaluations/rules/outcome.ts'
import { type Case, OFF_TOPIC } from '../business.ts'
import { type Loaded, load } from '../databases.ts'
import { isHeld, readSet } from '../spider.ts'
import { factsFor, isOrdered, openShops, rowsOf, SUITE } from '../suite.ts'
import { skeletonOfSql } from './gold.ts'

/** `offered`: what the product itself offers to ask; `led`: what came before questions of the suite. */
export type Origin = 'databases' | 'own' | 'offered' | 'led' | 'off topic' | 'strangers'
/** A question with what tells a right answer. */
export type Example = {
  /** Examples of one group are never on both sides of a fold. */
  group: string
  from: Origin
  question: string
  planner(roles?: RoleWeights | null): Planner
  /** Of the gold statement; null where there is none or it cannot be parsed. */
  skeleton: Skeleton | null
  /** The statement that answers it; absent where there is none. */
  gold?: string | undefined
  /** How its rows compare with the right ones. */
  judge(sql: string): Promise<Match>
}

/** Of these an answer with one column more than the gold one is right, or with any where no reading gives just the gold one. */
const FREE: ReadonlySet<Origin> = new Set(['own', 'led', 'strangers'])
export const isFree = ({ from }: Example): boolean => FREE.has(from)

export type Match = ReturnType<typeof matches>
export const WRONG: Match = { strict: false, subset: false }

/** Runs each statement once. */
export function remembered(judge: Example['judge']): Example['judge'] {
  const known = new Map<string, Promise<Match>>()
  return (sql) => known.getOrInsertComputed(sql, () => judge(sql).catch(() => WRONG))
}

type Runs = Pick<Loaded, 'duck'>
const MOST_ROWS = 20_000
const resultOf = async ({ duck }: Runs, sql: string) =>
  (await (await duck.run(`select * from (${sql}) limit ${MOST_ROWS}`)).getRowsJS()) as Row[]

const MOST_STARTERS = 12

/** What the product itself offers to ask of a database: it is made from its query, so what the passes read is right. */
async function offeredExamples(group: string, db: Loaded): Promise<Example[]> {
  const planner = new Planner({ tables: db.facts, values: [], now: '2026-01-01' }, true)
  const found: Example[] = []
  for (const question of questionsFor(db.facts, MOST_STARTERS)) {
    const plan = planner.passed(question, null)
    if (!('sql' in plan) || !plan.reading || plan.unknown.length > 0) continue
    const gold = await resultOf(db, plan.sql).catch(() => null)
    if (!gold) continue
    found.push({
      ...{ group, question, from: 'offered', skeleton: skeletonsOf(plan.form, plan.sql)[0]! },
      planner: (roles) => new Planner({ tables: db.facts, values: [], now: '2026-01-01' }, true, roles),
      judge: remembered(async (sql) => matches(await resultOf(db, sql), gold, plan.form.order.length > 0)),
    })
  }
  return found
}

/** The questions of the databases that may be tuned on, and those that are offered over them. @param folder a question set in Spider layout */
export async function databaseExamples(folder: string): Promise<Example[]> {
  const set = await readSet(folder)
  const examples: Example[] = []
  for (const [group, questions] of Map.groupBy(set.questions, ({ db_id }) => db_id)) {
    if (isHeld(group)) continue
    const db = await load(set.path(group), set.foreign.get(group) ?? [])
    const facts = { tables: db.facts, now: '2026-01-01' }
    const first = new Planner({ ...facts, values: [] })
    for (const { question, query } of questions) {
      let gold: Row[]
      try {
        gold = db.gold.query(query).values() as Row[]
      } catch {
        continue
      }
      const values = first.searches(question).flatMap((text) => db.search(text))
      examples.push({
        ...{ group, question, from: 'databases', skeleton: await skeletonOfSql(query) },
        planner: (roles) => new Planner({ ...facts, values }, false, roles),
        judge: remembered(async (sql) => matches(await resultOf(db, sql), gold, /order by/i.test(query))),
      })
    }
    examples.push(...(await offeredExamples(group, db)))
  }
  return examples
}

/** The project's own questions and what led up to them, each by itself, and those that nothing answers. */
export async function ownExamples(): Promise<Example[]> {
  const shops = await openShops()
  const exampleOf = async (data: Case['data'], question: string) => {
    const facts = await factsFor(shops[data], [question])
    return { group: data, question, planner: (roles?: RoleWeights | null) => new Planner(facts, true, roles) }
  }
  /** @param gold null: nothing is right */
  const judging = (data: Case['data'], gold: string | null) =>
    remembered(async (sql) =>
      gold === null ? WRONG : matches(await rowsOf(shops[data], sql), await rowsOf(shops[data], gold), isOrdered(gold)),
    )
  const examples: Example[] = []
  for (const { data, turns, sql } of SUITE) {
    const one = await exampleOf(data, turns[0]!)
    if (turns.length === 1)
      examples.push({ ...one, from: 'own', skeleton: await skeletonOfSql(sql), judge: judging(data, sql) })
    else {
      // Nothing is known of what it should give but that the question after it is answered rightly.
      const plan = one.planner().passed(one.question, null)
      if ('sql' in plan) examples.push({ ...one, from: 'led', skeleton: null, judge: judging(data, plan.sql) })
    }
  }
  for (const question of OFF_TOPIC) {
    const one = await exampleOf('store', question)
    examples.push({ ...one, from: 'off topic', skeleton: null, judge: judging('store', null) })
  }
  return examples
}
