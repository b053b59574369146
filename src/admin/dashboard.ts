import { sql } from 'drizzle-orm'
import { creditLots, files, logLines, messages, organizations, users, workspaces } from '#db/schema/index.ts'
import type { AdminCtx } from '../ctx.ts'
import { excludeDemo } from './exclude-demo.ts'
import { figureOfRows, figuresByKind, latencyOf, revenueOf, soldOf, storedBefore } from './figures.ts'
import { gauges } from './gauges.ts'
import { type Dashboard, OUTCOMES, type Outcome, outcomeOf, successRate } from './rules/dashboard.ts'
import { type Figure, type PeriodName, type Span, spanOf, together } from './rules/period.ts'
import { waiting } from './waiting.ts'

/** The figures of the platform over a period that ends now, compared with the one before. */
export async function read(ctx: AdminCtx, period: PeriodName): Promise<Dashboard> {
  const span = spanOf(period, ctx.now())
  const now = await gauges(ctx)
  const [people, places, rooms, questions, granted, sold, uploaded, before, revenue, latency, errors, waits] =
    await Promise.all([
      figureOfRows(ctx, span, users.createdAt, { where: excludeDemo.people }),
      figureOfRows(ctx, span, organizations.createdAt, { where: excludeDemo.organizations }),
      figureOfRows(ctx, span, workspaces.createdAt, { where: excludeDemo.workspaces }),
      questionsOf(ctx, span),
      figureOfRows(ctx, span, creditLots.createdAt, { sum: creditLots.granted }),
      soldOf(ctx, span),
      figureOfRows(ctx, span, files.createdAt, { sum: files.sizeBytes, where: excludeDemo.files }),
      storedBefore(ctx, span),
      revenueOf(ctx, span),
      latencyOf(ctx, span),
      figureOfRows(ctx, span, logLines.createdAt, { where: sql`${logLines.level} = 'error'` }),
      waiting(ctx),
    ])
  return {
    period,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    step_seconds: span.step / 1000,
    people: { total: now.people, added: people },
    organizations: { total: now.organizations, added: places },
    workspaces: { total: now.workspaces, added: rooms },
    questions,
    credits: { open: now.credits_open, granted, ...sold },
    revenue,
    waiting: waits,
    latency,
    errors,
    storage: { bytes: now.storage_bytes, files: now.storage_files, before, added_bytes: uploaded },
  }
}

/** Every question has one answer, whose status tells how it ended. */
async function questionsOf(ctx: AdminCtx, span: Span): Promise<Dashboard['questions']> {
  const { of } = await figuresByKind(ctx, span, messages.createdAt, {
    where: sql`${messages.role} = 'assistant'`,
    by: messages.status,
    kindOf: outcomeOf,
  })
  const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, of(outcome)])) as Record<Outcome, Figure>
  return { asked: together(Object.values(outcomes)), ...outcomes, success_rate: successRate(outcomes) }
}
