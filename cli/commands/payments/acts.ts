import {
  type Anomaly,
  type ListedOrder,
  type ListedWebhook,
  ORDER_STATES,
  WEBHOOK_STATES,
} from '../../../src/admin/rules/billing.ts'
import { AppError } from '../../../src/base/errors.ts'
import { href, urls } from '../../../src/urls.ts'
import { acting, reasonFor } from '../../act.ts'
import { clientOf, commandOf } from '../../command.ts'
import { note, plain, say, sayJson, sayTable } from '../../print.ts'
import { money, when } from '../../record.ts'
import { saidWaiting } from '../approvals.ts'

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
    sayTable(
      [
        { name: 'WHAT' },
        { name: 'ID', whole: true },
        { name: 'WHO' },
        { name: 'AMOUNT', right: true },
        { name: 'SINCE (UTC)' },
        { name: 'DETAIL' },
      ],
      anomalies.map((it) => [
        it.title,
        it.id,
        it.user?.email ?? '',
        it.amount === null || it.currency === null ? '' : money(it.amount, it.currency),
        when(it.since),
        it.detail,
      ]),
    )
    for (const [title, todo] of new Map(anomalies.map((it) => [it.title, it.todo]))) note(`${title}: ${todo}`)
  }
  if (anomalies.length > 0) throw new AppError('unprocessable', 'Not all is as it should be.')
})

const ID = 'as the list prints it'

export const reconcile = acting(
  commandOf('reconcile', 'ask the gateway now what became of an order (finance)', [
    'tabletalk payments reconcile 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Ticket 4711"',
  ]),
)
  .argument('<order>', ID)
  .action(async (id: string, _options, command) => {
    const { client, json } = clientOf(command)
    const reason = await reasonFor(command, `Reconcile order ${id}`)
    const order = await client.json<ListedOrder>(href(urls.apiAdminReconcile, { id }), {
      method: 'POST',
      body: { reason },
    })
    if (json) sayJson(order)
    else note(`${plain(order.what)} of ${plain(order.user.email)}: ${ORDER_STATES[order.state].toLowerCase()}.`)
  })

export const replay = acting(
  commandOf('replay', 'process a webhook again (finance)', [
    'tabletalk payments replay 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Mended"',
  ]),
)
  .argument('<webhook>', ID)
  .action(async (id: string, _options, command) => {
    const { client, json } = clientOf(command)
    const reason = await reasonFor(command, `Replay webhook ${id}`)
    const path = href(urls.apiAdminWebhookReplay, { id })
    const webhook = await client.json<ListedWebhook>(path, { method: 'POST', body: { reason } })
    if (json) sayJson(webhook)
    else note(`${plain(webhook.type)}: ${WEBHOOK_STATES[webhook.state].toLowerCase()}.`)
    if (webhook.state !== 'done')
      throw new AppError('unprocessable', `It failed again: ${plain(webhook.last_error ?? 'nobody knows why')}`)
  })

export const send = acting(
  commandOf('send', 'mail an invoice to its person again (finance)', [
    'tabletalk payments send 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Lost it"',
  ]),
)
  .argument('<invoice>', ID)
  .action(async (id: string, _options, command) => {
    const { client, json } = clientOf(command)
    const reason = await reasonFor(command, `Mail invoice ${id}`)
    const path = href(urls.apiAdminInvoiceSend, { id })
    const sent = await client.json<{ to: string; number: string }>(path, { method: 'POST', body: { reason } })
    if (json) sayJson(sent)
    else note(`${sent.number} is on its way to ${plain(sent.to)}.`)
  })

export const retry = acting(
  commandOf('retry', 'pay back again what failed: `check` names it (finance)', [
    'tabletalk payments retry 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "The bank is back"',
  ]),
)
  .argument('<refund>', 'as `payments check` prints it')
  .action(async (id: string, _options, command) => {
    const { client, json } = clientOf(command)
    const reason = await reasonFor(command, `Pay refund ${id} back again`)
    const path = href(urls.apiAdminRefundRetry, { id })
    const done = await client.json<{ ok: true }>(path, { method: 'POST', body: { reason } })
    if (saidWaiting(done, json)) return
    if (json) sayJson(done)
    else note('Another refund is on its way to the gateway.')
  })

export const dismiss = acting(
  commandOf('dismiss', 'take a payment that was paid twice, and is back, off the list of `check` (finance)', [
    'tabletalk payments dismiss pay_29QQoUBi66xm2f --reason "Told the customer"',
  ]),
)
  .argument('<payment>', 'as `payments check` prints it')
  .action(async (id: string, _options, command) => {
    const { client, json } = clientOf(command)
    const reason = await reasonFor(command, `Dismiss payment ${id}`)
    const path = href(urls.apiAdminSurplusDismiss, { id })
    const done = await client.json<{ ok: true }>(path, { method: 'POST', body: { reason } })
    if (json) sayJson(done)
    else note('It is dismissed, until something new happens with it.')
  })
