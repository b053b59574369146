import { SECOND } from '#base/time.ts'
import type { CatalogTable } from '#sources/rules/catalog.ts'
import type { Inquiry } from './inquiry.ts'
import { probe } from './probe.ts'
import type { Check } from './rules/answer.ts'
import * as check from './rules/check.ts'
import { partialCheck } from './rules/partial.ts'

/** Checks may not hold an answer up for longer. */
const LONGEST = 5 * SECOND
const MOST_JOINS = 4

/**
 * Checks the queries behind an answer: completeness, emptiness, missing values, joins, additivity, period, freshness. A probe that
 * fails or takes too long leaves its check out: it is never the reason for an answer to fail.
 */
export async function checksOf(
  inquiry: Inquiry,
  question: { question: string; signal: AbortSignal },
): Promise<Check[]> {
  const { results } = inquiry
  const last = results.at(-1)
  if (!last) return []
  const tables = await inquiry.tables()
  const now = inquiry.ctx.now()
  const sql = results.map((result) => result.sql)
  const found = [
    ...results.flatMap(check.sizeChecks),
    check.nullCheck(sql.join('\n'), tables),
    ...sql.map(check.additivityCheck),
    ...sql.map((statement) => check.keysCheck(statement, tables)),
    ...(await joinChecks(inquiry, sql, tables, AbortSignal.any([question.signal, AbortSignal.timeout(LONGEST)]))),
    ...results.map(check.wholeCheck),
    ...sql.map((statement) => partialCheck(statement, tables)),
    check.windowCheck(sql.join('\n'), tables, now),
    check.freshnessCheck(results),
  ].filter((entry) => entry !== null)
  return worstOfEach(found)
}

/** The same check of several queries is shown once when it passes; whatever else it says is shown as often as it is said. */
function worstOfEach(checks: Check[]): Check[] {
  const passed = new Set<string>()
  const troubled = new Set(checks.filter((entry) => entry.state !== 'pass').map((entry) => entry.name))
  return checks.filter((entry) => {
    if (entry.state !== 'pass') return true
    if (troubled.has(entry.name) || passed.has(entry.name)) return false
    passed.add(entry.name)
    return true
  })
}

async function joinChecks(
  inquiry: Inquiry,
  sql: string[],
  tables: CatalogTable[],
  signal: AbortSignal,
): Promise<Check[]> {
  const joins = sql.flatMap((statement) => check.joinsToCheck(statement, tables)).slice(0, MOST_JOINS)
  return (
    await Promise.all(
      joins.map(async (join) => {
        const statement = [join.left, join.right].map(keyCount).join(' union all ')
        const rows = await probe(inquiry.ctx, `select * from (${statement}) order by 1`, { signal }).catch(() => [])
        const [left, right] = rows.map(([, rows, distinct]) => ({ rows: Number(rows), distinct: Number(distinct) }))
        return left && right ? check.joinCheck(join, left, right, statement) : null
      }),
    )
  ).filter((entry) => entry !== null)
}

const keyCount = ({ table, column }: { table: string; column: string }, at: number) =>
  `select ${at} as side, count("${column}") as keyed, count(distinct "${column}") as keys from "${table}"`
