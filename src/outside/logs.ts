import { AsyncLocalStorage } from 'node:async_hooks'
import { newId } from '#base/ids.ts'
import { redact, redactText } from '#base/redact.ts'
import type { Config } from '#config.ts'
import type { FinishedLine } from './log-store.ts'

export type LogFields = Record<string, unknown>
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
type Level = (typeof LEVELS)[number]

const scope = new AsyncLocalStorage<string>()

/** Does `work` for a request, or for a run of a job: every line that is written meanwhile, however deep, carries its id. */
export const inRequest = <T>(requestId: string, work: () => T): T => scope.run(requestId, work)
/** The id of the request that this is done for; a new one where nobody asked. */
export const requestIdOfNow = (): string => scope.getStore() ?? newId()
/** `work` as it will be called later, by whatever comes from outside, for the request of now. */
export const forRequest = <A extends unknown[]>(work: (...args: A) => void): ((...args: A) => void) =>
  AsyncLocalStorage.bind(work)

/** Structured log: one JSON line each on standard error, secrets redacted. */
export type Log = Record<Exclude<Level, 'silent'>, (message: string, fields?: LogFields) => void>

/**
 * A line says which request it was written for, unless its fields name another (`requestId`; undefined for none).
 * @param write where finished lines go
 * @param keep takes the same lines for the panel: those that are written, and whatever is worth more than a look at debugging
 */
export function createLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  write: (line: string) => unknown = (line) => process.stderr.write(line),
  keep: ((line: FinishedLine) => void) | null = null,
): Log {
  const least = LEVELS.indexOf(config.LOG_LEVEL)
  const leastKept = Math.min(least, LEVELS.indexOf('info'))
  const at =
    (level: Exclude<Level, 'silent'>) =>
    (message: string, fields: LogFields = {}) => {
      const rank = LEVELS.indexOf(level)
      const isKept = keep !== null && rank >= leastKept
      if (rank < least && !isKept) return
      const line = {
        time: new Date().toISOString(),
        level,
        message: redactText(message),
        fields: redact({ requestId: scope.getStore(), ...fields }) as LogFields,
      }
      if (rank >= least) write(`${JSON.stringify({ time: line.time, level, message: line.message, ...line.fields })}\n`)
      if (isKept) keep(line)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
