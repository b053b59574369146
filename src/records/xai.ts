import { newestKey, seal, unseal } from '#base/seal.ts'
import type { Config } from '#config.ts'
import { requestIdOfNow } from '#outside/logs.ts'
import type { World } from '../ctx.ts'
import type { SettingsStore, VersionRow } from './rules/setting.ts'
import { merged } from './rules/setting.ts'
import { addressOf, type XaiConfig, xaiConfig, xaiOfEnvironment } from './rules/xai.ts'
import { save } from './settings.ts'

type Place = { config: Config; settingsStore: SettingsStore }

const placeOf = (id: string) => `setting_versions:${id}:secrets`

/** The configuration of now: what was saved last, or what the environment says. */
export type XaiNow = {
  /** 0: as the environment says. */
  version: number
  config: XaiConfig
  /** Null where the server needs none, or none is known. */
  key: string | null
  /** Where the key comes from; `lost`: the key that sealed it is gone from this server. */
  key_source: 'none' | 'saved' | 'environment' | 'lost'
  /** The operator's own address: it may be reached without a look at where it leads. */
  trusted: boolean
}

/** A saved configuration, completed by what came later; null when it is none. */
export function readXai(values: unknown, config: Config): XaiConfig | null {
  const parsed = xaiConfig.safeParse(merged<unknown>(xaiOfEnvironment(config), values))
  return parsed.success ? parsed.data : null
}

/** What is configured now. */
export function xaiNow({ config, settingsStore }: Place): XaiNow {
  const row = settingsStore.newest('xai')
  const own = xaiOfEnvironment(config)
  const saved = (row && readXai(row.values, config)) ?? own
  const trusted = own.model.preset !== 'builtin' && addressOf(own.model) === addressOf(saved.model)
  const kept = row ? openKey(config, row) : null
  const key = kept ?? (trusted ? (config.OPENAI_API_KEY ?? null) : null)
  const key_source = kept !== null ? 'saved' : row?.secrets && !key ? 'lost' : key !== null ? 'environment' : 'none'
  return { version: row?.version ?? 0, config: saved, key, key_source, trusted }
}

/** The sealed key of a version; null when it has none, or it cannot be opened any more. */
export function openKey(config: Config, { id, secrets }: Pick<VersionRow, 'id' | 'secrets'>): string | null {
  if (secrets === null) return null
  try {
    return (JSON.parse(unseal(config.sealKeys, placeOf(id), secrets)) as { key: string }).key
  } catch {
    // The key that sealed it is gone: the page says so and asks for the model's key again.
    return null
  }
}

/**
 * Seals the key of the newest version with the newest key of this server, when another one sealed it: as a version more, since none is
 * ever changed. @returns 1 when it did
 */
export async function reseal(world: World): Promise<number> {
  const { config, settingsStore } = world
  await settingsStore.refresh()
  const row = settingsStore.newest('xai')
  const key = row && openKey(config, row)
  if (!row || key === null || row.secrets!.startsWith(`v2.${newestKey(config.sealKeys)}.`)) return 0
  const ctx = { ...world, actor: { userId: null, via: 'system' as const, ip: null, requestId: requestIdOfNow() } }
  await save(ctx, {
    kind: 'xai',
    values: row.values,
    reason: 'The key of the model was sealed with the newest key of the server.',
    from: row.version,
    secrets: (id) => sealKey(config, id, key),
  })
  return 1
}

export const sealKey = (config: Config, id: string, key: string): string =>
  seal(config.sealKeys, placeOf(id), JSON.stringify({ key }))
