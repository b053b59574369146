import { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { checked } from '#base/validation-message.ts'
import { api, post } from '#web/api.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readForm } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { doneOrWaiting, listCall, readList, waitingPage } from '../list-response.ts'
import { isOnly } from '../own.ts'
import { actionAnswer } from '../pages/action.tsx'
import { AllocationFields, allocationAction, PlanFields, planAction } from '../pages/allocation-actions.tsx'
import { AllocationFilePage, AllocationPreviewPage } from '../pages/allocation-file.tsx'
import { AllocationsPage } from '../pages/allocations.tsx'
import { OnlyAdmin } from '../pages/only-admin.tsx'
import { adminPage } from '../pages/page.tsx'
import * as plans from '../plans/actions.ts'
import { change } from '../plans/actions.ts'
import { isWaiting, waitingAnswer } from '../rules/approval.ts'
import {
  ALLOCATION_LIMITS,
  allocated,
  allocationBody,
  allocationFileBody,
  allocationList,
  allocationPlan,
  dryRunQuery,
} from '../rules/credit-allocation.ts'
import { changedPlan, planChangeBody } from '../rules/plan-change.ts'
import * as actions from './actions.ts'
import * as file from './file.ts'
import * as allocations from './list.ts'

const { credits, fileCredits, lines } = ALLOCATION_LIMITS

const allocationApi = api('Admin', [
  listCall(urls.apiAdminCreditAllocations, 'finance', allocationList, allocations.list, {
    summary: 'Credits that were given and taken by hand',
    description:
      'Newest first. `q` is a person or an allocation, `by` who did it: beginnings of words of a name or address, or a whole id. `file` is the id of a file. As CSV all of them at once, at most 100,000 lines.',
  }),
  post(urls.apiAdminCreditAllocations, admin('finance'), {
    summary: 'Give credits, or take them away',
    description: `Of one person (\`person\` is an email address or an id), at most ${credits} credits; \`deduct\` takes free credits only. Or of many with \`csv\`: columns email, credits, expiry and reason, at most ${lines} lines and ${fileCredits} credits; all lines or none, and the same file once. Above the limit of System Settings it waits for a second finance admin, and nobody gives or takes for their own account. With \`?dry_run=1\` nothing is done and a file answers with every line that is wrong.`,
    query: dryRunQuery,
    body: z.union([allocationBody, allocationFileBody]),
    // Read by the schema of its kind, which names what is wrong in it.
    bodyType: 'application/json',
    answer: z.union([allocated, allocationPlan]),
    waiting: waitingAnswer,
    errors: ['conflict', 'unprocessable'],
    handle: async (ctx, { query: { dry_run: dry } }, c) => {
      const { csv } = await readBody(c, z.looseObject({ csv: z.unknown().optional() }))
      if (csv !== undefined) {
        const given = await readBody(c, allocationFileBody)
        return dry ? c.json(await file.plan(ctx, given)) : doneOrWaiting(c, await file.give(ctx, given))
      }
      const order = await readBody(c, allocationBody)
      return dry ? c.json(await actions.preview(ctx, order)) : doneOrWaiting(c, await actions.allocate(ctx, order))
    },
  }),
  post(urls.apiAdminPlanChanges, admin('finance'), {
    summary: 'Give somebody a plan, or end one that was given',
    description:
      'From now on, without a payment, for a month or a year; `person` is an email address or an id. What they paid for is interrupted and goes on after it. `free` ends what was given. Nobody changes their own plan. Above the limit of System Settings, by the credits of all its months, it waits for a second finance admin.',
    body: planChangeBody,
    answer: changedPlan,
    waiting: waitingAnswer,
    errors: ['conflict'],
    handle: async (ctx, { body }, c) => doneOrWaiting(c, await change(ctx, body)),
  }),
])

const showAllocations: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, allocationList, allocations.list)
  const { done, person } = c.req.query()
  const keys = { grant: newId(), deduct: newId() }
  const body = (
    <AllocationsPage {...{ state, done, keys, person }} notice={<OnlyAdmin ctx={ctx} only={await isOnly(ctx)} />} />
  )
  return adminPage(c, ctx, 'Credit Allocation', body)
}

const submitAllocation: Handler<AdminCtx> = (ctx, c) =>
  actionAnswer(c, ctx, {
    work: async () => {
      const order = await readBody(c, allocationBody)
      const done = await actions.allocate(ctx, order)
      if (isWaiting(done)) return waitingPage(done)
      return href(urls.adminCreditAllocation, {}, { q: done.user.id, done: done.repeated ? 'repeated' : order.kind })
    },
    question: async () => {
      const kind = (await readForm(c)).kind === 'deduct' ? 'deduct' : 'grant'
      return {
        action: allocationAction(kind, newId()),
        fields: (form) => <AllocationFields form={form} kind={kind} />,
        back: urls.adminCreditAllocation,
      }
    },
  })

const drawFile = (ctx: AdminCtx, c: HttpContext, form: FormState, status?: number) =>
  adminPage(c, ctx, 'Give credits by CSV', <AllocationFilePage form={form} />, status)

const showAllocationFile: Handler<AdminCtx> = (ctx, c) => drawFile(ctx, c, emptyForm())

/** The two steps of a file: looked at as it was chosen, then given as it was looked at. */
const submitAllocationFile: Handler<AdminCtx> = (ctx, c) =>
  submitted(ctx, c, drawFile, async () => {
    const { step, file: chosen, ...rest } = await readForm(c)
    if (step === 'give') return giveChosen(ctx, c, rest)
    const there = chosen instanceof File && chosen.size > 0 ? chosen : null
    const read = { csv: await there?.text(), name: there?.name.slice(0, 200) }
    const given = checked(allocationFileBody, { ...rest, ...read })
    const plan = await file.plan(ctx, given)
    return adminPage(c, ctx, 'Preview', <AllocationPreviewPage plan={plan} {...given} problem={null} />)
  })

/** The text comes back as it was shown, percent-encoded: a form would change the ends of its lines, and it would be another file. */
async function giveChosen(ctx: AdminCtx, c: HttpContext, sent: Record<string, unknown>) {
  const given = allocationFileBody.parse({ ...sent, csv: decodeURIComponent(String(sent.csv ?? '')) })
  try {
    const done = await file.give(ctx, given)
    if (isWaiting(done)) return c.redirect(waitingPage(done), 303)
    const { id, repeated } = done
    return c.redirect(href(urls.adminCreditAllocation, {}, { file: id, done: repeated ? 'repeated' : 'file' }), 303)
  } catch (error) {
    // It was fine when it was looked at: shown again as it is now.
    if (!(error instanceof AppError) || !['unprocessable', 'conflict'].includes(error.kind)) throw error
    const body = <AllocationPreviewPage plan={await file.plan(ctx, given)} {...given} problem={error.message} />
    return adminPage(c, ctx, 'Preview', body, error.status)
  }
}

const submitPlanChange: Handler<AdminCtx> = (ctx, c) =>
  actionAnswer(c, ctx, {
    work: async () => {
      const done = await plans.change(ctx, await readBody(c, planChangeBody))
      if (isWaiting(done)) return waitingPage(done)
      return href(urls.adminCreditAllocation, {}, { person: done.user.email, done: 'plan' })
    },
    question: async () => ({
      action: planAction,
      fields: (form) => <PlanFields form={form} />,
      back: urls.adminCreditAllocation,
    }),
  })

export const allocationRoutes = new Hono<Env>()
  .route('/', allocationApi)
  .get(urls.adminCreditAllocation, admin('finance')(showAllocations))
  .post(urls.adminCreditAllocation, admin('finance')(submitAllocation))
  .get(urls.adminCreditAllocationFile, admin('finance')(showAllocationFile))
  .post(urls.adminCreditAllocationFile, admin('finance')(submitAllocationFile))
  .post(urls.adminPlanChange, admin('finance')(submitPlanChange))
