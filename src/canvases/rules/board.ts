/** Columns of a board; a phone has one. */
export const COLUMNS = 12
export const LIMITS = {
  blocks: 60,
  canvases: 200,
  tabs: 12,
  versions: 30,
  filters: 12,
  /** Columns of one filter. */
  places: 30,
  height: 24,
  rows: 2000,
  /** Characters of the address that holds a picture. */
  image: 400_000,
}
/** How long a link works, in days. */
export const LINK_DAYS = { usual: 30, most: 365 }
/** What a password of a link needs; only ten may be tried in an hour. */
export const PASSWORD = { least: 8, most: 200 }
