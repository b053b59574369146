import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from '#base/paging.ts'
import * as catalog from '#catalog/catalog.ts'
import * as catalogEdit from '#catalog/edit.ts'
import { call, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import * as agents from './agents.ts'
import type { Agent } from './rules/answers.ts'

const { app, owner, member, viewer, place, ctx } = await newTeam('member', 'viewer')
beforeAll(async () => {
  await putTable(ctx, 'orders', 'SELECT range AS id, range * 10 AS amount FROM range(10)')
  await putTable(ctx, 'salaries', "SELECT 'Ida' AS person, 471108 AS salary")
}, 300_000)

const path = (rest = '') => `/api/workspaces/${place.workspace.id}/agents${rest}`
const create = (who: Person, agent: object, publish = false) => call(app, who, 'POST', path(), { ...agent, publish })

describe('agents', () => {
  test('are drafts first, seen by those who may change them; published, everybody sees and may ask them', async () => {
    const made = await create(member!, { name: 'Sales', tables: ['ORDERS'], starters: ['How many orders?', ''] })
    expect(made).toMatchObject({
      status: 201,
      body: {
        version: 1,
        state: 'draft',
        tables: ['orders'],
        starters: ['How many orders?'],
        may_ask: false,
        draft: 1,
      },
    })
    const { id } = made.body
    const names = async (who: Person) =>
      (await call(app, who, 'GET', path())).body.map((one: { name: string; state: string }) => one.name)
    expect(await names(member!)).toEqual(['Analyst', 'Sales'])
    expect(await names(viewer!)).toEqual(['Analyst'])
    expect((await call(app, viewer!, 'GET', path(`/${id}`))).status).toBe(404)
    expect((await call(app, viewer!, 'POST', path(`/${id}/publish`))).status).toBe(403)
    expect((await call(app, member!, 'POST', path(`/${id}/publish`))).body).toMatchObject({
      state: 'published',
      draft: null,
    })
    expect(await names(viewer!)).toEqual(['Analyst', 'Sales'])
    expect((await call(app, viewer!, 'GET', path(`/${id}`))).body.may_ask).toBe(true)
  })

  test('are listed by name whatever its case, page after page', async () => {
    const { ctx, app, owner, place } = await newTeam()
    const at = `/api/workspaces/${place.workspace.id}/agents`
    for (const name of ['beta', 'Alpha', 'Gamma', 'ALPHA two'])
      expect((await call(app, owner, 'POST', at, { name, publish: true })).status).toBe(201)
    const names: string[] = []
    let cursor: string | null = null
    do {
      const { items, next }: Page<Agent> = await agents.list(ctx, { limit: 1, cursor })
      names.push(...items.map(({ name }) => name))
      cursor = next
    } while (cursor && names.length < 9)
    expect(names).toEqual(['Analyst', 'Alpha', 'ALPHA two', 'beta', 'Gamma'])
  })

  test('have versions: a change waits as a draft, and an older one can be restored', async () => {
    const { id } = (await create(owner!, { name: 'Versioned', description: 'One' }, true)).body
    const change = (description: string, publish: boolean) =>
      call(app, member!, 'PUT', path(`/${id}`), { name: 'Versioned', description, publish })
    await change('Two', false)
    expect((await call(app, viewer!, 'GET', path(`/${id}`))).body).toMatchObject({ description: 'One', draft: null })
    expect((await call(app, member!, 'GET', path(`/${id}`))).body).toMatchObject({ description: 'One', draft: 2 })
    await change('Three', true)
    expect((await call(app, viewer!, 'GET', path(`/${id}`))).body).toMatchObject({ description: 'Three', version: 3 })
    const restored = await call(app, member!, 'POST', path(`/${id}/restore`), { version: 1 })
    expect(restored.body).toMatchObject({ version: 4, state: 'draft', description: 'One' })
    const states = (await call(app, owner!, 'GET', path(`/${id}/versions`))).body.map(
      (one: { name: string; state: string }) => one.state,
    )
    expect(states).toEqual(['draft', 'published', 'replaced', 'replaced'])
  })

  test('are asked as they were published, however many drafts followed', async () => {
    const { id } = (await create(owner!, { name: 'Drafted', description: 'One', roles: ['owner'] }, true)).body
    for (let draft = 0; draft < 52; draft++)
      await call(app, member!, 'PUT', path(`/${id}`), { name: 'Drafted', description: `Draft ${draft}` })
    expect((await call(app, member!, 'GET', path(`/${id}`))).body).toMatchObject({ description: 'One', draft: 53 })
    const question = { message: 'How many orders?', context: { agent_id: id } }
    const refused = await call(app, member!, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, question)
    expect([refused.status, refused.body.code]).toEqual([403, 'agent_roles'])
  })

  test('are deleted by owners alone, and the one that every workspace has by nobody', async () => {
    const { id } = (await create(member!, { name: 'Short-lived' }, true)).body
    expect((await call(app, member!, 'DELETE', path(`/${id}`))).status).toBe(403)
    expect((await call(app, owner!, 'DELETE', path(`/${id}`))).status).toBe(204)
    expect((await call(app, owner!, 'DELETE', path(`/${id}`))).status).toBe(404)
    expect((await call(app, viewer!, 'GET', path(`/${id}`))).status).toBe(404)
    expect(await call(app, owner!, 'DELETE', path('/analyst'))).toMatchObject({
      status: 409,
      body: { code: 'default_agent' },
    })
    expect((await call(app, owner!, 'GET', path('/analyst'))).body).toMatchObject({ default: true, version: null })
    // A deleted one can be brought back, by its versions.
    expect((await call(app, member!, 'POST', path(`/${id}/restore`), { version: 1 })).body.state).toBe('draft')
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['the name of the agent that is always there', { name: 'analyst' }, 'name'],
    ['a sign that a question names things with', { name: 'a@b' }, 'name'],
    ['a table that is not there', { name: 'X', tables: ['nope'] }, 'tables'],
    ['a source that is not there', { name: 'X', sources: ['nope'] }, 'sources'],
    ['instructions that are too long', { name: 'X', instructions: 'word '.repeat(3000) }, 'instructions'],
    ['too many starters', { name: 'X', starters: Array.from({ length: 9 }, (_, at) => `Question ${at}?`) }, 'starters'],
    ['a query that does not run', { name: 'X', queries: [{ question: 'How many?', sql: 'SELEC 1' }] }, 'queries.0.sql'],
    [
      'a query over a table that it may not use',
      { name: 'X', tables: ['orders'], queries: [{ question: 'Who earns what?', sql: 'SELECT * FROM salaries' }] },
      'queries.0.sql',
    ],
  ])('are not kept with %s', async (_, agent, field) => {
    const refused = await create(owner!, agent)
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.details.fields)).toEqual([field])
  })

  test('have names of their own among those that are published', async () => {
    await create(owner!, { name: 'Only one' }, true)
    expect(await create(owner!, { name: 'ONLY ONE' }, true)).toMatchObject({
      status: 409,
      body: { code: 'name_taken' },
    })
  })

  test('of roles are asked by these and by owners', async () => {
    const { id } = (await create(owner!, { name: 'For members', roles: ['member'] }, true)).body
    const ask = (who: Person) =>
      call(app, who, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, {
        message: 'How many orders?',
        context: { agent_id: id },
      })
    expect(await ask(viewer!)).toMatchObject({ status: 403, body: { code: 'agent_roles' } })
    expect((await ask(member!)).body).toMatchObject({
      agent: { id, name: 'For members', version: 1 },
    })
    expect((await ask(owner!)).status).toBe(200)
  })

  test('name nothing that was hidden since, and keep it when somebody changes them who does not see it', async () => {
    await putTable(ctx, 'plans', 'SELECT 1 AS goal')
    const queries = [{ question: 'What is the goal?', sql: 'SELECT goal FROM plans' }]
    const { id } = (await create(owner!, { name: 'Planner', tables: ['orders', 'plans'], queries }, true)).body
    const tables = await catalog.tables(ctx)
    await catalogEdit.change(ctx, tables.find(({ name }) => name === 'plans')!.id, { hidden: true })
    const seen = (await call(app, member!, 'GET', path(`/${id}`))).body
    expect(JSON.stringify(seen)).not.toContain('plans')
    const agent = { name: 'Planner', tables: seen.tables, queries: seen.queries, publish: true }
    const changed = await call(app, member!, 'PUT', path(`/${id}`), agent)
    expect(changed.body.tables).toEqual(['orders'])
    expect((await call(app, owner!, 'GET', path(`/${id}`))).body).toMatchObject({
      tables: ['orders', 'plans'],
      queries,
    })
  })
})
