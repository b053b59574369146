import type { Ctx } from '../ctx.ts'
import type { HttpContext } from './http-context.ts'
import { once } from './idempotency.ts'

/** A handler of three lines (read, do, answer) that needs the ctx `C`; its guard supplies it. */
export type Handler<C> = (ctx: C, c: HttpContext) => Response | Promise<Response>

/** The ctx of the request before any guard: the world plus who asks, as far as the transport knows. */
export const requestCtx = (c: HttpContext): Ctx => ({ ...c.var.world, actor: c.var.actor })

/**
 * Makes a guard. The handler it wraps is named `label -> handler`, so that the golden route table shows who may call what.
 * @param label as the table shows it: `inOrganization`, `may REMOVE_MEMBERS`
 * @param supply checks and widens the ctx; throws AppError when the request may not go on
 */
export function guard<C>(label: string, supply: (ctx: Ctx, c: HttpContext) => C | Promise<C>) {
  return (handler: Handler<C>) => {
    const guarded = async (c: HttpContext): Promise<Response> => {
      const ctx = await supply(requestCtx(c), c)
      return once(c, () => handler(ctx, c))
    }
    Object.defineProperty(guarded, 'name', { value: `${label} -> ${handler.name || 'anonymous'}` })
    return guarded
  }
}

export const anyone = guard<Ctx>('anyone', (ctx) => ctx)
