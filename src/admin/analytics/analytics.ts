import type { AdminCtx } from '../../ctx.ts'
import type { Analytics } from '../rules/analytics.ts'
import { type PeriodName, spanOf } from '../rules/period.ts'
import { eventsIn } from './events.ts'
import { answersIn, feedbackIn } from './feedback.ts'
import { funnelIn, retention } from './people.ts'
import { modelsIn, workspacesIn } from './usage.ts'

/**
 * The figures of Analytics & Reports over a period that ends now. Only visits and event counts come from tracking, which knows of
 * visitors who agreed; everything else is read from the product's own tables, which know of everybody.
 * @param reasons how many reasons of feedback, the latest first
 */
export async function read(ctx: AdminCtx, period: PeriodName, reasons = 20): Promise<Analytics> {
  const span = spanOf(period, ctx.now())
  const [funnel, cohorts, models, workspaces, answers, feedback, events] = await Promise.all([
    funnelIn(ctx, span),
    retention(ctx),
    modelsIn(ctx, span),
    workspacesIn(ctx, span),
    answersIn(ctx, span),
    feedbackIn(ctx, span, reasons),
    eventsIn(ctx, span),
  ])
  return {
    period,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    step_seconds: span.step / 1000,
    funnel,
    retention: cohorts,
    models,
    workspaces,
    answers,
    feedback,
    events,
  }
}
