import { type Clock, MINUTE, systemClock } from '#base/time.ts'

/** Failures in a row after which a model is not asked any more, and for how long. */
const MOST_FAILURES = 3
const REST = MINUTE

/** How a model that has another to fall back on did lately, as this process knows it. */
export type Health = {
  /** Failures since it last answered. */
  readonly failures: number
  /** It is not asked before; null while it is. */
  readonly restsUntil: Date | null
  worked(): void
  failed(): void
}

export function createHealth(now: Clock = systemClock): Health {
  let failures = 0
  let until: Date | null = null
  return {
    get failures() {
      return failures
    },
    get restsUntil() {
      return until && until > now() ? until : null
    },
    worked() {
      failures = 0
      until = null
    },
    failed() {
      failures++
      if (failures >= MOST_FAILURES) until = new Date(now().getTime() + REST)
    },
  }
}
