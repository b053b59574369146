import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Answer } from '#analyst/rules/answer.ts'
import { hiddenNames, seesHidden } from '#catalog/hidden.ts'
import { conversations, messages } from '#db/schema/index.ts'
import { namesOne } from '#definitions/rules/definition.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { blankAnswer } from './rules/blank.ts'

/** Who asked a question, or was answered; for statements that read the conversation as well. */
export const asker = sql<string>`coalesce(${messages.askedBy}, ${conversations.userId})`

const WORDS = 'This answer speaks of tables or columns that were hidden since. Ask an owner of the workspace.'
/** What stands in place of an answer that is withheld. */
export const WITHHELD: Answer = { ...blankAnswer('refused', null), text: WORDS }

/**
 * Which of these messages are answers to others that name what was hidden since, for somebody who may not know that. What was told to
 * themselves stays.
 */
export async function withheld(ctx: WorkspaceCtx, ids: string[]): Promise<Set<string>> {
  const names = seesHidden(ctx) || ids.length === 0 ? new Set<string>() : await hiddenNames(ctx)
  if (names.size === 0) return names
  const rows = await ctx.db
    .select({ id: messages.id, answer: messages.answer, original: messages.original })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(inArray(messages.id, ids), eq(messages.role, 'assistant'), ne(asker, ctx.user.id)))
  const said = (key: string, value: unknown) => (key === 'rows' ? undefined : value)
  const isHidden = ({ answer, original }: (typeof rows)[number]) =>
    namesOne(JSON.stringify([answer, original], said), names)
  return new Set(rows.filter(isHidden).map(({ id }) => id))
}
