import { AppError } from './errors.ts'

/** Page sizes of every list of the API: 50 unless asked, 200 at most. */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200

export type PageRequest = { limit: number; cursor: string | null }
/** One page of a list; `next` is the cursor of the following page, null on the last. */
export type Page<T> = { items: T[]; next: string | null }

/** The id of the last row, with the moment in front where rows are ordered by one. */
const CURSOR = /^(\d{1,13}_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads `?limit` and `?cursor`. @throws AppError invalid */
export function pageRequest(query: { limit?: string | undefined; cursor?: string | undefined }): PageRequest {
  const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new AppError('invalid', `limit must be a whole number from 1 to ${MAX_LIMIT}.`)
  const cursor = query.cursor || null
  if (cursor && !CURSOR.test(cursor)) throw notOurs()
  return { limit, cursor }
}

/** The two parts of a cursor with a moment in front. @throws AppError invalid for one without */
export function momentCursor(cursor: string): { at: Date; id: string } {
  const [ms, id] = cursor.split('_')
  if (id === undefined) throw notOurs()
  return { at: new Date(Number(ms)), id }
}

const notOurs = () => new AppError('invalid', 'cursor is not one of ours.')

/** Cuts rows fetched with `limit + 1` to one page; `cursorOf` gives the keyset cursor of the last kept row. */
export function pageOf<T>(rows: T[], limit: number, cursorOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
