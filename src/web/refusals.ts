import type { AppError } from '#base/errors.ts'
import * as security from '#records/security.ts'
import { requestCtx } from './handler.ts'
import type { HttpContext } from './http-context.ts'

/**
 * Writes down a refusal that somebody may have tried for: a statement that the gate turned away, an address within this server's own
 * network. Nobody waits for it, and an answer does not fail by it.
 */
export function noteRefusal(error: AppError, c: HttpContext): void {
  const path = c.req.path
  const noted =
    error.code === 'sql_refused'
      ? security.record(requestCtx(c), 'statement_refused', { path, message: error.message })
      : error.details?.refused === 'private_address'
        ? security.record(requestCtx(c), 'address_refused', { path, host: error.details.host })
        : null
  noted?.catch((problem) => c.var.world.log.warn('a refusal was not noted', { error: problem }))
}
