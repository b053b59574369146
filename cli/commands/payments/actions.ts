import {
  type Anomaly,
  type ListedOrder,
  type ListedWebhook,
  ORDER_STATES,
  WEBHOOK_STATES,
} from '../../../src/admin/rules/billing.ts'
import { AppError } from '../../../src/base/errors.ts'
import { urls } from '../../../src/urls.ts'
import { actionCommand } from '../../action.ts'
import { clientOf, commandOf } from '../../command.ts'
import { note, plain, say, sayJson } from '../../print.ts'
import { money, sayItems, when } from '../../record.ts'

export const check = commandOf(
  'check',
  'list what is not as it should be with money; ends with 65 when something is (finance)',
  ['tabletalk payments check'],
).action(async (_options, command) => {
  const { client, json } = clientOf(command)
  const { anomalies } = await client.json<{ anomalies: Anomaly[] }>(urls.apiAdminBilling)
  if (json) sayJson(anomalies)
  else if (anomalies.length === 0) return say('All is as it should be.')
  else {
    sayItems(anomalies, {
      WHAT: (it) => it.title,
      '*ID': (it) => it.id,
      WHO: (it) => it.user?.email,
      '#AMOUNT': (it) => (it.amount === null || it.currency === null ? '' : money(it.amount, it.currency)),
      'SINCE (UTC)': (it) => when(it.since),
      DETAIL: (it) => it.detail,
    })
    for (const [title, todo] of new Map(anomalies.map((it) => [it.title, it.todo]))) note(`${title}: ${todo}`)
  }
  if (anomalies.length > 0) throw new AppError('unprocessable', 'Not all is as it should be.')
})

const ID = 'as the list prints it'
const ANOMALY_ID = 'as `payments check` prints it'

export const reconcile = actionCommand<ListedOrder>({
  name: 'reconcile',
  about: 'ask the gateway now what became of an order (finance)',
  example: 'payments reconcile 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Ticket 4711"',
  of: ['<order>', ID],
  title: ({ id }) => `Reconcile order ${id}`,
  url: urls.apiAdminReconcile,
  done: (it) => `${plain(it.what)} of ${plain(it.user.email)}: ${ORDER_STATES[it.state].toLowerCase()}.`,
})

export const replay = actionCommand<ListedWebhook>({
  name: 'replay',
  about: 'process a webhook again (finance)',
  example: 'payments replay 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Mended"',
  of: ['<webhook>', ID],
  title: ({ id }) => `Replay webhook ${id}`,
  url: urls.apiAdminWebhookReplay,
  done: (it) => `${plain(it.type)}: ${WEBHOOK_STATES[it.state].toLowerCase()}.`,
  check({ state, last_error }) {
    if (state !== 'done')
      throw new AppError('unprocessable', `It failed again: ${plain(last_error ?? 'nobody knows why')}`)
  },
})

export const send = actionCommand<{ to: string; number: string }>({
  name: 'send',
  about: 'mail an invoice to its person again (finance)',
  example: 'payments send 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Lost it"',
  of: ['<invoice>', ID],
  title: ({ id }) => `Mail invoice ${id}`,
  url: urls.apiAdminInvoiceSend,
  done: ({ number, to }) => `${number} is on its way to ${plain(to)}.`,
})

export const retry = actionCommand({
  name: 'retry',
  about: 'pay back again what failed: `check` names it (finance)',
  example: 'payments retry 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "The bank is back"',
  of: ['<refund>', ANOMALY_ID],
  title: ({ id }) => `Pay refund ${id} back again`,
  url: urls.apiAdminRefundRetry,
  done: () => 'Another refund is on its way to the gateway.',
})

export const dismiss = actionCommand({
  name: 'dismiss',
  about: 'take a payment that was paid twice, and is back, off the list of `check` (finance)',
  example: 'payments dismiss pay_29QQoUBi66xm2f --reason "Told the customer"',
  of: ['<payment>', ANOMALY_ID],
  title: ({ id }) => `Dismiss payment ${id}`,
  url: urls.apiAdminSurplusDismiss,
  done: () => 'It is dismissed, until something new happens with it.',
})
