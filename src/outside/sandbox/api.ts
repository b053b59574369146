import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { MINUTE } from '#base/time.ts'
import { withoutCard } from './checkout.ts'
import {
  capture,
  createOrder,
  type Order,
  orderOf,
  type Payment,
  paymentOf,
  Refusal,
  refund,
  withoutKey,
} from './payments.ts'
import { of, type SandboxCtx, takeFault } from './records.ts'

const collection = (items: object[]) => ({ entity: 'collection', count: items.length, items })

/** The gateway's HTTP API, as far as the product uses it. */
export function sandboxApi(ctx: SandboxCtx, keyId: string, keySecret: string): Hono {
  const expected = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`)
  const api = new Hono()
  api.use(async (c, next) => {
    const given = Buffer.from(c.req.header('authorization') ?? '')
    if (given.length === expected.length && timingSafeEqual(given, expected)) return next()
    return c.json({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } }, 401)
  })
  api.onError((error, c) =>
    error instanceof Refusal
      ? c.json(error.body(), 400)
      : c.json({ error: { code: 'SERVER_ERROR', description: error.message } }, 500),
  )
  /** Does the work of a call, unless a fault was planned for it. */
  const faulty = (on: string, work: (c: Context) => Promise<object>) => async (c: Context) => {
    const fault = await takeFault(ctx, on)
    if (fault === 'hang') await sleep(MINUTE, undefined, { signal: c.req.raw.signal }).catch(() => {})
    if (fault === 'error' || fault === 'hang')
      return c.json({ error: { code: 'SERVER_ERROR', description: 'We are facing some trouble.' } }, 500)
    const answer = await work(c)
    // As of a balancer in between: no JSON, and no word on whether it was done.
    return fault === 'lost' ? c.text('Gateway Time-out', 504) : c.json(answer)
  }
  const id = (c: Context) => c.req.param('id')!

  api.post(
    '/v1/orders',
    faulty('orders.create', async (c) => createOrder(ctx, await c.req.json())),
  )
  api.get('/v1/orders', async (c) => c.json(collection(await of<Order>(ctx, 'order', c.req.query('receipt') ?? ''))))
  api.get('/v1/orders/:id', async (c) => c.json(await orderOf(ctx, id(c))))
  api.get(
    '/v1/orders/:id/payments',
    faulty('orders.payments', async (c) => collection((await of<Payment>(ctx, 'payment', id(c))).map(withoutCard))),
  )
  api.get(
    '/v1/payments/:id',
    faulty('payments.fetch', async (c) => withoutCard(await paymentOf(ctx, id(c)))),
  )
  api.post(
    '/v1/payments/:id/capture',
    faulty('payments.capture', async (c) => {
      const { amount, currency } = await c.req.json<{ amount: number | string; currency: string }>()
      return withoutCard(await capture(ctx, id(c), Number(amount), currency))
    }),
  )
  api.post(
    '/v1/payments/:id/refund',
    faulty('refunds.create', async (c) =>
      withoutKey(await refund(ctx, id(c), await c.req.json(), c.req.header('x-refund-idempotency') ?? null)),
    ),
  )
  api.get(
    '/v1/payments/:id/refunds',
    faulty('payments.refunds', async (c) =>
      collection((await of<Parameters<typeof withoutKey>[0]>(ctx, 'refund', id(c))).map(withoutKey)),
    ),
  )
  return api
}
