import { rowsOfSeries } from './json-series.ts'
import { lostFrom, withOwnNames, withPoints } from './json-shapes.ts'
import { isObject, isScalar, type JsonRow } from './json-values.ts'

/** What lines of JSON are that are not all rows of one table: places of those that speak of the file, and its tables where rows are no lines. `beside`: what all lines of a table say. */
export type LineKinds = { apart: number[]; tables: { path: string[]; rows: JsonRow[] }[] | null; beside?: string[] }

const LEAST_ROWS = 3
const MOST_APART = 0.05
const FEW_APART = 3
/** Share of its keys that a line has at least in common with others of its kind. */
const ALIKE = 0.5

/**
 * Tells lines apart by their keys: some at the beginning or end that have none of the others, as counts and versions of a file; every second
 * one, which belongs to the row below it, as in requests to a search engine; and messages that hold a row of one of several tables. A series a line is
 * a row for each of its points, and a point on a map its numbers. Null where each is a row.
 */
export function linesByKind(lines: readonly JsonRow[]): LineKinds | null {
  if (lines.length === 0) return null
  const rows = rowsOfSeries(lines) ?? withPoints(withOwnNames([...lines]))
  const isOther = rows.length !== lines.length || rows.some((row, at) => row !== lines[at])
  const tables = [{ path: [], rows }]
  if (isOther) return { apart: [], tables, beside: lostFrom(lines, tables) }
  return streamed(lines) ?? paired(lines) ?? headed(lines)
}

const keysOf = (rows: readonly JsonRow[]) => new Set(rows.flatMap((row) => Object.keys(row)))
/** Keys that at least half of some rows have. */
function usualKeys(rows: readonly JsonRow[]): Set<string> {
  const counts = new Map<string, number>()
  for (const row of rows) for (const key of Object.keys(row)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].flatMap(([key, count]) => (count >= rows.length * ALIKE ? [key] : [])))
}

function headed(lines: readonly JsonRow[]): LineKinds | null {
  const usual = usualKeys(lines)
  if (usual.size < 2 || lines.length < LEAST_ROWS) return null
  /** Whether a line has nothing in common with the others, but a word for what it is. */
  const isOther = (line: JsonRow) => {
    const shared = Object.keys(line).filter((key) => usual.has(key))
    const [kind = ''] = shared
    return (
      shared.length === 0 ||
      (shared.length === 1 &&
        usual.size > 2 &&
        typeof line[kind] === 'string' &&
        lines.filter((one) => one[kind] === line[kind]).length === 1)
    )
  }
  const first = lines.findIndex((line) => !isOther(line))
  const last = lines.findLastIndex((line) => !isOther(line))
  const apart = lines.flatMap((_, at) => (at < first || at > last ? [at] : []))
  const isFew = apart.length <= Math.max(FEW_APART, lines.length * MOST_APART)
  return first >= 0 && apart.length > 0 && isFew && lines.length - apart.length >= LEAST_ROWS - 1
    ? { apart, tables: null }
    : null
}

function paired(lines: readonly JsonRow[]): LineKinds | null {
  if (lines.length < 2 * (LEAST_ROWS - 1) || lines.length % 2 === 1) return null
  const [heads, rows] = [0, 1].map((odd) => lines.filter((_, at) => at % 2 === odd))
  const [headKeys, rowKeys] = [keysOf(heads!), keysOf(rows!)]
  const isApart = [...headKeys].every((key) => !rowKeys.has(key))
  const areAlike = heads!.every((head) => Object.keys(head).length >= headKeys.size * ALIKE)
  if (!isApart || !areAlike || rowKeys.size < 2) return null
  return { apart: [], tables: [{ path: [], rows: heads!.map((head, at) => ({ ...head, ...rows![at] })) }] }
}

function streamed(lines: readonly JsonRow[]): LineKinds | null {
  for (const held of usualKeys(lines)) {
    const messages = lines.filter((line) => isObject(line[held]))
    if (messages.length < lines.length * ALIKE || messages.length < LEAST_ROWS) continue
    const others = [...usualKeys(messages)].filter(
      (key) => key !== held && messages.every((line) => typeof line[key] === 'string'),
    )
    for (const key of others) {
      const groups = [...Map.groupBy(messages, (line) => line[key] as string)]
      const records = groups.map(([, all]) => all.map((line) => line[held] as JsonRow))
      const keys = records.map((all) => [...usualKeys(all)])
      const areOthers = keys.every((own, at) =>
        keys
          .slice(at + 1)
          .every(
            (other) => own.filter((one) => other.includes(one)).length < Math.min(own.length, other.length) * ALIKE,
          ),
      )
      // A name and one value are a reading of a device, not a row of a table of its own.
      if (groups.length < 2 || groups.length === messages.length || !areOthers || keys.some((own) => own.length < 2))
        continue
      const apart = lines.flatMap((line, at) => (isObject(line[held]) ? [] : [at]))
      const same = groups.flatMap(([, all]) => sameIn(all, [held, key]))
      return {
        apart,
        tables: groups.map(([name, all]) => ({ path: [name], rows: rowsOf(all, held) })),
        beside: [...new Set(same)],
      }
    }
  }
  return null
}

/** Whether all messages say the same below a key. */
const isSame = (messages: readonly JsonRow[], key: string) =>
  new Set(messages.map((line) => JSON.stringify(line[key]))).size === 1

/** What all messages say beside their rows. */
const sameIn = (messages: readonly JsonRow[], known: string[]): string[] =>
  [...keysOf(messages)]
    .filter((key) => !known.includes(key) && isSame(messages, key))
    .map((key) => `${key}: ${isScalar(messages[0]![key]) ? messages[0]![key] : JSON.stringify(messages[0]![key])}`)

/** The rows in messages, with what these say beside them where it is not always the same. */
function rowsOf(messages: readonly JsonRow[], held: string): JsonRow[] {
  const beside = [...keysOf(messages)].filter((key) => key !== held && !isSame(messages, key))
  return messages.map((line) => ({
    ...Object.fromEntries(beside.map((key) => [key, line[key]])),
    ...(line[held] as JsonRow),
  }))
}
