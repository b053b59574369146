import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The columns by which a list names somebody. @param table users, or an alias of them */
export const personOf = <T extends Record<'id' | 'name' | 'email', PgColumn>>({ id, name, email }: T) => ({
  id: id as T['id'],
  name: name as T['name'],
  email: email as T['email'],
})

/** Rows from a moment on up to another; null is open. */
export const during = (at: PgColumn, { from, to }: { from: Date | null; to: Date | null }): SQL | undefined =>
  and(from ? gte(at, from) : undefined, to ? lt(at, to) : undefined)
