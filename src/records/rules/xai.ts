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

/** Every check there is, by the name that people see. */
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

/** Servers that are known by their address. `custom` is any other that speaks OpenAI's language. */
export const PRESETS = {
  builtin: { label: 'Built-in analyst', address: '', api: 'responses', models: [] },
  xai: { label: 'xAI', address: 'https://api.x.ai/v1', api: 'responses', models: ['grok-4', 'grok-4-fast'] },
  openai: {
    label: 'OpenAI',
    address: 'https://api.openai.com/v1',
    api: 'responses',
    models: ['gpt-5', 'gpt-5-mini'],
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
} as const satisfies Record<
  string,
  { label: string; address: string; api: 'chat' | 'responses'; models: readonly string[] }
>
export type Preset = keyof typeof PRESETS
const PRESET_NAMES = Object.keys(PRESETS) as [Preset, ...Preset[]]

const whole = (min: number, max: number, what: string) =>
  z.coerce
    .number(`Please give ${what}.`)
    .int('Please give a whole number.')
    .min(min, `Please give at least ${min}.`)
    .max(max, `Please give at most ${numberText(max)}.`)
const flag = z.preprocess((value) => (value === 'yes' ? true : value === 'no' ? false : value), z.boolean())

export const xaiConfig = z.strictObject({
  model: z
    .strictObject({
      preset: z.enum(PRESET_NAMES),
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
      name: z.string().trim().max(120),
      api: z.enum(['', 'responses', 'chat']),
    })
    .refine((it) => it.preset === 'builtin' || it.name !== '', { path: ['name'], message: 'Please name the model.' })
    .refine((it) => it.preset !== 'custom' || it.address !== '', {
      path: ['address'],
      message: 'Please give the address of the server.',
    }),
  limits: z.strictObject({
    steps: whole(2, 50, 'the number of steps'),
    repairs: whole(0, 10, 'the number of repairs'),
    seconds: whole(5, 900, 'the time in seconds'),
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

/** What holds until somebody says otherwise. */
export const DEFAULT_XAI: XaiConfig = {
  model: { preset: 'builtin', address: '', name: '', api: '' },
  limits: { steps: 12, repairs: 3, seconds: 120, output_tokens: 0 },
  explain: { show_sql: true, show_steps: true, verified_only: false, rows: 'all', checks: [...CHECK_NAMES] },
}

/** Where the model is asked, and how. */
export const addressOf = ({ preset, address }: XaiConfig['model']): string => address || PRESETS[preset].address
export const apiOf = ({ preset, api }: XaiConfig['model']): 'responses' | 'chat' => api || PRESETS[preset].api

/** What the environment says of a model: the values of the page before anybody saves some. */
export function xaiOfEnvironment(env: {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  AI_MODEL: string
  AI_API: 'responses' | 'chat'
}): XaiConfig {
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return DEFAULT_XAI
  const address = env.OPENAI_BASE_URL ?? PRESETS.openai.address
  const known = PRESET_NAMES.find((name) => PRESETS[name].address === address.replace(/\/$/, ''))
  return {
    ...DEFAULT_XAI,
    model: { preset: known ?? 'custom', address: known ? '' : address, name: env.AI_MODEL, api: env.AI_API },
  }
}
