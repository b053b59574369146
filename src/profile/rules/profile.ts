import { z } from 'zod'
import { flag, personName } from '#auth/rules/credentials.ts'
import { LOCALES } from '#base/locales.ts'
import { CURRENCIES } from '#billing/rules/price.ts'
import { instructionsText, MOST_TOKENS } from '#definitions/rules/definition.ts'

const THEMES = ['system', 'light', 'dark'] as const

/** PUT /user/profile: what is given changes, the rest stays. An empty locale or theme follows the browser. */
export const profileChange = z.object({
  name: personName.min(1, 'Enter your name.').optional(),
  theme: z.enum(['', ...THEMES], 'Choose system, light or dark.').optional(),
  locale: z.enum(['', ...Object.keys(LOCALES)], 'Choose one of the listed regions.').optional(),
  currency: z.enum(CURRENCIES, `Choose ${CURRENCIES.join(', ')}.`).optional(),
  keep_signed_in: flag.optional(),
  instructions: instructionsText(MOST_TOKENS.person).describe('How they like answers.').optional(),
})
export type ProfileChange = z.infer<typeof profileChange>

/** Typed out, so that nobody deletes their account by a slip. Who has no password leaves it out. */
export const accountDeletion = z.object({
  confirm: z.string('Type your email address.').trim().max(254),
  password: z.string().max(1000).optional(),
})
export type AccountDeletion = z.infer<typeof accountDeletion>

export const MOST_PICTURE_BYTES = 5_000_000
