import { warmUp } from '#auth/identity.ts'
import { conflict } from '#base/errors.ts'
import { SECOND } from '#base/time.ts'
import * as webhooks from '#billing/webhooks.ts'
import { canvasesChanged, peopleTold } from '#canvases/live.ts'
import { tablesChanged } from '#catalog/publish.ts'
import * as feed from '#chat/feed.ts'
import { interruptRunning, sweepAtStart } from '#chat/interrupted.ts'
import * as running from '#chat/running.ts'
import * as refreshes from '#connections/refresh.ts'
import { interruptRuns } from '#evaluations/runs.ts'
import * as files from '#files/files.ts'
import { keepSpare } from '#files/reader.ts'
import * as uploads from '#files/uploads.ts'
import { notificationsChanged } from '#notifications/live.ts'
import { accessChanged } from '#organizations/access.ts'
import { endWaiting } from '#workspaces/event-stream.ts'
import { type Config, MOST_UPLOAD_MB } from './config.ts'
import type { World } from './ctx.ts'
import { type RunningJobs, startJobs } from './jobs.ts'
import { urls } from './urls.ts'
import { createWorld } from './world.ts'

/** How long readyz says 503 before the server stops accepting connections, so that a load balancer can check once more. */
const NOTICE = 0.3 * SECOND
/** When what the first sign-in needs is loaded: after the page that people are waiting for. */
const WARM_UP = SECOND
/** When the process starts that the first file will be read with: after what people come for first. */
const READER = 3 * SECOND
/** What requests in flight get to finish, streams included. */
const REQUEST_LIMIT = 25 * SECOND
/** What closing the workers and the database may take after that. */
const CLOSING = 10 * SECOND
/**
 * Seconds that a connection is kept between two answers, and within which the head of the next request has come; that of the first has
 * 12 of the server's own. More than proxies keep theirs, 60 as a rule, so that they do not ask one that closes.
 */
const IDLE_S = 120
/** Room in an upload's body for what multipart adds to the file. */
const MULTIPART = 1_000_000

export type RunningServer = {
  /** Where people reach it: BASE_URL, or the address it listens on. */
  address: string
  world: World
  /** Finishes what is running, closes everything. Never rejects; takes about half a minute at most. */
  stop(): Promise<void>
}

/**
 * Opens the world and serves it.
 * @throws AppError conflict `data_folder_in_use` or `port_in_use`; whatever opening the database throws
 */
export async function startServer(config: Config): Promise<RunningServer> {
  // The database is compiled by other threads; this one reads the rest of the program meanwhile.
  const [world, { createApp }] = await Promise.all([createWorld(config), import('./app.ts')])
  await sweepAtStart(world)
  if (!config.DATABASE_URL)
    await Promise.all([files.sweepAtStart(world), refreshes.sweepAtStart(world), uploads.sweepAtStart(world)])
  const app = createApp(world)
  let stopping = false
  let jobs: RunningJobs | undefined
  const stoppingAnswer = () =>
    Response.json({ status: 'not ready', reason: 'The server is stopping.' }, { status: 503 })
  const listener = await listen(config, (asked, server) => {
    const request = withHost(asked)
    if (request && !isHealth(new URL(request.url).pathname)) jobs?.asked()
    if (!request) return new Response('The request names no host.\n', { status: 400 })
    return stopping && new URL(request.url).pathname === urls.readyz
      ? stoppingAnswer()
      : withoutIdleLimit(asked, server, () => app.fetch(request, server))
  }).catch(async (error) => {
    await world.close()
    throw error
  })
  // PORT=0 took a free one; links in mails name it.
  Object.assign(config, { PORT: listener.port })
  hearOthers(world)
  await webhooks.keepSecret(world)
  world.sandbox?.sendTo(async (body, headers) =>
    app.request(urls.apiRazorpayWebhook, { method: 'POST', headers, body }),
  )
  jobs = startJobs(world)
  world.log.info('server started', { port: listener.port, production: config.production })
  setTimeout(() => void warmUp(world), WARM_UP).unref()
  setTimeout(() => !stopping && keepSpare(world), READER).unref()

  return {
    address:
      config.BASE_URL ?? `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${listener.port}`,
    world,
    async stop() {
      stopping = true
      world.log.info('server stops')
      await Bun.sleep(NOTICE)
      const finished = listener.stop()
      endWaiting()
      await within(REQUEST_LIMIT, Promise.all([finished, jobs?.stop()]), 'requests in flight')
      // Whoever still waits for an answer is told that it was interrupted, and it costs nothing.
      await within(CLOSING, Promise.all([interruptRunning(world), interruptRuns()]), 'running answers')
      // A stream that was interrupted has a last word to say.
      await within(SECOND, finished, 'streams')
      await listener.stop(true)
      await within(CLOSING, world.close(), 'closing')
    },
  }

  /** Waits for `work`, at most `ms`; says in the log when it was not enough. */
  async function within(ms: number, work: Promise<unknown>, what: string): Promise<void> {
    const late = Symbol()
    const first = await Promise.race([work, Bun.sleep(ms).then(() => late)]).catch((error) => {
      world.log.error('stopping failed', { what, error })
    })
    if (first === late) world.log.warn('stopping took too long', { what, ms })
  }
}

function hearOthers(world: World): void {
  const { bus, settingsStore, log } = world
  bus.hear('answers', feed.eventsSaved)
  bus.hear('stops', (ids) => {
    for (const id of ids) running.abort(id, 'stopped')
  })
  bus.hear('access', accessChanged)
  bus.hear('canvases', canvasesChanged)
  bus.hear('people', (ids) => {
    peopleTold(world, ids).catch((error) => log.warn('who looks at a canvas could not be looked up', { error }))
  })
  bus.hear('notifications', notificationsChanged)
  bus.hear('tables', tablesChanged)
  bus.hear('settings', () => {
    settingsStore.refresh().catch((error) => log.warn('settings could not be looked up', { error }))
  })
}

/** Balancers ask so all the time. */
const isHealth = (path: string): boolean => path === urls.healthz || path === urls.readyz

/** A request whose address is whole. HTTP/1.0 needs no host, and a header can say anything: balancers that look after us get by without. */
function withHost(request: Request): Request | null {
  if (URL.canParse(request.url)) return request
  return isHealth(request.url) ? new Request(`http://localhost${request.url}`, { method: request.method }) : null
}

/** While an answer is worked on nobody is idle: bodies and answers have limits of their own. */
async function withoutIdleLimit(
  request: Request,
  server: Bun.Server<undefined>,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  server.timeout(request, 0)
  try {
    return await answer()
  } finally {
    server.timeout(request, IDLE_S)
  }
}

type Fetch = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>

async function listen({ HOST, PORT, UPLOAD_MAX_MB }: Config, fetch: Fetch): Promise<Bun.Server<undefined>> {
  try {
    return Bun.serve({
      hostname: HOST,
      port: PORT,
      fetch,
      idleTimeout: IDLE_S,
      // What settings allow is counted while a file comes in; this bound stands for as long as the server runs.
      maxRequestBodySize: (UPLOAD_MAX_MB ?? MOST_UPLOAD_MB) * 1_048_576 + MULTIPART,
    })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw conflict(`Port ${PORT} of ${HOST} is in use by another program. Stop it, or set another PORT.`, 'port_in_use')
  }
}
