import { AppError, ERROR_KINDS, outage } from '#base/errors.ts'
import { ErrorPage } from '#ui/error-page.tsx'
import { href, urls } from '../urls.ts'
import { requestCtx } from './handler.ts'
import type { HttpContext } from './http-context.ts'
import { pageAnswer } from './page.tsx'
import { noteRefusal } from './refusals.ts'
import { isApi } from './response.ts'

/**
 * The one place where an error becomes an answer: JSON under /api/, a page elsewhere (htmx swaps its body).
 * Unknown errors are logged whole and shown with a request id and nothing else.
 */
export function errorAnswer(error: unknown, c: HttpContext): Response {
  const { requestId } = c.var.actor
  const outcome = error instanceof AppError ? error : outage(error)
  const isExpected = outcome !== null
  if (error !== outcome) c.var.world.log.error('unhandled error', { method: c.req.method, path: c.req.path, error })
  const failure = outcome ?? new AppError('internal', 'Something went wrong on our side.')
  if (isExpected) {
    noteRefusal(failure, c)
    c.set('refusal', { code: failure.code, reason: failure.message })
  }
  const retryAfter = failure.details?.retry_after
  if (typeof retryAfter === 'number') c.header('Retry-After', String(retryAfter))
  if (isApi(c))
    return c.json(
      {
        error: isExpected
          ? failure.message
          : `${failure.message} Please try again; if it stays, tell us this id: ${requestId}`,
        code: failure.code,
        ...(failure.details ? { details: failure.details } : {}),
        ...(isExpected ? {} : { request_id: requestId }),
      },
      failure.status,
    )
  if (failure.kind === 'unauthenticated') return toLogin(c)
  return errorPage(c, failure, isExpected ? failure.message : UNEXPECTED)
}

/** What a page says under its title "Something went wrong". */
const UNEXPECTED = 'The server met an error that it did not expect. The fault is ours, not yours.'

function errorPage(c: HttpContext, { kind, status }: AppError, message: string): Response {
  const user = c.var.user ?? null
  const { title } = ERROR_KINDS[kind]
  const { pathname, search } = new URL(c.req.url)
  const body = (
    <ErrorPage
      {...{ kind, status, title, message }}
      who={user?.email ?? null}
      again={c.req.method === 'GET' ? `${pathname}${search}` : null}
      requestId={c.var.actor.requestId}
      logs={user?.adminRoles.length ? href(urls.adminLogs, {}, { request: c.var.actor.requestId }) : null}
    />
  )
  return pageAnswer(c, { ...requestCtx(c), user }, { layout: user ? 'app' : 'site', title, status }, body)
}

/** Sends a guest to the login page, which comes back to the page that was asked for. htmx must leave the page to do so. */
function toLogin(c: HttpContext): Response {
  const { pathname, search } = new URL(c.req.url)
  const address = href(urls.login, {}, { next: c.req.method === 'GET' ? `${pathname}${search}` : undefined })
  if (!c.req.header('hx-request')) return c.redirect(address)
  return c.body(null, 204, { 'HX-Redirect': href(urls.login) })
}
