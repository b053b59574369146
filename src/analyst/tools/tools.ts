import type { Inquiry } from '../inquiry.ts'
import type { ToolName } from '../rules/tools.ts'
import { describeTablesTool, searchCatalogTool, searchValuesTool } from './catalog.ts'
import { askUserTool, showChartTool } from './present.ts'
import { runSqlTool } from './query.ts'

export const toolsOf = (inquiry: Inquiry) => ({
  search_catalog: searchCatalogTool(inquiry),
  describe_tables: describeTablesTool(inquiry),
  search_values: searchValuesTool(inquiry),
  run_sql: runSqlTool(inquiry),
  show_chart: showChartTool(inquiry),
  ask_user: askUserTool(inquiry),
})

/** What a model may still call in its next step: after too many failed queries none that query, in the last step none at all. */
export function toolsLeft(inquiry: Inquiry, step: number): ToolName[] {
  if (step >= inquiry.limits.steps - 1) return []
  if (inquiry.failures >= inquiry.limits.repairs) return inquiry.results.length > 0 ? ['show_chart'] : []
  const all: ToolName[] = ['search_catalog', 'describe_tables', 'search_values', 'run_sql', 'show_chart', 'ask_user']
  // Looking values up would show them.
  return inquiry.sees === 'none' ? all.filter((tool) => tool !== 'search_values') : all
}
