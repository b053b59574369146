import { Hono } from 'hono'
import { bannerOf } from '#records/rules/setting.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { configPage } from '../config/routes.tsx'
import { admin } from '../guard.ts'
import { BannerPreview, SettingsPage } from '../pages/settings.tsx'
import { folded } from '../rules/config-field.ts'
import { settingsApi } from './api.ts'
import * as settings from './settings.ts'

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
