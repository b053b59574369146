import type { ReadableStreamDefaultController } from 'node:stream/web'

/**
 * A model that speaks the chat interface at a steady pace, and a server that hands its stream on unread, in one process for `streams.ts`:
 * `bun bench/paced-model.ts 150 20` says 150 words, 20 ms apart. One clock serves all streams, so that the model costs next to nothing.
 */
const words = Number(process.argv[2])
const every = Number(process.argv[3])

type Speaking = { controller: ReadableStreamDefaultController<Uint8Array>; said: number }
const speaking = new Set<Speaking>()
const encoder = new TextEncoder()
const piece = (delta: object, finish: string | null = null) =>
  encoder.encode(
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'paced', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
  )
const said = Array.from({ length: words }, (_, at) => piece({ content: `word${at} ` }))
const end = Buffer.concat([piece({}, 'stop'), encoder.encode('data: [DONE]\n\n')])

setInterval(() => {
  for (const one of speaking) {
    if (one.said < words) one.controller.enqueue(said[one.said++]!)
    else {
      speaking.delete(one)
      one.controller.enqueue(end)
      one.controller.close()
    }
  }
}, every)

const model = Bun.serve({
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    await request.arrayBuffer()
    let self: Speaking
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        self = { controller: controller as ReadableStreamDefaultController<Uint8Array>, said: 0 }
        controller.enqueue(piece({ role: 'assistant', content: '' }))
        speaking.add(self)
      },
      cancel: () => void speaking.delete(self),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  },
})
process.stdout.write(`${model.url}v1\n`)
