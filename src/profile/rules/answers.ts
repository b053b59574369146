import { z } from 'zod'
import { SCOPE_NAMES } from '#auth/rules/api-key.ts'
import { moment } from '#base/answer.ts'

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  avatar_path: z.string().nullable(),
  two_factor_enabled: z.boolean(),
  email_verified: z.boolean(),
  theme: z.string(),
  locale: z.string(),
  currency: z.string(),
  keep_signed_in: z.boolean(),
  instructions: z.string(),
})
export type Profile = z.infer<typeof profile>

export const key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPE_NAMES)),
  expires_at: moment.nullable(),
  last_used_at: moment.nullable(),
  created_at: moment,
})

export const session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  begun_at: moment,
  seen_at: moment,
  current: z.boolean(),
})

export const twoFactor = z.object({ enabled: z.boolean(), backup_codes_left: z.number(), since: moment.nullable() })
export const enrolment = z.object({ secret: z.string(), uri: z.string() })
export const backupCodes = z.object({ backup_codes: z.array(z.string()) })
