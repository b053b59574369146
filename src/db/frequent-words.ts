import { desc, type SQL, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { logLines, organizations, users } from './schema/index.ts'
import { wordsLike, wordsOf } from './schema/words.ts'

/** So many of the newest rows tell whether words are common. */
export const SAMPLE = 1000
/** From so many hits among them on, walking the newest rows meets a page of them sooner than the index has gathered all. */
export const FREQUENT = SAMPLE / 100

/** What people, organizations and lines of the log are searched by. */
export const TEXTS = {
  users: sql`name || ' ' || email`,
  organizations: sql`name`,
  log_lines: sql`message || ' ' || fields::text`,
}
const TABLES = { users, organizations, log_lines: logLines }

/**
 * Whether the newest rows of a table often have the words: a walk in the order of a list then meets a page of them at once. Rare words
 * are asked of the index: the database itself cannot know how rare the beginning of a word is.
 * @param like as `wordsLike` gives it
 */
export async function areFrequent(db: Db, table: keyof typeof TABLES, like: SQL): Promise<boolean> {
  const it = TABLES[table]
  const newest = db
    .select({ hit: sql<boolean>`${wordsOf(TEXTS[table])} @@ ${like}`.as('hit') })
    .from(it)
    .orderBy(desc(it.id))
    .limit(SAMPLE)
    .as('newest')
  const [row] = await db.select({ hits: sql`count(*) filter (where hit)`.mapWith(Number) }).from(newest)
  return (row?.hits ?? 0) > FREQUENT
}

/** The order by id of a search. Where the words are rare, the database is kept from walking all rows by their id in the hope to meet some. */
export async function byIdFor(db: Db, table: keyof typeof TABLES, q: string | undefined, id: SQL): Promise<SQL> {
  const like = q ? wordsLike(q) : null
  return !like || (await areFrequent(db, table, like)) ? id : sql`(${id} || '')`
}
