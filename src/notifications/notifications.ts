import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Page, PageRequest } from '#base/paging.ts'
import { shortened } from '#base/text.ts'
import { DAY } from '#base/time.ts'
import { inTransaction, onceKept } from '#db/connect.ts'
import { forget } from '#db/forget.ts'
import {
  notificationSettings,
  notifications,
  organizationMembers,
  organizations,
  workspaceMembers,
  workspaces,
} from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import { isActiveMember } from '#organizations/membership.ts'
import type { Mail } from '#outside/mail.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { Ctx, UserCtx, World } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { notificationsChanged } from './live.ts'
import { KEPT, LONGEST, mailsChosen, nextDigest, type SettingsChange } from './rules/notification.ts'

export type Told = typeof notifications.$inferSelect
export type Notification = Told & { workspace: { id: string; name: string } }
/** Which of these may not be read by their person any more: what they tell of was hidden, deleted, or is not shared with them. */
export type Withheld = (ctx: Ctx, userId: string, told: Told[]) => Promise<Set<string>>
type Person = { id: string; email: string }
type Note = Pick<Told, 'kind' | 'workspaceId' | 'title' | 'text' | 'path'> & { subject?: string }
type Telling = Pick<Ctx, 'db' | 'now' | 'mailer' | 'bus'>

/**
 * Tells people of something in the product, and by mail those who want that. Call it inside the transaction of what is told.
 * @returns who is sent a mail at once
 */
export async function tell(
  ctx: Telling,
  people: readonly Person[],
  note: Note,
  mail: { kind: mails.MailKind; text: Omit<Mail, 'to'> },
): Promise<Person[]> {
  if (people.length === 0) return []
  const ids = people.map(({ id }) => id)
  const title = shortened(note.title, LONGEST.title)
  const text = shortened(note.text, LONGEST.text)
  const chosen = await ctx.db.select().from(notificationSettings).where(inArray(notificationSettings.userId, ids))
  const byMail = (id: string): 'no' | 'at_once' | 'waits' => {
    const set = chosen.find(({ userId }) => userId === id)
    if (!mailsChosen(set?.mails ?? {})[note.kind]) return 'no'
    return !set || set.digest === 'none' || (set.watchesAtOnce && note.kind === 'watch') ? 'at_once' : 'waits'
  }
  await ctx.db
    .insert(notifications)
    .values(
      ids.map((userId) => ({ ...note, title, text, userId, createdAt: ctx.now(), waits: byMail(userId) === 'waits' })),
    )
  await announce(ctx, ids)
  const mailed = people.filter(({ id }) => byMail(id) === 'at_once')
  // Who may not see the workspace any more is still told that their watch of it is paused.
  const rightsOf = (userId: string) =>
    mail.kind === 'watch_paused' ? {} : { rights: { userId, workspaceIds: [note.workspaceId] } }
  for (const { id, email } of mailed) await mails.post(ctx, mail.kind, { to: email, ...mail.text, ...rightsOf(id) })
  return mailed
}

/** Lets the pages of these people count anew, once the transaction of the ctx is kept. */
async function announce({ db, bus }: Pick<Ctx, 'db' | 'bus'>, ids: string[]): Promise<void> {
  await bus.tell(db, 'notifications', ids)
  onceKept(db, () => notificationsChanged(ids))
}

/** Takes back what was told of something that is gone. Joins the transaction of the ctx. */
export async function withdraw(ctx: Pick<Ctx, 'db' | 'bus'>, subject: string): Promise<void> {
  const gone = await ctx.db
    .delete(notifications)
    .where(eq(notifications.subject, subject))
    .returning({ userId: notifications.userId })
  if (gone.length > 0)
    await announce(
      ctx,
      gone.map(({ userId }) => userId),
    )
}

/** The condition of notifications of a person, of workspaces that they may see now. */
export const isVisible = ({ db }: Pick<Ctx, 'db'>, userId: string) =>
  and(
    eq(notifications.userId, userId),
    exists(
      db
        .select({ one: sql`1` })
        .from(organizations)
        .innerJoin(organizationMembers, isActiveMember(organizations.id, userId))
        .leftJoin(
          workspaceMembers,
          and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.userId, userId)),
        )
        .where(
          and(
            eq(organizations.id, workspaces.organizationId),
            eq(organizations.status, 'active'),
            or(eq(organizationMembers.role, 'owner'), not(workspaces.restricted), isNotNull(workspaceMembers.id)),
          ),
        ),
    ),
  )
export const inWorkspace = and(eq(workspaces.id, notifications.workspaceId), eq(workspaces.status, 'active'))

/** What the person was told, the newest first. */
export async function list(ctx: UserCtx, request: PageRequest, { unread = false } = {}): Promise<Page<Notification>> {
  const all = ctx.db
    .select({ notification: notifications, workspace: { id: workspaces.id, name: workspaces.name } })
    .from(notifications)
    .innerJoin(workspaces, inWorkspace)
  const wanted = and(isVisible(ctx, ctx.user.id), unread ? isNull(notifications.readAt) : undefined)
  const { items, next } = await pageById(all, notifications.id, wanted, request, ({ notification: { id } }) => id)
  return { items: items.map(({ notification, workspace }) => ({ ...notification, workspace })), next }
}

/** A notice without its words, and the workspace instead of its page, where it may not be read any more. */
export const shown = <N extends Told>(one: N, withheld: Set<string>): N =>
  withheld.has(one.id)
    ? { ...one, title: WITHHELD, text: '', path: href(urls.workspace, { id: one.workspaceId }) }
    : one
const WITHHELD = 'This is not shown any more: it was hidden, deleted, or is not shared with you'

/** How many the person has not read. */
export async function unread(ctx: UserCtx): Promise<number> {
  const [row] = await ctx.db
    .select({ unread: count() })
    .from(notifications)
    .innerJoin(workspaces, inWorkspace)
    .where(and(isVisible(ctx, ctx.user.id), isNull(notifications.readAt)))
  return row!.unread
}

/** Marks these as read, or all of the person. Ids of others do nothing. */
export const markRead = (ctx: UserCtx, ids?: string[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const mine = and(eq(notifications.userId, ctx.user.id), isNull(notifications.readAt))
    await ctx.db
      .update(notifications)
      .set({ readAt: ctx.now() })
      .where(and(mine, ids && inArray(notifications.id, ids)))
    await announce(ctx, [ctx.user.id])
  })

/** Which kinds come to the person by mail as well, and when. */
export async function settings(ctx: UserCtx) {
  const [row] = await ctx.db.select().from(notificationSettings).where(eq(notificationSettings.userId, ctx.user.id))
  const { mails = {}, digest = 'none', timeZone = 'UTC', watchesAtOnce = false } = row ?? {}
  return { mails: mailsChosen(mails), digest, timeZone, watchesAtOnce }
}

/** Changes what is given, leaves the rest. What waited for a mail that is not wanted any more comes at once, as one. */
export const choose = (ctx: UserCtx, { mails, ...change }: SettingsChange) =>
  inTransaction(ctx, async (ctx) => {
    const before = await settings(ctx)
    const { digest = before.digest, time_zone: timeZone = before.timeZone } = change
    const set = {
      ...{ mails: { ...before.mails, ...mails }, digest, timeZone },
      watchesAtOnce: change.watches_at_once ?? before.watchesAtOnce,
    }
    const moves = digest !== before.digest || timeZone !== before.timeZone
    const digestAt = digest === 'none' ? ctx.now() : nextDigest(digest, timeZone, ctx.now())
    await ctx.db
      .insert(notificationSettings)
      .values({ userId: ctx.user.id, ...set, ...(moves ? { digestAt } : {}) })
      .onConflictDoUpdate({ target: notificationSettings.userId, set: { ...set, ...(moves ? { digestAt } : {}) } })
    await audit.record(ctx, 'user.update', ctx.user.id, { changed: ['notifications'] })
    return set
  })

/** For the jobs: forgets what is old, and of each person what is more than anybody reads. @returns how many */
export async function sweep({ db, now }: Pick<World, 'db' | 'now'>): Promise<number> {
  const place = sql<number>`row_number() over (partition by ${notifications.userId} order by ${notifications.id} desc)`
  const ranked = db
    .select({ id: notifications.id, place: place.as('place') })
    .from(notifications)
    .as('ranked')
  const beyond = db.select({ id: ranked.id }).from(ranked).where(gt(ranked.place, KEPT.most))
  const old = lt(notifications.createdAt, new Date(Number(now()) - KEPT.days * DAY))
  return forget({ db }, notifications, or(old, inArray(notifications.id, beyond)))
}
