import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { evaluations as runs, users } from '#db/schema/index.ts'
import * as definitions from '#definitions/definitions.ts'
import * as query from '#query/run.ts'
import {
  type ModelServer,
  type ScriptedTurn,
  scriptedModels,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { type App, call, join, leave, newPlace, newTeam, signUp } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { finished, sweep } from './runs.ts'

let app: App
let server: ModelServer
/** Whether the model answers the last question rightly; and what each question met in its requests. */
let isGood = true
const met = new Map<string, string>()

const run = (sql: string): ScriptedTurn => ({ call: 'run_sql', input: { sql, title: 'Asked', source: null } })
const RIGHT = 'select city, sum(amount) as total from sales group by city order by city'
const QUESTIONS: [question: string, sql: string, turns: () => ScriptedTurn[]][] = [
  [
    'Amount by city?',
    RIGHT,
    () => [
      { call: 'search_catalog', input: { query: 'amount' } },
      run(
        isGood
          ? 'select sum(amount) as total, city, count(*) as n from sales group by city order by city'
          : "select city, sum(amount) + 1 as total from sales where city <> 'Pune' group by city",
      ),
      { say: 'Beside this text.' },
    ],
  ],
  [
    'How many sales?',
    'select count(*) as n from sales',
    () => [run('select count(*) - 1 as n from sales'), { say: 'Three.' }],
  ],
  ['Colour of love?', 'select 1 as x', () => [{ say: 'I cannot answer this from your data: it has no colours.' }]],
]

const { world, app: base, owner, member, place, ctx } = await newTeam('member')
const stranger = await signUp(base)
beforeAll(async () => {
  await upload(base, owner, place.workspace.id, 'sales.csv', 'city,amount\nPune,10\nAustin,20\nPune,5\nDelhi,7\n')
  for (const [name, sql] of QUESTIONS)
    await definitions.propose(ctx, query, {
      input: { kind: 'query', name, description: '', source: 'workspace', sql },
      approve: true,
    })
  server = await startModelServer(({ body }) => {
    const messages = body.messages as { role: string; content?: string }[]
    const asked = messages.find(({ role }) => role === 'user')!.content!
    const [question, , turns] = QUESTIONS.find(([question]) => asked.endsWith(question))!
    met.set(question, JSON.stringify(messages))
    const all = turns()
    return all[messages.filter(({ role }) => role === 'tool').length] ?? all.at(-1)!
  })
  app = await testApp({ ...world, models: scriptedModels(server) })
})

const path = () => `/api/workspaces/${place.workspace.id}/evaluations`
async function evaluated(max_credits?: number) {
  const { body } = await call(app, owner!, 'POST', path(), { max_credits })
  await finished(body.id)
  const items: Awaited<ReturnType<typeof call>>['body'][] = []
  for (let at: string | null = `${path()}/${body.id}/items?limit=2`; at; ) {
    const response = await app.request(at, { headers: owner!.headers })
    expect(response.status).toBe(200)
    items.push(...((await response.json()) as typeof items))
    at = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  }
  return { run: (await call(app, owner!, 'GET', `${path()}/${body.id}`)).body, items }
}

describe('a run of the verified questions', () => {
  test('asks each without its own query, compares the cells, and says what changed since the run before', async () => {
    isGood = true
    const first = await evaluated()
    expect(first.run).toMatchObject({ status: 'done', questions: 3, done: 3, model: 'scripted-model' })
    expect(first.run.outcomes).toMatchObject({ same: 1, differs: 1, refused: 1, failed: 0 })
    // Only what was answered costs: two of three.
    expect(first.run.credits).toBe(2)
    const of = (question: string) => first.items.find((one: { question: string }) => one.question === question)
    expect(of('How many sales?').diff).toMatchObject({
      columns: ['n'],
      rows: [{ kind: 'changed', expected: [4], got: [3] }],
      differing: 1,
    })
    expect(of('Amount by city?').sent_bytes).toBeGreaterThan(1_000)
    // The model was shown the other verified queries, and not its own.
    expect(met.get('Amount by city?')).not.toContain(RIGHT)

    isGood = false
    const second = await evaluated()
    const worse = second.items.find((one: { question: string }) => one.question === 'Amount by city?')
    expect(worse.diff.rows).toEqual([
      { kind: 'changed', expected: ['Austin', expect.anything()], got: ['Austin', expect.anything()] },
      { kind: 'changed', expected: ['Delhi', expect.anything()], got: ['Delhi', expect.anything()] },
      { kind: 'missing', expected: ['Pune', expect.anything()], got: null },
    ])
    const changes = await call(app, owner!, 'GET', `${path()}/${second.run.id}/changes/${first.run.id}`)
    expect(changes.body).toEqual([{ question: 'Amount by city?', before: 'same', after: 'differs' }])
    const html = await (
      await app.request(`/workspaces/${place.workspace.id}/evaluations/${second.run.id}`, {
        headers: { cookie: owner!.cookie },
      })
    ).text()
    expect(html).toContain('Beside the run of')
    expect(html).toMatch(/<del>20<\/del> <ins>21<\/ins>/)
  })

  test('is begun within what it may cost, one at a time, and can be stopped', async () => {
    expect((await call(app, owner!, 'POST', path(), { max_credits: 2 })).status).toBe(400)
    const { body } = await call(app, owner!, 'POST', path(), { max_credits: 3 })
    const again = await call(app, owner!, 'POST', path(), {})
    expect([again.status, again.body.code]).toEqual([409, 'busy'])
    const stopped = await call(app, owner!, 'POST', `${path()}/${body.id}/stop`, {})
    expect(stopped.body.status).toBe('stopped')
    await finished(body.id)
    expect((await call(app, owner!, 'GET', `${path()}/${body.id}`)).body.status).toBe('stopped')
  })

  test('stops before the next question once whoever began it may not run it any more', async () => {
    const world = await testWorld()
    const other = await signUp(base)
    const losses = [
      () => join(world, place.organization.id, other.user.id, 'member'),
      () => leave(world, place.organization.id, other.user.id),
      () => world.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, other.user.id)),
    ]
    for (const lose of losses) {
      await join(world, place.organization.id, other.user.id, 'owner')
      const models = scriptedModels(server)
      let isLost = false
      const language: typeof models.language = {
        ...models.language,
        async doStream(options) {
          if (!isLost) await lose()
          isLost = true
          return models.language.doStream(options)
        },
      }
      const theirs = await testApp({ ...world, models: { ...models, language } })
      const { body } = await call(theirs, other, 'POST', path(), {})
      await finished(body.id)
      const ended = (await call(app, owner!, 'GET', `${path()}/${body.id}`)).body
      expect(ended).toMatchObject({ status: 'stopped', error: expect.stringContaining('may no longer run') })
      // Two are asked at once, and the third was not.
      expect(ended.done).toBeLessThan(3)
    }
  })

  test('is for owners, and for nobody of another place', async () => {
    const [{ id }] = (await call(app, owner!, 'GET', path())).body
    for (const [method, at] of [
      ['GET', path()],
      ['POST', path()],
      ['GET', `${path()}/${id}`],
      ['GET', `${path()}/${id}/items`],
    ] as const) {
      expect((await call(app, member!, method, at, method === 'POST' ? {} : undefined)).status).toBe(403)
      expect((await call(app, stranger!, method, at, method === 'POST' ? {} : undefined)).status).toBe(404)
    }
    const other = await newPlace(base, stranger!)
    const theirs = `/api/workspaces/${other.workspace.id}/evaluations/${id}`
    for (const at of [theirs, `${theirs}/items`, `${theirs}/changes/${id}`])
      expect([at, (await call(app, stranger!, 'GET', at)).status]).toEqual([at, 404])
  })

  test('ends where the credits do, and is interrupted when its process is gone', async () => {
    const world = await testWorld()
    const poor = {
      ...world,
      models: scriptedModels(server),
      settings: () => ({ ...world.settings(), credits: { ...world.settings().credits, per_answer: 1_000 } }),
    }
    const { body } = await call(await testApp(poor), owner!, 'POST', path(), {})
    await finished(body.id)
    const ended = (await call(app, owner!, 'GET', `${path()}/${body.id}`)).body
    expect([ended.status, ended.error]).toEqual(['failed', expect.stringContaining('credits')])
    await world.db
      .update(runs)
      .set({ status: 'running', heartbeatAt: new Date(0) })
      .where(eq(runs.id, body.id))
    await sweep(world)
    expect((await call(app, owner!, 'GET', `${path()}/${body.id}`)).body.status).toBe('interrupted')
  })
})
