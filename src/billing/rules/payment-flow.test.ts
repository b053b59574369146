import { describe, expect, test } from 'bun:test'
import { callFailure, dismissed, gatewayFailure, networkFailure, verificationTimeout } from './payment-error.ts'
import { IDLE, type PaymentEvent, type PaymentFlow, paymentFlow } from './payment-flow.ts'

type Flow = PaymentFlow<string, string, number>
type Event = PaymentEvent<string, string, number>
const play = (events: Event[], from: Flow = IDLE): Flow => events.reduce<Flow>(paymentFlow, from)

const started: Event = { type: 'started' }
const ordered: Event = { type: 'ordered', order: 'order_1' }
const paid: Event = { type: 'paid', proof: 'pay_1' }
const confirmed: Event = { type: 'confirmed', result: 130 }
const retried: Event = { type: 'retried' }
const closed: Event = { type: 'closed' }
const failed = (error: ReturnType<typeof dismissed>): Event => ({ type: 'failed', error })
const declined = failed(gatewayFailure({ reason: 'card_declined' }))
const cancelled = failed(dismissed(null))
const late = failed(verificationTimeout())
const lost = failed(networkFailure())
const unsigned = failed(callFailure('purchase', 400, { code: 'signature_invalid', error: 'Contact support.' }))
const refused = failed(callFailure('purchase', 422, { code: 'payment_failed', error: 'Declined.' }))

describe('the flow of a purchase', () => {
  test.each<[string, Event[], Partial<Flow>]>([
    ['nothing happened', [], { status: 'idle' }],
    ['it starts with the order', [started], { status: 'processing', step: 'order' }],
    ['the checkout opens with it', [started, ordered], { status: 'processing', step: 'checkout', order: 'order_1' }],
    ['what was paid is confirmed', [started, ordered, paid], { step: 'confirm', proof: 'pay_1' }],
    ['all went well', [started, ordered, paid, confirmed], { status: 'success', result: 130 }],
    ['a card is declined', [started, ordered, declined], { status: 'failed', order: 'order_1', proof: null }],
    ['the window is closed', [started, ordered, cancelled], { status: 'cancelled' }],
    ['the confirmation takes too long', [started, ordered, paid, late], { status: 'timeout', proof: 'pay_1' }],
    ['the order cannot be made', [started, lost], { status: 'failed', order: null }],
    [
      'a retry pays the same order',
      [started, ordered, declined, retried],
      { status: 'processing', step: 'checkout', order: 'order_1', error: null, retries: 1 },
    ],
    ['a retry without an order makes one', [started, lost, retried], { status: 'processing', step: 'order' }],
    [
      'a retry after money was authorized only confirms',
      [started, ordered, paid, late, retried],
      { status: 'processing', step: 'confirm', proof: 'pay_1' },
    ],
    [
      'a payment that came to nothing is paid anew',
      [started, ordered, paid, refused, retried],
      { status: 'processing', step: 'checkout', proof: null, order: 'order_1' },
    ],
    ['a cancelled one offers no retry', [started, ordered, cancelled, retried], { status: 'cancelled', retries: 0 }],
    ['a wrong signature neither', [started, ordered, paid, unsigned, retried], { status: 'failed', retries: 0 }],
    [
      'a fourth retry does nothing',
      [started, ordered, declined, retried, declined, retried, declined, retried, declined, retried],
      { status: 'failed', retries: 3 },
    ],
    ['closing resets it', [started, ordered, declined, closed], IDLE],
    ['closing resets a success too', [started, ordered, paid, confirmed, closed], IDLE],
    ['nothing closes it while it works', [started, ordered, closed], { status: 'processing', step: 'checkout' }],
    ['late news of a closed one are not heard', [started, ordered, cancelled, closed, paid, confirmed, lost], IDLE],
    [
      'money that arrives after the confirmation took too long is a success',
      [started, ordered, paid, late, confirmed],
      { status: 'success', error: null, result: 130 },
    ],
    ['a checkout that took too long brings nothing', [started, ordered, late, confirmed], { status: 'timeout' }],
    ['it starts once', [started, ordered, started], { step: 'checkout', order: 'order_1' }],
    ['a success stays', [started, ordered, paid, confirmed, lost], { status: 'success' }],
  ])('%s', (_name, events, expected) => {
    expect(play(events)).toMatchObject(expected)
  })
})
