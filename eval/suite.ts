import { type Failure, type Plan, Planner, SURE_ENOUGH } from '#analyst/built-in/plan.ts'
import { planned } from '#analyst/built-in/turn.ts'
import type { ValueMatch } from '#analyst/rules/tools.ts'
import { matches, type Row } from '#evaluations/rules/matches.ts'
import { BUSINESS, type Case, OFF_TOPIC } from './business.ts'
import { HABITS } from './habits.ts'
import { SAMPLE } from './sample.ts'
import { openJaffle, openSample, openStore, type Shop } from './store.ts'

export type Judged = Case & { pass: boolean; strict: boolean; got: string | null; note: string }

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The texts of each column of a shop by their lower case. */
const texts = new WeakMap<Shop, Promise<{ table: string; column: string; values: Map<string, string[]> }[]>>()

const textsOf = (shop: Shop) =>
  Promise.all(
    shop.facts.flatMap(({ name: table, columns }) =>
      columns
        .filter(({ type }) => type === 'VARCHAR')
        .map(async ({ name: column }) => {
          const all = await shop.duck.runAndReadAll(`select distinct ${quoted(column)} from ${quoted(table)}`)
          const found = all.getRows().flatMap(([value]) => (value === null ? [] : [String(value)]))
          return { table, column, values: Map.groupBy(found, (value) => value.toLowerCase()) }
        }),
    ),
  )

/** What search_values would find: equal text, whatever the case. */
async function search(shop: Shop, text: string): Promise<ValueMatch[]> {
  const columns = await texts.getOrInsertComputed(shop, textsOf)
  return columns.flatMap(({ table, column, values }) =>
    (values.get(text.toLowerCase()) ?? []).map((value) => ({ table, column, value, match: 'exact' as const })),
  )
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
