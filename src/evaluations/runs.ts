import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { AppError, conflict, invalid } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import { creditText } from '#billing/rules/credit.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogVersions, evaluationItems, evaluations, workspaces } from '#db/schema/index.ts'
import * as definitions from '#definitions/definitions.ts'
import { can } from '#organizations/rules/permission.ts'
import * as verified from '#query/verified.ts'
import * as audit from '#records/audit.ts'
import { asPersonIn } from '#workspaces/as-person.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { type Evaluation, get, offer, RUNS } from './evaluations.ts'
import { judge } from './judge.ts'
import type { EvaluationRequest } from './rules/answers.ts'

const KEPT = 50
const AT_ONCE = 2
/** How often a run says that it lives and looks whether it was stopped, and after which silence its process is lost. */
const HEARTBEAT = 5 * SECOND
const SILENCE = MINUTE

/**
 * Begins to ask every verified question anew; what follows does not depend on the caller. Each costs what a question costs.
 * @throws AppError invalid where it may cost more than allowed; conflict `busy` while one runs, and where there is nothing to ask
 */
export async function start(ctx: WorkspaceCtx, { max_credits }: EvaluationRequest): Promise<Evaluation> {
  const queries = await verified.listVisible(ctx)
  if (queries.length === 0) throw conflict('There are no verified queries yet. Approve some under Definitions first.')
  const { credits } = await offer(ctx)
  if (max_credits != null && credits > max_credits)
    throw invalid(`${creditText(credits)} may be needed, more than max_credits allows.`)
  const counting = await definitionsNow(ctx)
  const id = newId()
  await inTransaction(ctx, async (ctx) => {
    // Two at a time would both see that none runs.
    await ctx.db.select().from(workspaces).where(eq(workspaces.id, ctx.workspace.id)).for('update')
    const ofWorkspace = eq(evaluations.workspaceId, ctx.workspace.id)
    const [running] = await ctx.db
      .select()
      .from(evaluations)
      .where(and(ofWorkspace, eq(evaluations.status, 'running')))
    if (running) throw conflict('A run goes on. Wait for it, or stop it first.', 'busy')
    const [version] = await ctx.db
      .select()
      .from(catalogVersions)
      .where(eq(catalogVersions.workspaceId, ctx.workspace.id))
    await ctx.db.insert(evaluations).values({
      id,
      workspaceId: ctx.workspace.id,
      startedBy: ctx.user.id,
      model: ctx.models.name,
      definitions: counting,
      catalog: version?.version ?? '',
      questions: queries.length,
      heartbeatAt: ctx.now(),
      createdAt: ctx.now(),
    })
    const old = ctx.db
      .select({ id: evaluations.id })
      .from(evaluations)
      .where(ofWorkspace)
      .orderBy(desc(evaluations.id))
      .offset(KEPT)
    await ctx.db.delete(evaluations).where(inArray(evaluations.id, old))
    await audit.record(ctx, 'evaluation.start', id, { questions: queries.length })
  })
  const stopping = new AbortController()
  const done = go(ctx, id, queries, stopping)
  running.set(id, { stopping, done })
  void done.finally(() => running.delete(id))
  return get(ctx, id)
}

const running = new Map<string, { stopping: AbortController; done: Promise<void> }>()

/** The definitions that count, as a text that is another one after each change. */
async function definitionsNow(ctx: WorkspaceCtx): Promise<string> {
  const all = await definitions.approved(ctx)
  const versions = all.map((one) => `${one.id} ${one.version}`).sort()
  return new Bun.CryptoHasher('sha256').update(versions.join('\n')).digest('hex').slice(0, 12)
}

/** The ctx of whoever began a run as they may act at this moment; null where they may not run it any more. */
async function withRightsOfNow(ctx: WorkspaceCtx): Promise<WorkspaceCtx | null> {
  const inside = await asPersonIn(ctx, ctx.workspace.id, ctx.user.id)
  return inside && can(inside.workspace.role, RUNS) ? inside : null
}

/** What a run that ended before its questions is kept as, by what ended it. */
const ENDS: Record<string, Evaluation['status']> = { interrupted: 'interrupted', forbidden: 'stopped' }
const LEFT = 'Whoever began this run may no longer run evaluations here. What was asked before stays.'

/** Asks all questions, each with the rights that whoever began has then; never rejects: the run says how it ended. */
async function go(
  ctx: WorkspaceCtx,
  id: string,
  queries: Awaited<ReturnType<typeof verified.seen>>,
  stopping: AbortController,
) {
  const alive = and(eq(evaluations.id, id), eq(evaluations.status, 'running'))
  const beat = async () => {
    const set = ctx.db.update(evaluations).set({ heartbeatAt: ctx.now() }).where(alive)
    if ((await set.returning({ id: evaluations.id })).length === 0) stopping.abort('stopped')
  }
  const beating = setInterval(() => {
    beat().catch((error) => ctx.log.warn('the heartbeat of an evaluation was not stored', { error }))
  }, HEARTBEAT)
  let next = 0
  const worker = async () => {
    while (next < queries.length && !stopping.signal.aborted) {
      const position = next++
      const inside = await withRightsOfNow(ctx)
      if (!inside) return stopping.abort('forbidden')
      const judged = await judge(inside, queries[position]!, stopping.signal)
      // What was stopped on its way says nothing of the model.
      if (!judged) return
      await ctx.db.insert(evaluationItems).values({ ...judged, evaluationId: id, position, createdAt: ctx.now() })
    }
  }
  let error: string | null = null
  try {
    // One that fails ends the others, and all have ended before the run has.
    const ends = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        worker().catch((reason) => {
          stopping.abort('failed')
          throw reason
        }),
      ),
    )
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  } catch (reason) {
    if (!(reason instanceof AppError)) ctx.log.error('an evaluation failed', { evaluationId: id, error: reason })
    error = reason instanceof AppError ? reason.message : 'Something went wrong on our side.'
  } finally {
    clearInterval(beating)
  }
  if (stopping.signal.reason === 'forbidden') error ??= LEFT
  const status = ENDS[String(stopping.signal.reason)] ?? (error ? 'failed' : 'done')
  await ctx.db
    .update(evaluations)
    .set({ status, error, endedAt: ctx.now(), heartbeatAt: null })
    .where(alive)
    .catch((reason) => ctx.log.error('the end of an evaluation could not be kept', { evaluationId: id, error: reason }))
}

/** Stops a run: what was asked stays. Fine when it has ended. */
export async function stop(ctx: WorkspaceCtx, id: string): Promise<Evaluation> {
  await get(ctx, id)
  const stopped = await ctx.db
    .update(evaluations)
    .set({ status: 'stopped', endedAt: ctx.now(), heartbeatAt: null })
    .where(
      and(eq(evaluations.id, id), eq(evaluations.workspaceId, ctx.workspace.id), eq(evaluations.status, 'running')),
    )
    .returning({ id: evaluations.id })
  if (stopped.length > 0) await inTransaction(ctx, (ctx) => audit.record(ctx, 'evaluation.stop', id))
  running.get(id)?.stopping.abort('stopped')
  return get(ctx, id)
}

/** Before the server goes away: ends the runs of this process. */
export async function interruptRuns(): Promise<void> {
  for (const { stopping } of running.values()) stopping.abort('interrupted')
  await Promise.all([...running.values()].map(({ done }) => done))
}
/** The end of a run of this process; at once when it has none. */
export const finished = (id: string): Promise<void> => running.get(id)?.done ?? Promise.resolve()

/** For the jobs: runs whose process is gone have ended. @returns how many */
export async function sweep({ db, now }: Pick<World, 'db' | 'now'>): Promise<number> {
  const silent = lt(evaluations.heartbeatAt, new Date(Number(now()) - SILENCE))
  const lost = await db
    .update(evaluations)
    .set({ status: 'interrupted', endedAt: now(), heartbeatAt: null })
    .where(and(eq(evaluations.status, 'running'), silent))
    .returning({ id: evaluations.id })
  return lost.length
}
