import { APPROVAL_STATES, type Approval, approvalList } from '../../src/admin/rules/approval.ts'
import { href, urls } from '../../src/urls.ts'
import { actionCommand } from '../action.ts'
import { groupOf } from '../command.ts'
import { declared, listCommand } from '../list.ts'
import { plain } from '../print.ts'

const list = listCommand<Approval>(
  'list',
  'list what waits, or waited, for a second finance admin',
  ['tabletalk approvals --state waiting', 'tabletalk approvals list --search ada@example.com --csv'],
  { path: urls.apiAdminApprovals, ...declared(approvalList), empty: 'Nothing waits for a second admin.' },
)

const decision = (verb: 'confirm' | 'decline', title: string, url: `${string}/:id/${string}`, about: string) =>
  actionCommand<Approval, Approval>({
    name: verb,
    about,
    example: `approvals ${verb} 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Ticket 4711"`,
    of: ['<id>', 'as `approvals list` prints it'],
    find: (client, id) => client.json<Approval>(href(urls.apiAdminApproval, { id })),
    title: ({ what, user, requested_by: by }) =>
      plain(`${title}: ${what}${user ? ` for ${user.email}` : ''}, asked by ${by.email}`),
    url,
    done: (it) => `${plain(it.what)}: ${APPROVAL_STATES[it.state].toLowerCase()}.`,
  })

export const approvals = groupOf('approvals', 'what waits for a second admin (finance)', [
  list,
  decision(
    'confirm',
    'Confirm',
    urls.apiAdminApprovalConfirm,
    'confirm what somebody else asked for: it is carried out',
  ),
  decision('decline', 'Decline', urls.apiAdminApprovalDecline, 'decline it, or take back what you asked for'),
])
