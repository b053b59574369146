import { z } from 'zod'
import { notFound } from '#base/errors.ts'
import { answerOtp, cancel, pay, proofOf } from '#outside/sandbox/checkout.ts'
import { type Payment, Refusal } from '#outside/sandbox/payments.ts'
import { plan } from '#outside/sandbox/records.ts'
import { SANDBOX_FILES, type Sandbox, sandboxFile } from '#outside/sandbox/sandbox.ts'
import { WINDOW_POLICY, windowPage } from '#outside/sandbox/window.ts'
import type { Handler } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import type { Ctx } from '../ctx.ts'

/** The browser's half of the sandbox, in our own server: there is nothing at these addresses where real money is taken. */
function sandboxOf({ sandbox }: Ctx): Sandbox {
  if (!sandbox) throw notFound('Sandbox')
  return sandbox
}

export const sendSandboxFile: Handler<Ctx> = async (ctx, c) => {
  sandboxOf(ctx)
  const name = c.req.path.split('/').at(-1)!
  return c.body(await sandboxFile(name).text(), 200, { 'Content-Type': SANDBOX_FILES[name]! })
}

const text = z.string().max(200).default('')
const windowQuery = z.object({ key_id: text, order_id: text, name: text, description: text, person: text })

export const showSandboxWindow: Handler<Ctx> = (ctx, c) =>
  answered(c, async () => {
    const page = await windowPage(sandboxOf(ctx), sandboxOf(ctx).gateway.keyId, readQuery(c, windowQuery))
    return c.html(page, 200, { 'Content-Security-Policy': WINDOW_POLICY })
  })

const payBody = z.object({ order_id: text, card: z.object({ number: text, expiry: text, cvv: text, name: text }) })
const otpBody = z.object({ payment_id: text, otp: text })
const cancelBody = z.object({ payment_id: text })
const faultBody = z.object({
  on: z.string().max(100),
  do: z.enum(['error', 'hang', 'lost', 'duplicate', 'drop', 'delay', 'reorder']),
  times: z.number().int().min(1).max(1000).default(1),
})

export const paySandbox: Handler<Ctx> = (ctx, c) =>
  answered(c, async () => {
    const { order_id, card } = await readBody(c, payBody)
    return paymentAnswer(c, sandboxOf(ctx), await pay(sandboxOf(ctx), order_id, card))
  })

export const answerSandboxOtp: Handler<Ctx> = (ctx, c) =>
  answered(c, async () => {
    const { payment_id, otp } = await readBody(c, otpBody)
    return paymentAnswer(c, sandboxOf(ctx), await answerOtp(sandboxOf(ctx), payment_id, otp), true)
  })

export const cancelSandbox: Handler<Ctx> = (ctx, c) =>
  answered(c, async () => {
    const { payment_id } = await readBody(c, cancelBody)
    return paymentAnswer(c, sandboxOf(ctx), await cancel(sandboxOf(ctx), payment_id))
  })

/** Plans what goes wrong next; never in production. */
export const planSandboxFault: Handler<Ctx> = async (ctx, c) => {
  if (ctx.config.production) throw notFound('Sandbox')
  await plan(sandboxOf(ctx), await readBody(c, faultBody))
  return c.body(null, 204)
}

/** What the payment window is told of a payment: it failed, it was authorized, or the bank asks (`wrong`: once more). */
function paymentAnswer(c: HttpContext, sandbox: Sandbox, payment: Payment, wrong = false) {
  sandbox.happened()
  if (payment.status === 'failed') return c.json({ error: failureOf(payment) })
  if (payment.status === 'created') return c.json({ payment_id: payment.id, ...(wrong ? { wrong: true } : {}) })
  return c.json(proofOf(sandbox.keySecret, payment))
}

const failureOf = (payment: Payment) => ({
  code: payment.error_code,
  description: payment.error_description,
  source: payment.error_source,
  step: payment.error_step,
  reason: payment.error_reason,
  metadata: { payment_id: payment.id, order_id: payment.order_id },
})

/** A refusal of the gateway is an answer of its own shape. */
async function answered(c: HttpContext, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return c.json(error.body(), 400)
    throw error
  }
}
