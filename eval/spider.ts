import { existsSync } from 'node:fs'
import { Planner } from '#analyst/built-in/plan.ts'
import type { Failure, Plan } from '#analyst/built-in/planned.ts'
import { type Confidence, confidenceOf } from '#analyst/planner/score.ts'
import { matches, type Row } from '#evaluations/rules/outcome.ts'
import { type ForeignKey, type Loaded, load } from './databases.ts'

export type Question = { db_id: string; question: string; query: string }
type SchemaJson = {
  db_id: string
  table_names_original: string[]
  column_names_original: [number, string][]
  foreign_keys: [number, number][]
}

export type Outcome = {
  database: string
  question: string
  gold: string
  sql: string | null
  score: number
  confidence: Confidence
  strict: boolean
  subset: boolean
  held: boolean
  ms: number
  error?: string
}

/** A third of the databases, by the hash of their name, is never looked at while tuning. */
export const isHeld = (database: string) => Number(Bun.hash.wyhash(database) % 3n) === 0

export async function readSet(folder: string) {
  const questions = (await Bun.file(`${folder}/questions.json`).json()) as Question[]
  const schemas = (await Bun.file(`${folder}/tables.json`).json()) as SchemaJson[]
  const foreign = new Map<string, ForeignKey[]>()
  for (const schema of schemas) {
    const column = (index: number) => {
      const [table, name] = schema.column_names_original[index]!
      return { table: schema.table_names_original[table]!, name }
    }
    foreign.set(
      schema.db_id,
      schema.foreign_keys.map(([from, to]) => ({
        table: column(from).table,
        column: column(from).name,
        to_table: column(to).table,
        to_column: column(to).name,
      })),
    )
  }
  return { questions, foreign, path: (id: string) => `${folder}/database/${id}/${id}.sqlite` }
}

const isPlan = (result: Plan | Failure): result is Plan => 'sql' in result

async function judge(db: Loaded, item: Question): Promise<Outcome | null> {
  let gold: Row[]
  try {
    gold = db.gold.query(item.query).values() as Row[]
  } catch {
    return null
  }
  const start = performance.now()
  const base = {
    ...{ database: item.db_id, question: item.question, gold: item.query, held: isHeld(item.db_id) },
    confidence: 'unsure' as Confidence,
  }
  let planned: Plan | Failure
  try {
    const first = new Planner({ tables: db.facts, values: [], now: '2026-01-01' })
    const values = first.searches(item.question).flatMap((text) => db.search(text))
    planned = new Planner({ tables: db.facts, values, now: '2026-01-01' }, !process.argv.includes('--brief')).plan(
      item.question,
    )
  } catch (error) {
    return {
      ...base,
      sql: null,
      score: 0,
      strict: false,
      subset: false,
      ms: performance.now() - start,
      error: String((error as Error).stack),
    }
  }
  const ms = performance.now() - start
  if (!isPlan(planned)) return { ...base, sql: null, score: 0, strict: false, subset: false, ms, error: planned.reason }
  const read = { sql: planned.sql, score: planned.score, confidence: confidenceOf(planned) }
  try {
    const rows = (await (await db.duck.run(planned.sql)).getRowsJS()) as Row[]
    const judged = matches(rows, gold, /order by/i.test(item.query))
    return { ...base, ...read, ...judged, ms }
  } catch (error) {
    return {
      ...base,
      ...read,
      strict: false,
      subset: false,
      ms,
      error: String(error).split('\n')[0]!,
    }
  }
}

/** Runs the planner over the questions of every database that `wanted` lets through. */
export async function run(
  folder: string,
  wanted: (database: string) => boolean,
  each = Number.POSITIVE_INFINITY,
): Promise<Outcome[]> {
  const set = await readSet(folder)
  const outcomes: Outcome[] = []
  for (const id of [...new Set(set.questions.map((q) => q.db_id))]) {
    if (!wanted(id) || !existsSync(set.path(id))) continue
    let db: Loaded
    try {
      db = await load(set.path(id), set.foreign.get(id) ?? [])
    } catch (error) {
      console.error(`cannot load ${id}: ${error}`)
      continue
    }
    const questions = set.questions.filter((q) => q.db_id === id)
    const step = Math.max(1, questions.length / each)
    for (let at = 0; at < questions.length; at += step) {
      const outcome = await judge(db, questions[Math.floor(at)]!)
      if (outcome) outcomes.push(outcome)
    }
    db.close()
  }
  return outcomes
}
