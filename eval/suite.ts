import { type Failure, type Plan, Planner } from '#analyst/built-in/plan.ts'
import { planned } from '#analyst/built-in/turn.ts'
import { confidenceOf, isAnswered } from '#analyst/planner/score.ts'
import type { ValueMatch } from '#analyst/rules/tools.ts'
import { matches, type Row } from '#evaluations/rules/matches.ts'
import { BUSINESS, type Case, OFF_TOPIC } from './business.ts'
import { HABITS } from './habits.ts'
import { SAMPLE } from './sample.ts'
import { openJaffle, openSample, openStore, type Shop } from './store.ts'

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

async function plan(shop: Shop, turns: string[]): Promise<Plan | Failure> {
  const facts = { tables: shop.facts, now: shop.now }
  const first = new Planner({ ...facts, values: [] })
  const values: ValueMatch[] = []
  for (const text of turns.flatMap((question) => first.searches(question))) values.push(...(await search(shop, text)))
  const planner = new Planner({ ...facts, values })
  return planned({ now: shop.now, question: turns.at(-1)!, earlier: turns.slice(0, -1), calls: [] }, planner)
}

/** A question of the suite as it was read, and whether that is right; whether it is answered is another matter. */
export type Read = { item: Case; result: Plan | Failure; strict: boolean; subset: boolean; note: string }

async function read(shop: Shop, item: Case): Promise<Read> {
  const result = await plan(shop, item.turns)
  if (!('sql' in result)) return { item, result, strict: false, subset: false, note: result.reason }
  const rows = async (sql: string) => (await shop.duck.runAndReadAll(sql)).getRowsJson() as Row[]
  try {
    const same = matches(await rows(result.sql), await rows(item.sql), /order by [^)]*$/.test(item.sql))
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

/** Every case of the suite and every off-topic question as the planner reads them. */
export async function readSuite(cases: Case[] = [...BUSINESS, ...SAMPLE, ...HABITS]) {
  const shops = { store: await openStore(), jaffle: await openJaffle(), sample: await openSample() }
  const reads: Read[] = []
  for (const item of cases) reads.push(await read(shops[item.data], item))
  const offTopic: { question: string; result: Plan | Failure }[] = []
  for (const question of OFF_TOPIC) offTopic.push({ question, result: await plan(shops.store, [question]) })
  for (const shop of Object.values(shops)) shop.close()
  return { reads, offTopic }
}

/** The project's own suite: every case judged, and the off-topic questions that were answered all the same. */
export async function runSuite(cases?: Case[]): Promise<{ judged: Judged[]; answered: string[]; offTopic: number }> {
  const { reads, offTopic } = await readSuite(cases)
  const answered = offTopic.filter(({ result }) => 'sql' in result && isAnswered(result))
  return { judged: reads.map(judged), answered: answered.map(({ question }) => question), offTopic: offTopic.length }
}
