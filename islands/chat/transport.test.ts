import { afterEach, expect, test } from 'bun:test'
import type { UIMessageChunk } from 'ai'
import { ApiError } from '../kit/api.ts'
import { askTransport } from './transport.ts'

let server: ReturnType<typeof Bun.serve> | undefined
const realFetch = globalThis.fetch
const kept = new Map<string, string>()
const storage = { getItem: (name: string) => kept.get(name) ?? null, removeItem: (name: string) => kept.delete(name) }
Object.assign(globalThis, { localStorage: storage, sessionStorage: storage })
afterEach(async () => {
  globalThis.fetch = realFetch
  kept.clear()
  await server?.stop(true)
})

/** A server with one answer for every request; browsers resolve paths against the page, so the test does it here. */
function answering(answer: (request: Request) => Response | Promise<Response>) {
  server = Bun.serve({ port: 0, fetch: answer })
  const { url } = server
  globalThis.fetch = Object.assign((path: string, init?: RequestInit) => realFetch(new URL(path, url), init), realFetch)
  return askTransport('w')
}
const stream = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } })
const ask = (transport: ReturnType<typeof answering>) =>
  transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'c',
    body: { conversationId: 'c', sources: ['s1'], agent: 'a1' },
    messageId: undefined,
    messages: [{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'How many?' }] }],
    abortSignal: undefined,
  })
const resume = (transport: ReturnType<typeof answering>) =>
  transport.reconnectToStream({ chatId: 'c', abortSignal: undefined })
const read = async (chunks: ReadableStream<UIMessageChunk>) => {
  const types: string[] = []
  for await (const chunk of chunks) types.push(chunk.type)
  return types
}

test('a question carries its conversation, its agent and its sources, and its answer is read event by event', async () => {
  let body: unknown
  const transport = answering(async (request) => {
    body = { path: new URL(request.url).pathname, ...((await request.json()) as object) }
    return stream(': hello\n\nid: 1\ndata: {"type":"start"}\n\nid: 2\ndata: {"type":"finish"}\n\ndata: [DONE]\n\n')
  })
  expect(await read(await ask(transport))).toEqual(['start', 'finish'])
  expect(body).toEqual({
    path: '/api/workspaces/w/query-data',
    message: 'How many?',
    context: { conversation_id: 'c', agent_id: 'a1', sources: ['s1'] },
  })
})

test('an event cut in two by the network is put together again', async () => {
  const transport = answering(
    () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            const bytes = new TextEncoder().encode(
              'data: {"type":"text-delta","id":"t","delta":"₹5"}\n\ndata: {"type":"finish"}\n\n',
            )
            controller.enqueue(bytes.slice(0, 49))
            await Bun.sleep(20)
            controller.enqueue(bytes.slice(49))
            controller.close()
          },
        }),
      ),
  )
  expect(await read(await ask(transport))).toEqual(['text-delta', 'finish'])
})

test('a stream that is cut off ends like a whole one: only its last event tells them apart', async () => {
  const transport = answering(() => stream('data: {"type":"start"}\n\nid: 2\ndata: {"type":"fin'))
  expect(await read(await ask(transport))).toEqual(['start'])
})

test('a connection that breaks in the middle of a stream is a TypeError, as browsers tell it', async () => {
  const broken = () =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('data: {"type":"start"}\n\n'))
        controller.error(new TypeError('network error'))
      },
    })
  globalThis.fetch = Object.assign(async () => new Response(broken()), realFetch)
  expect(read(await ask(askTransport('w')))).rejects.toThrow(TypeError)
})

test('a refusal carries the sentence, the status and the code of the server', async () => {
  const transport = answering(() =>
    Response.json({ error: 'No credits left.', code: 'insufficient_credits' }, { status: 402 }),
  )
  const refusal = await ask(transport).catch((error) => error)
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ message: 'No credits left.', status: 402, code: 'insufficient_credits' })
})

test('nothing to continue is no error; what the server refuses has its status', async () => {
  expect(await resume(answering(() => new Response(null, { status: 204 })))).toBeNull()
  await server?.stop(true)
  expect(await resume(answering(() => new Response('', { status: 503 }))).catch((error) => error)).toMatchObject({
    status: 503,
  })
  await server?.stop(true)
  expect(
    await resume(answering(() => Response.json({ error: 'Gone' }, { status: 404 }))).catch((error) => error),
  ).toBeInstanceOf(ApiError)
})

test('calls carry the access token, and a 401 clears it', async () => {
  // A token that is good until the year 2100.
  const token = `e30.${btoa(JSON.stringify({ exp: 4_102_444_800 }))}.c2ln`
  kept.set('authToken', token)
  let carried: string | null = null
  const transport = answering((request) => {
    carried = request.headers.get('authorization')
    return Response.json({ error: 'Please sign in.' }, { status: 401 })
  })
  expect((await ask(transport).catch((error) => error)).status).toBe(401)
  expect(String(carried)).toBe(`Bearer ${token}`)
  expect(kept.size).toBe(0)
})
