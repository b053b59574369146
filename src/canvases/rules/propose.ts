import { kindOfType } from '#analyst/rules/chips/kinds.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { LEAST_MATCH, subjectAlike } from '#catalog/rules/relation.ts'
import { type FilterKind, kindsFor, type Place } from './filter.ts'

type Column = CatalogTable['columns'][number]
type At = { table: CatalogTable; column: Column }

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Columns that a filter on one column is about as well, one of each table, the column itself first: what is measured to hold the same
 * values, or refers to its table, or is called so and holds such values; of days the moment of each row.
 * @param tables those that blocks read, and that of the column, without what is hidden from whoever is told of the places
 */
export function proposedPlaces(
  seed: Pick<Place, 'table' | 'column'>,
  kind: FilterKind,
  tables: CatalogTable[],
): Place[] {
  const table = tables.find(({ name }) => same(name, seed.table))
  const column = table?.columns.find(({ name }) => same(name, seed.column))
  if (!table || !column) return []
  const from: At = { table, column }
  const others = tables.filter((one) => one !== table).flatMap((one) => placeIn(one, from, kind) ?? [])
  return [{ table: table.name, column: column.name }, ...others]
}

function placeIn(table: CatalogTable, from: At, kind: FilterKind): Place | null {
  const able = table.columns.filter(({ type }) => kindsFor(type).includes(kind))
  const named = able.find(({ name }) => same(name, from.column.name))
  const at = (column: Column | undefined) => (column ? { table: table.name, column: column.name } : null)
  if (kind === 'date_range') return at(named ?? able.find(({ role }) => role === 'time'))
  if (kind !== 'values') return at(named)
  const measured = able.find(
    ({ name }) => leadsTo(table, name, from) || leadsTo(from.table, from.column.name, { table, column: { name } }),
  )
  const alike = [named, ...able].find((one) => one && isAbout({ table, column: one }, from))
  return at(measured ?? alike) ?? throughKey(table, from)
}

/** Relations whose values are found as they are. */
const relationsOf = ({ relations }: CatalogTable) =>
  relations.filter(({ match_rate, cleaned }) => match_rate >= LEAST_MATCH && !cleaned)

const leadsTo = (table: CatalogTable, column: string, to: { table: CatalogTable; column: { name: string } }): boolean =>
  relationsOf(table).some(
    (one) => same(one.column, column) && same(one.to_table, to.table.name) && same(one.to_column, to.column.name),
  )

/** By their names about the same, and no values of the one are strange to the other. */
function isAbout(a: At, b: At): boolean {
  if (kindOfType(a.column.type) !== kindOfType(b.column.type)) return false
  const named = ({ table, column }: At) => ({ table: table.name, column: column.name })
  const values = new Set(b.column.top.map(({ value }) => value.toLowerCase()))
  const isStrange =
    values.size > 0 && a.column.top.length > 0 && !a.column.top.some(({ value }) => values.has(value.toLowerCase()))
  return subjectAlike(named(a), named(b)) && !isStrange
}

function throughKey(table: CatalogTable, { table: other, column }: At): Place | null {
  const key = relationsOf(table).find(({ to_table }) => same(to_table, other.name))
  if (!key) return null
  return {
    table: table.name,
    column: key.column,
    through: { table: other.name, key: key.to_column, column: column.name },
  }
}
