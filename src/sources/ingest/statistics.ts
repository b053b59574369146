import { isNumeric } from '#base/engine-type.ts'
import { AppError } from '#base/errors.ts'
import { columnRole } from '../rules/column-role.ts'
import type { MeasuredColumn } from '../rules/ingest.ts'
import { namesKey } from '../rules/relation.ts'
import type { IngestEngine } from './engine.ts'
import { identifier } from './sql.ts'

/** Tables up to this many rows are counted exactly; in larger ones the distinct values of some columns are estimated (about 2 % off). */
const EXACT_ROWS = 300_000
/** An estimate looks at every value of which the hash says so, one in this many: all the rows that have such a value, or none. */
const SHARE = 16
/** Different values in that share up to which those of the whole column are grouped: then they are counted exactly. */
const MOST_GROUPED = 1250
const TOP_VALUES = 20
const MOST_TOP_COLUMNS = 300
const SAMPLE_VALUES = 5
const LONGEST_VALUE = 200

/** Name and type. */
type Column = [string, string]

/** `top` is null while nobody has looked for the most frequent values. */
type Figures = {
  filled: number
  distinct: number
  min: string | null
  max: string | null
  length: number
  top: ValueCount[] | null
}
type ValueCount = { value: string; count: number }

type Measured = { rows: number; columns: MeasuredColumn[] }

/** The engine keeps what it has read of a file as long as it has room: files from this size on are read with little … */
const LARGE_BYTES = 600_000_000
/** … of so many megabytes, so that memory does not grow with the file. */
const LITTLE_MB = 640

/** Rows and columns of a table's file with their statistics: one pass over it, and few more over single columns. */
export async function measure(engine: IngestEngine, path: string): Promise<Measured> {
  if (Bun.file(path).size < LARGE_BYTES) return measureWith(engine, path)
  // Two engines cannot have one file open.
  await engine.finish()
  const little = await engine.beside(LITTLE_MB)
  try {
    return await measureWith(little, path)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unreadable_file') throw error
  } finally {
    await little.finish()
    little.close()
  }
  return measureWith(engine, path)
}

async function measureWith(engine: IngestEngine, path: string): Promise<Measured> {
  const from = await engine.relation(path)
  const described = (await engine.rows(`select column_name, column_type from (describe from ${from})`)) as Column[]
  const [[rows]] = (await engine.rows(`select count(*)::bigint::double from ${from}`)) as [[number]]
  const figures: Figures[] = []
  for (let at = 0; at < described.length; at += 50)
    figures.push(...(await figuresOf(engine, from, described.slice(at, at + 50), rows)))
  if (rows > EXACT_ROWS)
    for (const [index, column] of described.entries()) await estimate(engine, from, column, figures[index]!, rows)
  const samples = await samplesOf(
    engine,
    from,
    described.map(([name]) => name),
  )
  const columns: MeasuredColumn[] = []
  for (const [index, [name, type]] of described.entries()) {
    const found = figures[index]!
    const wanted = index < MOST_TOP_COLUMNS && hasTop(type, found, rows)
    const top = wanted ? (found.top ?? (await groupsOf(engine, from, name)).top) : []
    const role = columnRole(name, type, { ...found, top: top.map(({ value }) => value) })
    const { filled, distinct, min, max } = found
    columns.push({ name, type, role, nulls: rows - filled, distinct, min, max, top, sample: samples[index]! })
  }
  return { rows, columns }
}

const short = (expression: string) => `left(${expression}::varchar, ${LONGEST_VALUE})`

async function figuresOf(engine: IngestEngine, from: string, columns: Column[], rows: number): Promise<Figures[]> {
  const distinct = (name: string) => (rows <= EXACT_ROWS ? `count(distinct ${name})` : '0')
  const parts = columns.flatMap(([column, type]) => {
    const name = identifier(column)
    return [
      `count(${name})::double`,
      `${distinct(name)}::double`,
      short(`min(${name})`),
      short(`max(${name})`),
      type === 'VARCHAR' ? `coalesce(avg(length(${name})), 0)::double` : '0::double',
    ]
  })
  const row = (await engine.rows(`select ${parts.join(', ')} from ${from}`))[0]!
  return columns.map((_, index) => {
    const [filled, found, min, max, length] = row.slice(index * 5, index * 5 + 5) as [
      number,
      number,
      string,
      string,
      number,
    ]
    return { filled, distinct: found, min, max, length, top: null }
  })
}

/** Counts the distinct values of one column of a large table: few of them, and those of a key, exactly. */
async function estimate(engine: IngestEngine, from: string, [name]: Column, found: Figures, rows: number) {
  if (found.filled === 0) return
  const column = identifier(name)
  const [[seen, different]] = (await engine.rows(
    `select count(*)::double, count(distinct hash)::double from (select hash(${column}) as hash from ${from} where ${column} is not null) where (hash & ${SHARE - 1}) = 0`,
  )) as [[number, number]]
  if (different <= MOST_GROUPED && found.length <= LONGEST_VALUE) {
    const { distinct, top } = await groupsOf(engine, from, name)
    Object.assign(found, { distinct, top })
    return
  }
  // No value came twice, so hardly one will in the rest: of a hundred that do, all would have to be missed here.
  const unique = seen === different
  found.distinct = unique ? found.filled : Math.min(different * SHARE, found.filled)
  // A key must be one for certain: a join over what is only nearly one counts rows twice.
  if (unique && namesKey(name)) found.distinct = await countKeys(engine, from, column, found.filled === rows && rows)
}

/** @param ascending how many values there are when they may be in order, which is soon seen; false when some are missing */
async function countKeys(
  engine: IngestEngine,
  from: string,
  column: string,
  ascending: number | false,
): Promise<number> {
  if (ascending !== false) {
    const [[inOrder]] = (await engine.rows(
      `select bool_and(value > before) from (select ${column} as value, lag(${column}) over () as before from ${from})`,
    )) as [[boolean]]
    if (inOrder) return ascending
  }
  // Of a hundred million values two share a hash once in four thousand tables.
  const [[distinct]] = (await engine.rows(
    `select count(distinct hash(${column}))::double from ${from} where ${column} is not null`,
  )) as [[number]]
  return distinct
}

const hasTop = (type: string, { filled, distinct, length, top }: Figures, rows: number) =>
  distinct > 0 &&
  distinct < filled &&
  length <= LONGEST_VALUE &&
  !type.startsWith('STRUCT') &&
  (rows <= EXACT_ROWS || top !== null || !(isNumeric(type) || type === 'VARCHAR'))

/** The values of a column, how many there are and which are the most frequent. */
async function groupsOf(engine: IngestEngine, from: string, column: string) {
  const name = identifier(column)
  const rows = (await engine.rows(
    `select ${short(name)}, n::double, (count(*) over ())::double from (select ${name}, count(*) as n from ${from} where ${name} is not null group by ${name}) order by n desc, ${name} limit ${TOP_VALUES}`,
  )) as [string, number, number][]
  return { distinct: rows[0]?.[2] ?? 0, top: rows.map(([value, count]): ValueCount => ({ value, count })) }
}

async function samplesOf(engine: IngestEngine, from: string, columns: string[]): Promise<string[][]> {
  const rows = await engine.rows(
    `select ${columns.map((name) => short(identifier(name))).join(', ')} from ${from} limit 500`,
  )
  return columns.map((_, index) => {
    const seen = new Set<string>()
    for (const row of rows) {
      if (seen.size >= SAMPLE_VALUES) break
      if (row[index] !== null) seen.add(row[index] as string)
    }
    return [...seen]
  })
}
