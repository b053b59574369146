import { z } from 'zod'

/** Somebody as a list names them. */
export const person = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type Person = z.infer<typeof person>
