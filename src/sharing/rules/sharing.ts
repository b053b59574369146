import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { LEVELS } from './level.ts'

/** People with whom one thing is shared by name. */
export const MOST_SHARES = 100

const level = z.enum(LEVELS).describe('`view`, `comment`, or `edit`: each within what the role of the person may.')
const person = z.object({ id: z.string(), name: z.string(), email: z.string() })
const share = z.object({ user: person, level, created_at: moment })
export type ShareJson = z.infer<typeof share>

export const sharing = z.object({
  workspace_id: z.string(),
  workspace: level.nullable().describe('What everybody in the workspace may; null: nothing.'),
  people: z.array(share).describe('Who was given more by name, as long as they may see the workspace.'),
  by: person.describe('Whose it is.'),
  may: z.boolean().describe('Whether you may change this.'),
})
export type SharingJson = z.infer<typeof sharing>
export const workspaceLevel = z.object({ level: level.nullable() })
export const personLevel = z.object({ level })
