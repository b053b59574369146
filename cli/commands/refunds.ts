import { type ListedRefundRequest, type RefundRequestView, refundList } from '../../src/admin/rules/refund-request.ts'
import { type RefundVerb, STATE_LABELS } from '../../src/billing/rules/refund.ts'
import { href, urls } from '../../src/urls.ts'
import { acting, reasonFor } from '../act.ts'
import { clientOf, commandOf, groupOf } from '../command.ts'
import { declared, listCommand } from '../list.ts'
import { note, plain, sayJson } from '../print.ts'
import { money, number, sayRecord, saySection, when } from '../record.ts'
import { saidWaiting } from './approvals.ts'

const list = listCommand<ListedRefundRequest>(
  'list',
  'list refund requests, the latest first',
  [
    'tabletalk refunds --state requested',
    'tabletalk refunds list --search ada@example.com',
    'tabletalk refunds --all --csv',
  ],
  { path: urls.apiAdminRefundRequests, ...declared(refundList), empty: 'No refund request fits.' },
)

const show = commandOf('show', 'show a request, and what would go back now', [
  'tabletalk refunds show 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa',
])
  .argument('<id>', 'as `refunds list` prints it')
  .action(async (id: string, _options, command) => {
    const { client, json } = clientOf(command)
    const request = await client.json<RefundRequestView>(href(urls.apiAdminRefundRequest, { id }))
    if (json) sayJson(request)
    else sayRequest(request)
  })

function sayRequest(it: RefundRequestView): void {
  const { now, refund, payment, person } = it
  sayRecord({
    ID: it.id,
    State: STATE_LABELS[it.state],
    Who: `${it.user.name} <${it.user.email}>`,
    Reason: it.reason,
    Asked: when(it.created_at),
    Payment: `${payment.id}: ${payment.what}, ${money(it.amount, it.currency)} on ${payment.paid_at.slice(0, 10)}`,
    'Second admin': it.second.waiting
      ? `waits since ${when(it.second.waiting.created_at)}, asked by ${it.second.waiting.requested_by.email}`
      : it.second.needed
        ? 'needed to pay it back'
        : '',
    'Would go back': now
      ? `${money(now.refundable, it.currency)}: ${number(now.unused)} of ${number(now.purchased)} credits are unused`
      : '',
    'Goes back': refund
      ? `${money(refund.amount, it.currency)} for ${number(refund.credits)} credits, ${refund.state}`
      : '',
    'Told them': it.note,
    'They have': `${number(person.credits)} credits, ${number(person.payments)} payments`,
  })
  saySection(
    'History',
    [{ name: 'TIME (UTC)' }, { name: 'ACTION' }, { name: 'BY' }, { name: 'REASON' }],
    it.history.map((one) => [when(one.at), one.action, one.by ?? '', one.reason]),
  )
  saySection(
    'Other requests of the same person',
    [{ name: 'ID', whole: true }, { name: 'STATE' }, { name: 'PAID', right: true }],
    it.others.map((one) => [one.id, STATE_LABELS[one.state], money(one.amount, one.currency)]),
  )
}

const PATHS = {
  approve: urls.apiAdminRefundApprove,
  reject: urls.apiAdminRefundReject,
  refund: urls.apiAdminRefund,
} as const

const decision = (verb: RefundVerb, about: string, title: (it: RefundRequestView) => string) =>
  acting(
    commandOf(verb, about, [
      `tabletalk refunds ${verb} 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Ticket 4711"${verb === 'reject' ? ' --note "It was used up."' : ''}`,
    ]),
  )
    .argument('<id>', 'as `refunds list` prints it')
    .option('--note <text>', `told to the person by mail${verb === 'reject' ? '; needed' : ''}`)
    .action(async (id: string, options: { note?: string }, command) => {
      const { client, json } = clientOf(command)
      const before = await client.json<RefundRequestView>(href(urls.apiAdminRefundRequest, { id }))
      const reason = await reasonFor(command, title(before))
      const body = { reason, note: options.note ?? '' }
      const it = await client.json<RefundRequestView>(href(PATHS[verb], { id }), { method: 'POST', body })
      if (saidWaiting(it, json)) return
      if (json) return sayJson(it)
      const back = it.refund ? ` ${money(it.refund.amount, it.currency)} for ${number(it.refund.credits)} credits.` : ''
      note(`${plain(it.user.email)}: ${STATE_LABELS[it.state].toLowerCase()}.${back}`)
    })

const worth = (it: RefundRequestView): string =>
  it.now ? money(it.now.refundable, it.currency) : money(it.amount, it.currency)

export const refunds = groupOf(
  'refunds',
  'refund requests (finance)',
  [
    list,
    show,
    decision(
      'approve',
      'approve a request: paid back with `refund`',
      (it) => `Approve ${worth(it)} for ${plain(it.user.email)}`,
    ),
    decision('reject', 'reject a request', (it) => `Reject the request of ${plain(it.user.email)}`),
    decision(
      'refund',
      'pay an approved request back: takes its credits',
      (it) => `Pay ${worth(it)} back to ${plain(it.user.email)}`,
    ),
  ],
  list,
)
