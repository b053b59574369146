import { z } from 'zod'

/** Which version of a file, counted from 1; left out, the one that is current. */
export const versionQuery = z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() })

export const uploadInput = z.object({
  name: z.string().min(1, 'Give the name of the file.').max(1000),
  size: z.number().int().positive('An empty file cannot be uploaded.'),
})
