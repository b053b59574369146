import { eq } from 'drizzle-orm'
import { columnsOf } from '#catalog/publish.ts'
import { isText, valuesKey } from '#catalog/value-file.ts'
import { catalogTables } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { valueIndexes, withOwnReader } from './reading.ts'

/** A table whose rows are stored without an index of their values. */
type Unindexed = { id: string; storeKey: string }

/** Tables that wait for their index in this process; what is left out is asked for by the next search. */
const MOST_WAITING = 200
/** Tables of which this process knows that they wait, or that they cannot be indexed. */
const MOST_KNOWN = 10_000

const queued = new Set<string>()
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Indexes the values of tables that were read before there were indexes, in the background and one after the other: a search that
 * meets such a table looks through its rows, and asks for the index for those that follow.
 */
export function indexLater(ctx: WorkspaceCtx, tables: Unindexed[]): void {
  for (const table of tables) {
    if (waiting >= MOST_WAITING) return
    if (queued.has(table.storeKey)) continue
    if (queued.size >= MOST_KNOWN) queued.clear()
    queued.add(table.storeKey)
    waiting++
    last = last
      .then(() => index(ctx, table))
      .catch((error) => ctx.log.warn('a table was not indexed later', { table: table.id, error }))
      .finally(() => waiting--)
  }
}

async function index(ctx: WorkspaceCtx, { id, storeKey }: Unindexed): Promise<void> {
  const stored = async () => {
    const [table] = await ctx.db.select().from(catalogTables).where(eq(catalogTables.id, id))
    return table?.storeKey === storeKey ? table : null
  }
  const table = await stored()
  if (!table) return
  const columns = await columnsOf(ctx, [table])
  // How many values a column has decides what is kept of them: without that it would be said to have none.
  const isMeasured = columns.every(({ type, distinct, nulls }) => !isText(type) || distinct > 0 || nulls >= table.rows)
  if (!isMeasured) return
  await withOwnReader(ctx, async (reader, dir) => {
    const path = await ctx.files.localPath(storeKey)
    const indexes = await valueIndexes(ctx, reader, dir, [{ id, path, storeKey, columns }])
    for (const [key, file] of indexes) await ctx.files.adopt(key, file)
  })
  // Its bytes may have been removed meanwhile, and the index has to go with them.
  if (!(await stored())) await ctx.files.remove(valuesKey(storeKey))
}
