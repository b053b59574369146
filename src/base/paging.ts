import { invalid } from './errors.ts'

/** Page sizes of every list of the API: 50 unless asked, 200 at most. */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200

export type PageRequest = { limit: number; cursor: string | null }
/** One page of a list; `next` is the cursor of the following page, null on the last. */
export type Page<T> = { items: T[]; next: string | null }

/** The id of the last row, with its value (base64url) in front where rows are ordered by one. */
const CURSOR = /^(?:([\w-]{0,2000})_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Reads `?limit` and `?cursor`. @throws AppError invalid */
export function pageRequest(query: { limit?: string | undefined; cursor?: string | undefined }): PageRequest {
  const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw invalid(`limit must be a whole number from 1 to ${MAX_LIMIT}.`)
  const cursor = query.cursor || null
  if (cursor && !CURSOR.test(cursor)) throw notOurs()
  return { limit, cursor }
}

/** What a value in a cursor looks like, by its type in the database. */
const VALUES: Record<string, (value: string) => boolean> = {
  text: (value) => !value.includes('\0'),
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  timestamptz: (value) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(value) &&
    !Number.isNaN(Date.parse(`${value.slice(0, 19).replace(' ', 'T')}Z`)),
}

/** The cursor of a row: its id, with the value that it is ordered by in front. */
export const cursorAt = (value: string | null, id: string): string =>
  value === null ? id : `${Buffer.from(value).toString('base64url')}_${id}`

/** The parts of a cursor. @param type of the value in front; null for none @throws AppError invalid for a cursor of another order */
export function cursorValue(cursor: string, type: string | null): { value: string | null; id: string } {
  const [, coded, id] = CURSOR.exec(cursor) ?? []
  if (id === undefined || (coded === undefined) !== (type === null)) throw notOurs()
  if (coded === undefined || type === null) return { value: null, id }
  const value = Buffer.from(coded, 'base64url').toString()
  if (!VALUES[type]?.(value)) throw notOurs()
  return { value, id }
}

const notOurs = () => invalid('cursor is not one of ours.')

/** Cuts rows fetched with `limit + 1` to one page; `cursorOf` gives the keyset cursor of the last kept row. */
export function pageOf<T>(rows: T[], limit: number, cursorOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
