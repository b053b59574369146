import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import * as agents from '#agents/agents.ts'
import type { AgentSaid } from '#agents/rules/agent.ts'
import * as analyst from '#analyst/answer-question.ts'
import { createEgress } from '#analyst/egress.ts'
import type { Answer, AnswerChunk, Step } from '#analyst/rules/answer.ts'
import type { AnswerLimits } from '#analyst/rules/limits.ts'
import { titleOf } from '#analyst/rules/title.ts'
import { lastResult } from '#analyst/rules/transcript.ts'
import { conflict, invalid, invalidFields, notFound } from '#base/errors.ts'
import { numberText, PLAIN } from '#base/format.ts'
import { newId } from '#base/ids.ts'
import * as credits from '#billing/credits.ts'
import { creditText } from '#billing/rules/credit.ts'
import * as paying from '#billing/usage/paying.ts'
import { outline } from '#catalog/outline.ts'
import { sourcesOf } from '#catalog/tree.ts'
import { inTransaction } from '#db/connect.ts'
import { conversations, messages } from '#db/schema/index.ts'
import * as shares from '#sharing/shares.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { busy, readable } from './conversations.ts'
import { appendRows, type LogRow } from './events.ts'
import { type AnswerLog, createAnswerLog } from './log.ts'
import { ended, history } from './messages.ts'
import { nameConversation, tellLateTitle } from './naming.ts'
import { blankAnswer } from './rules/blank.ts'
import { finalChunks } from './rules/event.ts'
import { mentioned } from './rules/mention.ts'
import { questionIn, wishOf } from './rules/wish.ts'
import { register } from './running.ts'
import * as sent from './sent.ts'
import { claims, type Start, starts } from './starts.ts'
import { asker, WITHHELD, withheld } from './withheld.ts'

export type Ask = {
  message: string
  /** Null begins a new conversation. */
  conversationId: string | null
  /** The agent that answers; without one, that of the last answer of the conversation. `draft`: the version that is worked on. */
  agent?: { id: string; draft?: boolean } | null
  /** Ids of the sources in play; null for all of the workspace. Those that the message names with @ come before them. */
  sources?: string[] | null
  /** The region in whose way figures are printed, as BCP 47; that of the person where it is left out. */
  locale?: string
  /** A report instead of an answer: it may go further, and has a price of its own. */
  report?: boolean
  maxCredits?: number | null
  limits?: AnswerLimits
}
/** A question that is being answered; `done` never rejects. */
export type Asked = { conversationId: string; messageId: string; done: Promise<void> }

/**
 * Asks one question: sets its credits aside, keeps it, and starts to answer. What follows does not depend on the caller: a client
 * that goes away does not stop the answer.
 * @throws AppError insufficient_credits (also `budget_exceeded`) before anything runs; invalid `no_reports` where the built-in analyst answers; unavailable `too_busy`; conflict `busy`; not_found for a conversation that is not theirs; what `agents.inPlay` throws
 */
export async function ask(person: WorkspaceCtx, request: Ask): Promise<Asked> {
  const { whole, last, askedBy } = request.conversationId ? await pastOf(person, request.conversationId) : FRESH
  const named = request.agent ?? (request.conversationId ? await lastAgent(person, request.conversationId) : null)
  const agent = await agents.inPlay(person, named?.id ?? null, named?.draft)
  const ctx = agents.acting(person, agent)
  const { credits, limits } = ctx.settings()
  const { report = false } = request
  if (report && ctx.models.builtIn)
    throw invalid('The built-in analyst writes no reports. Ask a question, or configure a model.', 'no_reports')
  starts.checkRoom()
  const price = report ? credits.per_report : credits.per_answer
  if (request.maxCredits != null && request.maxCredits < price)
    throw invalid(`${report ? 'A report' : 'An answer'} costs ${creditText(price)}, more than max_credits allows.`)
  const most = limits.question_length
  if (request.message.length > most)
    throw invalidFields({ message: `A question may have at most ${numberText(most)} characters.` })
  // An agent with limits is told nothing that was found without them.
  const past = ctx.scope ? whole.filter(({ scope }) => isDeepStrictEqual(scope, ctx.scope)) : whole
  const asked = await namingOf(ctx, request, past)
  const conversationId = request.conversationId ?? newId()
  // Ids are in the order of time, and messages are read in the order of ids.
  const questionId = newId()
  const messageId = newId()
  const opening: LogRow = { seq: 0, chunks: openingChunks(ctx, conversationId, messageId, request, agent?.said) }
  const place = await claims.turn({ workspaceId: ctx.workspace.id, userId: ctx.user.id }, NEVER, () => {})
  const at = ctx.now()
  const mark = { agent: agent?.said ?? null, scope: ctx.scope ?? null, askedBy }
  const hold = await inTransaction(ctx, async (ctx) => {
    await claim(ctx, conversationId, messageId, request)
    const hold = await paying.hold(ctx, price, messageId)
    // After the hold, which locks the account: two questions at once are counted one after the other.
    await roomFor(ctx, conversationId, limits.answers_at_once)
    const both = { conversationId, createdAt: at }
    await ctx.db.insert(messages).values([
      { ...both, id: questionId, role: 'user', text: request.message, status: 'sent', ...mark },
      { ...both, id: messageId, role: 'assistant', text: '', status: 'running', heartbeatAt: ctx.now(), ...mark },
    ])
    await appendRows(ctx.db, [{ messageId, ...opening }])
    return hold
  }).finally(place.begun)
  const abort = new AbortController()
  const log = createAnswerLog(ctx, messageId, opening)
  const isOfBoard = wishOf(request.message)?.board !== undefined
  const first = request.conversationId || isOfBoard ? null : request.message
  const run: Run = { ctx, conversationId, messageId, holdId: hold.id, log, first, isOfBoard, report, agent }
  const done = answerAndKeep(run, { ...asked, lastResult: last, at }, abort.signal)
  register({ ctx, messageId, holdId: hold.id, abort, done })
  return { conversationId, messageId, done }
}

type Past = Awaited<ReturnType<typeof history>>
/** What the analyst is asked: sources named with @ are those in play, and no sign stands in the words. */
type Asking = Pick<analyst.Question, 'question' | 'history' | 'sources' | 'limits' | 'locale' | 'report'>

/** The agent of the last answer of a conversation; null where it was the one that every workspace has. */
async function lastAgent(ctx: WorkspaceCtx, conversationId: string): Promise<Ask['agent']> {
  const [last] = await ctx.db
    .select({ agent: messages.agent })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.role, 'assistant')))
    .orderBy(desc(messages.id))
    .limit(1)
  return last?.agent ?? null
}

async function namingOf(ctx: WorkspaceCtx, request: Ask, past: Past): Promise<Asking> {
  const { message, sources = null, limits, report = false } = request
  const rest = { ...(limits ? { limits } : {}), report, locale: ctx.user.locale || request.locale || PLAIN }
  const said = past.map((one) => (one.role === 'user' ? { ...one, text: questionIn(one.text) } : one))
  const asked = questionIn(message)
  if (![asked, ...said.map(({ text }) => text)].some((text) => text.includes('@')))
    return { question: asked, history: said, sources, ...rest }
  const named = sourcesOf(await outline(ctx))
  const { ids, question } = mentioned(asked, named)
  const history = said.map((one) => (one.role === 'user' ? { ...one, text: mentioned(one.text, named).question } : one))
  return { question, history, sources: ids.length > 0 ? ids : sources, ...rest }
}

const NEVER = new AbortController().signal

/** @throws AppError conflict `too_many_answers` */
async function roomFor(ctx: WorkspaceCtx, conversationId: string, most: number): Promise<void> {
  const running = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.runningMessageId, messages.id))
    .where(and(eq(messages.status, 'running'), eq(asker, ctx.user.id), ne(conversations.id, conversationId)))
    .limit(most)
  if (running.length >= most)
    throw conflict(
      `You have ${most === 1 ? 'a question' : `${most} questions`} running, the most at once. Wait for one of them, or stop it.`,
      'too_many_answers',
    )
}

const openingChunks = (
  ctx: WorkspaceCtx,
  conversationId: string,
  messageId: string,
  request: Ask,
  agent: AgentSaid | undefined,
): AnswerChunk[] => [
  {
    type: 'start',
    messageId,
    messageMetadata: {
      conversation_id: conversationId,
      created_at: ctx.now().toISOString(),
      ...(request.report && { report: true as const }),
      ...(agent && { agent }),
    },
  },
  ...(request.conversationId ? [] : [{ type: 'data-title' as const, id: 'title', data: titleOf(request.message) }]),
]

const FRESH = { whole: [] as Past, last: 0, askedBy: null }

/** What was said in a conversation in which the person may ask; `askedBy`: who asks, where it is that of somebody else. */
async function pastOf(ctx: WorkspaceCtx, conversationId: string) {
  const inside = await readable(ctx, conversationId)
  if (inside.conversation.workspaceId !== ctx.workspace.id) throw notFound('Conversation')
  shares.demand('conversation', inside.level, 'edit')
  const all = await history(ctx, conversationId)
  const gone = await withheld(
    inside,
    all.map(({ id }) => id),
  )
  const without = { text: WITHHELD.text, answer: null, exchange: null }
  const whole = all.map((one) => (gone.has(one.id) ? { ...one, ...without } : one))
  return { whole, last: lastResult(all), askedBy: inside.by === null ? null : ctx.user.id }
}

async function claim(ctx: WorkspaceCtx, conversationId: string, messageId: string, request: Ask): Promise<void> {
  if (!request.conversationId) {
    await ctx.db.insert(conversations).values({
      id: conversationId,
      workspaceId: ctx.workspace.id,
      userId: ctx.user.id,
      title: titleOf(request.message),
      runningMessageId: messageId,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    return
  }
  const taken = await ctx.db
    .update(conversations)
    .set({ runningMessageId: messageId, updatedAt: ctx.now() })
    .where(
      and(
        eq(conversations.id, conversationId),
        isNull(conversations.runningMessageId),
        isNull(conversations.deletedAt),
      ),
    )
    .returning({ id: conversations.id })
  if (taken.length === 0) throw busy()
}

type Run = {
  ctx: WorkspaceCtx
  conversationId: string
  messageId: string
  holdId: string
  log: AnswerLog
  /** The question, where the conversation begins with it and needs a name. */
  first: string | null
  /** It wishes that a canvas is mailed, and asks nothing of the data. */
  isOfBoard: boolean
  report: boolean
  agent: agents.InPlay | null
}

async function answerAndKeep(run: Run, asked: Asking & { at: Date; lastResult: number }, signal: AbortSignal) {
  const { ctx, log } = run
  let outcome: analyst.Outcome
  const egress = createEgress(ctx.now)
  const start = await turnOf(run, signal)
  const naming = nameConversation(run, egress)
  try {
    const { agent } = run
    outcome = run.isOfBoard
      ? withoutQuery(ctx, { ...blankAnswer('refused', null), text: OF_BOARD })
      : await analyst.answer(ctx, {
          ...asked,
          agent: agent && { name: agent.said.name, instructions: agent.content.instructions, queries: agent.queries },
          signal,
          emit(chunk) {
            start.begun()
            log.append(chunk)
          },
          asked: start.begun,
          egress,
        })
  } catch (error) {
    ctx.log.error('an answer failed', { messageId: run.messageId, error })
    const failed = 'Something went wrong on our side. Please ask again; it cost nothing.'
    outcome = withoutQuery(ctx, blankAnswer('failed', failed))
  }
  start.begun()
  const storedRequests = await sent.keepRequests(ctx, run, egress)
  try {
    const titleTokens = naming?.tokens() ?? 0
    if (!(await keep(run, outcome, storedRequests, titleTokens))) await sent.drop(ctx, storedRequests)
    else if (naming && titleTokens === 0)
      void tellLateTitle(ctx, run.messageId, naming).catch((error) =>
        ctx.log.warn('tokens of a title were not kept', { messageId: run.messageId, error }),
      )
  } catch (error) {
    const isGone = await ctx.db
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.id, run.messageId))
      .then(
        (found) => found.length === 0,
        // The database is away: whoever waits for the answer is told by what they ask it themselves.
        () => false,
      )
    // Erased meanwhile with the account of who asked.
    await sent.drop(ctx, storedRequests)
    if (isGone) return log.handOver()
    log.fail(error)
    // The sweep finds the message with its heartbeat gone, marks it and gives the hold back.
    ctx.log.error('an answer could not be kept', { messageId: run.messageId, error })
  }
}

const OF_BOARD =
  'A canvas is mailed by a schedule of its own: open it, and choose **Schedule**. Nothing is sent before you save it there. This cost nothing.'

const withoutQuery = (ctx: WorkspaceCtx, answer: Answer): analyst.Outcome => ({
  answer,
  effort: { input_tokens: 0, output_tokens: 0, rows_read: 0, elapsed_ms: 0 },
  worth: false,
  exchange: null,
  model: ctx.models.name,
})

/** Waits until this answer may begin, and tells that as a step. */
async function turnOf({ ctx, log }: Run, signal: AbortSignal): Promise<Start> {
  let hasWaited = false
  const tell = (title: string, state: Step['state']) => {
    hasWaited = true
    log.append({ type: 'data-step', id: WAITING, data: { id: WAITING, tool: 'wait', title, state } })
  }
  const start = await starts.turn({ workspaceId: ctx.workspace.id, userId: ctx.user.id }, signal, (before) =>
    tell(waitingText(before), 'running'),
  )
  if (hasWaited) tell('Waited for its turn', 'done')
  return start
}

const WAITING = 's0'
const waitingText = (before: number) =>
  before === 0 ? 'Waiting: yours is next' : `Waiting: ${numberText(before)} before you`

/** Saves the answer, pays for it and ends its log, all in one transaction. @returns false where the message is gone or has ended */
async function keep(
  { ctx, conversationId, messageId, holdId, log, report, agent }: Run,
  { effort, model, instead_of, ...outcome }: analyst.Outcome,
  keptRequests: sent.KeptRequests,
  titleTokens: number,
): Promise<boolean> {
  const { seq, rest } = await log.close()
  const last = await inTransaction(ctx, async (ctx) => {
    const [unfinished] = await ctx.db
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.id, messageId), eq(messages.status, 'running')))
      .for('update')
    if (!unfinished) return null
    const pays = outcome.answer.status === 'answered' && outcome.worth
    const closed = pays
      ? await paying.settle(ctx, holdId, messageId, {
          model,
          inputTokens: effort.input_tokens,
          outputTokens: effort.output_tokens,
          cachedInputTokens: effort.cached_input_tokens,
          reasoningTokens: effort.reasoning_tokens,
          titleTokens,
        })
      : await credits.release(ctx, holdId)
    const { charged, balance } = closed
    const receipt = {
      credits: charged,
      balance,
      ...effort,
      ...(titleTokens > 0 ? { title_tokens: titleTokens } : {}),
      model,
      ...(instead_of ? { instead_of } : {}),
      built_in: ctx.models.builtIn,
      sent: keptRequests.sent,
    }
    await sent.record(ctx, keptRequests)
    const said = agent && { agent: agent.said }
    const answer: Answer = { ...outcome.answer, ...(report && { report: true as const }), ...said, receipt }
    await ended(ctx, { id: messageId, conversationId }, answer, { updatedAt: ctx.now(), exchange: outcome.exchange })
    const last = finalChunks(answer)
    await appendRows(ctx.db, [{ messageId, seq, chunks: [...rest, ...last] }])
    await ctx.bus.tell(ctx.db, 'answers', [messageId])
    return last
  })
  if (last) log.end(last)
  else log.handOver()
  return last !== null
}
