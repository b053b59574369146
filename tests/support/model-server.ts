import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Config } from '#config.ts'
import { type ModelPatience, PATIENCE } from '#outside/model-fetch.ts'
import { configuredModel, type Models } from '#outside/models.ts'
import { readConfig } from '../../src/config.ts'
import { SECRETS } from './secrets.ts'

/** Which OpenAI interface the server is asked by. */
export type ModelApi = 'chat' | 'responses'

/** What the scripted model does with one request. */
export type ScriptedTurn =
  /** Says this, in these pieces, `every` ms apart. */
  | { say: string | string[]; every?: number }
  /** Calls tools; `input` as text is sent as it is, however broken, in pieces of `size` letters. */
  | (ScriptedCall & { say?: string | string[]; also?: ScriptedCall[] })
  /** Answers with this status. */
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Never answers. */
  | { hang: true }
  /** Says this and falls silent with the connection open. */
  | { stall: string }
  /** Says this and loses the connection. */
  | { cut: string }
  /** Says this and ends the stream without saying why. */
  | { end: string }
  /** Answers something that is no stream of events. */
  | { garbage: string }

type ScriptedCall = { call: string; input: unknown; size?: number }

/** `body` as it was sent, `tools` the names of the tools offered. */
type ModelRequest = { path: string; body: Record<string, unknown>; tools: string[] }
export type ModelScript = ScriptedTurn[] | ((request: ModelRequest, index: number) => ScriptedTurn)

export type ModelServer = {
  url: string
  requests: ModelRequest[]
  stop(): Promise<void>
}

/** Usage that every finished turn reports. */
export const USAGE = { input: 11, output: 7 }

/** A scripted OpenAI-compatible server: each request gets the next turn of the script, one too many gets 500. */
export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Body
    const path = request.url ?? ''
    const tools = (body.tools ?? []).map((tool) => tool.function?.name ?? tool.name ?? '')
    const asked: ModelRequest = { path, body, tools }
    const index = requests.push(asked) - 1
    const turn = typeof script === 'function' ? script(asked, index) : (script[index] ?? { status: 500 })
    const says = path.endsWith('/responses') ? responsesEvents() : chatEvents()
    await perform(turn, response, says, request.headers.authorization)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Body = Record<string, unknown> & { tools?: { name?: string; function?: { name: string } }[] }

/** Waits short enough for tests, and silence long enough for a busy machine. */
const IMPATIENT: ModelPatience = {
  ...PATIENCE,
  firstByte: 10_000,
  nextByte: 10_000,
  firstWait: 5,
  longestWait: 1500,
  merge: 5,
}
/** For models that fall silent. */
export const VERY_IMPATIENT: ModelPatience = { ...IMPATIENT, firstByte: 150, nextByte: 150 }

/** The provider that the product itself would use, against a scripted server. */
export function scriptedModels(
  server: ModelServer,
  api: ModelApi = 'chat',
  patience: ModelPatience = IMPATIENT,
): Models {
  const config: Config = {
    ...readConfig({ DATA_DIR: '/tmp' }),
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: SECRETS.OPENAI_API_KEY,
    AI_MODEL: 'scripted-model',
    AI_API: api,
  }
  return configuredModel(config, patience)!
}

/** The events of a turn in the words of one of the interfaces. */
type Events = {
  begin(): string
  text(piece: string, index: number): string
  call(name: string, input: string[], index: number): string[]
  end(reason: 'stop' | 'tool'): string
}

/** @param key what the request was signed with: servers of models repeat it when they refuse */
async function perform(turn: ScriptedTurn, response: ServerResponse, say: Events, key = ''): Promise<void> {
  if ('hang' in turn) return
  if ('status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers })
    response.end(
      JSON.stringify(turn.body ?? { error: { message: `scripted ${turn.status} for ${key}`, type: 'scripted' } }),
    )
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if ('garbage' in turn) return void response.end(turn.garbage)
  response.write(say.begin())
  if ('stall' in turn) return void response.write(say.text(turn.stall, 0))
  if ('end' in turn) return void response.end(say.text(turn.end, 0))
  if ('cut' in turn) {
    response.write(say.text(turn.cut, 0))
    await Bun.sleep(20)
    return void response.socket?.destroy()
  }
  const pieces = turn.say === undefined ? [] : [turn.say].flat()
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && 'every' in turn && turn.every) await Bun.sleep(turn.every)
    response.write(say.text(piece, index))
  }
  const calls = 'call' in turn ? [turn, ...(turn.also ?? [])] : []
  for (const [index, { call, input, size }] of calls.entries()) {
    const source = typeof input === 'string' ? input : JSON.stringify(input)
    for (const event of say.call(call, piecesOf(source, size), index)) response.write(event)
  }
  response.end(say.end('call' in turn ? 'tool' : 'stop'))
}

const piecesOf = (source: string, size = source.length): string[] =>
  source.match(new RegExp(`[^]{1,${Math.max(1, size)}}`, 'g')) ?? [source]
const line = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
let calls = 0

function chatEvents(): Events {
  const chunk = (delta: object, finish: string | null = null) =>
    line({
      id: 'chat-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted-model',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  return {
    begin: () => chunk({ role: 'assistant', content: '' }),
    text: (content) => chunk({ content }),
    call: (name, [first = '', ...rest], index) => [
      chunk({
        tool_calls: [{ index, id: `call-${++calls}`, type: 'function', function: { name, arguments: first } }],
      }),
      ...rest.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ],
    end: (reason) =>
      chunk({}, reason === 'tool' ? 'tool_calls' : 'stop') +
      line({
        id: 'chat-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted-model',
        choices: [],
        usage: {
          prompt_tokens: USAGE.input,
          completion_tokens: USAGE.output,
          total_tokens: USAGE.input + USAGE.output,
        },
      }) +
      'data: [DONE]\n\n',
  }
}

function responsesEvents(): Events {
  let sequence = 0
  const event = (type: string, data: object) =>
    `event: ${type}\n${line({ type, sequence_number: sequence++, ...data })}`
  const response = (more: object) => ({
    id: 'resp-1',
    object: 'response',
    created_at: 1,
    model: 'scripted-model',
    output: [],
    ...more,
  })
  const message = { id: 'msg-1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
  let speaks = false
  return {
    begin: () => event('response.created', { response: response({ status: 'in_progress' }) }),
    text(delta, index) {
      speaks = true
      const opening = index === 0 ? event('response.output_item.added', { output_index: 0, item: message }) : ''
      return (
        opening + event('response.output_text.delta', { output_index: 0, item_id: 'msg-1', content_index: 0, delta })
      )
    },
    call(name, input, index) {
      const id = `fc-${++calls}`
      const item = { id, type: 'function_call', call_id: `call-${calls}`, name, arguments: '', status: 'in_progress' }
      const output_index = index + (speaks ? 1 : 0)
      return [
        event('response.output_item.added', { output_index, item }),
        ...input.map((delta) => event('response.function_call_arguments.delta', { output_index, item_id: id, delta })),
        event('response.output_item.done', {
          output_index,
          item: { ...item, arguments: input.join(''), status: 'completed' },
        }),
      ]
    },
    end: () =>
      (speaks
        ? event('response.output_item.done', { output_index: 0, item: { ...message, status: 'completed' } })
        : '') +
      event('response.completed', {
        response: response({
          status: 'completed',
          usage: { input_tokens: USAGE.input, output_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output },
        }),
      }),
  }
}
