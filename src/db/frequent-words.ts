import { desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './connect.ts'
import { logLines, organizations, users } from './schema/index.ts'
import { wordsLike, wordsOf } from './schema/words.ts'

/** So many of the newest rows tell whether words are common. */
export const SAMPLE = 1000
/** From so many hits among them on, walking the newest rows meets a page of them sooner than the index has gathered all. */
export const FREQUENT = SAMPLE / 100

/** What people, organizations and lines of the log are searched by. */
const TEXTS = {
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

/** Whether a row has words that begin like those of `q`, in any order. */
export function hasWords(table: keyof typeof TABLES, q: string): SQL {
  const like = wordsLike(q)
  return like ? sql`${wordsOf(TEXTS[table])} @@ ${like}` : sql`false`
}

/**
 * The same, as quick as it can be asked. Rare words are asked of the index first, and rows looked up by their ids
 * then, in whatever order: the database would walk all rows, or read the whole of a joined table, for the many hits that it expects.
 */
export async function havingWords(db: Db, table: keyof typeof TABLES, q: string): Promise<SQL> {
  const like = wordsLike(q)
  if (!like) return sql`false`
  const it = TABLES[table]
  const has = hasWords(table, q)
  return (await areFrequent(db, table, like)) ? has : anyOf(it.id, sql`select ${it.id} from ${it} where ${has}`)
}

/** The ids are found first and looked up in the index of the column then, also where another condition would do instead. */
export const anyOf = (column: PgColumn, ids: SQL): SQL => sql`${column} = any(array(${ids}))`
