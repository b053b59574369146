import { DAY, HOUR, MINUTE } from '#base/time.ts'

/**
 * Failed sign-ins that cost no wait: of one account, whether it exists or not, and from one address, behind which an office may sit.
 * After those each failure doubles the wait, from a minute to an hour. All times in milliseconds.
 */
export const LOCKOUT = {
  free: { account: 5, address: 50 },
  firstWait: MINUTE,
  longestWait: HOUR,
  /** Failures are forgotten this long after the last of them. */
  memory: DAY,
} as const

/**
 * How long nobody may try after so many failures.
 * @param free failures that cost nothing
 */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LOCKOUT.firstWait * 2 ** (failures - free), LOCKOUT.longestWait)
