import { z } from 'zod'
import { numberText } from '#base/format.ts'

export const TOPICS = {
  question: 'A question about the product',
  sales: 'Plans and prices',
  billing: 'A payment or an invoice',
  problem: 'Something does not work',
  privacy: 'My data',
  other: 'Something else',
} as const
export type Topic = keyof typeof TOPICS

/** Longest message in characters. */
export const MESSAGE_MOST = 5000

export const contactMessage = z.object({
  name: z.string('Enter your name.').trim().min(1, 'Enter your name.').max(100, 'Use at most 100 characters.'),
  email: z
    .string('Enter your email address.')
    .trim()
    .max(254)
    .pipe(z.email('Enter an email address like you@example.com.')),
  topic: z.enum(Object.keys(TOPICS) as [Topic, ...Topic[]], 'Choose what it is about.'),
  message: z
    .string('Write your message.')
    .trim()
    .min(10, 'Write at least a sentence.')
    .max(MESSAGE_MOST, `Use at most ${numberText(MESSAGE_MOST)} characters.`),
  /** A field that people do not see: what is in it was written by a machine. */
  fax: z.string().default(''),
})
export type ContactMessage = z.infer<typeof contactMessage>
