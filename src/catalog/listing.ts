import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PageRequest } from '#base/paging.ts'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import { anywhere } from '#organizations/rules/member.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { inCatalog } from './catalog.ts'
import { outline, pageFrom } from './outline.ts'
import type { CatalogColumn, CatalogTable } from './rules/answers.ts'
import type { OutlineTable } from './rules/catalog.ts'
import { columnsNamed, findTables, type Hit, hitsOf, wordsOf } from './rules/search.ts'

/** Columns and values that a page tells of all its tables together, and of one table at most. */
const MOST_TOLD = 90
const MOST_OF_ONE = 40

/** Columns whose descriptions and values are searched with every letter that is typed: about 0.1 s. Of more they are when that is asked for. */
const MOST_SEARCHED = 10_000

/** A table as the list shows it. `columns` is their number, `shown` are some of them, `hits` say what else it was found by. */
export type ListedTable = Pick<OutlineTable, 'id' | 'name' | 'source' | 'rows' | 'description'> &
  Pick<CatalogTable, 'rows_estimated' | 'hidden' | 'refreshed_at'> & {
    columns: number
    shown: (Pick<CatalogColumn, 'name' | 'type' | 'hidden' | 'description'> & { found: boolean })[]
    hits: Hit[]
  }

/** A page of tables. `total` is how many there are, `found` how many of them were found, with so many columns, and by source; `names` is whether only names and what is said of tables was searched. */
export type TableList = {
  tables: ListedTable[]
  next: string | null
  total: number
  found: number
  columns: number
  bySource: ReadonlyMap<string, number>
  names: boolean
}

/**
 * Tables of the workspace by name, a page of them; where something is searched those that speak of it, the best first.
 * @param q words that are each in a name, a description or a frequent value of the table
 * @param values searches descriptions and values of columns however many there are
 * @param hidden also what owners hid
 * @throws AppError invalid for a cursor whose table is gone
 */
export async function listing(
  ctx: WorkspaceCtx,
  { q, values, hidden, limit, cursor }: PageRequest & { q: string; values: boolean; hidden: boolean },
): Promise<TableList> {
  const words = wordsOf(q)
  const all = await outline(ctx, { hidden })
  const names = !values && columnsOf(all) > MOST_SEARCHED
  const speaking = names ? [] : await Promise.all(words.map((word) => tablesWith(ctx, word, hidden)))
  const found = findTables(all, q, speaking)
  const { items, next } = pageFrom(found, { limit, cursor })
  return {
    tables: await listed(ctx, items, words, { hidden, names }),
    ...{ next, total: all.length, found: found.length, columns: columnsOf(found), names },
    bySource: new Map([...Map.groupBy(found, ({ source }) => source.id)].map(([id, of]) => [id, of.length])),
  }
}

const columnsOf = (tables: OutlineTable[]) => tables.reduce((sum, { columns }) => sum + columns.length, 0)

/** What the page tells of its tables beyond their names. */
async function listed(
  ctx: WorkspaceCtx,
  tables: OutlineTable[],
  words: string[],
  { hidden, names: namesOnly }: { hidden: boolean; names: boolean },
): Promise<ListedTable[]> {
  const most = Math.min(MOST_OF_ONE, Math.floor(MOST_TOLD / Math.max(1, tables.length)))
  const wanted = new Map(
    tables.map((table) => {
      const found = columnsNamed(table, words)
      return [table.id, { found, names: new Set([...new Set([...found, ...table.columns])].slice(0, most)) }] as const
    }),
  )
  const ids = [...wanted.keys()]
  const { tableId, name, type, description, position, top, sample } = catalogColumns
  const ofTables = and(inArray(tableId, ids), hidden ? undefined : eq(catalogColumns.hidden, false))
  const names = [...new Set([...wanted.values()].flatMap((one) => [...one.names]))]
  const [heads, columns, columnTexts] = await Promise.all([
    ctx.db.select().from(catalogTables).where(inArray(catalogTables.id, ids)),
    ctx.db
      .select({ tableId, name, type, hidden: catalogColumns.hidden, description })
      .from(catalogColumns)
      .where(and(ofTables, inArray(name, names)))
      .orderBy(asc(position)),
    words.length === 0 || namesOnly
      ? []
      : ctx.db
          .select({ tableId, name, description, top, sample })
          .from(catalogColumns)
          .where(and(ofTables, or(...words.map(speaksOf))))
          .orderBy(asc(position))
          .limit(10 * MOST_TOLD),
  ])
  return tables.flatMap((table) => {
    const head = heads.find(({ id }) => id === table.id)
    if (!head) return []
    const { found, names } = wanted.get(table.id)!
    const tableTexts = { name: null, description: table.description, top: [], sample: [] }
    const hits = hitsOf([tableTexts, ...columnTexts.filter((column) => column.tableId === table.id)], words).slice(
      0,
      most,
    )
    return [
      {
        ...table,
        ...(head.rowsEstimated ? { rows_estimated: true as const } : {}),
        hidden: head.hidden,
        refreshed_at: head.refreshedAt.toISOString(),
        columns: table.columns.length,
        shown: columns
          .filter((column) => column.tableId === table.id && names.has(column.name))
          .map((column) => ({
            ...column,
            found: found.includes(column.name) || hits.some((hit) => hit.column === column.name),
          })),
        hits,
      },
    ]
  })
}

/** Ids of the tables with a column whose description or frequent values have this word. */
async function tablesWith(ctx: WorkspaceCtx, word: string, hidden: boolean): Promise<Set<string>> {
  const rows = await ctx.db
    .selectDistinct({ id: catalogColumns.tableId })
    .from(catalogColumns)
    .innerJoin(catalogTables, eq(catalogTables.id, catalogColumns.tableId))
    .where(and(inCatalog(ctx, true), hidden ? undefined : eq(catalogColumns.hidden, false), speaksOf(word)))
  return new Set(rows.map(({ id }) => id))
}

/** Whether the description or a frequent value of a column has this word. */
function speaksOf(word: string): SQL {
  const { description, top, sample } = catalogColumns
  const pattern = anywhere(word)
  // Most columns are told by their whole text, which has names and marks of JSON too: only what passes is taken apart.
  const rough = anywhere(JSON.stringify(word).slice(1, -1))
  return sql`(${description} ilike ${pattern} or case when ${top}::text ilike ${rough} or ${sample}::text ilike ${rough} then
    exists (select 1 from jsonb_array_elements(${top}) one where one ->> 'value' ilike ${pattern})
    or exists (select 1 from jsonb_array_elements_text(${sample}) one where one ilike ${pattern}) else false end)`
}
