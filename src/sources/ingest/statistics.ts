import { isNumeric, isTemporal } from '#base/engine-type.ts'
import { columnRole } from '../rules/column-role.ts'
import type { MeasuredColumn } from '../rules/ingest.ts'
import type { IngestEngine } from './engine.ts'
import { identifier, literal } from './sql.ts'

/** Tables up to this many rows are counted exactly; in larger ones distinct values are estimated (about 2 % off). */
const EXACT_ROWS = 300_000
const TOP_VALUES = 20
/** Columns with more distinct values than this have no "most frequent" ones in a large table. */
const MOST_TOP_DISTINCT = 20_000
const MOST_TOP_COLUMNS = 300
const SAMPLE_VALUES = 5
const LONGEST_VALUE = 200

type Figures = { filled: number; distinct: number; min: string | null; max: string | null; length: number }

/** Rows and columns of a Parquet file with their statistics: one pass over it, and one more over each column that has frequent values. */
export async function measure(
  engine: IngestEngine,
  path: string,
): Promise<{ rows: number; columns: MeasuredColumn[] }> {
  const from = `read_parquet(${literal(path)})`
  const described = (await engine.rows(`select column_name, column_type from (describe from ${from})`)) as [
    string,
    string,
  ][]
  const [[rows]] = (await engine.rows(`select count(*)::bigint::double from ${from}`)) as [[number]]
  const figures: Figures[] = []
  for (let at = 0; at < described.length; at += 50)
    figures.push(...(await figuresOf(engine, from, described.slice(at, at + 50), rows)))
  await countKeys(engine, from, described, figures, rows)
  const samples = await samplesOf(
    engine,
    from,
    described.map(([name]) => name),
  )
  const columns: MeasuredColumn[] = []
  for (const [index, [name, type]] of described.entries()) {
    const found = figures[index]!
    const top = index < MOST_TOP_COLUMNS && hasTop(type, found, rows) ? await topOf(engine, from, name) : []
    const role = columnRole(name, type, { ...found, top: top.map(({ value }) => value) })
    const { filled, distinct, min, max } = found
    columns.push({ name, type, role, nulls: rows - filled, distinct, min, max, top, sample: samples[index]! })
  }
  return { rows, columns }
}

const short = (expression: string) => `left(${expression}::varchar, ${LONGEST_VALUE})`

async function figuresOf(
  engine: IngestEngine,
  from: string,
  columns: [string, string][],
  rows: number,
): Promise<Figures[]> {
  const distinct = (name: string) => (rows <= EXACT_ROWS ? `count(distinct ${name})` : `approx_count_distinct(${name})`)
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
    return { filled, distinct: Math.min(found, filled), min, max, length }
  })
}

/** An estimate cannot tell a key from nearly a key, so columns that may be one are counted. */
async function countKeys(
  engine: IngestEngine,
  from: string,
  columns: [string, string][],
  figures: Figures[],
  rows: number,
) {
  if (rows <= EXACT_ROWS) return
  for (const [index, [name, type]] of columns.entries()) {
    const found = figures[index]!
    const keyLike =
      found.distinct > found.filled * 0.9 &&
      !isTemporal(type) &&
      !/^(DOUBLE|FLOAT|DECIMAL)/.test(type) &&
      found.length <= 40
    if (!keyLike || found.filled === 0) continue
    const [[exact]] = (await engine.rows(`select count(distinct ${identifier(name)})::double from ${from}`)) as [
      [number],
    ]
    found.distinct = exact
  }
}

const hasTop = (type: string, { filled, distinct, length }: Figures, rows: number) =>
  distinct > 0 &&
  distinct < filled &&
  length <= LONGEST_VALUE &&
  !type.startsWith('STRUCT') &&
  (distinct <= (rows <= EXACT_ROWS ? EXACT_ROWS : MOST_TOP_DISTINCT) || !(isNumeric(type) || type === 'VARCHAR'))

async function topOf(engine: IngestEngine, from: string, column: string) {
  const name = identifier(column)
  const rows = (await engine.rows(
    `select ${short(name)} as value, count(*)::double from ${from} where ${name} is not null group by ${name} order by 2 desc, ${name} limit ${TOP_VALUES}`,
  )) as [string, number][]
  return rows.map(([value, count]) => ({ value, count }))
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
