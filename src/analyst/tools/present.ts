import { tool } from 'ai'
import { asStep, checkOpen, type Inquiry } from '../inquiry.ts'
import { chartOf } from '../rules/chart-request.ts'
import { finishInput } from '../rules/finish.ts'
import { type AskUserOutput, askUserInput, type ShowChartOutput, showChartInput } from '../rules/tools.ts'

export const showChartTool = (inquiry: Inquiry) =>
  tool({
    description:
      'Draw a stored result. Name the result and its columns; data are never retyped. kind: line or area over time, bar for categories, stacked, share for parts of a whole, scatter for two measures, number for a single figure.',
    inputSchema: showChartInput,
    execute: (input): Promise<ShowChartOutput> =>
      asStep(
        inquiry,
        'show_chart',
        `Drawing: ${input.title}`,
        async () => {
          const outcome = chartOf(input, [...inquiry.results, ...inquiry.past.values()])
          if (outcome.ok) {
            inquiry.charts.push(outcome.chart)
            inquiry.emit({ type: 'data-chart', id: `c${inquiry.charts.length}`, data: outcome.chart })
          }
          return outcome
        },
        (outcome) => (outcome.ok ? {} : { note: outcome.error, failed: true }),
      ),
  })

export const askUserTool = (inquiry: Inquiry) =>
  tool({
    description:
      'Ask the person which reading they mean, with two to four choices. Only when readings differ in their result; it ends your turn.',
    inputSchema: askUserInput,
    execute: async ({ question, options }): Promise<AskUserOutput> => {
      checkOpen(inquiry)
      inquiry.clarification = { question, options: [...new Set(options)] }
      inquiry.emit({ type: 'data-clarification', id: 'clarification', data: inquiry.clarification })
      return { asked: true }
    },
  })

/** Nothing runs: whoever hears the model takes the call, and the turn ends with it. */
export const finishTool = () =>
  tool({
    description:
      'Tell the person the answer; it ends your turn. Call it once you have read what the queries gave, alone or together with show_chart.',
    inputSchema: finishInput,
  })
