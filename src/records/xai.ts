import { newestKey, seal, unseal } from '#base/seal.ts'
import type { Config } from '#config.ts'
import { requestIdOfNow } from '#outside/logs.ts'
import type { World } from '../ctx.ts'
import type { SettingsStore, VersionRow } from './rules/setting.ts'
import { merged } from './rules/setting.ts'
import { addressOf, isOutside, type ModelRole, type XaiConfig, xaiConfig, xaiOfEnvironment } from './rules/xai.ts'
import { save } from './settings.ts'

type Place = { config: Config; settingsStore: SettingsStore }

const placeOf = (id: string) => `setting_versions:${id}:secrets`

type KeyNow = {
  /** Null where the server needs none, or none is known. */
  key: string | null
  /** Where it comes from; `lost`: the key that sealed it is gone from this server; `model`: that of the model that answers, at the same address. */
  source: 'none' | 'saved' | 'environment' | 'lost' | 'model'
  /** The operator's own address: it may be reached without a look at where it leads. */
  trusted: boolean
}
/** The configuration of now: what was saved last, or what the environment says. */
export type XaiNow = {
  /** 0: as the environment says. */
  version: number
  config: XaiConfig
  keys: Record<ModelRole, KeyNow>
}
/** The keys that somebody gave; null where none was. */
export type SavedKeys = Record<ModelRole, string | null>

/** A saved configuration, completed by what came later; null when it is none. */
export function readXai(values: unknown, config: Config): XaiConfig | null {
  const parsed = xaiConfig.safeParse(merged<unknown>(xaiOfEnvironment(config), values))
  return parsed.success ? parsed.data : null
}

export function xaiNow({ config, settingsStore }: Place): XaiNow {
  const row = settingsStore.newest('xai')
  const saved = (row && readXai(row.values, config)) ?? xaiOfEnvironment(config)
  const savedKeys = row && openKeys(config, row)
  const isLost = row !== null && row.secrets !== null && savedKeys === null
  return { version: row?.version ?? 0, config: saved, keys: keysOf(config, saved, savedKeys ?? NO_KEYS, isLost) }
}

/** Which key goes to which model: one that was given for it, else that of its address. @param isLost keys that were kept cannot be opened */
export function keysOf(config: Config, saved: XaiConfig, savedKeys: SavedKeys, isLost = false): XaiNow['keys'] {
  const own = xaiOfEnvironment(config).model
  const keyOf = (role: ModelRole): KeyNow => {
    const address = addressOf(saved[role])
    const trusted = isOutside(own) && address !== '' && addressOf(own) === address
    if (savedKeys[role] !== null) return { key: savedKeys[role], source: 'saved', trusted }
    const environment = trusted ? (config.OPENAI_API_KEY ?? null) : null
    if (role !== 'model' && address !== '' && address === addressOf(saved.model) && savedKeys.model !== null)
      return { key: savedKeys.model, source: 'model', trusted }
    return { key: environment, source: environment !== null ? 'environment' : isLost ? 'lost' : 'none', trusted }
  }
  return { model: keyOf('model'), titles: keyOf('titles'), fallback: keyOf('fallback') }
}

export const NO_KEYS: SavedKeys = { model: null, titles: null, fallback: null }

/** The sealed keys of a version; null when it has none, or they cannot be opened any more. */
export function openKeys(config: Config, { id, secrets }: Pick<VersionRow, 'id' | 'secrets'>): SavedKeys | null {
  if (secrets === null) return null
  try {
    // `key` is that of the model that answers, from when there was no other.
    const { key, ...others } = JSON.parse(unseal(config.sealKeys, placeOf(id), secrets)) as Partial<SavedKeys> & {
      key?: string | null
    }
    return { ...NO_KEYS, ...others, model: key ?? null }
  } catch {
    // The key that sealed them is gone: the page says so and asks for them again.
    return null
  }
}

/**
 * Seals the keys of the newest version with the newest key of this server, when another one sealed it: as a version more, since none is
 * ever changed. @returns 1 when it did
 */
export async function reseal(world: World): Promise<number> {
  const { config, settingsStore } = world
  await settingsStore.refresh()
  const row = settingsStore.newest('xai')
  const keys = row && openKeys(config, row)
  if (!row || keys === null || row.secrets!.startsWith(`v2.${newestKey(config.sealKeys)}.`)) return 0
  const ctx = { ...world, actor: { userId: null, via: 'system' as const, ip: null, requestId: requestIdOfNow() } }
  await save(ctx, {
    kind: 'xai',
    values: row.values,
    reason: 'The key of the model was sealed with the newest key of the server.',
    from: row.version,
    secrets: (id) => sealKeys(config, id, keys),
  })
  return 1
}

/** Keys as a version keeps them; null where there are none. */
export function sealKeys(config: Config, id: string, { model, ...others }: SavedKeys): string | null {
  if (model === null && Object.values(others).every((key) => key === null)) return null
  return seal(config.sealKeys, placeOf(id), JSON.stringify({ key: model, ...others }))
}
