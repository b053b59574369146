import { href, urls } from '../../urls.ts'
import type { Act } from '../rules/act.ts'

/** Asks the gateway about an order. `id` also names the act within its page. */
export const reconcileAct = (id: string): Act => ({
  id: `reconcile-${id}`,
  title: 'Reconcile this order now?',
  message:
    'The gateway is asked what became of it. What was paid for and not given is given; what was given stays once.',
  action: 'Reconcile',
  type: 'info',
  address: href(urls.adminReconcile, { id }),
})

export const replayAct = (id: string): Act => ({
  id: `replay-${id}`,
  title: 'Replay this webhook?',
  message: 'What it tells of is looked up at the gateway and done, once, however often it is replayed.',
  action: 'Replay',
  type: 'info',
  address: href(urls.adminWebhookReplay, { id }),
})

export const retryAct = (id: string): Act => ({
  id: `retry-${id}`,
  title: 'Pay it back again?',
  message:
    'Another refund goes to the gateway. Of what somebody bought and asked back, what is left now is worked out anew, taken back and paid.',
  action: 'Pay back again',
  type: 'warning',
  address: href(urls.adminRefundRetry, { id }),
})

export const dismissAct = (id: string): Act => ({
  id: `dismiss-${id}`,
  title: 'Dismiss this payment?',
  message: 'It is paid back and leaves this list. It returns only when something new happens with its refund.',
  action: 'Dismiss',
  type: 'info',
  address: href(urls.adminSurplusDismiss, { id }),
})

export const sendInvoiceAct = (id: string, number: string): Act => ({
  id: `send-${id}`,
  title: `Mail invoice ${number} again?`,
  message: 'The receipt with the PDF goes to the address of the person as it is now, once a minute at most.',
  action: 'Mail again',
  type: 'info',
  address: href(urls.adminInvoiceSend, { id }),
})
