import { expect, test } from 'bun:test'
import { REFUND_STATES } from '../../rules/refund.ts'
import { RefundRequestsPage, type RefundsProps } from './refund-requests.tsx'

type Request = RefundsProps['requests']['items'][number]
type Payment = RefundsProps['payments']['items'][number]

const MOMENT = '2026-11-22T10:00:00.000Z'
const textOf = (part: Partial<RefundsProps>) => {
  const none = { items: [], next: null, first: true }
  const page = <RefundRequestsPage own={{ payments: none, requests: none, refused: null, asked: false, ...part }} />
  return String(page)
    .split(/class="refunds-list"|<\/ul>/)[1]!
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const REFUNDS = [null, 'waiting', 'refunded', 'failed'] as const
test.each(REFUND_STATES.flatMap((state) => REFUNDS.map((refund) => [state, refund] as const)))(
  'a request that is %s, with its refund %s, says nothing of money that has not happened',
  (state, refund) => {
    const request: Request = {
      id: 'r1',
      payment_id: 'pay_1',
      reason: 'x',
      state,
      note: '',
      amount: 19_800,
      currency: 'INR',
      refund: refund && {
        amount: 14_850,
        credits: 160,
        state: refund,
        refunded_at: refund === 'refunded' ? MOMENT : null,
      },
      created_at: MOMENT,
      approved_at: state === 'approved' || state === 'refunded' ? MOMENT : null,
      decided_at: state === 'requested' ? null : MOMENT,
    }
    const text = textOf({ requests: { items: [request], next: null, first: true } })
    // Sent is what the gateway has sent; made or paid back is never said before.
    expect(/\b(sent|made|paid back|received)\b/i.test(text)).toBe(refund === 'refunded')
    expect(text.includes('given back')).toBe(refund === 'failed')
    expect(text.includes('Rejected')).toBe(state === 'rejected')
  },
)

test('whatever was used, the sum that is shown is the one that is refunded, and "nothing" is said of nothing only', () => {
  for (let used = 0; used <= 210; used++) {
    const unused = 200 - Math.min(200, used)
    const payment: Payment = {
      id: 'pay_1',
      what: '200 credits',
      amount: 19_800,
      currency: 'INR',
      paid_at: MOMENT,
      purchased: 200,
      unused,
      credit: 0,
      refundable: Math.floor((19_800 * unused) / 200),
      request: null,
    }
    const text = textOf({ payments: { items: [payment], next: null, first: true } })
    const [, bought, counted, whole, sum] = /× \((\d+) bought − (\d+) used\) ÷ (\d+) = ₹([\d.]+)/.exec(text) ?? []
    expect([used, ((19_800 / 100) * (Number(bought) - Number(counted))) / Number(whole)]).toEqual([used, Number(sum)])
    expect(text.includes('Nothing of it is left')).toBe(unused === 0)
    // Of a bonus something may be left then: nobody says that all was used.
    expect(text).not.toMatch(/everything/i)
  }
})
