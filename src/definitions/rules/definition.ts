import { z } from 'zod'
import { tokensOf } from '#base/tokens.ts'
import { isTimeZone } from '#base/zone.ts'

export const KINDS = ['metric', 'term', 'query', 'instructions'] as const
export type DefinitionKind = (typeof KINDS)[number]

/** A statement over all tables of the workspace, not one in the language of a database. */
const ANY_SOURCE = 'workspace'

const name = (what: string) => z.string().trim().min(1, `Write ${what}.`).max(100)
const words = (most: number) => z.string().trim().max(most).default('')
const synonyms = z
  .array(z.string().trim().max(100))
  .max(20, 'At most 20 synonyms.')
  .default([])
  .transform((all) => [...new Set(all.filter(Boolean))])

/** Tokens that instructions may have, by the estimate of `base/tokens.ts`: each request to a model carries them. */
export const MOST_TOKENS = { workspace: 2_000, person: 500 }

/** Instructions of at most so many tokens. */
export const instructionsText = (most: number) =>
  z
    .string()
    .trim()
    .max(most * 20, `At most ${most} tokens: this is far too long.`)
    .refine((text) => tokensOf(text) <= most, {
      error: ({ input }) => `At most ${most} tokens: this has about ${tokensOf(String(input))}. Shorten it.`,
    })

const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency'))

export const metricContent = z.object({
  synonyms,
  description: words(2000),
  table: name('the table that it is computed over'),
  expression: z.string().trim().min(1, 'Write the expression, such as sum(amount) - sum(refund).').max(2000),
  filters: words(2000).describe('Condition that rows meet unless a question says otherwise, in SQL.'),
  grain: words(200).describe('What one row of the table stands for, or the columns that tell rows apart.'),
  owner: words(100).describe('The person or team that answers for it.'),
})
export const termContent = z.object({
  synonyms,
  meaning: z.string().trim().min(1, 'Write what it means.').max(2000),
})
export const queryContent = z.object({
  description: words(2000),
  source: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .default(ANY_SOURCE)
    .describe('A connected database by its name, or `workspace`.'),
  sql: z.string().trim().min(1, 'Write a statement.').max(20_000),
})
export const instructionsContent = z.object({
  text: instructionsText(MOST_TOKENS.workspace).default(''),
  time_zone: z
    .string()
    .trim()
    .default('')
    .refine((zone) => zone === '' || isTimeZone(zone), 'Write a time zone like Asia/Kolkata or Europe/Berlin.'),
  fiscal_year_start: z.coerce.number('Choose a month.').int().min(1).max(12).default(1).describe('Month, 1 to 12.'),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .default('')
    .refine((code) => code === '' || CURRENCY_CODES.has(code), 'Write a currency code like INR, USD or EUR.'),
})

export type Metric = z.infer<typeof metricContent>
export type Term = z.infer<typeof termContent>
type Query = z.infer<typeof queryContent>
export type Instructions = z.infer<typeof instructionsContent>
export type Content = Metric | Term | Query | Instructions

const INSTRUCTIONS = 'Instructions'

const question = z.string().trim().min(3, 'Write the question that it answers.').max(500)
/** Something that is to be known from now on; `name` of a query is its question. */
export const definitionInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('metric'), name: name('its name'), ...metricContent.shape }),
  z.object({ kind: z.literal('term'), name: name('the word or words'), ...termContent.shape }),
  z.object({ kind: z.literal('query'), name: question, ...queryContent.shape }),
  z.object({
    kind: z.literal('instructions'),
    name: z.literal(INSTRUCTIONS).default(INSTRUCTIONS),
    ...instructionsContent.shape,
  }),
])
export type DefinitionInput = z.infer<typeof definitionInput>

export type Known =
  | { kind: 'metric'; name: string; content: Metric }
  | { kind: 'term'; name: string; content: Term }
  | { kind: 'query'; name: string; content: Query }
  | { kind: 'instructions'; name: string; content: Instructions }

export function knownOf({ kind, name, ...content }: DefinitionInput): Known {
  return { kind, name, content } as Known
}

/** What came out when a definition was run: a value of a metric, the number of rows of a query is not kept. */
export type Checked = {
  /** ISO 8601. */
  at: string
  elapsed_ms: number
  /** The metric over all rows that its filters leave; absent for a query. */
  value?: string | number | boolean | null
  /** Tables that it read, and of the table of a metric the columns, as they were called then. */
  tables: string[]
  columns: string[]
}

/** A name as it is compared with others: small letters, digits, one space. */
export const plainName = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')

export const namesOf = ({ name, content }: Pick<Known, 'name' | 'content'>): string[] => [
  name,
  ...('synonyms' in content ? content.synonyms : []),
]

/** Whether a text speaks of one of these names, which are in small letters. */
export const namesOne = (text: string, names: ReadonlySet<string>): boolean => {
  const lower = text.toLowerCase()
  const words = new Set(lower.match(/[\p{L}\p{N}_]+/gu))
  // Statements double the quotes within a name.
  const has = (name: string) => lower.includes(name) || lower.includes(name.replaceAll('"', '""'))
  return [...names].some((name) => words.has(name) || (/\W/u.test(name) && has(name)))
}

export const textOf = ({ name, content }: Pick<Known, 'name' | 'content'>): string =>
  [name, ...Object.values(content).flat().map(String)].join('\n')

/** The statement that computes a metric over all of its rows. @param quote writes a name as SQL @param as what the value is called */
export const metricSql = (
  { table, expression, filters }: Pick<Metric, 'table' | 'expression' | 'filters'>,
  quote: (name: string) => string,
  as = 'value',
): string =>
  // Line breaks, so that a comment at an end hides nothing.
  `SELECT (${expression}\n) AS ${quote(as)} FROM ${quote(table)}${filters ? ` WHERE (${filters}\n)` : ''} GROUP BY ()`
