import { expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { conversations, mails, messages, organizations } from '#db/schema/index.ts'
import { call, fillPath, form, join, newPlace, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
const boss = await signUp(app, { verified: true, adminRoles: ['superadmin'] })
const helper = await signUp(app, { verified: true, adminRoles: ['support'] })
const owner = await signUp(app, { verified: true })
const member = await signUp(app, { verified: true })
const { organization, workspace } = await newPlace(app, owner)
await join(world, organization.id, member.user.id, 'member')
const mark = `Q${newId().replaceAll('-', '').slice(-10)}`
await world.db
  .update(organizations)
  .set({ name: `${mark} Trading` })
  .where(eq(organizations.id, organization.id))

const action = (verb: string, who = boss, reason = 'unpaid bills') =>
  call(app, who, 'POST', `/api/admin/organizations/${organization.id}/${verb}`, { reason })
const found = async (query: string) => {
  const { body } = await call(app, helper, 'GET', `/api/admin/organizations?${query}`)
  return (body as { id: string }[]).map(({ id }) => id)
}

test('organizations are found by name, id, status, size and the plan of an owner', async () => {
  for (const query of [`q=trad+${mark.toLowerCase()}`, `q=${organization.id}`, `q=${mark}&status=active&plan=free`])
    expect([query, await found(query)]).toEqual([query, [organization.id]])
  for (const query of [`q=${mark}&status=suspended`, `q=${mark}&plan=premium`, `q=${mark}&size=1-10`])
    expect([query, await found(query)]).toEqual([query, []])
  const { body } = await call(app, helper, 'GET', `/api/admin/organizations?q=${mark}`)
  expect(body[0]).toMatchObject({ owner: { email: owner.user.email }, plan: 'free', members: 2, workspaces: 1 })
})

test('the page shows members, workspaces and usage; actions only to superadmins', async () => {
  const look = async (cookie: string) =>
    (await app.request(`/admin/organizations/${organization.id}`, { headers: { cookie } }))
      .text()
      .then((html) => html.replaceAll('<wbr/>', ''))
  const html = await look(boss.cookie)
  for (const text of [owner.user.email, member.user.email, workspace.id, 'Members (2)', 'id="action-suspend"'])
    expect(html).toContain(text)
  expect(await look(helper.cookie)).not.toContain('action-suspend')
  expect((await action('suspend', helper)).status).toBe(403)
})

test('a suspended organization is closed at every address that its members had, and comes back whole', async () => {
  const memberRoutes = app.routes.filter(
    ({ method, handler }) => method !== 'ALL' && /^(inOrganization|may |inWorkspace|mayInWorkspace)/.test(handler.name),
  )
  expect(memberRoutes.length).toBeGreaterThan(40)
  const knock = async () => {
    const wrong: string[] = []
    for (const { method, path, handler } of memberRoutes) {
      const id = /^(in|mayIn)Workspace/.test(handler.name) ? workspace.id : organization.id
      const address = fillPath(path, id)
      const headers = { ...owner.headers, 'sec-fetch-site': 'same-origin' }
      const answer = await app.request(address, { method, headers })
      if (answer.status !== 403 || !(await answer.text()).includes('is suspended')) wrong.push(`${method} ${path}`)
    }
    return wrong
  }
  const before = await call(app, member, 'GET', `/api/organizations/${organization.id}`)
  expect((await action('suspend')).body).toMatchObject({ status: 'suspended', suspended: { reason: 'unpaid bills' } })
  expect(await knock()).toEqual([])
  const refused = await call(app, member, 'GET', `/api/workspaces/${workspace.id}`)
  expect([refused.status, refused.body.code]).toEqual([403, 'organization_suspended'])
  expect(refused.body.error).toContain(`The organization ${mark} Trading is suspended.`)
  // Whoever is not in it learns nothing.
  expect((await call(app, helper, 'GET', `/api/workspaces/${workspace.id}`)).status).toBe(404)
  expect((await call(app, member, 'GET', '/api/user/organizations')).body).toEqual([])
  const list = await app.request('/organizations', { headers: { cookie: owner.cookie } })
  expect(await list.text()).toContain(`${mark} Trading</strong> is suspended.`)
  expect((await action('suspend')).status).toBe(409)
  const [mail] = await world.db.select().from(mails).where(eq(mails.to, owner.user.email)).orderBy(desc(mails.id))
  expect(mail?.subject).toBe(`${mark} Trading is suspended`)
  expect(mail?.text).not.toContain('unpaid bills')

  expect((await action('restore')).body).toMatchObject({ status: 'active', suspended: null })
  const after = await call(app, member, 'GET', `/api/organizations/${organization.id}`)
  expect(after.body).toEqual({ ...before.body, updated_at: after.body.updated_at })
  expect((await call(app, member, 'GET', `/api/workspaces/${workspace.id}`)).status).toBe(200)
})

test('answers that run are stopped', async () => {
  const [talk] = await world.db
    .insert(conversations)
    .values({ workspaceId: workspace.id, userId: member.user.id, title: 'Sales' })
    .returning()
  const [running] = await world.db
    .insert(messages)
    .values({ conversationId: talk!.id, role: 'assistant', text: '', status: 'running', heartbeatAt: world.now() })
    .returning()
  await action('suspend')
  const [stopped] = await world.db.select().from(messages).where(eq(messages.id, running!.id))
  expect(stopped?.stopRequestedAt).toBeDate()
  await world.db.delete(messages).where(and(eq(messages.id, running!.id)))
  await action('restore')
})

test('its only owner cannot leave by deleting the account while it is suspended', async () => {
  const [alone, place] = await signUp(app, { verified: true }).then(
    async (it) => [it, await newPlace(app, it)] as const,
  )
  const address = `/api/admin/organizations/${place.organization.id}`
  await call(app, boss, 'POST', `${address}/suspend`, { reason: 'fraud' })
  const leaving = { confirm: alone.user.email, password: alone.password }
  expect((await call(app, alone, 'DELETE', '/api/user', leaving)).body.code).toBe('only_owner')
})

test('the form works without a script', async () => {
  const address = `/admin/organizations/${organization.id}`
  const asked = await app.request(`${address}/suspend`, form({ reason: 'x' }, boss.cookie))
  expect([asked.status, (await asked.text()).includes('Say why, in a few words.')]).toEqual([400, true])
  const done = await app.request(`${address}/suspend`, form({ reason: 'test of it' }, boss.cookie))
  expect(done.headers.get('location')).toBe(`${address}?done=suspend`)
  await action('restore')
})
