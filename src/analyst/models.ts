import type { Config } from '#config.ts'
import { guardedFetch } from '#outside/model-web.ts'
import { createModel, type Models } from '#outside/models.ts'
import type { Network } from '#outside/network.ts'
import type { SettingsStore } from '#records/rules/setting.ts'
import { addressOf, apiOf } from '#records/rules/xai.ts'
import { type XaiNow, xaiNow } from '#records/xai.ts'
import { builtInModel } from './built-in/model.ts'

/** The model of a configuration. What people gave as an address is asked through `network`. */
export function modelsOf({ config, key, trusted }: XaiNow, network: Network): Models {
  const { model, limits, explain } = config
  if (model.preset === 'builtin') return { ...builtInModel(), limits, explain }
  const place = { address: addressOf(model), name: model.name, key, api: apiOf(model) }
  const language = trusted ? createModel(place) : createModel(place, guardedFetch(network))
  return { name: model.name, builtIn: false, language, limits, explain }
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
