import { counted, PLAIN } from '#base/format.ts'
import * as catalog from '#catalog/catalog.ts'
import { outline } from '#catalog/outline.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { type ChartSpec, chartError, chooseChart } from '#query/rules/chart.ts'
import { KINDS } from '#query/rules/chart-kinds.ts'
import type { Node } from '#query/rules/need.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { isWanted } from './answer-question.ts'
import { checksOf } from './checks.ts'
import { readingOfResult } from './chips.ts'
import { groundNumbers } from './grounding.ts'
import { createInquiry, type Inquiry } from './inquiry.ts'
import { coincidenceChecks, joinChecks } from './joins.ts'
import { createProse } from './prose.ts'
import { createPrinter } from './references.ts'
import type { Answer, AnswerResult, BoundNumber } from './rules/answer.ts'
import { changed, statementOn } from './rules/chips/change.ts'
import type { Edit, Reading } from './rules/chips/part.ts'
import { proseOf } from './rules/chips/prose.ts'
import { readingOf } from './rules/chips/reading.ts'
import { refused } from './rules/chips/subject.ts'
import { expressions, isTable, STAR } from './rules/joins/tree.ts'
import { limitsOf } from './rules/limits.ts'
import { suggestions } from './rules/suggestion.ts'
import { WORKSPACE_SOURCE } from './rules/tools.ts'
import { treeOf } from './statements.ts'
import { searchValues } from './values.ts'

export type ByChips = {
  /** The result whose statement is changed, and the charts that show it; null where there is none yet: the first edit then names a table. */
  of: { result: AnswerResult; charts: ChartSpec[] } | null
  edits: Edit[]
  /** Earlier results of the conversation that the statement names. */
  named: AnswerResult[]
  last: number
  /** In whose way figures are printed: BCP 47. */
  locale?: string
  signal: AbortSignal
}

/** Characters of prose; what is longer is a title of very many conditions. */
const LONGEST_TEXT = 20_000

/**
 * Changes a statement by chips, runs it and tells what came out: no model is asked. Its prose says what the statement does, and figures by
 * their cells.
 * @throws AppError unprocessable `chip_refused` for an edit that cannot be made; what `query.run` throws
 */
export async function answerByChips(ctx: WorkspaceCtx, asked: ByChips): Promise<Answer> {
  if (ctx.models.explain?.show_sql === false) throw refused('Statements are not shown here, nor changed by chips.')
  const { sql, reading } = await statementOf(ctx, asked)
  return answerTo(ctx, { ...asked, sql, title: reading.title, made: asked.of ? 'changed' : 'built' })
}

/** A statement that the server wrote, and what it is called: `of` is what the answer showed before. */
type Statement = Omit<ByChips, 'edits'> & { sql: string; title: string; made: NonNullable<Answer['byChips']> }

/**
 * Runs a statement over the tables of the workspace and tells what came out: no model is asked.
 * @throws AppError what `query.run` throws
 */
export async function answerTo(ctx: WorkspaceCtx, asked: Statement): Promise<Answer> {
  const { sql, title, of, named, signal } = asked
  const results = Object.fromEntries(named.map(({ name, id }) => [name, id]))
  const stored = await query.run(ctx, { sql, title, results, signal })
  const result: AnswerResult = { ...stored, name: `r${asked.last + 1}` }
  const inquiry = createInquiry(ctx, {
    ...{ limits: limitsOf(ctx.models.limits), sees: 'all', lastResult: asked.last, question: title },
    ...{ past: new Map(named.map((one) => [one.name, one])), locale: asked.locale ?? PLAIN, sources: null },
    emit() {},
  })
  inquiry.results.push(result)
  await inquiry.know(sql.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])
  const ran = { sql, results }
  const [repeats, coincidences] = await Promise.all([
    joinChecks(inquiry, ran, signal),
    coincidenceChecks(inquiry, ran, signal),
  ])
  inquiry.joins.set(result.id, { repeats, coincidences })
  const reading = await readingOfResult(inquiry, result)
  const said = { title, chips: reading?.chips ?? [] }
  const { text, numbers } = await proseFor(inquiry, said, result, signal)
  const checks = await checksOf(inquiry, [result], text)
  const chart = chartFor(result, title, of)
  const { elapsed_ms, id, total_rows } = result
  return {
    ...{ status: 'answered', text, numbers, results: [result], main: id, shown: [id] },
    steps: [
      {
        ...{ id: 's1', tool: 'run_sql', title: `Running: ${result.title}`, state: 'done' },
        ...{ note: counted(total_rows, 'row', 'rows'), result: id, elapsed_ms },
      },
    ],
    charts: chart ? [chart] : [],
    checks: checks.filter(isWanted(ctx.models.explain)),
    ...(reading ? { reading } : {}),
    byChips: asked.made,
    suggestions: suggestions(title, result, await inquiry.tables()),
    ...{ clarification: null, error: null, receipt: null },
  }
}

async function statementOf(ctx: WorkspaceCtx, { of, edits }: ByChips): Promise<{ sql: string; reading: Reading }> {
  const [first, ...rest] = edits
  const begins = first?.act === 'add' && first.part.kind === 'table' ? first.part.table : null
  const before = of && treeOf(await ctx.engine.parse(of.result.sql))
  if (of && of.result.source !== WORKSPACE_SOURCE)
    throw refused(`Change this statement in the SQL of ${of.result.source}.`)
  if (!before && begins === null) throw refused('Choose a table first.')
  const used = before ? expressions(before, isTable).map(({ table_name }) => String(table_name)) : []
  const wanted = edits.flatMap((edit) => (edit.act !== 'remove' && 'table' in edit.part ? [edit.part.table] : []))
  const tables = await tablesCalled(ctx, [...used, ...wanted])
  const statement = before ? changed(before, tables, edits) : changed(statementOn(begins!, tables), tables, rest)
  return { sql: await textOf(ctx, statement), reading: readingOf(statement, tables) }
}

/** A tree of a statement as text. */
export const textOf = (ctx: WorkspaceCtx, statement: Node): Promise<string> =>
  ctx.engine.unparse(JSON.stringify({ error: false, statements: [statement] }, asPeopleCount))

/** The tree's name for a count of all rows is one that nobody writes. */
const asPeopleCount = (_: string, node: Node | null) =>
  node?.function_name === 'count_star' && node.class === 'FUNCTION'
    ? { ...node, function_name: 'count', children: [STAR] }
    : node

/** Visible tables by their names. @param options hidden: with their hidden columns */
export async function tablesCalled(
  ctx: WorkspaceCtx,
  names: string[],
  { hidden = false } = {},
): Promise<CatalogTable[]> {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const ids = (await outline(ctx)).flatMap(({ id, name }) => (wanted.has(name.toLowerCase()) ? [id] : []))
  return catalog.tables(ctx, { ids, hidden })
}

/** Values of a column that a text is found in, best first. */
export async function valuesFor(
  ctx: WorkspaceCtx,
  place: { table: string; column: string; text: string },
  signal: AbortSignal,
): Promise<string[]> {
  const inquiry = createInquiry(ctx, {
    ...{ limits: limitsOf(ctx.models.limits), sees: 'all', lastResult: 0, question: '', past: new Map() },
    ...{ locale: PLAIN, sources: null },
    emit() {},
  })
  const { matches } = await searchValues(inquiry, place, signal)
  return [...new Set(matches.map(({ value }) => value))]
}

async function proseFor(
  inquiry: Inquiry,
  reading: Pick<Reading, 'title' | 'chips'>,
  result: AnswerResult,
  signal: AbortSignal,
): Promise<{ text: string; numbers: BoundNumber[] }> {
  const prose = createProse(LONGEST_TEXT, () => {}, createPrinter(inquiry, signal))
  await prose.write(proseOf(reading, result))
  const written = await prose.end()
  // What the person chose claims nothing.
  const [numbers = []] = await groundNumbers(inquiry, [written], [reading.title, result.sql])
  return { text: written.text, numbers }
}

/** The chart as it was where it shows the same columns; else one that fits. */
function chartFor(result: AnswerResult, title: string, of: ByChips['of']): ChartSpec | null {
  const before = of?.charts.findLast((chart) => chart.result === of.result.id || chart.result === of.result.name)
  const redrawnChart = of && before && redrawn(before, of.result, result)
  return redrawnChart ? { ...redrawnChart, title: title.slice(0, 200) } : chooseChart(result, title.slice(0, 200))
}

function redrawn({ subtitle: _, ...spec }: ChartSpec, old: AnswerResult, result: AnswerResult): ChartSpec | null {
  const { columns, rows, sql } = result
  const isPlaced = old.columns.length === columns.length
  // A column that was changed stands where it stood.
  const named = (name: string | null): string | null => {
    const at = old.columns.findIndex((column) => column.name === name)
    return columns.some((column) => column.name === name) ? name : (isPlaced && columns[at]?.name) || null
  }
  const [x, series] = [named(spec.x), named(spec.series)]
  const y = spec.y.flatMap((name) => named(name) ?? [])
  if ((spec.x && !x) || (spec.series && !series) || y.length === 0) return null
  const next = { ...spec, result: result.id, x, series, y }
  const points = [x, series].map((name) => columns.findIndex((column) => column.name === name))
  const isSingle = new Set(rows.map((row) => JSON.stringify(points.map((at) => row[at])))).size === rows.length
  const fits = isSingle || KINDS[spec.kind].computed || spec.kind === 'scatter'
  return fits && chartError(next, { columns, sql }) === null ? next : null
}
