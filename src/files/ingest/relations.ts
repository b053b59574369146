import { isTemporal } from '#base/engine-type.ts'
import { identifier, literal } from '#base/sql.ts'
import type { FoundBy } from '#catalog/rules/answers.ts'
import {
  BY_DAY,
  bestRate,
  byPlaces,
  CLEANINGS,
  type Cleaning,
  foldedSql,
  type KeySide,
  type Measured,
  measureSql,
  readMeasure,
} from '#catalog/rules/cleaning.ts'
import { type PlaceKind, type Places, placeCodes, places } from '#catalog/rules/places.ts'
import { LEAST_MATCH } from '#catalog/rules/relation.ts'
import { type Meeting, meetings, type ValueColumn } from '#catalog/rules/shared-values.ts'
import type { IngestEngine } from './engine.ts'

/** A column of a table's file. */
type KeyColumn = { path: string; column: string }
/** Two columns that are measured: a moment is looked for among the days of a calendar. `declared`: whatever the measure is, they are joined. */
export type Pair = { from: KeyColumn; to: KeyColumn; declared: boolean }
/** A column of texts that is compared with all others; `fresh`: of a table that is being read. */
export type Compared = KeyColumn & Pick<ValueColumn, 'id' | 'table' | 'isKey'> & { distinct: number; fresh: boolean }
export type MeasuredPair = Measured & { foundBy: FoundBy }
/** Two of the compared columns that meet, by their places in the list. */
type FoundPair = { from: number; to: number } & MeasuredPair
export type Related = { pairs: Measured[]; found: FoundPair[] }

/** Values of a column that are compared, and those of one that are looked at to clean its keys. */
const MOST_VALUES = 1000
const MOST_CLEANED = 200_000
/** Pairs of columns that are measured because their values meet, the likeliest, and for each fresh table of many: each takes statements over all rows. */
const MOST_MEASURED = 20
const MEASURED_OF_ONE = 4
/** Hashes are compared by their lowest bits. */
const BITS = 2 ** 20

/**
 * How the pairs meet, and which of the compared columns do where one is of a fresh table. Between tables that keys join, texts that are
 * the same say nothing more.
 * @param keyed paths of two tables that keys join
 */
export async function relate(
  engine: IngestEngine,
  pairs: Pair[],
  compared: Compared[],
  keyed: string[][] = [],
): Promise<Related> {
  const measured = await measurePairs(engine, pairs)
  const both = (a: KeyColumn, b: KeyColumn) => [a.path, b.path].sort().join('\n')
  const joined = new Set([
    ...keyed.map((paths) => paths.toSorted().join('\n')),
    ...pairs.flatMap(({ from, to, declared }, at) =>
      declared || bestRate(measured[at]!) >= LEAST_MATCH ? [both(from, to)] : [],
    ),
  ])
  const isOpen = (from: Compared, to: Compared) => (from.fresh || to.fresh) && !joined.has(both(from, to))
  const found = await sharedValues(engine, compared, isOpen)
  return { pairs: measured, found: found.filter((one) => bestRate(one) >= LEAST_MATCH) }
}

/** How each pair meets. What few values meet by is cleaned, as far as that keeps every key of `to` apart. */
async function measurePairs(engine: IngestEngine, pairs: Pair[]): Promise<Measured[]> {
  const sideOf = sides(engine)
  const found: Measured[] = []
  for (const { from, to } of pairs) found.push(await measure(engine, await sideOf(from), await sideOf(to)))
  return found
}

async function measure(engine: IngestEngine, from: KeySide, to: KeySide, bridge?: Cleaning): Promise<Measured> {
  const plain = await engine.row(measureSql(from, to, []))
  const types = [from.type, to.type]
  const wanted = bridge ? [bridge] : types.every(isTemporal) ? [BY_DAY] : types.includes('VARCHAR') ? CLEANINGS : []
  const measured = readMeasure(plain, from, to, [])
  const isLarge = Number(plain[2]) > MOST_CLEANED || measured.values > MOST_CLEANED * 50
  if (wanted.length === 0 || measured.matchRate >= 1 || isLarge) return measured
  return readMeasure(await engine.row(measureSql(from, to, wanted)), from, to, wanted, 1)
}

/** Views of files under names that SQL of measuring takes: one for each file, however many of its columns are measured. */
function sides(engine: IngestEngine) {
  const views = new Map<string, { table: string; types: Map<string, string> }>()
  return async ({ path, column }: KeyColumn): Promise<KeySide> => {
    let view = views.get(path)
    if (!view) {
      const table = `relation_${views.size}`
      await engine.rows(`create or replace temp view ${table} as from ${await engine.relation(path)}`)
      view = { table, types: new Map(await engine.describe(`from ${table}`)) }
      views.set(path, view)
    }
    return { table: view.table, column, type: view.types.get(column)! }
  }
}

/**
 * Columns of texts that lead to keys of others by what they hold, whatever they are called, folded and by abbreviations of places: the
 * likeliest of those that `isOpen` lets through, by their places in the list.
 */
async function sharedValues(
  engine: IngestEngine,
  compared: Compared[],
  isOpen: (from: Compared, to: Compared) => boolean,
): Promise<FoundPair[]> {
  if (compared.length === 0) return []
  const values = await valuesOf(engine, compared)
  // Two that are the same but for their case are no key.
  const columns = compared.map((one, at): ValueColumn => {
    const found = values[at]!
    return { ...one, ...found, isKey: one.isKey && found.values.every(({ rows }) => rows === 1) }
  })
  const known = await places()
  const freshTables = new Set(compared.flatMap(({ fresh, path }) => (fresh ? [path] : []))).size
  const likeliest = meetings(columns, known)
    .filter(({ from, to }) => isOpen(compared[from]!, compared[to]!))
    .slice(0, Math.max(MOST_MEASURED, MEASURED_OF_ONE * freshTables))
  const sideOf = sides(engine)
  const found: FoundPair[] = []
  for (const meeting of likeliest) {
    const [from, to] = [await sideOf(compared[meeting.from]!), await sideOf(compared[meeting.to]!)]
    const bridge = meeting.kind && bridgeOf(known, meeting.kind, columns[meeting.from]!, columns[meeting.to]!)
    found.push({ ...(await measure(engine, from, to, bridge)), ...sidesOf(meeting) })
  }
  return found
}

const sidesOf = ({ from, to, foundBy }: Meeting) => ({ from, to, foundBy })

function bridgeOf(known: Places, kind: PlaceKind, from: ValueColumn, to: ValueColumn): Cleaning {
  const codes = ({ values }: ValueColumn) =>
    placeCodes(
      known,
      values.map(({ value }) => value),
    ).get(kind) ?? new Map<string, string>()
  const written = new Map([...codes(to)].map(([value, code]) => [code, value]))
  const instead = [...codes(from)].flatMap(([value, code]): [string, string][] => {
    const other = written.get(code)
    return other === undefined || other === value ? [] : [[value, other]]
  })
  return byPlaces(kind, instead)
}

type Values = Pick<ValueColumn, 'part' | 'values'>

/** The folded values of columns with their rows; those with few values by one statement, so that each takes next to nothing. */
async function valuesOf(engine: IngestEngine, compared: Compared[]): Promise<Values[]> {
  const found = compared.map(({ distinct }): Values => ({ part: partOf(distinct), values: [] }))
  const places = compared.map((_, at) => at)
  const few = places.filter((at) => found[at]!.part === 1)
  // Of large ones the engine holds all values while it folds them: one after the other.
  const large = places.filter((at) => found[at]!.part > 1)
  for (const together of [few, ...large.map((at) => [at])]) {
    if (together.length === 0) continue
    const each: string[] = []
    for (const at of together) each.push(`(${await valuesSql(engine, compared[at]!, at, found[at]!.part)})`)
    for (const row of await engine.rows(each.join(' union all '))) {
      const [at, value, hash, rows] = row as [number, string, number, number]
      found[at]!.values.push({ value, hash, rows })
    }
  }
  for (const { values } of found) values.sort((a, b) => (a.value < b.value ? -1 : 1))
  return found
}

/** Of a column with many values about a thousand are compared, chosen by their hash so that those of others are the same. */
const partOf = (distinct: number) => (distinct <= MOST_VALUES ? 1 : 2 ** Math.ceil(Math.log2(distinct / MOST_VALUES)))

async function valuesSql(engine: IngestEngine, { path, column }: Compared, at: number, part: number): Promise<string> {
  const name = identifier(column)
  return `select ${at} as at, value, (hash(value) % ${BITS})::double as hash, n::double as n
    from (select ${foldedSql(`${name}::varchar`)} as value, count(*) as n from ${await engine.relation(path)} where ${name} is not null group by 1)
    where value <> ${literal('')} and hash(value) % ${BITS} % ${part} = 0 order by value limit ${2 * MOST_VALUES}`
}
