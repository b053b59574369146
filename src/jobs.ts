import { gt, lte, or, sql } from 'drizzle-orm'
import { keepWeeks } from '#admin/analytics/activity.ts'
import * as approvals from '#admin/approvals/approvals.ts'
import * as logs from '#admin/logs/logs.ts'
import { keepToday } from '#admin/standing.ts'
import { tellWaiting } from '#admin/waiting-mail.ts'
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
import * as answerEvents from '#chat/events.ts'
import { sweepInterrupted } from '#chat/interrupted.ts'
import { jobRuns } from '#db/schema/index.ts'
import { tidyTables } from '#db/upkeep.ts'
import * as invitations from '#organizations/invitations.ts'
import { inRequest } from '#outside/logs.ts'
import * as results from '#query/results.ts'
import * as statements from '#query/statements.ts'
import * as auditChain from '#records/audit-chain.ts'
import * as mails from '#records/mails.ts'
import { rotate } from '#records/sealed.ts'
import * as tracking from '#records/tracking.ts'
import * as xai from '#records/xai.ts'
import * as contact from '#site/contact.ts'
import * as snapshots from '#sources/external/snapshots.ts'
import * as files from '#sources/files.ts'
import * as looking from '#sources/looking.ts'
import * as rereading from '#sources/rereading.ts'
import * as uploads from '#sources/uploads.ts'
import * as idempotency from '#web/idempotency.ts'
import * as rateLimit from '#web/rate-limit.ts'
import * as workspacePurge from '#workspaces/purge.ts'
import type { World } from './ctx.ts'

/** A job does a bounded piece of work, may run in several processes at once without harm, and answers how many things it touched. */
export type Job = { name: string; every: number; run: (world: World) => Promise<number> }

/** What runs by itself, and how often. */
export const JOBS: Job[] = [
  { name: 'mark interrupted answers', every: 10 * SECOND, run: sweepInterrupted },
  { name: 'seal audit events', every: 5 * SECOND, run: auditChain.seal },
  { name: 'deliver mails', every: 5 * SECOND, run: (world) => mails.deliver(world, makeAttachment) },
  { name: 'release abandoned holds', every: 30 * SECOND, run: credits.releaseAbandoned },
  { name: 'give monthly credits and expire old ones', every: 5 * MINUTE, run: credits.renewAll },
  { name: 'tell of low balances', every: 10 * SECOND, run: lowBalance.tell },
  { name: 'process webhooks', every: 5 * SECOND, run: webhooks.process },
  { name: 'reconcile orders', every: 30 * SECOND, run: reconcile },
  { name: 'expire second approvals', every: 10 * MINUTE, run: approvals.expire },
  { name: 'tell finance what waits', every: 10 * MINUTE, run: tellWaiting },
  { name: 'reconcile refunds', every: MINUTE, run: watchedRefunds.watch },
  { name: 'pay refunds back', every: 10 * SECOND, run: refunds.payBack },
  { name: 'end memberships', every: 5 * MINUTE, run: renewals.end },
  { name: 'remind of renewals', every: HOUR, run: renewals.remind },
  { name: 'forget old webhooks', every: DAY, run: webhooks.sweep },
  {
    name: 'keep figures of the day',
    every: HOUR,
    run: async (world) => (await keepToday(world)) + (await keepWeeks(world)),
  },
  {
    name: 'deliver webhooks of the sandbox',
    every: 5 * SECOND,
    run: async ({ sandbox }) => (await sandbox?.deliver()) ?? 0,
  },
  { name: 'fail abandoned uploads', every: MINUTE, run: (world) => files.sweepAbandoned(world) },
  { name: 'refresh connections', every: 15 * SECOND, run: looking.refreshDue },
  { name: 'fail abandoned looks at sources', every: 30 * SECOND, run: (world) => looking.sweepAbandoned(world) },
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

/** Longest pause between two looks at the clock of a job; a first look comes soon after the start, to tidy up after a crash. */
const LOOK = 30 * SECOND
const FIRST_LOOK = SECOND

/**
 * Runs the jobs until stopped. Among many processes of one database each run is claimed by one.
 * @returns stops them and waits for what is running
 */
export function startJobs(world: World, jobs: Job[] = JOBS): () => Promise<void> {
  let stopped = false
  const timers = new Map<Job, ReturnType<typeof setTimeout>>()
  const running = new Set<Promise<void>>()
  const look = (job: Job) => {
    // What a run writes down, lines and records, has one id.
    const run = inRequest(newId(), () => runIfDue(world, job)).finally(() => {
      running.delete(run)
      if (!stopped) timers.set(job, setTimeout(look, Math.min(job.every, LOOK), job))
    })
    running.add(run)
  }
  for (const job of jobs) timers.set(job, setTimeout(look, Math.min(job.every, FIRST_LOOK), job))
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running)
  }
}

/** A job that fails is logged and comes again at its next turn: nothing waits for it. */
async function runIfDue(world: World, job: Job): Promise<void> {
  try {
    if (!(await claim(world, job))) return
    const touched = await job.run(world)
    world.log[touched > 0 ? 'info' : 'debug']('job', { name: job.name, touched })
  } catch (error) {
    world.log.error('job failed', { name: job.name, error })
  }
}

/** Takes the next run of a job for this process; false when it is not due or another process took it. */
async function claim(world: World, job: Job): Promise<boolean> {
  const now = world.now()
  const next = { nextAt: new Date(Number(now) + job.every), lastAt: now }
  const claimed = await world.db
    .insert(jobRuns)
    .values({ name: job.name, ...next })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: next,
      // A run so far ahead was written by a clock that has been put right since: it would be waited for in vain.
      setWhere: or(
        lte(jobRuns.nextAt, sql`${now.toISOString()}::timestamptz`),
        gt(jobRuns.nextAt, new Date(Number(next.nextAt) + CLOCK_SKEW)),
      ),
    })
    .returning({ name: jobRuns.name })
  return claimed.length > 0
}
