import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import type { Action } from '../rules/action.ts'
import { APPROVAL_STATES, type Approval, type ApprovalState, approvalList } from '../rules/approval.ts'
import { ActionButton } from './action.tsx'
import { Email, ListView, When } from './list.tsx'

/** What waits, or waited, for a second finance admin. @param props viewer: id of whoever looks */
export const ApprovalList = ({ viewer, ...state }: ListState<Approval> & { viewer: string }) => (
  <ListView
    {...state}
    list={approvalList}
    address={urls.adminApprovals}
    label="Approvals"
    empty={{
      icon: 'check',
      title: 'Nothing has waited yet',
      text: 'What is above the limits of System Settings waits here until a second finance admin confirms it.',
    }}
    cells={{
      what: (it) => (
        <>
          {it.kind === 'refund' ? (
            <a class="main" href={href(urls.adminRefundRequest, { id: it.subject })}>
              {it.what}
            </a>
          ) : (
            <strong>{it.what}</strong>
          )}
          <span class="cell-note wrap">{it.reason}</span>
        </>
      ),
      email: [
        'wrap',
        ({ user }) =>
          user ? (
            <a href={href(urls.adminBilling, {}, { q: user.id })}>
              <Email of={user.email} />
            </a>
          ) : (
            'Everybody in the file'
          ),
      ],
      requested_by: ['wrap', (it) => <Email of={it.requested_by.email} />],
      state: ['wrap', (it) => <State it={it} />],
      created_at: true,
      Actions: (it) => <ApprovalButtons it={it} viewer={viewer} />,
    }}
  />
)

const TONES: Record<ApprovalState, string> = {
  waiting: 'badge-amber',
  confirmed: 'badge-green',
  declined: 'badge-red',
  withdrawn: '',
  expired: '',
}
const State = ({ it }: { it: Approval }) => (
  <>
    <span class={`badge ${TONES[it.state]}`}>{APPROVAL_STATES[it.state]}</span>
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
  </>
)

/** What the viewer may do about it: confirm or decline what somebody else asked for, or take back their own. */
export const ApprovalButtons = ({ it, viewer }: { it: Approval; viewer: string }) => {
  if (it.state !== 'waiting') return null
  const mayConfirm = it.requested_by.id !== viewer && it.user?.id !== viewer
  return (
    <span class="row">
      {mayConfirm && <ActionButton action={approvalAction('confirm', it, viewer)} small />}
      <ActionButton action={approvalAction('decline', it, viewer)} small />
    </span>
  )
}

const VERBS = ['confirm', 'decline'] as const
export type ApprovalVerb = (typeof VERBS)[number]
export const isApprovalVerb = (name: string): name is ApprovalVerb => (VERBS as readonly string[]).includes(name)

/** @param viewer whoever asked for it can only take it back */
export const approvalAction = (verb: ApprovalVerb, it: Approval, viewer: string): Action => ({
  id: `${verb}-${it.id}`,
  ...textsOf(verb, it, viewer),
  address: href(urls.adminApprovalAction, { id: it.id, action: verb }),
})

function textsOf(
  verb: ApprovalVerb,
  it: Approval,
  viewer: string,
): Pick<Action, 'title' | 'message' | 'button' | 'type'> {
  const who = it.user ? ` for ${it.user.email}` : ''
  if (verb === 'confirm')
    return {
      title: `${it.what}?`,
      message: `${it.what}${who}, as ${it.requested_by.email} asked: "${it.reason}". It is carried out at once, and both of you stand in the audit log.`,
      button: 'Confirm',
      type: 'warning',
    }
  const own = it.requested_by.id === viewer
  return {
    title: own ? 'Take it back?' : 'Decline it?',
    message: `${it.what}${who}: nothing is done.${own ? '' : ' Whoever asked is told why by mail.'}`,
    button: own ? 'Withdraw' : 'Decline',
    type: 'danger',
  }
}
