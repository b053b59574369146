import type { InferUIMessageChunk, UIMessage } from 'ai'
import type { AgentSaid } from '#agents/rules/agent.ts'
import type { LinesShown } from '#catalog/rules/left-out.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { Reading } from './chips/part.ts'
import type { Sent } from './sent.ts'
import type { TokensUsed } from './tokens-used.ts'

/** How an answer ended; `running` until it did. Only `answered` costs credits. */
export type AnswerStatus = 'running' | 'answered' | 'clarify' | 'refused' | 'failed' | 'stopped' | 'interrupted'

/**
 * A titled step as people see it live: "Looking at orders", "Running: returns by month". Of the tools `say` and `rewrite` there is none: the
 * first is a thought of the model, the title its words, the second tells that it writes its answer again. Prose that was streamed before
 * one of them is not of the answer.
 */
export type Step = {
  id: string
  tool: string
  title: string
  state: 'running' | 'done' | 'failed'
  /** One line on what came out: "3 tables", "12 rows", the database's error. */
  note?: string
  result?: string
  elapsed_ms?: number
  /** What the model thought then was kept: whoever asked may read it. */
  thoughts?: true
}
export const TAKES_BACK: ReadonlySet<string> = new Set(['say', 'rewrite'])

/** A result of this answer: `name` (r1, r2 …) is its table name in later queries of the same answer. */
export type AnswerResult = QueryResult & { name: string }

/** What the person got who changed the SQL of a result and ran it again; `of` is the id of that result, which stays. */
export type EditedResult = AnswerResult & { of: string }

/** `of`: the place of the chart among those of its answer, or the id of the result that it was made of by a click. */
export type RedrawnChart = { of: number | string; chart: ChartSpec }

/** Of all rows of the result, not only of those shown; `sum` and `avg` for numeric columns, as exact text. */
export type ColumnStatistics = {
  column: string
  nulls: number
  distinct: number
  /** `distinct` is an estimate. */
  approximate?: true
  min: Cell
  max: Cell
  sum?: string
  avg?: number
}

/** Where a bound number comes from; `row` counts from 0 in the stored result. */
export type CellReference = { result: string; row: number; column: string }

/**
 * What was counted or measured of a table when its data were read, at `measured_at` (ISO 8601): its rows, the first and last date and the
 * different values of a column. Never an estimate.
 */
export type CatalogFact = {
  table: string
  /** Null for rows. */
  column: string | null
  /** `profile`: a sentence of what was measured of the whole table. */
  fact: 'rows' | 'first' | 'last' | 'distinct' | 'profile'
  value: string
  measured_at: string
}

/**
 * A numeric token of the prose. `start` and `end` are UTF-16 offsets into the answer text.
 * bound: equals a cell; derived: recomputed from cells (`derivation` says how); quoted: stands in the question or names a
 * filter, date or list position, so it claims nothing; unbound: found nowhere.
 */
export type BoundNumber = {
  text: string
  start: number
  end: number
  state: 'bound' | 'derived' | 'quoted' | 'unbound'
  cells: CellReference[]
  derivation?: string
  /** It is bound to this instead of cells. */
  catalog?: CatalogFact
  /** What the model wrote in place of it, between double braces: the server evaluated that and printed the text. */
  reference?: string
  /** Why a reference has no value: its text is a mark in place of it, and the state is unbound. */
  gap?: string
}

/** A number that stands in no prose. */
export type Figure = Omit<BoundNumber, 'start' | 'end'>

/** A figure with its name; `change` is what the server computed from `before` to it. */
export type Tile = { label: string; value: Figure; before?: Figure; change?: Figure }

/**
 * What stands between the paragraphs of an answer: `at` is a UTF-16 offset into its text, `source` what the model wrote between braces.
 * `chart`: its place among the charts of the answer; `result`: the id of one of its results, of which the first `rows` are shown.
 */
export type Placed = { at: number; source: string } & (
  | { kind: 'chart'; chart: number }
  | { kind: 'grid'; result: string; columns: string[]; rows: number }
  | { kind: 'kpi'; tile: Tile }
)

/**
 * A check made on an answer; `probe` is the SQL or comparison that showed it.
 * unchecked: it applies and could not be made, so nothing is known; `note` says why.
 */
export type Check = { name: string; state: CheckState; note: string; probe?: string; show?: LinesShown }
export const CHECK_STATES = ['pass', 'note', 'warn', 'unchecked'] as const
/** Checks that tell whether the figures themselves are right, and of all rows: what they say stands beside the prose. */
export const JOIN = 'Join'
export const PARTS = 'Parts and whole'
/** What was seen of the joins of a statement: whether they count rows twice, and whether they join what only looks alike. */
export type JoinChecks = { repeats: Check[]; coincidences: Check[] }
export const COMPLETE = 'Complete'
export const READING = 'Reading'
/** What its check notes where a word of the question found no place. */
export const WORD_LEFT_OUT =
  'A word of the question found no place in this answer. Look at how it was read before you use the figures.'
export const warnsOfFigures = ({ name, state }: Check): boolean =>
  (state === 'warn' && [JOIN, PARTS, READING].includes(name)) || (name === COMPLETE && state !== 'pass')
type CheckState = (typeof CHECK_STATES)[number]

/** A question back to the person: at most 4 choices. */
export type Clarification = { question: string; options: string[] }

/**
 * One way to read a question, as its statement would answer it. `first`: the beginning of what that gives, empty where there was no time
 * to look. `word`: a word of the question that this reading finds a place for, and `means` which one; it is left out where that is absent.
 */
export type OfferedReading = {
  id: string
  title: string
  first: string
  sql: string
  word?: string
  means?: string
  /** It is the one that the answer shows, since the person chose it. */
  chosen?: true
}

type Receipt = TokensUsed & {
  credits: number
  /** Credits left after this answer. */
  balance: number
  elapsed_ms: number
  rows_read: number
  model: string
  /** The model whose provider failed, so that another one answered. */
  instead_of?: string
  /** True for the built-in analyst, which is never labelled AI. */
  built_in: boolean
  /** Read and written by the model that named the conversation. */
  title_tokens?: number
  /** What left this server for a model's provider; null: nothing. Absent where nobody looked. */
  sent?: Sent | null
}

export type Passage = { text: string; numbers: BoundNumber[] }

/** One thing that a report sets out to do; what is not done at its end was not done. */
export type PlanItem = { text: string; done: boolean }

/** A whole answer as it is kept on its message and rendered after a reload. */
export type Answer = {
  status: AnswerStatus
  text: string
  steps: Step[]
  results: AnswerResult[]
  /** Id of the result that answers the question; absent where none does, and in answers that were kept before there was one. */
  main?: string
  /** Ids of the results that the answer speaks of or draws; the others only led there. Absent where all are shown. */
  shown?: string[]
  /** At most one for each result; absent where nobody changed any. */
  edited?: EditedResult[]
  charts: ChartSpec[]
  /** Results of earlier answers that its charts show; absent where they show none. */
  earlier?: AnswerResult[]
  /** Charts that the person changed; absent where nobody changed any. */
  redrawn?: RedrawnChart[]
  /** What stands between the paragraphs; absent where nothing does. */
  placed?: Placed[]
  /** What the model set out to do, ticked off as it went; of reports. */
  plan?: PlanItem[]
  report?: true
  numbers: BoundNumber[]
  /** Readings that the question left open and the model chose; absent where it told none. */
  assumptions?: Passage[]
  checks: Check[]
  suggestions: string[]
  clarification: Clarification | null
  /** Other ways to read the question, the likeliest first, each with another result; absent where there are none. */
  readings?: OfferedReading[]
  /** What the statement of the main result does, as chips; absent where there is none, or it cannot be read. */
  reading?: Reading
  /** The person made it by chips, of a question without a statement or of what was there, or chose it of the readings: no model wrote any of it. */
  byChips?: 'built' | 'changed' | 'chosen'
  /** The model that wrote it saw no values of the data. */
  unseen?: true
  /** Sentence for the person when status is failed, refused, stopped or interrupted. */
  error: string | null
  /** Which agent answered; left out, the one that every workspace has. */
  agent?: AgentSaid
  receipt: Receipt | null
}

/**
 * Data parts of the AI SDK UI message stream (`data-step`, `data-result` …). A part with the same id replaces the earlier one.
 * `data-answer` comes last and carries the final answer; a client that only reads it misses nothing.
 */
type AnswerParts = {
  step: Step
  result: AnswerResult
  chart: ChartSpec
  /** A result of an earlier answer that a chart of this one shows. */
  earlier: AnswerResult
  /** Between the text before and after it in the stream. */
  block: Placed
  plan: PlanItem[]
  numbers: BoundNumber[]
  checks: Check[]
  suggestions: string[]
  clarification: Clarification
  readings: OfferedReading[]
  receipt: Receipt
  /** Title of the conversation, sent once after the first question. */
  title: string
  answer: Answer
}

type AnswerMetadata = {
  conversation_id: string
  created_at: string
  report?: true
  agent?: AgentSaid
  rating?: 'up' | 'down'
  /** Who asked, or was answered, where that is somebody else than who reads it. */
  by?: string
  /** This is the beginning of it only; `GET /api/messages/{id}` gives the whole. */
  cut?: true
}
/** The message type of the chat island and of the stream that the server writes. */
export type ChatMessage = UIMessage<AnswerMetadata, AnswerParts>
export type AnswerChunk = InferUIMessageChunk<ChatMessage>
