import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { counted } from '#base/format.ts'

/** Steps that a recipe may have, and values that one step may replace. */
export const MOST_STEPS = 200
const MOST_REPLACED = 1000

const column = z.string().min(1, 'Name a column.').max(500)
const text = z.string().max(10_000)
const number = z.coerce.number({ error: 'Give a number.' }).refine(Number.isFinite, 'Give a number.')
const factor = number
  .refine((by) => by > 0, 'Give a number above 0.')
  .refine((by) => by >= 1e-9 && by <= 1e9, 'Give a number from 0.000000001 to 1,000,000,000.')

/** One mending of a table. */
export const step = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('replace'),
      column,
      from: z.array(text).min(1, 'Choose at least one value.').max(MOST_REPLACED),
      to: text.nullable(),
    })
    .describe('Values become another one, as spellings that are merged; null: no value.'),
  z
    .object({ kind: z.literal('trim'), column })
    .describe('Spaces around and double spaces within a text, and invisible characters, are taken away.'),
  z
    .object({ kind: z.literal('clear'), column, below: text.optional(), above: text.optional() })
    .describe('Numbers or dates below the one or above the other have no value.'),
  z
    .object({ kind: z.literal('number'), column, decimals: z.coerce.number().int().min(0).max(9).nullable() })
    .describe('A text becomes a number; what is none is kept in a column beside it. `decimals` null: a double.'),
  z
    .object({
      kind: z.literal('scale'),
      column,
      how: z.enum(['divide', 'multiply']),
      by: factor,
      from: number.optional(),
    })
    .describe('Numbers are divided or multiplied; `from`: only those of at least this size.'),
  z.object({ kind: z.literal('rows') }).describe('Of rows that are alike in all columns the first is kept.'),
  z
    .object({
      kind: z.literal('key'),
      columns: z.array(column).min(1, 'Name a column.').max(20),
      latest: column.nullable(),
    })
    .describe('Of rows with the same key the one with the latest value of `latest` is kept; null: the first.'),
  z.object({ kind: z.literal('hide'), column }).describe('The column is left out.'),
  z
    .object({ kind: z.literal('long'), figures: column.optional() })
    .describe(
      'Columns that are periods (2019, 2020 …) become rows: one for each period, with the period in a column of its own. Those that a new version brings are taken, too. `figures`: what the numbers are called where the columns do not say it.',
    ),
])
export type Step = z.infer<typeof step>

/** A step as it stands in a recipe, with what it did the last time. */
const doneStep = z.object({
  id: z.string(),
  step,
  by: z.string().describe('Id of the person.'),
  at: moment,
  changed: count.describe('Cells or rows that it changed or left out.'),
  skipped: z.string().optional().describe('Why it does not fit the table as it is now.'),
})
export type DoneStep = z.infer<typeof doneStep>

/** What the catalog keeps of a mended table. `dropped`: rows left out; `texts`: columns of texts beside another of the raw table, with that. */
export type Recipe = {
  steps: DoneStep[]
  dropped: number
  texts: [beside: string, of: string][]
  /** Rows before one became several. */
  lines?: number
}

/** What the calls on a recipe answer. */
export const tableRecipe = z.object({
  table: z.object({
    id: z.string(),
    name: z.string(),
    file: z.string().describe('Id of its file, or of the connection that gave it.'),
  }),
  steps: z
    .array(doneStep.extend({ by_name: z.string().nullable() }))
    .describe('In the order in which they are applied.'),
  rows: count,
  rows_dropped: count,
  working: z.boolean().describe('Somebody reads or mends its file at the moment.'),
  error: z.string().nullable().describe('Why the last change failed, where nobody waited for it.'),
})
export type TableRecipe = z.infer<typeof tableRecipe>

/** Rows of a page of raw rows. */
export const RAW_ROWS = 25
/** Raw rows of a table, as texts. */
export const rawPage = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.string().nullable())).describe('At most 25; texts of more than 200 characters are cut.'),
  total_rows: count,
})
export type RawPage = z.infer<typeof rawPage>
export const rawQuery = z.object({ raw: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined) })

/** A step that a form sends: whole in `step`, or by its fields, with the values that are merged as `from.0`, `from.1` … in JSON. */
export const stepForm = z
  .record(z.string(), z.string())
  .transform(({ step: whole, value, least, latest, ...fields }): unknown => {
    if (whole !== undefined) return parsed(whole)
    const chosen = Object.entries(fields).flatMap(([name, text]) => (name.startsWith('from.') ? [parsed(text)] : []))
    const from = value === undefined ? chosen.filter((one) => one !== fields.to) : [value]
    if (fields.kind === 'key') {
      const columns = new Set([fields.column, fields.second, fields.third].filter(Boolean))
      return { kind: 'key', columns: [...columns], latest: latest || null }
    }
    if (fields.kind === 'scale') return { ...fields, ...(least ? { from: least } : {}) }
    return fields.kind === 'replace' ? { ...fields, from, to: fields.to || null } : fields
  })
  .pipe(step)

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** A step in words for people. */
export function stepText(step: Step): string {
  switch (step.kind) {
    case 'replace': {
      const what = step.from.length === 1 ? `"${shortened(step.from[0]!)}"` : counted(step.from.length, 'value')
      return step.to === null
        ? `Set ${what} of ${step.column} to no value`
        : `Replace ${what} of ${step.column} by "${shortened(step.to)}"`
    }
    case 'trim':
      return `Trim the spaces of ${step.column}`
    case 'clear':
      return `Set ${[step.below && `below ${step.below}`, step.above && `above ${step.above}`].filter(Boolean).join(' and ')} of ${step.column} to no value`
    case 'number':
      return `Make ${step.column} a number`
    case 'scale':
      return `${step.how === 'divide' ? 'Divide' : 'Multiply'} ${step.column} by ${step.by}${step.from === undefined ? '' : ` from ${step.from} on`}`
    case 'rows':
      return 'Leave out rows that come again'
    case 'key':
      return `Keep one row for each ${step.columns.join(', ')}${step.latest ? `, the latest by ${step.latest}` : ', the first'}`
    case 'hide':
      return `Leave out the column ${step.column}`
    case 'long':
      return 'Make rows of the columns that are periods'
  }
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
