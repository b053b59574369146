import { OrganizationBreadcrumb, OrganizationTabs } from '#organizations/pages/parts.tsx'
import { Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Done, Field, Problem } from '#ui/field.tsx'
import { dayText, number, region } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { emptyForm, type FormState, problemOf } from '#web/form.ts'
import type { Organization } from '../../../ctx.ts'
import { href, urls } from '../../../urls.ts'
import type { Budget } from '../../rules/answers.ts'
import { type CalendarMonth, monthText, shareReached } from '../../rules/budget.ts'
import { creditText } from '../../rules/credit.ts'
import { type UsageProps, UsageSection } from './usage.tsx'

export type Refused = { kind: 'workspace' | 'member' | 'row'; form: FormState }
type BudgetsProps = {
  organization: Organization
  budgets: Budget[]
  workspaces: { id: string; name: string }[]
  month: CalendarMonth
  done: string | undefined
  refused: Refused | null
}

export const OrganizationUsagePage = (props: BudgetsProps & { members: number; usage: UsageProps }) => {
  const { organization } = props
  return (
    <div class="page billing">
      <OrganizationBreadcrumb organization={organization} here="Usage" />
      <PageHead
        title={`Usage of ${organization.name}`}
        text="Questions are paid with the credits of whoever asks them; budgets say how many that may be."
      />
      <OrganizationTabs organization={organization} members={props.members} here="usage" />
      <UsageSection {...props.usage} />
      <Budgets {...props} />
    </div>
  )
}

const DONE = { set: 'The budget is set.', removed: 'The budget is removed.' }

const Budgets = (props: BudgetsProps) => {
  const { organization, budgets, month, refused } = props
  return (
    <Card
      id="budgets"
      title={`Budgets for ${monthText(month)}`}
      intro={`A question that does not fit is refused before it runs. Budgets renew on ${dayText(month.to)} (UTC). Owners get a mail at 80 % and at 100 %.`}
    >
      <div class="card-body stack">
        <Done texts={DONE} done={props.done} />
        {refused?.kind === 'row' && <Problem text={problemOf(refused.form)} />}
        {budgets.length > 0 ? (
          <ul class="budgets">
            {budgets.map((budget) => (
              <BudgetRow budget={budget} organizationId={organization.id} />
            ))}
          </ul>
        ) : (
          <p class="muted">No budget is set: everybody may ask as much as their own credits allow.</p>
        )}
        <NewBudgets {...props} />
      </div>
    </Card>
  )
}

const STATES: Record<number, { name: string; text: string; badge: string }> = {
  0: { name: 'fine', text: '', badge: '' },
  80: { name: 'near', text: 'Nearly used', badge: 'badge badge-amber' },
  100: { name: 'spent', text: 'Used up', badge: 'badge badge-red' },
}

const BudgetRow = ({ budget, organizationId }: { budget: Budget; organizationId: string }) => {
  const { workspace, user, monthly_credits, used, held, percent } = budget
  const name = workspace?.name ?? (user!.name || user!.email)
  const kind = workspace ? 'Workspace' : 'Member'
  const state = STATES[shareReached(used, monthly_credits)]!
  const fields = workspace ? { workspace_id: workspace.id } : { user_id: user!.id }
  const hidden = Object.entries(fields).map(([name, value]) => <input type="hidden" name={name} value={value} />)
  const field = `budget-${budget.id}`
  return (
    <li class="budget" data-state={state.name}>
      <div class="budget-of">
        <strong>{name}</strong>
        <span class="muted small">
          {kind}
          {user?.name && ` · ${user.email}`}
        </span>
      </div>
      <div class="budget-used">
        <p>
          <span class="num">
            {number(used)} of {creditText(monthly_credits, region())}
          </span>
          {state.text ? <span class={state.badge}>{state.text}</span> : <span class="muted num">{percent} %</span>}
        </p>
        <progress class="meter" max={100} value={percent} aria-label={`Budget of ${name}, used`}>
          {percent} %
        </progress>
        {held > 0 && <p class="muted small">{creditText(held, region())} set aside for running questions.</p>}
      </div>
      <div class="row nowrap" data-gap="2">
        <form class="row nowrap" method="post" action={href(urls.organizationBudget, { id: organizationId })}>
          {hidden}
          <label class="quiet" for={field}>
            Credits a month for {name}
          </label>
          <input
            class="input budget-input"
            id={field}
            name="monthly_credits"
            inputmode="numeric"
            autocomplete="off"
            required
            value={String(monthly_credits)}
          />
          <Submit look="small">
            Save<span class="quiet"> the budget of {name}</span>
          </Submit>
        </form>
        <form method="post" action={href(urls.organizationBudgetRemove, { id: organizationId })}>
          {hidden}
          <Submit look="quiet small">
            Remove<span class="quiet"> the budget of {name}</span>
          </Submit>
        </form>
      </div>
    </li>
  )
}

const NewBudgets = ({ organization, workspaces, budgets, refused }: BudgetsProps) => {
  const taken = new Set(budgets.map(({ workspace }) => workspace?.id))
  const free = workspaces.filter(({ id }) => !taken.has(id))
  const action = href(urls.organizationBudget, { id: organization.id })
  const formOf = (kind: Refused['kind']) => (refused?.kind === kind ? refused.form : emptyForm())
  const workspace = formOf('workspace')
  const member = formOf('member')
  return (
    <div class="budget-new">
      {free.length > 0 && (
        <PostForm action={action} submit="Set workspace budget">
          <h3>New budget of a workspace</h3>
          <input type="hidden" name="fresh" value="yes" />
          <Problem text={workspace.problem} />
          <Field
            form={workspace}
            name="workspace_id"
            label="Workspace"
            options={free.map(({ id, name }) => [id, name])}
          />
          <Field
            form={workspace}
            id="budget-workspace-credits"
            name="monthly_credits"
            label="Credits a month"
            inputmode="numeric"
          />
        </PostForm>
      )}
      <PostForm action={action} submit="Set member budget">
        <h3>New budget of a member</h3>
        <Problem text={member.problem} />
        <Field form={member} id="budget-member" name="email" label="Email address of the member" type="email" />
        <Field
          form={member}
          id="budget-member-credits"
          name="monthly_credits"
          label="Credits a month"
          inputmode="numeric"
        />
      </PostForm>
    </div>
  )
}
