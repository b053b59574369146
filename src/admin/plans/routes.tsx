import { Hono } from 'hono'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { waitingPage } from '../list-response.ts'
import { actAnswer } from '../pages/act.tsx'
import { PlanFields, planAct } from '../pages/plan-act.tsx'
import { isWaiting } from '../rules/approval.ts'
import { planChangeBody } from '../rules/plan-change.ts'
import { change } from './acts.ts'

const submitPlanChange: Handler<AdminCtx> = (ctx, c) =>
  actAnswer(
    c,
    ctx,
    async () => {
      const done = await change(ctx, await readBody(c, planChangeBody))
      if (isWaiting(done)) return waitingPage(done)
      return href(urls.adminCreditAllocation, {}, { person: done.user.email, done: 'plan' })
    },
    async () => ({ act: planAct, fields: (form) => <PlanFields form={form} />, back: urls.adminCreditAllocation }),
  )

export const planRoutes = new Hono<Env>().post(urls.adminPlanChange, admin('finance')(submitPlanChange))
