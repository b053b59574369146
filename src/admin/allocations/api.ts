import { z } from 'zod'
import { api, post } from '#web/api.ts'
import { readBody } from '#web/input.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { doneOrWaiting, listCall } from '../list-response.ts'
import { change } from '../plans/actions.ts'
import { waitingAnswer } from '../rules/approval.ts'
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

export const allocationApi = api('Admin', [
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
