import { Hono } from 'hono'
import { bannerOf } from '#records/rules/setting.ts'
import { api, get, post, put } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { configPage } from '../config/routes.tsx'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { BannerPreview, SettingsPage } from '../pages/settings.tsx'
import { folded } from '../rules/config-field.ts'
import { restoreBody, settingsBody, settingsView } from '../rules/config-request.ts'
import { versionList } from '../rules/config-version.ts'
import * as settings from './settings.ts'

const settingsApi = api('Admin', [
  get(urls.apiAdminSettings, admin('superadmin'), {
    summary: 'The System Settings',
    answer: settingsView,
    handle: settings.view,
  }),
  put(urls.apiAdminSettings, admin('superadmin'), {
    summary: 'Change System Settings',
    description: 'Saves a new version; every server follows within ten seconds.',
    body: settingsBody,
    answer: settingsView,
    errors: ['conflict'],
    handle: (ctx, { body }) => settings.change(ctx, body.settings, body.reason, body.version ?? null),
  }),
  listCall(
    urls.apiAdminSettingVersions,
    'superadmin',
    versionList('settings-versions'),
    (ctx, _, page) => settings.versions(ctx, page),
    { summary: 'Versions of the System Settings, the latest first and the defaults last' },
  ),
  post(urls.apiAdminSettingVersions, admin('superadmin'), {
    summary: 'Go back to an earlier version',
    description: 'Its values are saved as a new version; those of version 0 are the defaults.',
    body: restoreBody,
    answer: settingsView,
    errors: ['not_found'],
    handle: (ctx, { body }) => settings.restore(ctx, body.version, body.reason),
  }),
])

const page = configPage<unknown>({
  title: 'System Settings',
  address: urls.adminSettings,
  restoreAddress: (version) => href(urls.adminSettingRestore, { version }),
  draw: (ctx, state) => <SettingsPage view={settings.view(ctx)} {...state} />,
  values: (ctx) => folded(settings.view(ctx).settings),
  versions: settings.versions,
  changeOf: (tree) => tree,
  tried: settings.tried,
  save: settings.change,
  restore: settings.restore,
  other: 'preview',
  find: (ctx, change) => {
    const { maintenance, ...others } = settings.tried(ctx, change)
    const banner = bannerOf({ ...others, maintenance: { ...maintenance, from: null, until: null } }, ctx.now())
    return banner && <BannerPreview banner={banner} />
  },
})
const showSettings: Handler<AdminCtx> = (ctx, c) => page.show(ctx, c)
const saveSettings: Handler<AdminCtx> = (ctx, c) => page.save(ctx, c)
const restoreSettings: Handler<AdminCtx> = (ctx, c) => page.restore(ctx, c)

export const settingsRoutes = new Hono<Env>()
  .route('/', settingsApi)
  .get(urls.adminSettings, admin('superadmin')(showSettings))
  .post(urls.adminSettings, admin('superadmin')(saveSettings))
  .post(urls.adminSettingRestore, admin('superadmin')(restoreSettings))
