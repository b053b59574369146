import type { Inquiry } from './inquiry.ts'
import type { Check } from './rules/answer.ts'
import * as check from './rules/check.ts'
import { partialCheck } from './rules/partial.ts'

/**
 * Checks the queries behind an answer: completeness, emptiness, missing values, joins, additivity, period, freshness. What could not
 * be looked at says so, and is never the reason for an answer to fail.
 */
export async function checksOf(inquiry: Inquiry): Promise<Check[]> {
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
    ...results.flatMap(({ id }) => inquiry.joins.get(id) ?? []),
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
