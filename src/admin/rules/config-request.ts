import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { systemSettings } from '#records/rules/setting.ts'
import { MODEL_APIS, MODEL_ROLES, type ModelApi, xaiConfig } from '#records/rules/xai.ts'
import { reason } from './action.ts'

const from = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe('The version that the change was made from: refused as a conflict when there is a newer one.')

export const settingsBody = z.object({
  settings: z.looseObject({}).describe('What is to be changed, as GET gives it; what is left out stays as it is.'),
  reason,
  version: from,
})
export const restoreBody = z.object({
  version: z.number().int().min(0).describe('The version to go back to; 0 are the defaults.'),
  reason,
})
const key = (of: string) =>
  z
    .string()
    .max(5000)
    .nullish()
    .describe(`Key of ${of}. Left out, the one that is kept stays, as long as the address does; null removes it.`)
const keys = {
  key: key('the model'),
  titles_key: key('the model for titles'),
  fallback_key: key('the model to fall back on'),
}
export const xaiBody = z.object({
  config: z.looseObject({}).describe('What is to be changed, as GET gives it; what is left out stays as it is.'),
  ...keys,
  reason,
  version: from,
})
export const xaiTestBody = z.object({
  config: z.looseObject({}).optional().describe('What to try instead of what is saved; nothing is kept.'),
  ...keys,
  model: z.enum(MODEL_ROLES).default('model').describe('Which of the models is tried.'),
})

export const settingsView = z.object({
  version: count.describe('0 before the first.'),
  settings: systemSettings.describe('As saved.'),
  effective: systemSettings.describe('What holds: the saved ones, and what the environment decides.'),
  by_environment: z.record(z.string(), z.string()).describe('Fields that the environment decides, with the variable.'),
})
export type SettingsView = z.infer<typeof settingsView>

const part = {
  address: z.string().describe('Where the model is asked; empty where none outside is.'),
  api: z.enum(Object.keys(MODEL_APIS) as [ModelApi, ...ModelApi[]]),
  key: z
    .enum(['none', 'saved', 'environment', 'lost', 'model'])
    .describe('Where its key comes from; `model`: that of the model that answers. The key itself is never returned.'),
}
export const xaiView = z.object({
  version: count.describe('0: as the environment says.'),
  config: xaiConfig,
  ...part,
  titles: z.object(part).describe('The model that names conversations.'),
  fallback: z.object(part).describe('The model to fall back on.'),
  health: z
    .object({
      failures: count.describe('How often the model failed since it last answered, on the server that was asked.'),
      rests_until: moment.nullable().describe('Until then only the model to fall back on is asked.'),
    })
    .nullable()
    .describe('How the model does; null where there is none to fall back on.'),
})
export type XaiView = z.infer<typeof xaiView>

/** What a test of the model found: its steps in the order in which they are tried; what comes after a failure is not tried. */
export const testOutcome = z.object({
  model: z.enum(MODEL_ROLES),
  name: z.string().describe('As the server calls it.'),
  ok: z.boolean(),
  steps: z.array(z.object({ name: z.string(), state: z.enum(['pass', 'note', 'fail', 'skipped']), note: z.string() })),
  first_ms: count.nullable().describe('Milliseconds until the first word.'),
  latency_ms: count.nullable(),
  said: z.string().describe('What the model said, its first 200 characters.'),
  input_tokens: count,
  output_tokens: count,
})
export type TestOutcome = z.infer<typeof testOutcome>
