import { desc, type SQL, sql } from 'drizzle-orm'
import { organizations, users } from '#db/schema/index.ts'
import { wordsLike, wordsOf } from '#db/schema/words.ts'
import type { AdminCtx } from '../ctx.ts'

/** So many of the newest rows tell whether words are common. */
const SAMPLE = 1000
const TEXTS = { users: sql`name || ' ' || email`, organizations: sql`name` }
const TABLES = { users, organizations }

/**
 * The order by id of a search. Where the words are rare, the database is kept from walking all rows by their id in the hope to meet some:
 * it cannot know how rare the beginning of a word is. Common words are met at once by that walk.
 */
export async function byIdFor(
  ctx: AdminCtx,
  table: 'users' | 'organizations',
  q: string | undefined,
  id: SQL,
): Promise<SQL> {
  const like = q ? wordsLike(q) : null
  if (!like) return id
  const it = TABLES[table]
  const newest = ctx.db
    .select({ hit: sql<boolean>`${wordsOf(TEXTS[table])} @@ ${like}`.as('hit') })
    .from(it)
    .orderBy(desc(it.id))
    .limit(SAMPLE)
    .as('newest')
  const [row] = await ctx.db.select({ hits: sql`count(*) filter (where hit)`.mapWith(Number) }).from(newest)
  return (row?.hits ?? 0) > SAMPLE / 20 ? id : sql`(${id} || '')`
}
