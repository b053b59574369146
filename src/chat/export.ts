import { and, desc, eq, lt } from 'drizzle-orm'
import { AppError, unprocessable } from '#base/errors.ts'
import { fileStem } from '#base/text.ts'
import { conversations, messages, users } from '#db/schema/index.ts'
import * as charts from '#query/charts.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { isComputed, type Table } from '#query/rules/chart-data.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { answerPdf } from './answer-pdf.ts'
import type { ConversationCtx } from './conversations.ts'
import { get } from './messages.ts'
import { documentOf } from './rules/export.ts'
import { markdownFile } from './rules/export-markdown.ts'
import type { AnswerFormat } from './rules/request.ts'
import { asker } from './withheld.ts'

/**
 * An answer as a file, with what stands between its paragraphs.
 * @param how locale: in whose way its cells are written
 * @throws AppError not_found for a message that is no answer of the conversation; unprocessable while it is being written, and for one without words
 */
export async function exported(
  ctx: ConversationCtx,
  messageId: string,
  { format, locale }: { format: AnswerFormat; locale: string },
): Promise<{ body: string | Uint8Array<ArrayBuffer>; name: string }> {
  const { answer, createdAt } = await get(ctx, messageId)
  if (!answer?.text)
    throw unprocessable('There is nothing to export: choose an answer that has been written.', 'nothing_to_export')
  const [asked] = await ctx.db
    .select({ text: messages.text, asker: users.name })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(users, eq(users.id, asker))
    .where(and(eq(messages.conversationId, ctx.conversation.id), eq(messages.role, 'user'), lt(messages.id, messageId)))
    .orderBy(desc(messages.id))
    .limit(1)
  const document = documentOf({
    answer,
    question: asked?.text || ctx.conversation.title,
    asker: asked?.asker ?? '',
    workspace: ctx.workspace.name,
    askedAt: createdAt,
    now: ctx.now(),
    locale,
    linkHosts: ctx.settings().answers.link_hosts,
  })
  const name = `${fileStem(document.title) || 'answer'}.${format}`
  if (format === 'md') return { body: markdownFile(document), name }
  const body = await answerPdf(document, { at: ctx.now(), locale, tableOf: (part) => chartTable(ctx, part) })
  return { body, name }
}

/** What a chart draws, of all rows; null where the result is kept no longer, or cannot be drawn any more. */
export async function chartTable(
  ctx: WorkspaceCtx,
  { spec, result }: { spec: ChartSpec; result: QueryResult },
): Promise<Table | null> {
  if (result.rows.length === result.total_rows && !isComputed(spec, result)) return result
  try {
    return await charts.table(ctx, { ...spec, result: result.id })
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'internal') return null
    throw error
  }
}
