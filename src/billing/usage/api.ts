import { invalidFields } from '#base/errors.ts'
import { demand } from '#organizations/guard.ts'
import * as organizations from '#organizations/organizations.ts'
import type { Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import type { OrganizationCtx, UserCtx } from '../../ctx.ts'
import { budgetBody, budgetSubject, isOfOne } from '../rules/budget.ts'
import { usageCsv, usageOf, usageQuery } from '../rules/usage.ts'
import * as budgets from './budgets.ts'
import * as reading from './reading.ts'

/** The person's own usage everywhere, or that of everybody in an organization whose billing they manage. */
export const sendUsage: Handler<UserCtx> = async (ctx, c) => {
  const { organization_id, ...choice } = readQuery(c, usageQuery)
  const { span, lines } = organization_id
    ? await reading.ofOrganization(await managed(ctx, organization_id), choice)
    : await reading.ofPerson(ctx, alone(choice))
  return wantsCsv(c) ? csvAnswer(c, 'usage', usageCsv(lines)) : c.json(usageOf(choice, span, lines))
}

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

export const listBudgets: Handler<OrganizationCtx> = async (ctx, c) => c.json(await budgets.list(ctx))

export const setBudget: Handler<OrganizationCtx> = async (ctx, c) => {
  const { monthly_credits, ...subject } = await readBody(c, budgetBody)
  return c.json(await budgets.set(ctx, subject, monthly_credits))
}

export const removeBudget: Handler<OrganizationCtx> = async (ctx, c) => {
  const subject = readQuery(c, budgetSubject)
  if (!isOfOne(subject)) throw invalidFields({ workspace_id: 'Name either workspace_id or user_id.' })
  await budgets.remove(ctx, subject)
  return c.body(null, 204)
}
