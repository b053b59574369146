import { z } from 'zod'
import { MODEL_ROWS, ROWS_SEEN } from '#records/rules/xai.ts'

const name = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'Use at most 100 characters for the name.')
const description = z.string().trim().max(2000, 'Use at most 2000 characters for the description.')

const modelSees = z.enum(ROWS_SEEN, 'Choose what the model may see.')
const modelRows = z
  .int('Please give a whole number.')
  .min(1, 'Please give at least 1.')
  .max(MODEL_ROWS, `Please give at most ${MODEL_ROWS}.`)

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
  model_sees: modelSees
    .optional()
    .describe(
      'What a model outside may see of the data: only names and types (`none`), a few values and rows (`samples`), or what it needs (`all`). Where the server allows less, that holds.',
    ),
  model_rows: modelRows
    .nullable()
    .optional()
    .describe('Rows of a result that the model may see at most; null: as many as the mode has.'),
})

/** The form of the settings page about what a model may see. */
export const privacyForm = z.object({
  model_sees: modelSees,
  model_rows: z
    .string()
    .trim()
    .default('')
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(modelRows.nullable()),
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
