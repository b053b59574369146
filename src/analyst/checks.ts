import { isTemporal } from '#base/engine-type.ts'
import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import { type Metric, metricSql } from '#definitions/rules/definition.ts'
import type { Inquiry } from './inquiry.ts'
import type { AnswerResult, Check } from './rules/answer.ts'
import * as check from './rules/check.ts'
import { definitionCheck, metricTree, usesOf } from './rules/definition-check.ts'
import { namedIn } from './rules/definitions.ts'
import type { Origin } from './rules/joins/lineage.ts'
import { factsOf } from './rules/statement.ts'
import { readStatement, treeOf } from './statements.ts'

/**
 * Checks the queries that an answer rests on: completeness, definitions, emptiness, missing values, joins, additivity, period, freshness. What could not
 * be looked at says so, and is never the reason for an answer to fail.
 * @param text the words of the answer
 */
export async function checksOf(inquiry: Inquiry, results: AnswerResult[], text: string): Promise<Check[]> {
  if (results.length === 0) return []
  const [{ instructions }, read, defined] = await Promise.all([
    inquiry.knowledge(),
    Promise.all(results.map((result) => lookAt(inquiry, result))),
    definitionChecks(inquiry, results, text),
  ])
  const statements = read.filter((looked) => looked !== null)
  const found = [
    ...check.linesChecks(statements),
    ...results.flatMap(check.sizeChecks),
    ...(statements.length < results.length ? [NOT_READ] : []),
    ...defined,
    check.nullCheck(statements),
    ...statements.map(check.additivityCheck),
    ...statements.map(check.keysCheck),
    ...results.flatMap(({ id }) => Object.values(inquiry.joins.get(id) ?? {}).flat()),
    ...results.map(check.wholeCheck),
    ...statements.map((statement) => check.partialCheck(statement, instructions?.fiscal_year_start)),
    check.windowCheck(statements, inquiry.ctx.now()),
    check.freshnessCheck(results),
  ].filter((entry) => entry !== null)
  return worstOfEach(found)
}

const NOT_READ: Check = {
  ...{ name: 'Missing values', state: 'unchecked' },
  note: 'Not looked at: a statement could not be read.',
}

/** What a statement that ran does with stored columns; null where it cannot be read. */
async function lookAt(inquiry: Inquiry, { sql, source, total_rows }: AnswerResult): Promise<check.Looked | null> {
  try {
    const read = await readStatement(inquiry, { sql, source })
    const columnOf = ({ table, column }: Origin) => {
      // Two schemas may have a table of one name: which of them is meant is not known.
      const [own, other] = read.tables.flatMap((named) => (named.name === table && named.table ? named.table : []))
      if (other) return null
      const found = own?.columns.find(({ name }) => name === column)
      return own && found ? { table: own, column: found } : null
    }
    const dayType = (origin: Origin) => {
      const { type = '', min = null, max = null } = columnOf(origin)?.column ?? {}
      if (!isTemporal(type)) return null
      // Days that came as moments: all of them are midnights.
      return isMidnight(min) && isMidnight(max) ? 'DATE' : type
    }
    const tables = read.tables.flatMap(({ table }) => table ?? [])
    return { sql, tables, columnOf, facts: factsOf(read.tree, read.tables, dayType, total_rows) }
  } catch (error) {
    if (!(error instanceof AppError)) inquiry.ctx.log.error('a statement could not be read for its checks', { error })
    return null
  }
}

const MOST_METRICS = 5

/** Whether metrics that question or answer call by their names were computed as they are defined. */
async function definitionChecks(inquiry: Inquiry, results: AnswerResult[], text: string): Promise<Check[]> {
  const { definitions } = await inquiry.knowledge()
  const metrics = namedIn(definitions, `${inquiry.question} ${text}`).filter((one) => one.kind === 'metric')
  return Promise.all(metrics.slice(0, MOST_METRICS).map((metric) => definitionCheckOf(inquiry, results, metric)))
}

async function definitionCheckOf(
  inquiry: Inquiry,
  results: AnswerResult[],
  metric: Metric & { name: string },
): Promise<Check> {
  const found = await Promise.all(
    results.map(async (result) => {
      try {
        const tree = metricTree(metric.name, treeOf(await inquiry.parse(metricSql(metric, identifier))))
        const read = await readStatement(inquiry, result)
        const [table, other] = read.tables.filter((one) => one.table?.name === metric.table)
        const uses = table && !other ? usesOf(read.tree, read.tables, tree, table.name) : []
        const { repeats: joins = [] } = inquiry.joins.get(result.id) ?? {}
        return { uses, isRead: true, joins: joins.length > 0 && joins.every(({ state }) => state === 'pass') }
      } catch (error) {
        if (!(error instanceof AppError)) inquiry.ctx.log.error('a metric could not be looked for', { error })
        return { uses: [], isRead: false, joins: false }
      }
    }),
  )
  const passed = found.map((one) => definitionCheck(metric, one)).find(({ state }) => state === 'pass')
  const uses = found.flatMap((one) => one.uses)
  return passed ?? definitionCheck(metric, { uses, isRead: found.every(({ isRead }) => isRead), joins: false })
}

const isMidnight = (moment: string | null): boolean => /^\d{4}-\d\d-\d\d[ T]00:00(?!:?\d*[1-9])/.test(moment ?? '')

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
