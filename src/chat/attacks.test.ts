import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, isNotNull } from 'drizzle-orm'
import { conversations, creditHolds, creditUsage } from '#db/schema/index.ts'
import {
  type ModelServer,
  type ScriptedTurn,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { type App, call, newPlace, type Person, type Place, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

/** Somebody who wants answers for nothing, or somebody else's: many requests at once, and ids of another organization in what is sent. */
let app: App
let server: ModelServer
/** What the model does when it has looked. */
let turn: ScriptedTurn
let [owner, thief]: Person[] = []
let [theirs, own]: Place[] = []

beforeAll(async () => {
  const base = await testApp()
  const world = await testWorld()
  ;[owner, thief] = [await signUp(base), await signUp(base)]
  ;[theirs, own] = [await newPlace(base, owner), await newPlace(base, thief)]
  for (const [person, place, secret] of [
    [owner, theirs, 471108],
    [thief, own, 1],
  ] as const)
    await putTable(
      await workspaceCtx(world, person!.user.id, place!.workspace.id),
      'sales',
      `SELECT ${secret} AS revenue`,
    )
  server = await startModelServer(({ body }) =>
    JSON.stringify(body.messages).includes('"role":"tool"')
      ? turn
      : { call: 'run_sql', input: { sql: 'SELECT revenue FROM sales', title: 'Revenue' } },
  )
  app = await testApp({ ...world, models: scriptedModels(server) })
})

const ask = (who: Person, place: Place, message: string, more: object = {}) =>
  call(app, who, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, { message, ...more })
const balance = async (who: Person) => (await call(app, who, 'GET', '/api/credits/balance')).body

/** Questions of somebody that were paid and that are open, and lines of usage. */
async function books({ user }: Person) {
  const { db } = await testWorld()
  const held = (state: 'open' | 'settled') =>
    db.$count(creditHolds, and(eq(creditHolds.userId, user.id), eq(creditHolds.state, state)))
  return {
    open: await held('open'),
    paid: await held('settled'),
    lines: await db.$count(creditUsage, eq(creditUsage.userId, user.id)),
  }
}

describe('many requests at once', () => {
  test('cost each answer once, and nobody more than they have, whatever is stopped meanwhile', async () => {
    const asker = await signUp(app)
    const place = await newPlace(app, asker)
    const world = await testWorld()
    await putTable(await workspaceCtx(world, asker.user.id, place.workspace.id), 'sales', 'SELECT 7 AS revenue')
    turn = { say: ['It ', 'is ', '{{r1.revenue[#1]}}.'], every: 15 }
    const { balance: before } = await balance(asker)
    let [answered, stopped, refused] = [0, 0, 0]
    for (let round = 0; round < 8; round++) {
      const asked = Array.from({ length: 8 }, (_, at) => ask(asker, place, `Revenue ${round}-${at}?`))
      // In half of the rounds what runs is stopped, twice and at any moment.
      const stops = (async () => {
        for (let at = 0; at < 12 && round % 2 === 0; at++) {
          await Bun.sleep(at * round)
          const running = await world.db
            .select({ id: conversations.id })
            .from(conversations)
            .where(and(eq(conversations.userId, asker.user.id), isNotNull(conversations.runningMessageId)))
          await Promise.all(
            [...running, ...running].map(({ id }) => call(app, asker, 'POST', `/api/conversations/${id}/stop`)),
          )
        }
      })()
      for (const { status, body } of await Promise.all(asked)) {
        if (status === 200 && body.status === 'answered') answered++
        else if (status === 200) stopped++
        else refused++
        if (status === 200) expect(body.receipt.credits).toBe(body.status === 'answered' ? 1 : 0)
        expect([200, 402, 409, 503]).toContain(status)
      }
      await stops
    }
    const after = await balance(asker)
    expect(after).toMatchObject({ balance: before - answered, held: 0 })
    expect(after.balance).toBeGreaterThanOrEqual(0)
    expect(await books(asker)).toEqual({ open: 0, paid: answered, lines: answered })
    expect(Math.min(answered, stopped, refused)).toBeGreaterThan(0)
  })
})

describe('a provider that loses the connection', () => {
  test.each([
    ['in the middle of the text', { cut: 'It is' }],
    ['after the text, without saying that it ends', { end: 'It is {{r1.revenue[#1]}}.' }],
  ] satisfies [string, ScriptedTurn][])('%s costs nothing', async (_, what) => {
    turn = what
    const { balance: before } = await balance(thief!)
    const { body } = await ask(thief!, own!, 'Revenue?')
    expect([body.status, body.receipt.credits]).toEqual(['failed', 0])
    expect(await balance(thief!)).toMatchObject({ balance: before, held: 0 })
  })
})

describe('ids of another organization in what is sent', () => {
  test('open nothing there and cost nobody anything', async () => {
    turn = { say: 'It is {{r1.revenue[#1]}}.' }
    const { body: secret } = await ask(owner!, theirs!, 'Revenue?')
    expect(secret.answer).toContain('471,108')
    const { body: mine } = await ask(thief!, own!, 'Revenue?')
    const before = [await balance(owner!), await balance(thief!)]
    const result = secret.queries[0].id
    const path = `/api/workspaces/${own!.workspace.id}`
    const of = `/api/messages/${mine.message_id}`
    const chart = { result, kind: 'bar', x: 'revenue', y: ['revenue'], series: null, title: 'Theirs' }
    const tries: ['POST' | 'PUT', string, object, number][] = [
      ['POST', `${path}/query-data`, { message: 'Go on', context: { conversation_id: secret.conversation_id } }, 404],
      ['POST', `${of}/chips`, { result, edits: null }, 409],
      ['POST', `${of}/chips`, { result, edits: [{ act: 'remove', chip: 'o1' }] }, 409],
      ['POST', `${of}/sql`, { result, sql: 'SELECT * FROM r1' }, 404],
      ['PUT', `${of}/chart`, { of: result, chart }, 404],
      ['POST', `${of}/proposal`, { from: 'sql', result }, 404],
    ]
    for (const [method, address, sent, status] of tries) {
      const reply = await call(app, thief!, method, address, sent)
      expect([address, sent, reply.status]).toEqual([address, sent, status])
      expect(JSON.stringify(reply.body)).not.toContain('471108')
    }
    expect([await balance(owner!), await balance(thief!)]).toEqual(before)
  })
})
