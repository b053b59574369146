import { z } from 'zod'
import { email, flag, newPassword } from './credentials.ts'

/** A password that is asked once more; who has none leaves it out. */
const again = z.string().max(1000).optional()

export const passwordOnly = z.object({ password: again })
export const passwordChange = z.object({ password: again, new_password: newPassword })
export type PasswordChange = z.infer<typeof passwordChange>
export const emailChange = z.object({ email, password: again })
export type EmailChange = z.infer<typeof emailChange>

export const appCode = z.object({ code: z.string('Enter the code.').trim().min(1, 'Enter the code.').max(40) })

/** POST /auth/two-factor: a code of the app or a backup code; `challenge` for clients without cookies. */
export const secondStepCode = appCode.extend({
  challenge: z.string().max(200).optional(),
  trust_browser: flag.optional(),
})
export type SecondStepCode = z.infer<typeof secondStepCode>
