import { identifier } from '#base/sql.ts'
import {
  asLineSql,
  CODE,
  type ColumnValues,
  CUT,
  isText,
  LONGEST_VALUE,
  MOST_VALUES,
  type PackedColumn,
  packColumn,
  sizeOf,
  valueFile,
} from '#catalog/value-file.ts'
import type { IngestEngine } from './engine.ts'

/** A table whose values are indexed: its file, its columns as they were measured, and where the index goes. */
export type Indexing = { path: string; columns: { name: string; type: string; distinct: number }[]; output: string }

/** An index takes at most this share of the rows' file, but may always take LEAST_BYTES, and never more than MOST_BYTES. */
const SHARE = 0.1
const LEAST_BYTES = 1 << 20
const MOST_BYTES = 16 << 20
/** Of a column with more distinct values than are kept, so many are kept. */
const SAMPLED = 50_000
/** Distinct values up to which a column is indexed whatever they are, and how many of a longer one are checked. */
const FEW = 1000
const LOOKED_AT = 2000
/** A column of which so many values are codes has codes. */
const MOSTLY = 0.99

/** Writes the index of each table that has texts. @returns which have one, in their order */
export async function indexValues(engine: IngestEngine, tables: Indexing[]): Promise<boolean[]> {
  const done: boolean[] = []
  for (const { path, columns, output } of tables) {
    const texts = columns.filter(({ type }) => isText(type))
    if (texts.length > 0) await Bun.write(output, await indexOf(engine, path, texts))
    done.push(texts.length > 0)
  }
  return done
}

async function indexOf(engine: IngestEngine, path: string, columns: Indexing['columns']): Promise<Uint8Array> {
  const from = await engine.relation(path)
  const packed: PackedColumn[] = []
  let left = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, Bun.file(path).size * SHARE))
  // Columns with few values first: they are asked for most, and leave room for the others.
  for (const column of columns.toSorted((a, b) => a.distinct - b.distinct)) {
    let most = column.distinct > MOST_VALUES ? SAMPLED : MOST_VALUES
    let one = packColumn(await valuesOf(engine, from, column, most))
    // What is too large is cut to what fits: the most frequent values.
    for (let tries = 0; sizeOf(one) > left && one.values > 0; tries++) {
      most = tries > 2 ? 0 : Math.floor(one.values * (left / sizeOf(one)) * 0.9)
      one = packColumn(await valuesOf(engine, from, column, most))
      one = { ...one, partly: 'size' }
    }
    left -= sizeOf(one)
    packed.push(one)
  }
  return valueFile(packed)
}

/** The values of a column, each with the rows that have it. */
async function valuesOf(
  engine: IngestEngine,
  from: string,
  { name, distinct }: Indexing['columns'][number],
  most: number,
): Promise<ColumnValues> {
  const column = identifier(name)
  const none = { name, values: 0, lines: '', counts: '', distinct, cut: 0 }
  if (distinct === 0) return none
  const codes = distinct > FEW && (await hasCodes(engine, from, column))
  if (most === 0) return { ...none, partly: 'size' }
  const text = `${column}::varchar`
  // Of so many values those are taken whose hash says so: with every row that has one of them.
  const share = distinct > MOST_VALUES && !codes ? Math.ceil(distinct / most) : 1
  const chosen = codes ? `and not ${isCodeSql(column)}` : share > 1 ? `and hash(${column}) % ${share} = 0` : ''
  const short = `case when length(${text}) > ${LONGEST_VALUE} then left(${text}, ${LONGEST_VALUE}) || '${CUT}' else ${text} end`
  const [values, cut, lines, counts, more] = await engine.row<[number, number, string | null, string | null, number]>(
    `with found as (select ${short} as v, count(*) as n from ${from} where ${column} <> '' ${chosen} group by 1),
      kept as (select *, count(*) over () as more from found order by n desc, v limit ${most})
    select count(*)::double, (count(*) filter (length(v) > ${LONGEST_VALUE}))::double, string_agg(${asLineSql('v')}, chr(10) order by v),
      case when max(n) > 1 then string_agg(n::varchar, ',' order by v) end, coalesce(any_value(more), 0)::double from kept`,
  )
  const partly = more > values ? 'size' : codes ? 'codes' : share > 1 ? 'many' : undefined
  return {
    ...{ name, values, cut, distinct: codes || share > 1 ? distinct : more, lines: lines ?? '', counts: counts ?? '' },
    ...(partly ? { partly } : {}),
  }
}

async function hasCodes(engine: IngestEngine, from: string, column: string): Promise<boolean> {
  const [looked, codes] = await engine.row<[number, number]>(
    `select count(*)::double, (count(*) filter (${isCodeSql('v')}))::double
      from (select ${column}::varchar as v from ${from} where ${column} <> '' limit ${LOOKED_AT})`,
  )
  return looked > 0 && codes >= looked * MOSTLY
}

const isCodeSql = (text: string) => `regexp_full_match(left(${text}::varchar, 100), '${CODE}')`
