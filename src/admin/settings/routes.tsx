import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import { bannerOf } from '#records/rules/setting.ts'
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
import { SettingsPage } from '../pages/settings.tsx'
import { restoreAct } from '../pages/versions.tsx'
import { reasonBody } from '../rules/act.ts'
import { folded } from '../rules/config-field.ts'
import { settingsApi } from './api.ts'
import * as settings from './settings.ts'

type Drawn = { form?: FormState; status?: number; preview?: ReturnType<typeof bannerOf> }

async function draw(ctx: AdminCtx, c: HttpContext, { form, status, preview }: Drawn = {}): Promise<Response> {
  const view = settings.view(ctx)
  const request = pageRequest({ cursor: c.req.query('cursor') })
  const saved = c.req.query('done') === 'saved'
  const body = (
    <SettingsPage
      view={view}
      versions={await readOrNull(ctx, () => settings.versions(ctx, request))}
      cursor={request.cursor}
      form={form ?? { values: folded(view.settings), errors: {}, problem: null }}
      preview={preview ?? null}
      saved={saved && !form}
    />
  )
  return adminPage(c, ctx, 'System Settings', body, status)
}

const showSettings: Handler<AdminCtx> = (ctx, c) => draw(ctx, c)

const formBody = reasonBody.extend({ version: z.coerce.number().int().min(0) })

const saveSettings: Handler<AdminCtx> = async (ctx, c) => {
  const fields = await readForm(c)
  return submit(
    c,
    async () => {
      const change = unfolded(Object.fromEntries(Object.entries(fields).filter(([name]) => name.includes('.'))))
      if (fields.preview !== undefined) {
        const tried = settings.tried(ctx, change)
        const always = { ...tried, maintenance: { ...tried.maintenance, from: null, until: null } }
        const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
        return draw(ctx, c, { form: { values, errors: {}, problem: null }, preview: bannerOf(always, ctx.now()) })
      }
      const [{ reason, version }] = await bothParts(
        readBody(c, formBody),
        Promise.try(() => settings.tried(ctx, change)),
      )
      await settings.change(ctx, change, reason, version)
      return c.redirect(href(urls.adminSettings, {}, { done: 'saved' }), 303)
    },
    (form, status) => draw(ctx, c, { form, status }),
  )
}

const restoreSettings: Handler<AdminCtx> = (ctx, c) => {
  const version = Number(c.req.param('version'))
  return actAnswer(
    c,
    ctx,
    async () => {
      const { reason } = await readBody(c, reasonBody)
      await settings.restore(ctx, version, reason)
      return href(urls.adminSettings, {}, { done: 'saved' })
    },
    async () => ({
      act: restoreAct(version, href(urls.adminSettingRestore, { version: String(version) })),
      back: urls.adminSettings,
    }),
  )
}

export const settingsRoutes = new Hono<Env>()
  .route('/', settingsApi)
  .get(urls.adminSettings, admin('superadmin')(showSettings))
  .post(urls.adminSettings, admin('superadmin')(saveSettings))
  .post(urls.adminSettingRestore, admin('superadmin')(restoreSettings))
