import type { PageRequest } from '#base/paging.ts'
import { checked } from '#base/validation-message.ts'
import { DEFAULT_SETTINGS, merged, readSettings, type SystemSettings, systemSettings } from '#records/rules/setting.ts'
import * as settings from '#records/settings.ts'
import { BY_ENVIRONMENT } from '#records/settings.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { SettingsView } from '../rules/config-request.ts'

export const view = (ctx: AdminCtx): SettingsView => ({
  version: ctx.settingsStore.newest('system')?.version ?? 0,
  settings: settings.storedSettings(ctx),
  effective: ctx.settings(),
  by_environment: Object.fromEntries(
    Object.entries(BY_ENVIRONMENT).filter(([, name]) => ctx.config[name] !== undefined),
  ),
})

/** The saved settings with a change, checked; nothing is kept. @throws AppError invalid with details.fields */
export const tried = (ctx: AdminCtx, change: unknown): SystemSettings =>
  checked(systemSettings, merged<unknown>(settings.storedSettings(ctx), change))

/**
 * Saves a change as a new version.
 * @param from version that the change was made from; null takes whatever is there
 */
export async function change(
  ctx: AdminCtx,
  change: unknown,
  reason: string,
  from: number | null,
): Promise<SettingsView> {
  // What another server saved counts: a change of one field must not bring old values of others back.
  await ctx.settingsStore.refresh()
  await settings.save(ctx, { kind: 'system', values: tried(ctx, change), reason, from })
  return view(ctx)
}

/** Saves an earlier version again; 0 are the defaults. @throws AppError not_found */
export async function restore(ctx: AdminCtx, version: number, reason: string): Promise<SettingsView> {
  const values = version === 0 ? {} : (await settings.version(ctx, 'system', version)).values
  await settings.save(ctx, {
    kind: 'system',
    values: readSettings(values) ?? DEFAULT_SETTINGS,
    reason,
    from: null,
    back: version,
  })
  return view(ctx)
}

const DEFAULTS = { values: DEFAULT_SETTINGS, source: 'The defaults: what the product comes with.' }

export const versions = (ctx: AdminCtx, page: PageRequest) => settings.versions(ctx, 'system', DEFAULTS, page)
