import { redact, redactText } from '#base/redact.ts'
import type { Config } from '#config.ts'
import type { FinishedLine } from './log-keeper.ts'

export type LogFields = Record<string, unknown>
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
type Level = (typeof LEVELS)[number]

/** Structured log: one JSON line each on standard error, secrets redacted. */
export type Log = Record<Exclude<Level, 'silent'>, (message: string, fields?: LogFields) => void>

/**
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
      const kept = keep !== null && rank >= leastKept
      if (rank < least && !kept) return
      const line = {
        time: new Date().toISOString(),
        level,
        message: redactText(message),
        fields: redact(fields) as LogFields,
      }
      if (rank >= least) write(`${JSON.stringify({ time: line.time, level, message: line.message, ...line.fields })}\n`)
      if (kept) keep(line)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
