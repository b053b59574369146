import { Hono } from 'hono'
import { MODEL_ROLES } from '#records/rules/xai.ts'
import { api, get, post, put } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { configPage } from '../config/routes.tsx'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { Outcomes, XaiPage } from '../pages/xai.tsx'
import { restoreBody, testOutcome, xaiBody, xaiTestBody, xaiView } from '../rules/config-request.ts'
import { versionList } from '../rules/config-version.ts'
import { forgetField, keyField, xaiFields } from '../rules/xai-form.ts'
import * as xai from './xai.ts'

const xaiApi = api('Admin', [
  get(urls.apiAdminXaiConfig, admin('superadmin'), {
    summary: 'The XAI Configuration',
    answer: xaiView,
    handle: xai.view,
  }),
  put(urls.apiAdminXaiConfig, admin('superadmin'), {
    summary: 'Change the XAI Configuration',
    description:
      'Saves a new version; every server follows within ten seconds, and running answers keep what they began with.',
    body: xaiBody,
    answer: xaiView,
    errors: ['conflict'],
    handle: (ctx, { body: { config, reason, version, ...rest } }) =>
      xai.change(ctx, { change: config, keys: xai.keysIn(rest) }, reason, version ?? null),
  }),
  post(urls.apiAdminXaiTest, admin('superadmin'), {
    summary: 'Ask a model to call a tool and to say a few words',
    description: 'Tries what is saved, or what `config` and the keys would make of it. Nothing is kept.',
    body: xaiTestBody,
    answer: testOutcome,
    handle: (ctx, { body: { config, model, ...rest } }) =>
      xai.test(ctx, { change: config ?? {}, keys: xai.keysIn(rest) }, model),
  }),
  listCall(
    urls.apiAdminXaiVersions,
    'superadmin',
    versionList('xai-versions'),
    (ctx, _, page) => xai.versions(ctx, page),
    { summary: 'Versions of the XAI Configuration, the latest first and the defaults last' },
  ),
  post(urls.apiAdminXaiVersions, admin('superadmin'), {
    summary: 'Go back to an earlier version',
    description: 'Its values and its key are saved as a new version; those of version 0 are what the environment says.',
    body: restoreBody,
    answer: xaiView,
    errors: ['not_found', 'unprocessable'],
    handle: (ctx, { body }) => xai.restore(ctx, body.version, body.reason),
  }),
])

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
