/** Times of the interface in milliseconds, fixed by the specification (sections 2 and 9). */
export const TIMES = {
  toast: 5000,
  notice: { success: 3000, info: 3000, warning: 4000, error: null },
  /** The side list of workspaces goes this long after the pointer left. */
  sideList: 150,
  /** A navigation that shows nothing after this long stops pretending. */
  spinner: 3000,
  organizationsCache: 30_000,
  organizationsRetry: 3000,
  balanceCache: 30_000,
  balanceDebounce: 100,
  subscriptionCache: 30_000,
  subscriptionDelay: 100,
  /** Invitations and the admin flag, for as long as everything else about the person. */
  personCache: 30_000,
} as const

export const badgeCount = (count: number): string => (count > 9 ? '9+' : String(count))
