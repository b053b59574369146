import { identifier } from '#base/sql.ts'
import { metricSql } from '#definitions/rules/definition.ts'
import { chooseChart } from '#query/rules/chart.ts'
import { likeness } from '../rules/same-question.ts'
import type { KnownMetric, KnownQuery, RunSqlSuccess, SearchCatalogOutput, ToolName } from '../rules/tools.ts'
import { WORKSPACE_SOURCE } from '../rules/tools.ts'
import { chartWish } from './chart-wish.ts'
import type { Turn } from './conversation.ts'
import { type Conversation, callsOf } from './conversation.ts'
import { verifiedProse } from './wording/verified.ts'

const MOST_TITLE = 200

/** The statement of a metric that is asked for by its name and by nothing else. */
function askedMetric(question: string, metrics: KnownMetric[]): KnownQuery | undefined {
  const metric = metrics.find(({ name, synonyms = [] }) =>
    [name, ...synonyms].some((one) => likeness(question, one.replaceAll('_', ' ')) === 1),
  )
  if (!metric) return undefined
  const sql = metricSql({ filters: '', ...metric }, identifier, metric.name)
  return { question: metric.name, source: WORKSPACE_SOURCE, sql, same: true }
}

/**
 * The next step where somebody verified a query for just this question: it is run as it is, on its source. Null where there is none,
 * or when it does not run any more: then the question is read like all others.
 */
export function verifiedTurn(
  conversation: Conversation,
  { verified_queries = [], metrics = [] }: Pick<SearchCatalogOutput, 'verified_queries' | 'metrics'>,
  able: (tool: ToolName) => boolean,
): Turn | null {
  const verified = verified_queries.find(({ same }) => same)
  const query = verified ?? askedMetric(conversation.question, metrics)
  if (!query) return null
  const run = callsOf(conversation, 'run_sql').find(({ input }) => input.sql === query.sql)
  if (!run) {
    const input = { source: query.source, sql: query.sql, title: query.question.slice(0, MOST_TITLE) }
    return able('run_sql') ? { calls: [{ name: 'run_sql', input }] } : null
  }
  if (!run.output.ok) return null
  const result = run.output
  const chart = chartOf(result, query)
  const wished = chartWish(conversation.question)?.kind
  if (chart && !callsOf(conversation, 'show_chart').length && able('show_chart'))
    return { calls: [{ name: 'show_chart', input: wished ? { ...chart, kind: wished } : chart }] }
  const told = verified
    ? `This is the verified query for “${query.question.replace(/\?+$/, '')}”.`
    : `This is ${query.question} as this workspace defines it.`
  return { text: verifiedProse(told, result) }
}

/** The chart that the shape of the result suggests; it has to be seen whole for that. */
function chartOf(result: RunSqlSuccess, { question }: KnownQuery) {
  const title = question.slice(0, MOST_TITLE)
  const spec = chooseChart({ ...result, total_rows: result.row_count }, title)
  if (!spec) return null
  const { kind, x, y, series } = spec
  return { result: result.name, kind, x, y, series, title }
}
