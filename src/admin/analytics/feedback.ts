import { and, desc, eq, gte, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { messages } from '#db/schema/index.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { Analytics } from '../rules/analytics.ts'
import type { Span } from '../rules/period.ts'

const answersOf = ({ from, to }: Span) =>
  and(eq(messages.role, 'assistant'), gte(messages.createdAt, from), lt(messages.createdAt, to))
const rated = (rating: 'up' | 'down') =>
  sql`count(*) filter (where ${messages.rating} = ${rating})`.mapWith(Number).as(rating)

/** How answers ended, and what people thought of them. */
export const answersIn = ({ db }: AdminCtx, span: Span): Promise<Analytics['answers']> =>
  db
    .select({
      status: sql<string>`${messages.status}`,
      count: sql`count(*)`.mapWith(Number),
      up: rated('up'),
      down: rated('down'),
    })
    .from(messages)
    .where(answersOf(span))
    .groupBy(messages.status)
    .orderBy(desc(sql`count(*)`), messages.status)

/** Thumbs, and the reasons that people wrote with them: neither the question nor the answer, which belong to their workspace. */
export async function feedbackIn({ db }: AdminCtx, span: Span, most: number): Promise<Analytics['feedback']> {
  const [[thumbs], reasons] = await Promise.all([
    db
      .select({ up: rated('up'), down: rated('down') })
      .from(messages)
      .where(answersOf(span)),
    db
      .select({
        id: messages.id,
        rating: messages.rating,
        reason: messages.ratingReason,
        status: messages.status,
        at: messages.createdAt,
      })
      .from(messages)
      .where(
        and(
          answersOf(span),
          isNotNull(messages.rating),
          isNotNull(messages.ratingReason),
          ne(messages.ratingReason, ''),
        ),
      )
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(most),
  ])
  return {
    ...thumbs!,
    reasons: reasons.map(({ at, rating, reason, ...one }) => ({
      ...one,
      rating: rating!,
      reason: reason!,
      at: at.toISOString(),
    })),
  }
}
