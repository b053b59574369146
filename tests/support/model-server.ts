import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ModelTimeouts, TIMEOUTS } from '#outside/model-fetch.ts'
import { createModel, type Models } from '#outside/models.ts'
import { type Events, eventsOf, type Refusal, toolsOffered, USAGE, type Usage } from './model-formats.ts'
import { SECRETS } from './secrets.ts'

export { USAGE } from './model-formats.ts'

/** Which OpenAI interface the server is asked by. */
export type ModelApi = 'chat' | 'responses'

/** What the scripted model does with one request. */
export type ScriptedTurn =
  /** Says this, in these pieces, `every` ms apart; nothing before `after`. */
  | { say: string | string[]; every?: number; after?: Promise<void>; think?: string; usage?: Usage }
  /** Calls tools; `input` as text is sent as it is, however broken, in pieces of `size` letters. */
  | (ScriptedCall & { say?: string | string[]; also?: ScriptedCall[]; think?: string; usage?: Usage })
  /** Says in its stream that it is overloaded. */
  | { overloaded: true }
  /** Answers with this status. */
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Refuses with 400, in its provider's words. */
  | { refuses: Refusal }
  /** Says this, until its provider lets it say no more. */
  | { filtered: string }
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
type ModelRequest = {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
  tools: string[]
}
export type ModelScript = ScriptedTurn[] | ((request: ModelRequest, index: number) => ScriptedTurn)

export type ModelServer = {
  url: string
  requests: ModelRequest[]
  stop(): Promise<void>
}

/** A scripted server that speaks the interface of whatever path is asked: each request gets the next turn of the script, one too many gets 500. */
export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>
    const { url: path = '', headers } = request
    const asked: ModelRequest = { path, headers, body, tools: toolsOffered(body) }
    const index = requests.push(asked) - 1
    const turn = typeof script === 'function' ? script(asked, index) : (script[index] ?? { status: 500 })
    const keys = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key'].map((name) => headers[name])
    const usage = ('usage' in turn && turn.usage) || USAGE
    await perform(turn, response, eventsOf(path, usage), keys.find(Boolean) as string | undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It ends with the process of its tests: nobody has to stop it.
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Waits short enough for tests, and silence long enough for a busy machine. */
export const SHORT_TIMEOUTS: ModelTimeouts = {
  ...TIMEOUTS,
  firstByte: 10_000,
  nextByte: 10_000,
  firstWait: 5,
  longestWait: 1500,
  merge: 5,
}
/** For models that fall silent. */
export const SHORTEST_TIMEOUTS: ModelTimeouts = { ...SHORT_TIMEOUTS, firstByte: 150, nextByte: 150 }

/** The provider that the product itself would use, against a scripted server. */
export function scriptedModels(
  server: ModelServer,
  api: ModelApi = 'chat',
  timeouts: ModelTimeouts = SHORT_TIMEOUTS,
): Models {
  const place = { address: server.url, name: 'scripted-model', key: SECRETS.OPENAI_API_KEY, api }
  return { name: place.name, builtIn: false, language: createModel(place, fetch, timeouts) }
}

/** @param key what the request was signed with: servers of models repeat it when they refuse */
async function perform(turn: ScriptedTurn, response: ServerResponse, say: Events, key = ''): Promise<void> {
  if ('hang' in turn) return
  if ('status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers })
    const body = turn.body ?? say.error(turn.status, `scripted ${turn.status} for ${key}`)
    return void response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  if ('refuses' in turn) {
    response.writeHead(400, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify(say.error(400, `${say.refusals[turn.refuses]} ${key}`)))
  }
  response.writeHead(200, { 'content-type': say.type })
  if ('garbage' in turn) return void response.end(turn.garbage)
  response.write(say.begin())
  if ('filtered' in turn) {
    if (turn.filtered) response.write(say.text(turn.filtered, 0))
    return void response.end(say.end('filter'))
  }
  if ('overloaded' in turn) return void response.end(say.overloaded())
  if ('stall' in turn) return void response.write(say.text(turn.stall, 0))
  if ('end' in turn) return void response.end(say.text(turn.end, 0))
  if ('cut' in turn) {
    response.write(say.text(turn.cut, 0))
    await Bun.sleep(20)
    return void response.socket?.destroy()
  }
  if ('after' in turn) await turn.after
  if (turn.think) response.write(say.think(turn.think))
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
