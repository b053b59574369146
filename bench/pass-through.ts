/** A bare server that hands a model's stream on as it comes: what `streams.ts` compares the product with. `bun bench/pass-through.ts URL`. */
const server = Bun.serve({
  port: 0,
  idleTimeout: 0,
  async fetch() {
    const answer = await fetch(process.argv[2]!, { method: 'POST', body: '{"stream":true,"messages":[]}' })
    return new Response(answer.body, { headers: { 'content-type': 'text/event-stream' } })
  },
})
process.stdout.write(`${server.url}\n`)
