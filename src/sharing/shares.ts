import { and, asc, count, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError, conflict, invalidFields } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { HOUR } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { shares, users } from '#db/schema/index.ts'
import * as notifications from '#notifications/notifications.ts'
import { changingAccess } from '#organizations/access.ts'
import * as audit from '#records/audit.ts'
import { mailOf } from '#ui/mail.tsx'
import * as rateLimit from '#web/rate-limit.ts'
import * as members from '#workspaces/members.ts'
import type { WorkspaceMember } from '#workspaces/rules/member.ts'
import type { Ctx, WorkspaceCtx } from '../ctx.ts'
import { absolute } from '../urls.ts'
import { includes, LEVEL_TEXTS, type Level } from './rules/level.ts'
import { MOST_SHARES } from './rules/sharing.ts'

/** What can be shared by name. */
export type Thing = { kind: 'canvas' | 'conversation'; id: string }
type Named = Thing & { name: string; path: string }
export type Share = { user: { id: string; name: string; email: string }; level: Level; createdAt: Date }

/** People who are told that something is shared with them, by one person. */
const TOLD = { most: 60, window: HOUR }

/** How a row says what it is of. */
export const idOf = ({ kind, id }: Thing) => (kind === 'canvas' ? { canvasId: id } : { conversationId: id })
/** Which rows are of a thing. */
export const isOf = (rows: { canvasId: PgColumn; conversationId: PgColumn }, { kind, id }: Thing) =>
  eq(kind === 'canvas' ? rows.canvasId : rows.conversationId, id)

/** With whom a thing is shared by name, as long as they may see the workspace. */
async function list(ctx: WorkspaceCtx, thing: Thing): Promise<Share[]> {
  const rows = await ctx.db
    .select({
      user: { id: users.id, name: users.name, email: users.email },
      level: shares.level,
      createdAt: shares.createdAt,
    })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .where(isOf(shares, thing))
    .orderBy(asc(shares.id))
    .limit(MOST_SHARES)
  const seeing = await Promise.all(rows.map(({ user }) => members.find(ctx, user.id)))
  return rows.filter((_, at) => seeing[at] !== null)
}

/** How a thing is shared, as pages tell it. @param about by: whose it is; may: whether the person changes it */
export async function described(
  ctx: WorkspaceCtx,
  thing: Thing,
  { by, ...about }: { workspace: Level | null; by: string; may: boolean },
) {
  const { id, name, email } = users
  const [maker] = await ctx.db.select({ id, name, email }).from(users).where(eq(id, by))
  return { ...about, workspaceId: ctx.workspace.id, by: maker!, people: await list(ctx, thing) }
}

/** What somebody was given by name; null: nothing. Whether they may see the workspace is asked elsewhere. */
export async function levelOf(ctx: Pick<Ctx, 'db'>, thing: Thing, userId: string): Promise<Level | null> {
  const [row] = await ctx.db
    .select({ level: shares.level })
    .from(shares)
    .where(and(isOf(shares, thing), eq(shares.userId, userId)))
  return row?.level ?? null
}

/** @throws AppError forbidden `shared_level` where the level does not hold what is needed */
export function demand(kind: Thing['kind'], level: Level, needed: Level): void {
  const who = kind === 'canvas' ? 'Whoever made it, or an owner of the workspace,' : 'Whose conversation it is'
  if (!includes(level, needed))
    throw new AppError(
      'forbidden',
      `You can ${LEVEL_TEXTS[level]} this ${kind}, not ${LEVEL_TEXTS[needed]} it. ${who} can let you.`,
      { code: 'shared_level', details: { level } },
    )
}

/**
 * Gives somebody of the workspace a level by name, or another one. Who is new is told.
 * @param most what somebody with this role may have at most, and why not more
 * @throws AppError invalid for somebody who may not see the workspace, and for a level that their role may not have; conflict `too_many_shares`; rate_limited
 */
export const put = (
  ctx: WorkspaceCtx,
  thing: Named,
  { userId, level }: { userId: string; level: Level },
  refusal: (member: WorkspaceMember) => string | null,
): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const member = await members.find(ctx, userId)
    if (!member || userId === ctx.user.id)
      throw invalidFields({ user_id: 'Choose somebody else who may see this workspace. Others are added to it first.' })
    const refused = refusal(member)
    if (refused) throw invalidFields({ level: refused })
    const before = await levelOf(ctx, thing, userId)
    const isThis = and(isOf(shares, thing), eq(shares.userId, userId))
    const action = `${thing.kind}.share` as const
    await audit.record(ctx, action, thing.id, { user_id: userId, level: { before, after: level } })
    if (before) return void (await ctx.db.update(shares).set({ level }).where(isThis))
    const [row] = await ctx.db.select({ all: count() }).from(shares).where(isOf(shares, thing))
    if (row!.all >= MOST_SHARES)
      throw conflict(
        `It can be shared with ${MOST_SHARES} people by name. Share it with the workspace.`,
        'too_many_shares',
      )
    await ctx.db
      .insert(shares)
      .values({ id: newId(), ...idOf(thing), userId, level, createdBy: ctx.user.id, createdAt: ctx.now() })
      .onConflictDoNothing()
    await rateLimit.take(ctx, `share:${ctx.user.id}`, TOLD)
    await tell(ctx, thing, member.user, level)
  })

/** Takes back what somebody was given by name. */
export const remove = (ctx: WorkspaceCtx, thing: Thing, userId: string): Promise<void> =>
  changingAccess(ctx, async (ctx) => {
    const [gone] = await ctx.db
      .delete(shares)
      .where(and(isOf(shares, thing), eq(shares.userId, userId)))
      .returning()
    if (!gone) return
    await notifications.withdraw(ctx, subjectOf(thing, userId))
    await audit.record(ctx, `${thing.kind}.unshare`, thing.id, { user_id: userId })
  })

const subjectOf = ({ kind, id }: Thing, userId: string) => `share:${kind}:${id}:${userId}`

async function tell(ctx: WorkspaceCtx, thing: Named, user: Share['user'], level: Level): Promise<void> {
  const by = ctx.user.name || ctx.user.email
  const [title, text] = [`${by} shared “${thing.name}” with you`, `You can ${LEVEL_TEXTS[level]} it.`]
  const mail = mailOf({
    title,
    paragraphs: [text],
    facts: { Workspace: ctx.workspace.name },
    action: { label: 'Open it', address: absolute(ctx.config, thing.path) },
    footnote: `You get this mail because you may see the workspace ${ctx.workspace.name}. Choose in your profile which mails you get.`,
  })
  await notifications.tell(
    ctx,
    [user],
    {
      ...{ kind: 'share', workspaceId: ctx.workspace.id, title, text },
      ...{ path: thing.path, subject: subjectOf(thing, user.id) },
    },
    { kind: 'shared', text: mail },
  )
}
