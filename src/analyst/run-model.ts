import type { LanguageModelV4 } from '@ai-sdk/provider'
import { hasToolCall, type ModelMessage, type TextStreamPart, ToolLoopAgent, type ToolSet } from 'ai'
import type { Egress } from './egress.ts'
import { type Finished, finishedOf } from './finished.ts'
import { failedTooOften, type Inquiry, isOutOfRepairs, noteMisuse } from './inquiry.ts'
import { instructions, LAST_STEP, NO_TEXT, repairRequest, TOLD, TOO_EARLY } from './prompt.ts'
import { createProse, gapsIn, type Told } from './prose.ts'
import { createPrinter } from './references.ts'
import type { AnswerChunk, Step } from './rules/answer.ts'
import type { Seen } from './rules/ending.ts'
import { limitsOf } from './rules/limits.ts'
import type { NameList } from './rules/names.ts'
import { withoutRepeats } from './rules/repeats.ts'
import { kindOptions, kindsIn, type Shown } from './rules/sent.ts'
import { lastSentence } from './rules/thought.ts'
import { NO_TOKENS, plusUsage, type TokensUsed } from './rules/tokens-used.ts'
import { createSaying } from './saying.ts'
import { offered, toolsLeft, toolsOf } from './tools/tools.ts'

/** Characters at the end of a thought in which its last sentence is looked for. */
const TAIL = 2_000
/** Milliseconds between two sentences that are told. */
const PAUSE = 300

/**
 * What a model tells of its thinking, as steps: live its last sentence, afterwards how long it took. The text itself never becomes part of the answer.
 * @param isTold whether people see what it thinks
 */
function createThinking({ steps, emit }: Pick<Inquiry, 'steps' | 'emit'>, isTold: boolean) {
  let step: Step | null = null
  let text = ''
  let began = 0
  let toldAt = Number.NEGATIVE_INFINITY
  const show = (change: Partial<Step>) => {
    if (!step) return
    Object.assign(step, change)
    emit({ type: 'data-step', id: step.id, data: { ...step } })
  }
  const write = (delta: string) => {
    if (!delta) return
    if (!step) {
      step = { id: `s${steps.length + 1}`, tool: 'think', title: 'Thinking', state: 'running' }
      steps.push(step)
      began = performance.now()
      show({})
    }
    if (!isTold) return
    text = (text + delta).slice(-TAIL)
    const note = performance.now() - toldAt < PAUSE ? null : lastSentence(text)
    if (!note || note === step.note) return
    toldAt = performance.now()
    show({ note })
  }
  const end = () => {
    if (step) {
      delete step.note
      const elapsed_ms = Math.round(performance.now() - began)
      show({ title: 'Thought', state: 'done', elapsed_ms, ...(isTold ? { thoughts: true as const } : {}) })
    }
    step = null
    text = ''
  }
  return {
    hear(part: TextStreamPart<ToolSet>) {
      if (part.type === 'reasoning-delta') write(part.text)
      // Several thoughts in a row are one.
      else if (part.type !== 'reasoning-start' && part.type !== 'reasoning-end') end()
    },
    end,
  }
}

type Request = {
  language: LanguageModelV4
  messages: ModelMessage[]
  signal: AbortSignal
  emit(chunk: AnswerChunk): void
  asked?: (() => void) | undefined
  egress?: Egress | undefined
  thought(told: Told): Promise<string>
}

export type Run = Pick<Seen, 'finish' | 'error' | 'timedOut'> &
  Told & {
    /** Null where it never called finish. */
    finished: Finished | null
    /** What a model outside said, called and read; nothing where it broke off. */
    said: ModelMessage[]
    tokens: TokensUsed
  }

const watched = (inquiry: Inquiry, { language, egress }: Request, names: NameList | null) => {
  const { ctx, sees, limits, shownBefore } = inquiry
  if (ctx.models.builtIn || !egress) return language
  const tablesShown = [...shownBefore, ...(names?.named ?? []).map((name): Shown[number] => [name, []])]
  const tablesAndColumns = (): Shown => [
    ...tablesShown,
    ...[...inquiry.shown].map(([table, columns]): Shown[number] => [table, [...columns]]),
  ]
  return egress.through(language, { sees, rows: limits.rowsSeen, shown: tablesAndColumns })
}

/** Told of answers and reports alike, so that a conversation with both goes on with an equal beginning. */
const stepsOf = ({ ctx, limits, report, reports }: Inquiry) => ({
  limits: report ? limitsOf(ctx.models.limits) : limits,
  reportSteps: reports ? (report ? limits : limitsOf(ctx.models.limits, true)).steps : null,
})

/** Runs the loop of model and tools to its end and streams the prose. */
export async function runModel(inquiry: Inquiry, request: Request): Promise<Run> {
  const { ctx, limits } = inquiry
  const { builtIn } = ctx.models
  // The built-in analyst reads what tools answer, and nothing else.
  const names = builtIn ? null : await inquiry.names()
  const overtime = new AbortController()
  const tooLong = new AbortController()
  const timer = setTimeout(() => overtime.abort('overtime'), limits.time)
  const run: Omit<Run, keyof Told | 'timedOut'> = {
    finish: null,
    finished: null,
    error: null,
    said: [],
    tokens: NO_TOKENS,
  }
  let asked = 0
  let most = limits.steps
  let isTold = false
  let mayRepeat = !builtIn
  const signal = AbortSignal.any([request.signal, overtime.signal, tooLong.signal])
  const emit = ctx.models.explain?.verified_only ? () => {} : request.emit
  // The built-in analyst types what cells hold, and a cell may hold what reads like a reference.
  const printer = builtIn ? null : createPrinter(inquiry, signal)
  const saying = createSaying(inquiry, createProse(limits.text, emit, printer), {
    holds: () => mayRepeat && asked < most,
    shown: request.thought,
  })
  const { show_steps = true, show_sql = true, verified_only = false } = ctx.models.explain ?? {}
  const thinking = createThinking(inquiry, show_steps && show_sql && !verified_only)
  const { instructions: wishes } = await inquiry.knowledge()
  const basics = instructions({
    ...{
      workspace: ctx.workspace.name,
      ...stepsOf(inquiry),
      sees: inquiry.sees,
      names: names?.text ?? null,
      showsSql: show_sql,
    },
    ...{ told: wishes, agent: inquiry.agent, person: ctx.user.instructions },
  })
  const agent = new ToolLoopAgent({
    model: watched(inquiry, request, names),
    instructions: {
      role: 'system',
      content: basics,
      providerOptions: kindOptions(
        kindsIn(basics, 'instructions', [
          ['names', JSON.stringify(ctx.workspace.name)],
          ['names', names?.text ?? ''],
          ['descriptions', wishes?.text ?? ''],
          ['descriptions', ctx.user.instructions],
        ]),
      ),
    },
    tools: toolsOf(inquiry),
    stopWhen: [() => asked >= most, () => inquiry.clarification !== null, hasToolCall('ask_user')],
    // The provider's fetch tries again, with our limits.
    maxRetries: 0,
    toolCallConcurrency: 1,
    ...(ctx.models.limits?.output_tokens ? { maxOutputTokens: ctx.models.limits.output_tokens } : {}),
    prepareStep: ({ messages }) => {
      const step = asked++
      saying.asks()
      if (builtIn) return { activeTools: toolsLeft(inquiry, step) }
      request.asked?.()
      const plain = { activeTools: offered(inquiry), messages: withoutRepeats(messages) }
      if (isTold || inquiry.closed || (!isOutOfRepairs(inquiry) && step < limits.steps - 1)) return plain
      // Told after all else, and the tools stay, which refuse by themselves: what stands before is the same as in the step before.
      isTold = true
      const content = isOutOfRepairs(inquiry) ? failedTooOften(inquiry) : LAST_STEP
      return { ...plain, messages: [...plain.messages, { role: 'user', content }] }
    },
    onError: () => {},
  })
  /** One turn of the model, up to words, finish or its last request. @returns what it said and called; nothing where it broke off */
  const speak = async (): Promise<ModelMessage[]> => {
    const stream = await agent.stream({ messages: [...request.messages, ...run.said], abortSignal: signal })
    for await (const part of stream.stream) {
      thinking.hear(part)
      if (part.type === 'tool-call' && part.invalid) noteMisuse(inquiry, part.toolName)
      else if (part.type === 'error') run.error ??= part.error
      else if (part.type === 'finish-step') {
        run.tokens = plusUsage(run.tokens, part.usage)
        run.finish = { reason: part.finishReason, raw: part.rawFinishReason ?? null }
      }
      if (await saying.hear(part)) continue
      run.finish = { reason: 'length', raw: null }
      tooLong.abort()
      run.said = []
      return []
    }
    return run.error === null ? stream.responseMessages : []
  }
  /** Takes the last call of finish for what it says, if there was one. */
  const takeFinish = async () => {
    const input = saying.ended().finishes.at(-1)?.input
    if (input) run.finished = await finishedOf(input, printer)
  }
  /** Answers the calls of finish of the last request, or where there is none says it to the model. */
  const reply = (text: string): ModelMessage[] => {
    const { finishes } = saying.ended()
    if (finishes.length === 0) return text === TOLD ? [] : [{ role: 'user', content: text }]
    const output = { type: 'text' as const, value: text }
    return [
      {
        role: 'tool',
        content: finishes.map(({ id }) => ({ type: 'tool-result', toolCallId: id, toolName: 'finish', output })),
      },
    ]
  }
  const converse = async () => {
    for (;;) {
      const heard = await speak()
      if (heard.length === 0) return
      run.said.push(...heard)
      const { finishes, looked } = saying.ended()
      if (finishes.length === 0 || !looked || asked >= most || inquiry.clarification) break
      await saying.withdraw()
      run.said.push(...reply(TOO_EARLY))
    }
    await takeFinish()
    const written = saying.told()
    const gaps = [written, ...(run.finished?.assumptions ?? [])].flatMap(gapsIn)
    const { finished, finish } = run
    const isSilent = finished?.status === 'answered' && written.text === ''
    const isEnd = !inquiry.clarification && (finished !== null || finish?.reason === 'stop')
    const isWhole = gaps.length === 0 && !isSilent
    if (isWhole || !isEnd || !mayRepeat || asked >= most) return void run.said.push(...reply(TOLD))
    const first = run.said
    const accepted = [...first, ...reply(TOLD)]
    run.said = [...first, ...reply(isSilent ? NO_TEXT : repairRequest(gaps, finished !== null))]
    mayRepeat = false
    most = asked + 1
    inquiry.closed = true
    const restore = saying.again()
    const heard = await speak().catch((error): ModelMessage[] => {
      run.error ??= error
      return []
    })
    await takeFinish()
    const isAnswer = saying.told().text !== '' && (run.finish?.reason === 'stop' || saying.ended().finishes.length > 0)
    if (heard.length > 0 && isAnswer) return void run.said.push(...heard, ...reply(TOLD))
    // A second request that fails takes nothing from the answer that is there.
    restore()
    run.said = accepted
    if (!request.signal.aborted && !overtime.signal.aborted) Object.assign(run, { finish, finished, error: null })
  }
  try {
    await converse()
  } catch (error) {
    run.error ??= error
  } finally {
    clearTimeout(timer)
    thinking.end()
    await saying.close().catch((error) => {
      run.error ??= error
    })
  }
  const said = builtIn || run.error !== null ? [] : run.said
  return { ...run, ...saying.told(), said, timedOut: overtime.signal.aborted }
}
