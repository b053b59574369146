import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import { conflict, notFound } from '#base/errors.ts'
import { messages } from '#db/schema/index.ts'
import * as definitions from '#definitions/definitions.ts'
import type { Definition } from '#definitions/rules/answers.ts'
import type { DefinitionInput } from '#definitions/rules/definition.ts'
import { demand } from '#organizations/guard.ts'
import * as query from '#query/run.ts'
import type { ConversationCtx } from './conversations.ts'
import * as kept from './messages.ts'
import { fromChip, fromClarification, fromReading, fromReason, fromSql } from './rules/proposal.ts'
import type { ProposalBody } from './rules/request.ts'

const NOTES = {
  sql: 'The SQL of an answer was corrected.',
  clarification: 'The analyst had to ask back.',
  feedback: 'An answer was rated down.',
  reading: 'A reading of a question was chosen.',
  chips: 'A part of an answer was changed by chips.',
} as const

/**
 * Proposes what was learned from an answer: the SQL that somebody corrected, what they chose when they were asked back, or what they
 * found wrong.
 * @throws AppError forbidden for people who may not propose; not_found where the answer has nothing of that kind; as `definitions.propose`
 */
export async function propose(ctx: ConversationCtx, messageId: string, wanted: ProposalBody): Promise<Definition> {
  await demand(ctx, ctx.workspace.role, 'UPDATE_AGENTS')
  const input = await inputOf(ctx, messageId, wanted)
  return definitions.propose(ctx, query, { input, note: NOTES[wanted.from] })
}

async function inputOf(ctx: ConversationCtx, messageId: string, wanted: ProposalBody): Promise<DefinitionInput> {
  const question = await questionBeside(ctx, messageId, 'before')
  if (question === null) throw notFound('Question')
  if (wanted.from === 'feedback') return fromReason(question, wanted.reason)
  const { edited = [], clarification, reading, readings = [] } = await kept.answerOf(ctx, messageId)
  if (wanted.from === 'chips') {
    const input = reading && fromChip(wanted.word, reading, wanted.chip)
    if (!input) throw notFound('Chip')
    return input
  }
  if (wanted.from === 'reading') {
    const input = fromReading(readings)
    if (!input) throw notFound('Chosen reading')
    return input
  }
  if (wanted.from === 'sql') {
    const changed = edited.find(({ of }) => of === wanted.result)
    if (!changed) throw notFound('Edited result')
    return fromSql(question, changed)
  }
  const choice = await questionBeside(ctx, messageId, 'after')
  if (!clarification) throw notFound('Question back')
  if (choice === null) throw conflict('Answer the question first.')
  return fromClarification(question, clarification, choice)
}

/** What the person said last before an answer, or first after it. */
export async function questionBeside(ctx: ConversationCtx, messageId: string, side: 'before' | 'after') {
  const [beside, order] =
    side === 'before' ? [lt(messages.id, messageId), desc(messages.id)] : [gt(messages.id, messageId), asc(messages.id)]
  const [row] = await ctx.db
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.conversationId, ctx.conversation.id), eq(messages.role, 'user'), beside))
    .orderBy(order)
    .limit(1)
  return row?.text ?? null
}
