import { href, urls } from '../../urls.ts'
import type { Act } from '../rules/act.ts'
import type { Approval } from '../rules/approval.ts'

const VERBS = ['confirm', 'decline'] as const
export type ApprovalVerb = (typeof VERBS)[number]
export const isApprovalVerb = (name: string): name is ApprovalVerb => (VERBS as readonly string[]).includes(name)

/** @param viewer whoever asked for it can only take it back */
export const approvalAct = (verb: ApprovalVerb, it: Approval, viewer: string): Act => ({
  id: `${verb}-${it.id}`,
  ...textsOf(verb, it, viewer),
  address: href(urls.adminApprovalAct, { id: it.id, act: verb }),
})

function textsOf(verb: ApprovalVerb, it: Approval, viewer: string): Pick<Act, 'title' | 'message' | 'action' | 'type'> {
  const who = it.user ? ` for ${it.user.email}` : ''
  if (verb === 'confirm')
    return {
      title: `${it.what}?`,
      message: `${it.what}${who}, as ${it.requested_by.email} asked: "${it.reason}". It is carried out at once, and both of you stand in the audit log.`,
      action: 'Confirm',
      type: 'warning',
    }
  const own = it.requested_by.id === viewer
  return {
    title: own ? 'Take it back?' : 'Decline it?',
    message: `${it.what}${who}: nothing is done.${own ? '' : ' Whoever asked is told why by mail.'}`,
    action: own ? 'Withdraw' : 'Decline',
    type: 'danger',
  }
}
