import { SECOND } from '#base/time.ts'
import type { Config } from '#config.ts'
import { TIMEOUTS } from '#outside/model-fetch.ts'
import { createHealth, type Health } from '#outside/model-health.ts'
import { guardedFetch } from '#outside/model-web.ts'
import { createModel, type ModelChoice, type Models, type Voice } from '#outside/models.ts'
import type { Network } from '#outside/network.ts'
import type { SettingsStore } from '#records/rules/setting.ts'
import { addressOf, apiOf, DEFAULT_XAI, isOutside, type ModelRole } from '#records/rules/xai.ts'
import { type XaiNow, xaiNow } from '#records/xai.ts'
import { builtInModel } from './built-in/model.ts'

/**
 * One of the models of a configuration; null where none is outside. What people gave as an address is asked through `network`.
 * @param waits how a provider that fails is asked again
 */
export function voiceOf({ config, keys }: XaiNow, role: ModelRole, network: Network, waits = TIMEOUTS): Voice | null {
  const model = config[role]
  if (!isOutside(model)) return null
  const { key, trusted } = keys[role]
  const { silence, seconds } = config.limits
  // Who is silent for longer leaves no time for the one to fall back on.
  const most = role === 'model' && isOutside(config.fallback) ? Math.min(silence, seconds / 2) : silence
  const timeouts = { ...waits, firstByte: most * SECOND, nextByte: silence * SECOND }
  const { name, region, effort } = model
  const place = { address: addressOf(model), name, key, api: apiOf(model), region, effort }
  const send = trusted ? fetch : guardedFetch(network, silence * SECOND)
  return { name, language: createModel(place, send, timeouts) }
}

/**
 * The models of a configuration.
 * @param waits how a provider that fails is asked again
 * @param healths of the models that were asked before, by their provider: who chooses one knows how it did for others
 */
export function modelsOf(now: XaiNow, network: Network, waits = TIMEOUTS, healths = new Map<string, Health>()): Models {
  const { limits, explain } = now.config
  const model = voiceOf(now, 'model', network, waits)
  const fallback = model && voiceOf(now, 'fallback', network, waits)
  const titles = voiceOf(now, 'titles', network, waits)
  const health = () => healths.getOrInsertComputed(model!.language.provider, () => createHealth())
  return {
    ...(model ? { ...model, builtIn: false } : builtInModel()),
    ...(fallback ? { fallback: { ...fallback, health: health() } } : {}),
    ...(titles ? { titles } : {}),
    limits,
    explain,
    chosen: (choice) => modelsOf(withChoice(now, choice), network, waits, healths),
  }
}

/** A configuration in which the chosen model answers; one that is no longer there leaves it as it is. */
function withChoice({ config, keys, ...now }: XaiNow, { model, effort }: ModelChoice): XaiNow {
  if (model === 'builtin') return { ...now, keys, config: { ...config, model: DEFAULT_XAI.model } }
  const role = model !== '' && isOutside(config[model]) ? model : 'model'
  const chosen = { ...config[role], ...(effort ? { effort } : {}) } as typeof config.model
  // It does not fall back on itself.
  const fallback = role === 'fallback' ? DEFAULT_XAI.fallback : config.fallback
  return { ...now, config: { ...config, model: chosen, fallback }, keys: { ...keys, model: keys[role] } }
}

/** The model of now, built anew only when another version was saved. */
export function createModels(place: { config: Config; settingsStore: SettingsStore }, network: Network): () => Models {
  let built: { version: number; models: Models } | undefined
  return () => {
    const now = xaiNow(place)
    if (built?.version !== now.version) built = { version: now.version, models: modelsOf(now, network) }
    return built.models
  }
}
