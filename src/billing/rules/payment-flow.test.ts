import { describe, expect, test } from 'bun:test'
import {
  callFailure,
  cancelled as cancelledBy,
  gatewayFailure,
  invalidResponse,
  networkFailure,
  PAYMENT_TEXTS,
  sdkFailure,
  verificationNetworkFailure,
  verificationTimeout,
} from './payment-error.ts'
import { IDLE, type PaymentEvent, type PaymentFlow, paymentFlow, titleOf } from './payment-flow.ts'

type Flow = PaymentFlow<string, string, number>
type Event = PaymentEvent<string, string, number>
const play = (events: Event[], from: Flow = IDLE): Flow => events.reduce<Flow>(paymentFlow, from)

const started: Event = { type: 'started' }
const ordered: Event = { type: 'ordered', order: 'order_1' }
const paid: Event = { type: 'paid', order: 'order_1', proof: 'pay_1' }
const dismissed: Event = { type: 'dismissed' }
const confirmed: Event = { type: 'confirmed', result: 130 }
const unwatched: Event = { type: 'unwatched' }
const retried: Event = { type: 'retried' }
const closed: Event = { type: 'closed' }
const failed = (error: ReturnType<typeof networkFailure>): Event => ({ type: 'failed', error })
const declined = failed(gatewayFailure({ reason: 'card_declined' }))
const unpaid = failed(cancelledBy(true))
const unknown = failed(cancelledBy(false))
const late = failed(verificationTimeout())
const lost = failed(networkFailure())
const unsigned = failed(callFailure('purchase', 400, { code: 'signature_invalid', error: 'Contact support.' }))
const refused = failed(callFailure('purchase', 422, { code: 'payment_failed', error: 'Declined.' }))
const stranger = failed(callFailure('purchase', 401, null))
const again = [retried, started]

describe('the flow of a purchase', () => {
  test.each<[string, Event[], Partial<Flow>]>([
    ['nothing happened', [], { status: 'idle' }],
    ['it starts with the order', [started], { status: 'processing', step: 'order' }],
    ['the checkout opens with it', [started, ordered], { status: 'processing', step: 'checkout', order: 'order_1' }],
    ['what was paid is confirmed', [started, ordered, paid], { step: 'confirm', proof: 'pay_1' }],
    ['all went well', [started, ordered, paid, confirmed], { status: 'success', result: 130 }],
    ['a card is declined', [started, ordered, declined], { status: 'failed', order: 'order_1', proof: null }],
    ['the window stays after that', [started, ordered, declined, dismissed], { status: 'failed' }],
    [
      'and takes the money after all',
      [started, ordered, declined, paid],
      { status: 'processing', step: 'confirm', proof: 'pay_1', error: null },
    ],
    ['the window is closed', [started, ordered, dismissed], { status: 'processing', step: 'check' }],
    ['nothing was paid', [started, ordered, dismissed, unpaid], { status: 'cancelled' }],
    ['it was paid all the same', [started, ordered, dismissed, confirmed], { status: 'success', result: 130 }],
    ['the proof comes after the window', [started, ordered, dismissed, paid], { step: 'confirm', proof: 'pay_1' }],
    ['the confirmation takes too long', [started, ordered, paid, late], { status: 'timeout', watched: true }],
    ['nobody asks any more', [started, ordered, paid, late, unwatched], { status: 'timeout', watched: false }],
    ['the answer is a refusal', [started, ordered, paid, late, refused], { status: 'failed', watched: false }],
    ['the order cannot be made', [started, lost], { status: 'failed', order: null }],
    [
      'a retry resets to idle without the error',
      [started, ordered, declined, retried],
      { ...IDLE, order: 'order_1', retries: 1 },
    ],
    [
      'and restarts the purchase, of the same order',
      [started, ordered, declined, ...again, ordered],
      { status: 'processing', step: 'checkout', order: 'order_1', error: null, retries: 1 },
    ],
    ['a retry without an order makes one', [started, lost, ...again], { status: 'processing', step: 'order' }],
    [
      'a retry after money was authorized only confirms',
      [started, ordered, paid, late, ...again],
      { status: 'processing', step: 'confirm', proof: 'pay_1', watched: false },
    ],
    [
      'a payment that came to nothing is paid anew',
      [started, ordered, paid, refused, ...again],
      { status: 'processing', step: 'order', proof: null, order: 'order_1' },
    ],
    ['a cancelled one offers no retry', [started, ordered, dismissed, unpaid, retried], { status: 'cancelled' }],
    ['a wrong signature neither', [started, ordered, paid, unsigned, retried], { status: 'failed', retries: 0 }],
    [
      'a fourth retry does nothing',
      [
        started,
        ordered,
        declined,
        ...again,
        ordered,
        declined,
        ...again,
        ordered,
        declined,
        ...again,
        ordered,
        declined,
        ...again,
      ],
      { status: 'failed', retries: 3 },
    ],
    ['closing resets it', [started, ordered, declined, closed], IDLE],
    ['closing resets a success too', [started, ordered, paid, confirmed, closed], IDLE],
    ['nothing closes it while it works', [started, ordered, closed], { status: 'processing', step: 'checkout' }],
    ['late news of a closed one are not heard', [started, ordered, declined, closed, confirmed, lost, dismissed], IDLE],
    ['money is', [started, ordered, declined, closed, paid], { status: 'processing', step: 'confirm' }],
    [
      'that of another order is left to the server',
      [started, { type: 'ordered', order: 'order_2' }, paid],
      { step: 'checkout', order: 'order_2', proof: null },
    ],
    [
      'money that arrives after the confirmation took too long is a success',
      [started, ordered, paid, late, confirmed],
      { status: 'success', error: null, result: 130 },
    ],
    ['a session that ended keeps the proof', [started, ordered, paid, stranger], { status: 'failed', proof: 'pay_1' }],
    [
      'and it is confirmed on the next page',
      [{ type: 'resumed', order: 'order_1', proof: 'pay_1' }],
      { status: 'processing', step: 'confirm', proof: 'pay_1' },
    ],
    ['an open window is asked for', [{ type: 'resumed', order: 'order_1', proof: null }], { step: 'check' }],
    ['a running purchase is not resumed', [started, { type: 'resumed', order: 'x', proof: 'y' }], { step: 'order' }],
    ['it starts once', [started, ordered, started], { step: 'checkout', order: 'order_1' }],
    ['a success stays', [started, ordered, paid, confirmed, lost, paid], { status: 'success' }],
  ])('%s', (_name, events, expected) => {
    expect(play(events)).toMatchObject(expected)
  })
})

describe('whatever happens in whatever order', () => {
  /** Everything that may happen, with what it makes of the money as far as the page can know: none moves, or it may. */
  const events: [event: Event, money?: 'none' | 'moves'][] = [
    [started],
    [{ type: 'resumed', order: 'order_1', proof: 'pay_1' }, 'moves'],
    [{ type: 'resumed', order: 'order_1', proof: null }, 'moves'],
    [ordered, 'moves'],
    [dismissed],
    [paid, 'moves'],
    [confirmed],
    [unpaid, 'none'],
    [unknown],
    [unwatched],
    [retried],
    [closed],
    [failed(sdkFailure(true))],
    [failed(sdkFailure(false))],
    [lost],
    [failed(invalidResponse())],
    [late],
    [failed(verificationNetworkFailure())],
    ...['card_declined', 'payment_timed_out', 'gateway_technical_error', 'invalid_amount', 'order_already_paid'].map(
      (reason): [Event] => [failed(gatewayFailure({ reason }))],
    ),
    ...[400, 401, 403, 404, 409, 422, 429, 500, 504].flatMap((status): [Event][] => [
      [failed(callFailure('order', status, null))],
      [failed(callFailure('purchase', status, null))],
    ]),
    [unsigned],
    [refused],
  ]
  /** What the gateway says of a window that was closed is asked for in one step only. */
  const possible = ({ step }: Flow, event: Event) => step === 'check' || (event !== unpaid && event !== unknown)

  const reached = new Map<string, { flow: Flow; may: boolean }>()
  const visit = (flow: Flow, may: boolean) => {
    const key = JSON.stringify([flow, may])
    if (reached.has(key)) return
    reached.set(key, { flow, may })
    for (const [event, money] of events) {
      if (!possible(flow, event)) continue
      const next = paymentFlow(flow, event)
      const heard = next !== flow
      visit(next, heard && money ? money === 'moves' : may)
    }
  }
  visit(IDLE, false)
  const shown = [...reached.values()].map(({ flow, may }) => ({
    flow,
    may,
    said: `${titleOf(flow)}. ${flow.error?.message ?? ''}`,
  }))

  test('many states are reached', () => {
    expect(shown.length).toBeGreaterThan(200)
    for (const status of ['idle', 'processing', 'success', 'failed', 'timeout', 'cancelled'] as const)
      expect(shown.some(({ flow }) => flow.status === status)).toBe(true)
  })

  test('no sentence says that nothing was charged or credited unless that is known', () => {
    const CLAIM = /no charge|nothing was|not (been )?charged|costs? nothing/i
    const claims = shown.filter(({ said }) => CLAIM.test(said))
    expect(claims.length).toBeGreaterThan(0)
    expect(claims.filter(({ may }) => may)).toEqual([])
    // Those that the server says are of the same texts.
    expect(Object.values(PAYMENT_TEXTS).filter((text) => CLAIM.test(text))).toEqual([PAYMENT_TEXTS.cancelled])
  })

  test('money that was authorized never "failed" or "timed out", and is asked for again or kept', () => {
    const authorized = shown.filter(({ flow }) => flow.proof !== null && flow.status !== 'success')
    expect(authorized.filter(({ flow }) => /failed|timed out|cancelled/i.test(titleOf(flow)))).toEqual([])
    // A retry never leads back to the payment.
    for (const { flow } of authorized)
      expect(play([retried, started, ordered, dismissed], flow).step).not.toMatch(/checkout|check$/)
  })

  test('a page that says that it goes on asking does', () => {
    for (const { flow } of shown) expect(flow.watched).toBe(flow.watched && flow.status === 'timeout' && !!flow.proof)
  })
})
