export const BREAKS = {
  seal_missing: 'a seal is gone',
  event_missing: 'the event that was sealed here is gone',
  changed: 'the event is not what was sealed: it, or its place, was changed',
  inserted: 'an event was put in before this one after it had been sealed',
} as const

/** What a walk along the chain of the audit log found. */
export type Verdict = {
  ok: boolean
  checked: number
  /** Events that are not sealed yet: within seconds they are. */
  waiting: number
  /** The last seal that holds. Kept elsewhere, it shows later that nothing was cut off. */
  head: { sequence: number; hash: string; sealed_at: string } | null
  broken: { sequence: number; why: keyof typeof BREAKS; event_id: string | null } | null
}
