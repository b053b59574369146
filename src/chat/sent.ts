import { eq, inArray, lte, type SQL } from 'drizzle-orm'
import type { Egress, RecordedRequest } from '#analyst/egress.ts'
import type { Sent } from '#analyst/rules/sent.ts'
import { visibility } from '#analyst/visibility.ts'
import { AppError, forbidden } from '#base/errors.ts'
import { DAY } from '#base/time.ts'
import { seesHidden } from '#catalog/hidden.ts'
import { sentRequests } from '#db/schema/index.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'

/** How long the requests of an answer can be downloaded. */
const KEPT = 30 * DAY
/** What one run of the job removes at most. */
const MOST_REMOVED = 500

type Row = typeof sentRequests.$inferInsert
/** What was sent for an answer; `row`, where the requests were kept, is written with the answer. */
export type KeptRequests = { sent: Sent | null; row: Row | null }

/**
 * Keeps the requests that were made for an answer as a file, before the answer is. That the file could not be written is no reason to lose
 * the answer: its receipt says then that they are not kept.
 */
export async function keepRequests(
  ctx: WorkspaceCtx,
  { messageId, conversationId }: { messageId: string; conversationId: string },
  egress: Egress,
): Promise<KeptRequests> {
  const total = egress.total()
  const seen = egress.seen()
  if (!total || !seen) return { sent: null, row: null }
  const createdAt = ctx.now()
  const expiresAt = new Date(Number(createdAt) + KEPT)
  const storeKey = `workspaces/${ctx.workspace.id}/sent/${messageId}.json.zst`
  const about = { message_id: messageId, model: ctx.models.name, ...total }
  try {
    const path = await ctx.files.scratch('sent')
    await Bun.write(path, Bun.zstdCompressSync(Buffer.from(fileOf(about, egress.requests)), { level: 6 }))
    await ctx.files.adopt(storeKey, path, { passing: true })
  } catch (error) {
    ctx.log.error('the requests of an answer could not be kept', { messageId, error })
    return { sent: { ...total, kept_until: null }, row: null }
  }
  const byTable = Map.groupBy(seen.shown(), ([table]) => table)
  const tables = [...byTable].map(([table, of]): Row['shown'][number] => [
    table,
    [...new Set(of.flatMap(([, columns]) => columns))],
  ])
  const place = { messageId, workspaceId: ctx.workspace.id, conversationId, userId: ctx.user.id }
  return {
    sent: { ...total, kept_until: expiresAt.toISOString() },
    row: { ...place, storeKey, shown: tables, expiresAt, createdAt },
  }
}

/** JSON in which the body of each request stands byte for byte as it was sent. */
function fileOf(about: object, requests: readonly RecordedRequest[]): string {
  const lines = requests.map(({ body, ...request }) => {
    const head = JSON.stringify(request).slice(0, -1)
    return `${head},"body":${body === null ? 'null' : isJson(body) ? body : JSON.stringify(body)}}`
  })
  return `${JSON.stringify(about).slice(0, -1)},"sent":[\n${lines.join(',\n')}\n]}\n`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const drop = async (ctx: Pick<World, 'files'>, { row }: KeptRequests) => row && ctx.files.remove(row.storeKey)

/** Writes where the requests of an answer lie; joins the transaction of the ctx. */
export const record = async (ctx: Pick<World, 'db'>, { row }: KeptRequests) =>
  row && ctx.db.insert(sentRequests).values(row)

/**
 * The requests of an answer, as JSON. Whoever asked and owners of the workspace who may read the conversation get them; others read more
 * in them than in the answer.
 * @throws AppError forbidden for other readers, where the server shows no statements, and where something that the model was told was hidden since; not_found where none are kept
 */
export async function requestsOf(
  ctx: WorkspaceCtx & { conversation: { id: string; userId: string } },
  messageId: string,
): Promise<string> {
  if (ctx.models.explain?.show_sql === false)
    throw forbidden('This server shows no SQL, and the requests hold some. Ask a platform admin.')
  const isOwner = seesHidden(ctx)
  const [row] = await ctx.db.select().from(sentRequests).where(eq(sentRequests.messageId, messageId))
  if ((row?.userId ?? ctx.conversation.userId) !== ctx.user.id && !isOwner)
    throw forbidden('Only whoever asked and owners of the workspace can read what was sent.')
  if (!row || row.conversationId !== ctx.conversation.id || row.expiresAt <= ctx.now())
    throw new AppError('not_found', 'The requests of this answer are not kept, or not any more.')
  const isVisible = await visibility(ctx)
  if (!isOwner && !row.shown.every(([table, columns]) => isVisible(table, columns)))
    throw forbidden(
      'The requests tell of tables or columns that were hidden or removed since. Ask an owner of the workspace.',
    )
  const bytes = await Bun.file(await ctx.files.localPath(row.storeKey)).bytes()
  return Buffer.from(await Bun.zstdDecompress(bytes)).toString()
}

/** Whose requests a job removes soon: those of a conversation that is deleted, or of a person; joins the transaction of the ctx. */
const forget = (ctx: Pick<World, 'db' | 'now'>, which: SQL) =>
  ctx.db.update(sentRequests).set({ expiresAt: ctx.now() }).where(which)
export const forgetConversation = (ctx: Pick<World, 'db' | 'now'>, id: string) =>
  forget(ctx, eq(sentRequests.conversationId, id))
export const forgetPerson = (ctx: Pick<World, 'db' | 'now'>, id: string) => forget(ctx, eq(sentRequests.userId, id))

/** Removes requests that are kept no longer: bytes first, so that a run that dies is done again. @returns how many */
export async function sweep({ db, files, now }: Pick<World, 'db' | 'files' | 'now'>): Promise<number> {
  const due = await db
    .select({ id: sentRequests.messageId, storeKey: sentRequests.storeKey })
    .from(sentRequests)
    .where(lte(sentRequests.expiresAt, now()))
    .orderBy(sentRequests.expiresAt)
    .limit(MOST_REMOVED)
  for (const { storeKey } of due) await files.remove(storeKey)
  const ids = due.map(({ id }) => id)
  if (ids.length > 0) await db.delete(sentRequests).where(inArray(sentRequests.messageId, ids))
  return ids.length
}
