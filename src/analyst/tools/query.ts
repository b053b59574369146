import { tool } from 'ai'
import { AppError } from '#base/errors.ts'
import { counted } from '#base/format.ts'
import * as results from '#query/results.ts'
import type { Cell } from '#query/rules/answers.ts'
import { rowsWithin } from '#query/rules/result.ts'
import * as query from '#query/run.ts'
import { asStep, demandNames, type Inquiry, nextName, showsSql } from '../inquiry.ts'
import { coincidenceChecks, joinChecks } from '../joins.ts'
import { typedNames } from '../proven.ts'
import type { AnswerResult, Check, ColumnStatistics } from '../rules/answer.ts'
import { errorWithoutValues, rowsShown, withoutValues } from '../rules/privacy.ts'
import { readStatistics, statisticsOf, statisticsSql } from '../rules/statistics.ts'
import { type RunSqlFailure, type RunSqlInput, type RunSqlOutput, runSqlInput, succeeded } from '../rules/tools.ts'
import { nameWithout } from '../rules/without-statements.ts'
import { toolSchema } from './tool-schema.ts'

/** Rows up to which a result is read once more to measure its columns. */
const MOST_MEASURED = 200_000

export const runSqlTool = (inquiry: Inquiry) =>
  tool({
    description:
      'Run one read-only SELECT. Gives the result (r1, r2 …) with first and last rows and statistics, or the error with the nearest names.',
    inputSchema: toolSchema(runSqlInput),
    async execute(input, { abortSignal }): Promise<RunSqlOutput> {
      // It names the grid, and what the statement is limited to may be named.
      await demandNames(inquiry, [input.title], [input.sql])
      return asStep(
        inquiry,
        'run_sql',
        `Running: ${titleOf(inquiry, input)}`,
        () => runSql(inquiry, { ...input, title: titleOf(inquiry, input) }, abortSignal),
        (outcome) =>
          outcome.ok
            ? { note: counted(outcome.row_count, 'row'), result: outcome.id }
            : { note: outcome.error, failed: true },
      )
    },
  })

/** The model's title, which may tell of its statement only what people may see of that. */
const titleOf = (inquiry: Inquiry, { title, sql }: RunSqlInput): string =>
  showsSql(inquiry) ? title : nameWithout(title, sql, inquiry.question)

async function runSql(inquiry: Inquiry, input: RunSqlInput, signal?: AbortSignal): Promise<RunSqlOutput> {
  try {
    const ran = {
      sql: input.sql,
      ...(input.source ? { source: input.source } : {}),
      results: namedResults(inquiry, input.sql),
    }
    const stored = await query.run(inquiry.ctx, { ...ran, title: input.title, ...(signal ? { signal } : {}) })
    await inquiry.know(input.sql.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])
    const [repeats, coincidences] = await Promise.all([
      joinChecks(inquiry, ran, signal),
      coincidenceChecks(inquiry, ran, signal),
    ])
    const repeated = warningsOf(repeats)
    if (repeated.length > 0 && (await mayRepair(inquiry, input.sql))) return givenBack(inquiry, repeated, input.sql)
    const warnings = [...repeated, ...warningsOf(coincidences)]
    const rows = rowsWithin(stored.rows, inquiry.limits.rowsKept)
    const result: AnswerResult = { ...stored, rows, name: nextName(inquiry) }
    inquiry.joins.set(result.id, { repeats, coincidences })
    inquiry.results.push(result)
    inquiry.failures = 0
    inquiry.lastError = null
    inquiry.emit({ type: 'data-result', id: result.name, data: result })
    const statistics = await measure(inquiry, result, signal)
    inquiry.statistics.set(result.id, statistics)
    const seen = rowsShown(inquiry.sees, rowsTold(inquiry, result))
    const last = await lastRows(inquiry, result, seen, signal)
    const typed = inquiry.ctx.models.builtIn ? [] : await typedNames(inquiry, result)
    const output = {
      ...succeeded(result, seen - last.length, statistics),
      ...(typed.length > 0 ? { typed } : {}),
      ...(last.length > 0 ? { last } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    }
    return inquiry.sees === 'none' ? withoutValues(output, input.sql) : output
  } catch (error) {
    return failureOf(inquiry, error, input.sql)
  }
}

const warningsOf = (checks: Check[]) => checks.filter(({ state }) => state === 'warn').map(({ note }) => note)

/**
 * Once an answer, and only while another statement may still be run. What somebody verified is run as it is, and the built-in analyst
 * has added up before it joined wherever that can be.
 */
async function mayRepair(inquiry: Inquiry, sql: string): Promise<boolean> {
  if (inquiry.ctx.models.builtIn) return false
  if (inquiry.joinsRepaired || inquiry.failures + 1 >= inquiry.limits.repairs) return false
  return !(await inquiry.verified()).some((query) => query.sql.trim() === sql.trim())
}

/** A result whose joins count rows twice is given back instead of told, so that the model adds up before it joins. */
function givenBack(inquiry: Inquiry, warnings: string[], sql: string): RunSqlFailure {
  inquiry.joinsRepaired = true
  inquiry.failures++
  inquiry.lastError = warnings.join(' ')
  const said = inquiry.sees === 'none' ? errorWithoutValues(inquiry.lastError, sql) : inquiry.lastError
  return {
    ok: false,
    code: 'join_multiplies',
    error: `${said} Add up before the join: group each table by the key in a sub-query of its own, then join the sums. If this counting is what the question asks for, run the same statement again, and say so.`,
    candidates: [],
    repairs_left: Math.max(0, inquiry.limits.repairs - inquiry.failures),
  }
}

/** What went wrong, for the model to repair. What it cannot repair (a stop, a broken engine) ends the answer instead. */
function failureOf(inquiry: Inquiry, error: unknown, sql: string): RunSqlFailure {
  if (!(error instanceof AppError) || error.code === 'query_cancelled' || error.kind === 'internal') throw error
  inquiry.failures++
  const said = typeof error.details?.message === 'string' ? error.details.message : error.message
  inquiry.lastError = said
  const candidates = error.details?.candidates
  return {
    ok: false,
    code: error.code,
    error: inquiry.sees === 'none' ? errorWithoutValues(said, sql) : said,
    candidates: Array.isArray(candidates) ? candidates.map(String) : [],
    repairs_left: Math.max(0, inquiry.limits.repairs - inquiry.failures),
  }
}

function namedResults(inquiry: Inquiry, sql: string): Record<string, string> {
  const resultByName = new Map([...inquiry.past, ...inquiry.results.map((result) => [result.name, result] as const)])
  const named = new Set(sql.toLowerCase().match(/\br[1-9]\d*\b/g))
  return Object.fromEntries(
    [...resultByName].filter(([name]) => named.has(name)).map(([name, result]) => [name, result.id]),
  )
}

/** Rows that are a sample of a result so long that all a model may see of it would be no more. */
const SAMPLE = 25
/** It looks closer by a query. */
const rowsTold = ({ ctx, limits: { rowsSeen } }: Inquiry, { total_rows }: AnswerResult): number =>
  !ctx.models.builtIn && total_rows > 4 * rowsSeen ? Math.min(rowsSeen, SAMPLE) : rowsSeen

/** Of the rows that a model outside sees of a long result, a quarter are its last ones: the other end of an order. */
async function lastRows(inquiry: Inquiry, result: AnswerResult, seen: number, signal?: AbortSignal): Promise<Cell[][]> {
  const { rows, total_rows, id } = result
  if (inquiry.ctx.models.builtIn || inquiry.sees !== 'all' || total_rows <= seen) return []
  const limit = Math.floor(seen / 4)
  if (limit === 0) return []
  if (rows.length >= total_rows) return rows.slice(-limit)
  // They are a help, as statistics are.
  const page = { offset: total_rows - limit, limit, ...(signal ? { signal } : {}) }
  return (await results.page(inquiry.ctx, id, page).catch(() => null))?.rows ?? []
}

/** Statistics over all rows: in our hands when they are all here, else by one more look of the engine at the stored result. */
async function measure(inquiry: Inquiry, result: AnswerResult, signal?: AbortSignal): Promise<ColumnStatistics[]> {
  const { columns, rows, total_rows } = result
  if (rows.length >= total_rows) return statisticsOf(columns, rows)
  if (total_rows > MOST_MEASURED || columns.length > 40) return []
  // Statistics are a help, never a reason to fail.
  const asked = { sql: statisticsSql(result.name, columns), results: { [result.name]: result.id } }
  const found = await query.probe(inquiry.ctx, { ...asked, ...(signal ? { signal } : {}) }).catch(() => null)
  return found?.rows[0] ? readStatistics(columns, found.rows[0]) : []
}
