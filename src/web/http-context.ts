import type { Context } from 'hono'
import type { Actor, User, World } from '../ctx.ts'

/** What the global middleware puts on every request; `user` is put there by the guard that found one, `refusal` by the answer of an error. */
export type Env = {
  Variables: {
    world: World
    actor: Actor
    nonce: string
    user?: User
    refusal?: { code: string; reason: string }
  }
}

export type HttpContext = Context<Env>
