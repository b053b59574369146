import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { systemClock } from '#base/time.ts'
import { settle } from '#billing/payments.ts'
import { asSystem } from '#billing/system.ts'
import * as webhooks from '#billing/webhooks.ts'
import type { Db } from '#db/connect.ts'
import * as schema from '#db/schema/index.ts'
import { GatewayError } from '#outside/gateway.ts'
import { createLog } from '#outside/logs.ts'
import { razorpayGateway } from '#outside/razorpay.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import type { World } from '../../src/ctx.ts'

/**
 * Settles one payment, or does what waiting webhooks tell of, in a process of its own and kills it, as hard as can be, before step
 * `killAt`: before each statement that it sends and before and after each call of the gateway. Prints the number of steps when it got to
 * the end.
 */
export type Settling = {
  databaseUrl: string
  gatewayUrl: string
  keySecret: string
  /** Null for what waiting webhooks tell of. */
  paymentId: string | null
  killAt: number
}

const task = JSON.parse(process.argv[2]!) as Settling
let steps = 0
const step = () => {
  steps += 1
  if (steps === task.killAt) process.kill(process.pid, 'SIGKILL')
}

const client = postgres(task.databaseUrl, { max: 1, onnotice: () => {} })
const db = drizzle(client, { schema, logger: { logQuery: step } }) as unknown as Db
const keys = { keyId: 'rzp_test_sandbox', keySecret: task.keySecret, webhookSecret: '', patience: 60_000 }
const gateway = razorpayGateway({
  ...keys,
  send: (request) => {
    const { pathname, search } = new URL(request.url)
    return fetch(new Request(task.gatewayUrl + pathname + search, request))
  },
})
for (const name of ['payment', 'capture'] as const) {
  const work = gateway[name] as (...input: unknown[]) => Promise<unknown>
  Object.assign(gateway, {
    [name]: async (...input: unknown[]) => {
      step()
      const answer = await work(...input)
      step()
      return answer
    },
  })
}
const config = { LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: 3000 } as World['config']
const settings = () => DEFAULT_SETTINGS
const world = {
  db,
  now: systemClock,
  config,
  log: createLog(config),
  settings,
  gateway,
  mailer: null,
} as unknown as World
const work = task.paymentId
  ? settle(asSystem(world), task.paymentId).then(({ outcome }) => outcome)
  : webhooks.process(world)
const outcome = await work.catch((error) => {
  // A gateway in trouble is nothing to die of: whoever comes next settles.
  if (error instanceof GatewayError) return error.kind
  throw error
})
process.stdout.write(JSON.stringify({ outcome, steps }))
await client.end()
