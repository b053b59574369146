import { inArray } from 'drizzle-orm'
import * as analyst from '#analyst/answer-question.ts'
import { builtInModel } from '#analyst/built-in/model.ts'
import type { Answer, Step } from '#analyst/rules/answer.ts'
import { ANSWER_LIMITS } from '#analyst/rules/limits.ts'
import { DEMO } from '#base/demo.ts'
import { AppError } from '#base/errors.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import { asSystem } from '#billing/system.ts'
import type { Db } from '#db/connect.ts'
import { organizations, results, users, workspaces } from '#db/schema/index.ts'
import * as files from '#files/files.ts'
import * as stored from '#query/results.ts'
import { take } from '#web/rate-limit.ts'
import type { Ctx, User, WorkspaceCtx, World } from '../../ctx.ts'
import { DEMO_POINTS, type DemoAnswer, demoAnswer, sameQuestion } from '../rules/demo.ts'
import featured from './featured.json' with { type: 'json' }

/**
 * Whose the sample of the start page is: nobody's. The person is disabled and has no address, the organization has no member, and it and
 * its workspace stand among what was deleted, with no date, so that no list shows them, no guard lets anybody in and no job erases them.
 * The admin panel leaves all three out of its lists and figures.
 */
const USER: User = {
  id: DEMO.person,
  name: 'Live demo',
  email: 'demo@deleted.invalid',
  emailVerified: false,
  image: null,
  adminRoles: [],
  twoFactorEnabled: false,
  keepSignedIn: false,
  instructions: '',
  theme: '',
  locale: '',
  currency: 'INR',
}

const prepared = new WeakMap<Db, Promise<void>>()

/**
 * The workspace of the demo with the sample in it, made when somebody first asks.
 * @throws AppError unavailable `demo_preparing` while the sample is being made
 */
export async function demoPlace(world: World): Promise<WorkspaceCtx> {
  const ctx: WorkspaceCtx = {
    ...asSystem(world),
    user: USER,
    organization: { id: DEMO.organization, name: USER.name, role: 'viewer' },
    workspace: {
      id: DEMO.workspace,
      name: USER.name,
      organizationId: DEMO.organization,
      restricted: true,
      role: 'viewer',
    },
  }
  const ready = prepared.get(world.db) ?? prepare(ctx)
  prepared.set(world.db, ready)
  await ready.catch((error) => {
    prepared.delete(world.db)
    throw error
  })
  return ctx
}

async function prepare(ctx: WorkspaceCtx): Promise<void> {
  const { name, email } = USER
  const moment = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await ctx.db
    .insert(users)
    .values({ ...moment, id: DEMO.person, name, email, disabledAt: ctx.now() })
    .onConflictDoNothing()
  await ctx.db
    .insert(organizations)
    .values({ ...moment, id: DEMO.organization, name, status: 'deleted' })
    .onConflictDoNothing()
  await ctx.db
    .insert(workspaces)
    .values({
      ...moment,
      id: DEMO.workspace,
      organizationId: DEMO.organization,
      name,
      restricted: true,
      status: 'deleted',
    })
    .onConflictDoNothing()
  const sample = await files.addSample(ctx)
  if (sample.status !== 'ready')
    throw new AppError('unavailable', 'The demo is getting its data ready. Please ask again in a few seconds.', {
      code: 'demo_preparing',
      details: { retry_after: 5 },
    })
}

/**
 * Lets `most` pieces of work run at once and `waiting` more wait in order; everybody else is sent away at once.
 * @param waitMs longest wait in ms
 */
export function createTurns(most: number, waiting: number, waitMs: number) {
  const queue: (() => void)[] = []
  let running = 0

  const busy = () =>
    new AppError('unavailable', 'Many people are asking the demo just now. Please try again in a few seconds.', {
      code: 'demo_busy',
      details: { retry_after: 5 },
    })

  function turn(): Promise<void> {
    if (running < most) {
      running++
      return Promise.resolve()
    }
    if (queue.length >= waiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const come = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(come), 1)
        reject(busy())
      }, waitMs)
      queue.push(come)
    })
  }

  /** Whoever comes next takes the place over. */
  function over(): void {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn()
    try {
      return await work()
    } finally {
      over()
    }
  }
}

/** Questions of one address, and new ones of everybody together: what was answered before costs nothing. */
const ADDRESS = { most: 30, window: 10 * MINUTE }
const EVERYBODY = { most: 300, window: 10 * MINUTE }
const LIMITS = { ...ANSWER_LIMITS, steps: 8, repairs: 2, time: 20 * SECOND, rowsSeen: 20 }
const MOST_ROWS = 1000
/** Answers that a process remembers: the sample does not change. */
const REMEMBERED = 300

/** The planner is one thread that signed-in people may need as well. */
const inTurn = createTurns(2, 8, 10 * SECOND)

/** The answer that stands on the page before anybody asks: recorded from the product itself, which a test asks again. */
export const FEATURED = featured as unknown as DemoAnswer

type Memory = { answers: Map<string, DemoAnswer>; running: Map<string, Promise<DemoAnswer>> }
const memories = new WeakMap<Db, Memory>()

/**
 * Answers a visitor's question about the sample, by the built-in analyst whatever model is configured. Nothing is kept of it, and it
 * costs nobody anything.
 * @param onStep told of each step as it begins and ends, where the answer is made now
 * @throws AppError rate_limited; unavailable `demo_busy` or `demo_preparing`
 */
export async function ask(ctx: Ctx, question: string, onStep: (step: Step) => void = () => {}): Promise<DemoAnswer> {
  await take(ctx, `demo:${ctx.actor.ip ?? 'unknown'}`, ADDRESS)
  const key = sameQuestion(question)
  const memory = memories.get(ctx.db) ?? { answers: new Map(), running: new Map() }
  memories.set(ctx.db, memory)
  const cached = memory.answers.get(key) ?? (key === sameQuestion(FEATURED.question) ? FEATURED : undefined)
  if (cached) return { ...cached, question }
  const running = memory.running.get(key)
  if (running) return { ...(await running), question }
  const made = inTurn(async () => {
    await take(ctx, 'demo:everybody', EVERYBODY)
    return answered(ctx, question, onStep)
  }).finally(() => memory.running.delete(key))
  memory.running.set(key, made)
  const answer = await made
  // What failed may go well the next time.
  if (['answered', 'refused', 'clarify'].includes(answer.status)) {
    memory.answers.set(key, answer)
    if (memory.answers.size > REMEMBERED) memory.answers.delete(memory.answers.keys().next().value!)
  }
  return answer
}

/** Asks the built-in analyst and leaves nothing behind. */
export async function answered(world: World, question: string, onStep: (step: Step) => void): Promise<DemoAnswer> {
  const place = await demoPlace(world)
  const ctx: WorkspaceCtx = {
    ...place,
    models: builtInModel(),
    config: { ...place.config, ENGINE_MAX_ROWS: Math.min(MOST_ROWS, place.config.ENGINE_MAX_ROWS) },
  }
  const began = performance.now()
  const { answer } = await analyst.answer(ctx, {
    question,
    at: ctx.now(),
    history: [],
    signal: AbortSignal.timeout(LIMITS.time + 5 * SECOND),
    emit: (chunk) => {
      if (chunk.type === 'data-step') onStep(chunk.data)
    },
    limits: LIMITS,
  })
  try {
    return demoAnswer(question, await withRows(ctx, answer), Math.round(performance.now() - began))
  } finally {
    await forget(ctx, answer)
  }
}

/** An answer carries the first rows of its results; the one that is drawn needs some more. */
async function withRows(ctx: WorkspaceCtx, answer: Answer): Promise<Answer> {
  const full = await Promise.all(
    answer.results.map(async (result) => {
      if (result.rows.length >= Math.min(result.total_rows, DEMO_POINTS)) return result
      const { rows } = await stored.page(ctx, result.id, { limit: DEMO_POINTS })
      return { ...result, rows }
    }),
  )
  return { ...answer, results: full }
}

async function forget(ctx: WorkspaceCtx, answer: Answer): Promise<void> {
  const ids = answer.results.map(({ id }) => id)
  if (ids.length === 0) return
  const gone = await ctx.db.delete(results).where(inArray(results.id, ids)).returning({ key: results.storeKey })
  for (const { key } of gone) await ctx.files.remove(key)
}
