/** Raised when what is asked for changes: everybody is asked again then. */
export const CONSENT_VERSION = 1
/** How long a choice counts, and how long a browser that agreed keeps its random name. */
export const CONSENT_DAYS = 180

/** Cookies of consent and tracking. All are first-party; the page lists them. */
export const CONSENT_COOKIE = 'consent'
export const VISITOR_COOKIE = 'visitor'
/** One cookie for each moment that the next page is told of: `moment-{id}`. */
export const MOMENT_COOKIE = 'moment-'

/** `on`: the day of the choice, as `2026-11-21`. */
export type Choice = { analytics: boolean; on: string }

/** `1.granted.2026-11-21` */
export const choiceText = ({ analytics, on }: Choice): string =>
  `${CONSENT_VERSION}.${analytics ? 'granted' : 'denied'}.${on}`

/** What the cookie says; null where nothing was chosen, something else was asked, or the choice is too old. */
export function choiceOf(text: string | undefined, now: Date): Choice | null {
  const [, version, choice, on] = /^(\d+)\.(granted|denied)\.(\d{4}-\d\d-\d\d)$/.exec(text ?? '') ?? []
  if (Number(version) !== CONSENT_VERSION || !on) return null
  const age = Number(now) - Date.parse(on)
  // A day of grace on both sides: clocks of browsers differ.
  return age >= -DAY && age < (CONSENT_DAYS + 1) * DAY ? { analytics: choice === 'granted', on } : null
}
const DAY = 86_400_000

/** What a browser says about being watched: Global Privacy Control or Do Not Track. Either is a no to everything that can be declined. */
export type Signal = 'gpc' | 'dnt'
export const SIGNAL_NAMES: Record<Signal, string> = { gpc: 'Global Privacy Control', dnt: 'Do Not Track' }

/** @param said values of the headers Sec-GPC and DNT, or of `navigator` */
export const signalOf = (said: { gpc: unknown; dnt: unknown }): Signal | null =>
  said.gpc === '1' || said.gpc === true ? 'gpc' : said.dnt === '1' || said.dnt === 'yes' ? 'dnt' : null
