import { Hono } from 'hono'
import { AppError } from '#base/errors.ts'
import type { ExportFormat } from '#outside/engine.ts'
import { href, urls } from '#urls.ts'
import type { Env, HttpContext } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { inWorkspace, mayInWorkspace } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as api from './api.ts'
import * as results from './results.ts'
import { type Format, resultQuery, sqlBody } from './rules/request.ts'
import * as query from './run.ts'
import * as statements from './statements.ts'

const MIME: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

export const queryRoutes = new Hono<Env>()
  .post(urls.apiSql, inWorkspace(runSql))
  .get(urls.apiResult, inWorkspace(showResult))
  .get(urls.apiStatements, mayInWorkspace('VIEW_FILES')(api.listStatements))
  .get(urls.apiVerifiedQueries, mayInWorkspace('VIEW_FILES')(api.listVerified))
  .post(urls.apiVerifiedQueries, mayInWorkspace('UPDATE_FILES')(api.addVerified))
  .delete(urls.apiVerifiedQuery, mayInWorkspace('UPDATE_FILES')(api.removeVerified))

async function runSql(ctx: WorkspaceCtx, c: HttpContext): Promise<Response> {
  const { sql, source, title = '', limit, remember } = await readBody(c, sqlBody)
  const format = wanted(c, readQuery(c, resultQuery.pick({ format: true })).format)
  const { signal } = c.req.raw
  const found = await (remember ? statements : query).run(ctx, {
    sql,
    title,
    signal,
    ...(source === undefined ? {} : { source }),
    ...(limit === undefined ? {} : { limit }),
  })
  if (format === 'json') return c.json(results.asPage(found))
  c.header('Content-Location', href(urls.apiResult, { id: ctx.workspace.id, resultId: found.id }))
  return download(ctx, c, found.id, format)
}

async function showResult(ctx: WorkspaceCtx, c: HttpContext): Promise<Response> {
  const { format, sort, filter, ...page } = readQuery(c, resultQuery)
  const id = c.req.param('resultId') ?? ''
  const form = wanted(c, format)
  if (form !== 'json') return download(ctx, c, id, form)
  const order = sort === undefined ? {} : { sort: await sortBy(ctx, id, sort) }
  return c.json(
    await results.page(ctx, id, { ...page, ...order, ...(filter ? { filter } : {}), signal: c.req.raw.signal }),
  )
}

/** `-amount` is descending, unless a column is called just that. */
async function sortBy(ctx: WorkspaceCtx, id: string, sort: string) {
  const { columns } = await results.get(ctx, id)
  const descending = sort.startsWith('-') && !columns.some(({ name }) => name === sort)
  return { column: descending ? sort.slice(1) : sort, descending }
}

/** `?format=` decides, for links; otherwise the `Accept` header. JSON unless another form is named. */
function wanted(c: HttpContext, format: Format | undefined): Format {
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
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  c.header('Content-Type', MIME[format])
  c.header('Content-Disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`)
  return c.body(body)
}
