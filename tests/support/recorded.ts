import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string
}
/** `body`: text as it is, everything else as JSON; `hang`: no answer comes. */
export type Given = { status?: number; headers?: Record<string, string>; body?: unknown; hang?: boolean }
export type RecordedServer = { port: number; seen: Asked[]; stop(): Promise<void> }

/**
 * An HTTP server that plays exchanges recorded in, or written after, the public documentation of a service that cannot be installed
 * here. What it asserts is that we speak as documented, not that the service does.
 */
export async function playRecorded(answer: (asked: Asked, port: number) => Given): Promise<RecordedServer> {
  const seen: Asked[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const url = new URL(request.url ?? '/', 'http://x')
    const asked: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as Record<string, string>,
      body,
    }
    seen.push(asked)
    const given = answer(asked, port)
    if (given.hang) return
    const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? {})
    response.writeHead(given.status ?? 200, { 'Content-Type': 'application/json', ...given.headers }).end(text)
  })
  const ready = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', ready.resolve)
  await ready.promise
  const { port } = server.address() as AddressInfo
  return {
    port,
    seen,
    async stop() {
      server.closeAllConnections()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
