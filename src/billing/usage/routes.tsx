import { Hono } from 'hono'
import { may } from '#organizations/guard.ts'
import * as members from '#organizations/members.ts'
import * as organizations from '#organizations/organizations.ts'
import { type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { OrganizationCtx, UserCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { budgetForm, budgetSubject, calendarMonth } from '../rules/budget.ts'
import { type UsageChoice, usageChoice, usageOf } from '../rules/usage.ts'
import * as api from './api.ts'
import * as budgets from './budgets.ts'
import { OrganizationUsagePage, type Refused } from './pages/budgets.tsx'
import type { UsageProps } from './pages/usage.tsx'
import * as reading from './reading.ts'

async function draw(ctx: OrganizationCtx, c: HttpContext, form: FormState | null, status?: number) {
  const { organization } = ctx
  const refused = form && { kind: kindOf(form.values), form }
  const choice = readQuery(c, usageChoice)
  const [{ span, lines }, set, { workspaces }, number] = await Promise.all([
    reading.ofOrganization(ctx, choice),
    budgets.list(ctx),
    organizations.get(ctx),
    members.number(ctx),
  ])
  const address = (choice: UsageChoice) => href(urls.organizationUsage, { id: organization.id }, choice)
  const body = (
    <OrganizationUsagePage
      organization={organization}
      members={number}
      budgets={set}
      workspaces={workspaces}
      month={calendarMonth(ctx.now())}
      done={refused ? undefined : c.req.query('done')}
      refused={refused}
      usage={{
        usage: usageOf(choice, span, lines),
        splits: ['workspace', 'member', 'model'],
        address,
        organizationId: organization.id,
      }}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: `Usage of ${organization.name}`, status }, body)
}

/** The person's own usage for the page of their billing, as its address asks for it. */
export async function ownUsage(ctx: UserCtx, c: HttpContext): Promise<UsageProps> {
  const choice = usageChoice.parse({ period: c.req.query('usage'), by: c.req.query('by') })
  const by = choice.by === 'member' ? 'workspace' : choice.by
  const { span, lines } = await reading.ofPerson(ctx, { ...choice, by })
  return {
    usage: usageOf({ ...choice, by }, span, lines),
    splits: ['workspace', 'model'],
    address: ({ period, by }) => `${href(urls.billing, {}, { usage: period, by })}#usage`,
  }
}

const showOrganizationUsage: Handler<OrganizationCtx> = (ctx, c) => draw(ctx, c, null)

const back = (ctx: OrganizationCtx, c: HttpContext, done: string) =>
  c.redirect(`${href(urls.organizationUsage, { id: ctx.organization.id }, { done })}#budgets`, 303)

const submitBudget: Handler<OrganizationCtx> = (ctx, c) =>
  submitted(ctx, c, draw, async () => {
    const { monthly_credits, workspace_id, user_id, email } = await readBody(c, budgetForm)
    const userId = email === undefined ? user_id : (await members.byEmail(ctx, email)).userId
    await budgets.set(ctx, workspace_id === undefined ? { user_id: userId } : { workspace_id }, monthly_credits)
    return back(ctx, c, 'set')
  })

/** Which of the forms was sent: those of budgets that are set name their workspace too. */
function kindOf({ email, workspace_id, fresh }: Record<string, string>): Refused['kind'] {
  if (email !== undefined) return 'member'
  return workspace_id !== undefined && fresh !== undefined ? 'workspace' : 'row'
}

const submitBudgetRemoval: Handler<OrganizationCtx> = async (ctx, c) => {
  await budgets.remove(ctx, await readBody(c, budgetSubject))
  return back(ctx, c, 'removed')
}

export const usageRoutes = new Hono<Env>()
  .route('/', api.usageApi)
  .route('/', api.budgetApi)
  .get(urls.organizationUsage, may('MANAGE_BILLING')(showOrganizationUsage))
  .post(urls.organizationBudget, may('MANAGE_BILLING')(submitBudget))
  .post(urls.organizationBudgetRemove, may('MANAGE_BILLING')(submitBudgetRemoval))
