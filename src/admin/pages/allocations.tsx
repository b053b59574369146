import type { Child } from 'hono/jsx'
import { Saved } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import { SortHead } from '#ui/sort-head.tsx'
import { href, urls } from '../../urls.ts'
import { type Allocation, KINDS } from '../rules/credit-allocation.ts'
import { csvAddress, type Shown } from '../rules/list.ts'
import { ActButton } from './act.tsx'
import { AllocationFields, allocationAct } from './allocation-acts.tsx'
import { Email, ListBody, ListForm, ListHead, ListInput, ListSelect, Person, When } from './list.tsx'
import { PlanFields, planAct } from './plan-act.tsx'

const DONE: Record<string, string> = {
  grant: 'The credits are given.',
  deduct: 'The credits are taken away.',
  repeated: 'This had been done before: nothing was done again.',
  plan: 'The plan is changed. The person was told by mail.',
  file: 'The file is given: here is what everybody got.',
}

type Props = {
  page: { items: Allocation[]; next: string | null } | null
  shown: Shown
  cursor: string | undefined
  done: string | undefined
  /** Names of the two acts on this page, each new. */
  keys: { grant: string; deduct: string }
  /** Says that there is no second admin. */
  notice: Child
  /** Whom the acts are about, when a link says so. */
  person: string | undefined
}

export const AllocationsPage = ({ page, shown, cursor, done, keys, notice, person }: Props) => {
  const place = { address: urls.adminCreditAllocation, shown }
  return (
    <div class="page wide">
      <ListHead
        title="Credit Allocation"
        intro="Credits given and taken by hand: to whom, by whom and why."
        csv={csvAddress(urls.apiAdminCreditAllocations, shown)}
      >
        <ActButton
          act={allocationAct('grant', keys.grant)}
          fields={(form) => <AllocationFields form={form} kind="grant" person={person} />}
        />
        <ActButton
          act={allocationAct('deduct', keys.deduct)}
          fields={(form) => <AllocationFields form={form} kind="deduct" person={person} />}
        />
        <ActButton act={planAct} fields={(form) => <PlanFields form={form} person={person} />} />
        <a class="button" href={urls.adminCreditAllocationFile}>
          Give by CSV
        </a>
      </ListHead>
      <Saved show={done !== undefined && Object.hasOwn(DONE, done)}>{DONE[done ?? '']}</Saved>
      {notice}
      <ListForm {...place} search="Person" hint="beginnings of words, or a whole id">
        <ListInput name="by" label="Done by" placeholder="name or address" shown={shown} />
        <ListSelect name="kind" label="What" all="Both" options={KINDS} shown={shown} />
        {shown.file && <input type="hidden" name="file" value={shown.file} />}
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Allocations"
        empty={{
          icon: 'credit',
          title: 'Nothing was given or taken yet',
          text: 'What you give or take is listed here with your name and the reason.',
        }}
        head={
          <>
            <SortHead {...place} label="Person" by="person" text />
            <SortHead {...place} label="What" by="what" text />
            <SortHead {...place} label="Credits" by="credits" num />
            <SortHead {...place} label="Why" by="reason" text />
            <SortHead {...place} label="By" by="by" text />
            <SortHead {...place} label="When (UTC)" by="created" usual />
          </>
        }
        row={(it) => <Row it={it} />}
      />
    </div>
  )
}

const Row = ({ it }: { it: Allocation }) => (
  <tr>
    <td>
      <a class="main" href={href(urls.adminBilling, {}, { q: it.user.id })}>
        {it.user.name || 'No name'}
      </a>
      <span class="cell-note">
        <Email of={it.user.email} />
      </span>
    </td>
    <td data-label="What">
      <span class="badges">
        <span class={`badge ${it.kind === 'grant' ? 'badge-green' : 'badge-red'}`}>{KINDS[it.kind]}</span>
        {it.mailed && <span class="badge">Mailed</span>}
      </span>
    </td>
    <td data-label="Credits" class="num">
      {it.kind === 'grant' ? '+' : '−'}
      {number(it.credits)}
      {it.expires_at && <span class="cell-note">until {it.expires_at.slice(0, 10)}</span>}
    </td>
    <td data-label="Why" class="wrap">
      {it.reason}
      {it.note && <span class="cell-note">Told: {it.note}</span>}
    </td>
    <td data-label="By" class="wrap">
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
    </td>
    <td data-label="When">
      <When at={it.created_at} />
    </td>
  </tr>
)
