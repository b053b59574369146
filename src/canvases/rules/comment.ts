import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { cellPlace } from './block.ts'
import { LONGEST_COMMENT } from './mention.ts'

/** Comments of a board. */
export const MOST_COMMENTS = 2_000
const MOST_MENTIONS = 20
/** Letters of what names a row and a column. */
const LONGEST_CELL = 4_000

const text = z.string().trim().min(1, 'Write a comment.').max(LONGEST_COMMENT)
const mentions = z
  .array(z.string().max(40))
  .max(MOST_MENTIONS, `A comment mentions at most ${MOST_MENTIONS} people.`)
  .describe('Ids of members of the workspace. Each gets a mail, once.')
export const newComment = z.object({
  block_id: z.string().max(40).describe('A block of the canvas.'),
  cell: cellPlace
    .refine((cell) => JSON.stringify(cell).length <= LONGEST_CELL, 'What names this row is too long to be kept.')
    .nullable()
    .default(null)
    .describe('The cell of a table that it is about, by what names its row; null: the whole block.'),
  text,
  mentions: mentions.default([]),
})
export type NewComment = z.infer<typeof newComment>
export const commentChange = z.object({
  text: text.optional(),
  mentions: mentions.optional(),
  resolved: z.boolean().optional(),
})
export type CommentChange = z.infer<typeof commentChange>

const person = z.object({ id: z.string(), name: z.string() })
export const comment = z.object({
  id: z.string(),
  block_id: z.string(),
  cell: cellPlace.nullable().describe('It may be gone: then it is about the block.'),
  text: z.string(),
  mentions: z.array(person),
  by: person,
  created_at: moment,
  edited_at: moment.nullable(),
  resolved_at: moment.nullable(),
  resolved_by: person.nullable(),
  may: z
    .object({ edit: z.boolean(), end: z.boolean() })
    .describe('`end`: resolve and delete it, which owners of the workspace may as well.'),
})
export type CommentJson = z.infer<typeof comment>
