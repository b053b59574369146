import { tool } from 'ai'
import { AppError } from '#base/errors.ts'
import * as charts from '#query/charts.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { chartData } from '#query/rules/chart-data.ts'
import { KINDS } from '#query/rules/chart-kinds.ts'
import { addChart, asStep, checkOpen, demandNames, type Inquiry, showsSql } from '../inquiry.ts'
import { chartOf, editedChart } from '../rules/chart-request.ts'
import { finishInput } from '../rules/finish.ts'
import {
  type AskUserOutput,
  askUserInput,
  editChartInput,
  type PlanOutput,
  planInput,
  type ShowChartOutput,
  showChartInput,
} from '../rules/tools.ts'
import { nameWithout } from '../rules/without-statements.ts'
import { toolSchema } from './tool-schema.ts'

export const showChartTool = (inquiry: Inquiry) =>
  tool({
    description:
      'Draw a result, also of an earlier answer. share: parts in percent (a pie); scatter, histogram, box: over raw rows; map: countries, Indian or US states; number: a figure, with a time as x its course.',
    inputSchema: toolSchema(showChartInput),
    execute: (input): Promise<ShowChartOutput> =>
      asStep(
        inquiry,
        'show_chart',
        showsSql(inquiry) ? `Drawing: ${input.title}` : 'Drawing a chart',
        async () =>
          drawn(inquiry, chartOf(input, [...inquiry.results, ...inquiry.past.values()], await currencyOf(inquiry))),
        (outcome) => (outcome.ok ? {} : { note: outcome.error, failed: true }),
      ),
  })

export const editChartTool = (inquiry: Inquiry) =>
  tool({
    description: 'Change a chart of this or an earlier answer.',
    inputSchema: toolSchema(editChartInput),
    execute: (input): Promise<ShowChartOutput> =>
      asStep(
        inquiry,
        'edit_chart',
        'Changing the chart',
        async () => {
          const charts = [...inquiry.pastCharts, ...inquiry.charts]
          const results = [...inquiry.results, ...inquiry.past.values()]
          return drawn(inquiry, editedChart(input, charts, results, await currencyOf(inquiry)))
        },
        (outcome) => (outcome.ok ? {} : { note: outcome.error, failed: true }),
      ),
  })

/** The currency of amounts that say none; empty where the workspace has none. */
const currencyOf = async (inquiry: Inquiry): Promise<string> => (await inquiry.knowledge()).instructions?.currency ?? ''

/** Puts a chart into the answer, with its result where that is of an earlier one; what the rows do not allow is told to the model. */
async function drawn(inquiry: Inquiry, outcome: ShowChartOutput): Promise<ShowChartOutput> {
  if (!outcome.ok) return outcome
  const chart = named(inquiry, outcome.chart)
  const { title, subtitle, lines, top } = chart
  const marks = (lines ?? []).flatMap(({ at, label }) => [label, typeof at === 'number' ? String(at) : null])
  await demandNames(inquiry, [title, subtitle, ...marks], top ? [String(top)] : [])
  const need = KINDS[chart.kind]
  if (need.positive || need.computed || chart.kind === 'map') {
    try {
      const { refused } = chartData(chart, await charts.table(inquiry.ctx, chart), inquiry.locale)
      if (refused) return { ok: false, error: refused }
    } catch (error) {
      // Any other error is none of the chart: it may be drawn later.
      if (error instanceof AppError && error.code === 'chart_refused') return { ok: false, error: error.message }
    }
  }
  const earlier = [...inquiry.past.values()].find(({ id }) => id === chart.result)
  if (earlier && !inquiry.earlier.includes(earlier) && !inquiry.results.some(({ id }) => id === chart.result)) {
    inquiry.earlier.push(earlier)
    inquiry.emit({ type: 'data-earlier', id: earlier.id, data: earlier })
  }
  return { ...outcome, chart, name: addChart(inquiry, chart) }
}

/** A chart whose title tells of the statement behind it only what people may see of that. */
function named(inquiry: Inquiry, chart: ChartSpec): ChartSpec {
  const result = [...inquiry.results, ...inquiry.past.values()].find(({ id }) => id === chart.result)
  if (showsSql(inquiry) || !result) return chart
  const without = (name: string) => nameWithout(name, result.sql, inquiry.question)
  return { ...chart, title: without(chart.title), ...(chart.subtitle ? { subtitle: without(chart.subtitle) } : {}) }
}

export const askUserTool = (inquiry: Inquiry) =>
  tool({
    description: 'Ask which of two to four readings is meant; ends your turn.',
    inputSchema: toolSchema(askUserInput),
    execute: async ({ question, options }): Promise<AskUserOutput> => {
      checkOpen(inquiry)
      inquiry.clarification = { question, options: [...new Set(options)] }
      inquiry.emit({ type: 'data-clarification', id: 'clarification', data: inquiry.clarification })
      return { asked: true }
    },
  })

/** What was set out to do stays, in order: items are added behind, and only ever ticked off. */
export const planTool = (inquiry: Inquiry) =>
  tool({
    description:
      'The plan of a report. items: added behind those there are. done: numbers of those that are done, from 1.',
    inputSchema: toolSchema(planInput),
    execute: async ({ items, done }): Promise<PlanOutput> => {
      checkOpen(inquiry)
      if (!inquiry.report) return { plan: null }
      await demandNames(inquiry, items ?? [])
      const all = [...inquiry.plan, ...(items ?? []).map((text) => ({ text: oneLine(text), done: false }))]
      const ticked = new Set(done ?? [])
      inquiry.plan = all
        .filter(({ text }) => text !== '')
        .slice(0, MOST_ITEMS)
        .map((item, at) => (ticked.has(at + 1) ? { ...item, done: true } : item))
      inquiry.emit({ type: 'data-plan', id: 'plan', data: inquiry.plan })
      return { plan: inquiry.plan }
    },
  })

const MOST_ITEMS = 20
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Nothing runs: whoever hears the model takes the call, and the turn ends with it. */
export const finishTool = () =>
  tool({
    description: 'Tell the answer; ends your turn. Alone or together with show_chart, never with a query.',
    inputSchema: toolSchema(finishInput),
  })
