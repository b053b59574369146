import { Hono } from 'hono'
import { MODEL_ROLES } from '#records/rules/xai.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { configPage } from '../config/routes.tsx'
import { admin } from '../guard.ts'
import { Outcomes, XaiPage } from '../pages/xai.tsx'
import { forgetField, keyField, xaiFields } from '../rules/xai-form.ts'
import { xaiApi } from './api.ts'
import * as xai from './xai.ts'

/** A key that is typed, or that is to be forgotten; an empty field leaves it as it is. */
const keysTyped = (fields: Record<string, string>): NonNullable<xai.XaiChange['keys']> =>
  Object.fromEntries(
    MODEL_ROLES.map((role) => [role, fields[forgetField(role)] === 'yes' ? null : fields[keyField(role)] || undefined]),
  )

const page = configPage<xai.XaiChange>({
  title: 'XAI Configuration',
  address: urls.adminXaiConfig,
  restoreAddress: (version) => href(urls.adminXaiRestore, { version }),
  draw: (ctx, state) => <XaiPage view={xai.view(ctx)} {...state} />,
  values: (ctx) => xaiFields(xai.view(ctx).config),
  versions: xai.versions,
  changeOf: (change, fields) => ({ change, keys: keysTyped(fields) }),
  tried: xai.tried,
  save: xai.change,
  restore: xai.restore,
  other: 'test',
  find: async (ctx, change) => <Outcomes outcomes={await xai.testAll(ctx, change)} />,
})
const showXai: Handler<AdminCtx> = (ctx, c) => page.show(ctx, c)
const saveXai: Handler<AdminCtx> = (ctx, c) => page.save(ctx, c)
const restoreXai: Handler<AdminCtx> = (ctx, c) => page.restore(ctx, c)

export const xaiRoutes = new Hono<Env>()
  .route('/', xaiApi)
  .get(urls.adminXaiConfig, admin('superadmin')(showXai))
  .post(urls.adminXaiConfig, admin('superadmin')(saveXai))
  .post(urls.adminXaiRestore, admin('superadmin')(restoreXai))
