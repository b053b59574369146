import { z } from 'zod'

const name = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'Use at most 100 characters for the name.')
const description = z.string().trim().max(2000, 'Use at most 2000 characters for the description.')

/** POST /workspaces. */
export const newWorkspace = z.object({
  organization_id: z.string('Name the organization.').min(1, 'Name the organization.'),
  name,
  description: description.optional(),
  restricted: z.boolean().optional(),
})

/** PUT /workspaces/{id}: what is left out stays. */
export const workspaceChange = z.object({
  name: name.optional(),
  description: description.optional(),
  restricted: z.boolean().optional(),
})

/** The pages' form: a checkbox that is off is not sent at all. */
export const workspaceForm = z.object({
  name,
  description: description.default(''),
  restricted: z
    .literal('on')
    .optional()
    .transform((box) => box === 'on'),
})

export type NewWorkspace = z.infer<typeof newWorkspace>
export type WorkspaceChange = z.infer<typeof workspaceChange>
