import { redact, redactText } from '#base/redact.ts'
import type { Config } from '#config.ts'

export type LogFields = Record<string, unknown>
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
type Level = (typeof LEVELS)[number]

/** Structured log: one JSON line each on standard error, secrets redacted. */
export type Log = Record<Exclude<Level, 'silent'>, (message: string, fields?: LogFields) => void>

/** @param write where finished lines go */
export function createLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  write: (line: string) => unknown = (line) => process.stderr.write(line),
): Log {
  const least = LEVELS.indexOf(config.LOG_LEVEL)
  const at =
    (level: Exclude<Level, 'silent'>) =>
    (message: string, fields: LogFields = {}) => {
      if (LEVELS.indexOf(level) < least) return
      const line = {
        time: new Date().toISOString(),
        level,
        message: redactText(message),
        ...(redact(fields) as LogFields),
      }
      write(`${JSON.stringify(line)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
