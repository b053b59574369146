import { APICallError, streamText } from 'ai'
import { modelsOf } from '#analyst/models.ts'
import { AppError } from '#base/errors.ts'
import { redactText } from '#base/redact.ts'
import { SECOND } from '#base/time.ts'
import type { Network } from '#outside/network.ts'
import { addressOf } from '#records/rules/xai.ts'
import type { XaiNow } from '#records/xai.ts'
import type { TestOutcome } from '../rules/config-request.ts'

/** Longest that the whole test may take. */
const PATIENCE = 45 * SECOND
const NAMES = ['Address', 'Connection', 'Key', 'Model', 'Answer'] as const
type Name = (typeof NAMES)[number]

/** Asks the model one tiny question as an answer would, and says which step failed and what to do about it. */
export async function test(now: XaiNow, network: Network): Promise<TestOutcome> {
  const steps: TestOutcome['steps'] = []
  const pass = (name: Name, note: string) => steps.push({ name, state: 'pass', note })
  const nothing = { first_ms: null, latency_ms: null, said: '', input_tokens: 0, output_tokens: 0 }
  const fail = (name: Name, note: string): TestOutcome => {
    steps.push({ name, state: 'fail', note: withoutKey(note, now.key) })
    const left = NAMES.slice(NAMES.indexOf(name) + 1)
    return {
      ok: false,
      steps: [...steps, ...left.map((it) => ({ name: it, state: 'skipped' as const, note: '' }))],
      ...nothing,
    }
  }
  if (now.config.model.preset === 'builtin') {
    for (const name of NAMES) pass(name, name === 'Answer' ? 'The built-in analyst is always there.' : 'None needed.')
    return { ok: true, steps, ...nothing }
  }
  const url = URL.parse(addressOf(now.config.model))
  if (!url) return fail('Address', 'This is not an address.')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  try {
    if (!now.trusted) await network.resolve(url.hostname, port)
    pass('Address', now.trusted ? `${url.host}, as the environment says.` : url.host)
  } catch (error) {
    return fail('Address', sentence(error))
  }
  try {
    const start = performance.now()
    if (!now.trusted) (await network.connect(url.hostname, port, { timeoutMs: 10 * SECOND })).destroy()
    pass('Connection', now.trusted ? 'Tried with the question.' : `${Math.round(performance.now() - start)} ms`)
  } catch (error) {
    return fail('Connection', sentence(error))
  }
  const start = performance.now()
  let first: number | null = null
  let failure: unknown = null
  let said = ''
  let usage = { inputTokens: 0, outputTokens: 0 }
  try {
    const run = streamText({
      model: modelsOf(now, network).language,
      prompt: 'Answer with the one word: ready',
      maxRetries: 0,
      maxOutputTokens: 1000,
      providerOptions: { openai: { store: false } },
      abortSignal: AbortSignal.timeout(PATIENCE),
      onError: () => {},
    })
    for await (const part of run.fullStream) {
      if (part.type === 'error') failure = part.error
      else if (part.type === 'text-delta') {
        first ??= performance.now() - start
        said += part.text
      } else if (part.type === 'finish')
        usage = { inputTokens: part.totalUsage.inputTokens ?? 0, outputTokens: part.totalUsage.outputTokens ?? 0 }
    }
  } catch (error) {
    failure = error
  }
  if (failure !== null) return diagnosed(failure, { pass, fail })
  pass('Key', now.key ? 'Accepted.' : 'None needed.')
  pass('Model', now.config.model.name)
  if (!said.trim())
    return fail('Answer', 'The model answered without a word. Try another model, or the other interface.')
  pass('Answer', `“${withoutKey(said.trim().slice(0, 200), now.key)}”`)
  return {
    ok: true,
    steps,
    first_ms: first === null ? null : Math.round(first),
    latency_ms: Math.round(performance.now() - start),
    said: withoutKey(said.trim().slice(0, 200), now.key),
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
  }
}

type Verdict = { pass(name: Name, note: string): unknown; fail(name: Name, note: string): TestOutcome }

/** Which step an error of the server belongs to. */
function diagnosed(error: unknown, { pass, fail }: Verdict): TestOutcome {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  const answer = APICallError.isInstance(error) ? saidBy(error) : sentence(error)
  if (status === undefined)
    return error instanceof AppError && error.code === 'connection_failed'
      ? fail('Connection', answer)
      : fail('Answer', answer)
  if (status === 401 || status === 403) return fail('Key', `The server refused the key (${status}). ${answer}`)
  pass('Key', 'Not refused.')
  if (status === 404 || status === 405)
    return fail(
      'Model',
      `The server knows no such model or interface (${status}). Check the name, and try the other interface. ${answer}`,
    )
  if (status === 400 || status === 422)
    return fail('Model', `The server did not understand the request (${status}). ${answer}`)
  pass('Model', 'Not refused.')
  if (status === 402) return fail('Answer', `The account at the server has no money left (402). ${answer}`)
  if (status === 429) return fail('Answer', `The server is asked too often just now (429). ${answer}`)
  return fail('Answer', `The server failed (${status}). ${answer}`)
}

const saidBy = (error: APICallError): string => error.message.slice(0, 300)
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
  redactText(key && key.length > 3 ? text.replaceAll(key, '[redacted]') : text)
