import { isNumeric } from '#base/engine-type.ts'
import { numberText } from '#base/format.ts'
import { identifier, literal } from '#base/sql.ts'
import type { CatalogColumn } from '#catalog/rules/answers.ts'
import { combinationsOf, combinationsSql } from '#catalog/rules/facts.ts'
import { namesKey } from '#catalog/rules/relation.ts'
import { trimmed } from '../rules/compile.ts'
import { freeColumn } from '../rules/header.ts'
import {
  asNumbers,
  isNines,
  type Oddities,
  type Oddity,
  SLIP,
  sayNothing,
  slipFrom,
  total,
  unitsOf,
} from '../rules/oddity.ts'
import { clustersOf, type ValueCount } from '../rules/spellings.ts'
import type { IngestEngine } from './engine.ts'

/** A table's file, its columns as they were measured, today as YYYY-MM-DD, and how long it is looked at, in milliseconds: a page waits. */
export type Looking = {
  path: string
  columns: Pick<CatalogColumn, 'name' | 'type' | 'role' | 'nulls' | 'distinct' | 'text_of'>[]
  today: string
  budget: number
}

/** Rows that are looked at. */
const MOST_ROWS = 2_000_000
/** Different texts of a column that are compared, the most frequent ones, and the longest of them. */
const MOST_VALUES = 5000
const LONGEST_VALUE = 200
/** Oddities that are told, and clusters of spellings of one column. */
const MOST_TOLD = 200
const MOST_CLUSTERS = 50
const EXAMPLES = 3
/** Columns by which a row is shown. */
const SHOWN_COLUMNS = 6
const EARLIEST = '1900-01-01'
const YEARS_AHEAD = 10
/** Fewer rows tell nothing of a column that has one value. */
const FEW_ROWS = 5
/** Share of the rows that a key must name by itself, though some come again. */
const NEARLY_UNIQUE = 0.8
/** The same for columns that name a row together, which they may do by chance, and how many of all that they can name there must be. */
const NEARLY_UNIQUE_TOGETHER = 0.9
const LEAST_OF_GRID = 0.5

type Column = Looking['columns'][number]
/** Rows in SQL, how many they are, and the day after which dates are in the far future. */
type Seen = { engine: IngestEngine; from: string; rows: number; latest: string; columns: Column[] }

/** Finds what is probably not meant so in a table, as far as there is time. */
export async function findOddities(engine: IngestEngine, { path, columns, today, budget }: Looking): Promise<Oddities> {
  const end = performance.now() + budget
  const relation = await engine.relation(path)
  const [all] = await engine.row<[number]>(`select count(*)::double from ${relation}`)
  const rows = Math.min(all, MOST_ROWS)
  const from = all > MOST_ROWS ? `(select * from ${relation} limit ${MOST_ROWS})` : relation
  const latest = `${Number(today.slice(0, 4)) + YEARS_AHEAD}-12-31`
  const seen = { engine, from, rows, latest, columns }
  const items = await repeatedRows(seen)
  const again = items[0]?.count ?? 0
  const unseen: string[] = []
  for (const column of columns) {
    if (performance.now() > end) unseen.push(column.name)
    else if (items.length < MOST_TOLD) items.push(...(await ofColumn(seen, column)))
  }
  if (unseen.length === 0) items.push(...(await repeatedTogether(seen, rows - again)))
  return { items: items.slice(0, MOST_TOLD), rows_seen: rows, columns_unseen: unseen }
}

async function ofColumn(seen: Seen, column: Column): Promise<Oddity[]> {
  const { type, distinct, nulls, text_of } = column
  if (text_of !== undefined) return unread(seen, column)
  if (distinct <= 1 && (distinct === 0 || nulls === 0)) return constant(seen, column)
  const key = await repeatedKey(seen, column)
  if (type === 'VARCHAR') return [...key, ...(await ofTexts(seen, column))]
  if (isNumeric(type)) return [...key, ...(await ofNumbers(seen, column))]
  if (/^(DATE|TIMESTAMP)/.test(type)) return [...key, ...(await farDays(seen, column))]
  return key
}

/** Values with their rows, the most frequent first. */
async function valuesOf({ engine, from }: Seen, column: string, most: number, where = 'true'): Promise<ValueCount[]> {
  const name = identifier(column)
  const rows = await engine.rows(
    `select ${name}::varchar, count(*)::double as n from ${from} where ${name} is not null and (${where}) group by 1 order by n desc, 1 limit ${most}`,
  )
  return rows.map(([value, count]) => ({ value: value as string, count: count as number }))
}

const examplesOf = (values: ValueCount[], after?: (value: string) => string | null): Oddity['examples'] =>
  values
    .slice(0, EXAMPLES)
    .map(({ value: before }) => ({ before: short(before), ...(after && { after: after(before) }) }))
const short = (text: string) => (text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text)
const textsIn = (values: ValueCount[]) => values.map(({ value }) => value)

async function unread(seen: Seen, { name, text_of }: Column): Promise<Oddity[]> {
  const values = await valuesOf(seen, name, EXAMPLES)
  if (values.length === 0) return []
  const [count] = await seen.engine.row<[number]>(`select count(${identifier(name)})::double from ${seen.from}`)
  const about = `What is written there does not fit "${text_of}" and is kept in "${name}".`
  return [{ kind: 'unread', column: text_of!, count, about, examples: examplesOf(values), step: null }]
}

async function constant(seen: Seen, { name, distinct }: Column): Promise<Oddity[]> {
  if (seen.rows < FEW_ROWS) return []
  const values = await valuesOf(seen, name, 1)
  const about = distinct === 0 ? 'No row has a value here.' : 'Every row has the same value here.'
  const step = { kind: 'hide', column: name } as const
  return [{ kind: 'constant', column: name, count: seen.rows, about, examples: examplesOf(values), step }]
}

async function repeatedRows({ engine, from, columns, rows }: Seen): Promise<Oddity[]> {
  // Where a column names each row, none comes again.
  if (columns.some(({ distinct, nulls, role }) => role === 'id' && nulls === 0 && distinct >= rows)) return []
  const names = columns.map(({ name }) => identifier(name))
  const groups = `select count(*) - 1 as more, ${names.join(', ')} from ${from} group by ${names.join(', ')} having count(*) > 1`
  const [count] = await engine.row<[number | null]>(`select sum(more)::double from (${groups})`)
  if (!count) return []
  const found = await engine.rows(
    `select ${rowText(names)}, more::double from (${groups}) order by more desc limit ${EXAMPLES}`,
  )
  const examples = found.map(([text, more]) => ({
    before: `${short(text as string)} (${numberText((more as number) + 1)} times)`,
    after: short(text as string),
  }))
  const about = 'These rows are alike in all columns. The first of each is kept.'
  return [{ kind: 'rows', column: null, count, about, examples, step: { kind: 'rows' } }]
}

/** SQL that shows a row by its first columns. */
const rowText = (names: string[]) =>
  `concat_ws(' · ', ${names
    .slice(0, SHOWN_COLUMNS)
    .map((name) => `coalesce(${name}::varchar, '')`)
    .join(', ')})`

/** Whether a column looks like a key: nearly each of its values stands in one row. */
const isNearlyKey = ({ name, role, distinct, nulls }: Column, rows: number) =>
  (role === 'id' || namesKey(name)) && distinct >= (rows - nulls) * NEARLY_UNIQUE

async function repeatedKey(seen: Seen, column: Column): Promise<Oddity[]> {
  const filled = seen.rows - column.nulls
  if (!isNearlyKey(column, seen.rows) || column.distinct >= filled) return []
  return comingAgain(seen, [column.name], filled - column.distinct)
}

/** Columns that name nearly every row together, where none does alone. @param different rows that are not alike in all columns */
async function repeatedTogether(seen: Seen, different: number): Promise<Oddity[]> {
  const { engine, from, columns, rows } = seen
  const named = (one: Column) => one.nulls === 0 && one.distinct >= different && one.role !== 'measure'
  if (columns.some((one) => named(one) || isNearlyKey(one, rows))) return []
  const least = different * NEARLY_UNIQUE_TOGETHER
  for (const size of [2, 3] as const) {
    const all = combinationsOf({ rows: least, columns }, size)
    if (all.length === 0) continue
    const counts = (await engine.row(combinationsSql(all, from))).map(Number)
    if (counts.some((count) => count >= different)) return []
    const isLikely = (of: Column[], count: number) =>
      of.every(({ name, role }) => role === 'id' || namesKey(name)) ||
      count >= LEAST_OF_GRID * of.reduce((product, { distinct }) => product * distinct, 1)
    const [best] = all
      .map((of, at) => ({ of, count: counts[at]! }))
      .filter(({ of, count }) => count >= least && isLikely(of, count))
      .toSorted((a, b) => b.count - a.count)
    if (best)
      return comingAgain(
        seen,
        best.of.map(({ name }) => name),
        rows - best.count,
      )
  }
  return []
}

/** Rows with the same key and other values. @param more rows that come after the first of their key */
async function comingAgain({ engine, from, columns }: Seen, names: string[], more: number): Promise<Oddity[]> {
  const keys = names.map(identifier)
  const key = keys.join(', ')
  const all = columns.map((one) => identifier(one.name))
  const latest = columns.find(({ name, type }) => /^(DATE|TIMESTAMP)/.test(type) && !names.includes(name))?.name ?? null
  const line = freeColumn('line', new Set(columns.map((one) => one.name.toLowerCase())))
  const order = [...(latest ? [`${identifier(latest)} desc nulls last`] : []), line]
  const shown = rowText([...new Set([...keys, ...(latest ? [identifier(latest)] : []), ...all])])
  const lines = `select ${all.join(', ')}, row_number() over () as ${line} from ${from}`
  const filled = keys.map((one) => `${one} is not null`).join(' and ')
  const different = `select ${all.join(', ')}, min(${line}) as ${line} from (${lines}) where ${filled} group by all`
  const groups = `select min(${line}) as k, count(*) as n, list(${shown} order by ${order.join(', ')})[1:${EXAMPLES}] as shown from (${different}) group by ${key} having count(*) > 1`
  const [count] = await engine.row<[number | null]>(`select sum(n - 1)::double from (${groups})`)
  if (!count) return []
  const found = await engine.rows(
    `select array_to_string(shown[2:], ' | '), shown[1] from (${groups}) order by n desc, k limit ${EXAMPLES}`,
  )
  const kept = latest ? `the row with the latest "${latest}"` : 'the first row'
  const whole = more > count ? ` With those that are alike in all columns ${numberText(more)} rows are left out.` : ''
  const what = names.length === 1 ? 'It looks like a key' : `${names.join(', ')} together look like a key`
  return [
    {
      ...{ kind: 'key', column: names.length === 1 ? names[0]! : null, count },
      examples: found.map(([left, first]) => ({
        before: `${short(first as string)} | ${short(left as string)}`,
        after: short(first as string),
      })),
      about: `${what}, but these come again with other values. Of each ${kept} is kept.${whole}`,
      step: { kind: 'key', columns: names, latest },
    },
  ]
}

async function ofTexts(seen: Seen, { name, role }: Column): Promise<Oddity[]> {
  const { engine, from } = seen
  const column = identifier(name)
  const found: Oddity[] = []
  const trim = trimmed(column)
  const odd = `${trim} is distinct from ${column}`
  const [count] = await engine.row<[number]>(`select count(*)::double from ${from} where ${odd}`)
  if (count > 0) {
    const rows = await engine.rows(`select distinct ${column}, ${trim} from ${from} where ${odd} limit ${EXAMPLES}`)
    const examples = rows.map(([before, after]) => ({ before: short(before as string), after: after as string | null }))
    const about = 'Spaces around or doubled within, or characters that nobody sees.'
    found.push({ kind: 'spaces', column: name, count, about, examples, step: { kind: 'trim', column: name } })
  }
  const values = await valuesOf(seen, name, MOST_VALUES, `length(${column}) <= ${LONGEST_VALUE}`)
  const nothing = sayNothing(values, total(values))
  if (nothing.length > 0) {
    const step = { kind: 'replace' as const, column: name, from: textsIn(nothing), to: null }
    const about = 'These say that there is no value, and count as one.'
    found.push({
      kind: 'nothing',
      column: name,
      count: total(nothing),
      about,
      examples: examplesOf(nothing, () => null),
      step,
    })
  }
  const numbers = role === 'id' ? null : asNumbers(values)
  if (numbers) {
    const step = { kind: 'number' as const, column: name, decimals: numbers.decimals }
    const rest = total(numbers.others)
    const about = `Numbers that are kept as text${rest > 0 ? `; ${rest} cells are none and are kept beside` : ''}.`
    const examples = examplesOf(numbers.others.length > 0 ? numbers.others : values, (value) =>
      numbers.others.some((one) => one.value === value) ? null : value.replaceAll(',', ''),
    )
    return [...found, { kind: 'numbers', column: name, count: numbers.numbers, about, examples, step }]
  }
  const units = unitsOf(values)
  if (units.length > 0) {
    const about = `Numbers in several units: ${units.map(({ value, count }) => `${value} (${count})`).join(', ')}. They do not add up.`
    found.push({ kind: 'units', column: name, count: total(units), about, examples: examplesOf(values), step: null })
  }
  const clusters = clustersOf(values.filter((one) => !nothing.includes(one)))
  return [...found, ...clusters.slice(0, MOST_CLUSTERS).map((cluster) => spellings(name, cluster))]
}

function spellings(column: string, cluster: ValueCount[]): Oddity {
  const to = cluster[0]!.value.replace(/\s+/g, ' ').trim()
  const others = cluster.filter(({ value }) => value !== to)
  return {
    ...{ kind: 'spellings', column, count: total(others), values: cluster },
    about: `Probably spellings of "${short(to)}".`,
    examples: examplesOf(others, () => to),
    step: { kind: 'replace', column, from: textsIn(others), to },
  }
}

async function ofNumbers(seen: Seen, { name, role }: Column): Promise<Oddity[]> {
  if (role === 'id' || role === 'time') return []
  const { engine, from } = seen
  const column = identifier(name)
  const found: Oddity[] = []
  const nines = [1, -1].flatMap((sign) => [99, 999, 9999, 99999, 999999].map((one) => one * sign))
  for (const value of textNumbers(await valuesOf(seen, name, nines.length, `${column} in (${nines.join(', ')})`))) {
    const [most, least] = await engine.row<[number, number]>(
      `select quantile_cont(${column}::double, 0.9), min(${column})::double from ${from} where ${column} not in (${nines.join(', ')})`,
    )
    if (value.count < 2 || most === null || !isNines(value.number, { most, least })) continue
    const step = { kind: 'replace' as const, column: name, from: [value.value], to: null }
    const about = `${value.value} stands far from all other numbers: probably it says that there is none.`
    found.push({
      kind: 'nothing',
      column: name,
      count: value.count,
      about,
      examples: examplesOf([value], () => null),
      step,
    })
  }
  const apart = found.map(({ examples }) => examples[0]!.before)
  const usual = `${column} <> 0 and isfinite(${column}::double)${apart.length > 0 ? ` and ${column} not in (${apart.join(', ')})` : ''}`
  const [low, middle, high] = await engine.row<[number | null, number, number]>(
    `select ${[0.05, 0.5, 0.9].map((at) => `quantile_disc(abs(${column}::double), ${at})`).join(', ')} from ${from} where ${usual}`,
  )
  const limit = low === null ? null : slipFrom({ low, middle, high })
  if (limit === null) return found
  const far = await valuesOf(seen, name, MOST_VALUES, `${usual} and abs(${column}::double) >= ${limit}`)
  if (far.length === 0) return found
  const about = `More than ${SLIP} times the usual size. If their unit slipped, divide them below.`
  return [...found, { kind: 'outliers', column: name, count: total(far), about, examples: examplesOf(far), step: null }]
}

const textNumbers = (values: ValueCount[]) => values.map((one) => ({ ...one, number: Number(one.value) }))

async function farDays(seen: Seen, { name }: Column): Promise<Oddity[]> {
  const column = identifier(name)
  const [early, late, all] = await seen.engine.row<[number, number, number]>(
    `select (count(*) filter (${column} < ${literal(EARLIEST)}::date))::double, (count(*) filter (${column} > ${literal(seen.latest)}::date))::double, count(${column})::double from ${seen.from}`,
  )
  // A column of history has most of its days there.
  if (early + late === 0 || early + late > all * 0.2) return []
  const bounds = { ...(early > 0 && { below: EARLIEST }), ...(late > 0 && { above: seen.latest }) }
  const where = `${column} < ${literal(EARLIEST)}::date or ${column} > ${literal(seen.latest)}::date`
  const values = await valuesOf(seen, name, EXAMPLES, where)
  const about = `Before ${EARLIEST.slice(0, 4)} or after ${seen.latest.slice(0, 4)}, while nearly all others are between.`
  const step = { kind: 'clear' as const, column: name, ...bounds }
  return [{ kind: 'days', column: name, count: early + late, about, examples: examplesOf(values, () => null), step }]
}
