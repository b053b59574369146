import { afterAll, beforeEach, expect, test } from 'bun:test'
import {
  isPaymentPending,
  paymentWindowClosed,
  pendingPayment,
  storePayment,
  tellPaymentWindow,
} from './pending-payment.ts'

const entries = new Map<string, string>()
let viewer: string | null = null
beforeEach(() => {
  entries.clear()
  viewer = 'asha'
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    },
    document: { querySelector: () => (viewer ? { dataset: { viewer } } : null) },
  })
})

afterAll(() => {
  for (const name of ['sessionStorage', 'document']) Reflect.deleteProperty(globalThis, name)
})

const order = { order: { id: 'order_1', amount: 9900, currency: 'INR' }, key_id: 'key' }
const proof = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 's' }

test('a payment waits for the person who made it, until it is forgotten', () => {
  storePayment('credits', { order, proof })
  expect([isPaymentPending(), pendingPayment('plan'), pendingPayment('credits')]).toEqual([
    true,
    null,
    { order, proof },
  ])
  storePayment('credits', null)
  expect([isPaymentPending(), pendingPayment('credits')]).toEqual([false, null])
})

test('an order that was still being paid waits too', () => {
  storePayment('plan', { order, proof: null })
  expect(pendingPayment('plan')).toEqual({ order, proof: null })
})

test('whoever signs in instead neither sees it nor leaves it there', () => {
  storePayment('credits', { order, proof })
  viewer = 'ben'
  expect([pendingPayment('credits'), isPaymentPending()]).toEqual([null, false])
})

test('what somebody else wrote under its name is forgotten', () => {
  entries.set('payment:credits', '{')
  expect([pendingPayment('credits'), isPaymentPending()]).toEqual([null, false])
})

test('nobody is led away from a page with an open payment window', async () => {
  await paymentWindowClosed()
  tellPaymentWindow(true)
  let left = false
  const leaving = paymentWindowClosed().then(() => {
    left = true
  })
  await new Promise((done) => setTimeout(done))
  expect(left).toBe(false)
  tellPaymentWindow(false)
  await leaving
  await paymentWindowClosed()
})
