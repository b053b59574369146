import { beforeAll, expect, test } from 'bun:test'
import { call, form, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'

const { app, owner, viewer, place, ctx } = await newTeam('viewer')
beforeAll(async () => {
  await putTable(ctx, 'orders', 'SELECT 7 AS amount')
}, 300_000)

const address = (rest = '') => `/workspaces/${place.workspace.id}/agents${rest}`
const page = async (who: Person, path: string) => (await app.request(path, { headers: { cookie: who.cookie } })).text()
const send = (path: string, fields: Record<string, string>) => app.request(path, form(fields, owner!.cookie))

test('forms create, change, publish, restore and delete an agent without a script', async () => {
  expect(await page(owner!, address())).toContain('No agent of your own yet')
  const refused = await send(address('/new'), { name: '', starters: 'How many orders?', act: 'draft' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('How many orders?')
  const fields = {
    ...{ name: 'Desk', colour: 'teal', 'tables[]': 'orders', starters: 'How many orders?\n\nTotal amount' },
    ...{ 'queries.0.question': 'What is the total?', 'queries.0.sql': 'SELECT sum(amount) AS total FROM orders' },
    ...{ asked_by: 'writers', act: 'draft' },
  }
  const created = (await send(address('/new'), fields)).headers.get('location')!
  const id = /agents\/([^?]+)/.exec(created)![1]!
  const agent = async () => (await call(app, owner!, 'GET', `/api${address(`/${id}`)}`)).body
  expect(await agent()).toMatchObject({
    ...{ name: 'Desk', colour: 'teal', state: 'draft', tables: ['orders'], roles: ['owner', 'member'] },
    ...{
      starters: ['How many orders?', 'Total amount'],
      queries: [{ question: 'What is the total?', source: 'workspace' }],
    },
  })
  expect(await page(owner!, created)).toContain('Ask: How many orders?')
  expect((await send(address(`/${id}/act`), { act: 'publish' })).status).toBe(303)
  expect((await send(address(`/${id}`), { ...fields, description: 'Orders alone', act: 'publish' })).status).toBe(303)
  expect(await agent()).toMatchObject({ version: 2, state: 'published', description: 'Orders alone' })
  // A viewer reads it, and changes nothing.
  const read = await page(viewer!, address(`/${id}`))
  expect(read).toContain('Orders alone')
  expect(read).not.toContain('Save as draft')
  await send(address(`/${id}/act`), { act: 'restore', version: '1' })
  expect(await page(owner!, address(`/${id}`))).toContain('Publish version 3')
  expect((await send(address(`/${id}/act`), { act: 'remove' })).headers.get('location')).toContain('done=remove')
  expect(await page(owner!, address())).not.toContain('Desk')
})

test('a copy and a conversation fill the form, and a starter question is asked', async () => {
  expect(await page(owner!, address('/new?copy=analyst'))).toContain('Analyst copy')
  const asked = await call(app, owner!, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, {
    message: 'What is the total amount?',
  })
  const drafted = await page(owner!, address(`/new?conversation=${asked.body.conversation_id}`))
  expect(drafted).toContain('What is the total amount?')
  expect((await app.request(address('/new?conversation=none'), { headers: { cookie: owner!.cookie } })).status).toBe(
    404,
  )
  const made = await call(app, owner!, 'POST', `/api${address()}`, { name: 'Tried', starters: ['Total amount'] })
  const tried = await send(address(`/${made.body.id}/test`), { question: 'Total amount' })
  expect(tried.headers.get('location')).toMatch(/conversation=/)
  // Only who may change it asks a draft.
  const context = { agent_id: made.body.id }
  const path = `/api/workspaces/${place.workspace.id}/query-data`
  expect((await call(app, viewer!, 'POST', path, { message: 'Total amount', context })).status).toBe(404)
})
