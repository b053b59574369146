import { requestIdOfNow } from '#outside/logs.ts'
import type { Ctx, World } from '../ctx.ts'

/** Who acts when nobody asked: a job, or a webhook of the gateway. */
export const asSystem = (world: World): Ctx => ({
  ...world,
  actor: { userId: null, via: 'system', ip: null, requestId: requestIdOfNow() },
})
