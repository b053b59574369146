import { and, count, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { conflict, forbidden, invalidFields, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { DAY } from '#base/time.ts'
import * as canvasesOf from '#canvases/canvases.ts'
import { withholding } from '#canvases/withheld.ts'
import { inTransaction } from '#db/connect.ts'
import { canvasBlocks, canvases, conversations, messages, users, watches, watchRuns } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import * as audit from '#records/audit.ts'
import { changed } from '#records/rules/change.ts'
import { toldIn } from '#reruns/reruns.ts'
import * as members from '#workspaces/members.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { LIMITS, type NewWatch, type WatchChange } from './rules/answers.ts'
import type { Condition } from './rules/condition.ts'
import { type Recipients, tellsNobody } from './rules/run.ts'
import { nextRun } from './rules/schedule.ts'
import { demandWatchable } from './seen.ts'
import * as webhooks from './webhooks.ts'

export type Watch = typeof watches.$inferSelect
export type WatchRun = typeof watchRuns.$inferSelect
type Person = { id: string; name: string }

const LONGEST_SNOOZE = 366 * DAY
type LastRun = Pick<WatchRun, 'status' | 'startedAt' | 'error'>
export type ListedWatch = Omit<Watch, 'recipients'> & {
  canvas: { id: string; name: string } | null
  answer: { messageId: string; resultId: string; conversationId: string } | null
  by: Person
  members: Person[]
  addresses: Recipients['addresses']
  webhooks: Person[]
  lastRun: LastRun | null
  mayChange: boolean
  onlyRefreshes: boolean
}

const named = { id: users.id, name: users.name }

const select = (ctx: WorkspaceCtx) =>
  ctx.db
    .select({
      watch: watches,
      canvas: { id: canvases.id, name: canvases.name },
      conversationId: conversations.id,
      by: named,
    })
    .from(watches)
    .leftJoin(canvases, and(eq(canvases.id, watches.canvasId), isNull(canvases.deletedAt)))
    .leftJoin(messages, eq(messages.id, watches.messageId))
    .leftJoin(conversations, and(eq(conversations.id, messages.conversationId), isNull(conversations.deletedAt)))
    .innerJoin(users, eq(users.id, watches.createdBy))
const inWorkspace = (ctx: WorkspaceCtx) => eq(watches.workspaceId, ctx.workspace.id)
/** Those of canvases and conversations that are there; of an answer, which is somebody's own, for whoever made it and owners. */
const isVisible = (ctx: WorkspaceCtx) =>
  and(
    inWorkspace(ctx),
    or(
      isNotNull(canvases.id),
      and(isNotNull(conversations.id), ctx.workspace.role === 'owner' ? undefined : eq(watches.createdBy, ctx.user.id)),
    ),
  )

const mayChange = (ctx: WorkspaceCtx, { createdBy }: Pick<Watch, 'createdBy'>): boolean =>
  createdBy === ctx.user.id || ctx.workspace.role === 'owner'

async function listed(ctx: WorkspaceCtx, rows: Awaited<ReturnType<typeof select>>): Promise<ListedWatch[]> {
  if (rows.length === 0) return []
  const told = [...new Set(rows.flatMap(({ watch }) => watch.recipients.members))]
  const [seen, hooks, people, runs] = await Promise.all([
    seenOf(
      ctx,
      rows.map(({ watch }) => watch),
    ),
    webhooks.list(ctx),
    told.length > 0 ? ctx.db.select(named).from(users).where(inArray(users.id, told)) : [],
    ctx.db
      .selectDistinctOn([watchRuns.watchId])
      .from(watchRuns)
      .where(
        inArray(
          watchRuns.watchId,
          rows.map(({ watch }) => watch.id),
        ),
      )
      .orderBy(watchRuns.watchId, desc(watchRuns.id)),
  ])
  return rows.map(({ watch: { recipients, ...watch }, canvas, conversationId, by }) => {
    const changes = mayChange(ctx, watch)
    return {
      ...watch,
      ...{ canvas, by, mayChange: changes, condition: seen.condition(watch.condition) },
      answer:
        watch.messageId && watch.resultId && conversationId
          ? { messageId: watch.messageId, resultId: watch.resultId, conversationId }
          : null,
      members: recipients.members.flatMap((id) => people.find((person) => person.id === id) ?? []),
      addresses: changes ? recipients.addresses : [],
      onlyRefreshes: tellsNobody(recipients),
      webhooks: hooks.filter(({ id }) => recipients.webhooks.includes(id)),
      lastRun: seen.run(runs.find(({ watchId }) => watchId === watch.id) ?? null),
    }
  })
}

/** What the person may see of watches: not the cell of a block that is withheld, nor a reason that names what is hidden. */
async function seenOf(ctx: WorkspaceCtx, all: Watch[]) {
  const { hidesNothing, isWithheld, names } = await withholding(ctx)
  const ids = hidesNothing ? [] : all.flatMap(({ condition }) => condition?.block ?? [])
  const blocks = await ctx.db.select().from(canvasBlocks).where(inArray(canvasBlocks.id, ids))
  const shows = ({ block }: Condition) => blocks.some((one) => one.id === block && !isWithheld(one))
  const cell = { column: 'hidden', row: null }
  return {
    condition: (one: Condition | null) => (one?.cell && !hidesNothing && !shows(one) ? { ...one, cell } : one),
    run: (one: LastRun | null) => (one?.error && names(one.error) ? { ...one, error: 'It could not be run.' } : one),
  }
}

/** The watches and schedules of the workspace, or of one canvas; the newest first. */
export async function list(ctx: WorkspaceCtx, page: PageRequest, canvas?: string): Promise<Page<ListedWatch>> {
  const wanted = and(isVisible(ctx), canvas ? eq(watches.canvasId, canvas) : undefined)
  const { items, next } = await pageById(select(ctx), watches.id, wanted, page, ({ watch }) => watch.id)
  return { items: await listed(ctx, items), next }
}

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<ListedWatch> {
  const [one] = await listed(ctx, await select(ctx).where(and(isVisible(ctx), eq(watches.id, id))))
  if (!one) throw notFound('Watch')
  return one
}

/** @throws AppError not_found; forbidden for those who neither made it nor own the workspace */
export async function load(ctx: WorkspaceCtx, id: string): Promise<Watch> {
  const [one] = await select(ctx).where(and(isVisible(ctx), eq(watches.id, id)))
  if (!one) throw notFound('Watch')
  if (!mayChange(ctx, one.watch)) throw forbidden('Only whoever made it and owners of the workspace may do this.')
  return one.watch
}

/** Who is told, as it is kept: what an owner adds is allowed by that, what others add waits for one. */
async function recipientsOf(
  ctx: WorkspaceCtx,
  { members: ids, addresses, webhooks: hooks }: { members: string[]; addresses: string[]; webhooks: string[] },
  before: Recipients['addresses'] = [],
): Promise<Recipients> {
  const unique = [...new Set(ids)]
  for (const id of unique)
    if (!(await members.find(ctx, id)))
      throw invalidFields({ members: 'One of these people may not see this workspace. Let them in first.' })
  const isAllowed = (address: string) =>
    ctx.workspace.role === 'owner' || before.some((one) => one.address === address && one.allowed)
  return {
    members: unique,
    addresses: [...new Set(addresses)].map((address) => ({ address, allowed: isAllowed(address) })),
    webhooks: await webhooks.demandAll(ctx, hooks),
  }
}

/** What a watch of a result of an answer is called: as the result is. @throws AppError not_found */
export async function nameOf(ctx: WorkspaceCtx, { message_id, result_id }: NonNullable<NewWatch['answer']>) {
  const { title, question } = await toldIn(ctx, message_id, result_id)
  return (title || question || 'An answer').slice(0, 120)
}

/** What a new one is of, as it is kept. @throws AppError not_found */
async function subjectOf(ctx: WorkspaceCtx, { canvas_id, answer, condition }: NewWatch) {
  if (answer) {
    const told = await toldIn(ctx, answer.message_id, answer.result_id)
    if (told.ctx.workspace.id !== ctx.workspace.id) throw notFound('Answer')
    return { canvasId: null, messageId: answer.message_id, resultId: told.before.result.id }
  }
  const canvas = await canvasesOf.workspaceOf(ctx, canvas_id!)
  if (canvas?.workspaceId !== ctx.workspace.id) throw notFound('Canvas')
  if (condition) await demandWatchable({ ...ctx, canvas }, condition)
  return { canvasId: canvas.id, messageId: null, resultId: null }
}

/**
 * Makes a schedule of a canvas, a watch of one of its numbers, or of what an answer says. It is run with what this person may see then.
 * @throws AppError not_found for the canvas or the answer; invalid; conflict `too_many_watches`
 */
export async function create(ctx: WorkspaceCtx, input: NewWatch): Promise<ListedWatch> {
  const { name, schedule, condition, only_changed: onlyChanged } = input
  const subject = await subjectOf(ctx, input)
  const recipients = await recipientsOf(ctx, input)
  const id = newId()
  const nextAt = await nextOf(ctx, schedule)
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select({ all: count() }).from(watches).where(inWorkspace(ctx))
    if (row!.all >= LIMITS.watches)
      throw conflict(
        `A workspace has at most ${LIMITS.watches} watches and schedules. Delete one first.`,
        'too_many_watches',
      )
    await ctx.db.insert(watches).values({
      ...{ id, workspaceId: ctx.workspace.id, ...subject, name, schedule, condition, onlyChanged, recipients },
      ...{ nextAt, createdBy: ctx.user.id, createdAt: ctx.now(), updatedAt: ctx.now() },
    })
    await audit.record(ctx, 'watch.create', id, {
      name,
      canvas: subject.canvasId,
      answer: subject.messageId,
      ...told(recipients),
    })
  })
  return get(ctx, id)
}

const told = ({ members, addresses, webhooks }: Recipients) => ({
  members: members.length,
  webhooks,
  addresses: addresses.map(({ address }) => address),
})

/** The next run, which leaves out the holidays that it names; null where no date is left. */
export async function nextOfSchedule(schedule: Watch['schedule'], after: Date): Promise<Date | null> {
  const free = schedule.holidays ? (await import('./rules/holidays.ts')).holidaysOf(schedule.holidays) : null
  return nextRun(schedule, after, free)
}

/** @throws AppError invalid where no date is left, or the holidays of the place are not known */
async function nextOf(ctx: WorkspaceCtx, schedule: Watch['schedule'], after = ctx.now()): Promise<Date> {
  const { holidays } = schedule
  if (holidays && !(await import('./rules/holidays.ts')).holidaysOf(holidays))
    throw invalidFields({ schedule: 'The public holidays of this place are not known. Choose another one.' })
  const next = await nextOfSchedule(schedule, after)
  if (!next) throw invalidFields({ schedule: 'Every date of it is left out. Leave out fewer.' })
  return next
}

/** Another number, or another limit, begins anew: what was true or told of the old one says nothing of it. */
const isSame = (a: Condition | null, b: Condition | null) => JSON.stringify(a) === JSON.stringify(b)

/** Changes it, pauses it, or lets it be silent until a moment. @throws AppError not_found, forbidden, invalid */
export async function update(ctx: WorkspaceCtx, id: string, change: WatchChange): Promise<ListedWatch> {
  const before = await load(ctx, id)
  const { name, schedule = before.schedule, condition = before.condition, state = before.state } = change
  if (before.stoppedAt && state === 'active')
    throw conflict(`An administrator of the server stopped this. ${before.pausedReason}`, 'watch_stopped')
  const canvas = before.canvasId ? await canvasesOf.workspaceOf(ctx, before.canvasId) : null
  if (condition && !canvas) throw invalidFields({ condition: 'A condition is about a number of a canvas.' })
  if (condition && !isSame(condition, before.condition)) await demandWatchable({ ...ctx, canvas: canvas! }, condition)
  const kept = { ...before.recipients, addresses: before.recipients.addresses.map(({ address }) => address) }
  const wanted = {
    members: change.members ?? kept.members,
    addresses: change.addresses ?? kept.addresses,
    webhooks: change.webhooks ?? kept.webhooks,
  }
  const changesPeople = [change.members, change.addresses, change.webhooks].some((one) => one !== undefined)
  if (tellsNobody(wanted) && (condition || !canvas)) throw invalidFields({ members: 'Say who is to be told.' })
  const recipients = changesPeople ? await recipientsOf(ctx, wanted, before.recipients.addresses) : before.recipients
  const until =
    change.snoozed_until === undefined ? before.snoozedUntil : change.snoozed_until && new Date(change.snoozed_until)
  if (Number(until) > Number(ctx.now()) + LONGEST_SNOOZE)
    throw invalidFields({ snoozed_until: 'It can be silent for at most a year. Pause it instead.' })
  const snoozedUntil = until && until > ctx.now() ? until : null
  const nextAt = state === 'active' ? await nextOf(ctx, schedule, snoozedUntil ?? ctx.now()) : null
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(watches)
      .set({
        ...{ name, schedule, condition, recipients, state, snoozedUntil, updatedAt: ctx.now() },
        onlyChanged: change.only_changed,
        ...(isSame(condition, before.condition) ? {} : { holds: false, baseline: null }),
        ...(state === 'active' ? { pausedReason: '' } : {}),
        nextAt,
      })
      .where(eq(watches.id, id))
    await audit.record(ctx, 'watch.update', id, {
      ...changed(before, { name, state, snoozedUntil }),
      ...(changesPeople ? told(recipients) : {}),
    })
  })
  return get(ctx, id)
}

/** Lets mails go to the addresses outside of the workspace that a member named. For owners. */
export const allow = (ctx: WorkspaceCtx, id: string): Promise<ListedWatch> =>
  inTransaction(ctx, async (ctx) => {
    const { recipients } = await load(ctx, id)
    const addresses = recipients.addresses.map(({ address }) => ({ address, allowed: true }))
    await ctx.db
      .update(watches)
      .set({ recipients: { ...recipients, addresses } })
      .where(eq(watches.id, id))
    await audit.record(ctx, 'watch.allow', id, told(recipients))
    return get(ctx, id)
  })

/** Deletes it, with what is known of its runs. @throws AppError not_found, forbidden */
export const remove = (ctx: WorkspaceCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { name } = await load(ctx, id)
    await ctx.db.delete(watches).where(eq(watches.id, id))
    await audit.record(ctx, 'watch.delete', id, { name })
  })

/** Its runs, the last first. @throws AppError not_found, forbidden */
export async function runs(ctx: WorkspaceCtx, id: string, page: PageRequest): Promise<Page<WatchRun>> {
  await load(ctx, id)
  const ofThis = eq(watchRuns.watchId, id)
  return pageById(ctx.db.select().from(watchRuns), watchRuns.id, ofThis, page, (run) => run.id)
}
