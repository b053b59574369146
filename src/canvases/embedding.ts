import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { decodeJwt, jwtVerify } from 'jose'
import { AppError, invalid } from '#base/errors.ts'
import { newId, newToken } from '#base/ids.ts'
import { seal, unseal } from '#base/seal.ts'
import { MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { canvasEmbeddings } from '#db/schema/index.ts'
import { can } from '#organizations/rules/permission.ts'
import * as audit from '#records/audit.ts'
import { check } from '#web/input.ts'
import * as rateLimit from '#web/rate-limit.ts'
import { asPersonIn } from '#workspaces/as-person.ts'
import type { Ctx, WorkspaceCtx } from '../ctx.ts'
import { type CanvasCtx, snapshotOf, workspaceOf } from './canvases.ts'
import { filteredBlocks, filtering } from './filters.ts'
import type { Snapshot } from './rules/block.ts'
import { embedClaims, embedFilters, LARGEST_TOKEN, LONGEST_TOKEN, unknownClaim } from './rules/embedding.ts'
import type { Board } from './rules/shown-board.ts'
import { statementsOf } from './rules/statements.ts'
import { boardOf } from './shared-board.ts'

type Row = typeof canvasEmbeddings.$inferSelect
export type Embedding = Pick<Row, 'hosts' | 'secretAt'>

/** Openings from one address, behind which an office may sit. */
const OPENINGS = { most: 1_200, window: 5 * MINUTE }
/** One board with the same filters is brought up to date at most so often, and all boards of a workspace together. */
const REFRESH = { most: 1, window: 15 * MINUTE }
const REFRESHES = { most: 300, window: 15 * MINUTE }

const placeOf = (id: string) => `canvas_embeddings:${id}:secret`
const find = async (ctx: Pick<Ctx, 'db'>, workspaceId: string): Promise<Row | null> => {
  const [row] = await ctx.db.select().from(canvasEmbeddings).where(eq(canvasEmbeddings.workspaceId, workspaceId))
  return row ?? null
}

/** Where boards of the workspace may be embedded. */
export const get = async (ctx: WorkspaceCtx): Promise<Embedding> =>
  (await find(ctx, ctx.workspace.id)) ?? { hosts: [], secretAt: null }

/** Says which pages may show boards of the workspace in a frame. */
export const allow = (ctx: WorkspaceCtx, hosts: string[]): Promise<Embedding> =>
  inTransaction(ctx, async (ctx) => {
    const before = await find(ctx, ctx.workspace.id)
    const row = await put(ctx, { hosts })
    await audit.record(ctx, 'embedding.update', ctx.workspace.id, {
      hosts: { before: before?.hosts ?? [], after: hosts },
    })
    return row
  })

/** Makes the secret that tokens are signed with, in place of the one before: what that has signed is void. @returns it, this once */
export const renewSecret = (ctx: WorkspaceCtx): Promise<Embedding & { secret: string }> =>
  inTransaction(ctx, async (ctx) => {
    const secret = newToken()
    const { id } = await put(ctx, {})
    const [row] = await ctx.db
      .update(canvasEmbeddings)
      .set({ secret: seal(ctx.config.sealKeys, placeOf(id), secret), secretAt: ctx.now(), createdBy: ctx.user.id })
      .where(eq(canvasEmbeddings.id, id))
      .returning()
    await audit.record(ctx, 'embedding.renew_secret', ctx.workspace.id)
    return { ...row!, secret }
  })

/** Ends all embedding: hosts and secret are forgotten. */
export const remove = (ctx: WorkspaceCtx): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .delete(canvasEmbeddings)
      .where(eq(canvasEmbeddings.workspaceId, ctx.workspace.id))
      .returning({ id: canvasEmbeddings.id })
    if (gone.length > 0) await audit.record(ctx, 'embedding.delete', ctx.workspace.id)
  })

async function put(ctx: WorkspaceCtx, change: { hosts?: string[] }): Promise<Row> {
  const made = { id: newId(), workspaceId: ctx.workspace.id, hosts: [], createdBy: ctx.user.id, createdAt: ctx.now() }
  const [row] = await ctx.db
    .insert(canvasEmbeddings)
    .values({ ...made, ...change })
    .onConflictDoUpdate({ target: canvasEmbeddings.workspaceId, set: { workspaceId: ctx.workspace.id, ...change } })
    .returning()
  return row!
}

/** A board that another site shows: the ctx is that of the owner who made the secret. `filters`: as addresses have them. */
export type EmbedCtx = CanvasCtx & { hosts: string[]; filters: string }

/** Says the same whatever the reason: whoever has not the secret learns nothing. */
const refused = () =>
  new AppError(
    'not_found',
    'This board cannot be shown: the token in its address is wrong, over, or signed by another secret.',
  )

/**
 * The board that a signed token names.
 * @throws AppError not_found with one sentence unless it is signed by the secret of the workspace; invalid, with what is wrong, where it is; rate_limited
 */
export async function enter(ctx: Ctx, token: string): Promise<EmbedCtx> {
  if (ctx.actor.ip) await rateLimit.take(ctx, `canvas-embed:${ctx.actor.ip}`, OPENINGS)
  const canvas = await named(ctx, token)
  const row = canvas && (await find(ctx, canvas.workspaceId))
  if (!canvas || !row?.secret) throw refused()
  const claims = await verified(ctx, token, unseal(ctx.config.sealKeys, placeOf(row.id), row.secret))
  const inside = await asPersonIn(ctx, canvas.workspaceId, row.createdBy)
  if (!inside || !can(inside.workspace.role, 'UPDATE_WORKSPACE')) throw refused()
  // Nothing of a token is looked at before here, so that only whoever may sign one learns what is wrong with it.
  const { exp, filters, parameters } = check(embedClaims, claims)
  const unknown = unknownClaim(claims)
  if (unknown !== undefined)
    throw invalid(
      `The token has a claim that is not known here: ${unknown}. What a board shows is set by canvas, exp, filters and parameters.`,
      'unknown_claim',
    )
  // A name that no object takes, such as __proto__, would filter nothing.
  const count = (of: object | undefined) => Object.keys(of ?? {}).length
  const said = claims as { filters?: object; parameters?: object }
  if (count(said.filters) !== count(filters) || count(said.parameters) !== count(parameters))
    throw invalid('The token has a filter or parameter without a name.')
  const names = new Set(canvas.parameters.map(({ name }) => name))
  const wrong = Object.keys(parameters).find((name) => !names.has(name))
  if (wrong) throw invalid(`The token has a parameter that this canvas has not: ${wrong}`)
  // A row filter that only sets a parameter would keep nobody apart.
  const unfiltered = Object.keys(filters).find((name) => names.has(name))
  if (unfiltered) throw invalid(`${unfiltered} is a parameter of this canvas: give it in parameters.`)
  if (exp * 1000 - ctx.now().getTime() > LONGEST_TOKEN * 1000)
    throw invalid('The token works for too long: let exp be at most 24 hours from now.')
  return { ...inside, canvas, hosts: row.hosts, filters: embedFilters(filters, parameters) }
}

/** The canvas that a token says it is for, whoever wrote it. */
async function named(ctx: Ctx, token: string): Promise<CanvasCtx['canvas'] | null> {
  if (token.length > LARGEST_TOKEN) return null
  let id: unknown
  try {
    id = decodeJwt(token).canvas
  } catch {
    // It is no token at all.
    return null
  }
  return typeof id === 'string' ? workspaceOf(ctx, id) : null
}

async function verified(ctx: Ctx, token: string, secret: string): Promise<object> {
  try {
    const how = { algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: ctx.now() }
    return (await jwtVerify(token, new TextEncoder().encode(secret), how)).payload
  } catch {
    // Signed by another secret or in another way, changed, or over.
    throw refused()
  }
}

/**
 * What a token lets be seen of its board: blocks whose statements every filter of it reaches. Others show nothing, also those that the
 * board itself leaves out of a filter: a row filter keeps customers apart.
 * @throws AppError invalid for filters that the board has not
 */
export async function seen(ctx: EmbedCtx): Promise<Snapshot> {
  const snapshot = await snapshotOf(ctx, ctx.canvas)
  const set = await filtering(ctx, ctx.filters, { exact: true })
  if (set.problems.length > 0) throw invalid(`The token has a wrong value. ${set.problems[0]}`)
  if (set.wrong.length > 0) throw invalid(`The token has a filter that this canvas has not: ${set.wrong[0]}`)
  const found = await filteredBlocks(ctx, snapshot.blocks, set)
  const isWhole = set.set.every(({ value }) => value.kind === 'parameter')
  const blocks = snapshot.blocks.flatMap((block) => {
    const { shown, effects } = found.get(block.id)!
    // The words of an answer were made of everybody's rows, also those without a number.
    const isKept =
      statementsOf(block).length === 0 ? block.kind !== 'prose' || isWhole : effects.every(({ why }) => why === null)
    return isKept ? [shown] : []
  })
  return { ...snapshot, blocks }
}

/** The board as another site shows it. What is stale is run, within limits. */
export async function view(ctx: EmbedCtx): Promise<Board> {
  const key = createHash('sha256')
    .update(JSON.stringify([ctx.canvas.id, ctx.filters]))
    .digest('base64url')
  const refreshes = await rateLimit
    .take(ctx, `canvas-embed-refresh:${key}`, REFRESH)
    .then(
      () => rateLimit.take(ctx, `canvas-embed-refresh:${ctx.workspace.id}`, REFRESHES).then(() => true, isFull),
      isFull,
    )
  return boardOf(ctx, await seen(ctx), { reader: 'anybody', refreshes })
}

function isFull(error: unknown): false {
  if (error instanceof AppError && error.kind === 'rate_limited') return false
  throw error
}
