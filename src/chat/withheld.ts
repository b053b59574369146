import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Answer } from '#analyst/rules/answer.ts'
import { resultsOf } from '#analyst/rules/presented.ts'
import { type Hidden, hiddenParts, seesHidden } from '#catalog/hidden.ts'
import { sourcesNow } from '#catalog/outline.ts'
import { conversations, messages } from '#db/schema/index.ts'
import { namesOne } from '#definitions/rules/definition.ts'
import { readBy } from '#query/results.ts'
import { isHiddenSince } from '#query/rules/reads.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { blankAnswer } from './rules/blank.ts'

/** Who asked a question, or was answered; for statements that read the conversation as well. */
export const asker = sql<string>`coalesce(${messages.askedBy}, ${conversations.userId})`

const WORDS = 'This answer speaks of tables or columns that were hidden since. Ask an owner of the workspace.'
/** What stands in place of an answer that is withheld. */
export const WITHHELD: Answer = { ...blankAnswer('refused', null), text: WORDS }

/** All texts and names in something that is said. Rows do not count: their values may be any words. */
export function textsIn(said: unknown): string {
  if (typeof said !== 'object' || said === null) return String(said ?? '')
  return Object.entries(said)
    .flatMap(([name, value]) => (name === 'rows' ? [] : [name, textsIn(value)]))
    .join('\n')
}

/**
 * Tells whether what an answer or a block says, with its statements and the columns of its results, speaks of what was hidden: by a name that
 * nothing visible has, or by a table and a column that is hidden of it.
 */
export function speaksOf({ names, byTable }: Hidden, said: unknown): boolean {
  if (byTable.size === 0) return false
  const text = textsIn(said)
  return (
    namesOne(text, names) ||
    [...byTable].some(([table, columns]) => namesOne(text, new Set([table])) && namesOne(text, columns))
  )
}

/** The same for one workspace, as somebody asks who may not know what is hidden. */
export async function hiddenIn(ctx: WorkspaceCtx): Promise<(said: unknown) => boolean> {
  const hidden = await hiddenParts(ctx)
  return (said) => speaksOf(hidden, said)
}

/**
 * Which of these messages are answers to others that read or speak of what was hidden since, for somebody who may not know that. What was
 * told to themselves stays, where they were told it.
 * @param outside it is for people of whom nothing is known
 */
export async function withheld(ctx: WorkspaceCtx, ids: string[], { outside = false } = {}): Promise<Set<string>> {
  if ((!outside && seesHidden(ctx)) || ids.length === 0) return new Set()
  const [hidden, sources] = await Promise.all([hiddenParts(ctx), sourcesNow(ctx)])
  if (hidden.byTable.size === 0) return new Set()
  const rows = await ctx.db
    .select({ id: messages.id, answer: messages.answer, original: messages.original, reads: messages.reads })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        inArray(messages.id, ids),
        eq(messages.role, 'assistant'),
        outside ? undefined : or(ne(asker, ctx.user.id), messages.copied),
      ),
    )
  const gone = rows.map(async ({ id, answer, original, reads }) => {
    if (speaksOf(hidden, [answer, original])) return id
    const ran = [answer, original].flatMap((one) => (one && !reads ? resultsOf(one) : []))
    const all = reads ? [reads] : await Promise.all(ran.map((one) => readBy(ctx, one, sources.all)))
    return all.some((one) => isHiddenSince(one, sources)) ? id : []
  })
  return new Set((await Promise.all(gone)).flat())
}
