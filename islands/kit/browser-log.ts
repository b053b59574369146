import { redact, redactText } from '#base/redact.ts'
import { listen } from './listen.ts'

let leaving = false
if (typeof addEventListener === 'function')
  listen(globalThis as unknown as EventTarget, 'pagehide pageshow', ({ type }) => {
    leaving = type === 'pagehide'
  })

/**
 * Writes a failure to the console of the browser, with bearer tokens, passwords, keys and secrets redacted. Calls that a person
 * cut off by leaving the page have not failed.
 * @param cause the error behind it
 */
export function logFailure(message: string, cause?: unknown): void {
  if (leaving) return
  console.warn(redactText(message), ...(cause === undefined ? [] : [JSON.stringify(redact(brief(cause)))]))
}

const brief = (cause: unknown) =>
  cause instanceof Error ? { ...cause, name: cause.name, message: cause.message } : cause
