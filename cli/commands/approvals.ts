import { APPROVAL_STATES, type Approval, approvalList } from '../../src/admin/rules/approval.ts'
import { href, urls } from '../../src/urls.ts'
import { acting, reasonFor } from '../act.ts'
import { clientOf, commandOf, groupOf } from '../command.ts'
import { declared, listCommand } from '../list.ts'
import { note, plain, sayJson } from '../print.ts'
import { when } from '../record.ts'

const list = listCommand<Approval>(
  'list',
  'list what waits, or waited, for a second finance admin',
  ['tabletalk approvals --state waiting', 'tabletalk approvals list --search ada@example.com --csv'],
  { path: urls.apiAdminApprovals, ...declared(approvalList), empty: 'Nothing waits for a second admin.' },
)

const VERBS = {
  confirm: { path: urls.apiAdminApprovalConfirm, about: 'confirm what somebody else asked for: it is carried out' },
  decline: { path: urls.apiAdminApprovalDecline, about: 'decline it, or take back what you asked for' },
} as const

const decision = (verb: keyof typeof VERBS) =>
  acting(
    commandOf(verb, VERBS[verb].about, [
      `tabletalk approvals ${verb} 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Ticket 4711"`,
    ]),
  )
    .argument('<id>', 'as `approvals list` prints it')
    .action(async (id: string, _options, command) => {
      const { client, json } = clientOf(command)
      const before = await client.json<Approval>(href(urls.apiAdminApproval, { id }))
      const who = before.user ? ` for ${before.user.email}` : ''
      const title = plain(`${before.what}${who}, asked by ${before.requested_by.email}`)
      const reason = await reasonFor(command, `${verb === 'confirm' ? 'Confirm' : 'Decline'}: ${title}`)
      const it = await client.json<Approval>(href(VERBS[verb].path, { id }), { method: 'POST', body: { reason } })
      if (json) sayJson(it)
      else note(`${plain(it.what)}: ${APPROVAL_STATES[it.state].toLowerCase()}.`)
    })

/** Says that an act waits for a second admin. @returns false when it is done */
export function saidWaiting(done: object, json: boolean): boolean {
  if (!('second_approval' in done)) return false
  const { what, expires_at, id } = done.second_approval as Approval
  if (json) sayJson(done)
  else note(`${plain(what)}: waits for a second finance admin until ${when(expires_at)} UTC. Approval ${id}.`)
  return true
}

export const approvals = groupOf(
  'approvals',
  'what waits for a second admin (finance)',
  [list, decision('confirm'), decision('decline')],
  list,
)
