import { Hono } from 'hono'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { configPage } from '../config/routes.tsx'
import { admin } from '../guard.ts'
import { Outcome, XaiPage } from '../pages/xai.tsx'
import { xaiFields } from '../rules/xai-form.ts'
import { xaiApi } from './api.ts'
import * as xai from './xai.ts'

const page = configPage<xai.XaiChange>({
  title: 'XAI Configuration',
  address: urls.adminXaiConfig,
  restoreAddress: (version) => href(urls.adminXaiRestore, { version }),
  draw: (ctx, state) => <XaiPage view={xai.view(ctx)} {...state} />,
  values: (ctx) => xaiFields(xai.view(ctx).config),
  versions: xai.versions,
  changeOf: (change, { key, forget }) => ({ change, key: forget === 'yes' ? null : key || undefined }),
  tried: xai.tried,
  save: xai.change,
  restore: xai.restore,
  other: 'test',
  find: async (ctx, change) => <Outcome outcome={await xai.test(ctx, change)} />,
})
const showXai: Handler<AdminCtx> = (ctx, c) => page.show(ctx, c)
const saveXai: Handler<AdminCtx> = (ctx, c) => page.save(ctx, c)
const restoreXai: Handler<AdminCtx> = (ctx, c) => page.restore(ctx, c)

export const xaiRoutes = new Hono<Env>()
  .route('/', xaiApi)
  .get(urls.adminXaiConfig, admin('superadmin')(showXai))
  .post(urls.adminXaiConfig, admin('superadmin')(saveXai))
  .post(urls.adminXaiRestore, admin('superadmin')(restoreXai))
