import type { Child } from 'hono/jsx'
import { ButtonLink } from '#ui/button.tsx'
import { Done } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import { type Allocation, allocationList, KINDS } from '../rules/credit-allocation.ts'
import { csvAddress } from '../rules/list.ts'
import { ActionButton } from './action.tsx'
import { AllocationFields, allocationAction, PlanFields, planAction } from './allocation-actions.tsx'
import { ListHead, ListView, Person, PersonLink } from './list.tsx'

const DONE: Record<string, string> = {
  grant: 'The credits are given.',
  deduct: 'The credits are taken away.',
  repeated: 'This had been done before: nothing was done again.',
  plan: 'The plan is changed. The person was told by mail.',
  file: 'The file is given: here is what everybody got.',
}

type Props = {
  state: ListState<Allocation>
  done: string | undefined
  /** Names of the two actions on this page, each new. */
  keys: { grant: string; deduct: string }
  /** Says that there is no second admin. */
  notice: Child
  /** Whom the actions are about, when a link says so. */
  person: string | undefined
}

export const AllocationsPage = ({ state, done, keys, notice, person }: Props) => {
  return (
    <div class="page wide">
      <ListHead
        title="Credit Allocation"
        intro="Credits given and taken by hand: to whom, by whom and why."
        csv={csvAddress(urls.apiAdminCreditAllocations, state.shown)}
      >
        <ActionButton
          action={allocationAction('grant', keys.grant)}
          fields={(form) => <AllocationFields form={form} kind="grant" person={person} />}
        />
        <ActionButton
          action={allocationAction('deduct', keys.deduct)}
          fields={(form) => <AllocationFields form={form} kind="deduct" person={person} />}
        />
        <ActionButton action={planAction} fields={(form) => <PlanFields form={form} person={person} />} />
        <ButtonLink to={urls.adminCreditAllocationFile} label="Give by CSV" />
      </ListHead>
      <Done texts={DONE} done={done} />
      {notice}
      <ListView
        {...state}
        list={allocationList}
        address={urls.adminCreditAllocation}
        label="Allocations"
        empty={{
          icon: 'credit',
          title: 'Nothing was given or taken yet',
          text: 'What you give or take is listed here with your name and the reason.',
        }}
        cells={{
          name: (it) => <PersonLink user={it.user} to={href(urls.adminBilling, {}, { q: it.user.id })} main />,
          kind: (it) => (
            <span class="badges">
              <span class={`badge ${it.kind === 'grant' ? 'badge-green' : 'badge-red'}`}>{KINDS[it.kind]}</span>
              {it.mailed && <span class="badge">Mailed</span>}
            </span>
          ),
          credits: (it) => (
            <>
              {it.kind === 'grant' ? '+' : '−'}
              {number(it.credits)}
              {it.expires_at && <span class="cell-note">until {it.expires_at.slice(0, 10)}</span>}
            </>
          ),
          reason: [
            'wrap',
            (it) => (
              <>
                {it.reason}
                {it.note && <span class="cell-note">Told: {it.note}</span>}
              </>
            ),
          ],
          allocated_by: ['wrap', (it) => <By it={it} />],
          created_at: true,
        }}
      />
    </div>
  )
}

const By = ({ it }: { it: Allocation }) => (
  <>
    <Person {...it.allocated_by} />
    {it.confirmed_by && (
      <span class="cell-note">
        confirmed by <Person {...it.confirmed_by} />
      </span>
    )}
    {it.file && (
      <a class="cell-note" href={href(urls.adminCreditAllocation, {}, { file: it.file.id })}>
        {it.file.name}
      </a>
    )}
  </>
)
