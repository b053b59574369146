import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import * as analyst from '#analyst/answer-question.ts'
import type { Answer, OfferedReading } from '#analyst/rules/answer.ts'
import type { PastMessage } from '#analyst/rules/transcript.ts'
import { matches, type Row } from '#evaluations/rules/outcome.ts'
import * as results from '#query/results.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx } from '../src/ctx.ts'

/** What a provider was asked and said of its use, over all of a question. `cached` is a part of `input`. */
export type Use = { calls: number; input: number; cached: number; output: number }
/** Money for a million tokens. */
export type Price = { input: number; cached: number; output: number }
export const NO_USE: Use = { calls: 0, input: 0, cached: 0, output: 0 }

export const addUse = (a: Use, b: Use): Use => ({
  calls: a.calls + b.calls,
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
})
export const costOf = ({ input, cached, output }: Use, price: Price): number =>
  ((input - cached) * price.input + cached * price.cached + output * price.output) / 1_000_000

/** `leads`: rows after the gold ones are no fault where ours are a ranking. */
export type Gold = { sql: string; rows: Row[]; ordered: boolean; leads?: boolean }

/** A question with the rows that it should give; `gold` null: the data cannot answer it, and it should be refused. */
export type Asking = {
  database: string
  /** All but the last lead up to it. */
  turns: string[]
  gold: Gold | null
  /** Other readings that are as right. */
  others?: Gold[]
  held: boolean
  /** When it is asked. */
  at?: Date
}

export type Asked = Omit<Asking, 'gold' | 'others' | 'at'> & {
  gold: string | null
  status: Answer['status']
  text: string
  sql: string | null
  strict: boolean
  subset: boolean
  /** It asked back, and one of the readings that it offered gives the gold rows. */
  offered: boolean
  /** It answered with nothing that marks a doubt: every number bound, no check that warns. */
  sure: boolean
  use: Use
  ms: number
  error: string | null
}

/** The moment of every question that has none of its own, so that requests are the same from run to run. */
export const MOMENT = new Date('2026-01-01T09:00:00Z')
/** Rows of a result that are compared. */
const MOST_ROWS = 100_000

/** Asks one question as a person would, turn by turn, and compares the rows of its answer with the gold ones. */
export async function ask(ctx: WorkspaceCtx, { gold, others = [], at = MOMENT, ...item }: Asking): Promise<Asked> {
  let use = NO_USE
  const language = counting(ctx.models.language, (one) => {
    use = addUse(use, one)
  })
  const asking = { ...ctx, models: { ...ctx.models, language } }
  const history: PastMessage[] = []
  const begun = performance.now()
  let last: Answer | null = null
  for (const question of item.turns) {
    const { answer, exchange } = await analyst.answer(asking, {
      question,
      history,
      at,
      signal: AbortSignal.timeout(10 * 60_000),
      emit: () => {},
    })
    history.push(
      { role: 'user', text: question, answer: null, at },
      { role: 'assistant', text: answer.text, answer, at, exchange },
    )
    last = answer
  }
  const { status, text, numbers, checks, error, readings = [] } = last!
  const main = last!.results.find(({ id }) => id === last!.main) ?? last!.results.at(-1) ?? null
  const isAnswered = status === 'answered'
  const judged = gold && isAnswered && main ? judgedBy([gold, ...others], main.sql, await rowsOf(ctx, main)) : WRONG
  const offered = status === 'clarify' && gold !== null && (await isOffered(ctx, readings, [gold, ...others]))
  return {
    ...item,
    offered,
    gold: gold?.sql ?? null,
    ...{ status, text, error, use, ...judged },
    sql: main?.sql ?? null,
    sure:
      isAnswered && numbers.every(({ state }) => state !== 'unbound') && checks.every(({ state }) => state !== 'warn'),
    ms: performance.now() - begun,
  }
}

/** Whether one of these readings, chosen, would show the rows of a gold statement. */
async function isOffered(ctx: WorkspaceCtx, readings: OfferedReading[], golds: Gold[]): Promise<boolean> {
  for (const { sql } of readings)
    if (judgedBy(golds, sql, await rowsOf(ctx, await query.run(ctx, { sql }))).subset) return true
  return false
}

const WRONG = { strict: false, subset: false }

/** How our rows compare with the nearest of the gold ones. */
export function judgedBy(golds: Gold[], sql: string, rows: Row[]): { strict: boolean; subset: boolean } {
  const judged = golds.map(({ leads, ...gold }) =>
    matches(leads && /order by/i.test(sql) ? rows.slice(0, gold.rows.length) : rows, gold.rows, gold.ordered),
  )
  return judged.find(({ strict }) => strict) ?? judged.find(({ subset }) => subset) ?? WRONG
}

/** All rows of a result that is kept, moments as gold queries give them. */
export async function rowsOf(ctx: WorkspaceCtx, result: QueryResult): Promise<Row[]> {
  const rows: Cell[][] = [...result.rows]
  while (rows.length < Math.min(result.total_rows, MOST_ROWS)) {
    const page = await results.page(ctx, result.id, { offset: rows.length, limit: 10_000 })
    if (page.rows.length === 0) break
    rows.push(...page.rows)
  }
  return rows.map((row) => row.map(plain))
}

/** Moments as the gold queries give them. */
const plain = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.0+)?Z?$/, '$1 $2') : cell

/** The same model, which tells what each call took. */
const counting = (model: LanguageModelV4, tell: (use: Use) => void): LanguageModelV4 =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      async wrapStream({ doStream }) {
        tell({ ...NO_USE, calls: 1 })
        const { stream, ...rest } = await doStream()
        const counted = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
          transform(part, controller) {
            if (part.type === 'finish')
              tell({
                calls: 0,
                input: part.usage.inputTokens.total ?? 0,
                cached: part.usage.inputTokens.cacheRead ?? 0,
                output: part.usage.outputTokens.total ?? 0,
              })
            controller.enqueue(part)
          },
        })
        return { ...rest, stream: stream.pipeThrough(counted) }
      },
    },
  })

export type Bounds = {
  /** Questions that are asked side by side. */
  atOnce: number
  /** Tokens, read and written, and money from which no further question is asked. */
  tokens: number
  money: number
  price: Price
}

/** Asks all questions, some at once, until the budget is used up. @returns those that were asked, in their order */
export async function askAll<T>(
  items: T[],
  one: (item: T) => Promise<Asked>,
  { atOnce, tokens, money, price }: Bounds,
  told: (asked: Asked) => void = () => {},
): Promise<Asked[]> {
  const done: Asked[] = []
  let used = NO_USE
  let next = 0
  const isLeft = () => used.input + used.output < tokens && costOf(used, price) < money
  const worker = async () => {
    while (next < items.length && isLeft()) {
      const at = next++
      const asked = await one(items[at]!)
      done[at] = asked
      used = addUse(used, asked.use)
      told(asked)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done.filter(Boolean)
}
