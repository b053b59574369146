export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The date so many days after that of an ISO date or time, before it where they are negative. */
export const daysFrom = (iso: string, days: number): string =>
  new Date(Date.parse(iso.slice(0, 10)) + days * DAY).toISOString().slice(0, 10)

/** How far the clocks of two servers of one database may lie apart. */
export const CLOCK_SKEW = 5 * MINUTE

/** Where "now" comes from: the wall clock in the product, a fixed or advancing one in tests. */
export type Clock = () => Date
export const systemClock: Clock = () => new Date()

/** The moment so many milliseconds before now. */
export const ago = ({ now }: { now: () => Date }, ms: number): Date => new Date(Number(now()) - ms)
