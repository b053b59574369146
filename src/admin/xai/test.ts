import { type CallWarning, isStepCount, type LanguageModelUsage, streamText, tool } from 'ai'
import { z } from 'zod'
import { voiceOf } from '#analyst/models.ts'
import { FILTERED, modelFailure, statusOf } from '#analyst/rules/model-failure.ts'
import { AppError } from '#base/errors.ts'
import { numberText } from '#base/format.ts'
import { redactText } from '#base/redact.ts'
import { SECOND } from '#base/time.ts'
import { GIVEN_ENDS } from '#outside/model-fallback.ts'
import { TIMEOUTS } from '#outside/model-fetch.ts'
import type { Voice } from '#outside/models.ts'
import type { Network } from '#outside/network.ts'
import { addressOf, type ModelRole } from '#records/rules/xai.ts'
import type { XaiNow } from '#records/xai.ts'
import type { TestOutcome } from '../rules/config-request.ts'

/** Longest that the whole test may take. */
const LONGEST = 60 * SECOND
const NAMES = ['Address', 'Connection', 'Key', 'Model', 'Tools', 'Answer', 'Thinking'] as const
type Name = (typeof NAMES)[number]

/**
 * Asks a model to call a tool and to say a few words, as an answer would, and says which step failed and what to do about it.
 * @param waits how a provider that fails is asked again
 */
export async function test(now: XaiNow, role: ModelRole, network: Network, waits = TIMEOUTS): Promise<TestOutcome> {
  const model = now.config[role]
  const { key, trusted } = now.keys[role]
  const steps: TestOutcome['steps'] = []
  const pass = (name: Name, note: string) => steps.push({ name, state: 'pass', note })
  const about = { model: role, name: model.name }
  const nothing = { first_ms: null, latency_ms: null, said: '', input_tokens: 0, output_tokens: 0 }
  const fail = (name: Name, note: string): TestOutcome => {
    steps.push({ name, state: 'fail', note: withoutKey(note, key) })
    const left = NAMES.slice(NAMES.indexOf(name) + 1)
    return {
      ...about,
      ok: false,
      steps: [...steps, ...left.map((it) => ({ name: it, state: 'skipped' as const, note: '' }))],
      ...nothing,
    }
  }
  const voice = voiceOf(now, role, network, waits)
  if (!voice) {
    for (const name of NAMES) pass(name, name === 'Answer' ? 'The built-in analyst is always there.' : 'None needed.')
    return { ...about, ok: true, steps, ...nothing }
  }
  const url = URL.parse(addressOf(model))
  if (!url) return fail('Address', 'This is not an address.')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  try {
    if (!trusted) await network.resolve(url.hostname, port)
    pass('Address', trusted ? `${url.host}, as the environment says.` : url.host)
  } catch (error) {
    return fail('Address', sentence(error))
  }
  try {
    const start = performance.now()
    if (!trusted) (await network.connect(url.hostname, port, { timeoutMs: 10 * SECOND })).destroy()
    pass('Connection', trusted ? 'Tried with the question.' : `${Math.round(performance.now() - start)} ms`)
  } catch (error) {
    return fail('Connection', sentence(error))
  }
  const heard = await hear(voice)
  if (heard.failure !== null || !GIVEN_ENDS.has(heard.finish)) return diagnosed(heard.failure, { pass, fail })
  const { first, latency, pieces, usage } = heard
  if (heard.finish === 'content-filter') return fail('Answer', FILTERED.message)
  const said = withoutKey(heard.said.trim().slice(0, 200), key)
  pass('Key', key ? 'Accepted.' : 'None needed.')
  pass('Model', model.name)
  if (heard.called) pass('Tools', 'It called the tool that it was offered.')
  else if (role === 'titles') pass('Tools', 'None needed for titles.')
  else
    return fail('Tools', 'It called no tool, though it was asked to. Without tools it sees no data: try another model.')
  if (!said) return fail('Answer', 'The model answered without a word. Try another model, or the other interface.')
  pass('Answer', `“${said}”, ${pieces > 1 ? 'as it was written' : 'all at once: the server may not stream'}.`)
  steps.push({
    name: 'Thinking',
    state: 'note',
    note: thought(heard.thoughts, usage?.outputTokenDetails.reasoningTokens),
  })
  for (const warning of heard.warnings) steps.push({ name: 'Settings', state: 'note', note: warning })
  return {
    ...about,
    ok: true,
    steps,
    first_ms: first === null ? null : Math.round(first),
    latency_ms: Math.round(latency),
    said,
    input_tokens: usage?.inputTokens ?? 0,
    output_tokens: usage?.outputTokens ?? 0,
  }
}

/** What came of asking; times in milliseconds, `first` until the first word. */
type Heard = {
  failure: unknown
  /** Why it ended, in the words of the AI SDK. */
  finish: string
  called: boolean
  said: string
  pieces: number
  /** Letters of what it tells of its thinking. */
  thoughts: number
  first: number | null
  latency: number
  usage: LanguageModelUsage | null
  /** Settings that the model does not take as they are. */
  warnings: string[]
}

const WORD = 'ready'
const PROMPT = `Call the tool ${WORD}, and then count in words from one to twenty.`

async function hear({ language }: Voice): Promise<Heard> {
  const start = performance.now()
  const heard: Heard = {
    ...{
      failure: null,
      finish: '',
      called: false,
      said: '',
      pieces: 0,
      thoughts: 0,
      first: null,
      latency: 0,
      usage: null,
    },
    warnings: [],
  }
  try {
    const run = streamText({
      model: language,
      prompt: PROMPT,
      tools: {
        [WORD]: tool({ description: 'Says that you may begin.', inputSchema: z.object({}), execute: () => WORD }),
      },
      stopWhen: isStepCount(2),
      maxRetries: 0,
      maxOutputTokens: 4000,
      abortSignal: AbortSignal.timeout(LONGEST),
      onError: () => {},
    })
    for await (const part of run.fullStream) {
      if (part.type === 'error') heard.failure = part.error
      else if (part.type === 'start-step') heard.warnings = part.warnings.map(warningText)
      else if (part.type === 'tool-call') heard.called = true
      else if (part.type === 'reasoning-delta') heard.thoughts += part.text.length
      else if (part.type === 'text-delta') {
        heard.first ??= performance.now() - start
        heard.said += part.text
        heard.pieces++
      } else if (part.type === 'finish') {
        heard.usage = part.totalUsage
        heard.finish = part.finishReason
      }
    }
  } catch (error) {
    heard.failure = error
  }
  return { ...heard, latency: performance.now() - start }
}

const warningText = (warning: CallWarning): string =>
  'message' in warning ? warning.message : `${warning.feature}: ${warning.details ?? 'not supported by this model.'}`

const thought = (letters: number, tokens = 0): string => {
  if (letters === 0 && tokens === 0) return 'It did not think before.'
  const much = tokens > 0 ? `${numberText(tokens)} tokens` : 'Yes'
  return `${much}, ${letters > 0 ? 'and it tells what.' : 'of which it tells nothing.'}`
}

type Verdict = { pass(name: Name, note: string): unknown; fail(name: Name, note: string): TestOutcome }

/** Which step an error of the server belongs to; null is one that says nothing of itself. */
function diagnosed(error: unknown, { pass, fail }: Verdict): TestOutcome {
  const status = statusOf(error)
  const { code, message } = modelFailure(error)
  if (error instanceof AppError && error.code === 'connection_failed') return fail('Connection', sentence(error))
  if (status === null) return fail('Answer', code === 'model_unreadable' && isOwn(error) ? sentence(error) : message)
  const answer = error instanceof Error ? saidBy(error) : ''
  if (code === 'model_key') return fail('Key', `The server refused the key (${status}). ${answer}`)
  pass('Key', 'Not refused.')
  if (code === 'model_unknown' || status === 405)
    return fail(
      'Model',
      `The server knows no such model or interface (${status}). Check the name, and try the other interface. ${answer}`,
    )
  const reason = TOLD[code]
  if (!reason && (status === 400 || status === 422))
    return fail('Model', `The server did not understand the request (${status}). ${answer}`)
  pass('Model', 'Not refused.')
  return fail('Answer', `${reason ?? 'The server failed'} (${status}). ${answer}`)
}

/** What became of a request that was understood, by the code of its failure. */
const TOLD: Partial<Record<string, string>> = {
  model_unpaid: 'The account at the server has no money left',
  model_busy: 'The server is overloaded, or is asked too often just now',
  model_too_long: 'Even this short test is too long for the model',
  model_filtered: 'The server lets the model answer no such question',
}

/** Whether an error is ours, or of the time that the test has. */
const isOwn = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof Error && error.name === 'TimeoutError')
const saidBy = (error: Error): string => error.message.slice(0, 300)
const sentence = (error: unknown): string => {
  if (error instanceof AppError) {
    const hint = typeof error.details?.hint === 'string' ? ` ${error.details.hint}` : ''
    return `${error.message}${hint}`
  }
  if (error instanceof Error && error.name === 'TimeoutError') return 'No answer in time.'
  return (error instanceof Error ? error.message : String(error)).slice(0, 300)
}

/** Servers repeat what they were sent. */
const withoutKey = (text: string, key: string | null): string =>
  // A key of Amazon has several parts.
  redactText(
    (key ?? '')
      .split(':')
      .reduce((result, part) => (part.length > 3 ? result.replaceAll(part, '[redacted]') : result), text),
  )
