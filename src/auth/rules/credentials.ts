import { z } from 'zod'

/** Length of a password in characters. */
export const PASSWORD = { least: 10, most: 128 } as const

/** The one spelling under which an email address is kept and compared. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** A form's checkbox ('on' or absent) or a JSON boolean. */
export const flag = z.union([z.boolean(), z.literal(['on', 'true', '1']).transform(() => true)])

export const email = z
  .string('Enter your email address.')
  .trim()
  .max(254, 'This email address is too long.')
  .regex(/^[^\s@"<>,;]+@[^\s@"<>,;]+\.[^\s@"<>,;.]+$/, 'Enter an email address such as name@example.com.')
  .transform(normalEmail)

export const newPassword = z
  .string('Choose a password.')
  .min(PASSWORD.least, `Use at least ${PASSWORD.least} characters for your password.`)
  .max(PASSWORD.most, `Use at most ${PASSWORD.most} characters for your password.`)

export const personName = z.string().trim().max(100, 'Use at most 100 characters for your name.')

/** POST /auth/register. `remember: false` ends the session with the browser; left out, the API remembers and the forms do not. */
export const registration = z.object({
  email,
  password: newPassword,
  name: personName.optional(),
  remember: flag.optional(),
})

/** POST /auth/login. Rules of new passwords are no business of an old one. */
export const signIn = z.object({
  email: z
    .string('Enter your email address.')
    .trim()
    .min(1, 'Enter your email address.')
    .max(254)
    .transform(normalEmail),
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(1000),
  remember: flag.optional(),
})

export const emailOnly = z.object({ email })

const token = z.string('Give the token of the link.').min(1, 'Give the token of the link.').max(200)
export const resetForm = z.object({ password: newPassword })
export const resetByLink = resetForm.extend({ token })
export const verifyByLink = z.object({ token })
/** What a person says about the account of a link: they made it, or they did not. */
export const verifyForm = z.object({ answer: z.enum(['mine', 'not_mine']) })

export type Registration = z.infer<typeof registration>
export type SignIn = z.infer<typeof signIn>
