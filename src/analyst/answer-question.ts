import type { ModelMessage } from 'ai'
import { PLAIN } from '#base/format.ts'
import { speakerOf } from '#outside/model-fallback.ts'
import type { Voice } from '#outside/models.ts'
import { CHECK_NAMES, type Explain } from '#records/rules/xai.ts'
import { modelSees } from '#workspaces/workspaces.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { starterQuestions } from './built-in/starters.ts'
import { checksOf } from './checks.ts'
import { readingOfResult } from './chips.ts'
import type { Egress } from './egress.ts'
import type { Finished } from './finished.ts'
import { groundNumbers } from './grounding.ts'
import { type AgentWishes, createInquiry, type Inquiry, showsSql } from './inquiry.ts'
import { type Told, tellAll } from './prose.ts'
import { createProofs } from './proven.ts'
import type { Answer, AnswerChunk, AnswerResult, BoundNumber, Figure, Passage } from './rules/answer.ts'
import { figuresOf, moved, withFigures } from './rules/blocks.ts'
import { DOUBTFUL_READING, LEFT_OUT_READING, NOTHING_QUERIED } from './rules/check.ts'
import { DOUBTFUL, endingOf, LEFT_OUT } from './rules/ending.ts'
import { answerable } from './rules/finish.ts'
import { type AnswerLimits, limitsOf } from './rules/limits.ts'
import { modelFailure } from './rules/model-failure.ts'
import { presented, withSources } from './rules/presented.ts'
import { placesAfter, sightOf, withheld } from './rules/privacy.ts'
import type { Sight } from './rules/sent.ts'
import { alternatives, MOST_SUGGESTIONS, suggestions } from './rules/suggestion.ts'
import type { TokensUsed } from './rules/tokens-used.ts'
import {
  type Exchange,
  isLimitedTo,
  LONGEST_EXCHANGE,
  lastResult,
  type PastMessage,
  pastCharts,
  pastResults,
  shownBefore,
  transcript,
} from './rules/transcript.ts'
import { NOT_SHOWN } from './rules/without-statements.ts'
import { runModel } from './run-model.ts'
import { visibility } from './visibility.ts'

export type Question = {
  question: string
  /** When it was asked: the same moment in every request that tells of it. */
  at: Date
  history: PastMessage[]
  /** The highest number of a result of the conversation, where the history leaves out some of it. */
  lastResult?: number
  /** What the agent that answers wants, and the queries that it knows itself. Which tables it may use, the scope of the ctx says. */
  agent?: AgentWishes | null
  /** Ids of the sources whose tables the analyst sees; null for all of the workspace. */
  sources?: string[] | null
  report?: boolean
  /** In whose way what is referred to is printed: BCP 47; plainly where nobody's is known. */
  locale?: string
  /** Ends the answer; its reason is `stopped` or `interrupted`. */
  signal: AbortSignal
  /** Called with each event of the stream as it happens, in order. */
  emit(chunk: AnswerChunk): void
  /** Called when a model outside has been asked: from then on it is waited for. */
  asked?(): void
  limits?: AnswerLimits
  /** Id of a verified query that the answer is not to know: it is judged by it. */
  without?: string
  egress?: Egress
}

/** What an answer took; money is the caller's. */
type Effort = TokensUsed & { rows_read: number; elapsed_ms: number }
/** `worth`: data of the workspace were read for it, so that it may cost something. `model`: who answered, `instead_of` one whose provider failed. */
export type Outcome = {
  answer: Answer
  effort: Effort
  worth: boolean
  exchange: Exchange | null
  model: string
  instead_of?: string
}

/**
 * Answers one question of the workspace: lets the model look, query and draw within limits, then binds every number of its prose and
 * checks the queries. Never throws for what a model, a query or a stop does: the status of the answer says it.
 */
export async function answer(ctx: WorkspaceCtx, request: Question): Promise<Outcome> {
  const started = performance.now()
  const { explain } = ctx.models
  const usual = request.limits ?? limitsOf(ctx.models.limits, request.report)
  // The built-in analyst is part of this server: what it reads goes nowhere.
  const sight: Sight = ctx.models.builtIn
    ? { sees: 'all', rows: usual.rowsSeen }
    : sightOf(explain?.rows ?? 'all', await modelSees(ctx), usual.rowsSeen)
  const limits = { ...usual, rowsSeen: sight.rows }
  const isVisible = await visibility(ctx)
  const inquiry = createInquiry(ctx, {
    limits,
    sees: sight.sees,
    past: pastResults(request.history, { isVisible }),
    pastCharts: pastCharts(request.history, { isVisible }),
    lastResult: request.lastResult ?? lastResult(request.history),
    shownBefore: shownBefore(request.history, { isVisible }),
    question: request.question,
    sources: request.sources ?? null,
    agent: request.agent ?? null,
    without: request.without ?? null,
    report: request.report ?? false,
    reports: request.report === true || request.history.some(({ answer }) => answer?.report),
    locale: request.locale ?? PLAIN,
    emit: request.emit,
  })
  const verified = explain?.verified_only ?? false
  const said = () => [request.question, ...inquiry.results.map((result) => result.sql)]
  const proofs = createProofs(inquiry)
  const ground = async (passages: Told[]) =>
    Promise.all(
      (await groundNumbers(inquiry, passages, said())).map((numbers) => Promise.all(numbers.map(proofs.figure))),
    )
  const passage = ({ text }: Told, numbers: BoundNumber[]): Passage =>
    verified ? withheld(text, numbers) : { text, numbers }
  const timeZone = (await inquiry.knowledge()).instructions?.time_zone
  const reader = { ...sight, builtIn: ctx.models.builtIn, isVisible, timeZone }
  const speaker = speakerOf(ctx.models, (error) =>
    ctx.log.warn('a model failed and another one answers', { model: ctx.models.name, why: modelFailure(error).code }),
  )
  const run = await runModel(inquiry, {
    language: speaker.language,
    messages: transcript(request.history, request, reader),
    signal: request.signal,
    emit: request.emit,
    asked: request.asked,
    egress: request.egress,
    async thought(told) {
      if (!showsSql(inquiry)) return NOT_SHOWN.remark
      if (!verified) return told.text
      const [numbers = []] = await ground([told])
      return passage(told, numbers).text
    },
  })
  const { assumptions: assumptionTexts = [], followUps = [] } = run.finished ?? {}
  const grounded = await ground([run, ...assumptionTexts, ...followUps.map((one) => one.told)])
  const { text, numbers } = passage(run, grounded[0]!)
  const placed = await withFigures(verified ? moved(run.placed, placesAfter(grounded[0]!)) : run.placed, proofs.figure)
  const assumptions = assumptionTexts.map((one, at) => passage(one, grounded[at + 1]!))
  if (verified && text) {
    // Prose that was held back until its numbers were looked up.
    tellAll({ text, placed, printed: [] }, request.emit)
  }
  const figures = [...numbers, ...figuresOf({ placed })]
  const rests = figures.some((number) => number.cells.length > 0)
  // A query that looks at no data asks nothing of them.
  const isAsked = (await Promise.all(inquiry.results.map(proofs.reads))).includes(true)
  const ending = endingOf({ ...run, rests, inquiry, showsSql: showsSql(inquiry), signal: request.signal })
  const presentedResults = shownOf(inquiry, ending.status, run.finished, [
    ...placed.flatMap((one) => (one.kind === 'grid' ? [one.result] : [])),
    ...[...figures, ...assumptions.flatMap((one) => one.numbers)].flatMap(resultsOfNumber),
  ])
  const chosen = inquiry.results.filter(({ id }) => presentedResults.shown?.includes(id))
  const checks =
    ending.status !== 'answered'
      ? []
      : isAsked
        ? [
            ...(run.finish?.raw === DOUBTFUL ? [DOUBTFUL_READING] : []),
            ...(run.finish?.raw === LEFT_OUT ? [LEFT_OUT_READING] : []),
            ...(await checksOf(inquiry, withSources(chosen, inquiry.results), run.text)).filter(isWanted(explain)),
          ]
        : figures.some(({ cells, catalog }) => cells.length > 0 || catalog)
          ? []
          : [NOTHING_QUERIED]
  const offered = followUps
    .map(({ told, columns }, at) => ({ told, columns, numbers: grounded[1 + assumptions.length + at]! }))
    // A question that is clicked goes to the model: it is not to carry what that may not see.
    .filter(({ told }) => !isLimitedTo(reader) || told.printed.length === 0)
    .map(({ told, ...one }) => ({ ...one, question: unescaped(told) }))
  const own = answerable(offered, request.question, await inquiry.outline(), verified)
  const main = chosen.find(({ id }) => id === presentedResults.main) ?? null
  const next =
    own.length > 0 ? own : await nextQuestions(inquiry, request.question, { ...run, main, status: ending.status })
  const reading = main && ending.status === 'answered' ? await readingOfResult(inquiry, main) : null
  if (numbers.length > 0) request.emit({ type: 'data-numbers', id: 'numbers', data: numbers })
  if (checks.length > 0) request.emit({ type: 'data-checks', id: 'checks', data: checks })
  if (next.length > 0) request.emit({ type: 'data-suggestions', id: 'suggestions', data: next })
  return {
    answer: {
      ...ending,
      text,
      ...(inquiry.sees === 'none' ? { unseen: true as const } : {}),
      // A model may say first what it then tells by finish.
      steps: inquiry.steps.filter(({ tool, title }) => tool !== 'say' || title !== text),
      results: inquiry.results,
      ...presentedResults,
      ...(inquiry.earlier.length > 0 ? { earlier: inquiry.earlier } : {}),
      // What refuses shows nothing, or whoever talks a model into it gets charts for nothing.
      charts: ending.status === 'refused' ? [] : inquiry.charts,
      ...(placed.length > 0 && ending.status !== 'refused' ? { placed } : {}),
      ...(inquiry.plan.length > 0 ? { plan: inquiry.plan } : {}),
      numbers,
      ...(assumptions.length > 0 ? { assumptions } : {}),
      checks,
      ...(reading ? { reading } : {}),
      suggestions: next,
      clarification: ending.status === 'clarify' ? inquiry.clarification : null,
      ...(inquiry.readings.length > 0 && OFFERS.has(ending.status) ? { readings: inquiry.readings } : {}),
      receipt: null,
    },
    effort: {
      ...run.tokens,
      rows_read: inquiry.results.reduce((sum, result) => sum + result.rows_read, 0),
      elapsed_ms: Math.round(performance.now() - started),
    },
    worth: run.finish?.raw !== LEFT_OUT && (isAsked || rests || inquiry.earlier.length > 0),
    exchange: run.said.length > 0 && !request.signal.aborted ? exchangeOf(inquiry, speaker.voice, run.said) : null,
    model: speaker.voice.name,
    ...(speaker.insteadOf === null ? {} : { instead_of: speaker.insteadOf }),
  }
}

/** Answers beside which other readings stand. */
const OFFERS: ReadonlySet<Answer['status']> = new Set(['answered', 'clarify', 'refused'])

/** Checks that are configured to run; one that the configuration does not know always does. */
export const isWanted = (explain: Explain | undefined) => {
  const off = new Set<string>(CHECK_NAMES.filter((name) => explain && !explain.checks.includes(name)))
  return ({ name }: { name: string }) => !off.has(name)
}

const resultsOfNumber = ({ cells }: Figure): string[] => cells.map(({ result }) => result)

/** Which results an answer shows: a refusal none, and one that broke off all. */
function shownOf(
  { results, charts }: Inquiry,
  status: Answer['status'],
  finished: Finished | null,
  referred: string[],
): Pick<Answer, 'main' | 'shown'> {
  if (status === 'refused') return { shown: [] }
  if (status !== 'answered') return {}
  return presented(results, finished?.main ?? null, new Set([...charts.map(({ result }) => result), ...referred]))
}

type Ended = { text: string; finished: Finished | null; status: Answer['status']; main: AnswerResult | null }
/** What to ask next where the model offered nothing that can be answered. */
async function nextQuestions(inquiry: Inquiry, question: string, { text, finished, status, main }: Ended) {
  if (status === 'answered') {
    const isLimited = isLimitedTo({
      sees: inquiry.sees,
      rows: inquiry.limits.rowsSeen,
      builtIn: inquiry.ctx.models.builtIn,
    })
    const seen = main && (isLimited ? { ...main, rows: [] } : main)
    return seen ? suggestions(question, seen, await inquiry.tables()) : []
  }
  if (status !== 'refused') return []
  const starters = starterQuestions(await inquiry.tables())
  return finished ? starters.slice(0, MOST_SUGGESTIONS) : alternatives(text, starters)
}

/** A question is no Markdown: what was escaped in texts of cells stands as it is. */
const unescaped = ({ text, printed }: Told): string =>
  printed.reduceRight(
    (told, { start, end }) =>
      told.slice(0, start) + told.slice(start, end).replace(/\\(?=[^\p{L}\p{N}\s])/gu, '') + told.slice(end),
    text,
  )

/** What the next question tells again; null where that is too long to be kept. */
function exchangeOf({ sees, limits, shown }: Inquiry, { language }: Voice, messages: ModelMessage[]): Exchange | null {
  const exchange: Exchange = {
    sees,
    rows: limits.rowsSeen,
    shown: [...shown].map(([table, columns]) => [table, [...columns]]),
    by: language.provider,
    messages,
  }
  return JSON.stringify(exchange).length <= LONGEST_EXCHANGE ? exchange : null
}
