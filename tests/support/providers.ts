import { modelsOf } from '#analyst/models.ts'
import type { Models } from '#outside/models.ts'
import { createNetwork } from '#outside/network.ts'
import { DEFAULT_XAI, type ModelApi, type Preset, type XaiConfig } from '#records/rules/xai.ts'
import type { XaiNow } from '#records/xai.ts'
import { SHORT_TIMEOUTS } from './model-server.ts'
import { plant } from './secrets.ts'

/** As Bedrock calls it, where the name tells which models think. */
export const NAME = 'anthropic.some-model'

const KEY = plant('key of a provider', 'key-planted-1Yb7')
const SECRET = plant('secret access key of Amazon', 'planted-secret/+key-4Rt')

/** An interface with its key, and what a request shows of it. */
export type Provider = {
  api: ModelApi
  preset: Preset
  key: string
  path: string
  header: [name: string, value: string | RegExp]
}

export const PROVIDERS: Provider[] = [
  { api: 'responses', preset: 'custom', key: KEY, path: '/v1/responses', header: ['authorization', `Bearer ${KEY}`] },
  { api: 'chat', preset: 'custom', key: KEY, path: '/v1/chat/completions', header: ['authorization', `Bearer ${KEY}`] },
  { api: 'anthropic', preset: 'anthropic', key: KEY, path: '/v1/messages', header: ['x-api-key', KEY] },
  {
    ...{ api: 'google', preset: 'google', key: KEY },
    ...{ path: `/v1/models/${NAME}:streamGenerateContent?alt=sse`, header: ['x-goog-api-key', KEY] },
  },
  { api: 'azure', preset: 'azure', key: KEY, path: '/v1/responses', header: ['api-key', KEY] },
  { api: 'azure_chat', preset: 'azure', key: KEY, path: '/v1/chat/completions', header: ['api-key', KEY] },
  {
    ...{ api: 'bedrock', preset: 'bedrock', key: KEY },
    ...{ path: `/v1/model/${NAME}/converse-stream`, header: ['authorization', `Bearer ${KEY}`] },
  },
  {
    ...{ api: 'bedrock', preset: 'bedrock', key: `AKIAEXAMPLE123456789:${SECRET}` },
    path: `/v1/model/${NAME}/converse-stream`,
    header: [
      'authorization',
      /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE123456789\/\d{8}\/eu-central-1\/bedrock\/aws4_request, .*Signature=[0-9a-f]{64}$/,
    ],
  },
]

export const LOCAL = createNetwork({ allowed: '127.0.0.0/8', refused: '' })

/** A configuration that asks the model at this address. @param fallback address of a second one, which speaks Anthropic's interface */
export function configurationOf(
  { api, preset, key }: Pick<Provider, 'api' | 'preset' | 'key'>,
  address: string,
  change: Partial<XaiConfig> & { name?: string; fallback?: XaiConfig['fallback'] } = {},
): XaiNow {
  const { name = NAME, ...rest } = change
  const model = { preset, address, name, api, region: 'eu-central-1', effort: 'low' as const }
  const none = { key: null, source: 'none', trusted: false } as const
  const own = { key, source: 'saved', trusted: false } as const
  return { version: 1, config: { ...DEFAULT_XAI, model, ...rest }, keys: { model: own, titles: none, fallback: none } }
}

export const modelsAt = (...of: Parameters<typeof configurationOf>): Models =>
  modelsOf(configurationOf(...of), LOCAL, SHORT_TIMEOUTS)
