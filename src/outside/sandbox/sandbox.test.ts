import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { sandboxRecords } from '#db/schema/index.ts'
import { testWorld } from '../../../tests/support/world.ts'
import { type GatewayError, isSigned } from '../gateway.ts'
import { razorpayGateway } from '../razorpay.ts'
import { answerOtp, authorizeLate, cancel, pay, proofOf, TEST_CARDS } from './checkout.ts'
import { plan } from './records.ts'
import { createSandbox } from './sandbox.ts'

const world = await testWorld()
const sandbox = createSandbox({ ...world, authSecret: world.config.authSecret, timeoutMs: 60_000 })
const withShortTimeout = createSandbox({ ...world, authSecret: world.config.authSecret, timeoutMs: 200 })
const { gateway } = sandbox
afterAll(() => Promise.all([sandbox.close(), withShortTimeout.close()]))

const card = (number: string = TEST_CARDS.success) => ({ number, expiry: '12/34', cvv: '123', name: 'Ada' })
const newOrder = () => gateway.createOrder({ amount: 9900, currency: 'INR', receipt: newId() })
const authorized = async (orderId: string) => answerOtp(sandbox, (await pay(sandbox, orderId, card())).id, '1234')
const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: GatewayError) => error)

test('an order is made, paid, proven, captured and paid back', async () => {
  const order = await newOrder()
  expect(order).toMatchObject({ amount: 9900, currency: 'INR', status: 'created' })
  expect(await gateway.orderByReceipt(order.receipt)).toEqual(order)
  const payment = await authorized(order.id)
  const proof = proofOf(sandbox.keySecret, payment)
  expect(gateway.signed(order.id, payment.id, proof.razorpay_signature)).toBe(true)
  expect(gateway.signed(order.id, 'pay_other', proof.razorpay_signature)).toBe(false)
  expect(gateway.signed(order.id, payment.id, 'short')).toBe(false)
  expect(await gateway.payment(payment.id)).toMatchObject({ orderId: order.id, status: 'authorized' })
  expect(await gateway.capture(payment.id, 9900, 'INR')).toMatchObject({ status: 'captured', amount: 9900 })
  expect(await gateway.capture(payment.id, 9900, 'INR')).toMatchObject({ status: 'captured' })
  const key = newId()
  const refund = await gateway.refund(payment.id, 4000, key)
  expect(refund).toMatchObject({ paymentId: payment.id, amount: 4000, key, status: 'processed' })
  expect(await gateway.refund(payment.id, 4000, key)).toEqual(refund)
  expect((await gateway.paymentsOf(order.id)).map((it) => [it.status, it.amountRefunded])).toEqual([['captured', 4000]])
})

test('the test cards behave as their names say', async () => {
  const order = await newOrder()
  expect(await pay(sandbox, order.id, card(TEST_CARDS.declined))).toMatchObject({ error_reason: 'card_declined' })
  for (const [number, reason] of [
    [TEST_CARDS.insufficientFunds, 'insufficient_funds'],
    [TEST_CARDS.timedOut, 'payment_timed_out'],
  ] as const) {
    const { id } = await pay(sandbox, order.id, card(number))
    expect(await answerOtp(sandbox, id, '1234')).toMatchObject({ status: 'failed', error_reason: reason })
  }
  const cancelled = await pay(sandbox, order.id, card())
  expect(await cancel(sandbox, cancelled.id)).toMatchObject({ error_reason: 'payment_cancelled' })
  const guessed = await pay(sandbox, order.id, card())
  for (const status of ['created', 'created', 'failed'] as const)
    expect((await answerOtp(sandbox, guessed.id, 'no')).status).toBe(status)
  expect(await authorizeLate(sandbox, cancelled.id)).toMatchObject({ status: 'authorized' })
  await expect(pay(sandbox, order.id, card('4100280000001008'))).rejects.toThrow('card number')
})

test('an order whose answer was lost is found, not made twice', async () => {
  await plan(sandbox, { on: 'orders.create', do: 'lost', times: 1 })
  const order = await newOrder()
  expect(await gateway.orderByReceipt(order.receipt)).toEqual(order)
  await plan(sandbox, { on: 'orders.create', do: 'hang', times: 1 })
  const receipt = newId()
  const error = await failure(withShortTimeout.gateway.createOrder({ amount: 9900, currency: 'INR', receipt }))
  expect(error).toMatchObject({ name: 'GatewayError', kind: 'timeout', unknown: true })
  expect(await gateway.orderByReceipt(receipt)).toBeNull()
})

test('a capture whose answer was lost is what it has become', async () => {
  const payment = await authorized((await newOrder()).id)
  await plan(sandbox, { on: 'payments.capture', do: 'lost', times: 1 })
  expect(await gateway.capture(payment.id, 9900, 'INR')).toMatchObject({ status: 'captured' })
})

test('every failure has one shape', async () => {
  expect(await failure(gateway.payment('pay_none'))).toMatchObject({ kind: 'refused', unknown: false })
  await plan(sandbox, { on: 'refunds.create', do: 'error', times: 1 })
  const { id } = await authorized((await newOrder()).id)
  await gateway.capture(id, 9900, 'INR')
  expect(await failure(gateway.refund(id, 1, newId()))).toMatchObject({ kind: 'unavailable', unknown: true })
  const keys = { keyId: 'k', keySecret: 's', webhookSecret: 'w' }
  const nowhere = razorpayGateway({ ...keys, send: () => fetch('http://127.0.0.1:1') })
  expect(await failure(nowhere.capture('pay_x', 1, 'INR'))).toMatchObject({ kind: 'unavailable', unknown: false })
})

test('what happens is told by signed webhooks, again until it is accepted', async () => {
  // What other payments of this database still have to tell is not waited for.
  await world.db.delete(sandboxRecords).where(eq(sandboxRecords.kind, 'delivery'))
  const heard: string[] = []
  let status = 500
  sandbox.sendTo(async (body, headers) => {
    expect(isSigned(gateway.webhookSecret, body, headers['x-razorpay-signature']!)).toBe(true)
    heard.push(JSON.parse(body).event)
    return { status }
  })
  await plan(sandbox, { on: 'webhook', do: 'duplicate', times: 1 })
  const { id } = await authorized((await newOrder()).id)
  await sandbox.deliver()
  expect(heard).toEqual(['payment.authorized', 'payment.authorized'])
  expect(id).toStartWith('pay_')
  status = 200
  const later = createSandbox({
    ...world,
    now: () => new Date(Date.now() + 60_000),
    authSecret: world.config.authSecret,
    timeoutMs: 60_000,
  })
  later.sendTo(async () => ({ status }))
  expect(await later.deliver()).toBeGreaterThanOrEqual(2)
  expect(await later.deliver()).toBe(0)
})
