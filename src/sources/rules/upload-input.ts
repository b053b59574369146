import { z } from 'zod'

export const uploadInput = z.object({
  name: z.string().min(1, 'Give the name of the file.').max(1000),
  size: z.number().int().positive('An empty file cannot be uploaded.'),
})
