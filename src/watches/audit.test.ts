import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { auditEvents } from '#db/schema/index.ts'
import { call, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'

test('what is done to agents and watches is in the audit log, and what boards and watches run costs no credit', async () => {
  const { world, app, owner, place, ctx } = await newTeam()
  await putTable(ctx, 'orders', 'SELECT range AS amount FROM range(10)')
  const at = `/api/workspaces/${place.workspace.id}`
  const made = async (path: string, body: object) => {
    const answer = await call(app, owner, 'POST', path, body)
    expect(answer.status).toBe(201)
    return answer.body.id as string
  }
  const balance = async () => (await call(app, owner, 'GET', '/api/credits/balance')).body
  const before = await balance()

  const agent = await made(`${at}/agents`, { name: 'Sales', publish: true })
  await call(app, owner, 'PUT', `${at}/agents/${agent}`, { name: 'Sales', description: 'All of it.' })
  await call(app, owner, 'POST', `${at}/agents/${agent}/publish`)
  await call(app, owner, 'DELETE', `${at}/agents/${agent}`)

  const canvas = await made(`${at}/canvases`, { name: 'Board' })
  const content = { title: 'All', sql: 'SELECT sum(amount) AS amount FROM orders' }
  const block = { kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content }
  expect((await call(app, owner, 'PUT', `/api/canvases/${canvas}/blocks/${newId()}`, block)).status).toBe(200)
  const [shown] = (await call(app, owner, 'POST', `/api/canvases/${canvas}/refresh`, { force: true })).body
  expect(shown.data.results[0].rows).toEqual([[45]])

  const schedule = { every: 'day', at: '08:00', time_zone: 'UTC' }
  const watch = await made(`${at}/watches`, { canvas_id: canvas, name: 'Fresh', schedule, members: [owner.user.id] })
  expect((await call(app, owner, 'POST', `${at}/watches/${watch}/run`)).status).toBeLessThan(300)
  await call(app, owner, 'PATCH', `${at}/watches/${watch}`, { name: 'Fresher' })
  await call(app, owner, 'DELETE', `${at}/watches/${watch}`)

  const written = await world.db.select().from(auditEvents).where(eq(auditEvents.workspaceId, place.workspace.id))
  expect(written.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      ...['agent.create', 'agent.update', 'agent.publish', 'agent.delete'],
      ...['watch.create', 'watch.update', 'watch.delete'],
    ]),
  )
  expect(await balance()).toEqual(before)
})
