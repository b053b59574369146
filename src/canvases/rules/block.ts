import { z } from 'zod'
import type { Value } from '#connections/rules/placeholder.ts'
import { cell } from '#query/rules/answers.ts'
import { chartSpec } from '#query/rules/chart-spec.ts'
import { cellPlace } from '#query/rules/place.ts'
import type { Reads } from '#query/rules/reads.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import { COLUMNS, LIMITS } from './board.ts'
import type { Filter } from './filter.ts'
import type { Parameter } from './parameter-value.ts'

const title = z.string().trim().max(200).default('')
/** What a block asks: it is run anew as it stands, and needs no model. */
export const statement = z.object({
  sql: z.string().trim().min(1, 'Write a statement.').max(20_000),
  source: z.string().trim().min(1).max(200).default(WORKSPACE_SOURCE).describe('A connected database, or `workspace`.'),
})
/** `values`: what stands as `{{name}}` in one in the language of a database. */
export type Statement = z.infer<typeof statement> & { values?: Record<string, Value> }

/** The answer that a block was pinned from. */
const origin = z.object({ message_id: z.string().max(40), pinned_at: z.iso.datetime() }).optional()

/** A number of pinned prose: `start` and `end` are offsets into the text, `query` the place of its statement. */
const pinnedNumber = z.object({
  text: z.string().max(200),
  start: z.int().min(0),
  end: z.int().min(0),
  state: z.enum(['bound', 'derived', 'quoted', 'unbound']),
  reference: z.string().max(2_000).optional().describe('What the server evaluates anew.'),
  cells: z.array(cellPlace.extend({ query: z.int().min(0).max(11), pinned: cell })).max(20),
  how: z
    .enum(['percent change', 'difference', 'share', 'ratio'])
    .optional()
    .describe('What is computed anew of its two cells.'),
  extreme: z.enum(['max', 'min']).optional().describe('It was the largest or smallest of its column.'),
})
export type PinnedNumber = z.infer<typeof pinnedNumber>

const contents = {
  chart: z.object({ title, ...statement.shape, chart: chartSpec.omit({ result: true }), origin }),
  grid: z.object({ title, ...statement.shape, origin }),
  kpi: z.object({
    title,
    ...statement.shape,
    value: cellPlace,
    before: cellPlace.nullable().default(null).describe('What it is compared with.'),
    trend: z
      .string()
      .min(1)
      .max(500)
      .nullable()
      .optional()
      .describe(
        'A column along which the course of the number is drawn, by its time, or in the order of the rows where it has none. A number without a row is then that of the last one, compared with the one before.',
      ),
    origin,
  }),
  prose: z.object({
    text: z.string().min(1).max(20_000),
    numbers: z.array(pinnedNumber).max(200),
    queries: z.array(statement.extend({ name: z.string().max(20), title })).max(12),
    origin,
  }),
  text: z.object({ text: z.string().max(20_000).describe('Markdown.') }),
  heading: z.object({ text: z.string().trim().max(200) }),
  divider: z.object({ label: z.string().max(60).optional() }),
  image: z.object({
    data: z
      .string()
      .max(LIMITS.image, 'The image is too large. Choose one below 300 kB.')
      .regex(/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/, 'An image is PNG, JPEG, WebP or GIF.'),
    alt: z.string().trim().max(300),
  }),
}
export type Contents = { [K in keyof typeof contents]: z.infer<(typeof contents)[K]> }
export type BlockKind = keyof Contents

export const placement = z.object({
  tab: z.string().min(1).max(40),
  x: z
    .int()
    .min(0)
    .max(COLUMNS - 1),
  y: z.int().min(0).max(LIMITS.rows),
  w: z.int().min(1).max(COLUMNS),
  h: z.int().min(1).max(LIMITS.height),
})
export type Placement = z.infer<typeof placement>

const ofKind = <K extends BlockKind>(kind: K) =>
  z.object({ kind: z.literal(kind), content: contents[kind], ...placement.shape })
/** A block as it is sent and kept: what it holds, and where it stands. */
export const blockInput = z
  .discriminatedUnion('kind', [
    ofKind('chart'),
    ofKind('grid'),
    ofKind('kpi'),
    ofKind('prose'),
    ofKind('text'),
    ofKind('heading'),
    ofKind('divider'),
    ofKind('image'),
  ])
  .refine(({ x, w }) => x + w <= COLUMNS, `A board has ${COLUMNS} columns: x and w go beyond them.`)
export type AnyContent = Contents[BlockKind]
/** A block as it lies in the database, which says nothing of what belongs to which kind. */
export type Block = Placement & {
  id: string
  kind: BlockKind
  content: AnyContent
  /** What the values in it may be of, with the columns that could be seen then; null or none where that is not known. */
  reads?: Reads | null
}

export const tab = z.object({ id: z.string().min(1).max(40), name: z.string().trim().min(1).max(60) })
export type Tab = z.infer<typeof tab>

/** A board with all that stands on it, as it is kept of an earlier version. Those from before there were filters or parameters have none. */
export type Snapshot = {
  name: string
  description: string
  tabs: Tab[]
  filters?: Filter[]
  parameters?: Parameter[]
  blocks: Block[]
}
