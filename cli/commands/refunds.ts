import { type ListedRefundRequest, type RefundRequestView, refundList } from '../../src/admin/rules/refund-request.ts'
import { type RefundVerb, STATE_LABELS } from '../../src/billing/rules/refund.ts'
import { href, urls } from '../../src/urls.ts'
import { actionCommand } from '../action.ts'
import type { Client } from '../client.ts'
import { commandOf, groupOf } from '../command.ts'
import { declared, listCommand } from '../list.ts'
import { plain, sayJson } from '../print.ts'
import { money, number, sayRecord, saySection, when } from '../record.ts'

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

const ID = 'as `refunds list` prints it'
const requestOf = (client: Client, id: string) =>
  client.json<RefundRequestView>(href(urls.apiAdminRefundRequest, { id }))

const show = commandOf('show', 'show a request, and what would go back now', [
  'tabletalk refunds show 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa',
])
  .argument('<id>', ID)
  .does(async ({ client, json }, id: string) => {
    const request = await requestOf(client, id)
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
  saySection('History', it.history, {
    'TIME (UTC)': (one) => when(one.at),
    ACTION: (one) => one.action,
    BY: (one) => one.by,
    REASON: (one) => one.reason,
  })
  saySection('Other requests of the same person', it.others, {
    '*ID': (one) => one.id,
    STATE: (one) => STATE_LABELS[one.state],
    '#PAID': (one) => money(one.amount, one.currency),
  })
}

const PATHS = {
  approve: urls.apiAdminRefundApprove,
  reject: urls.apiAdminRefundReject,
  refund: urls.apiAdminRefund,
} as const

const decision = (verb: RefundVerb, about: string, title: (it: RefundRequestView) => string) =>
  actionCommand<RefundRequestView, RefundRequestView>({
    name: verb,
    about,
    example: `refunds ${verb} 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Ticket 4711"${verb === 'reject' ? ' --note "It was used up."' : ''}`,
    of: ['<id>', ID],
    find: requestOf,
    title,
    url: PATHS[verb],
    body: ({ note = '' }) => ({ note }),
    done: ({ user, state, refund, currency }) => {
      const back = refund ? ` ${money(refund.amount, currency)} for ${number(refund.credits)} credits.` : ''
      return `${plain(user.email)}: ${STATE_LABELS[state].toLowerCase()}.${back}`
    },
  }).option('--note <text>', `told to the person by mail${verb === 'reject' ? '; needed' : ''}`)

const worth = (it: RefundRequestView): string =>
  it.now ? money(it.now.refundable, it.currency) : money(it.amount, it.currency)

export const refunds = groupOf('refunds', 'refund requests (finance)', [
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
])
