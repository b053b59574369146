export { isNumeric, isTemporal } from '#base/engine-type.ts'

/** What a statement over all tables of a workspace is said to run on. */
export const WORKSPACE_SOURCE = 'workspace'

/** The first rows whose JSON takes at most `room` characters. */
export function rowsWithin<R>(rows: R[], room: number): R[] {
  let left = room
  const end = rows.findIndex((row) => {
    left -= JSON.stringify(row).length + 1
    return left < 0
  })
  return end < 0 ? rows : rows.slice(0, end)
}
