import { type Inquiry, isOutOfRepairs } from '../inquiry.ts'
import { taggedText } from '../rules/output-text.ts'
import { toolText, untagged } from '../rules/sent.ts'
import { TOOL_NAMES, type ToolName, type ToolOutputs } from '../rules/tools.ts'
import { noteShown, noteTold } from '../shown.ts'
import { describeTablesTool, searchCatalogTool, searchValuesTool } from './catalog.ts'
import { askUserTool, editChartTool, finishTool, planTool, showChartTool } from './present.ts'
import { runSqlTool } from './query.ts'
import { offerReadingsTool } from './readings.ts'

export const toolsOf = (inquiry: Inquiry) => ({
  search_catalog: { ...searchCatalogTool(inquiry), ...textOutput(inquiry, 'search_catalog') },
  describe_tables: { ...describeTablesTool(inquiry), ...textOutput(inquiry, 'describe_tables') },
  search_values: { ...searchValuesTool(inquiry), ...textOutput(inquiry, 'search_values') },
  run_sql: { ...runSqlTool(inquiry), ...textOutput(inquiry, 'run_sql') },
  show_chart: { ...showChartTool(inquiry), ...textOutput(inquiry, 'show_chart') },
  edit_chart: { ...editChartTool(inquiry), ...textOutput(inquiry, 'edit_chart') },
  ask_user: askUserTool(inquiry),
  offer_readings: offerReadingsTool(inquiry),
  plan: { ...planTool(inquiry), ...textOutput(inquiry, 'plan') },
  finish: finishTool(),
})

/** The built-in analyst reads what a tool answers as it is; models outside read lines of text. */
function textOutput<N extends keyof typeof taggedText>(inquiry: Inquiry, name: N) {
  if (inquiry.ctx.models.builtIn) return {}
  return {
    async toModelOutput({ input, output }: { input: unknown; output: ToolOutputs[N] }) {
      for (const { name, columns } of 'tables' in output ? output.tables : [])
        noteShown(
          inquiry,
          name,
          columns.map((column) => column.name),
        )
      const lines = taggedText[name](output, `${inquiry.question} ${JSON.stringify(input)}`)
      await noteTold(inquiry, [untagged(lines), ...Object.values(input ?? {}).map(String)])
      return toolText(lines)
    },
  }
}

/**
 * The tools of a model outside, the same ones in the same order through a conversation: providers keep what they have read of them. Only its
 * first report brings the plan along.
 */
export const offered = ({ ctx, sees, reports }: Inquiry): ToolName[] =>
  TOOL_NAMES.filter((tool) => {
    // Looking values up would show them.
    if (tool === 'search_values') return sees !== 'none'
    // Readings of a model are what it says in words.
    if (tool === 'offer_readings') return ctx.models.builtIn
    return tool !== 'plan' || reports
  })

/** What the built-in analyst may call in its next step: after too many failed queries none that query, in the last step none at all. */
export function toolsLeft(inquiry: Inquiry, step: number): ToolName[] {
  if (step >= inquiry.limits.steps - 1) return []
  if (isOutOfRepairs(inquiry)) return inquiry.results.length > 0 ? ['show_chart'] : []
  // It says by the reason its step ended for what finish would say, and draws anew what it changes.
  return offered(inquiry).filter((tool) => tool !== 'finish' && tool !== 'edit_chart' && tool !== 'plan')
}
