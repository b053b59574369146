import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { SECOND } from '#base/time.ts'
import type { Gateway } from '../gateway.ts'
import type { Log } from '../logs.ts'
import { razorpayGateway } from '../razorpay.ts'
import { sandboxApi } from './api.ts'
import { deliver, type Send } from './deliveries.ts'
import type { SandboxCtx } from './records.ts'

const SANDBOX_PATH = '/sandbox-gateway'
const KEY_ID = 'rzp_test_sandbox'
/** Time for the transaction that wrote a webhook to end before it is delivered. */
const KICK = 0.05 * SECOND

/**
 * The bundled stand-in of Razorpay: its API, which answers the same requests in this process; its checkout, which the product
 * serves under SANDBOX_PATH; its webhooks, which go where `sendTo` says. It keeps everything in the database.
 */
export type Sandbox = SandboxCtx & {
  gateway: Gateway
  keySecret: string
  /** Names where webhooks go; from then on they leave as soon as something happens. */
  sendTo(send: Send): void
  /** Delivers what is due; a job calls it for what is late or was refused. @returns how many */
  deliver(): Promise<number>
  /** Called after the browser's half did something: delivers its webhooks soon. */
  happened(): void
  close(): Promise<void>
}

export type SandboxOptions = SandboxCtx & {
  /** Keys are made of it, so that all processes of one installation agree. */
  authSecret: string
  log: Log
  /** Milliseconds for one call of the API. */
  timeoutMs?: number
}

export function createSandbox({ db, now, authSecret, log, timeoutMs }: SandboxOptions): Sandbox {
  const ctx: SandboxCtx = { db, now }
  const secret = (name: string) => createHmac('sha256', authSecret).update(`sandbox ${name}`).digest('hex')
  const keySecret = secret('key')
  const webhookSecret = secret('webhook')
  let send: Send | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<unknown> = Promise.resolve()

  const deliverDue = async () => (send ? deliver(ctx, webhookSecret, send) : 0)
  const happened = () => {
    if (!send || timer) return
    timer = setTimeout(() => {
      timer = undefined
      running = deliverDue().catch((error) => log.error('sandbox: webhooks not delivered', { error }))
    }, KICK)
  }
  const api = sandboxApi(ctx, KEY_ID, keySecret)
  const answer = async (request: Request) => {
    const response = await api.fetch(request)
    // What was done is told of, also when whoever asked has gone.
    if (request.method === 'POST') happened()
    request.signal.throwIfAborted()
    return response
  }
  const options = { keyId: KEY_ID, keySecret, webhookSecret, send: answer, ...(timeoutMs ? { timeoutMs } : {}) }
  return {
    ...ctx,
    keySecret,
    gateway: {
      ...razorpayGateway(options),
      name: 'sandbox',
      checkout: { script: `${SANDBOX_PATH}/checkout.js`, scripts: [], frames: ["'self'"], connects: [], images: [] },
    },
    sendTo(to) {
      send = to
    },
    deliver: deliverDue,
    happened,
    async close() {
      clearTimeout(timer)
      send = undefined
      await running
    },
  }
}

/** The files of the checkout, by the name that the browser asks for. */
export const SANDBOX_FILES: Record<string, string> = {
  'checkout.js': 'text/javascript; charset=utf-8',
  'window.js': 'text/javascript; charset=utf-8',
  'window.css': 'text/css; charset=utf-8',
}
export const sandboxFile = (name: string) => Bun.file(join(import.meta.dir, 'browser', name))
