import { z } from 'zod'
import { AGGREGATES, GRAINS, OPERATORS } from './kinds.ts'

/** What the chips of a statement say, as plain data: each part can be read from the tree of a statement and written into one. */

const name = z.string().min(1).max(500)
/** `of`: what the statement calls the table. */
const columnName = z.object({ of: name, column: name })
export type ColumnName = z.infer<typeof columnName>

/** A column as it is, in periods, or a figure of many rows; `column` is null where rows are counted. */
const subject = z.object({
  aggregate: z.enum(AGGREGATES).nullable(),
  column: columnName.nullable(),
  grain: z.enum(GRAINS).nullable(),
})
export type Subject = z.infer<typeof subject>

const MOST_VALUES = 50
const condition = z.object({
  ...subject.shape,
  operator: z.enum(OPERATORS),
  values: z.array(z.string().max(1000)).max(MOST_VALUES, `At most ${MOST_VALUES} values.`),
})
export type Condition = z.infer<typeof condition>

/** Chips whose part is plain data. A filter lets rows through that meet one of its conditions. */
const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), table: name }),
  z.object({
    kind: z.literal('join'),
    table: name,
    column: name.describe('Of the table that is joined.'),
    to: columnName,
    keeps: z.boolean().describe('Rows without a partner stay.'),
  }),
  z.object({ kind: z.literal('measure'), ...subject.shape, digits: z.int().min(0).max(10).nullable() }),
  z.object({ kind: z.literal('column'), column: columnName }),
  z.object({ kind: z.literal('group'), column: columnName, grain: subject.shape.grain }),
  z.object({ kind: z.literal('filter'), any: z.array(condition).min(1).max(20, 'At most 20 conditions.') }),
  z.object({ kind: z.literal('order'), by: name.describe('The name of an output.'), descending: z.boolean() }),
  z.object({
    kind: z.literal('limit'),
    rows: z.int().min(1).max(1_000_000),
    skip: z.int().min(0).max(1_000_000).default(0),
  }),
])
export type Part = z.infer<typeof part>
export type PartOf<K extends Part['kind']> = Extract<Part, { kind: K }>

/** One change of a statement. `chip`: the id that a reading gives it. */
export const edit = z.discriminatedUnion('act', [
  z.object({ act: z.literal('add'), part }),
  z.object({ act: z.literal('change'), chip: z.string().max(20), part }),
  z.object({ act: z.literal('remove'), chip: z.string().max(20) }),
])
export type Edit = z.infer<typeof edit>

/**
 * One part of a statement in words. `part`: null where it cannot be changed; `fixed`: nor be taken away. `other`: it is more complex than chips can
 * say.
 */
export type Chip = { id: string; kind: Part['kind'] | 'other'; text: string; part: Part | null; fixed?: true }

/**
 * What a statement does, as chips. `whole`: they say everything that it does; `editable`: it can be changed by them. `outputs`: the columns that it gives, which an order may be by;
 * `tables`: what it reads, under the names that parts use.
 */
export type Reading = {
  whole: boolean
  editable: boolean
  title: string
  chips: Chip[]
  outputs: string[]
  tables: { of: string; table: string }[]
}
