import { type AnyPgColumn, customType, text, timestamp, type UpdateDeleteAction } from 'drizzle-orm/pg-core'
import { newId } from '#base/ids.ts'
import { plainJson, plainText } from '#base/text.ts'

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

/** JSON of any shape, whatever characters data or a model put into its strings; the column says its type with `$type`. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: plainJson,
})

/** Text that data or a model wrote: characters that PostgreSQL does not keep are replaced. */
export const foundText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: plainText,
})

/** The id of a row that must be there; `onDelete` says what becomes of this one when that is deleted, which is refused without. */
export const refers = (name: string, to: () => AnyPgColumn, onDelete?: UpdateDeleteAction) =>
  text(name).notNull().references(to, { onDelete })

/** One of a few words; `first` when nothing is said. */
export const oneOf = <const V extends [string, ...string[]]>(name: string, values: V, first: NoInfer<V[number]>) =>
  text(name, { enum: values }).notNull().default(first)
