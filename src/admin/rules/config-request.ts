import { z } from 'zod'
import { count } from '#base/answer.ts'
import { systemSettings } from '#records/rules/setting.ts'
import { xaiConfig } from '#records/rules/xai.ts'
import { reason } from './act.ts'

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
export const xaiBody = z.object({
  config: z.looseObject({}).describe('What is to be changed, as GET gives it; what is left out stays as it is.'),
  key: z
    .string()
    .max(500)
    .nullish()
    .describe('Key of the model. Left out, the one that is kept stays, as long as the address does; null removes it.'),
  reason,
  version: from,
})
export const xaiTestBody = z.object({
  config: z.looseObject({}).optional().describe('What to try instead of what is saved; nothing is kept.'),
  key: z.string().max(500).nullish(),
})

/** The settings as the panel shows them. */
export const settingsView = z.object({
  version: count.describe('0 before the first.'),
  settings: systemSettings.describe('As saved.'),
  effective: systemSettings.describe('What holds: the saved ones, and what the environment decides.'),
  by_environment: z.record(z.string(), z.string()).describe('Fields that the environment decides, with the variable.'),
})
export type SettingsView = z.infer<typeof settingsView>

/** The configuration as the panel shows it. */
export const xaiView = z.object({
  version: count.describe('0: as the environment says.'),
  config: xaiConfig,
  address: z.string().describe('Where the model is asked; empty for the built-in analyst.'),
  api: z.enum(['responses', 'chat']),
  key: z
    .enum(['none', 'saved', 'environment', 'lost'])
    .describe('Where its key comes from. The key itself is never returned.'),
})
export type XaiView = z.infer<typeof xaiView>

/** What a test of the model found: its steps in the order in which they are tried; what comes after a failure is not tried. */
export const testOutcome = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ name: z.string(), state: z.enum(['pass', 'fail', 'skipped']), note: z.string() })),
  first_ms: count.nullable().describe('Milliseconds until the first word.'),
  latency_ms: count.nullable(),
  said: z.string().describe('What the model said, its first 200 characters.'),
  input_tokens: count,
  output_tokens: count,
})
export type TestOutcome = z.infer<typeof testOutcome>
