import { AppError, unprocessable } from '#base/errors.ts'
import type { PageRequest } from '#base/paging.ts'
import { checked } from '#base/validation-message.ts'
import { ownDatabase } from '#connections/drivers/pool.ts'
import { createNetwork } from '#outside/network.ts'
import { merged } from '#records/rules/setting.ts'
import {
  addressOf,
  apiOf,
  isOutside,
  MODEL_ROLES,
  type ModelRole,
  xaiConfig,
  xaiOfEnvironment,
} from '#records/rules/xai.ts'
import * as settings from '#records/settings.ts'
import { keysOf, NO_KEYS, openKeys, readXai, type SavedKeys, sealKeys, type XaiNow, xaiNow } from '#records/xai.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { TestOutcome, XaiView } from '../rules/config-request.ts'
import { keyField } from '../rules/xai-form.ts'
import * as tester from './test.ts'

export function view(ctx: AdminCtx): XaiView {
  const { version, config, keys } = xaiNow(ctx)
  const part = (role: ModelRole) => ({
    address: addressOf(config[role]),
    api: apiOf(config[role]),
    key: keys[role].source,
  })
  const { fallback } = ctx.models
  return {
    version,
    config,
    ...part('model'),
    titles: part('titles'),
    fallback: part('fallback'),
    health: fallback
      ? { failures: fallback.health.failures, rests_until: fallback.health.restsUntil?.toISOString() ?? null }
      : null,
  }
}

export type XaiChange = {
  change: unknown
  /** Keys by their models. Undefined keeps one as long as the address does not change; null or empty removes it. */
  keys?: Partial<Record<ModelRole, string | null | undefined>>
}

/** A configuration, and the keys that were given for it. */
type Tried = XaiNow & { saved: SavedKeys }

/** Keys by the names that requests have for them. */
export const keysIn = (fields: Record<string, string | null | undefined>): XaiChange['keys'] =>
  Object.fromEntries(MODEL_ROLES.map((role) => [role, fields[keyField(role)]]))

/**
 * The configuration that a change would make, with its keys.
 * @throws AppError invalid when an address changes and no key is given for the new one
 */
export function tried(ctx: AdminCtx, { change, keys = {} }: XaiChange): Tried {
  const now = xaiNow(ctx)
  const config = checked(xaiConfig, merged<unknown>(now.config, change))
  const moved: Record<string, string> = {}
  const keyOf = (role: ModelRole) => {
    const given = keys[role]
    const savedKey = now.keys[role].source === 'saved' ? now.keys[role].key : null
    if (given !== undefined) return given || null
    if (addressOf(config[role]) === addressOf(now.config[role])) return savedKey
    // A key goes to the server that it was given for, and to no other.
    if (savedKey !== null && isOutside(config[role])) moved[keyField(role)] = 'Type the key for the new address.'
    return null
  }
  const saved = { model: keyOf('model'), titles: keyOf('titles'), fallback: keyOf('fallback') }
  if (Object.keys(moved).length > 0)
    throw new AppError('invalid', 'Type the key for the new address: the one that is kept is for another server.', {
      details: { fields: moved },
    })
  return { ...now, config, keys: keysOf(ctx.config, config, saved), saved }
}

/** Saves a change as a new version. @param from version that the change was made from; null takes whatever is there */
export async function change(ctx: AdminCtx, it: XaiChange, reason: string, from: number | null): Promise<XaiView> {
  await ctx.settingsStore.refresh()
  const { config, saved } = tried(ctx, it)
  await settings.save(ctx, {
    kind: 'xai',
    values: config,
    reason,
    from,
    secrets: (id) => sealKeys(ctx.config, id, saved),
  })
  return view(ctx)
}

/** Saves an earlier version again, with its keys; 0 is what the environment says. @throws AppError not_found */
export async function restore(ctx: AdminCtx, version: number, reason: string): Promise<XaiView> {
  const row = version === 0 ? null : await settings.version(ctx, 'xai', version)
  const keys = row && openKeys(ctx.config, row)
  const values = readXai(row?.values ?? {}, ctx.config)
  if (!values) throw unprocessable('This version can no longer be used.')
  await settings.save(ctx, {
    kind: 'xai',
    values,
    reason,
    from: null,
    back: version,
    secrets: (id) => sealKeys(ctx.config, id, keys ?? NO_KEYS),
  })
  return view(ctx)
}

/** Tries one of the models as it is configured, or as a change would have it; nothing is kept. */
export const test = (ctx: AdminCtx, it: XaiChange, role: ModelRole): Promise<TestOutcome> =>
  tester.test(
    tried(ctx, it),
    role,
    createNetwork({ allowed: ctx.config.ALLOWED_PRIVATE_HOSTS ?? '', refused: ownDatabase(ctx.config.DATABASE_URL) }),
  )

export function testAll(ctx: AdminCtx, it: XaiChange): Promise<TestOutcome[]> {
  const { config } = tried(ctx, it)
  const roles = MODEL_ROLES.filter((role) => role === 'model' || isOutside(config[role]))
  return Promise.all(roles.map((role) => test(ctx, it, role)))
}

export function versions(ctx: AdminCtx, page: PageRequest) {
  const source = 'The defaults: what the environment of the server says, or what the product comes with.'
  return settings.versions(ctx, 'xai', { values: xaiOfEnvironment(ctx.config), source }, page)
}
