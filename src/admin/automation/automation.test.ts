import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { auditEvents, users } from '#db/schema/index.ts'
import { runDue } from '#watches/runs.ts'
import {
  type App,
  call,
  form,
  newPlace,
  type Person,
  type Place,
  signUp,
  workspaceCtx,
} from '../../../tests/support/people.ts'
import { putTable } from '../../../tests/support/tables.ts'
import { type TestWorld, testApp, testWorld } from '../../../tests/support/world.ts'

/** An organization whose board runs wild, and the admins who see that. */
let app: App
let world: TestWorld
let [admin, support, owner]: Person[] = []
let place: Place
let canvas: string
let watch: string
let answerWatch: string
const name = `wild${newId().slice(-12)}`

beforeAll(async () => {
  world = await testWorld()
  app = await testApp(world)
  ;[admin, support, owner] = await Promise.all([1, 2, 3].map(() => signUp(app, { verified: true })))
  for (const [person, role] of [
    [admin, 'superadmin'],
    [support, 'support'],
  ] as const)
    await world.db
      .update(users)
      .set({ adminRoles: [role] })
      .where(eq(users.id, person!.user.id))
  place = await newPlace(app, owner!)
  const ctx = await workspaceCtx(world, owner!.user.id, place.workspace.id)
  await putTable(ctx, 'orders', 'SELECT 7 AS amount')
  const room = `/api/workspaces/${place.workspace.id}`
  canvas = (await call(app, owner!, 'POST', `${room}/canvases`, { name })).body.id
  for (const sql of ['SELECT amount FROM orders', 'SELECT nothing FROM orders'])
    await call(app, owner!, 'PUT', `/api/canvases/${canvas}/blocks/${newId()}`, {
      ...{ kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content: { title: 'Amounts', sql } },
    })
  await refresh()
  const schedule = { every: 'day', at: '08:00', time_zone: 'UTC' }
  const asked = { canvas_id: canvas, name, schedule, members: [owner!.user.id] }
  watch = (await call(app, owner!, 'POST', `${room}/watches`, asked)).body.id
  await call(app, owner!, 'POST', `${room}/watches/${watch}/run`)
  await call(app, owner!, 'POST', `${room}/agents`, { name: 'Ana' })
  const { message_id } = (await call(app, owner!, 'POST', `${room}/query-data`, { message: 'Total amount of orders?' }))
    .body
  const { answer } = (await call(app, owner!, 'GET', `/api/messages/${message_id}`)).body
  const ofAnswer = { canvas_id: undefined, answer: { message_id, result_id: answer.results[0].id } }
  answerWatch = (await call(app, owner!, 'POST', `${room}/watches`, { ...asked, ...ofAnswer, name: 'Answer' })).body.id
}, 300_000)

const refresh = () => call(app, owner!, 'POST', `/api/canvases/${canvas}/refresh`, { force: true })
const listed = async (list: string, who = support!) => (await call(app, who, 'GET', `/api/admin/${list}`)).body
const act = (what: string, action: string, who = admin!, reason: unknown = 'Too much of it.') =>
  call(app, who, 'POST', `/api/admin/${what}/${action}`, { reason })

test('what an organization keeps is counted, with how much runs and fails', async () => {
  const [use] = await listed(`automation?q=${place.organization.id}`)
  expect(use).toMatchObject({ canvases: 1, watches: 1, schedules: 1, refreshes: 2, runs: 1, failures: 1 })
  expect(use.last_run_at).toMatch(/^\d{4}-/)
  const [board] = await listed(`canvases?q=${name}`)
  expect(board).toMatchObject({
    id: canvas,
    refreshes: 2,
    failures: 1,
    stopped: null,
    organization: { id: place.organization.id },
  })
  const [one] = await listed(`watches?q=${place.organization.id}&kind=schedule`)
  expect(one).toMatchObject({ id: watch, kind: 'schedule', runs: 1, failures: 0, state: 'active', stopped: null })
  const told = await listed(`watches?q=${place.organization.id}&kind=watch`)
  expect(told).toMatchObject([{ id: answerWatch, kind: 'watch' }])
  // Nothing of what stands on a board, or of whom it tells.
  expect(JSON.stringify([use, board, one])).not.toMatch(/amount|Amounts|recipients|example\.com/)
})

test('a canvas that is stopped runs no statement, says why, and is resumed by admins alone', async () => {
  expect((await act(`canvases/${canvas}`, 'stop', support)).status).toBe(403)
  expect((await act(`canvases/${canvas}`, 'stop', owner)).status).toBe(403)
  expect((await act(`canvases/${canvas}`, 'stop', admin, '')).status).toBe(400)
  expect((await act(`canvases/${newId()}`, 'stop')).status).toBe(404)
  expect((await act(`canvases/${canvas}`, 'stop')).body).toEqual({ ok: true })
  expect((await act(`canvases/${canvas}`, 'stop')).status).toBe(409)
  expect(await listed(`canvases?q=${name}&stopped=yes`)).toMatchObject([{ stopped: { reason: 'Too much of it.' } }])
  const refused = await refresh()
  expect([refused.status, refused.body.code, refused.body.error.includes('Too much of it.')]).toEqual([
    409,
    'canvas_stopped',
    true,
  ])
  // Its figures of before are still there.
  const { body } = await call(app, owner!, 'GET', `/api/canvases/${canvas}`)
  expect(body.blocks[0].data.results[0].rows).toEqual([[7]])
  expect((await act(`canvases/${canvas}`, 'resume')).body).toEqual({ ok: true })
  expect((await refresh()).status).toBe(200)
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, canvas))
  expect(events.filter(({ action }) => /^canvas\.(stop|resume)$/.test(action))).toMatchObject([
    { organizationId: place.organization.id, details: { reason: 'Too much of it.' } },
    { organizationId: place.organization.id },
  ])
})

test('a schedule that is stopped is not run, and nobody of its workspace resumes it', async () => {
  expect((await act(`watches/${watch}`, 'stop', support)).status).toBe(403)
  expect((await act(`watches/${watch}`, 'stop')).body).toEqual({ ok: true })
  const path = `/api/workspaces/${place.workspace.id}/watches/${watch}`
  expect((await call(app, owner!, 'GET', path)).body).toMatchObject({
    state: 'paused',
    paused_reason: 'Too much of it.',
  })
  expect((await call(app, owner!, 'PATCH', path, { state: 'active' })).body.code).toBe('watch_stopped')
  await runDue({ ...world, now: () => new Date(Number(world.now()) + 3 * 86_400_000) })
  expect((await call(app, owner!, 'GET', `${path}/runs`)).body).toHaveLength(1)
  expect((await act(`watches/${watch}`, 'resume')).body).toEqual({ ok: true })
  expect((await call(app, owner!, 'GET', path)).body).toMatchObject({ state: 'active', next_at: expect.any(String) })
})

test('the pages list them, with their buttons for superadmins alone, and files of the same', async () => {
  for (const [path, id] of [
    ['canvases', canvas],
    ['watches', watch],
  ] as const) {
    const address = `/admin/organizations/${path}`
    const html = async (who: Person) =>
      (await app.request(`${address}?q=${name}`, { headers: { cookie: who.cookie } })).text()
    expect(await html(support!)).not.toContain(`${address}/${id}/stop`)
    expect(await html(admin!)).toContain(`${address}/${id}/stop`)
    const done = await app.request(`${address}/${id}/stop`, form({ reason: 'By the page.' }, admin!.cookie))
    expect([done.status, done.headers.get('location')]).toEqual([303, `${address}?done=stop`])
    expect(await html(admin!)).toContain(`${address}/${id}/resume`)
    const again = await app.request(`${address}/${id}/stop`, form({ reason: 'Once more.' }, admin!.cookie))
    expect(again.status).toBe(409)
    await act(`${path}/${id}`, 'resume')
    const csv = await app.request(`/api/admin/${path}?q=${name}`, {
      headers: { ...admin!.headers, accept: 'text/csv' },
    })
    expect(await csv.text()).toContain(id)
  }
})
