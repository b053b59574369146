import { Planner } from '#analyst/built-in/plan.ts'
import type { Facts, Failure, Plan } from '#analyst/built-in/planned.ts'
import { planned } from '#analyst/built-in/turn.ts'
import { confidenceOf, isAnswered } from '#analyst/planner/score.ts'
import type { ValueMatch } from '#analyst/rules/tools.ts'
import { matches, type Row } from '#evaluations/rules/outcome.ts'
import { BUSINESS, type Case, OFF_TOPIC } from './business.ts'
import { HABITS } from './habits.ts'
import { SAMPLE } from './sample.ts'
import { openJaffle, openSample, openStore, type Shop } from './store.ts'

/** Every case. */
export const SUITE: Case[] = [...BUSINESS, ...SAMPLE, ...HABITS]

export type Judged = Case & { pass: boolean; strict: boolean; got: string | null; note: string; isSure: boolean }

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

/** What is looked up in a shop for a question and those before it. */
export async function factsFor(shop: Shop, turns: string[]): Promise<Facts> {
  const facts = { tables: shop.facts, now: shop.now }
  const first = new Planner({ ...facts, values: [] })
  const values: ValueMatch[] = []
  for (const text of turns.flatMap((question) => first.searches(question))) values.push(...(await search(shop, text)))
  return { ...facts, values }
}

async function plan(shop: Shop, turns: string[]): Promise<Plan | Failure> {
  const planner = new Planner(await factsFor(shop, turns))
  return planned({ now: shop.now, question: turns.at(-1)!, earlier: turns.slice(0, -1), calls: [] }, planner)
}

export const rowsOf = async (shop: Shop, sql: string) => (await shop.duck.runAndReadAll(sql)).getRowsJson() as Row[]

/** Whether rows in another order are another answer. */
export const isOrdered = (sql: string) => /order by [^)]*$/.test(sql)

export const openShops = async () => ({
  store: await openStore(),
  jaffle: await openJaffle(),
  sample: await openSample(),
})

/** A question of the suite as it was read, and whether that is right; whether it is answered is another matter. */
type Read = { item: Case; result: Plan | Failure; strict: boolean; subset: boolean; note: string }

async function read(shop: Shop, item: Case): Promise<Read> {
  const result = await plan(shop, item.turns)
  if (!('sql' in result)) return { item, result, strict: false, subset: false, note: result.reason }
  try {
    const same = matches(await rowsOf(shop, result.sql), await rowsOf(shop, item.sql), isOrdered(item.sql))
    return { item, result, ...same, note: '' }
  } catch (error) {
    return { item, result, strict: false, subset: false, note: String(error).split('\n')[0]! }
  }
}

function judged({ item, result, strict, subset, note }: Read): Judged {
  const got = 'sql' in result ? result.sql : null
  const isSure = 'sql' in result && confidenceOf(result) === 'sure'
  return 'sql' in result && isAnswered(result)
    ? { ...item, pass: subset, strict, got, note, isSure }
    : { ...item, pass: false, strict: false, got, note: `refused: ${result.unknown.join(', ')}`, isSure }
}

/** The project's own suite: every case judged, and the off-topic questions that were answered all the same. */
export async function runSuite(
  cases: Case[] = SUITE,
): Promise<{ judged: Judged[]; answered: string[]; offTopic: number }> {
  const shops = await openShops()
  const reads: Read[] = []
  for (const item of cases) reads.push(await read(shops[item.data], item))
  const answered: string[] = []
  for (const question of OFF_TOPIC) {
    const result = await plan(shops.store, [question])
    if ('sql' in result && isAnswered(result)) answered.push(question)
  }
  for (const shop of Object.values(shops)) shop.close()
  return { judged: reads.map(judged), answered, offTopic: OFF_TOPIC.length }
}
