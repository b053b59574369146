import { type Failure, type Plan, Planner, SURE_ENOUGH } from '#analyst/built-in/plan.ts'
import { planned } from '#analyst/built-in/turn.ts'
import type { ValueMatch } from '#analyst/rules/tools.ts'
import { BUSINESS, type Case, OFF_TOPIC } from './business.ts'
import { matches, type Row } from './compare.ts'
import { HABITS } from './habits.ts'
import { SAMPLE } from './sample.ts'
import { openJaffle, openSample, openStore, type Shop } from './store.ts'

export type Judged = Case & { pass: boolean; strict: boolean; got: string | null; note: string }

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** What search_values would find: equal text, whatever the case. */
async function search(shop: Shop, text: string): Promise<ValueMatch[]> {
  const found: ValueMatch[] = []
  for (const table of shop.facts)
    for (const column of table.columns) {
      if (column.type !== 'VARCHAR') continue
      const sql = `select distinct ${quoted(column.name)} from ${quoted(table.name)} where lower(${quoted(column.name)}) = lower($text)`
      for (const [value] of (await shop.duck.runAndReadAll(sql, { text })).getRows())
        found.push({ table: table.name, column: column.name, value: String(value), match: 'exact' })
    }
  return found
}

async function plan(shop: Shop, turns: string[]): Promise<Plan | Failure> {
  const facts = { tables: shop.facts, now: shop.now }
  const first = new Planner({ ...facts, values: [] })
  const values: ValueMatch[] = []
  for (const text of turns.flatMap((question) => first.searches(question))) values.push(...(await search(shop, text)))
  const planner = new Planner({ ...facts, values })
  return planned({ now: shop.now, question: turns.at(-1)!, earlier: turns.slice(0, -1), calls: [] }, planner)
}

async function judge(shop: Shop, item: Case): Promise<Judged> {
  const result = await plan(shop, item.turns)
  if (!('sql' in result) || result.score < SURE_ENOUGH)
    return {
      ...item,
      pass: false,
      strict: false,
      got: 'sql' in result ? result.sql : null,
      note: `refused: ${result.unknown.join(', ')}`,
    }
  const rows = async (sql: string) => (await shop.duck.runAndReadAll(sql)).getRowsJson() as Row[]
  try {
    const { strict, subset } = matches(await rows(result.sql), await rows(item.sql), /order by [^)]*$/.test(item.sql))
    return { ...item, pass: subset, strict, got: result.sql, note: '' }
  } catch (error) {
    return { ...item, pass: false, strict: false, got: result.sql, note: String(error).split('\n')[0]! }
  }
}

/** The project's own suite: every case judged, and the off-topic questions that were answered all the same. */
export async function runSuite(
  cases: Case[] = [...BUSINESS, ...SAMPLE, ...HABITS],
): Promise<{ judged: Judged[]; answered: string[]; offTopic: number }> {
  const shops = { store: await openStore(), jaffle: await openJaffle(), sample: await openSample() }
  const judged: Judged[] = []
  for (const item of cases) judged.push(await judge(shops[item.data], item))
  const answered: string[] = []
  for (const question of OFF_TOPIC) {
    const result = await plan(shops.store, [question])
    if ('sql' in result && result.score >= SURE_ENOUGH) answered.push(question)
  }
  shops.store.close()
  shops.jaffle.close()
  shops.sample.close()
  return { judged, answered, offTopic: OFF_TOPIC.length }
}
