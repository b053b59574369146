import { SortHead } from '#ui/sort-head.tsx'
import { href, urls } from '../../urls.ts'
import { APPROVAL_KINDS, APPROVAL_STATES, type Approval, type ApprovalState } from '../rules/approval.ts'
import type { Shown } from '../rules/list.ts'
import { ActButton } from './act.tsx'
import { approvalAct } from './approval-acts.ts'
import { Email, ListBody, ListForm, ListSelect, When } from './list.tsx'

type Props = {
  page: { items: Approval[]; next: string | null } | null
  shown: Shown
  cursor: string | undefined
  /** Id of whoever looks. */
  viewer: string
}

/** What waits, or waited, for a second finance admin. */
export const ApprovalList = ({ page, shown, cursor, viewer }: Props) => {
  const place = { address: urls.adminApprovals, shown }
  return (
    <>
      <ListForm {...place} search="Person or request" hint="ada, or a whole id">
        <ListSelect name="state" label="State" all="All" options={APPROVAL_STATES} shown={shown} />
        <ListSelect name="kind" label="What" all="All" options={APPROVAL_KINDS} shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Approvals"
        empty={{
          icon: 'check',
          title: 'Nothing has waited yet',
          text: 'What is above the limits of System Settings waits here until a second finance admin confirms it.',
        }}
        head={
          <>
            <SortHead {...place} label="What" by="what" text />
            <SortHead {...place} label="For" by="person" text />
            <SortHead {...place} label="Asked by" by="asker" text />
            <SortHead {...place} label="State" by="state" text />
            <SortHead {...place} label="Asked (UTC)" by="created" usual />
            <th scope="col">
              <span class="quiet">Acts</span>
            </th>
          </>
        }
        row={(it) => <Row it={it} viewer={viewer} />}
      />
    </>
  )
}

const Row = ({ it, viewer }: { it: Approval; viewer: string }) => (
  <tr>
    <td>
      {it.kind === 'refund' ? (
        <a class="main" href={href(urls.adminRefundRequest, { id: it.subject })}>
          {it.what}
        </a>
      ) : (
        <strong>{it.what}</strong>
      )}
      <span class="cell-note wrap">{it.reason}</span>
    </td>
    <td data-label="For" class="wrap">
      {it.user ? (
        <a href={href(urls.adminBilling, {}, { q: it.user.id })}>
          <Email of={it.user.email} />
        </a>
      ) : (
        'Everybody in the file'
      )}
    </td>
    <td data-label="Asked by" class="wrap">
      <Email of={it.requested_by.email} />
    </td>
    <td data-label="State" class="wrap">
      <ApprovalBadge state={it.state} />
      <span class="cell-note">
        {it.state === 'waiting' ? (
          <>
            until <When at={it.expires_at} />
          </>
        ) : (
          it.decided_by && (
            <>
              by <Email of={it.decided_by.email} />: {it.note}
            </>
          )
        )}
      </span>
    </td>
    <td data-label="Asked">
      <When at={it.created_at} />
    </td>
    <td>
      <ApprovalButtons it={it} viewer={viewer} />
    </td>
  </tr>
)

const TONES: Record<ApprovalState, string> = {
  waiting: 'badge-amber',
  confirmed: 'badge-green',
  declined: 'badge-red',
  withdrawn: '',
  expired: '',
}
const ApprovalBadge = ({ state }: { state: ApprovalState }) => (
  <span class={`badge ${TONES[state]}`}>{APPROVAL_STATES[state]}</span>
)

/** What the viewer may do about it: confirm or decline what somebody else asked for, or take back their own. */
export const ApprovalButtons = ({ it, viewer }: { it: Approval; viewer: string }) => {
  if (it.state !== 'waiting') return null
  const mayConfirm = it.requested_by.id !== viewer && it.user?.id !== viewer
  return (
    <span class="row">
      {mayConfirm && <ActButton act={approvalAct('confirm', it, viewer)} small />}
      <ActButton act={approvalAct('decline', it, viewer)} small />
    </span>
  )
}
