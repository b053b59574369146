import { pageRequest } from '#base/paging.ts'
import { demand } from '#organizations/guard.ts'
import { listAnswer } from '#web/answer.ts'
import type { Handler } from '#web/handler.ts'
import { readQuery } from '#web/input.ts'
import type { WorkspaceSessionCtx } from '#workspaces/guard.ts'
import type { Ctx, WorkspaceCtx } from '../ctx.ts'
import * as catalog from './catalog.ts'
import { dataSources } from './data-sources.ts'
import * as files from './files.ts'
import { demandWhole, seen } from './hidden.ts'
import { receive } from './receive.ts'
import { catalogQuery } from './rules/catalog-input.ts'

export const uploadFile: Handler<WorkspaceCtx> = async (ctx, c) => {
  const file = await files.add(ctx, await receive(ctx, c.req.raw))
  return c.json(file, file.status === 'processing' ? 202 : 201)
}

export const attachSample: Handler<WorkspaceCtx> = async (ctx, c) => {
  const file = await files.addSample(ctx)
  return c.json(file, file.status === 'processing' ? 202 : 201)
}

export const listFiles: Handler<WorkspaceCtx> = async (ctx, c) => {
  const page = await files.list(ctx, pageRequest(c.req.query()))
  return listAnswer(c, { ...page, items: await seen(ctx, page.items) })
}

export const sendFile: Handler<WorkspaceCtx> = async (ctx, c) => {
  const [file] = await seen(ctx, [await files.get(ctx, c.req.param('fileId')!)])
  return c.json(file)
}

/** The original bytes, for saving only: no browser may show or run them as part of this site. */
export const downloadFile: Handler<WorkspaceCtx> = async (ctx, c) => {
  const id = c.req.param('fileId')!
  const { name, size, body } = await files.original(ctx, id)
  await demandWhole(ctx, id)
  const plain = name.replace(/[^\w .()-]/g, '_')
  return new Response(body, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

export const deleteFile: Handler<WorkspaceCtx> = async (ctx, c) => {
  await files.remove(ctx, c.req.param('fileId')!)
  return c.body(null, 204)
}

/** What is hidden is for those who may show it again. */
export const sendCatalog: Handler<WorkspaceSessionCtx> = async (ctx, c) => {
  const hidden = readQuery(c, catalogQuery).hidden === 'true'
  if (hidden) await demand(ctx, ctx.workspace.role, 'UPDATE_FILES')
  return c.json(await catalog.tables(ctx, { hidden }))
}

export const sendDataSources: Handler<Ctx> = (ctx, c) => c.json({ dataSources: dataSources(ctx) })
