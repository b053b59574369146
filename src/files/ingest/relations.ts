import { isTemporal } from '#base/engine-type.ts'
import { identifier, literal } from '#base/sql.ts'
import type { FoundBy } from '#catalog/rules/answers.ts'
import {
  BY_DAY,
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
import { type Meeting, meetings, type ValueColumn } from '#catalog/rules/shared-values.ts'
import type { IngestEngine } from './engine.ts'

/** A column of a table's file. */
type KeyColumn = { path: string; column: string }
/** Two columns that are measured: a moment is looked for among the days of a calendar. */
export type Pair = { from: KeyColumn; to: KeyColumn }
/** A column of texts that is compared with all others. */
export type Compared = KeyColumn & Pick<ValueColumn, 'id' | 'table' | 'isKey'> & { distinct: number }
export type MeasuredPair = Measured & { foundBy: FoundBy }
/** Two of the compared columns that meet, by their places in the list. */
export type FoundPair = { from: number; to: number } & MeasuredPair

/** Values of a column that are compared, and those of one that are looked at to clean its keys. */
const MOST_VALUES = 1000
const MOST_CLEANED = 200_000
/** Hashes are compared by their lowest bits. */
const BITS = 2 ** 20

/** How each pair meets. What few values meet by is cleaned, as far as that keeps every key of `to` apart. */
export async function measurePairs(engine: IngestEngine, pairs: Pair[]): Promise<Measured[]> {
  const found: Measured[] = []
  for (const { from, to } of pairs) found.push(await measure(engine, from, to))
  return found
}

async function measure(engine: IngestEngine, from: KeyColumn, to: KeyColumn, bridge?: Cleaning): Promise<Measured> {
  const sides = [await side(engine, 'relation_from', from), await side(engine, 'relation_to', to)] as const
  const plain = await engine.row(measureSql(...sides, []))
  const types = sides.map(({ type }) => type)
  const wanted = bridge ? [bridge] : types.every(isTemporal) ? [BY_DAY] : types.includes('VARCHAR') ? CLEANINGS : []
  const measured = readMeasure(plain, ...sides, [])
  const isLarge = Number(plain[2]) > MOST_CLEANED || measured.values > MOST_CLEANED * 50
  if (wanted.length === 0 || measured.matchRate >= 1 || isLarge) return measured
  return readMeasure(await engine.row(measureSql(...sides, wanted)), ...sides, wanted, 1)
}

/** A view of a file under a name that SQL of measuring takes. */
async function side(engine: IngestEngine, view: string, { path, column }: KeyColumn): Promise<KeySide> {
  const rows = await engine.relation(path)
  await engine.rows(`create or replace temp view ${view} as from ${rows}`)
  const [described] = await engine.describe(`select ${identifier(column)} from ${view}`)
  return { table: view, column, type: described![1] }
}

/** Columns of texts that lead to keys of others by what they hold, whatever they are called, folded and by abbreviations of places. */
export async function sharedValues(engine: IngestEngine, compared: Compared[]): Promise<FoundPair[]> {
  const columns: ValueColumn[] = []
  for (const one of compared) {
    const found = await valuesOf(engine, one)
    // Two that are the same but for their case are no key.
    columns.push({ ...one, ...found, isKey: one.isKey && found.values.every(({ rows }) => rows === 1) })
  }
  const known = await places()
  const found: FoundPair[] = []
  for (const meeting of meetings(columns, known)) {
    const [from, to] = [compared[meeting.from]!, compared[meeting.to]!]
    const bridge = meeting.kind && bridgeOf(known, meeting.kind, columns[meeting.from]!, columns[meeting.to]!)
    const measured = await measure(engine, from, to, bridge)
    found.push({ ...measured, ...sidesOf(meeting) })
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

/** The folded values of a column with their rows; of many about a thousand, chosen by their hash so that those of others are the same. */
async function valuesOf(engine: IngestEngine, { path, column, distinct }: Compared) {
  const part = distinct <= MOST_VALUES ? 1 : 2 ** Math.ceil(Math.log2(distinct / MOST_VALUES))
  const name = identifier(column)
  const rows = (await engine.rows(
    `with folded as (select ${foldedSql(`${name}::varchar`)} as value, count(*) as n from ${await engine.relation(path)} where ${name} is not null group by 1)
    select value, (hash(value) % ${BITS})::double as hash, n::double from folded
    where value <> ${literal('')} and hash(value) % ${BITS} % ${part} = 0 order by value limit ${2 * MOST_VALUES}`,
  )) as [string, number, number][]
  return { part, values: rows.map(([value, hash, rows]) => ({ value, hash, rows })) }
}
