import { z } from 'zod'
import { WORKSPACE_SOURCE } from './request.ts'

export const verifiedInput = z.object({
  question: z.string().trim().min(3, 'Write the question that it answers.').max(500),
  description: z.string().trim().max(2000).default(''),
  source: z.string().trim().min(1).default(WORKSPACE_SOURCE),
  sql: z.string().trim().min(1, 'Write a statement.').max(20_000),
})
export type VerifiedInput = z.infer<typeof verifiedInput>
