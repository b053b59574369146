import { and, asc, count, eq, getTableColumns, inArray, isNull, lt } from 'drizzle-orm'
import { AppError, conflict, forbidden, invalidFields, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { seal, unseal } from '#base/seal.ts'
import { ago, DAY, MINUTE, SECOND } from '#base/time.ts'
import { asSystem } from '#billing/system.ts'
import * as conversations from '#chat/conversations.ts'
import { ownDatabase } from '#connections/drivers/pool.ts'
import { claimWaiting } from '#db/claim.ts'
import { inTransaction } from '#db/connect.ts'
import { forget } from '#db/forget.ts'
import { canvases, watchDeliveries, watches, watchWebhooks } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import { can } from '#organizations/rules/permission.ts'
import { createWeb, readText } from '#outside/guarded-fetch.ts'
import { createNetwork } from '#outside/network.ts'
import * as audit from '#records/audit.ts'
import { asPersonIn } from '#workspaces/as-person.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { absolute, href, urls } from '../urls.ts'
import { LIMITS, type NewWebhook } from './rules/answers.ts'
import { bodyOf, type WatchEvent } from './rules/payload.ts'
import { secretOf, signed } from './signature.ts'

export type Webhook = Omit<typeof watchWebhooks.$inferSelect, 'secrets'>
export type Delivery = typeof watchDeliveries.$inferSelect
type Secrets = { url: string; secret: string }

/** First wait after an attempt that failed; it doubles with each, and after a day or so it is given up. */
const FIRST_PAUSE = 30 * SECOND
const MOST_ATTEMPTS = 12
/** Deliveries of one run of the job, and of one process at a time. */
const BATCH = 40
const AT_ONCE = 4
/** While one process sends, no other does; one that died gives it back by time. */
const CLAIM = 2 * MINUTE
const WAIT = 10 * SECOND
const WHOLE = 30 * SECOND
/** Bytes of an answer that are read: nothing of it is needed, and its beginning is shown where it refuses. */
const MOST_ANSWER = 64_000
const KEPT = 30 * DAY

const { secrets: _, ...columns } = getTableColumns(watchWebhooks)
const inWorkspace = (ctx: WorkspaceCtx) => eq(watchWebhooks.workspaceId, ctx.workspace.id)
const placeOf = (id: string) => `watch_webhooks:${id}:secrets`

/** The webhooks of the workspace, the oldest first, without their addresses. */
export const list = (ctx: WorkspaceCtx): Promise<Webhook[]> =>
  ctx.db
    .select(columns)
    .from(watchWebhooks)
    .where(inWorkspace(ctx))
    .orderBy(asc(watchWebhooks.id))
    .limit(LIMITS.webhooks)

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<Webhook> {
  const [one] = await ctx.db
    .select(columns)
    .from(watchWebhooks)
    .where(and(inWorkspace(ctx), eq(watchWebhooks.id, id)))
  if (!one) throw notFound('Webhook')
  return one
}

const networkOf = ({ ALLOWED_PRIVATE_HOSTS = '', DATABASE_URL }: World['config']) =>
  createNetwork({ allowed: ALLOWED_PRIVATE_HOSTS, refused: ownDatabase(DATABASE_URL) })

/**
 * Makes a webhook. `secret` is told this once: whoever receives checks the signature by it.
 * @throws AppError connection_failed for an address that this server does not reach; conflict `too_many_webhooks`
 */
export async function create(
  ctx: WorkspaceCtx,
  { name, url, format }: NewWebhook,
): Promise<Webhook & { secret: string }> {
  const { hostname, host, port, protocol } = new URL(url)
  await networkOf(ctx.config).resolve(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))
  const id = newId()
  const secret = secretOf(crypto.getRandomValues(new Uint8Array(32)))
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select({ all: count() }).from(watchWebhooks).where(inWorkspace(ctx))
    if (row!.all >= LIMITS.webhooks)
      throw conflict(`A workspace has at most ${LIMITS.webhooks} webhooks. Delete one first.`, 'too_many_webhooks')
    const secrets = seal(ctx.config.sealKeys, placeOf(id), JSON.stringify({ url, secret } satisfies Secrets))
    const about = { id, workspaceId: ctx.workspace.id, name, format, host }
    await ctx.db.insert(watchWebhooks).values({ ...about, secrets, createdBy: ctx.user.id, createdAt: ctx.now() })
    await audit.record(ctx, 'watch_webhook.create', id, { name, format, host })
  })
  return { ...(await get(ctx, id)), secret }
}

/** Deletes it with its log; watches that told it tell it no more. @throws AppError not_found */
export const remove = (ctx: WorkspaceCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { name, host } = await get(ctx, id)
    await ctx.db.delete(watchWebhooks).where(eq(watchWebhooks.id, id))
    await audit.record(ctx, 'watch_webhook.delete', id, { name, host })
  })

/** Those of these that are of the workspace. @throws AppError invalid where one is not */
export async function demandAll(ctx: WorkspaceCtx, ids: string[]): Promise<string[]> {
  const unique = [...new Set(ids)]
  const known = new Set((await list(ctx)).map(({ id }) => id))
  if (unique.some((id) => !known.has(id)))
    throw invalidFields({ webhooks: 'One of these webhooks is not of this workspace.' })
  return unique
}

/** What was sent to it, the last first. @throws AppError not_found */
export async function deliveries(ctx: WorkspaceCtx, id: string, page: PageRequest): Promise<Page<Delivery>> {
  await get(ctx, id)
  const ofThis = eq(watchDeliveries.webhookId, id)
  return pageById(ctx.db.select().from(watchDeliveries), watchDeliveries.id, ofThis, page, (one) => one.id)
}

/** Writes down what is to be sent. Call it in the transaction of what it tells. @returns the names of the webhooks that are still there */
export async function post(world: World, workspaceId: string, ids: string[], event: WatchEvent): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await world.db
    .select({ id: watchWebhooks.id, name: watchWebhooks.name })
    .from(watchWebhooks)
    .where(and(eq(watchWebhooks.workspaceId, workspaceId), inArray(watchWebhooks.id, ids)))
  const now = world.now()
  const values = found.map(({ id: webhookId }) => ({ webhookId, event, nextAt: now, createdAt: now }))
  if (values.length > 0) await world.db.insert(watchDeliveries).values(values)
  return found.map(({ name }) => name)
}

/** Sends a test now, once, and says how that went. @throws AppError not_found */
export async function test(ctx: WorkspaceCtx, id: string): Promise<Delivery> {
  const { name } = await get(ctx, id)
  const { workspace } = ctx
  const event: WatchEvent = {
    ...{ type: 'test', at: ctx.now().toISOString(), workspace: { id: workspace.id, name: workspace.name } },
    ...{ watch: null, canvas: null, value: null, title: `Test of ${name}` },
    paragraphs: ['This webhook works.'],
    ...{ facts: [{ name: 'Workspace', value: workspace.name }], tables: [] },
    address: absolute(ctx.config, href(urls.workspaceWebhooks, { id: workspace.id })),
  }
  const values = {
    webhookId: id,
    event,
    nextAt: new Date(Number(ctx.now()) + CLAIM),
    attempts: 1,
    createdAt: ctx.now(),
  }
  const [delivery] = await ctx.db.insert(watchDeliveries).values(values).returning()
  return send(ctx, delivery!, { again: false })
}

/** For the jobs: sends what waits. Each is sent by one process at a time. @returns how many were tried */
export async function deliver(world: World): Promise<number> {
  const due = claimWaiting(world, watchDeliveries, CLAIM, BATCH)
  let tried = 0
  const work = async () => {
    for await (const delivery of due) {
      await send(world, delivery, { again: true })
      tried++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tried
}

/** One attempt; how it went is kept. @param how again: whether it is tried again where it fails */
async function send(world: World, delivery: Delivery, { again }: { again: boolean }): Promise<Delivery> {
  const { id, webhookId, attempts } = delivery
  const ended = await endOf(world, delivery)
  const sending = ended === null ? attempt(world, delivery) : Promise.reject(ended)
  const answer = await sending.catch((error: Error) => {
    if (!(error instanceof AppError)) world.log.warn('a webhook could not be sent', { webhookId, error })
    return { status: null, error: error instanceof AppError ? error.message : 'It could not be sent.' }
  })
  const isSent = answer.error === null
  const isOver = !again || ended !== null || attempts >= MOST_ATTEMPTS
  const pause = Math.min(FIRST_PAUSE * 2 ** (attempts - 1), DAY)
  const [kept] = await world.db
    .update(watchDeliveries)
    .set({
      ...answer,
      state: isSent ? 'sent' : isOver ? 'failed' : 'waiting',
      nextAt: isSent || isOver ? null : new Date(Number(world.now()) + pause),
      sentAt: isSent ? world.now() : null,
    })
    .where(eq(watchDeliveries.id, id))
    .returning()
  return kept ?? { ...delivery, ...answer }
}

/** Why what waited is not sent any more: at each attempt as at a run, the watch and its maker's rights of now decide. */
async function endOf(world: World, { event }: Delivery): Promise<AppError | null> {
  if (!event.watch) return null
  const isThis = and(eq(watches.id, event.watch.id), isNull(watches.stoppedAt), isNull(canvases.deletedAt))
  const [of] = await world.db
    .select({ by: watches.createdBy, messageId: watches.messageId })
    .from(watches)
    .leftJoin(canvases, eq(canvases.id, watches.canvasId))
    .where(isThis)
  const ctx = of && (await asPersonIn(asSystem(world), event.workspace.id, of.by))
  const ended = forbidden('It was not sent: what it tells of ended, or whoever set it up may not any more.')
  if (!ctx || !can(ctx.workspace.role, 'UPDATE_CANVASES')) return ended
  if (!of.messageId) return null
  return conversations.ofMessage(ctx, of.messageId, 'assistant', 'read').then(
    () => null,
    (error) => {
      if (error instanceof AppError) return ended
      throw error
    },
  )
}

async function attempt(world: World, { id, webhookId, event }: Delivery): Promise<Pick<Delivery, 'status' | 'error'>> {
  const [webhook] = await world.db.select().from(watchWebhooks).where(eq(watchWebhooks.id, webhookId))
  if (!webhook) throw notFound('Webhook')
  const { url, secret } = JSON.parse(unseal(world.config.sealKeys, placeOf(webhookId), webhook.secrets)) as Secrets
  const body = bodyOf(webhook.format, event)
  const web = createWeb(networkOf(world.config), { bytes: MOST_ANSWER, waitMs: WAIT, wholeMs: WHOLE })
  const headers = { 'Content-Type': 'application/json', ...signed(secret, id, world.now(), body) }
  const answer = await web.get({ url, method: 'POST', body, headers })
  const text = await readText(answer, MOST_ANSWER)
  const isTaken = answer.status >= 200 && answer.status < 300
  return {
    status: answer.status,
    error: isTaken ? null : `${webhook.host} answered ${answer.status}: ${text.slice(0, 200)}`,
  }
}

/** For the jobs: forgets what was sent or given up long ago. @returns how many */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, watchDeliveries, lt(watchDeliveries.createdAt, ago(world, KEPT)))
