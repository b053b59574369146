import { z } from 'zod'
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
