import { isInteger, isNumeric } from '#base/engine-type.ts'
import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import { kindOf, namesPlaces } from '#catalog/rules/column-kind.ts'
import { columnRole } from '#catalog/rules/column-role.ts'
import { EXACT_ROWS } from '#catalog/rules/exact.ts'
import { places } from '#catalog/rules/places.ts'
import { namesKey } from '#catalog/rules/relation.ts'
import { unitOfName } from '#catalog/rules/units.ts'
import type { IngestedTable, MeasuredColumn } from '../rules/ingest.ts'
import { type IngestEngine, unreadable } from './engine.ts'
import type { Job } from './job.ts'

/** An estimate samples values by their hash, one in this many: all the rows that have such a value, or none. */
const SHARE = 16
/** Different values in that share up to which those of the whole column are grouped: then they are counted exactly. */
const MOST_GROUPED = 1250
const TOP_VALUES = 20
const MOST_TOP_COLUMNS = 300
const SAMPLE_VALUES = 5
/** Values that tell of what kind those of a column are. */
const KIND_VALUES = 200
const LONGEST_VALUE = 200

type Column = [name: string, type: string]

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

/** Columns that keep what does not fit the type of another one, each with the name of that. */
export type Texts = ReadonlyMap<string, string>

/** A table that was written to `path`, with its statistics. @param empty what is said when it has no rows */
export async function measuredTable(
  job: Job,
  part: string | null,
  path: string,
  empty: string,
  texts?: Texts,
): Promise<IngestedTable> {
  const measured = await measure(job.engine, path, texts)
  if (measured.rows === 0) throw unreadable(empty)
  job.progress(measured.rows)
  return { part, path, ...measured }
}

/** Rows and columns of a table's file with their statistics. */
export async function measure(engine: IngestEngine, path: string, texts: Texts = new Map()): Promise<Measured> {
  const measured = await measureFile(engine, path)
  for (const column of measured.columns) {
    const of = texts.get(column.name)
    if (of === undefined) continue
    column.text_of = of
    const from = await engine.relation(path)
    const [unread] = await engine.row<[number]>(
      `select count(${identifier(column.name)})::double from ${from} where ${identifier(of)} is null`,
    )
    column.unread = unread
  }
  return measured
}

async function measureFile(engine: IngestEngine, path: string): Promise<Measured> {
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
  const described = await engine.describe(`from ${from}`)
  const [rows] = await engine.row<[number]>(`select count(*)::bigint::double from ${from}`)
  const figures: Figures[] = []
  if (rows > EXACT_ROWS) for (const column of described) figures.push(await figuresOfLarge(engine, from, column, rows))
  else
    for (let at = 0; at < described.length; at += 50)
      figures.push(...(await figuresOf(engine, from, described.slice(at, at + 50), rows)))
  const names = described.map(([name]) => name)
  const samples = await samplesOf(engine, from, names)
  const columns: MeasuredColumn[] = []
  for (const [index, [name, type]] of described.entries()) {
    const found = figures[index]!
    const wanted = index < MOST_TOP_COLUMNS && hasTop(type, found, rows)
    const top = wanted ? (found.top ?? (await groupsOf(engine, from, name)).top) : []
    const seen = samples[index]!
    const kind = kindOf(name, type, seen, namesPlaces(name, seen) ? await places() : undefined)?.kind
    const isFirst = index === 0 || Number(found.min) > FIRST_NUMBER
    const mayNumber = isInteger(type) ? isFirst : type === 'VARCHAR' && hasNoughts(found)
    const numbersRows = mayNumber && described.length > 1 && countsRows(found, rows)
    const { role, reason } = columnRole(name, type, { ...found, top: top.map(({ value }) => value), numbersRows }, kind)
    const unit = role === 'measure' ? unitOfName(name) : null
    const { filled, distinct, min, max } = found
    const meaning = { role, reason, ...(kind ? { kind } : {}), ...(unit ? { unit } : {}) }
    const sample = seen.slice(0, SAMPLE_VALUES)
    columns.push({ name, type, ...meaning, nulls: rows - filled, distinct, min, max, top, sample })
  }
  return { rows, columns }
}

const LEAST_COUNTED = 5
/** From where on numbers that count on are no sizes of something. */
const FIRST_NUMBER = 100
/** Whether values are the numbers from 0 or 1 on, or from one that nobody counts from, each once. */
const countsRows = ({ distinct, min, max }: Figures, rows: number) =>
  rows >= LEAST_COUNTED &&
  distinct === rows &&
  ([0, 1].includes(Number(min)) || Number(min) > FIRST_NUMBER) &&
  Number(max) - Number(min) === rows - 1

/** Whether texts are digits with noughts before them, as figures never are. */
const hasNoughts = ({ min, max }: Figures) => min?.length === max?.length && /^0\d+ \d+$/.test(`${min} ${max}`)

const short = (expression: string) => `left(${expression}::varchar, ${LONGEST_VALUE})`

type FigureRow = [filled: number, distinct: number, min: string, max: string, length: number]

/** Of so few rows the engine counts different values sooner as lists: it prepares `count(distinct …)` for many. */
const FEW_ROWS = 5000

async function figuresOf(engine: IngestEngine, from: string, columns: Column[], rows: number): Promise<Figures[]> {
  const parts = columns.flatMap(([column, type]) => {
    const name = identifier(column)
    return [
      `count(${name})::double`,
      rows > FEW_ROWS ? `count(distinct ${name})::double` : `coalesce(len(list_distinct(list(${name}))), 0)::double`,
      short(`min(${name})`),
      short(`max(${name})`),
      type === 'VARCHAR' ? lengthOf(name) : '0::double',
    ]
  })
  const row = await engine.row(`select ${parts.join(', ')} from ${from}`)
  return columns.map((_, index) => {
    const [filled, distinct, min, max, length] = row.slice(index * 5, index * 5 + 5) as FigureRow
    return { filled, distinct, min, max, length, top: null }
  })
}

const lengthOf = (text: string) => `coalesce(avg(length(${text})), 0)::double`

/**
 * Figures of a column of a large table, asked so that as little of it as possible is read: what the engine has written down of a
 * column without nulls (their number, the ends of all but texts) costs nothing when nothing else is asked in the same statement.
 */
async function figuresOfLarge(
  engine: IngestEngine,
  from: string,
  [name, type]: Column,
  rows: number,
): Promise<Figures> {
  const column = identifier(name)
  const isText = type === 'VARCHAR'
  const ends = isText ? 'null, null' : `${short(`min(${column})`)}, ${short(`max(${column})`)}`
  const [filled, min, max] = await engine.row<[number, string | null, string | null]>(
    `select count(${column})::double, ${ends} from ${from}`,
  )
  const found: Figures = { filled, distinct: 0, min, max, length: 0, top: null }
  if (filled === 0) return found
  if (!isText && filled === rows && namesKey(name) && (await ascends(engine, from, column)))
    return { ...found, distinct: rows }
  const share = `select ${column} as value, hash(${column}) as hash from ${from} where ${column} is not null`
  const length = isText ? lengthOf('value') : '0::double'
  const [seen, different, usual] = await engine.row<[number, number, number]>(
    `select count(*)::double, count(distinct hash)::double, ${length} from (${share}) where (hash & ${SHARE - 1}) = 0`,
  )
  // No value came twice, so hardly one will in the rest: of a hundred that do, all would have to be missed here.
  const unique = seen === different
  const many = different > MOST_GROUPED
  if (isText)
    Object.assign(
      found,
      unique && many ? { length: usual, ...(await endsOf(engine, from, column)) } : await textOf(engine, from, column),
    )
  if (!many && found.length <= LONGEST_VALUE) return { ...found, ...(await groupsOf(engine, from, name)) }
  if (!unique) return { ...found, distinct: Math.min(different * SHARE, filled) }
  // A key must be one for certain: a join over what is only nearly one counts rows twice.
  return { ...found, distinct: namesKey(name) ? await countKeys(engine, from, column) : filled }
}

/** The ends of texts that all differ: the engine passes over the parts of the table that cannot have them. */
async function endsOf(engine: IngestEngine, from: string, column: string) {
  const first = async (order: string) => {
    const sql = `select ${short(column)} from ${from} order by ${column} ${order} nulls last limit 1`
    return (await engine.row<[string]>(sql))[0]
  }
  return { min: await first('asc'), max: await first('desc') }
}

async function textOf(engine: IngestEngine, from: string, column: string) {
  const [min, max, length] = await engine.row<[string, string, number]>(
    `select ${short(`min(${column})`)}, ${short(`max(${column})`)}, ${lengthOf(column)} from ${from}`,
  )
  return { min, max, length }
}

/** Whether the values of a column without nulls come in ascending order, as those of most keys do: then no two are the same. */
async function ascends(engine: IngestEngine, from: string, column: string): Promise<boolean> {
  const [inOrder] = await engine.row<[boolean]>(
    `select coalesce(bool_and(value > before), true) from (select ${column} as value, lag(${column}) over () as before from ${from})`,
  )
  return inOrder
}

async function countKeys(engine: IngestEngine, from: string, column: string): Promise<number> {
  // Of a hundred million values two share a hash once in four thousand tables.
  const [distinct] = await engine.row<[number]>(
    `select count(distinct hash(${column}))::double from ${from} where ${column} is not null`,
  )
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

/** Different values of each column, from the first rows. */
async function samplesOf(engine: IngestEngine, from: string, columns: string[]): Promise<string[][]> {
  const rows = await engine.rows(
    `select ${columns.map((name) => short(identifier(name))).join(', ')} from ${from} limit 500`,
  )
  return columns.map((_, index) => {
    const values = new Set(rows.map((row) => row[index] as string | null).filter((value) => value !== null))
    return [...values].slice(0, KIND_VALUES)
  })
}
