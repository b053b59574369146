import { z } from 'zod'
import { numberText } from '#base/format.ts'

/** Rows that a model outside may see: no values at all, a few, or as many as it needs. */
export const ROWS_SEEN = ['none', 'samples', 'all'] as const
export type RowsSeen = (typeof ROWS_SEEN)[number]
/** Rows of a result that a model sees at most, where it may see all that it needs. */
export const MODEL_ROWS = 50
/** The one of two choices that lets the model see less. */
export const stricter = (a: RowsSeen, b: RowsSeen): RowsSeen =>
  ROWS_SEEN[Math.min(ROWS_SEEN.indexOf(a), ROWS_SEEN.indexOf(b))]!

export const CHECK_NAMES = [
  'Complete',
  'Not empty',
  'Missing values',
  'Join',
  'Keys',
  'Additivity',
  'Parts and whole',
  'Period',
  'Whole periods',
  'Freshness',
] as const

/** Interfaces in which models are asked, by the name that people see. */
export const MODEL_APIS = {
  responses: 'Responses (OpenAI)',
  chat: 'Chat completions (OpenAI)',
  anthropic: 'Messages (Anthropic)',
  google: 'Generate content (Google)',
  azure: 'Responses (Azure)',
  azure_chat: 'Chat completions (Azure)',
  bedrock: 'Converse (Amazon Bedrock)',
} as const
export type ModelApi = keyof typeof MODEL_APIS
const API_NAMES = Object.keys(MODEL_APIS) as [ModelApi, ...ModelApi[]]

/** How much a model thinks before it speaks; empty: as much as its provider finds right. */
export const EFFORTS = ['', 'minimal', 'low', 'medium', 'high'] as const
export type Effort = (typeof EFFORTS)[number]

type Known = { label: string; address: string; api: ModelApi; models: readonly string[] }
/** Servers that are known by their address. `custom` is any other that speaks one of the interfaces. */
export const PRESETS = {
  builtin: { label: 'Built-in analyst', address: '', api: 'responses', models: [] },
  xai: { label: 'xAI', address: 'https://api.x.ai/v1', api: 'responses', models: ['grok-4', 'grok-4-fast'] },
  openai: {
    label: 'OpenAI',
    address: 'https://api.openai.com/v1',
    api: 'responses',
    models: ['gpt-5', 'gpt-5-mini'],
  },
  anthropic: {
    label: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    api: 'anthropic',
    models: ['claude-sonnet-4-5', 'claude-haiku-4-5'],
  },
  google: {
    label: 'Google',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    api: 'google',
    models: ['gemini-2.5-pro', 'gemini-2.5-flash'],
  },
  azure: { label: 'Azure', address: '', api: 'azure', models: [] },
  bedrock: {
    label: 'Amazon Bedrock',
    address: '',
    api: 'bedrock',
    models: ['us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  },
  openrouter: {
    label: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    api: 'chat',
    models: ['anthropic/claude-sonnet-4.5', 'x-ai/grok-4'],
  },
  ollama: { label: 'Ollama', address: 'http://127.0.0.1:11434/v1', api: 'chat', models: ['qwen3', 'llama3.3'] },
  vllm: { label: 'vLLM', address: 'http://127.0.0.1:8000/v1', api: 'chat', models: [] },
  custom: { label: 'Another server', address: '', api: 'chat', models: [] },
} as const satisfies Record<string, Known>
export type Preset = keyof typeof PRESETS
const PRESET_NAMES = Object.keys(PRESETS) as [Preset, ...Preset[]]

/**
 * What models are there for: `model` answers, `titles` names conversations and may be a cheaper one, `fallback` answers where the provider of
 * the first fails.
 */
export const MODEL_ROLES = ['model', 'titles', 'fallback'] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

const whole = (min: number, max: number, what: string) =>
  z.coerce
    .number(`Please give ${what}.`)
    .int('Please give a whole number.')
    .min(min, `Please give at least ${min}.`)
    .max(max, `Please give at most ${numberText(max)}.`)
const flag = z.preprocess((value) => (value === 'yes' ? true : value === 'no' ? false : value), z.boolean())

const asked = <T extends readonly [string, ...string[]]>(presets: T) =>
  z
    .strictObject({
      preset: z.enum(presets),
      /** Empty: that of the preset. */
      address: z
        .string()
        .trim()
        .max(300)
        .refine(
          (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
          'Write it whole, like https://example.com/v1.',
        )
        .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, 'Put the key into its own field.'),
      name: z.string().trim().max(200),
      /** Empty: that of the preset. */
      api: z.enum(['', ...API_NAMES]),
      /** Of Amazon Bedrock: it stands in the usual address, and requests are signed for it. */
      region: z
        .string()
        .trim()
        .regex(/^([a-z]{2,5}(-[a-z]{2,12}){1,3}-\d{1,2})?$/, 'Write it as Amazon does, like eu-central-1.'),
      effort: z.enum(EFFORTS),
    })
    .superRefine((it, check) => {
      const { preset, name, region } = it
      const wrong = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message })
      if (preset === 'builtin' || preset === 'none') return
      if (name === '') wrong('name', 'Please name the model.')
      if (apiOf(it as ModelConfig) === 'bedrock' && region === '') wrong('region', 'Please give the region.')
      else if (addressOf(it as ModelConfig) === '') wrong('address', 'Please give the address of the server.')
    })
const others = ['none', ...PRESET_NAMES.filter((name) => name !== 'builtin')] as const

export const xaiConfig = z.strictObject({
  model: asked(PRESET_NAMES),
  titles: asked(others as [(typeof others)[number]]),
  fallback: asked(others as [(typeof others)[number]]),
  limits: z.strictObject({
    steps: whole(2, 50, 'the number of steps'),
    repairs: whole(0, 10, 'the number of repairs'),
    seconds: whole(5, 900, 'the time in seconds'),
    silence: whole(5, 900, 'the time in seconds'),
    report_steps: whole(2, 60, 'the number of steps'),
    report_seconds: whole(5, 3600, 'the time in seconds'),
    output_tokens: whole(0, 200_000, 'the number of tokens'),
  }),
  explain: z.strictObject({
    show_sql: flag,
    show_steps: flag,
    verified_only: flag,
    rows: z.enum(ROWS_SEEN),
    checks: z.preprocess(
      (value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? CHECK_NAMES.filter((_, at) => (value as Record<string, unknown>)[`c${'abcdefghij'[at]}`] === 'yes')
          : value,
      z.array(z.enum(CHECK_NAMES)),
    ),
  }),
})
export type XaiConfig = z.infer<typeof xaiConfig>
export type Explain = XaiConfig['explain']
export type ModelConfig = Omit<XaiConfig['model'], 'preset'> & { preset: Preset | 'none' }

const NO_MODEL = { address: '', name: '', api: '', region: '', effort: '' } as const

/** What holds until somebody says otherwise. */
export const DEFAULT_XAI: XaiConfig = {
  model: { preset: 'builtin', ...NO_MODEL },
  titles: { preset: 'none', ...NO_MODEL },
  fallback: { preset: 'none', ...NO_MODEL },
  limits: {
    steps: 12,
    repairs: 3,
    seconds: 120,
    silence: 300,
    report_steps: 30,
    report_seconds: 600,
    output_tokens: 0,
  },
  explain: { show_sql: true, show_steps: true, verified_only: false, rows: 'all', checks: [...CHECK_NAMES] },
}

/** Whether there is a server to ask. */
export const isOutside = ({ preset }: ModelConfig): boolean => preset !== 'builtin' && preset !== 'none'

/** In China Amazon's names end in another way. */
const bedrockAddress = (region: string) =>
  region && `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** Where a model is asked; empty where there is none to ask, or where that is not known yet. */
export const addressOf = ({ preset, address, region }: ModelConfig): string =>
  preset === 'none' ? '' : address || (preset === 'bedrock' ? bedrockAddress(region) : PRESETS[preset].address)
export const apiOf = ({ preset, api }: ModelConfig): ModelApi =>
  api || (preset === 'none' ? 'chat' : PRESETS[preset].api)

/** What the environment says of a model: the values of the page before anybody saves some. */
export function xaiOfEnvironment(env: {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  AI_MODEL: string
  AI_API: 'responses' | 'chat'
}): XaiConfig {
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return DEFAULT_XAI
  const address = env.OPENAI_BASE_URL ?? PRESETS.openai.address
  const preset = PRESET_NAMES.find((name) => PRESETS[name].address === address.replace(/\/$/, ''))
  return {
    ...DEFAULT_XAI,
    model: {
      ...NO_MODEL,
      preset: preset ?? 'custom',
      address: preset ? '' : address,
      name: env.AI_MODEL,
      api: env.AI_API,
    },
  }
}
