import { MINUTE } from '#base/time.ts'
import * as catalog from '#catalog/catalog.ts'
import { comparableColumns } from '#catalog/comparable.ts'
import { outline } from '#catalog/outline.ts'
import type { MeasuredRelation, NewTable } from '#catalog/publish.ts'
import type { FoundBy } from '#catalog/rules/answers.ts'
import type { OutlineTable } from '#catalog/rules/catalog.ts'
import { bestRate } from '#catalog/rules/cleaning.ts'
import { calendarPairs, isComparable, type KeyTable, textKeys } from '#catalog/rules/comparable.ts'
import {
  LEAST_MATCH,
  type RelationCandidate,
  type RelationTable,
  relatable,
  relationCandidates,
} from '#catalog/rules/relation.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { MeasuredPair } from './ingest/relations.ts'
import { type Reader, readerEngine } from './reader.ts'
import type { DeclaredKey, IngestedTable } from './rules/ingest.ts'

type FreshTable = IngestedTable & NewTable

/** Joins with tables in the catalog that names and days suggest and that are measured, the likeliest. */
const MOST_SUGGESTED = 50

/**
 * Joins of fresh tables with each other and with those in the catalog, measured: keys that the file declares, keys by their names, days of
 * calendars, and columns of texts that hold the same. `leaving` are tables that they replace.
 */
export async function relationsOf(
  ctx: WorkspaceCtx,
  reader: Reader,
  dir: string,
  fresh: FreshTable[],
  leaving: (table: OutlineTable) => boolean,
  keys: DeclaredKey[] = [],
): Promise<MeasuredRelation[]> {
  const freshIds = new Set(fresh.map(({ id }) => id))
  const paths = new Map(fresh.map(({ id, path }) => [id, path]))
  const own = fresh.map(({ id, base, rows, columns }) => ({ id, name: base, rows, columns }))
  // Tables of databases have no file that could be measured here.
  const staying = (await outline(ctx, { hidden: true })).filter(
    (one) => one.source.kind !== 'database' && !leaving(one),
  )
  const others = await catalog.tables(ctx, { hidden: true, ids: relatable(own, staying).map(({ id }) => id) })
  const candidates = candidatesOf(fresh, own, others, keys)
  const stays = new Set(staying.map(({ id }) => id))
  const beside = (await comparableColumns(ctx, own)).filter(({ id }) => stays.has(id))
  const days = calendarPairs([...own, ...beside], freshIds).map((one) => ({
    ...one,
    foundBy: 'days' as const,
  }))
  let left = MOST_SUGGESTED
  const isOwn = ({ from, to }: Candidate) => freshIds.has(from.id) && freshIds.has(to.id)
  const pairs = [...candidates, ...days].filter((one) => isOwn(one) || left-- > 0)
  const compared = textKeys([...own.map(withTexts), ...beside.map(withTexts)], freshIds)
  if (pairs.length === 0 && compared.length === 0) return []
  const needed = [...pairs.flatMap(({ from, to }) => [from.id, to.id]), ...compared.map(({ id }) => id)]
  const stored = [...new Set(needed)].filter((id) => !paths.has(id))
  for (const [id, path] of await catalog.paths(ctx, stored)) paths.set(id, path)
  const about = { pairs, compared, paths, freshIds }
  return measureRelations(reader, readerEngine(ctx, dir, [...paths.values()]), about)
}

/** Tables in files, pairs of their columns to be measured, and columns of texts to be compared with each other. */
type Measuring = {
  pairs: Candidate[]
  compared: ReturnType<typeof textKeys>
  paths: ReadonlyMap<string, string>
  freshIds: ReadonlySet<string>
  joined?: [string, string][]
}

/** The relations that hold: of the pairs, those that are declared or whose values meet, and what else the compared columns have in common. */
export async function measureRelations(
  reader: Pick<Reader, 'call'>,
  engine: ReturnType<typeof readerEngine>,
  { pairs, compared, paths, freshIds, joined = [] }: Measuring,
): Promise<MeasuredRelation[]> {
  const at = (id: string, column: string) => ({ path: paths.get(id)!, column })
  const measured = await reader.call(
    'relate',
    {
      engine,
      pairs: pairs.map(({ from, fromColumn, to, toColumn, foundBy }) => ({
        from: at(from.id, fromColumn),
        to: at(to.id, toColumn),
        declared: foundBy === null,
      })),
      compared: compared.map((one) => ({ ...one, ...at(one.id, one.column), fresh: freshIds.has(one.id) })),
      joined: joined.map((both) => both.map((id) => paths.get(id) ?? '')),
    },
    { timeoutMs: 2 * MINUTE },
  )
  const named = pairs.flatMap(({ from, fromColumn, to, toColumn, foundBy, least = LEAST_MATCH }, index) => {
    const ends = { fromTableId: from.id, fromColumn, toTableId: to.id, toColumn }
    const relation = relationOf(ends, { ...measured.pairs[index]!, foundBy: foundBy ?? 'key' })
    if (foundBy === null) return [{ ...relation, kind: 'declared' as const }]
    return bestRate(relation) >= least ? [relation] : []
  })
  const byValues = measured.found.map(({ from, to, ...one }) => {
    const [left, right] = [compared[from]!, compared[to]!]
    const ends = { fromTableId: left.id, fromColumn: left.column, toTableId: right.id, toColumn: right.column }
    return relationOf(ends, one)
  })
  return [...named, ...byValues]
}

export type Candidate = {
  from: { id: string }
  fromColumn: string
  to: { id: string }
  toColumn: string
  foundBy: FoundBy | null
  /** Share of values that must be found. */
  least?: number
}

/** Joins that the file declares (`foundBy` null), then those that names suggest. */
function candidatesOf(
  fresh: FreshTable[],
  own: RelationTable[],
  others: RelationTable[],
  keys: DeclaredKey[],
): Candidate[] {
  const declared = keys.flatMap((key) => declaredPair(fresh, own, key))
  const same = (a: RelationCandidate, b: RelationCandidate) =>
    a.from.id === b.from.id && a.fromColumn === b.fromColumn && a.to.id === b.to.id && a.toColumn === b.toColumn
  const suggested = relationCandidates([...own, ...others], new Set(own.map(({ id }) => id)))
  return [
    ...declared.map((one) => ({ ...one, foundBy: null })),
    ...suggested
      .filter((one) => !declared.some((other) => same(one, other)))
      .map((one) => ({ ...one, foundBy: 'key' as const })),
  ]
}

function declaredPair(fresh: FreshTable[], tables: RelationTable[], key: DeclaredKey): RelationCandidate[] {
  const from = tables[fresh.findIndex(({ part }) => part === key.part)]
  const to = tables[fresh.findIndex(({ part }) => part === key.toPart)]
  const has = (table: RelationTable, name: string) => table.columns.some((column) => column.name === name)
  if (!from || !to || !has(from, key.column) || !has(to, key.toColumn)) return []
  return [{ from, fromColumn: key.column, to, toColumn: key.toColumn, least: 0 }]
}

const withTexts = (table: KeyTable): KeyTable => ({ ...table, columns: table.columns.filter(isComparable) })

type Ends = Pick<MeasuredRelation, 'fromTableId' | 'fromColumn' | 'toTableId' | 'toColumn'>
const relationOf = (ends: Ends, { matchRate, backRate, multiplies, cleaned, foundBy }: MeasuredPair) => ({
  ...{ ...ends, matchRate, backRate, multiplies, cleaned, foundBy },
})
