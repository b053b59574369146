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
