import { type Plan, Planner } from '#analyst/built-in/plan.ts'
import { questionsFor } from '#analyst/built-in/starters.ts'
import type { Reading } from '#analyst/planner/features.ts'
import { type Skeleton, skeletonsOf } from '#analyst/planner/skeleton.ts'
import { gramsOf } from '#analyst/planner/structure.ts'
import { matches, type Row } from '#evaluations/rules/matches.ts'
import { BUSINESS } from '../business.ts'
import { type Loaded, load } from '../databases.ts'
import { HABITS } from '../habits.ts'
import { SAMPLE } from '../sample.ts'
import { isHeld, type Question, readSet } from '../spider.ts'
import { readSuite } from '../suite.ts'
import { skeletonOfSql } from './gold.ts'

/** A question, what it asks for, and the reading of the planner with whether that is right. */
export type Example = {
  /** Examples of one group are never on both sides of a fold. */
  group: string
  grams: Uint16Array
  /** Null where the gold statement cannot be parsed. */
  skeleton: Skeleton | null
  reading: Reading | null
  right: boolean
  from: Origin
}
export type Origin = 'databases' | 'own' | 'off topic' | 'strangers'

async function exampleOf(db: Loaded, item: Question): Promise<Example | null> {
  let gold: Row[]
  try {
    gold = db.gold.query(item.query).values() as Row[]
  } catch {
    return null
  }
  const facts = { tables: db.facts, now: '2026-01-01' }
  const values = new Planner({ ...facts, values: [] }).searches(item.question).flatMap((text) => db.search(text))
  const planner = new Planner({ ...facts, values }, false)
  const { tokens, mentions } = planner.read(item.question)
  const plan = planner.plan(item.question)
  return {
    group: item.db_id,
    grams: gramsOf(tokens, mentions),
    skeleton: await skeletonOfSql(item.query),
    reading: 'sql' in plan ? (plan.reading ?? null) : null,
    right: 'sql' in plan && (await isRight(db, plan, gold, item.query)),
    from: 'databases',
  }
}

async function isRight(db: Loaded, plan: Plan, gold: Row[], query: string): Promise<boolean> {
  try {
    const rows = (await (await db.duck.run(plan.sql)).getRowsJS()) as Row[]
    return matches(rows, gold, /order by/i.test(query)).strict
  } catch {
    return false
  }
}

const MOST_STARTERS = 12

/** What the product itself offers to ask of a database: it is made from its query, so the reading that it leads to is right. */
function starterExamples(group: string, db: Loaded): Example[] {
  const planner = new Planner({ tables: db.facts, values: [], now: '2026-01-01' })
  return questionsFor(db.facts, MOST_STARTERS).flatMap((question): Example[] => {
    const plan = planner.plan(question)
    if (!('sql' in plan) || !plan.reading || plan.unknown.length > 0) return []
    const [skeleton] = skeletonsOf(plan.form, plan.sql)
    return [{ ...ofReading(plan), group, skeleton: skeleton!, right: true, from: 'own' }]
  })
}

/** The questions of the databases that may be tuned on, and those that are offered over them. @param folder a question set in Spider layout */
export async function spiderExamples(folder: string): Promise<Example[]> {
  const set = await readSet(folder)
  const examples: Example[] = []
  for (const [id, questions] of Map.groupBy(set.questions, ({ db_id }) => db_id)) {
    if (isHeld(id)) continue
    const db = await load(set.path(id), set.foreign.get(id) ?? [])
    for (const question of questions) {
      const example = await exampleOf(db, question)
      if (example) examples.push(example)
    }
    examples.push(...starterExamples(id, db))
    db.close()
  }
  return examples
}

/** The project's own questions and what led up to them, each by itself, and those that nothing answers. */
export async function ownExamples(): Promise<Example[]> {
  const all = [...BUSINESS, ...SAMPLE, ...HABITS]
  const { reads, offTopic } = await readSuite(all)
  const led = all.filter(({ turns }) => turns.length > 1).map((item) => ({ ...item, turns: item.turns.slice(0, 1) }))
  const before = (await readSuite(led)).reads.map(({ result }) => ({
    ...ofReading('sql' in result ? result : null),
    // Nothing is known of what it should give but that the question after it is answered rightly.
    ...{ group: 'store', skeleton: null, right: true, from: 'own' as const },
  }))
  const own = reads
    .filter(({ item }) => item.turns.length === 1)
    .map(async ({ item, result, subset }) => ({
      ...ofReading('sql' in result ? result : null),
      group: item.data,
      skeleton: await skeletonOfSql(item.sql),
      right: subset,
      from: 'own' as const,
    }))
  const others = offTopic.map(({ result }) => ({
    ...ofReading('sql' in result ? result : null),
    ...{ group: 'store', skeleton: null, right: false, from: 'off topic' as const },
  }))
  return [...(await Promise.all(own)), ...before, ...others].filter(({ reading }) => reading !== null)
}

const ofReading = (plan: Plan | null): Pick<Example, 'reading' | 'grams'> => {
  const reading = plan?.reading ?? null
  return { reading, grams: reading ? gramsOf(reading.tokens, reading.mentions) : new Uint16Array() }
}
