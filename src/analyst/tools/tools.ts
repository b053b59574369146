import type { Inquiry } from '../inquiry.ts'
import { outputText } from '../rules/output-text.ts'
import type { ToolName, ToolOutputs } from '../rules/tools.ts'
import { describeTablesTool, searchCatalogTool, searchValuesTool } from './catalog.ts'
import { askUserTool, showChartTool } from './present.ts'
import { runSqlTool } from './query.ts'

export const toolsOf = (inquiry: Inquiry) => ({
  search_catalog: { ...searchCatalogTool(inquiry), ...told(inquiry, 'search_catalog') },
  describe_tables: { ...describeTablesTool(inquiry), ...told(inquiry, 'describe_tables') },
  search_values: { ...searchValuesTool(inquiry), ...told(inquiry, 'search_values') },
  run_sql: { ...runSqlTool(inquiry), ...told(inquiry, 'run_sql') },
  show_chart: { ...showChartTool(inquiry), ...told(inquiry, 'show_chart') },
  ask_user: askUserTool(inquiry),
})

/** The built-in analyst reads what a tool answers as it is; models outside read lines of text. */
function told<N extends keyof typeof outputText>(inquiry: Inquiry, name: N) {
  if (inquiry.ctx.models.builtIn) return {}
  return {
    toModelOutput: ({ input, output }: { input: unknown; output: ToolOutputs[N] }) => ({
      type: 'text' as const,
      value: outputText[name](output, `${inquiry.question} ${JSON.stringify(input)}`),
    }),
  }
}

/** What a model may still call in its next step: after too many failed queries none that query, in the last step none at all. */
export function toolsLeft(inquiry: Inquiry, step: number): ToolName[] {
  if (step >= inquiry.limits.steps - 1) return []
  if (inquiry.failures >= inquiry.limits.repairs) return inquiry.results.length > 0 ? ['show_chart'] : []
  const all: ToolName[] = ['search_catalog', 'describe_tables', 'search_values', 'run_sql', 'show_chart', 'ask_user']
  // Looking values up would show them.
  return inquiry.sees === 'none' ? all.filter((tool) => tool !== 'search_values') : all
}
