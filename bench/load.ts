import { connect, type Socket } from 'node:net'

export type Load = { perSecond: number; bytes: number; p50: number; p99: number }

/**
 * Asks one address over and over through kept connections and counts whole answers. It speaks to the socket itself, so that the
 * generator costs less than the server that it measures.
 * @throws Error when an answer is not 200 or says no length
 */
export async function load(
  address: string,
  {
    headers = {},
    connections = 16,
    seconds = 3,
  }: { headers?: Record<string, string>; connections?: number; seconds?: number } = {},
): Promise<Load> {
  const url = new URL(address)
  const lines = Object.entries({ Host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const times: number[] = []
  let bytes = 0
  const started = performance.now()
  const end = started + seconds * 1000
  const lanes = Array.from({ length: connections }, () =>
    lane(url, request, end, (ms, size) => {
      times.push(ms)
      bytes = size
    }),
  )
  await Promise.all(lanes)
  const elapsed = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / elapsed, bytes, p50: at(0.5), p99: at(0.99) }
}

/** One connection: a request, its whole answer, the next request. */
function lane(url: URL, request: Buffer, end: number, answered: (ms: number, bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(url.port), url.hostname)
    socket.setNoDelay(true)
    let pending: Buffer = Buffer.alloc(0)
    let wanted = -1
    let asked = 0
    const ask = () => {
      if (performance.now() >= end) return void socket.end()
      asked = performance.now()
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (data: Buffer) => {
      pending = pending.length === 0 ? data : Buffer.concat([pending, data])
      if (wanted < 0) {
        const head = pending.indexOf('\r\n\r\n')
        if (head < 0) return
        const text = pending.toString('latin1', 0, head)
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
        if (!text.startsWith('HTTP/1.1 200') || length === undefined)
          return void socket.destroy(new Error(`GET ${url.pathname} answered:\n${text}`))
        wanted = head + 4 + Number(length)
      }
      if (pending.length < wanted) return
      answered(performance.now() - asked, wanted)
      pending = pending.subarray(wanted)
      wanted = -1
      ask()
    })
  })
}
