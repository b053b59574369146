import { numberText, percent } from '#base/format.ts'
import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import { isTemporal } from '#query/rules/result.ts'
import { type AnswerResult, type Check, PARTS } from './answer.ts'
import { isRelative, scopesOf, windowOf } from './statement.ts'

/** From this share on missing values may change the answer. */
const MANY_NULLS = 0.2
const STOCK = /(^|_)(balance|stock|inventory|level|headcount|on_hand|outstanding)(_|$)/

const check = (name: string, state: Check['state'], note: string, probe?: string): Check => ({
  ...{ name, state, note },
  ...(probe === undefined ? {} : { probe }),
})

/** Whether the result is complete and holds something. */
export function sizeChecks(result: AnswerResult): Check[] {
  const { name, total_rows: rows, sql } = result
  const nothing = rows === 0 || (rows === 1 && result.rows[0]?.every((cell) => cell === null))
  const more = `${name} had more rows than are kept; only the first ${numberText(rows)} are counted.`
  return [
    result.truncated
      ? check('Complete', 'warn', more, sql)
      : check('Complete', 'pass', `All rows of ${name} are kept.`, sql),
    ...(nothing ? [check('Not empty', 'warn', `${name} is empty: no row fits these conditions.`, sql)] : []),
  ]
}

/** Columns that the statement names, in the tables that it names. */
function columnsUsed(sql: string, tables: CatalogTable[]): { table: CatalogTable; column: CatalogColumn }[] {
  const words = new Set(sql.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu))
  return tables
    .filter((table) => words.has(table.name.toLowerCase()))
    .flatMap((table) =>
      table.columns.filter((column) => words.has(column.name.toLowerCase())).map((column) => ({ table, column })),
    )
}

export function nullCheck(sql: string, tables: CatalogTable[]): Check | null {
  const used = columnsUsed(sql, tables).filter(({ table }) => table.rows > 0)
  if (used.length === 0) return null
  const name = 'Missing values'
  const sampled = new Set(used.flatMap(({ table }) => (table.rows_estimated ? [table.name] : [])))
  const missing = used
    .filter(({ table }) => !table.rows_estimated)
    .map(({ table, column }) => ({ name: `${table.name}.${column.name}`, share: column.nulls / table.rows }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
  const [worst] = missing
  if (!worst && sampled.size > 0)
    return check(name, 'unchecked', `Not looked at: only the first rows of ${[...sampled].join(', ')} were measured.`)
  if (!worst) {
    const counted = used.map(({ table, column }) => `${table.name}.${column.name}`).join(', ')
    const probe = `-- counted when the data were read: ${counted}`
    return check(name, 'pass', 'No missing values in the columns used.', probe)
  }
  const examples = missing.slice(0, 3).map(({ name, share }) => `${name} ${percent(share)}`)
  return check(name, worst.share >= MANY_NULLS ? 'warn' : 'note', `Empty in: ${examples.join(', ')}.`)
}

/** No average of averages, no sum of a level. */
export function additivityCheck(sql: string): Check | null {
  const name = 'Additivity'
  const scopes = scopesOf(sql)
  const averaged = new Set(
    scopes.flatMap((scope) =>
      [...scope.text.matchAll(/\b(?:avg|mean)\s*\([^()]*\)\s+(?:as\s+)?"?([\p{L}_]\w*)"?/giu)].map((match) =>
        match[1]!.toLowerCase(),
      ),
    ),
  )
  const aggregates = scopes.flatMap((scope) => scope.aggregates)
  const twice = aggregates.find(({ name, column }) => /avg|mean/.test(name) && column && averaged.has(column))
  if (twice)
    return check(
      name,
      'warn',
      `${twice.column} is an average of averages: groups of different size count the same.`,
      sql,
    )
  const level = aggregates.find(({ name, column }) => name === 'sum' && column && STOCK.test(column))
  if (level) return check(name, 'warn', `${level.column} looks like a level; levels do not add up over time.`, sql)
  return aggregates.length > 0 ? check(name, 'pass', 'No average of averages and no sum of a level.', sql) : null
}

/** The period that the answer covers, in UTC. */
export function windowCheck(sql: string, tables: CatalogTable[], now: Date): Check | null {
  const period = (note: string) => check('Period', 'note', `${note} (UTC).`)
  const window = windowOf(sql)
  if (window)
    return period(window.from === window.to ? `Limited by ${window.from}` : `From ${window.from} to ${window.to}`)
  if (isRelative(sql)) return period(`Counted back from ${now.toISOString().slice(0, 10)}`)
  // Of a connected table only the first rows were measured: the others may be of other days.
  const time = columnsUsed(sql, tables).find(
    ({ table, column }) => !table.rows_estimated && isTemporal(column.type) && column.min && column.max,
  )
  if (!time) return null
  const { table, column } = time
  return period(
    `All data: ${table.name}.${column.name} from ${column.min!.slice(0, 10)} to ${column.max!.slice(0, 10)}`,
  )
}

export function freshnessCheck(results: AnswerResult[]): Check | null {
  const oldest = results
    .map((result) => result.fresh_at)
    .filter(Boolean)
    .toSorted()[0]
  return oldest ? check('Freshness', 'note', `Data as of ${oldest.slice(0, 16).replace('T', ' ')} UTC.`) : null
}

/** Shares that are all there must add up to one or to a hundred. */
export function wholeCheck(result: AnswerResult): Check | null {
  if (
    result.rows.length < 2 ||
    result.rows.length < result.total_rows ||
    /\blimit\b|\bwhere\b.*\brank|\bqualify\b/i.test(result.sql)
  )
    return null
  const at = result.columns.findIndex((column) => /(^|_)(share|percent|percentage|pct)(_|$)/i.test(column.name))
  if (at < 0 || !/\bover\s*\(\s*\)/i.test(result.sql)) return null
  const sum = result.rows.reduce((total, row) => total + Number(row[at] ?? 0), 0)
  const whole = [1, 100].some((one) => Math.abs(sum - one) <= one * 0.011)
  const total = sum.toLocaleString('en-US', { maximumFractionDigits: 2 })
  return check(PARTS, whole ? 'pass' : 'warn', `${result.columns[at]!.name} adds up to ${total}.`, result.sql)
}

type End = { table: string; column: string }

/** Equal columns of two tables of the catalog by which a statement joins them. */
const joinsOf = (sql: string, tables: CatalogTable[]): { left: End; right: End; outer: boolean }[] => {
  const has = ({ table, column }: { table: string; column: string }) =>
    tables.some(
      (entry) => entry.name.toLowerCase() === table && entry.columns.some((each) => each.name.toLowerCase() === column),
    )
  return scopesOf(sql).flatMap(({ joins }) => joins.filter(({ left, right }) => has(left) && has(right)))
}

/** Share of keys that must find their partner for a join to pass without a word. */
const MOST_MEET = 0.95

/** A join along a relation whose keys often find no partner: rows are missing from the answer. Outer joins keep them. */
export function keysCheck(sql: string, tables: CatalogTable[]): Check | null {
  const known = joinsOf(sql, tables).flatMap(({ left, right, outer }) =>
    outer ? [] : (relationOf(left, right, tables) ?? relationOf(right, left, tables) ?? []),
  )
  const worst = known.toSorted((a, b) => a.match_rate - b.match_rate)[0]
  if (!worst || worst.match_rate >= MOST_MEET) return null
  const { from, column, to_table, to_column, match_rate, cleaned } = worst
  const where = `${from}.${column} in ${to_table}.${to_column}`
  const better = cleaned ? ` Written ${cleaned.how}, ${percent(cleaned.match_rate)} would be found.` : ''
  return check(
    'Keys',
    'warn',
    `Only ${percent(match_rate)} of ${where} were found; rows of the others are left out.${better}`,
  )
}

function relationOf(left: End, right: End, tables: CatalogTable[]) {
  const table = tables.find(({ name }) => name.toLowerCase() === left.table)
  const found = table?.relations.find(
    ({ column, to_table, to_column }) =>
      column.toLowerCase() === left.column &&
      to_table.toLowerCase() === right.table &&
      to_column.toLowerCase() === right.column,
  )
  return table && found ? [{ from: table.name, ...found }] : null
}
