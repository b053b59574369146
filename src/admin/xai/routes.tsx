import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import { unfolded } from '#records/settings.ts'
import { bothParts, type FormState, submit } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readOrNull } from '../list-response.ts'
import { actAnswer } from '../pages/act.tsx'
import { adminPage } from '../pages/page.tsx'
import { restoreAct } from '../pages/versions.tsx'
import { XaiPage } from '../pages/xai.tsx'
import { reasonBody } from '../rules/act.ts'
import type { TestOutcome } from '../rules/config-request.ts'
import { xaiFields } from '../rules/xai-form.ts'
import { xaiApi } from './api.ts'
import * as xai from './xai.ts'

type Drawn = { form?: FormState; status?: number; outcome?: TestOutcome }

async function draw(ctx: AdminCtx, c: HttpContext, { form, status, outcome }: Drawn = {}): Promise<Response> {
  const view = xai.view(ctx)
  const request = pageRequest({ cursor: c.req.query('cursor') })
  const body = (
    <XaiPage
      view={view}
      versions={await readOrNull(ctx, () => xai.versions(ctx, request))}
      cursor={request.cursor}
      form={form ?? { values: xaiFields(view.config), errors: {}, problem: null }}
      outcome={outcome ?? null}
      saved={c.req.query('done') === 'saved' && !form}
    />
  )
  return adminPage(c, ctx, 'XAI Configuration', body, status)
}

const showXai: Handler<AdminCtx> = (ctx, c) => draw(ctx, c)

const formBody = reasonBody.extend({ version: z.coerce.number().int().min(0) })

const saveXai: Handler<AdminCtx> = async (ctx, c) => {
  const fields = Object.fromEntries(Object.entries(await readForm(c)).map(([name, value]) => [name, String(value)]))
  // The key is never sent back to the page.
  const { key = '', ...typed } = fields
  return submit(
    c,
    async () => {
      const change = unfolded(Object.fromEntries(Object.entries(typed).filter(([name]) => name.includes('.'))))
      const it = { change, key: typed.forget === 'yes' ? null : key || undefined }
      if (typed.test !== undefined)
        return draw(ctx, c, { form: { values: typed, errors: {}, problem: null }, outcome: await xai.test(ctx, it) })
      const [{ reason, version }] = await bothParts(
        readBody(c, formBody),
        Promise.try(() => xai.tried(ctx, it)),
      )
      await xai.change(ctx, it, reason, version)
      return c.redirect(href(urls.adminXaiConfig, {}, { done: 'saved' }), 303)
    },
    (form, status) => {
      const { key: _, ...values } = form.values
      return draw(ctx, c, { form: { ...form, values }, status })
    },
  )
}

const restoreXai: Handler<AdminCtx> = (ctx, c) => {
  const version = Number(c.req.param('version'))
  return actAnswer(
    c,
    ctx,
    async () => {
      const { reason } = await readBody(c, reasonBody)
      await xai.restore(ctx, version, reason)
      return href(urls.adminXaiConfig, {}, { done: 'saved' })
    },
    async () => ({
      act: restoreAct(version, href(urls.adminXaiRestore, { version: String(version) })),
      back: urls.adminXaiConfig,
    }),
  )
}

export const xaiRoutes = new Hono<Env>()
  .route('/', xaiApi)
  .get(urls.adminXaiConfig, admin('superadmin')(showXai))
  .post(urls.adminXaiConfig, admin('superadmin')(saveXai))
  .post(urls.adminXaiRestore, admin('superadmin')(restoreXai))
