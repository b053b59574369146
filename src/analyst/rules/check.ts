import { counted, MONTH_NAMES, numberText, percent } from '#base/format.ts'
import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import { type LinesShown, linesLeftOut, valuesLeftOut } from '#catalog/rules/left-out.ts'
import { isTemporal } from '#query/rules/result.ts'
import { type AnswerResult, type Check, COMPLETE, PARTS, READING, WORD_LEFT_OUT } from './answer.ts'
import type { Origin } from './joins/lineage.ts'
import { covered, partialPeriods } from './period.ts'
import type { Aggregate, StatementFacts, Window } from './statement.ts'

/** From this share on missing values may change the answer. */
const MANY_NULLS = 0.2

const check = (name: string, state: Check['state'], note: string, probe?: string, show?: LinesShown): Check => ({
  ...{ name, state, note },
  ...(probe === undefined ? {} : { probe }),
  ...(show && { show }),
})

/** Of an answer that rests on no result, no earlier one and nothing that the catalog counted: words of the model alone. */
export const NOTHING_QUERIED = check(
  'No query',
  'note',
  'Nothing was asked of your data for this answer: it is the words of the analyst alone. It cost nothing.',
)

/** Of an answer to a question that may well be read in another way. */
export const DOUBTFUL_READING = check(
  READING,
  'warn',
  'The question may mean something else. Look at how it was read before you use the figures.',
)

export const LEFT_OUT_READING = check(READING, 'warn', WORD_LEFT_OUT)

export function sizeChecks(result: AnswerResult): Check[] {
  const { name, total_rows: rows, sql } = result
  const nothing = rows === 0 || (rows === 1 && result.rows[0]?.every((cell) => cell === null))
  const more = `${name} had more rows than are kept; only the first ${numberText(rows)} are counted.`
  return [
    result.truncated
      ? check(COMPLETE, 'warn', more, sql)
      : check(COMPLETE, 'pass', `All rows of ${name} are kept.`, sql),
    ...(nothing ? [check('Not empty', 'warn', `${name} is empty: no row fits these conditions.`, sql)] : []),
  ]
}

/** Whether what the statements read is all lines of the files: those that are no rows, and values that do not fit the columns used. */
export function linesChecks(statements: Looked[]): Check[] {
  const tables = new Map(statements.flatMap(({ tables }) => tables.map((table) => [table.name, table])))
  const used = new Map(statements.flatMap(usedBy).map((use) => [nameOf(use), use]))
  const found = [
    ...[...tables.values()].flatMap(linesLeftOut),
    ...[...used.values()].flatMap(({ table, column }) => valuesLeftOut(table, column.name)),
  ]
  const ofFiles = [...tables.values()].filter(({ source }) => source.kind === 'file')
  if (found.length === 0 && ofFiles.length > 0) {
    const lines = ofFiles.map(({ name, rows, lines = rows }) => `${counted(lines, 'line')} of ${name}`)
    return [check(COMPLETE, 'pass', `All ${lines.join(', all ')} are counted.`)]
  }
  return found.map(({ counted, of, note, probe, show, isLost }) => {
    const isMuch = isLost || (probe !== undefined && of - counted >= of * MANY_NULLS)
    return check(COMPLETE, isMuch ? 'warn' : 'note', note, probe, show)
  })
}

type ColumnUse = { table: CatalogTable; column: CatalogColumn }
/** A statement that ran: what it does with stored columns, and what the catalog has of them. */
export type Looked = {
  sql: string
  tables: CatalogTable[]
  facts: StatementFacts
  columnOf(origin: Origin): ColumnUse | null
}

const usedBy = ({ facts, columnOf }: Looked): ColumnUse[] => facts.used.flatMap((origin) => columnOf(origin) ?? [])
const nameOf = ({ table, column }: ColumnUse) => `${table.name}.${column.name}`

export function nullCheck(statements: Looked[]): Check | null {
  const used = new Map(statements.flatMap(usedBy).map((use) => [nameOf(use), use]))
  const filled = [...used.values()].filter(({ table }) => table.rows > 0)
  if (filled.length === 0) return null
  const name = 'Missing values'
  const sampled = new Set(filled.flatMap(({ table }) => (table.rows_estimated ? [table.name] : [])))
  const missing = filled
    .filter(({ table }) => !table.rows_estimated)
    .map((use) => ({ name: nameOf(use), share: use.column.nulls / use.table.rows }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
  const [worst] = missing
  const isFollowed = statements.every(
    ({ facts, columnOf }) => facts.isWhole && facts.used.every((origin) => columnOf(origin) !== null),
  )
  if (!worst && !isFollowed) return check(name, 'unchecked', NOT_FOLLOWED)
  // The rows show for themselves what is empty in columns that nothing is computed from.
  if (!worst && statements.some(({ facts }) => facts.showsAll)) return null
  if (!worst && sampled.size > 0)
    return check(name, 'unchecked', `Not looked at: only the first rows of ${[...sampled].join(', ')} were measured.`)
  if (!worst) {
    const probe = `-- counted when the data were read: ${filled.map(nameOf).join(', ')}`
    return check(name, 'pass', 'No missing values in the columns used.', probe)
  }
  const examples = missing.slice(0, 3).map(({ name, share }) => `${name} ${percent(share)}`)
  return check(name, worst.share >= MANY_NULLS ? 'warn' : 'note', `Empty in: ${examples.join(', ')}.`)
}

const NOT_FOLLOWED = 'Not looked at: parts of a statement could not be followed to stored columns.'

const AVERAGE = /^(avg|mean|favg)$/
const STOCK = /(^|_)(balance|stock|inventory|level|headcount|on_hand|outstanding)(_|$)/i
const RATE = /(^|_)(rate|ratio|percent|percentage|pct)(_|$)/i

/** No average of averages, no sum of a level, a rate or an id. */
export function additivityCheck({ sql, facts: { aggregates, isWhole }, columnOf }: Looked): Check | null {
  if (aggregates.length === 0) return null
  const warn = (note: string) => check('Additivity', 'warn', note, sql)
  const isSum = ({ name }: { name: string }) => /^f?sum$/.test(name)
  const isAverage = ({ name }: { name: string }) => AVERAGE.test(name)
  const twice = aggregates.find((one) => isAverage(one) && AVERAGE.test(one.of ?? ''))
  if (twice)
    return warn(`${twice.columns[0] ?? 'A figure'} is an average of averages: groups of different size count the same.`)
  const usesOf = ({ origins }: Aggregate) => origins.flatMap((origin) => columnOf(origin) ?? [])
  const named = (list: Aggregate[], isSuch: (column: CatalogColumn) => boolean) =>
    list.flatMap(usesOf).find(({ column }) => isSuch(column))
  const sums = aggregates.filter(isSum)
  const name = named([...sums, ...aggregates.filter(isAverage)], ({ role }) => role === 'id' || role === 'code')
  if (name) return warn(`${nameOf(name)} names things (${name.column.role}); such values are counted, never added up.`)
  // What a person says of a column holds, whatever its name is like.
  const said = new Set(
    aggregates.flatMap(usesOf).flatMap(({ column }) => (column.edited?.includes('aggregation') ? column.name : [])),
  )
  const called = (pattern: RegExp, { columns }: Aggregate) =>
    columns.find((column) => pattern.test(column) && !said.has(column))
  const level = sums.flatMap((one) => called(STOCK, one) ?? [])[0]
  if (level) return warn(`${level} looks like a level; levels do not add up over time.`)
  const last = named(sums, ({ aggregation }) => aggregation === 'last')
  if (last && hasTime(last.table)) return warn(`${nameOf(last)} is a level; levels do not add up over time.`)
  // What is multiplied by a rate adds up.
  const plain = aggregates.filter(({ isScaled }) => !isScaled)
  const averaged = named(plain.filter(isSum), ({ aggregation }) => aggregation === 'average')
  if (averaged && (said.has(averaged.column.name) || !RATE.test(averaged.column.name)))
    return warn(`${nameOf(averaged)} is averaged; adding up its values means nothing.`)
  const rate = plain.filter(isSum).flatMap((one) => called(RATE, one) ?? [])[0]
  if (rate) return warn(`${rate} looks like a rate; rates do not add up.`)
  const mean = plain.filter(isAverage).flatMap((one) => called(RATE, one) ?? [])[0]
  if (mean)
    return check(
      'Additivity',
      'note',
      `${mean} looks like a rate; its average counts every row the same, large or small.`,
      sql,
    )
  if (!isWhole) return check('Additivity', 'unchecked', NOT_FOLLOWED)
  return check('Additivity', 'pass', 'No average of averages, no sum of a level or a rate.', sql)
}

const hasTime = ({ columns }: CatalogTable): boolean =>
  columns.some(
    ({ name, type, role }) => role === 'time' || isTemporal(type) || /year|month|quarter|week|day/i.test(name),
  )

/** The period that the answer covers, in UTC. */
export function windowCheck(statements: Looked[], now: Date): Check | null {
  const period = (note: string) => check('Period', 'note', `${note} (UTC).`)
  if (statements.some(({ facts }) => facts.isRelative))
    return period(`Counted back from ${now.toISOString().slice(0, 10)}`)
  const windows = statements.flatMap((looked) => looked.facts.windows.map((window) => windowText(looked, window)))
  if (windows.length > 0) return period([...new Set(windows)].slice(0, 3).join('; '))
  if (statements.some(({ facts }) => !facts.isWhole)) return null
  const picked = statements.flatMap(({ facts, columnOf }) => facts.picks.flatMap((origin) => columnOf(origin) ?? []))[0]
  if (picked) return period(`Some figures are limited by a condition on ${nameOf(picked)}`)
  // Of a connected table only the first rows were measured: the others may be of other days.
  const time = statements
    .flatMap(usedBy)
    .find(({ table, column }) => !table.rows_estimated && isTemporal(column.type) && column.min && column.max)
  if (!time) return null
  const { min, max } = time.column
  return period(`All data: ${nameOf(time)} from ${min!.slice(0, 10)} to ${max!.slice(0, 10)}`)
}

function windowText({ columnOf }: Looked, window: Window): string {
  const { from, to, isKnown } = window
  const use = columnOf(window)
  const name = use ? nameOf(use) : window.column
  if (!isKnown || (from === null && to === null)) return `Limited by a condition on ${name}`
  if (from === null) return `${name} until ${to}`
  return to === null ? `${name} since ${from}` : `${name} from ${from} to ${to}`
}

const WHOLE = 'Whole periods'

/**
 * Whether the first and the last period of a statement's groups are whole: a change to or from a part of one misleads.
 * @param fiscal month (1 to 12) in which the years of the workspace begin: where some year begins elsewhere, it says which is meant
 */
export function partialCheck({ sql, facts, columnOf }: Looked, fiscal = 1): Check | null {
  const [period] = facts.periods
  const use = period && columnOf(period)
  if (!use) return null
  const { table, column } = use
  const window = facts.windows.find((one) => one.table === period.table && one.column === period.column)
  const days = covered(column, window ?? null)
  // Of a connected table only the first rows were measured: its first and last day are not known.
  // Days of another column limit these as well.
  const others = facts.windows.filter((one) => one.table === period.table && one !== window)
  if (table.rows_estimated || window?.isKnown === false || others.length > 0 || !facts.isWhole)
    return check(WHOLE, 'unchecked', `Not looked at: the first and the last day of ${column.name} are not known.`)
  if (!days) return null
  const { grain, shift } = period
  if (shift === null) return check(WHOLE, 'unchecked', `Not looked at: the days of ${column.name} are changed first.`)
  const { first, last } = partialPeriods(grain, days.first, days.last, shift)
  const begin = (((-shift % 12) + 12) % 12) + 1
  const yearStart =
    grain === 'year' && (begin > 1 || fiscal > 1) ? ` Years are counted from ${MONTH_NAMES[begin - 1]}.` : ''
  if (!first && !last)
    return facts.compares ? check(WHOLE, 'pass', `The first and the last ${grain} are whole.${yearStart}`, sql) : null
  const parts = [
    ...(first ? [`the first ${grain} begins on ${days.first}`] : []),
    ...(last ? [`the last ${grain} ends on ${days.last}`] : []),
  ]
  const misleads = facts.compares ? ` Changes to and from a part of a ${grain} mislead.` : ''
  return check(
    WHOLE,
    facts.compares ? 'warn' : 'note',
    `Only in part: ${parts.join(', ')}.${misleads}${yearStart}`,
    sql,
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

/** Share of keys that must find their partner for a join to pass without a word. */
const MOST_MEET = 0.95

/** A join along a relation whose keys often find no partner: rows are missing from the answer. Outer joins keep them. */
export function keysCheck({ facts, columnOf }: Looked): Check | null {
  const relations = facts.joins.flatMap(({ left, right }) => {
    const [a, b] = [columnOf(left), columnOf(right)]
    return a && b ? (relationOf(a, b) ?? relationOf(b, a) ?? []) : []
  })
  const worst = relations.toSorted((a, b) => a.match_rate - b.match_rate)[0]
  if (!worst || worst.match_rate >= MOST_MEET) return null
  const { from, to_table, to_column, match_rate, cleaned } = worst
  const better = cleaned ? ` Written ${cleaned.how}, ${percent(cleaned.match_rate)} would be found.` : ''
  return check(
    'Keys',
    'warn',
    `Only ${percent(match_rate)} of ${from} in ${to_table}.${to_column} were found; rows of the others are left out.${better}`,
  )
}

function relationOf(from: ColumnUse, to: ColumnUse) {
  const found = from.table.relations.find(
    (relation) =>
      relation.column === from.column.name &&
      relation.to_table === to.table.name &&
      relation.to_column === to.column.name,
  )
  return found ? [{ ...found, from: nameOf(from) }] : null
}
