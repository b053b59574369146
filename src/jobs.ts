import { eq, gt, lte, or, sql } from 'drizzle-orm'
import { keepWeeks } from '#admin/analytics/activity.ts'
import * as approvals from '#admin/approvals/approvals.ts'
import { recordToday } from '#admin/gauges.ts'
import * as logs from '#admin/logs/logs.ts'
import { tellWaiting } from '#admin/waiting.ts'
import { sweepUnproven } from '#auth/purge.ts'
import * as sessions from '#auth/sessions.ts'
import { newId } from '#base/ids.ts'
import { CLOCK_SKEW, DAY, HOUR, MINUTE, SECOND } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { makeAttachment } from '#billing/invoice-files.ts'
import * as lowBalance from '#billing/low-balance.ts'
import { reconcile } from '#billing/reconcile.ts'
import * as refunds from '#billing/refunds.ts'
import * as renewals from '#billing/renewals.ts'
import * as watchedRefunds from '#billing/watched-refunds.ts'
import * as webhooks from '#billing/webhooks.ts'
import * as shareLinks from '#canvases/links.ts'
import * as canvasMemory from '#canvases/memory.ts'
import * as canvasRefresh from '#canvases/refresh.ts'
import { measureNew } from '#catalog/table-profile.ts'
import * as answerEvents from '#chat/events.ts'
import { sweepInterrupted } from '#chat/interrupted.ts'
import * as sent from '#chat/sent.ts'
import * as snapshots from '#connections/external/snapshots.ts'
import * as refreshes from '#connections/refresh.ts'
import { relateNew } from '#connections/relate.ts'
import { jobRuns } from '#db/schema/index.ts'
import { tidyTables } from '#db/upkeep.ts'
import * as proposals from '#definitions/notices.ts'
import * as evaluations from '#evaluations/runs.ts'
import * as files from '#files/files.ts'
import { toldOddities } from '#files/mending.ts'
import * as rereading from '#files/rereading.ts'
import * as uploads from '#files/uploads.ts'
import * as digests from '#notifications/digests.ts'
import * as notifications from '#notifications/notifications.ts'
import * as invitations from '#organizations/invitations.ts'
import { inRequest } from '#outside/logs.ts'
import { withheldNotices } from '#profile/withheld-notices.ts'
import * as results from '#query/results.ts'
import { probe, probeRows } from '#query/run.ts'
import * as statements from '#query/statements.ts'
import * as auditChain from '#records/audit-chain.ts'
import * as mails from '#records/mails.ts'
import { rotate } from '#records/sealed.ts'
import * as tracking from '#records/tracking.ts'
import * as xai from '#records/xai.ts'
import * as contact from '#site/contact.ts'
import * as watches from '#watches/runs.ts'
import * as watchWebhooks from '#watches/webhooks.ts'
import * as idempotency from '#web/idempotency.ts'
import * as rateLimit from '#web/rate-limit.ts'
import { stillHold } from '#workspaces/as-person.ts'
import * as workspacePurge from '#workspaces/purge.ts'
import type { World } from './ctx.ts'

/** A job does a bounded piece of work, may run in several processes at once without harm, and answers how many things it touched. */
export type Job = { name: string; every: number; run: (world: World) => Promise<number> }

export const JOBS: Job[] = [
  { name: 'mark interrupted evaluations', every: 30 * SECOND, run: evaluations.sweep },
  { name: 'mark interrupted answers', every: 10 * SECOND, run: sweepInterrupted },
  { name: 'seal audit events', every: 5 * SECOND, run: auditChain.seal },
  { name: 'deliver mails', every: 5 * SECOND, run: (world) => mails.deliver(world, makeAttachment, stillHold) },
  { name: 'release abandoned holds', every: 30 * SECOND, run: (world) => credits.releaseAbandoned(world) },
  { name: 'give monthly credits and expire old ones', every: 5 * MINUTE, run: credits.renewAll },
  { name: 'tell of low balances', every: 10 * SECOND, run: lowBalance.tell },
  { name: 'process webhooks', every: 5 * SECOND, run: webhooks.process },
  { name: 'reconcile orders', every: 30 * SECOND, run: reconcile },
  { name: 'expire second approvals', every: 10 * MINUTE, run: approvals.expire },
  { name: 'tell finance what waits', every: 10 * MINUTE, run: tellWaiting },
  { name: 'tell owners of proposals', every: MINUTE, run: proposals.tellWaiting },
  { name: 'reconcile refunds', every: MINUTE, run: watchedRefunds.watch },
  { name: 'pay refunds back', every: 10 * SECOND, run: refunds.payBack },
  { name: 'end memberships', every: 5 * MINUTE, run: renewals.end },
  { name: 'remind of renewals', every: HOUR, run: renewals.remind },
  { name: 'forget old webhooks', every: DAY, run: webhooks.sweep },
  {
    name: 'keep figures of the day',
    every: HOUR,
    run: async (world) => (await recordToday(world)) + (await keepWeeks(world)),
  },
  {
    name: 'deliver webhooks of the sandbox',
    every: 5 * SECOND,
    run: async ({ sandbox }) => (await sandbox?.deliver()) ?? 0,
  },
  { name: 'fail abandoned uploads', every: MINUTE, run: (world) => files.sweepAbandoned(world) },
  { name: 'relate tables with databases', every: 10 * SECOND, run: relateNew },
  {
    name: 'measure new tables',
    every: 5 * SECOND,
    run: (world) => measureNew(world, { probe, probeRows, toldOddities }),
  },
  { name: 'refresh connections', every: 15 * SECOND, run: refreshes.refreshDue },
  { name: 'run watches and schedules', every: 5 * SECOND, run: watches.runDue },
  { name: 'send what webhooks of watches are told', every: 5 * SECOND, run: watchWebhooks.deliver },
  { name: 'forget what webhooks of watches were told', every: DAY, run: watchWebhooks.sweep },
  { name: 'fail abandoned looks at sources', every: 30 * SECOND, run: (world) => refreshes.sweepAbandoned(world) },
  { name: 'remove replaced snapshots', every: 10 * MINUTE, run: snapshots.sweep },
  {
    name: 'seal secrets with the newest key',
    every: HOUR,
    run: async (world) => (await rotate(world)).resealed + (await xai.reseal(world)),
  },
  { name: 'remove replaced readings of files', every: 10 * MINUTE, run: rereading.sweepReplaced },
  { name: 'forget abandoned uploads in parts', every: HOUR, run: uploads.sweep },
  { name: 'remove scratch files', every: HOUR, run: files.sweepScratch },
  { name: 'purge deleted files', every: HOUR, run: files.purgeDeleted },
  { name: 'purge deleted workspaces', every: HOUR, run: (world) => workspacePurge.purgeDeleted(world) },
  { name: 'remove expired results', every: 10 * MINUTE, run: (world) => results.sweep(world) },
  { name: 'remove old requests to models', every: 10 * MINUTE, run: sent.sweep },
  { name: 'forget results of canvases that nobody opens', every: DAY, run: canvasRefresh.sweep },
  { name: 'forget what blocks of canvases showed before', every: DAY, run: canvasMemory.sweep },
  { name: 'forget links of canvases and conversations that ended', every: DAY, run: shareLinks.sweep },
  {
    name: 'send notifications of a day or week',
    every: 30 * SECOND,
    run: (world) => digests.sendDue(world, withheldNotices),
  },
  { name: 'forget old notifications', every: DAY, run: notifications.sweep },
  { name: 'forget old statements', every: DAY, run: statements.sweep },
  { name: 'trim events of old answers', every: 10 * MINUTE, run: (world) => answerEvents.sweep(world) },
  { name: 'forget ended sessions', every: HOUR, run: sessions.sweep },
  { name: 'expire invitations', every: 10 * MINUTE, run: invitations.sweep },
  { name: 'forget accounts that never proved their address', every: HOUR, run: sweepUnproven },
  { name: 'forget old messages of the contact page', every: DAY, run: (world) => contact.sweep(world) },
  { name: 'forget old tracking events', every: DAY, run: tracking.sweep },
  { name: 'forget rate limits', every: 5 * MINUTE, run: rateLimit.sweep },
  { name: 'forget answers by idempotency key', every: 10 * MINUTE, run: idempotency.sweep },
  { name: 'forget old log lines', every: 10 * MINUTE, run: (world) => logs.sweep(world) },
  // A server of its own does this by itself.
  { name: 'tidy tables', every: DAY, run: async ({ config, db }) => (config.DATABASE_URL ? 0 : tidyTables(db)) },
]

/**
 * From here on a run is claimed, so that among many processes one does it. What comes more often is done by each: it reads what is due, claims
 * that piece by piece, and writes nothing when there is nothing.
 */
const CLAIMED_FROM = HOUR
/** Longest pause before a claimed job is looked at again, and the first one, which tidies up soon after a crash. */
const LONGEST_PAUSE = HOUR
const FIRST_LOOK = SECOND
/** A server that nobody asks for so long looks no more often than that. */
const IDLE = MINUTE

export type RunningJobs = {
  /** Starts nothing more, and waits for what is running. */
  stop(): Promise<void>
  /** Somebody asks the server: jobs come as often as they should again. */
  asked(): void
}

/** Runs the jobs until stopped. @param longestPause in milliseconds */
export function startJobs(world: World, jobs: Job[] = JOBS, longestPause = LONGEST_PAUSE): RunningJobs {
  let stopped = false
  let askedAt = performance.now()
  const timers = new Map<Job, ReturnType<typeof setTimeout>>()
  const sleeping = new Set<Job>()
  const running = new Set<Promise<void>>()
  const startIn = (job: Job, ms: number) => timers.set(job, setTimeout(start, ms, job))
  const start = (job: Job) => {
    sleeping.delete(job)
    // What a run writes down, lines and records, has one id.
    const run = inRequest(newId(), () => runIfDue(world, job)).then((next) => {
      running.delete(run)
      if (stopped) return
      const sleeps = job.every < IDLE && performance.now() - askedAt >= IDLE
      if (sleeps) sleeping.add(job)
      startIn(job, sleeps ? IDLE : Math.min(next, longestPause))
    })
    running.add(run)
  }
  for (const job of jobs) startIn(job, Math.min(job.every, FIRST_LOOK))
  return {
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
    asked() {
      askedAt = performance.now()
      for (const job of stopped ? [] : sleeping) {
        clearTimeout(timers.get(job))
        startIn(job, job.every)
      }
      sleeping.clear()
    },
  }
}

/** A job that fails is logged and comes again at its next turn: nothing waits for it. @returns milliseconds until that */
async function runIfDue(world: World, job: Job): Promise<number> {
  try {
    const wait = job.every >= CLAIMED_FROM ? await claim(world, job) : 0
    if (wait > 0) return wait
    const touched = await job.run(world)
    world.log[touched > 0 ? 'info' : 'debug']('job', { name: job.name, touched })
  } catch (error) {
    world.log.error('job failed', { name: job.name, error })
  }
  return job.every
}

/** Takes the next run of a job for this process. @returns 0, or the milliseconds until it is due when it is not, or another process took it */
async function claim(world: World, job: Job): Promise<number> {
  const now = world.now()
  const next = { nextAt: new Date(Number(now) + job.every), lastAt: now }
  // A run so far ahead was written by a clock that has been put right since: waiting for it would never end.
  const farthest = Number(next.nextAt) + CLOCK_SKEW
  const [lastRun] = await world.db.select().from(jobRuns).where(eq(jobRuns.name, job.name))
  const wait = lastRun ? Number(lastRun.nextAt) - Number(now) : 0
  if (wait > 0 && Number(lastRun!.nextAt) <= farthest) return wait
  const claimed = await world.db
    .insert(jobRuns)
    .values({ name: job.name, ...next })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: next,
      setWhere: or(lte(jobRuns.nextAt, sql`${now.toISOString()}::timestamptz`), gt(jobRuns.nextAt, new Date(farthest))),
    })
    .returning({ name: jobRuns.name })
  return claimed.length > 0 ? 0 : job.every
}
