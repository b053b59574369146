import { z } from 'zod'
import { AppError } from '#base/errors.ts'
import { regionOf } from '#base/format.ts'
import type { ExportFormat } from '#outside/engine.ts'
import { href, urls } from '#urls.ts'
import { api, del, get, post } from '#web/api.ts'
import type { HttpContext } from '#web/http-context.ts'
import { fileAnswer } from '#web/response.ts'
import { inWorkspace, mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as charts from './charts.ts'
import * as results from './results.ts'
import * as answers from './rules/answers.ts'
import { chartSpec } from './rules/chart-spec.ts'
import { chartQuery, type Format, resultQuery, sqlBody } from './rules/request.ts'
import { verifiedInput } from './rules/verified.ts'
import * as query from './run.ts'
import * as statements from './statements.ts'
import * as verified from './verified.ts'

const MIME: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

const SVG = 'image/svg+xml'
const FORMS = Object.values(MIME).map((type) => type.split(';')[0]!)
const FAILURES = ['unprocessable', 'conflict', 'timeout', 'unavailable', 'unsupported'] as const

export const queryApi = api('Data', [
  post(urls.apiSql, inWorkspace, {
    summary: 'Run one read-only statement',
    query: resultQuery.pick({ format: true }),
    body: sqlBody,
    answer: answers.resultPage,
    forms: FORMS,
    errors: FAILURES,
    handle: async (ctx, { body: { title = '', remember, ...asked }, query: { format } }, c) => {
      const wanted = formOf(c, format)
      const { signal } = c.req.raw
      const found = await (remember ? statements : query).run(ctx, { ...asked, title, signal })
      if (wanted === 'json') return found
      c.header('Content-Location', href(urls.apiResult, { id: ctx.workspace.id, resultId: found.id }))
      return download(ctx, c, found.id, wanted)
    },
  }),
  get(urls.apiResult, inWorkspace, {
    summary: 'A page of a stored result, or all of it as a file',
    query: resultQuery,
    answer: answers.queryResult,
    forms: FORMS,
    errors: FAILURES,
    handle: async (ctx, { resultId: id, query: { format, sort, filter, ...page } }, c) => {
      const form = formOf(c, format)
      if (form !== 'json') return download(ctx, c, id, form)
      const order = sort === undefined ? {} : { sort: await sortBy(ctx, id, sort) }
      const found = await results.page(ctx, id, {
        ...{ ...page, ...order, ...(filter ? { filter } : {}) },
        signal: c.req.raw.signal,
      })
      return ctx.models.explain?.show_sql === false ? { ...found, sql: '' } : found
    },
  }),
  post(urls.apiResultChart, inWorkspace, {
    summary: 'What a chart draws of a stored result',
    description:
      'Computed from all of its rows: bins, quartiles, totals, trends, what is folded into "other", places on a map. With `Accept: image/svg+xml` the chart itself, drawn with its title.',
    query: chartQuery,
    body: chartSpec,
    answer: answers.chartTable,
    forms: [SVG],
    errors: FAILURES,
    handle: async (ctx, { resultId, body, query: { theme, width } }, c) => {
      const spec = { ...body, result: resultId }
      const table = await charts.table(ctx, spec, c.req.raw.signal)
      if (!(c.req.header('accept') ?? '').includes(SVG)) return table
      const locale = regionOf(c.req.header('accept-language'))
      const { chartSvg } = await import('./rules/chart-svg.ts')
      return c.body(await chartSvg(spec, table, { locale, theme, width }), 200, { 'Content-Type': SVG })
    },
  }),
  get(urls.apiStatements, mayInWorkspace('VIEW_FILES'), {
    summary: 'Statements that you ran in the SQL editor',
    description: 'Newest first: those that were sent with `remember`, however they ended.',
    paged: true,
    answer: z.array(answers.statement),
    handle: (ctx, { page }) => statements.list(ctx, page),
  }),
  get(urls.apiVerifiedQueries, mayInWorkspace('VIEW_FILES'), {
    summary: 'The verified queries of a workspace',
    answer: z.array(answers.verifiedQuery),
    handle: verified.seen,
  }),
  post(urls.apiVerifiedQueries, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Save a query with the question that it answers',
    description: 'It is run first. The analyst prefers it for questions like its own.',
    body: verifiedInput,
    answer: answers.verifiedQuery,
    status: 201,
    errors: FAILURES,
    handle: (ctx, { body }) => verified.add(ctx, body),
  }),
  del(urls.apiVerifiedQuery, mayInWorkspace('UPDATE_FILES'), {
    summary: 'Remove a verified query',
    handle: (ctx, { queryId }) => verified.remove(ctx, queryId),
  }),
])

/** `-amount` is descending, unless a column is called just that. */
async function sortBy(ctx: WorkspaceCtx, id: string, sort: string) {
  const { columns } = await results.get(ctx, id)
  const descending = sort.startsWith('-') && !columns.some(({ name }) => name === sort)
  return { column: descending ? sort.slice(1) : sort, descending }
}

/** `?format=` decides, for links; otherwise the `Accept` header. JSON unless another form is named. */
function formOf(c: HttpContext, format: Format | undefined): Format {
  if (format) return format
  const accept = (c.req.header('accept') ?? '').toLowerCase()
  const asked = accept.split(',').map((entry) => entry.split(';')[0]!.trim())
  for (const type of asked) {
    const found = (Object.keys(MIME) as ExportFormat[]).find((each) => MIME[each].split(';')[0] === type)
    if (found) return found
    if (['', '*/*', 'application/*', 'application/json'].includes(type)) return 'json'
  }
  if (asked.includes('application/vnd.apache.arrow.stream'))
    throw new AppError('unsupported', 'Results come as JSON, CSV, XLSX or Parquet.')
  return 'json'
}

async function download(ctx: WorkspaceCtx, c: HttpContext, id: string, format: ExportFormat): Promise<Response> {
  const { body, name } = await results.exported(ctx, id, format, c.req.raw.signal)
  return fileAnswer(c, { name, type: MIME[format], body })
}
