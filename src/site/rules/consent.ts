import { z } from 'zod'

/** `from=bar`: the visitor goes back to the page that asked. */
export const consentForm = z.object({
  analytics: z.enum(['on', 'off'], 'Please choose.'),
  from: z.enum(['bar', 'page']).catch('page'),
})
export const consentChange = z.object({ analytics: z.boolean() })
