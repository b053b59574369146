import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { invalidFields } from '#base/errors.ts'
import { demand, may } from '#organizations/guard.ts'
import * as organizations from '#organizations/organizations.ts'
import { api, del, get, put } from '#web/api.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import type { OrganizationCtx, UserCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { budget } from '../rules/answers.ts'
import { budgetBody, budgetSubject, isOfOne } from '../rules/budget.ts'
import { usage, usageCsv, usageOf, usageQuery } from '../rules/usage.ts'
import * as budgets from './budgets.ts'
import * as reading from './reading.ts'

export const usageApi = api('Billing', [
  get(urls.apiUsage, signedIn, {
    summary: 'What your answers cost',
    description:
      'Your own answers, or with `organization_id` those of everybody in an organization whose billing you manage (MANAGE_BILLING). Days and months are those of UTC. As CSV (`?format=csv` asks for it too) a line for each group in each day or month.',
    query: usageQuery,
    forms: ['text/csv'],
    answer: usage,
    errors: ['forbidden', 'not_found'],
    handle: async (ctx, { query: { organization_id, ...choice } }, c) => {
      const { span, lines } = organization_id
        ? await reading.ofOrganization(await managed(ctx, organization_id), choice)
        : await reading.ofPerson(ctx, alone(choice))
      return wantsCsv(c) ? csvAnswer(c, 'usage', usageCsv(lines)) : usageOf(choice, span, lines)
    },
  }),
])

export const budgetApi = api('Organizations', [
  get(urls.apiOrganizationBudgets, may('MANAGE_BILLING'), {
    summary: 'Monthly budgets of workspaces and members',
    answer: z.array(budget),
    handle: budgets.list,
  }),
  put(urls.apiOrganizationBudgets, may('MANAGE_BILLING'), {
    summary: 'Set or change a budget',
    description:
      'Of a workspace or of a member, for each calendar month (UTC). A question that does not fit is refused with `budget_exceeded` (402); owners are told by mail at 80 and at 100 percent.',
    body: budgetBody,
    answer: budget,
    handle: (ctx, { body: { monthly_credits, ...subject } }) => budgets.set(ctx, subject, monthly_credits),
  }),
  del(urls.apiOrganizationBudgets, may('MANAGE_BILLING'), {
    summary: 'Remove a budget',
    query: budgetSubject,
    handle: (ctx, { query: subject }) => {
      if (!isOfOne(subject)) throw invalidFields({ workspace_id: 'Name either workspace_id or user_id.' })
      return budgets.remove(ctx, subject)
    },
  }),
])

async function managed(ctx: UserCtx, id: string): Promise<OrganizationCtx> {
  const inside = await organizations.enter(ctx, id)
  await demand(inside, inside.organization.role, 'MANAGE_BILLING')
  return inside
}

function alone<C extends { by: string }>(choice: C): C {
  if (choice.by === 'member')
    throw invalidFields({ by: 'Members can be told apart in an organization: name its organization_id.' })
  return choice
}
