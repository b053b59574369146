import { z } from 'zod'
import { moment } from '#base/answer.ts'

export const sessionAnswer = z.object({
  token: z.string(),
  expires_at: moment,
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
})
export type SessionAnswer = z.infer<typeof sessionAnswer>
/** A sign-in may need a code of the person's second factor; `challenge` is for clients without cookies. */
export const signInAnswer = z.union([
  sessionAnswer,
  z.object({ two_factor_required: z.literal(true), challenge: z.string() }),
])
