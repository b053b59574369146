import { lte } from 'drizzle-orm'
import type { Answer, AnswerResult, BoundNumber, CellReference } from '#analyst/rules/answer.ts'
import { exactOf } from '#analyst/rules/cell.ts'
import { chartsSeen } from '#analyst/rules/chart-request.ts'
import { resultsIn } from '#analyst/rules/evaluate.ts'
import { isOf, resultOfChart, resultsOf } from '#analyst/rules/presented.ts'
import { parseReference, Unresolved } from '#analyst/rules/reference.ts'
import { notFound, unprocessable } from '#base/errors.ts'
import { titled } from '#base/text.ts'
import * as conversations from '#chat/conversations.ts'
import { resultsOfAnswers } from '#chat/edits.ts'
import * as messages from '#chat/messages.ts'
import { messages as messagesTable } from '#db/schema/index.ts'
import * as results from '#query/results.ts'
import { chartTitle } from '#query/rules/chart-title.ts'
import type { CellPlace, RowKey } from '#query/rules/place.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import { rowKeyOf } from '#query/rules/row-key.ts'
import { append, type CanvasCtx, type StoredBlock } from './canvases.ts'
import { refresh } from './refresh.ts'
import type { Pin } from './rules/answers.ts'
import type { Block, Contents, PinnedNumber, Statement } from './rules/block.ts'
import { composed } from './rules/compose.ts'

type Answered = {
  ctx: CanvasCtx
  answer: Answer
  earlier: AnswerResult[]
  origin: NonNullable<Contents['grid']['origin']>
}
type Added = Pick<Block, 'kind' | 'content' | 'w' | 'h'>

/**
 * Puts a chart, a result, a number or the words of an answer on a board: their statements, and how they are shown. They run once now, so
 * that the board shows what its data say, and not what was said then.
 * @throws AppError not_found for what is not of an answer of this workspace that the person may read; unprocessable `not_pinnable`
 */
export async function pin(ctx: CanvasCtx, { message_id, of, tab }: Pin): Promise<StoredBlock> {
  const inside = await conversations.ofMessage(ctx, message_id, 'assistant', 'read')
  if (inside.workspace.id !== ctx.workspace.id) throw notFound('Message')
  const answer = await messages.answerOf(inside, message_id)
  const earlier = await resultsOfAnswers(inside, lte(messagesTable.id, message_id))
  const origin = { message_id, pinned_at: ctx.now().toISOString() }
  const added = await blockOf({ ctx, answer, earlier, origin }, of)
  const block = await append(ctx, { ...added, tab: tab ?? ctx.canvas.tabs[0]!.id })
  await refresh(ctx, [block])
  return block
}

async function blockOf(from: Answered, of: Pin['of']): Promise<Added> {
  const { answer, origin } = from
  if ('text' in of) return proseOf(from)
  if ('chart' in of) {
    const spec = chartsSeen(answer)[of.chart]
    const result = spec && resultOfChart(answer, spec)
    if (!spec || !result) throw notFound('Chart')
    const { result: _, subtitle, ...chart } = spec
    const content = {
      title: chartTitle(spec),
      ...statementOf(from, result),
      chart: { ...chart, subtitle: lasting(subtitle) },
      origin,
    }
    return { kind: 'chart', content, w: 6, h: spec.kind === 'number' ? 3 : 6 }
  }
  const result = resultsOf(answer).find((one) => isOf(of, one))
  if (!result) throw notFound('Result')
  if (!('column' in of))
    return { kind: 'grid', content: { title: result.title, ...statementOf(from, result), origin }, w: 6, h: 6 }
  const value = await placeOf(from.ctx, result, of)
  const title = titled(of.column.replaceAll('_', ' '))
  return { kind: 'kpi', content: { title, ...statementOf(from, result), value, origin }, w: 3, h: 3 }
}

/** The unit that a chart tells below its title: days and figures beside it are of the moment when it was answered. */
const lasting = (subtitle = '') =>
  subtitle
    .split(' · ')
    .filter((part) => !/\d/.test(part))
    .join(' · ') || undefined

/** The statement of a result, with those that it rests on. */
function statementOf({ earlier }: Pick<Answered, 'earlier'>, { sql, source }: AnswerResult): Statement {
  if (source !== WORKSPACE_SOURCE) return { sql, source }
  const inWorkspace = earlier.filter((one) => one.source === WORKSPACE_SOURCE)
  return { sql: composed(sql, inWorkspace), source }
}

/** Where a cell stands, told so that it is found again when rows come and go. @throws AppError unprocessable where its row has no name */
async function placeOf(
  ctx: CanvasCtx,
  result: AnswerResult,
  { row, column }: Omit<CellReference, 'result'>,
): Promise<CellPlace> {
  const key = await keyOf(ctx, result, row, column)
  if (key !== undefined) return { column, row: key }
  throw unprocessable('Nothing names the row of this number. Pin its table instead.', 'not_pinnable')
}

async function keyOf(ctx: CanvasCtx, result: AnswerResult, row: number, column: string): Promise<RowKey | undefined> {
  if (result.total_rows <= 1) return null
  const cells = result.rows[row] ?? (await results.page(ctx, result.id, { offset: row, limit: 1 })).rows[0]
  if (!cells) return undefined
  return rowKeyOf(result, cells, column, row)
}

async function proseOf(from: Answered): Promise<Added> {
  const { ctx, answer, origin } = from
  if (answer.text.trim() === '')
    throw unprocessable('This answer has no words. Pin its chart or its table.', 'not_pinnable')
  const all = resultsOf(answer)
  const used = all.filter((result) => answer.numbers.some((number) => usesOf(number, result))).slice(0, 12)
  const numbers: PinnedNumber[] = []
  for (const number of answer.numbers) numbers.push(await numberOf(ctx, number, used))
  const queries = used.map((result) => ({ name: result.name, title: result.title, ...statementOf(from, result) }))
  const h = Math.min(10, 2 + Math.ceil(answer.text.length / 160))
  return { kind: 'prose', content: { text: answer.text, numbers, queries, origin }, w: 6, h }
}

function usesOf({ cells, reference }: BoundNumber, result: AnswerResult): boolean {
  if (cells.some((cell) => isOf(cell, result))) return true
  if (reference === undefined) return false
  try {
    return resultsIn(parseReference(reference).value).includes(result.name)
  } catch (error) {
    if (error instanceof Unresolved) return false
    throw error
  }
}

async function numberOf(ctx: CanvasCtx, number: BoundNumber, used: AnswerResult[]): Promise<PinnedNumber> {
  const { text, start, end, reference, derivation } = number
  const cells: PinnedNumber['cells'] = []
  for (const cell of number.cells.slice(0, 20)) {
    const query = used.findIndex((result) => isOf(cell, result))
    const result = used[query]
    const row = result && (await keyOf(ctx, result, cell.row, cell.column))
    const at = result?.columns.findIndex(({ name }) => name === cell.column) ?? -1
    // Where one of its cells cannot be found again, it is not computed anew.
    if (!result || row === undefined || at < 0) return { text, start, end, state: 'unbound', cells: [] }
    cells.push({ query, column: cell.column, row, pinned: result.rows[cell.row]?.[at] ?? null })
  }
  const how = /^(percent change|difference|share|ratio): /.exec(derivation ?? '')?.[1] as PinnedNumber['how']
  const extreme = number.cells.length === 1 ? extremeOf(used[cells[0]?.query ?? -1], number.cells[0]!) : undefined
  return {
    ...{ text, start, end, state: number.catalog ? 'unbound' : number.state, cells },
    ...(reference !== undefined && { reference }),
    ...(how && cells.length === 2 && { how }),
    ...(extreme && { extreme }),
  }
}

/** Whether a cell is the largest or smallest of its column, where all rows are at hand. */
function extremeOf(result: AnswerResult | undefined, { row, column }: CellReference): PinnedNumber['extreme'] {
  if (!result || result.rows.length < 2 || result.rows.length < result.total_rows) return undefined
  const at = result.columns.findIndex(({ name }) => name === column)
  const values = result.rows.map((cells) => Number(exactOf(cells[at] ?? null) ?? Number.NaN)).filter(Number.isFinite)
  const value = Number(exactOf(result.rows[row]?.[at] ?? null) ?? Number.NaN)
  return value === Math.max(...values) ? 'max' : value === Math.min(...values) ? 'min' : undefined
}
