import type { CatalogTable } from '#catalog/rules/answers.ts'
import type { NamedTable } from './dbt.ts'

const small = (name: string) => name.toLowerCase()
const firstBy = <T>(all: T[], key: (one: T) => string): Map<string, T> =>
  new Map(all.map((one) => [key(one), one] as const).toReversed())

/**
 * Finds what a file names among the tables of a workspace, without looking at all of them for each name: both may have thousands.
 * @returns `table`: the one that is called so here or in its database, of several the one in the schema that is meant; `column`: by its name
 */
export function finderOf(tables: CatalogTable[]) {
  const own = firstBy(tables, ({ name }) => small(name))
  const placed = tables.flatMap((table) => (table.database ? [{ table, at: table.database }] : []))
  const there = Map.groupBy(placed, ({ at }) => small(at.table))
  const inSchema = firstBy(placed, ({ at }) => JSON.stringify([small(at.table), small(at.schema)]))
  const columns = new Map<CatalogTable, Map<string, CatalogTable['columns'][number]>>()
  return {
    table({ name, schema }: NamedTable): CatalogTable | undefined {
      const meant = inSchema.get(JSON.stringify([small(name), small(schema)]))
      const [only, ...others] = there.get(small(name)) ?? []
      return meant?.table ?? own.get(small(name)) ?? (others.length === 0 ? only?.table : undefined)
    },
    column(table: CatalogTable, name: string): CatalogTable['columns'][number] | undefined {
      const named = columns.get(table) ?? firstBy(table.columns, ({ name }) => small(name))
      columns.set(table, named)
      return named.get(small(name))
    },
  }
}
