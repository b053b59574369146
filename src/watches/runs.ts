import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import { AppError, conflict, unprocessable } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#base/time.ts'
import { asSystem } from '#billing/system.ts'
import * as canvasesOf from '#canvases/canvases.ts'
import { isHiddenSince, rememberable } from '#canvases/refresh.ts'
import { blockName } from '#canvases/rules/block-name.ts'
import { hiddenIn, withheld } from '#chat/withheld.ts'
import { inTransaction } from '#db/connect.ts'
import {
  canvases,
  conversations,
  messages,
  organizations,
  users,
  watches,
  watchRuns,
  workspaces,
} from '#db/schema/index.ts'
import * as notifications from '#notifications/notifications.ts'
import { can } from '#organizations/rules/permission.ts'
import type { Mail } from '#outside/mail.ts'
import * as results from '#query/results.ts'
import * as mails from '#records/mails.ts'
import { sinceShown } from '#reruns/compared.ts'
import { since, toldIn } from '#reruns/reruns.ts'
import { type MailText, mailOf } from '#ui/mail.tsx'
import { asPersonIn } from '#workspaces/as-person.ts'
import * as members from '#workspaces/members.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { absolute, href, messageHref, urls } from '../urls.ts'
import * as mailTexts from './mail-texts.ts'
import { LIMITS } from './rules/answers.ts'
import type { BlockChange } from './rules/changed-mail.ts'
import { verdict } from './rules/condition.ts'
import { saidBy, type WatchEvent } from './rules/payload.ts'
import { type Seen, type Sent, tellsNobody } from './rules/run.ts'
import { type BlockSeen, type Drawn, numberSeen, seenOn, withPictures } from './seen.ts'
import { load, nextOfSchedule, type Watch, type WatchRun } from './watches.ts'
import * as webhooks from './webhooks.ts'

/** Runs of one process at a time, and of one turn of the job. */
const AT_ONCE = 3
const MOST = 60
/** A claim lasts so long unless it is renewed: a run whose process died is done anew by another then. */
const LEASE = MINUTE
/** Runs by hand that one watch has at most. */
const MOST_AN_HOUR = 20
const RENEW = 15 * SECOND
/** Results that would be gone within so long are kept for another month. */
const NEARLY_GONE = 15 * DAY
/** A run that its process did not survive so often is given up: it may be what ended the process. */
const MOST_ATTEMPTS = 3

type Claimed = { watch: Watch; run: WatchRun }
/** What is to be kept of a run, in one transaction with its mails. */
type Outcome = {
  status: 'sent' | 'quiet'
  seen: Seen
  text: MailText | null
  set: Partial<Pick<Watch, 'holds' | 'baseline' | 'sent'>>
}

/** For the jobs: runs what is due, the longest waiting first, each once however many servers there are. @returns how many */
export async function runDue(world: World): Promise<number> {
  let begun = 0
  const work = async () => {
    while (begun < MOST) {
      begun++
      const claimed = await claim(world)
      if (!claimed) {
        begun--
        return
      }
      await perform(world, claimed)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return begun
}

/** Runs one now, whenever it is due; its schedule stays. @throws AppError not_found, forbidden; conflict while it runs; rate_limited */
export async function runNow(ctx: WorkspaceCtx, id: string): Promise<WatchRun> {
  await load(ctx, id)
  const since = new Date(Number(ctx.now()) - HOUR)
  const [recent] = await ctx.db
    .select({ runs: count() })
    .from(watchRuns)
    .where(and(eq(watchRuns.watchId, id), gt(watchRuns.startedAt, since)))
  // Each may send mails to people who did not ask for them.
  if (recent!.runs >= MOST_AN_HOUR)
    throw new AppError('rate_limited', `It was run ${MOST_AN_HOUR} times within an hour. Wait a while.`)
  const claimed = await claim(ctx, id)
  if (!claimed) throw conflict('It is being run. Wait for the end of that.', 'busy')
  await perform(ctx, claimed)
  const [run] = await ctx.db.select().from(watchRuns).where(eq(watchRuns.id, claimed.run.id))
  return run!
}

/** Takes a watch for this process: the one named, or the one that has been due longest; null where there is none. */
const claim = (world: World, id?: string): Promise<Claimed | null> =>
  inTransaction(world, async ({ db, now, log }) => {
    const isFree = or(isNull(watches.claimedUntil), lt(watches.claimedUntil, now()))
    const isDue = and(eq(watches.state, 'active'), lte(watches.nextAt, now()))
    const [found] = await db
      .select({ watch: watches })
      .from(watches)
      .leftJoin(canvases, eq(canvases.id, watches.canvasId))
      .leftJoin(messages, eq(messages.id, watches.messageId))
      .leftJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(workspaces, and(eq(workspaces.id, watches.workspaceId), eq(workspaces.status, 'active')))
      .innerJoin(
        organizations,
        and(eq(organizations.id, workspaces.organizationId), eq(organizations.status, 'active')),
      )
      .where(
        and(
          isFree,
          isNull(watches.stoppedAt),
          isNull(canvases.deletedAt),
          isNull(conversations.deletedAt),
          id === undefined ? isDue : eq(watches.id, id),
        ),
      )
      .orderBy(asc(watches.nextAt))
      .limit(1)
      // What another process takes at this moment is not waited for.
      .for('update', { of: watches, skipLocked: true })
    if (!found) return null
    const { watch } = found
    const dueAt = id === undefined ? watch.nextAt! : now()
    const ofWatch = eq(watchRuns.watchId, watch.id)
    await db
      .update(watchRuns)
      .set({ status: 'interrupted', endedAt: now() })
      .where(and(ofWatch, eq(watchRuns.status, 'running')))
    const [before] = await db
      .select({ attempts: count() })
      .from(watchRuns)
      .where(and(ofWatch, eq(watchRuns.dueAt, dueAt), eq(watchRuns.status, 'interrupted')))
    const [run] = await db
      .insert(watchRuns)
      .values({ id: newId(), watchId: watch.id, dueAt, startedAt: now(), seen: {}, sent: [] })
      .returning()
    const claimed = { claimedBy: run!.id, claimedUntil: leaseFrom(now()) }
    await db.update(watches).set(claimed).where(eq(watches.id, watch.id))
    if (before!.attempts >= MOST_ATTEMPTS) log.error('runs of a watch end their process', { watch: watch.id })
    const error = before!.attempts >= MOST_ATTEMPTS ? 'The server went away during each of three attempts.' : null
    return { watch: { ...watch, ...claimed }, run: { ...run!, error } }
  })

const leaseFrom = (now: Date) => new Date(Number(now) + LEASE)
const isClaimed = ({ run, watch }: Claimed) => and(eq(watches.id, watch.id), eq(watches.claimedBy, run.id))

/** Does one run. Never rejects for what is wrong with it: the run says how it ended. */
async function perform(world: World, claimed: Claimed): Promise<void> {
  const renewing = setInterval(
    () =>
      void world.db
        .update(watches)
        .set({ claimedUntil: leaseFrom(world.now()) })
        .where(isClaimed(claimed))
        .catch((error) => world.log.warn('the claim of a run was not renewed', { error })),
    RENEW,
  )
  try {
    const { watch, run } = claimed
    if (run.error) return await fail(world, claimed, run.error)
    const ctx = await asPersonIn(asSystem(world), watch.workspaceId, watch.createdBy)
    if (!ctx || !can(ctx.workspace.role, 'UPDATE_CANVASES')) return await pause(world, claimed)
    await done(ctx, claimed, await outcomeOf(ctx, watch))
  } catch (error) {
    const isOurs = !(error instanceof AppError) || error.kind === 'internal'
    if (isOurs) world.log.error('a run of a watch failed', { watch: claimed.watch.id, error })
    await fail(world, claimed, isOurs ? 'Something went wrong on our side.' : error.message)
  } finally {
    clearInterval(renewing)
  }
}

/** Looks at the board with what its maker may see now, and says what follows from it. */
async function outcomeOf(ctx: WorkspaceCtx, watch: Watch): Promise<Outcome> {
  if (watch.messageId) return ofAnswer(ctx, watch, watch.messageId)
  const canvas = watch.canvasId ? await canvasesOf.workspaceOf(ctx, watch.canvasId) : null
  if (!canvas) throw unprocessable('The canvas was deleted.')
  const inside = { ...ctx, canvas }
  if (!watch.condition) {
    const blocks = await seenOn(inside)
    if (blocks.length === 0) throw unprocessable('There is nothing on the canvas that shows data.')
    if (blocks.every(({ data }) => data.error)) throw unprocessable(blocks[0]!.data.error!)
    const seen = { blocks: blocks.length }
    if (tellsNobody(watch.recipients)) return { status: 'quiet', seen, text: null, set: {} }
    const whole = async () => mailTexts.board(ctx, watch, canvas, await withPictures(inside, blocks))
    if (!watch.onlyChanged) return { status: 'sent', seen, text: await whole(), set: {} }
    const sent = Object.fromEntries(
      await rememberable(
        ctx,
        blocks.map(({ block }) => block),
      ),
    )
    const changes = await changesOf(ctx, blocks, watch.sent, sent)
    const isFirst = Object.keys(watch.sent).length === 0
    if (changes.length === 0 && !isFirst) return { status: 'quiet', seen: { ...seen, changed: 0 }, text: null, set: {} }
    const text = isFirst
      ? await whole()
      : mailTexts.changedBoard(ctx, watch, canvas, { blocks, changes: await drawn(inside, blocks, changes) })
    return { status: 'sent', seen: isFirst ? seen : { ...seen, changed: changes.length }, text, set: { sent } }
  }
  const seen = await numberSeen(inside, watch.condition)
  const { fires, ...set } = verdict(watch.condition, seen, watch, ctx.now())
  const [block] = fires ? await withPictures(inside, [seen.block]) : []
  return {
    status: fires ? 'sent' : 'quiet',
    seen: { value: seen.value, ...(seen.text ? { text: seen.text } : {}) },
    text: block ? mailTexts.fired(ctx, watch, canvas, { ...seen, block }, watch.baseline) : null,
    set,
  }
}

/** Runs the statement of a result of an answer, and says what changed since it was told last: by the answer itself at first. */
async function ofAnswer(ctx: WorkspaceCtx, watch: Watch, messageId: string): Promise<Outcome> {
  const resultId = watch.resultId!
  const told = await toldIn(ctx, messageId, resultId)
  // Mails and webhooks go to people of whom it is not known what they may see.
  const isGone = (await withheld(ctx, [messageId], { outside: true })).has(messageId)
  if (isGone || (await hiddenIn(ctx))([told.title, told.question]))
    throw unprocessable('The answer that is watched speaks of what is hidden now.')
  const last = watch.sent[resultId]
  const shows = last && !(await isHiddenSince(ctx, last.tables))
  const then = shows ? { result: last.page, at: new Date(last.at) } : told.before
  // What it read then is known as long as its result is kept.
  await results.keepLonger(ctx, [then.result.id], NEARLY_GONE)
  const { changes, now } = await since(told, then)
  const seen = { changed: changes.added + changes.removed + changes.changed }
  if (changes.same) return { status: 'quiet', seen, text: null, set: {} }
  const path = messageHref(ctx.workspace.id, told.ctx.conversation.id, messageId)
  const { chart, title, statement } = told
  const shown: Drawn[] = chart
    ? [{ block: { id: '', kind: 'chart', content: { title, ...statement, chart } }, data: { results: [now.page] } }]
    : []
  const [change] = await drawn(ctx, shown, [{ block: '', title: title || watch.name, changes }])
  const text = mailTexts.changedAnswer(ctx, watch, path, { shown, change: change! })
  return { status: 'sent', seen, text, set: { sent: { [resultId]: now } } }
}

/** What of the blocks is another thing than what was sent last; blocks that came, and that were never sent, are new. */
async function changesOf(
  ctx: WorkspaceCtx,
  blocks: BlockSeen[],
  before: Watch['sent'],
  now: Watch['sent'],
): Promise<BlockChange[]> {
  const all: BlockChange[] = []
  for (const { block } of blocks) {
    const later = now[block.id]
    if (!later) continue
    const last = before[block.id]
    const then = last && !(await isHiddenSince(ctx, last.tables)) ? last : undefined
    const changes = then ? await sinceShown(ctx, then, later) : null
    if (!changes?.same) all.push({ block: block.id, title: blockName(block), changes })
  }
  return all
}

/** Changes with pictures of what their charts show now. */
async function drawn(ctx: WorkspaceCtx, blocks: Drawn[], changes: BlockChange[]): Promise<BlockChange[]> {
  const changed = blocks.filter(({ block }) => changes.some((one) => one.block === block.id))
  const pictures = new Map((await withPictures(ctx, changed)).map(({ block, picture }) => [block.id, picture]))
  return changes.map((one) => ({ ...one, picture: pictures.get(one.block) }))
}

/**
 * Ends a run in one transaction with the mails that follow from it, if it is still this process's: of a process whose claim ran out nothing
 * is sent, and of one that dies here either all or nothing.
 */
const end = (
  world: World,
  claimed: Claimed,
  run: Partial<WatchRun>,
  set: Partial<Watch>,
  post: (world: World) => Promise<Sent[]>,
) =>
  inTransaction(world, async (world) => {
    const [still] = await world.db.select().from(watches).where(isClaimed(claimed)).for('update')
    if (!still) return world.log.warn('a run was taken over by another process', { run: claimed.run.id })
    const sent = await post(world)
    // A snooze or a pause that came meanwhile stays; so does the schedule where it was run by hand.
    const isNext = still.state === 'active' && Number(still.nextAt) === Number(claimed.run.dueAt)
    await world.db
      .update(watches)
      .set({
        ...(isNext ? { nextAt: await nextOfSchedule(still.schedule, world.now()) } : {}),
        ...set,
        ...{ claimedBy: null, claimedUntil: null },
      })
      .where(eq(watches.id, still.id))
    await world.db
      .update(watchRuns)
      .set({ ...run, sent, endedAt: world.now() })
      .where(eq(watchRuns.id, claimed.run.id))
    const old = world.db
      .select({ id: watchRuns.id })
      .from(watchRuns)
      .where(eq(watchRuns.watchId, still.id))
      .orderBy(desc(watchRuns.id))
      .offset(LIMITS.runs)
    await world.db.delete(watchRuns).where(inArray(watchRuns.id, old))
  })

async function done(ctx: WorkspaceCtx, claimed: Claimed, { status, seen, text, set }: Outcome): Promise<void> {
  const { watch } = claimed
  const { people, outside } = text ? await recipientsOf(ctx, watch) : { people: [], outside: [] }
  const mail = text && mailOf(text)
  const event = text && eventOf(ctx, watch, seen, text)
  const kind = watch.condition || watch.messageId ? 'watch' : 'board'
  await end(ctx, claimed, { status, seen }, { ...set, failing: false }, async (world) => {
    // A board that is mailed is the mail itself; that a number is reached, or an answer another one, is told in the product, and by mail whoever wants that.
    const note = text && kind === 'watch' ? noteOf(ctx, watch, text) : null
    const mailed = note ? await notifications.tell(world, people, note, { kind, text: mail! }) : []
    const workspaceIds = [watch.workspaceId]
    const theirs = { userId: watch.createdBy, workspaceIds, permission: 'UPDATE_CANVASES' as const }
    const to = [
      ...(note ? [] : people).map(({ id: userId, email }) => ({ to: email, rights: { userId, workspaceIds } })),
      ...outside.map((address) => ({ to: address, rights: theirs })),
    ]
    for (const one of to) await mails.post(world, kind, { ...mail!, ...one })
    const told = event ? await webhooks.post(world, watch.workspaceId, watch.recipients.webhooks, event) : []
    return [
      ...[...mailed.map(({ email }) => email), ...to.map(({ to }) => to)].map((to): Sent => ({ kind: 'mail', to })),
      ...people
        .filter((one) => note && !mailed.includes(one))
        .map(({ email }): Sent => ({ kind: 'notification', to: email })),
      ...told.map((name): Sent => ({ kind: 'webhook', to: name })),
    ]
  })
}

/** What webhooks are told of a run: the same as a mail says. */
function eventOf(ctx: WorkspaceCtx, watch: Watch, { value = null }: Seen, text: MailText): WatchEvent {
  const { id, name } = ctx.workspace
  return {
    ...{ type: watch.condition || watch.messageId ? 'watch.fired' : 'canvas.scheduled', at: ctx.now().toISOString() },
    ...{ workspace: { id, name }, watch: { id: watch.id, name: watch.name }, value },
    canvas: watch.canvasId ? { id: watch.canvasId } : null,
    ...saidBy(text),
  }
}

/** Those who may see the workspace now, and addresses of others that an owner allowed. */
async function recipientsOf(ctx: WorkspaceCtx, { recipients }: Watch) {
  const found = await Promise.all([...new Set(recipients.members)].map((id) => members.find(ctx, id)))
  const people = found.flatMap((member) => member?.user ?? [])
  const outside = recipients.addresses.flatMap(({ address, allowed }) => (allowed ? [address] : []))
  return { people, outside: outside.filter((address) => !people.some(({ email }) => email === address)) }
}

const noteOf = (ctx: WorkspaceCtx, { canvasId, condition, messageId }: Watch, text: MailText) => ({
  ...{ kind: 'watch' as const, workspaceId: ctx.workspace.id, title: text.subject ?? text.title },
  ...{ text: text.paragraphs[0] ?? '', path: (text.action?.address ?? '').replace(absolute(ctx.config, ''), '') },
  subject: canvasId ? `block:${canvasId}:${condition?.block}` : `answer:${messageId}`,
})

/** Its maker is told of the first run that fails, and not again until one succeeds. */
const fail = (world: World, claimed: Claimed, error: string) =>
  end(world, claimed, { status: 'failed', error }, { failing: true }, (world) =>
    claimed.watch.failing
      ? Promise.resolve([])
      : tellMaker(world, claimed.watch, 'watch_failed', error, mailTexts.failed(world.config, claimed.watch, error)),
  )

/** Whoever made it may not do so any more, or is gone. */
function pause(world: World, claimed: Claimed) {
  const reason = 'Whoever made it may not change canvases of this workspace any more.'
  const set = { state: 'paused', pausedReason: reason, nextAt: null } as const
  return end(world, claimed, { status: 'failed', error: reason }, set, (world) =>
    tellMaker(world, claimed.watch, 'watch_paused', reason, mailTexts.paused(world.config, claimed.watch, reason)),
  )
}

async function tellMaker(
  world: World,
  { id, createdBy, workspaceId }: Watch,
  kind: mails.MailKind,
  why: string,
  text: Omit<Mail, 'to'>,
): Promise<Sent[]> {
  const isHere = and(eq(users.id, createdBy), isNull(users.disabledAt), isNotNull(users.email))
  const [person] = await world.db.select({ id: users.id, email: users.email }).from(users).where(isHere)
  if (!person) return []
  const path = href(urls.workspaceWatch, { id: workspaceId, watchId: id })
  const note = { kind: 'failure' as const, workspaceId, title: text.subject, text: why, path }
  const mailed = await notifications.tell(world, [person], note, { kind, text })
  return [{ kind: mailed.length > 0 ? 'mail' : 'notification', to: person.email }]
}
