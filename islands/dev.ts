import { watch } from 'node:fs'
import { join } from 'node:path'
import { proxy } from 'hono/proxy'
import { build } from './build.ts'

/**
 * `bun run dev`: serves on PORT (3000), and on a change of src, islands or public builds anew, restarts the server and reloads the pages
 * that are open. The server itself listens on the next port; what stands between adds one script to its pages.
 */
const ROOT = join(import.meta.dir, '..')
const PORT = Number(process.env.PORT ?? 3000)
/** Milliseconds in which an editor saves several files at once. */
const TOGETHER = 100
const RELOAD = "new EventSource('/__dev').addEventListener('reload', () => location.reload())"

const SERVER = `http://127.0.0.1:${PORT + 1}`
const env = { BASE_URL: `http://127.0.0.1:${PORT}`, ...process.env, PORT: String(PORT + 1), HOST: '127.0.0.1' }

let server: Bun.Subprocess | undefined
let restarting = Promise.resolve()
const pages = new Set<ReadableStreamDefaultController<string>>()

async function restart(): Promise<void> {
  server?.kill()
  await server?.exited
  await build().catch((error: AggregateError) => process.stderr.write(`${error.errors?.join('\n') ?? error}\n`))
  server = Bun.spawn([process.execPath, 'src/main.ts'], { cwd: ROOT, env, stdout: 'inherit', stderr: 'inherit' })
  // It ends when its code is wrong: what it said stands above, and the next change starts it again.
  while (server.exitCode === null && !(await isUp())) await Bun.sleep(50)
  for (const page of pages) page.enqueue('event: reload\ndata:\n\n')
}

const isUp = () =>
  fetch(`${SERVER}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

function events(): Response {
  let page: ReadableStreamDefaultController<string>
  const stream = new ReadableStream<string>({
    start(controller) {
      page = controller
      pages.add(page)
      page.enqueue(': open\n\n')
    },
    cancel: () => void pages.delete(page),
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

/** The server's own answer; a page gets one more script. */
async function forward(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const answer = await proxy(`${SERVER}${pathname}${search}`, { raw: request, redirect: 'manual' })
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
  const page = (await answer.text()).replace('</head>', '<script src="/__dev.js" defer></script></head>')
  return new Response(page, answer)
}

await restart()
Bun.serve({
  port: PORT,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  routes: {
    '/__dev': events,
    '/__dev.js': new Response(RELOAD, { headers: { 'content-type': 'text/javascript' } }),
  },
  fetch: (request) => forward(request).catch(() => new Response('The server is being restarted.', { status: 503 })),
})
process.stdout.write(`Developing on http://127.0.0.1:${PORT}\n`)

let soon: Timer | undefined
for (const folder of ['src', 'islands', 'public'])
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    // What the build writes is no change.
    if (folder === 'public' && name?.startsWith('islands')) return
    clearTimeout(soon)
    soon = setTimeout(() => (restarting = restarting.then(restart)), TOGETHER)
  })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    server?.kill(signal)
    await server?.exited
    process.exit(0)
  })
