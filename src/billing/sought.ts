import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import { wordsLike, wordsOf } from '#db/schema/words.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Ids of the gateway, and numbers of invoices. */
const NAMED = /^((pay|order|rfnd|evt)_\w+|TT\/.+)$/

/**
 * Finds money by what people have in hand: a whole id, ours or the gateway's, the number of an invoice, or the beginnings of the words
 * of a person's name or address.
 * @param columns `person` is their id; `ids` are ids and numbers that `q` may be
 */
export function sought(db: Db, q: string, columns: { person: PgColumn; ids: PgColumn[] }): SQL {
  const { person, ids } = columns
  if (UUID.test(q)) return or(eq(person, q), ...ids.map((id) => eq(id, q)))!
  if (NAMED.test(q)) return or(...ids.map((id) => eq(id, q))) ?? sql`false`
  const like = wordsLike(q)
  if (!like) return sql`false`
  const named = sql`${wordsOf(sql`${users.name} || ' ' || ${users.email}`)} @@ ${like}`
  return inArray(person, db.select({ id: users.id }).from(users).where(named))
}
