import { hasToolCall, isStepCount, type ModelMessage, ToolLoopAgent } from 'ai'
import { PLAIN } from '#base/format.ts'
import { SECOND } from '#base/time.ts'
import { outline } from '#catalog/outline.ts'
import type { Models } from '#outside/models.ts'
import { CHECK_NAMES, type Explain } from '#records/rules/xai.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { starterQuestions } from './built-in/starters.ts'
import { checksOf } from './checks.ts'
import { groundNumbers } from './grounding.ts'
import { createInquiry, failedTooOften, type Inquiry, isOutOfRepairs } from './inquiry.ts'
import { instructions, repairRequest } from './prompt.ts'
import { createProse, type Told } from './prose.ts'
import { createPrinter } from './references.ts'
import type { Answer, AnswerChunk, BoundNumber, Step } from './rules/answer.ts'
import { endingOf, type Seen } from './rules/ending.ts'
import { ANSWER_LIMITS, type AnswerLimits } from './rules/limits.ts'
import { withheld } from './rules/privacy.ts'
import { alternatives, suggestions } from './rules/suggestion.ts'
import {
  type Exchange,
  LONGEST_EXCHANGE,
  lastResult,
  type PastMessage,
  pastResults,
  transcript,
} from './rules/transcript.ts'
import { offered, toolsLeft, toolsOf } from './tools/tools.ts'

export type Question = {
  question: string
  /** When it was asked: the same moment in every request that tells of it. */
  at: Date
  history: PastMessage[]
  /** Ids of the sources whose tables the analyst sees; null for all of the workspace. */
  sources?: string[] | null
  /** In whose way what is referred to is printed: BCP 47; plainly where nobody's is known. */
  locale?: string
  /** Ends the answer; its reason is `stopped` or `interrupted`. */
  signal: AbortSignal
  /** Called with each event of the stream as it happens, in order. */
  emit(chunk: AnswerChunk): void
  /** Called when a model outside has been asked: from then on it is waited for. */
  asked?(): void
  limits?: AnswerLimits
}

/** What an answer took; money is the caller's. */
type Effort = { input_tokens: number; output_tokens: number; rows_read: number; elapsed_ms: number }
/** `worth`: it rests on at least one result, so that it may cost something. */
export type Outcome = { answer: Answer; effort: Effort; worth: boolean; exchange: Exchange | null }

/**
 * Answers one question of the workspace: lets the model look, query and draw within limits, then binds every number of its prose and
 * checks the queries. Never throws for what a model, a query or a stop does: the status of the answer says it.
 */
export async function answer(ctx: WorkspaceCtx, request: Question): Promise<Outcome> {
  const started = performance.now()
  const { explain } = ctx.models
  const limits = request.limits ?? limitsOf(ctx.models)
  const isVisible = await visibility(ctx)
  const inquiry = createInquiry(ctx, {
    limits,
    // The built-in analyst is part of this server: what it reads goes nowhere.
    sees: ctx.models.builtIn ? 'all' : (explain?.rows ?? 'all'),
    past: pastResults(request.history, { isVisible }),
    lastResult: lastResult(request.history),
    question: request.question,
    sources: request.sources ?? null,
    locale: request.locale ?? PLAIN,
    emit: request.emit,
  })
  const run = await runModel(inquiry, { ...request, isVisible })
  const said = [request.question, ...inquiry.results.map((result) => result.sql)]
  const grounded = await groundNumbers(inquiry, run, said)
  const { text, numbers } = explain?.verified_only
    ? withheld(run.text, grounded)
    : { text: run.text, numbers: grounded }
  if (explain?.verified_only && text) {
    // Prose that was held back until its numbers were looked up.
    request.emit({ type: 'text-start', id: 't0' })
    request.emit({ type: 'text-delta', id: 't0', delta: text })
    request.emit({ type: 'text-end', id: 't0' })
  }
  const rests = numbers.some((number) => number.cells.length > 0)
  const ending = endingOf({ ...run, rests, inquiry, signal: request.signal })
  const checked = ending.status === 'answered'
  const checks = checked ? (await checksOf(inquiry)).filter(isWanted(explain)) : []
  const next = await nextQuestions(inquiry, request.question, run.text, ending.status)
  if (numbers.length > 0) request.emit({ type: 'data-numbers', id: 'numbers', data: numbers })
  if (checks.length > 0) request.emit({ type: 'data-checks', id: 'checks', data: checks })
  if (next.length > 0) request.emit({ type: 'data-suggestions', id: 'suggestions', data: next })
  return {
    answer: {
      ...ending,
      text,
      ...(inquiry.sees === 'none' ? { unseen: true as const } : {}),
      steps: inquiry.steps,
      results: inquiry.results,
      charts: inquiry.charts,
      numbers,
      checks,
      suggestions: next,
      clarification: ending.status === 'clarify' ? inquiry.clarification : null,
      receipt: null,
    },
    effort: {
      input_tokens: run.inputTokens,
      output_tokens: run.outputTokens,
      rows_read: inquiry.results.reduce((sum, result) => sum + result.rows_read, 0),
      elapsed_ms: Math.round(performance.now() - started),
    },
    worth: inquiry.results.length > 0 || rests,
    exchange: run.said.length > 0 && !request.signal.aborted ? exchangeOf(inquiry, run.said) : null,
  }
}

/** How far an answer may go, as configured. */
function limitsOf({ limits }: Models): AnswerLimits {
  if (!limits) return ANSWER_LIMITS
  const { steps, repairs, seconds } = limits
  return { ...ANSWER_LIMITS, steps, repairs, time: seconds * SECOND }
}

/** Checks that are configured to run; one that the configuration does not know always does. */
const isWanted = (explain: Explain | undefined) => {
  const off = new Set<string>(CHECK_NAMES.filter((name) => explain && !explain.checks.includes(name)))
  return ({ name }: { name: string }) => !off.has(name)
}

async function nextQuestions(inquiry: Inquiry, question: string, text: string, status: Answer['status']) {
  if (status === 'answered') return suggestions(question, inquiry.results, await inquiry.tables())
  return status === 'refused' ? alternatives(text, starterQuestions(await inquiry.tables())) : []
}

type Run = Pick<Seen, 'text' | 'finish' | 'error' | 'timedOut'> & {
  printed: BoundNumber[]
  /** What a model outside said, called and read; nothing where it broke off. */
  said: ModelMessage[]
  inputTokens: number
  outputTokens: number
}

/** Runs the loop of model and tools to its end and streams the prose. */
async function runModel(inquiry: Inquiry, request: Question & { isVisible: Visibility }): Promise<Run> {
  const { ctx, limits } = inquiry
  // The built-in analyst reads what tools answer, and nothing else.
  const names = ctx.models.builtIn ? null : await inquiry.names()
  const overtime = new AbortController()
  const tooLong = new AbortController()
  const timer = setTimeout(() => overtime.abort('overtime'), limits.time)
  const run: Run = {
    text: '',
    printed: [],
    finish: null,
    error: null,
    timedOut: false,
    said: [],
    inputTokens: 0,
    outputTokens: 0,
  }
  /** The model is asked for its text again, since a reference in it has no value. */
  let asksAgain = false
  const basics = instructions({ workspace: ctx.workspace.name, limits, sees: inquiry.sees, names })
  /** The model was told that it is to answer now. */
  let isTold = false
  const agent = new ToolLoopAgent({
    model: ctx.models.language,
    instructions: basics,
    tools: toolsOf(inquiry),
    stopWhen: [isStepCount(limits.steps), hasToolCall('ask_user')],
    // The provider's fetch tries again, with our limits.
    maxRetries: 0,
    toolCallConcurrency: 1,
    ...(ctx.models.limits?.output_tokens ? { maxOutputTokens: ctx.models.limits.output_tokens } : {}),
    // Whole messages instead of references to what the provider keeps: not every server keeps anything.
    providerOptions: { openai: { store: false } },
    prepareStep: ({ stepNumber, messages }) => {
      if (ctx.models.builtIn) return { activeTools: toolsLeft(inquiry, stepNumber) }
      request.asked?.()
      if (asksAgain) return { activeTools: [] }
      const activeTools = offered(inquiry)
      if (isTold || (!isOutOfRepairs(inquiry) && stepNumber < limits.steps - 1)) return { activeTools }
      // Told after all else, and the tools stay, which refuse by themselves: what stands before is the same as in the step before.
      isTold = true
      const content = isOutOfRepairs(inquiry) ? failedTooOften(inquiry) : LAST_STEP
      return { activeTools, messages: [...messages, { role: 'user', content }] }
    },
    onError: () => {},
  })
  const signal = AbortSignal.any([request.signal, overtime.signal, tooLong.signal])
  const emit = ctx.models.explain?.verified_only ? () => {} : request.emit
  // The built-in analyst types what cells hold, and a cell may hold what reads like a reference.
  const prose = createProse(limits.text, emit, ctx.models.builtIn ? null : createPrinter(inquiry, signal))
  let steps = 0
  /** The text with gaps, until another one stands in its place. */
  let first: Told | null = null
  /** @returns what the model said and called, for a second request */
  const speak = async (messages: ModelMessage[]): Promise<ModelMessage[]> => {
    const stream = await agent.stream({ messages, abortSignal: signal })
    for await (const part of stream.stream) {
      if (part.type === 'text-delta') {
        if (await prose.write(part.text)) continue
        run.finish = { reason: 'length', raw: null }
        tooLong.abort()
        return []
      }
      if (part.type === 'tool-error' || (part.type === 'tool-call' && part.invalid)) noteMisuse(inquiry, part)
      else if (part.type === 'error') run.error ??= part.error
      else if (part.type === 'finish-step') {
        steps++
        run.inputTokens += part.usage.inputTokens ?? 0
        run.outputTokens += part.usage.outputTokens ?? 0
        run.finish = { reason: part.finishReason, raw: part.rawFinishReason ?? null }
        await prose.endStep(part.finishReason === 'stop' && !asksAgain && steps < limits.steps)
      }
    }
    return run.error === null ? stream.responseMessages : []
  }
  try {
    const reader = { sees: inquiry.sees, builtIn: ctx.models.builtIn, isVisible: request.isVisible }
    const messages = transcript(request.history, request.question, request.at, reader)
    const said = await speak(messages)
    if (!ctx.models.builtIn) run.said = said
    const gaps = prose.gaps()
    if (gaps.length > 0 && run.finish?.reason === 'stop' && said.length > 0 && steps < limits.steps) {
      asksAgain = true
      const { finish } = run
      first = prose.told()
      await speak([...messages, ...said, { role: 'user', content: repairRequest(gaps) }]).catch((error) => {
        run.error ??= error
      })
      // A second request that fails takes nothing from the answer that is there.
      if (run.error === null && run.finish?.reason === 'stop') first = null
      else if (!request.signal.aborted && !overtime.signal.aborted) Object.assign(run, { finish, error: null })
    }
  } catch (error) {
    run.error ??= error
  } finally {
    clearTimeout(timer)
    await prose.endStep().catch((error) => {
      run.error ??= error
    })
    prose.settle()
  }
  return { ...run, ...(first ?? prose.told()), timedOut: overtime.signal.aborted }
}

const LAST_STEP = 'This is your last step: answer now from what you have found.'

/** Whether a model may be told of all these columns of a table: none was hidden since, and none is gone. */
type Visibility = (table: string, columns: string[]) => boolean

async function visibility(ctx: WorkspaceCtx): Promise<Visibility> {
  const tables = new Map((await outline(ctx)).map(({ name, columns }) => [name, new Set(columns)]))
  return (table, columns) => columns.every((column) => tables.get(table)?.has(column))
}

/** What the next question tells again; null where that is too long to be kept. */
function exchangeOf({ sees, shown }: Inquiry, messages: ModelMessage[]): Exchange | null {
  const exchange: Exchange = { sees, shown: [...shown].map(([table, columns]) => [table, [...columns]]), messages }
  return JSON.stringify(exchange).length <= LONGEST_EXCHANGE ? exchange : null
}

/** A call that never ran (unknown tool, unreadable arguments) counts as a failed query, or a model could go on like that. */
function noteMisuse(inquiry: Inquiry, part: { type: string; toolName: string; toolCallId: string }) {
  if (part.type !== 'tool-call') return
  inquiry.failures++
  inquiry.lastError = `The model called ${part.toolName.slice(0, 40)} in a way that could not be read.`
  if (inquiry.steps.length >= inquiry.limits.told) return
  const step: Step = {
    id: `s${inquiry.steps.length + 1}`,
    tool: part.toolName.slice(0, 40),
    title: 'A step that could not be read',
    state: 'failed',
    note: inquiry.lastError,
  }
  inquiry.steps.push(step)
  inquiry.emit({ type: 'data-step', id: step.id, data: step })
}
