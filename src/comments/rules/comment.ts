import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { cellPlace } from '#query/rules/place.ts'
import { LONGEST_COMMENT } from './mention.ts'

/** Comments of one canvas or conversation. */
export const MOST_COMMENTS = 2_000
const MOST_MENTIONS = 20
/** Letters of what names a row and a column. */
const LONGEST_CELL = 4_000

/** A cell of a block, or of one of the results of an answer. */
const commentedCell = cellPlace.extend({
  result: z.string().max(64).optional().describe('Of an answer: the id of one of its results.'),
})
export type CommentedCell = z.infer<typeof commentedCell>

const text = z.string().trim().min(1, 'Write a comment.').max(LONGEST_COMMENT)
const mentions = z
  .array(z.string().max(40))
  .max(MOST_MENTIONS, `A comment mentions at most ${MOST_MENTIONS} people.`)
  .describe('Ids of people who may read it. Each is told, once.')
const said = z.object({
  cell: commentedCell
    .refine((cell) => JSON.stringify(cell).length <= LONGEST_CELL, 'What names this row is too long to be kept.')
    .nullable()
    .default(null)
    .describe('The cell of a table that it is about, by what names its row; null: all of it.'),
  text,
  mentions: mentions.default([]),
})
export type NewComment = z.infer<typeof said> & { part: string }
export const commentChange = z.object({
  text: text.optional(),
  mentions: mentions.optional(),
  resolved: z.boolean().optional(),
})
export type CommentChange = z.infer<typeof commentChange>

const person = z.object({ id: z.string(), name: z.string() })
const comment = z.object({
  id: z.string(),
  cell: commentedCell.nullable().describe('It may be gone: then it is about the whole.'),
  text: z.string(),
  mentions: z.array(person),
  by: person,
  created_at: moment,
  edited_at: moment.nullable(),
  resolved_at: moment.nullable(),
  resolved_by: person.nullable(),
  may: z
    .object({ edit: z.boolean(), end: z.boolean() })
    .describe('`end`: resolve and delete it, which whoever looks after the place may as well.'),
})
export type CommentJson = z.infer<typeof comment> & { block_id?: string; message_id?: string }

/** Comments of blocks, and of answers: each says in its own word what it is about. */
export const ofBlock = {
  created: said.extend({ block_id: z.string().max(40).describe('A block of the canvas.') }),
  comment: comment.extend({ block_id: z.string() }),
}
export const ofAnswer = {
  created: said.extend({ message_id: z.string().max(40).describe('An answer of the conversation.') }),
  comment: comment.extend({ message_id: z.string() }),
}
