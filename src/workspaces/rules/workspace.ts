import { z } from 'zod'

const name = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'Use at most 100 characters for the name.')
const description = z.string().trim().max(2000, 'Use at most 2000 characters for the description.')
/** A JSON boolean, or the checkbox of a form. */
const restricted = z.union([
  z.boolean(),
  z.literal(['on', 'true', '1']).transform(() => true),
  z.literal('').transform(() => false),
])

/** POST /workspaces. */
export const newWorkspace = z.object({
  organization_id: z.string('Name the organization.').min(1, 'Name the organization.'),
  name,
  description: description.optional(),
  restricted: restricted.optional(),
})
/** PUT /workspaces/{id}: what is left out stays. */
export const workspaceChange = z.object({
  name: name.optional(),
  description: description.optional(),
  restricted: restricted.optional(),
})

export type NewWorkspace = z.infer<typeof newWorkspace>
export type WorkspaceChange = z.infer<typeof workspaceChange>
