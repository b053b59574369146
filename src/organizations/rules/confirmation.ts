import { z } from 'zod'

/** A form that deletes the thing called `name`: the name must be typed. Spaces around it do not matter. */
export const confirmationOf = (name: string) =>
  z.object({
    confirmation: z
      .string('Type the name to confirm.')
      .trim()
      .refine((typed) => typed === name.trim(), 'Type the name exactly as it is shown.'),
  })
