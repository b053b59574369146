import { SECOND } from '#base/time.ts'
import type { UserCtx } from '../ctx.ts'
import * as credits from './credits.ts'

/** How often this process says of the holds that it works for that it lives. */
const HEARTBEAT = 5 * SECOND

const held = new Map<string, UserCtx>()
let isBeating = false

/**
 * Renews a hold for as long as this process works on what it pays for.
 * @returns ends it; the hold itself is settled or released by whoever took it
 */
export function keepHeld(ctx: UserCtx, holdId: string): () => void {
  held.set(holdId, ctx)
  if (!isBeating) setTimeout(beat, HEARTBEAT)
  isBeating = true
  return () => held.delete(holdId)
}

/** One loop for all holds of the process, while there are any. */
async function beat(): Promise<void> {
  for (const [, holds] of Map.groupBy(held, ([, ctx]) => ctx.db)) {
    const [, ctx] = holds[0]!
    const ids = holds.map(([id]) => id)
    // The loop was started by one of them and serves all.
    await credits
      .heartbeats(ctx, ids)
      .catch((error) => ctx.log.warn('holds were not renewed', { requestId: undefined, error }))
  }
  isBeating = held.size > 0
  if (isBeating) setTimeout(beat, HEARTBEAT)
}
