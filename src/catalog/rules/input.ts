import { z } from 'zod'
import { aggregation, columnRole } from './answers.ts'

const description = z.string().trim().max(2000, 'A description may have at most 2,000 characters.')

const short = (what: string, most: number) =>
  z.string().trim().max(most, `A ${what} may have at most ${most} characters.`)
const unit = short('unit', 40)
const label = short('label', 100)
const grain = short('row', 200)

/** What owners say of a table and its columns; what is left out stays as it is, and null lets a guess hold again. */
export const tableChange = z.object({
  description: description.optional(),
  grain: grain.nullish().describe('What one row is: order, day of a shop.'),
  hidden: z.boolean().optional(),
  columns: z
    .array(
      z.object({
        name: z.string(),
        description: description.optional(),
        hidden: z.boolean().optional(),
        role: columnRole.nullish(),
        aggregation: aggregation.nullish().describe('Of a measure.'),
        unit: unit.nullish(),
        label: label.nullish(),
      }),
    )
    .max(5000)
    .optional(),
})
export type TableChange = z.infer<typeof tableChange>

/** The same from a form: one field names the column, or none the table itself. */
export const tableForm = z
  .object({
    column: z.string().optional(),
    description: description.optional(),
    hidden: z.enum(['yes', 'no']).optional(),
    grain: grain.optional(),
    /** A role, and how a measure goes together behind a space; empty for what is guessed. */
    role: z.string().optional(),
    unit: unit.optional(),
    label: label.optional(),
  })
  .transform(({ column, hidden, role, grain, ...texts }, ctx): TableChange => {
    const { description } = texts
    const visibility = hidden === undefined ? {} : { hidden: hidden === 'yes' }
    if (column === undefined)
      return {
        ...(description === undefined ? {} : { description }),
        ...(grain === undefined ? {} : { grain: grain || null }),
        ...visibility,
      }
    const [is, adds] = (role ?? '').split(' ')
    const meaning = z
      .object({ role: columnRole.nullable(), aggregation: aggregation.nullable() })
      .safeParse({ role: is || null, aggregation: adds || null })
    if (!meaning.success) {
      ctx.addIssue({ code: 'custom', path: ['role'], message: 'Choose a role.' })
      return z.NEVER
    }
    return { columns: [{ name: column, ...texts, ...(role === undefined ? {} : meaning.data), ...visibility }] }
  })

const name = (what: string) => z.string().trim().min(1, `Name the ${what}.`)

/** A join to declare, by names of tables and columns. */
export const relationInput = z.object({
  from_table: name('table'),
  from_column: name('column'),
  to_table: name('table it leads to'),
  to_column: name('column it leads to'),
})
export type RelationInput = z.infer<typeof relationInput>

/** `table.column` of a form, whose column may have dots. */
const end = (what: string) =>
  name(what)
    .refine((text) => text.includes('.'), 'Write it as table.column.')
    .transform((text) => {
      const at = text.indexOf('.')
      return { table: text.slice(0, at).trim(), column: text.slice(at + 1).trim() }
    })

/** The same from a form, whose ends are `table.column` each. `replaces`: the relation whose keys are changed. */
export const relationForm = z
  .object({ from: end('column'), to: end('column it leads to'), replaces: z.string().optional() })
  .transform(({ from, to, replaces }): { ends: RelationInput; replaces: string | undefined } => ({
    ends: { from_table: from.table, from_column: from.column, to_table: to.table, to_column: to.column },
    replaces,
  }))

/** The catalog; `hidden=true` also gives what is hidden, to people who may change that. */
export const catalogQuery = z.object({
  hidden: z.enum(['true', 'false']).optional(),
  limit: z.string().optional(),
  cursor: z.string().optional(),
})

/** Names of tables: `q` is a part of a name of a table or of a column, `source` the id of a file or connection. */
export const namesQuery = z.object({
  q: z.string().max(200).optional(),
  source: z.string().optional(),
  limit: z.string().optional(),
  cursor: z.string().optional(),
})
