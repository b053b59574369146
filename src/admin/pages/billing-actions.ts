import { href, urls } from '../../urls.ts'
import type { Action } from '../rules/action.ts'

/** Asks the gateway about an order. `id` also names the action within its page. */
export const reconcileAction = (id: string): Action => ({
  id: `reconcile-${id}`,
  title: 'Reconcile this order now?',
  message:
    'The gateway is asked what became of it. What was paid for and not given is given; what was given stays once.',
  button: 'Reconcile',
  type: 'info',
  address: href(urls.adminReconcile, { id }),
})

export const replayAction = (id: string): Action => ({
  id: `replay-${id}`,
  title: 'Replay this webhook?',
  message: 'What it tells of is looked up at the gateway and done, once, however often it is replayed.',
  button: 'Replay',
  type: 'info',
  address: href(urls.adminWebhookReplay, { id }),
})

export const retryAction = (id: string): Action => ({
  id: `retry-${id}`,
  title: 'Pay it back again?',
  message:
    'Another refund goes to the gateway. Of what somebody bought and asked back, what is left now is worked out anew, taken back and paid.',
  button: 'Pay back again',
  type: 'warning',
  address: href(urls.adminRefundRetry, { id }),
})

export const dismissAction = (id: string): Action => ({
  id: `dismiss-${id}`,
  title: 'Dismiss this payment?',
  message: 'It is paid back and leaves this list. It returns only when something new happens with its refund.',
  button: 'Dismiss',
  type: 'info',
  address: href(urls.adminSurplusDismiss, { id }),
})

export const sendInvoiceAction = (id: string, number: string): Action => ({
  id: `send-${id}`,
  title: `Mail invoice ${number} again?`,
  message: 'The receipt with the PDF goes to the address of the person as it is now, once a minute at most.',
  button: 'Mail again',
  type: 'info',
  address: href(urls.adminInvoiceSend, { id }),
})
