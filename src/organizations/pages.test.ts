import { expect, test } from 'bun:test'
import { call, form, newPlace, newTeam, signUp } from '../../tests/support/people.ts'
import { watchedLog } from '../../tests/support/secrets.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

test('somebody new is led from registering to their first workspace', async () => {
  const app = await testApp()
  const { cookie } = await signUp(app)
  const get = async (path: string) => (await app.request(path, { headers: { cookie } })).text()
  const empty = await get('/organizations')
  expect(empty).toContain('No organizations found')
  expect(empty).toContain('Create your first organization')
  expect(await get('/organizations/new')).toContain('Name your organization')
  const made = await app.request('/organizations/new', form({ name: 'Acme', website: '' }, cookie))
  const next = made.headers.get('location')!
  expect(next).toMatch(/^\/organizations\/[\w-]+\/workspaces\/new$/)
  expect(await get(next)).toContain('Create your first workspace')
  const workspace = await app.request(next, form({ name: 'Sales', restricted: 'on' }, cookie))
  expect(workspace.headers.get('location')).toMatch(/^\/workspaces\/[\w-]+$/)
  const list = await get('/organizations')
  expect(list).toContain('Acme')
  expect(list).toContain('1 workspace')
  expect(await get(next.replace('/workspaces/new', ''))).toContain('Restricted')
})

test('forms say what is wrong and keep what was typed', async () => {
  const app = await testApp()
  const { cookie } = await signUp(app)
  const answer = await app.request('/organizations/new', form({ name: '', website: 'acme', location: 'Pune' }, cookie))
  const html = await answer.text()
  expect(answer.status).toBe(400)
  expect(html).toContain('Enter a name.')
  expect(html).toContain('Enter an address such as https://example.com.')
  expect(html).toContain('value="Pune"')
})

test('settings are changed by form', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const { organization, workspace } = await newPlace(app, ada, { restricted: true })
  const saved = await app.request(
    `/organizations/${organization.id}/settings`,
    form({ name: 'Acme Ltd', description: 'Anvils' }, ada.cookie),
  )
  expect(saved.headers.get('location')).toBe(`/organizations/${organization.id}/settings?saved`)
  // A checkbox that is off is not sent: the workspace is open now.
  await app.request(`/workspaces/${workspace.id}/settings`, form({ name: 'Shop', description: '' }, ada.cookie))
  const { body } = await call(app, ada, 'GET', `/api/organizations/${organization.id}`)
  expect(body).toMatchObject({ name: 'Acme Ltd', description: 'Anvils' })
  expect(body.workspaces).toMatchObject([{ name: 'Shop', restricted: false }])
})

test('deleting asks for the name', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const { organization, workspace } = await newPlace(app, ada)
  for (const [path, name, shown] of [
    [`/workspaces/${workspace.id}`, 'Sales', `/api/workspaces/${workspace.id}`],
    [`/organizations/${organization.id}`, 'Acme', `/api/organizations/${organization.id}`],
  ] as const) {
    const wrong = await app.request(`${path}/delete`, form({ confirmation: 'something' }, ada.cookie))
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('Type the name exactly as it is shown.')
    expect((await call(app, ada, 'GET', shown)).status).toBe(200)
    const right = await app.request(`${path}/delete`, form({ confirmation: name }, ada.cookie))
    expect(right.status).toBe(303)
    expect((await call(app, ada, 'GET', shown)).status).toBe(404)
  }
})

test('pages offer only what the role allows, and refuse the rest', async () => {
  const { app, viewer: vera, place } = await newTeam('viewer')
  const eve = await signUp(app)
  const { organization, workspace } = place
  const page = (path: string, cookie: string) => app.request(path, { headers: { cookie } })
  const shown = await (await page(`/organizations/${organization.id}`, vera.cookie)).text()
  expect(shown).toContain('Sales')
  expect(shown).not.toContain('/settings')
  expect(shown).not.toContain('/workspaces/new')
  for (const path of [
    `/organizations/${organization.id}/settings`,
    `/organizations/${organization.id}/workspaces/new`,
    `/workspaces/${workspace.id}/settings`,
  ]) {
    const refused = await page(path, vera.cookie)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('requires one of these roles: owner')
    expect((await page(path, eve.cookie)).status).toBe(404)
  }
})

test('a list that cannot be read says so and is tried again', async () => {
  const world = await testWorld()
  const { cookie } = await signUp(await testApp())
  const broken = Object.create(world.db, {
    select: {
      value: (columns: Record<string, unknown>) => {
        if ('organization' in columns) throw new Error('The database is away.')
        return world.db.select(columns as never)
      },
    },
  })
  const silent = watchedLog({ LOG_LEVEL: 'silent' })
  const app = await testApp({ ...world, log: silent, db: broken })
  const html = await (await app.request('/organizations', { headers: { cookie } })).text()
  expect(html).toContain('Failed to load organizations')
  expect(html).toContain('Retry')
})
