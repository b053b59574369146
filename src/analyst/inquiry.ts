import { unprocessable } from '#base/errors.ts'
import * as catalog from '#catalog/catalog.ts'
import { outline as outlineOf } from '#catalog/outline.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import type { OutlineTable, StoredTable } from '#catalog/rules/catalog.ts'
import * as definitions from '#definitions/definitions.ts'
import type { Definition } from '#definitions/rules/answers.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { queryOf } from '#query/verified.ts'
import type { RowsSeen } from '#records/rules/xai.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { type Knowledge, knowledgeOf } from './knowledge.ts'
import type {
  AnswerChunk,
  AnswerResult,
  Clarification,
  ColumnStatistics,
  JoinChecks,
  OfferedReading,
  PlanItem,
  Step,
} from './rules/answer.ts'
import type { AnswerLimits } from './rules/limits.ts'
import { type NameList, nameList } from './rules/names.ts'
import { errorWithoutValues } from './rules/privacy.ts'
import { type Asked, type RankedTable, rank } from './rules/ranking.ts'
import { isSmall } from './rules/search.ts'
import type { Shown } from './rules/sent.ts'
import { figuresNamed, periodsNamed } from './rules/typed.ts'
import { tableIndex } from './table-index.ts'

/** An agent as the analyst knows it. */
export type AgentWishes = { name: string; instructions: string; queries: VerifiedQuery[] }

/** What one answer has found out so far: the tools write here, the answer is put together from it. */
export type Inquiry = {
  ctx: WorkspaceCtx
  limits: AnswerLimits
  /** Which values of rows the model may see. */
  sees: RowsSeen
  emit(chunk: AnswerChunk): void
  steps: Step[]
  results: AnswerResult[]
  /** Results of earlier answers that statements may still name. */
  past: Map<string, AnswerResult>
  /** The highest number of an earlier result, also of those that may not be named any more. */
  lastResult: number
  /** Result id -> statistics over all of its rows. */
  statistics: Map<string, ColumnStatistics[]>
  /** Result id -> what was seen of the joins of its statement. */
  joins: Map<string, JoinChecks>
  /** Whether a statement was given back once because its joins count rows twice. */
  joinsRepaired: boolean
  charts: ChartSpec[]
  /** Charts of earlier answers as the person sees them, oldest first. */
  pastCharts: ChartSpec[]
  /** Results of earlier answers that charts of this one show. */
  earlier: AnswerResult[]
  /** A report is written, and this is its plan. */
  report: boolean
  /** The conversation has a report, this one or an earlier one: what is said of reports is told from then on. */
  reports: boolean
  plan: PlanItem[]
  clarification: Clarification | null
  readings: OfferedReading[]
  /** The model may only write its answer again: tools refuse. */
  closed: boolean
  /** Queries that failed since the last one that worked, and what the engine said last; null after one that worked. */
  failures: number
  lastError: string | null
  question: string
  /** What is asked of the analyst as this agent; null without one. */
  agent: AgentWishes | null
  /** In whose way what is referred to is printed: BCP 47. */
  locale: string
  /** Tables and columns of the catalog that the model was told in this answer. */
  shown: Map<string, Set<string>>
  /** Those that earlier answers told, which its requests may tell again. */
  shownBefore: Shown
  /** Names of all tables that the person asks about. */
  outline(): Promise<StoredTable[]>
  /**
   * Those tables, the ones that fit what is asked first. `favoured`: how much a verified query speaks for a table, 0 to 1; `standing`: how
   * much verified queries and ratings say for it whatever is asked, −0.5 to 1; both by names in small letters.
   */
  ranked(
    asked: Asked,
    favoured: ReadonlyMap<string, number>,
    standing?: ReadonlyMap<string, number>,
  ): Promise<{ table: OutlineTable; ranked: RankedTable }[]>
  /** The list of their names for a model; null where search_catalog gives all of them. */
  names(): Promise<NameList | null>
  /** Reads these tables, by their names without regard to capitals, so that `tables` has them. */
  know(names: Iterable<string>): Promise<void>
  /** The catalog, read once an answer: all of it, or of a wide workspace the tables that the answer has come to know. */
  tables(): Promise<CatalogTable[]>
  /** Metrics, terms and instructions of the workspace, read once an answer. */
  knowledge(): Promise<Knowledge>
  /** The tree of a statement as `engine.parse` gives it, made once an answer: each check reads the statements anew. */
  parse(sql: string): Promise<string>
  /** The verified queries of the workspace; none where the person chose sources, which they may not keep to. */
  verified(): Promise<VerifiedQuery[]>
}

/** Tables and columns up to which an answer reads the whole catalog. */
const MOST_TABLES = 200
const MOST_COLUMNS = 4_000
const isWide = (tables: OutlineTable[]): boolean =>
  tables.length > MOST_TABLES || tables.reduce((sum, { columns }) => sum + columns.length, 0) > MOST_COLUMNS

type Given = Pick<Inquiry, 'limits' | 'sees' | 'past' | 'lastResult' | 'question' | 'locale' | 'emit'> &
  Partial<Pick<Inquiry, 'agent' | 'pastCharts' | 'report' | 'reports' | 'shownBefore'>>

export function createInquiry(
  ctx: WorkspaceCtx,
  { sources, without = null, ...given }: Given & { sources: string[] | null; without?: string | null },
): Inquiry {
  let all: Promise<StoredTable[]> | undefined
  let asked: Promise<StoredTable[]> | undefined
  let approved: Promise<Definition[]> | undefined
  let whole: Promise<CatalogTable[]> | undefined
  let knowledge: Promise<Knowledge> | undefined
  const trees = new Map<string, Promise<string>>()
  const byId = new Map<string, CatalogTable>()
  const chosen = <T extends { source: { id: string } }>(tables: T[]) =>
    sources ? tables.filter((table) => sources.includes(table.source.id)) : tables
  const allTables = () => {
    all ??= outlineOf(ctx)
    return all
  }
  const outline = () => {
    asked ??= allTables().then(chosen)
    return asked
  }
  const definitionsNow = () => {
    approved ??= definitions.approved(ctx, { visible: true })
    return approved
  }
  return {
    outline,
    async ranked(asked, favoured, standing = new Map()) {
      const { tables, index } = await tableIndex(ctx, await allTables())
      const ranking = rank(index, asked, {
        values: given.sees !== 'none',
        favoured: placesOf(tables, favoured.size, (name) => favoured.get(name)),
        standing: placesOf(tables, standing.size, (name) => standing.get(name)),
        only: sources ? (at) => sources.includes(tables[at]!.source.id) : undefined,
      })
      return ranking.map((ranked) => ({ table: tables[ranked.table]!, ranked }))
    },
    async names() {
      if (isSmall(await outline())) return null
      const { tables, index, names } = await tableIndex(ctx, await allTables())
      if (!sources) return names
      const wanted = tables.flatMap((table, at) => (sources.includes(table.source.id) ? [{ table, at }] : []))
      return nameList(
        wanted.map(({ table }) => table),
        wanted.map(({ at }) => index.joins[at]!.length),
      )
    },
    async know(names) {
      const wanted = new Set([...names].map((name) => name.toLowerCase()))
      const tables = await outline()
      if (!isWide(tables)) return
      const ids = tables.flatMap(({ id, name }) => (wanted.has(name.toLowerCase()) && !byId.has(id) ? [id] : []))
      for (const table of await catalog.tables(ctx, { ids })) byId.set(table.id, table)
    },
    async tables() {
      if (isWide(await outline())) return [...byId.values()]
      whole ??= catalog.tables(ctx).then(chosen)
      return whole
    },
    knowledge() {
      knowledge ??= Promise.all([outline(), definitionsNow()]).then(([tables, found]) => {
        const names = new Set(tables.map(({ name }) => name.toLowerCase()))
        return knowledgeOf(found, (name) => names.has(name))
      })
      return knowledge
    },
    parse(sql) {
      const tree = trees.get(sql) ?? ctx.engine.parse(sql)
      trees.set(sql, tree)
      // An engine that went away is asked again.
      tree.catch(() => trees.delete(sql))
      return tree
    },
    ctx,
    report: false,
    reports: false,
    shownBefore: [],
    agent: null,
    ...given,
    steps: [],
    results: [],
    statistics: new Map(),
    joins: new Map(),
    joinsRepaired: false,
    charts: [],
    pastCharts: given.pastCharts ?? [],
    earlier: [],
    plan: [],
    clarification: null,
    readings: [],
    closed: false,
    failures: 0,
    lastError: null,
    shown: new Map(),
    verified: async () =>
      sources
        ? []
        : [
            ...(given.agent?.queries ?? []),
            ...(await definitionsNow()).flatMap(queryOf).filter(({ id }) => id !== without),
          ],
  }
}

export const showsSql = ({ ctx }: Pick<Inquiry, 'ctx'>): boolean => ctx.models.explain?.show_sql ?? true

export const isOutOfRepairs = ({ failures, limits }: Inquiry): boolean => failures >= limits.repairs

export const failedTooOften = ({ ctx, failures, sees, lastError }: Inquiry): string =>
  `Queries failed ${failures} times in a row, and no more may be run. Answer from what you have, and tell the person ${showsSql({ ctx }) ? 'what the database said last' : 'that the data could not be queried, and nothing of this error'}: ${sees === 'none' ? errorWithoutValues(lastError ?? '', '') : lastError}`

/** @throws AppError unprocessable, for the model to read, while only an answer is wanted of it */
export function checkOpen({ closed }: Inquiry): void {
  if (closed) throw unprocessable('Nothing more is looked up or drawn now: tell your answer.')
}

/** A call that never ran (unknown tool, unreadable arguments) counts as a failed query, or a model could go on like that. */
export function noteMisuse(inquiry: Inquiry, toolName: string): void {
  const tool = toolName.slice(0, 40)
  inquiry.failures++
  inquiry.lastError = `The model called ${tool} in a way that could not be read.`
  if (inquiry.steps.length >= inquiry.limits.visibleSteps) return
  const id = `s${inquiry.steps.length + 1}`
  const step: Step = { id, tool, title: 'A step that could not be read', state: 'failed', note: inquiry.lastError }
  inquiry.steps.push(step)
  inquiry.emit({ type: 'data-step', id, data: step })
}

/** Adds a chart to the answer. @returns its name, c1, c2 … */
export function addChart({ charts, emit }: Inquiry, chart: ChartSpec): string {
  const name = `c${charts.push(chart)}`
  emit({ type: 'data-chart', id: name, data: chart })
  return name
}

/** What people and statements have said so far: numbers that stand there may be named. */
export const saidIn = ({ question, results, past, pastCharts }: Inquiry): string[] => [
  question,
  ...[...past.values(), ...results].map(({ sql }) => sql),
  ...pastCharts.flatMap(({ title, subtitle }) => [title, subtitle ?? '']),
]

/**
 * What the data call things: names of the catalog and of definitions, and texts of results and of frequent values as far as the model may
 * see them.
 */
export async function namesIn(inquiry: Inquiry): Promise<string[]> {
  const outline = await inquiry.outline()
  const { definitions } = await inquiry.knowledge()
  const names = [
    ...outline.flatMap(({ name, columns }) => [name, ...columns]),
    ...definitions.flatMap(({ name, synonyms }) => [name, ...synonyms]),
  ]
  if (inquiry.sees === 'none') return names
  const texts = [...inquiry.past.values(), ...inquiry.results].flatMap(({ rows }) => rows.flat())
  const frequent = (await inquiry.tables()).flatMap(({ columns }) =>
    columns.flatMap(({ top, sample }) => [...top.map(({ value }) => value), ...sample]),
  )
  return [...names, ...frequent, ...texts.filter((cell) => typeof cell === 'string')]
}

/**
 * Words of a model that stand beside data, and that nobody looks up: titles, labels, plans. They tell no figures but those of the question,
 * the statements and what the data call things, and no years but those that are asked for.
 * @param said what else may be named @throws AppError unprocessable, for the model to read
 */
export async function demandNames(
  inquiry: Inquiry,
  names: (string | null | undefined)[],
  said: string[] = [],
): Promise<void> {
  if (inquiry.ctx.models.builtIn) return
  const statedTexts = [...saidIn(inquiry), ...said]
  const texts = names.flatMap((name) => name ?? [])
  // What is limited from some day on goes on until now.
  const today = inquiry.ctx.now().toISOString().slice(0, 10)
  const isUnsaid = (text: string) => figuresNamed(text, statedTexts).length > 0
  const called = texts.some(isUnsaid) ? await namesIn(inquiry) : []
  const periods = texts
    .flatMap((text) => periodsNamed(text, statedTexts))
    .filter((text) => !text.includes(today.slice(0, 4)))
  const tables = periods.length > 0 ? await inquiry.outline() : []
  const isOfTable = (year: string) =>
    tables.some(({ name, columns }) => [name, ...columns].some((one) => one.includes(year)))
  const figure = [
    ...texts.flatMap((text) => figuresNamed(text, statedTexts, called)),
    ...periods.filter((year) => !isOfTable(year)),
  ][0]
  if (figure === undefined) return
  throw unprocessable(
    `"${figure}" stands in a name, where nobody checks it: leave it out, and refer to it in the text.`,
  )
}

/** The next table name: names go on through the conversation, so that r1 means one thing in all of it. */
export function nextName(inquiry: Inquiry): string {
  return `r${inquiry.lastResult + inquiry.results.length + 1}`
}

/** The places of the tables of which something is known, by their names here or in their databases. @param many of how many names something is known */
function placesOf<T>(tables: OutlineTable[], many: number, of: (name: string) => T | undefined): Map<number, T> {
  const places = new Map<number, T>()
  if (many === 0) return places
  for (const [at, { name, database }] of tables.entries()) {
    const found = of(name.toLowerCase()) || (database && of(database.table.toLowerCase()))
    if (found) places.set(at, found)
  }
  return places
}

/**
 * Runs `work` as a titled step that people see live.
 * @param note one line on what came out, and the result that did; `failed` marks the step without ending the answer
 * @throws AppError unprocessable when there were too many steps, for the model to read
 */
export async function asStep<T>(
  inquiry: Inquiry,
  tool: string,
  title: string,
  work: () => Promise<T>,
  note: (outcome: T) => { note?: string; result?: string; failed?: boolean },
): Promise<T> {
  checkOpen(inquiry)
  if (tool !== 'show_chart' && tool !== 'edit_chart' && isOutOfRepairs(inquiry))
    throw unprocessable(failedTooOften(inquiry))
  if (inquiry.steps.filter((step) => step.tool !== 'think').length >= inquiry.limits.visibleSteps)
    throw unprocessable(`An answer may take ${inquiry.limits.visibleSteps} steps. Answer from what you have found.`)
  const step: Step = { id: `s${inquiry.steps.length + 1}`, tool, title, state: 'running' }
  inquiry.steps.push(step)
  const show = () => inquiry.emit({ type: 'data-step', id: step.id, data: { ...step } })
  show()
  const started = performance.now()
  const end = (state: Step['state'], words?: string) => {
    step.state = state
    step.elapsed_ms = Math.round(performance.now() - started)
    if (words) step.note = words
    show()
  }
  try {
    const outcome = await work()
    const { note: words, result, failed } = note(outcome)
    if (result) step.result = result
    end(failed ? 'failed' : 'done', words)
    return outcome
  } catch (error) {
    end('failed', error instanceof Error ? error.message : String(error))
    throw error
  }
}
