import { z } from 'zod'
import type { CatalogColumn, CatalogRelation, CatalogTable, CleanedKeys, ColumnRole } from '#catalog/rules/answers.ts'
import type { TableProfile } from '#catalog/rules/facts.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { CHART_KINDS } from '#query/rules/chart-kinds.ts'
import type { AnswerResult, ColumnStatistics, PlanItem } from './answer.ts'
import { exampleOf } from './evaluate.ts'
import type { FinishInput } from './finish.ts'

/**
 * The tools of the analyst: what a model sends and what it reads back. The built-in analyst is a model like any other, so an output
 * carries every fact that an answer may need; nothing is passed beside it. Optional inputs may also be null: some models send that.
 */
export const TOOL_NAMES = [
  'search_catalog',
  'describe_tables',
  'search_values',
  'run_sql',
  'show_chart',
  'edit_chart',
  'ask_user',
  'offer_readings',
  'plan',
  'finish',
] as const
export type ToolName = (typeof TOOL_NAMES)[number]

/** The only `source` there is so far: the engine over every table of the workspace and the earlier results r1, r2 … */
export const WORKSPACE_SOURCE = 'workspace'

export const searchCatalogInput = z.object({
  query: z.string().max(500).describe('In the words of the question.'),
})
export const describeTablesInput = z.object({
  tables: z.array(z.string()).min(1).max(12).describe('At most 12.'),
  columns: z.array(z.string()).max(50).nullish().describe('Of a wide table, that must be told.'),
  page: z.int().min(1).max(1_000).nullish().describe('Of its columns; those that fit best are on 1.'),
})
export const searchValuesInput = z.object({
  text: z.string().min(1).max(200).describe('As the person wrote it.'),
  table: z.string().nullish(),
  column: z.string().nullish(),
})
export const runSqlInput = z.object({
  source: z
    .string()
    .nullish()
    .describe(
      `"${WORKSPACE_SOURCE}" (default): all tables. Or a connected database: its tables only, by their own schema and name, in its dialect, names in double quotes (on MySQL too).`,
    ),
  sql: z.string().min(1).max(20_000),
  title: z.string().max(200).describe('As people read it: "Returns by month".'),
})
export const showChartInput = z.object({
  result: z.string(),
  kind: z.enum(CHART_KINDS),
  x: z.string().nullish().describe('Column of axis or parts.'),
  y: z.array(z.string()).min(1).max(8).describe('Measures. combo: the last is the line; band: value, low, high.'),
  series: z.string().nullish().describe('Column that splits a measure.'),
  title: z.string().max(200),
  subtitle: z.string().max(200).nullish().describe('Unit and period.'),
  look: z
    .looseObject({})
    .nullish()
    .describe('As {sort: "value_up", top: 5, labels: true, lines: ["mean", "500 target"], format: "eur|2"}.'),
})
export const editChartInput = z.object({
  result: z.string(),
  change: z.looseObject({}).describe('Fields of show_chart; null clears.'),
})
export const planInput = z.object({
  items: z.array(z.string().max(200)).max(20).nullish(),
  done: z.array(z.int().min(1)).max(20).nullish(),
})
export const askUserInput = z.object({
  question: z.string().min(1).max(500),
  options: z.array(z.string().min(1).max(200)).min(2).max(4),
})

export const offerReadingsInput = z.object({
  readings: z
    .array(
      z.object({
        title: z.string().min(1).max(200),
        sql: z.string().min(1).max(20_000),
        word: z.string().max(100).optional(),
        means: z.string().max(200).optional(),
      }),
    )
    .min(1)
    .max(8),
  question: z.string().max(500).nullable().describe('Asks which is meant; null offers them beside an answer.'),
  least: z.int().min(1).max(4).describe('Of fewer that differ nothing is asked.'),
  most: z.int().min(1).max(4),
})

export type SearchValuesInput = z.infer<typeof searchValuesInput>
export type RunSqlInput = z.infer<typeof runSqlInput>
export type ShowChartInput = z.infer<typeof showChartInput>
export type EditChartInput = z.infer<typeof editChartInput>
export type AskUserInput = z.infer<typeof askUserInput>

/** A table in a shortlist: names, types and roles, enough to decide what to describe. */
export type TableOutline = {
  name: string
  rows: number
  description: string
  columns: { name: string; type: string; role: ColumnRole; description?: string }[]
  /** Columns of a wide table that are not here. */
  more_columns?: number
  relations: CatalogRelation[]
}
/** A query that somebody checked. `same`: it answers just the question that was asked. */
export type KnownQuery = { question: string; description?: string; source: string; sql: string; same: boolean }
/** A figure that people defined: `expression` over `table`, of rows that meet `filters` unless the question says otherwise. */
export type KnownMetric = {
  name: string
  table: string
  expression: string
  filters?: string
  grain?: string
  description?: string
  synonyms?: string[]
}
export type KnownTerm = { name: string; meaning: string; synonyms?: string[] }
/**
 * `complete`: the whole catalog is here; otherwise the best `tables.length` of `total_tables`, best first, and in `also` the names of those
 * that come next. `verified_queries`, `metrics`, `terms`: the few that fit the question, best first; absent where none does.
 */
export type SearchCatalogOutput = {
  complete: boolean
  total_tables: number
  tables: TableOutline[]
  also?: string[]
  verified_queries?: KnownQuery[]
  metrics?: KnownMetric[]
  terms?: KnownTerm[]
  /** What owners say of years and money; models outside read it in their instructions. */
  workspace?: WorkspaceFacts
}
/** Month (1 to 12) in which fiscal years begin, and ISO code of the currency of amounts that say none. */
export type WorkspaceFacts = { fiscal_year_start: number; currency: string }

/** A column with what was measured when it was read in; `top` has at most 20 values and is empty where values may not be seen. */
export type ColumnFacts = Omit<CatalogColumn, 'hidden' | 'description' | 'reason'> & { description?: string }
export type TableFacts = {
  name: string
  rows: number
  description: string
  grain?: CatalogTable['grain']
  source: string
  /** The rows are an estimate, and the columns were measured on the first rows only. */
  rows_estimated?: true
  /** A table that stays in a database, as statements in its own language call it. */
  database?: { engine: string; schema: string; table: string }
  /** ISO 8601: when its data were read last. */
  refreshed_at: string
  columns: ColumnFacts[]
  /** Columns of a wide table that are not here: describe_tables gives them by name. */
  more_columns?: number
  /** Which part of the columns of a wide table this is, and which come after it. */
  page?: { number: number; of: number; others: { name: string }[] }
  /** Metrics over this table; absent where there are none. */
  metrics?: KnownMetric[]
  /** What stands out in it, strongest first, and two columns that no two rows share; absent where it was not measured. */
  profile?: Pick<TableProfile, 'facts' | 'together' | 'oddities'>
  /** What it holds, in lines; for the built-in analyst alone. */
  text?: string[]
  /** Joins from this table (`column` = `to_table`.`to_column`) and, as seen from here, into it. */
  relations: CatalogRelation[]
  referenced_by: { table: string; column: string; own_column: string; match_rate: number; cleaned?: CleanedKeys }[]
}
/** `unknown`: names that are no visible table, each with the nearest ones. */
export type DescribeTablesOutput = { tables: TableFacts[]; unknown: { name: string; nearest: string[] }[] }

/** How a stored value matched: letter for letter, but for case and spacing, containing the text, or by similar letters. */
export type ValueMatch = {
  table: string
  column: string
  value: string
  match: 'exact' | 'case' | 'contains' | 'similar'
  /** The place that was looked for and that the value is a code or another name of. */
  place?: string
  count?: number
}
/**
 * Best first, at most 20. `searched`: how many columns of texts were looked through wholly; `not_searched`: those that were not, or only
 * in part, and why, a line for each reason; absent where all were.
 */
export type SearchValuesOutput = { matches: ValueMatch[]; searched: number; not_searched?: string[] }

export type RunSqlSuccess = {
  ok: true
  /** Table name in later queries of this answer, and what show_chart takes. */
  name: string
  id: string
  title: string
  columns: ResultColumn[]
  row_count: number
  /** True when the query had more rows than are kept. */
  truncated: boolean
  /** The first rows, at most 50; empty where the model may not see rows. */
  rows: Cell[][]
  /** For models outside the last rows, where `rows` are not all. */
  last?: Cell[][]
  statistics: ColumnStatistics[]
  /** How the answer refers to a cell of it. */
  cite: string
  /** Columns whose numbers the statement says itself: the answer cannot rest on them. */
  typed?: string[]
  /** What the answer has to say of these figures: rows that a join counts more than once. */
  warnings?: string[]
}
/** `candidates`: nearest existing names for the one that was not found. */
export type RunSqlFailure = {
  ok: false
  code: string
  error: string
  candidates: string[]
  /** Failed queries that are still allowed; at 0 the query tools refuse. */
  repairs_left: number
}
export type RunSqlOutput = RunSqlSuccess | RunSqlFailure

/** What a model reads of a stored result, new or of an earlier answer: its first `rowsSeen` rows. */
export const succeeded = (
  result: AnswerResult,
  rowsSeen: number,
  statistics: ColumnStatistics[] = [],
): RunSqlSuccess => ({
  ok: true,
  name: result.name,
  id: result.id,
  title: result.title,
  columns: result.columns,
  row_count: result.total_rows,
  truncated: result.truncated,
  rows: result.rows.slice(0, rowsSeen),
  statistics,
  cite: exampleOf({ ...result, statistics }, rowsSeen > 0),
})

export type ShowChartOutput =
  /** `name`: c1, c2 … */
  { ok: true; chart: ChartSpec; name?: string } | { ok: false; error: string }
/** Null where no report is written. */
export type PlanOutput = { plan: PlanItem[] | null }
/** The turn ends with the question; the choice arrives as the next message of the person. */
export type AskUserOutput = { asked: true }
/** How many readings are offered: those that run, each with another result. With `asked` the turn has ended. */
export type OfferReadingsOutput = { offered: number; asked: boolean }

export type ToolInputs = {
  search_catalog: z.infer<typeof searchCatalogInput>
  describe_tables: z.infer<typeof describeTablesInput>
  search_values: SearchValuesInput
  run_sql: RunSqlInput
  show_chart: ShowChartInput
  edit_chart: EditChartInput
  ask_user: AskUserInput
  offer_readings: z.infer<typeof offerReadingsInput>
  plan: z.infer<typeof planInput>
  finish: FinishInput
}
export type ToolOutputs = {
  search_catalog: SearchCatalogOutput
  describe_tables: DescribeTablesOutput
  search_values: SearchValuesOutput
  run_sql: RunSqlOutput
  show_chart: ShowChartOutput
  edit_chart: ShowChartOutput
  ask_user: AskUserOutput
  offer_readings: OfferReadingsOutput
  /** It ends the turn. */
  plan: PlanOutput
  finish: never
}
