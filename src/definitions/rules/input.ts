import { z } from 'zod'
import { definitionInput, KINDS } from './definition.ts'

const note = z.string().trim().max(1000).default('').describe('Why, for the owners.')

/** A new definition, or a new version of one. `approve`: it counts at once, which only owners may say. */
export const proposalBody = z.object({ definition: definitionInput, note, approve: z.boolean().default(false) })

export const listQuery = z.object({
  kind: z.enum(KINDS).optional(),
  state: z.enum(['approved', 'proposed']).optional(),
  q: z.string().max(200).optional(),
})

export const decisionBody = z.object({
  version_id: z.string(),
  approve: z.boolean(),
  reason: z.string().trim().max(1000).default('').describe('Why it is rejected.'),
})

export const importMode = z.enum(['preview', 'propose', 'approve']).catch('preview')
export const importQuery = z.object({ mode: z.enum(['preview', 'propose', 'approve']).default('preview') })

const listed = (value: unknown) =>
  typeof value === 'string'
    ? value
        .split(/[,\n]/)
        .map((one) => one.trim())
        .filter(Boolean)
    : value

/** The same from a form, in which synonyms stand in one field. */
export const definitionForm = z.preprocess(
  (form) =>
    typeof form === 'object' && form !== null && 'synonyms' in form
      ? { ...form, synonyms: listed(form.synonyms) }
      : form,
  definitionInput,
)
export const actForm = z.object({ note, act: z.enum(['propose', 'approve']).catch('propose') })
export const decideForm = z.object({
  version: z.string(),
  act: z.enum(['approve', 'reject', 'restore', 'remove']),
  reason: z.string().trim().max(1000).default(''),
})

export const pageQuery = z.object({
  tab: z.enum([...KINDS, 'proposals']).catch('metric'),
  q: z.string().trim().max(200).catch(''),
  cursor: z.string().optional(),
  done: z.string().optional(),
})
export const newQuery = z.object({
  kind: z.enum(KINDS).catch('metric'),
  name: z.string().max(500).catch(''),
  meaning: z.string().max(2000).catch(''),
  sql: z.string().max(20_000).catch(''),
  source: z.string().max(200).catch(''),
  note: z.string().max(1000).catch(''),
})
