import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { AnswerChunk } from '#analyst/rules/answer.ts'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { answerEvents, conversations, messages } from '#db/schema/index.ts'
import {
  type ModelScript,
  type ModelServer,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { type App, call, json, newPlace, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { watchedLog } from '../../tests/support/secrets.ts'
import { SOON } from '../../tests/support/soon.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp, worldOfItsOwn } from '../../tests/support/world.ts'
import { ask } from './ask.ts'
import { sweep as sweepEvents } from './events.ts'
import { interruptRunning, sweepInterrupted } from './interrupted.ts'
import { type AnswerLog, createAnswerLog } from './log.ts'
import { openStarts, type Start, starts } from './starts.ts'

const { world, app: base, owner, ctx } = await newTeam()
beforeAll(async () => {
  await putTable(ctx, 'numbers', 'SELECT range AS n FROM range(1000)')
})

let latest: ModelServer
async function withModel(script: ModelScript) {
  latest = await startModelServer(script)
  return testApp({ ...world, models: scriptedModels(latest) })
}
const path = (place = ctx) => `/api/workspaces/${place.workspace.id}/query-data`
const stream = (app: App, message: string, context: object = {}) =>
  app.request(path(), json({ message, context }, { ...owner.headers, accept: 'text/event-stream' }))

type Event = { id: string; chunk: AnswerChunk }
/** Events of a stream as they come; ends with the stream. */
async function* eventsOf(response: Response): AsyncGenerator<Event> {
  let rest = ''
  for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
    rest += bytes
    const blocks = rest.split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const id = /^id: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (id && data) yield { id, chunk: JSON.parse(data) }
    }
  }
}
const all = (response: Response) => Array.fromAsync(eventsOf(response))
const seqs = async (messageId: string): Promise<number[]> => {
  const rows = await world.db
    .select({ seq: answerEvents.seq })
    .from(answerEvents)
    .where(eq(answerEvents.messageId, messageId))
    .orderBy(answerEvents.seq)
  return rows.map(({ seq }) => seq)
}
const textOf = (events: Event[]) => events.map(({ chunk }) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
const idOf = (events: Event[]) => {
  const start = events.find(({ chunk }) => chunk.type === 'start')?.chunk
  return (start as { messageMetadata: { conversation_id: string } }).messageMetadata.conversation_id
}
/** Reads until a text has come, or another chunk, then goes away. */
async function begin(response: Response, until = 'text-delta'): Promise<Event[]> {
  const seen: Event[] = []
  for await (const event of eventsOf(response)) {
    seen.push(event)
    if (event.chunk.type === until) break
  }
  return seen
}
/** An answer of a server that died a minute ago. */
async function dead() {
  const id = `dead-${crypto.randomUUID()}`
  const [conversation] = await world.db
    .insert(conversations)
    .values({ workspaceId: ctx.workspace.id, userId: ctx.user.id, title: 'x', runningMessageId: id })
    .returning()
  const running = { id, conversationId: conversation!.id, role: 'assistant' as const, status: 'running' as const }
  await world.db.insert(messages).values({ ...running, text: '', heartbeatAt: new Date(Date.now() - 60_000) })
  return { id, conversation: conversation!.id }
}
const slowly: ModelScript = (request) =>
  request.tools.length > 0 && !JSON.stringify(request.body).includes('run_sql","arguments')
    ? { call: 'run_sql', input: { source: 'workspace', sql: 'select count(*) as n from numbers', title: 'Count' } }
    : { say: Array.from({ length: 40 }, (_, at) => `word${at} `), every: 15 }
const resume = async (app: App, conversation: string, headers: Record<string, string> = {}, search = '') =>
  app.request(`/api/conversations/${conversation}/stream${search}`, { headers: { ...owner.headers, ...headers } })
const balance = () => credits.balance(ctx)

test('a stream tells steps and results, then prose, and ends with the whole answer', async () => {
  const app = await withModel([
    { call: 'run_sql', input: { source: 'workspace', sql: 'select count(*) as n from numbers', title: 'Count' } },
    { say: ['There are ', '1,000 numbers.'] },
  ])
  const response = await stream(app, 'How many numbers?')
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  const types = (await all(response)).map(({ chunk }) => chunk.type)
  expect(types[0]).toBe('start')
  expect(types.slice(-2)).toEqual(['data-answer', 'finish'])
  for (const type of [
    'data-title',
    'data-step',
    'data-result',
    'text-start',
    'text-delta',
    'text-end',
    'data-numbers',
    'data-checks',
    'data-receipt',
  ])
    expect(types).toContain(type as never)
  expect(types.indexOf('data-result')).toBeLessThan(types.indexOf('text-start'))
})

describe('an answer outlives its connection', () => {
  test('a client that goes away does not stop it; a reload replays it from the start and follows it to the end', async () => {
    const app = await withModel(slowly)
    const seen = await begin(await stream(app, 'Tell me'))
    const replayed = await all(await resume(app, idOf(seen)))
    expect(replayed[0]!.chunk.type).toBe('start')
    expect(textOf(replayed)).toMatch(/^word0 .*word39 $/)
    expect(replayed.at(-1)!.chunk.type).toBe('finish')
  })

  test('a stream continues after any event, also when the answer has ended meanwhile', async () => {
    const app = await withModel(slowly)
    const whole = await all(await stream(app, 'Tell me'))
    const conversation = idOf(whole)
    for (const at of [0, 3, whole.length - 2]) {
      const rest = await all(await resume(app, conversation, { 'last-event-id': whole[at]!.id }))
      expect(rest).toEqual(whole.slice(at + 1))
    }
    const byQuery = await all(await resume(app, conversation, {}, `?after=${encodeURIComponent(whole[2]!.id)}`))
    expect(byQuery).toEqual(whole.slice(3))
    expect((await resume(app, conversation)).status).toBe(204)
    expect((await resume(app, conversation, { 'last-event-id': 'nonsense!' })).status).toBe(404)
  })

  test('many listen to the same answer', async () => {
    const app = await withModel(slowly)
    const first = await stream(app, 'Tell me')
    const seen = await begin(first)
    const listeners = await Promise.all(Array.from({ length: 5 }, () => resume(app, idOf(seen)).then(all)))
    expect(new Set(listeners.map(textOf)).size).toBe(1)
  })

  test('an old answer is told whole when its events are kept no longer; a young and a running one keep theirs', async () => {
    const app = await withModel(slowly)
    const young = await all(await stream(app, 'count again'))
    const old = await all(await stream(app, 'and once more'))
    const [first] = await begin(await stream(app, 'count the numbers'))
    const messageOf = (events: { id: string }[]) => events[0]!.id.split(':')[0]!
    // What tests before this one left behind.
    await sweepEvents(world)
    const daysAgo = (days: number) => new Date(Number(world.now()) - days * DAY)
    await world.db
      .update(messages)
      .set({ createdAt: daysAgo(2) })
      .where(eq(messages.id, messageOf(old)))
    await world.db
      .update(messages)
      .set({ createdAt: daysAgo(2) })
      .where(eq(messages.id, messageOf([first!])))
    expect(await sweepEvents(world)).toBe(1)
    expect(await sweepEvents(world)).toBe(0)
    const after = async (events: Event[], id: string) =>
      all(await app.request(`/api/conversations/${idOf(events)}/stream?after=${encodeURIComponent(id)}`, owner))
    expect(await after(young, young[2]!.id)).toEqual(young.slice(3))
    const told = await after(old, old[2]!.id)
    expect(told.map(({ chunk }) => chunk)).toEqual(old.slice(-3).map(({ chunk }) => chunk))
    expect(await after(old, told.at(-1)!.id)).toHaveLength(3)
    const again = await after(old, messageOf(old))
    expect(again[0]!.chunk).toMatchObject({ type: 'start', messageMetadata: { conversation_id: idOf(old) } })
    expect(again.slice(1).map(({ chunk }) => chunk)).toEqual(old.slice(-3).map(({ chunk }) => chunk))
    expect((await after([first!], first!.id)).at(-1)!.chunk).toEqual({ type: 'finish' })
  })

  test('events are kept in batches, not one row a piece', async () => {
    const app = await withModel(() => ({ say: Array.from({ length: 400 }, (_, at) => `w${at} `) }))
    const whole = await all(await stream(app, 'Tell me'))
    const messageId = whole[0]!.id.split(':')[0]!
    const rows = await world.db.select().from(answerEvents).where(eq(answerEvents.messageId, messageId))
    expect(rows.length).toBeLessThan(12)
    expect(textOf(whole)).toContain('w399')
  })

  test('another process that only sees the log tells the same', async () => {
    const [user, answerId] = [ctx.user.id, `other-${crypto.randomUUID()}`]
    const [conversation] = await world.db
      .insert(conversations)
      .values({ workspaceId: ctx.workspace.id, userId: user, title: 'x', runningMessageId: answerId })
      .returning()
    await world.db.insert(messages).values({
      id: answerId,
      conversationId: conversation!.id,
      role: 'assistant',
      text: '',
      status: 'running',
      heartbeatAt: new Date(),
    })
    const write = (seq: number, chunks: AnswerChunk[]) =>
      world.db.insert(answerEvents).values({ messageId: answerId, seq, chunks })
    await write(0, [{ type: 'start', messageId: answerId }])
    const listening = all(await resume(base, conversation!.id))
    await write(1, [
      { type: 'text-start', id: 't0' },
      { type: 'text-delta', id: 't0', delta: 'hello' },
    ])
    await write(2, [{ type: 'finish' }])
    const heard = await listening
    expect(heard.map(({ chunk }) => chunk.type)).toEqual(['start', 'text-start', 'text-delta', 'finish'])
  })
})

describe('stop', () => {
  test('ends the prose within a second, keeps what was found and costs nothing', async () => {
    const before = await balance()
    const app = await withModel((request) =>
      JSON.stringify(request.body).includes('"r1')
        ? { say: Array(2000).fill('on and on '), every: 30 }
        : {
            call: 'run_sql',
            input: { source: 'workspace', sql: 'select count(*) as n from numbers', title: 'Count' },
          },
    )
    const seen = await begin(await stream(app, 'Tell me'))
    const started = performance.now()
    expect((await call(app, owner, 'POST', `/api/conversations/${idOf(seen)}/stop`)).body).toEqual({ stopped: true })
    const rest = await all(await resume(app, idOf(seen), { 'last-event-id': seen.at(-1)!.id }))
    expect(performance.now() - started).toBeLessThan(SOON)
    const final = rest.find(({ chunk }) => chunk.type === 'data-answer')!.chunk as {
      data: { status: string; results: unknown[] }
    }
    expect(final.data).toMatchObject({ status: 'stopped', results: [{ name: 'r1' }], receipt: { credits: 0 } })
    expect(await balance()).toMatchObject({ balance: before.balance, held: 0 })
  })

  test('cancels the query that is running', async () => {
    const app = await withModel(() => ({
      call: 'run_sql',
      input: {
        source: 'workspace',
        sql: 'select count(*) as n from numbers a, numbers b, numbers c, numbers d',
        title: 'Long',
      },
    }))
    const seen = await begin(await stream(app, 'Tell me'), 'data-step')
    await Bun.sleep(50)
    const started = performance.now()
    await call(app, owner, 'POST', `/api/conversations/${idOf(seen)}/stop`)
    const rest = await all(await resume(app, idOf(seen), { 'last-event-id': seen.at(-1)!.id }))
    expect(performance.now() - started).toBeLessThan(SOON)
    expect(rest.at(-2)!.chunk).toMatchObject({ type: 'data-answer', data: { status: 'stopped' } })
    expect((await call(app, owner, 'POST', `/api/conversations/${idOf(seen)}/stop`)).body).toEqual({ stopped: false })
  })

  test('what a cancelled step says after the answer has ended is not kept', async () => {
    const app = await withModel(() => ({ say: ['One thousand.'] }))
    const events = await all(await stream(app, 'Tell me'))
    const messageId = events[0]!.id.split(':')[0]!
    const [log, other] = [1000, 2000].map((seq) => createAnswerLog(world, messageId, { seq: seq - 1, chunks: [] })) as [
      AnswerLog,
      AnswerLog,
    ]
    const late: AnswerChunk = { type: 'data-title', id: 'title', data: 'Late' }
    expect(await log.close()).toEqual({ seq: 1000, rest: [] })
    log.append(late)
    other.append(late)
    // The writer keeps everything that waits in one statement: what came before is kept once this is.
    while ((await seqs(messageId)).at(-1) !== 2000) await Bun.sleep(5)
    expect(await seqs(messageId)).not.toContain(1000)
  })

  test('is seen when it was asked for in another process', async () => {
    const app = await withModel(() => ({ say: Array(300).fill('on and on '), every: 30 }))
    const seen = await begin(await stream(app, 'Tell me'))
    const messageId = seen[0]!.id.split(':')[0]!
    await world.db.update(messages).set({ stopRequestedAt: new Date() }).where(eq(messages.id, messageId))
    const rest = await all(await resume(app, idOf(seen)))
    expect(rest.at(-2)!.chunk).toMatchObject({ data: { status: 'stopped' } })
  })
})

describe('a question that must wait for others to get ready', () => {
  const who = () => ({ workspaceId: crypto.randomUUID(), userId: 'somebody' })
  const never = new AbortController().signal
  /** Takes all places, so that the next question waits; gives them back in the end. */
  const full = async () => {
    const taken: Start[] = []
    const waits: Promise<unknown>[] = []
    for (let waiting = false; !waiting; ) {
      const turn = starts.turn(who(), never, () => {
        waiting = true
      })
      waits.push(turn.then((start) => taken.push(start)))
      await Bun.sleep(2)
    }
    return async () => {
      while (taken.length < waits.length) {
        taken.pop()?.begun()
        waits.pop()
        await Bun.sleep(2)
      }
      for (const start of taken) start.begun()
    }
  }
  const steps = (events: Event[]) =>
    events.flatMap(({ chunk }) => (chunk.type === 'data-step' ? [`${chunk.data.title} (${chunk.data.state})`] : []))

  test('is told how many come before it, then answered', async () => {
    const app = await withModel(slowly)
    const free = await full()
    const seen = await begin(await stream(app, 'Tell me'), 'data-step')
    expect(steps(seen)).toEqual(['Waiting: 1 before you (running)'])
    await free()
    const events = await all(await resume(app, idOf(seen)))
    expect(steps(events)).toContain('Waited for its turn (done)')
    expect(events.at(-2)!.chunk).toMatchObject({
      type: 'data-answer',
      data: { status: 'answered', steps: [{ id: 's1' }] },
    })
  })

  test('is stopped without having begun, and costs nothing', async () => {
    const before = await balance()
    const app = await withModel([])
    const free = await full()
    const seen = await begin(await stream(app, 'Tell me'), 'data-step')
    await call(app, owner, 'POST', `/api/conversations/${idOf(seen)}/stop`)
    const rest = await all(await resume(app, idOf(seen), { 'last-event-id': seen.at(-1)!.id }))
    expect(rest.at(-2)!.chunk).toMatchObject({ data: { status: 'stopped', receipt: { credits: 0 } } })
    expect(latest.requests).toEqual([])
    expect(await balance()).toMatchObject({ balance: before.balance, held: 0 })
    await free()
  })

  test('is refused where too many wait, before anything is kept', async () => {
    const crowded = openStarts(0, 1)
    void crowded.turn(who(), never, () => {})
    expect(() => crowded.checkRoom()).toThrow('Too many questions are waiting')
  })
})

describe('a server that goes away', () => {
  test('marks what it was answering as interrupted and charges nothing', async () => {
    const before = await balance()
    const app = await withModel(() => ({ say: Array(300).fill('on and on '), every: 30 }))
    const seen = await begin(await stream(app, 'Tell me'))
    expect(await interruptRunning(world)).toBe(1)
    const rest = await all(await resume(app, idOf(seen), { 'last-event-id': seen[0]!.id }))
    expect(rest.at(-2)!.chunk).toMatchObject({
      data: { status: 'interrupted', error: expect.stringContaining('ask again') },
    })
    expect(await balance()).toMatchObject({ balance: before.balance, held: 0 })
  })

  test('that died without a word is noticed by its heartbeat', async () => {
    const before = await balance()
    const { id, conversation } = await dead()
    await credits.hold(ctx, 1, `message:${id}`)
    const listening = all(await resume(base, conversation))
    expect(await sweepInterrupted(world)).toBeGreaterThanOrEqual(1)
    expect((await listening).at(-2)!.chunk).toMatchObject({ data: { status: 'interrupted' } })
    const [kept] = await world.db
      .select()
      .from(messages)
      .where(and(eq(messages.id, id), eq(messages.status, 'interrupted')))
    expect(kept).toBeDefined()
    expect(await balance()).toMatchObject({ balance: before.balance, held: 0 })
  })

  test('lets listeners have the end who heard more than it had kept', async () => {
    const { id, conversation } = await dead()
    await world.db.insert(answerEvents).values({ messageId: id, seq: 0, chunks: [{ type: 'start', messageId: id }] })
    // Row 1 was being written when it died, and row 2 was told already.
    const listening = all(await resume(base, conversation, { 'last-event-id': `${id}:2.9` }))
    await sweepInterrupted(world)
    expect((await listening).map(({ chunk }) => chunk.type)).toEqual(['data-answer', 'finish'])
  })
})

test('a database that goes away while an answer is written takes the answer along, and nothing else', async () => {
  const own = await worldOfItsOwn()
  const server = await startModelServer(() => ({ say: Array(20).fill('on and on '), every: 20 }))
  const away = { ...own, models: scriptedModels(server), log: watchedLog({ LOG_LEVEL: 'silent' }) }
  const app = await testApp(away)
  const person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  const asked = await ask(await workspaceCtx(away, person.user.id, workspace.id), {
    message: 'Tell me',
    conversationId: null,
  })
  await own.database.close()
  // A failure here would be nobody's, and end the process.
  expect(await asked.done).toBeUndefined()
})
