import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { agentContent, agentInput } from './agent.ts'

/** An agent in one of its versions. */
export const agent = z.object({
  id: z.string().describe('The same for all versions; what `context.agent_id` names.'),
  version: z.number().nullable().describe('Null for the agent that every workspace has.'),
  state: z.enum(['draft', 'published', 'replaced', 'removed']),
  name: z.string(),
  ...agentContent.shape,
  default: z.boolean().describe('It exists in every workspace, and cannot be changed or deleted.'),
  may_ask: z.boolean().describe('Whether you may ask it.'),
  draft: z.number().nullable().describe('The version that is worked on beside the published one.'),
  saved_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  published_at: moment.nullable(),
  created_at: moment.nullable(),
})
export type Agent = z.infer<typeof agent>

const publish = z.boolean().default(false).describe('People may choose it at once; otherwise it is a draft.')
export const agentBody = agentInput.extend({ publish })
export const versionBody = z.object({ version: z.coerce.number().int().min(1) })
