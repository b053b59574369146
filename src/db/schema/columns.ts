import { text, timestamp } from 'drizzle-orm/pg-core'
import { newId } from '#base/ids.ts'

/** Primary key: an opaque, time-ordered id. */
export const id = () => text('id').primaryKey().$defaultFn(newId)
/** A moment in UTC with microseconds, read and written as `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = () => moment('created_at').notNull().defaultNow()
export const updatedAt = () =>
  moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())
