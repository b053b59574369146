import { AppError } from '#base/errors.ts'
import type { PageRequest } from '#base/paging.ts'
import { ownDatabase } from '#connections/drivers/pool.ts'
import { createNetwork } from '#outside/network.ts'
import { merged } from '#records/rules/setting.ts'
import { addressOf, apiOf, xaiConfig, xaiOfEnvironment } from '#records/rules/xai.ts'
import * as settings from '#records/settings.ts'
import { openKey, readXai, sealKey, type XaiNow, xaiNow } from '#records/xai.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { TestOutcome, XaiView } from '../rules/config-request.ts'
import * as tester from './test.ts'

export function view(ctx: AdminCtx): XaiView {
  const { version, config, key_source: key } = xaiNow(ctx)
  return { version, config, address: addressOf(config.model), api: apiOf(config.model), key }
}

export type XaiChange = {
  change: unknown
  /** Undefined keeps the key as long as the address does not change; null or empty removes it. */
  key?: string | null | undefined
}

/**
 * The configuration that a change would make, with its key.
 * @throws AppError invalid when the address changes and no key is given for the new one
 */
export function tried(ctx: AdminCtx, { change, key }: XaiChange): XaiNow {
  const now = xaiNow(ctx)
  const config = settings.checked(xaiConfig, merged<unknown>(now.config, change))
  const own = xaiOfEnvironment(ctx.config)
  const trusted = own.model.preset !== 'builtin' && addressOf(own.model) === addressOf(config.model)
  const stays = addressOf(config.model) === addressOf(now.config.model)
  // A key goes to the server that it was given for, and to no other.
  if (key === undefined && now.key_source === 'saved' && !stays && config.model.preset !== 'builtin')
    throw new AppError('invalid', 'Type the key for the new address: the one that is kept is for another server.', {
      details: { fields: { key: 'Type the key for the new address.' } },
    })
  const kept = key === undefined ? (stays && now.key_source === 'saved' ? now.key : null) : key || null
  return {
    ...now,
    config,
    trusted,
    key: kept ?? (trusted ? (ctx.config.OPENAI_API_KEY ?? null) : null),
    key_source: kept !== null ? 'saved' : 'none',
  }
}

/** Saves a change as a new version. @param from version that the change was made from; null takes whatever is there */
export async function change(ctx: AdminCtx, it: XaiChange, reason: string, from: number | null): Promise<XaiView> {
  await ctx.settingsStore.refresh()
  const { config, key, key_source } = tried(ctx, it)
  await settings.save(ctx, {
    kind: 'xai',
    values: config,
    reason,
    from,
    secrets: (id) => (key_source === 'saved' && key ? sealKey(ctx.config, id, key) : null),
  })
  return view(ctx)
}

/** Saves an earlier version again, with its key; 0 is what the environment says. @throws AppError not_found */
export async function restore(ctx: AdminCtx, version: number, reason: string): Promise<XaiView> {
  const row = version === 0 ? null : await settings.version(ctx, 'xai', version)
  const key = row && openKey(ctx.config, row)
  const values = readXai(row?.values ?? {}, ctx.config)
  if (!values) throw new AppError('unprocessable', 'This version can no longer be used.')
  await settings.save(ctx, {
    kind: 'xai',
    values,
    reason,
    from: null,
    back: version,
    secrets: (id) => (key === null ? null : sealKey(ctx.config, id, key)),
  })
  return view(ctx)
}

/** Tries what is configured, or what a change would make of it; nothing is kept. */
export const test = (ctx: AdminCtx, it: XaiChange | null): Promise<TestOutcome> =>
  tester.test(
    it ? tried(ctx, it) : xaiNow(ctx),
    createNetwork({ allowed: ctx.config.ALLOWED_PRIVATE_HOSTS ?? '', refused: ownDatabase(ctx.config.DATABASE_URL) }),
  )

export function versions(ctx: AdminCtx, page: PageRequest) {
  const source = 'The defaults: what the environment of the server says, or what the product comes with.'
  return settings.versions(ctx, 'xai', { values: xaiOfEnvironment(ctx.config), source }, page)
}
