import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { AppError, conflict, invalid } from '#base/errors.ts'
import { DAY, MINUTE } from '#base/time.ts'
import { forget } from '#db/forget.ts'
import { idempotentAnswers } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'
import type { HttpContext } from './http-context.ts'
import { isApi } from './response.ts'

const KEPT = DAY
/** A call that has not answered for so long died with its process; its key is free again. */
const GIVEN_UP = 30 * MINUTE
const MOST_KEPT = 1_000_000
const LONGEST_KEY = 255

/**
 * `Idempotency-Key` on unsafe API calls: the same call of the same person with the same key is done once. Its repetition gets the
 * same answer, or 409 while the first still runs. A call that fails leaves its key free. Keys of guests mean nothing: their answers
 * carry tokens, which are not written down.
 */
export async function once(c: HttpContext, work: () => Response | Promise<Response>): Promise<Response> {
  const given = c.req.header('idempotency-key')
  const { userId } = c.var.actor
  if (!given || !userId || !isApi(c) || ['GET', 'HEAD'].includes(c.req.method)) return work()
  if (given.length > LONGEST_KEY) throw invalid(`Idempotency-Key may have at most ${LONGEST_KEY} characters.`)
  const { world } = c.var
  const key = `${userId}:${sha256(given)}`
  const requestHash = await hashOf(c)
  if (!(await reserve(world, key, requestHash))) return repeat(world, key, requestHash)
  const answer = await attempt(world, key, work)
  await keep(world, key, answer)
  return answer
}

async function attempt(world: World, key: string, work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    // The transaction was rolled back, so the same key may try again; the error is handled as usual.
    await world.db.delete(idempotentAnswers).where(eq(idempotentAnswers.key, key))
    throw error
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** What makes two requests the same. The body of an upload is streamed by its handler and not read here. */
async function hashOf(c: HttpContext): Promise<string> {
  const { pathname, search } = new URL(c.req.url)
  const type = c.req.header('content-type') ?? ''
  const body = /json|urlencoded/.test(type) ? await c.req.text() : `${type}:${c.req.header('content-length')}`
  return sha256(`${c.req.method} ${pathname}${search}\n${body}`)
}

/** Takes the key for this call; false when another call has it. */
async function reserve(world: World, key: string, requestHash: string): Promise<boolean> {
  const now = world.now()
  const values = { key, requestHash, status: null, createdAt: now, expiresAt: new Date(now.getTime() + KEPT) }
  const dead = and(
    isNull(idempotentAnswers.status),
    lt(idempotentAnswers.createdAt, new Date(now.getTime() - GIVEN_UP)),
  )
  const taken = await world.db
    .insert(idempotentAnswers)
    .values(values)
    .onConflictDoUpdate({
      target: idempotentAnswers.key,
      set: { ...values, headers: null, body: null },
      setWhere: or(lt(idempotentAnswers.expiresAt, now), dead),
    })
    .returning({ key: idempotentAnswers.key })
  return taken.length > 0
}

/** Writes the answer down; of a stream or a long answer only that it was given. */
async function keep(world: World, key: string, answer: Response): Promise<void> {
  const type = answer.headers.get('content-type')
  // An answer that is not even to be stored by its receiver carries a secret.
  const secret = answer.headers.get('cache-control') === 'no-store'
  const text = !secret && (!type || type.startsWith('application/json')) ? await answer.clone().text() : null
  await world.db
    .update(idempotentAnswers)
    .set({
      status: answer.status,
      headers: type ? { 'content-type': type } : {},
      body: text !== null && text.length <= MOST_KEPT ? text : null,
    })
    .where(eq(idempotentAnswers.key, key))
}

async function repeat(world: World, key: string, requestHash: string): Promise<Response> {
  const [stored] = await world.db.select().from(idempotentAnswers).where(eq(idempotentAnswers.key, key))
  if (stored && stored.requestHash !== requestHash)
    throw conflict('This Idempotency-Key was used for another request. Choose a new one.', 'idempotency_mismatch')
  if (!stored || stored.status === null)
    throw new AppError('conflict', 'The first request with this Idempotency-Key is still running.', {
      code: 'still_running',
      details: { retry_after: 1 },
    })
  if (stored.body === null)
    throw conflict('The request with this Idempotency-Key was answered; its answer was not kept.', 'already_done')
  return new Response(stored.status === 204 ? null : stored.body, {
    status: stored.status,
    headers: { ...stored.headers, 'Idempotent-Replay': 'true' },
  })
}

/** Forgets answers that are older than a day; a job calls it. Returns how many there were. */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, idempotentAnswers, lt(idempotentAnswers.expiresAt, world.now()))
