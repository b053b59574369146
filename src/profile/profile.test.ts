import { beforeAll, describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import * as links from '#auth/links.ts'
import { newId } from '#base/ids.ts'
import {
  auditEvents,
  conversations,
  creditAccounts,
  mails,
  messages,
  organizations,
  sessions,
  users,
  verifications,
} from '#db/schema/index.ts'
import { call, form, join, json, newPlace, newTeam, type Person, signUp } from '../../tests/support/people.ts'
import { picture, pngOf } from '../../tests/support/picture.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
let ada: Person
beforeAll(async () => {
  ada = await signUp(app, { name: 'Ada', verified: true })
})
const profile = async (who = ada) => (await call(app, who, 'GET', '/api/user/profile')).body
const mailsTo = async (address: string) =>
  (await world.db.select().from(mails).where(eq(mails.to, address))).map((mail) => mail.subject)
const activityOf = async (who: Person) =>
  (await world.db.select().from(auditEvents).where(eq(auditEvents.actorId, who.user.id)).orderBy(auditEvents.id)).map(
    ({ action }) => action,
  )

describe('what a person chooses', () => {
  test('changes where it is given and stays otherwise', async () => {
    const change = {
      ...{ theme: 'dark', locale: 'de-DE', currency: 'EUR', keep_signed_in: false },
      instructions: 'In lakh, please.',
    }
    const answer = await call(app, ada, 'PUT', '/api/user/profile', change)
    expect(answer.body).toMatchObject({ ...change, name: 'Ada', email_verified: true })
    await call(app, ada, 'PUT', '/api/user/profile', { name: 'Ada L.' })
    expect(await profile()).toMatchObject({ ...change, name: 'Ada L.' })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ theme: 'pink' }, 'theme'],
    [{ locale: 'xx-XX' }, 'locale'],
    [{ instructions: 'word '.repeat(501) }, 'instructions'],
    [{ currency: 'JPY' }, 'currency'],
  ])('%j is refused', async (change, field) => {
    const { status, body } = await call(app, ada, 'PUT', '/api/user/profile', change)
    expect([status, Object.keys(body.details.fields)]).toEqual([400, [field]])
  })

  test('is how their pages are drawn, in every browser, and the switch in the header changes it', async () => {
    const headers = { cookie: ada.cookie }
    const page = await (await app.request('/organizations', { headers })).text()
    expect(page).toContain('data-theme="dark" data-locale="de-DE"')
    await app.request('/theme', form({ theme: 'light' }, ada.cookie))
    expect(await profile()).toMatchObject({ theme: 'light' })
    const fields = { name: 'Ada L.', theme: 'system', locale: '', currency: 'INR', keep_signed_in: 'on' }
    const saved = await app.request('/profile', form(fields, ada.cookie))
    expect(saved.headers.get('location')).toBe('/profile?saved=profile')
    const kept = saved.headers
      .getSetCookie()
      .find((line) => line.startsWith('keep_signed_in='))!
      .split(';')[0]!
    expect(await (await app.request('/login', { headers: { cookie: kept } })).text()).toMatch(
      /name="remember"[^>]* checked/,
    )
    expect(await profile()).toMatchObject({ theme: 'system', locale: '', keep_signed_in: true })
  })
})

describe('a picture', () => {
  const put = (bytes: Uint8Array<ArrayBuffer>, name = 'me.png') => {
    const body = new FormData()
    body.set('avatar', new File([bytes], name))
    return app.request('/api/user/profile', { method: 'PUT', headers: ada.headers, body })
  }
  const red = picture(300, 200, (x) => (x > 250 ? [0, 0, 255, 255] : [255, 0, 0, 255]))

  test('is drawn anew as a square, seen by signed-in people only, and replaced without a trace', async () => {
    const answer = await put(red)
    expect(answer.status).toBe(200)
    const { avatar_path: first } = (await answer.json()) as { avatar_path: string }
    expect(first).toMatch(/^\/uploads\/profile_pictures\/[\w-]{22}\.webp$/)
    const eve = await signUp(app)
    const seen = await app.request(first, { headers: eve.headers })
    expect(seen.headers.get('content-type')).toBe('image/webp')
    expect(seen.headers.get('cache-control')).toContain('immutable')
    expect(seen.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await new Bun.Image(await seen.bytes()).metadata()).toEqual({ width: 256, height: 256, format: 'webp' })
    expect((await app.request(first)).status).toBe(302)
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const { avatar_path: second } = (await (await put(new Uint8Array(gif), 'x.gif')).json()) as { avatar_path: string }
    expect((await app.request(first, { headers: ada.headers })).status).toBe(404)
    expect((await call(app, ada, 'DELETE', '/api/user/profile/avatar')).status).toBe(204)
    expect((await app.request(second, { headers: ada.headers })).status).toBe(404)
    expect(await profile()).toMatchObject({ avatar_path: null })
  })

  test.each([
    ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 415],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a header that claims 60,000 x 60,000 pixels', pngOf(60_000, 60_000, deflateSync(Buffer.alloc(1000))), 422],
    ['a picture that breaks off', red.slice(0, 200), 422],
    ['nothing', new Uint8Array(), 400],
    ['more than 5 MB', new Uint8Array(5_000_001), 413],
  ] as [string, Uint8Array<ArrayBuffer>, number][])('%s is refused', async (_, bytes, status) => {
    expect((await put(new Uint8Array(bytes), 'me.png')).status).toBe(status)
    expect(await profile()).toMatchObject({ avatar_path: null })
  })

  test('the form of the page says what is wrong with it', async () => {
    const body = new FormData()
    body.set('avatar', new File(['no picture'], 'me.png'))
    const headers = { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' }
    const answer = await app.request('/profile/picture', { method: 'POST', headers, body })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('Choose a PNG, JPEG, WebP or GIF'),
    ])
  })
})

describe('sessions', () => {
  test('are listed with what they are, and end one by one or all others, with their tokens', async () => {
    const bob = await signUp(app)
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0'
    const again = async () => {
      const answer = await app.request(
        '/api/auth/login',
        json({ email: bob.user.email, password: bob.password }, { 'user-agent': agent }),
      )
      return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
    }
    const [one, two] = [await again(), await again()]
    const status = async (headers: Record<string, string>) =>
      (await app.request('/api/user/profile', { headers })).status
    const { body } = await call(app, bob, 'GET', '/api/user/sessions')
    expect(body).toHaveLength(3)
    expect(body[0]).toMatchObject({ current: true })
    expect(body[1]).toMatchObject({ current: false, device: 'Firefox on Windows' })
    const other = await call(app, ada, 'DELETE', `/api/user/sessions/${body[1].id}`)
    expect(other.status).toBe(404)
    expect((await call(app, bob, 'DELETE', `/api/user/sessions/${body[1].id}`)).status).toBe(204)
    expect([await status(one), await status(two)].sort()).toEqual([200, 401])
    const page = await app.request('/profile/security/sessions', form({}, bob.cookie))
    expect(page.headers.get('location')).toBe('/profile/security?saved=sessions')
    expect([await status(one), await status(two), await status(bob.headers)]).toEqual([401, 401, 200])
  })
})

describe('the password', () => {
  test('changes with the old one, ends other sessions and is told by mail', async () => {
    const bob = await signUp(app, { verified: true })
    const other = await call(app, null, 'POST', '/api/auth/login', { email: bob.user.email, password: bob.password })
    const change = (password: string, new_password: string) =>
      call(app, bob, 'PUT', '/api/user/password', { password, new_password })
    const wrong = await change('not mine at all', 'seven purple elephants')
    expect(wrong.body.details.fields).toEqual({ password: 'This is not your password.' })
    const weak = await change(bob.password, 'password1234')
    expect(Object.keys(weak.body.details.fields)).toEqual(['new_password'])
    expect((await change(bob.password, 'seven purple elephants')).status).toBe(204)
    const headers = { authorization: `Bearer ${other.body.token}` }
    expect((await app.request('/api/user/profile', { headers })).status).toBe(401)
    expect((await call(app, bob, 'GET', '/api/user/profile')).status).toBe(200)
    const old = await call(app, null, 'POST', '/api/auth/login', { email: bob.user.email, password: bob.password })
    expect(old.status).toBe(401)
    expect(await mailsTo(bob.user.email)).toContain('Your password was changed')
    expect(await activityOf(bob)).toContain('user.change_password')
  })
})

describe('the email address', () => {
  test('changes once the link at the new one is opened, and the old one is told', async () => {
    const bob = await signUp(app, { verified: true })
    const email = `new-${bob.user.email}`
    const asked = await call(app, bob, 'PUT', '/api/user/email', { email, password: bob.password })
    expect(asked.status).toBe(202)
    expect((await profile(bob)).email).toBe(bob.user.email)
    expect(await mailsTo(bob.user.email)).toContain('Your email address is about to change')
    const [mail] = await world.db.select().from(mails).where(eq(mails.to, email))
    const path = /\/change-email\/[\w-]+/.exec(mail!.text)![0]
    expect(await (await app.request(path)).text()).toContain(email)
    expect((await profile(bob)).email).toBe(bob.user.email)
    const done = await app.request(path, form({}))
    expect(await done.text()).toContain('Your email address is changed')
    expect(await profile(bob)).toMatchObject({ email, email_verified: true })
    expect((await app.request(path, form({}))).status).toBe(404)
    expect(await mailsTo(bob.user.email)).toContain('Your email address was changed')
    expect(await activityOf(bob)).toContain('user.change_email')
  })

  test('is not changed by a link of an earlier version, which is said to be no longer good', async () => {
    const bob = await signUp(app, { verified: true })
    const email = `old-${bob.user.email}`
    await call(app, bob, 'PUT', '/api/user/email', { email, password: bob.password })
    const [mail] = await world.db.select().from(mails).where(eq(mails.to, email))
    const path = /\/change-email\/[\w-]+/.exec(mail!.text)![0]
    const old = { value: `${bob.user.id} ${email}` }
    await world.db.update(verifications).set(old).where(links.isOf(bob.user.id))
    for (const request of [undefined, form({})]) {
      const answer = await app.request(path, request)
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('is no longer good')])
    }
    expect((await profile(bob)).email).toBe(bob.user.email)
  })

  test('of another account is not told from a free one, but by a mail to its owner', async () => {
    const bob = await signUp(app)
    const ask = (email: string) => call(app, bob, 'PUT', '/api/user/email', { email, password: bob.password })
    const [taken, free] = [await ask(ada.user.email), await ask(`free-${bob.user.email}`)]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(await mailsTo(ada.user.email)).toContain('This address has an account already')
  })
})

describe('deleting the account', () => {
  const remove = (who: Person, input: object) => call(app, who, 'DELETE', '/api/user', input)

  test('needs the address and the password', async () => {
    const wrong = await remove(ada, { confirm: 'yes', password: ada.password })
    expect(Object.keys(wrong.body.details.fields)).toEqual(['confirm'])
    const stranger = await remove(ada, { confirm: ada.user.email, password: 'not mine at all' })
    expect(Object.keys(stranger.body.details.fields)).toEqual(['password'])
  })

  test('waits for another owner where others would be left without one', async () => {
    const [bob, eve] = [await signUp(app), await signUp(app)]
    const { organization } = await newPlace(app, bob)
    await join(world, organization.id, eve.user.id, 'member')
    const input = { confirm: bob.user.email, password: bob.password }
    const blocked = await remove(bob, input)
    expect(blocked).toMatchObject({
      status: 409,
      body: { code: 'only_owner', details: { organizations: [{ id: organization.id }] } },
    })
    const page = await (await app.request('/profile/account', { headers: { cookie: bob.cookie } })).text()
    expect(page).toContain(`/organizations/${organization.id}/members`)
    await join(world, organization.id, eve.user.id, 'owner')
    expect((await remove(bob, input)).status).toBe(204)
    const [kept] = await world.db.select().from(organizations).where(eq(organizations.id, organization.id))
    expect(kept!.status).toBe('active')
  })

  test('erases the person, keeps the books, and lets the address register again', async () => {
    const bob = await signUp(app, { name: 'Robert Unmistakable', verified: true })
    const { organization } = await newPlace(app, bob)
    await call(app, bob, 'GET', '/api/credits/balance')
    await call(app, bob, 'POST', '/api/user/api-keys', { name: 'x', scopes: ['read'] })
    const answer = await app.request(
      '/profile/account/delete',
      form({ confirm: bob.user.email, password: bob.password }, bob.cookie),
    )
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Your account is deleted')])
    expect(answer.headers.getSetCookie().join()).toContain('tabletalk.session_token=; Max-Age=0')
    expect((await call(app, bob, 'GET', '/api/user/profile')).status).toBe(401)
    const { db } = world
    const left = JSON.stringify([
      await db.select().from(users).where(eq(users.id, bob.user.id)),
      await db.select().from(auditEvents).where(eq(auditEvents.actorId, bob.user.id)),
      await db.select().from(sessions).where(eq(sessions.userId, bob.user.id)),
    ])
    expect(left).not.toContain('Unmistakable')
    expect(left).not.toContain(bob.user.email)
    expect(await db.select().from(creditAccounts).where(eq(creditAccounts.userId, bob.user.id))).toHaveLength(1)
    const [gone] = await db.select().from(organizations).where(eq(organizations.id, organization.id))
    expect(gone!.status).toBe('deleted')
    expect(await mailsTo(bob.user.email)).toEqual(['Your account is deleted'])
    const again = await signUp(app, { email: bob.user.email })
    expect(again.user.id).not.toBe(bob.user.id)
  })

  test('leaves alone what was written to somebody whose address it only claimed', async () => {
    const bob = await signUp(app, { verified: true })
    const before = await mailsTo(bob.user.email)
    const claimant = await signUp(app, { email: bob.user.email, password: 'a lighthouse keeper sings' })
    expect(claimant.user.id).not.toBe(bob.user.id)
    expect((await remove(claimant, { confirm: bob.user.email, password: claimant.password })).status).toBe(204)
    expect(await mailsTo(bob.user.email)).toEqual(expect.arrayContaining(before))
    expect((await profile(bob)).email).toBe(bob.user.email)
  })
})

const exportOf = async (who: Person): Promise<Record<string, string>> => {
  const answer = await app.request('/api/user/export', { headers: who.headers })
  const files = Object.entries(unzipSync(await answer.bytes()))
  return Object.fromEntries(files.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
}

test('the export holds what its person wrote in a workspace, and nothing of those beside them', async () => {
  const { owner, member, place } = await newTeam('member')
  const path = `/api/workspaces/${place.workspace.id}`
  const content = { title: 'Answer', sql: 'SELECT 42 AS answer', value: { column: 'answer', row: null } }
  const daily = { every: 'day', at: '08:00', time_zone: 'Europe/Berlin' }
  const talks: string[] = []
  const write = async (who: Person, mark: string) => {
    const post = async (to: string, body: object) => {
      const { status, body: made } = await call(app, who, 'POST', to, body)
      expect({ to, isDone: status < 300 }).toEqual({ to, isDone: true })
      return made
    }
    await post(`${path}/sql`, { sql: `SELECT '${mark}' AS mark`, remember: true })
    await post(`${path}/agents`, { name: mark, instructions: mark, tables: [], starters: [] })
    await post(`${path}/definitions`, { definition: { kind: 'term', name: mark, meaning: mark } })
    const { id } = await post(`${path}/canvases`, { name: mark })
    const block = newId()
    const place = { kind: 'kpi', tab: 'first', x: 0, y: 0, w: 3, h: 3 }
    await call(app, who, 'PUT', `/api/canvases/${id}/blocks/${block}`, {
      ...place,
      content: { ...content, title: mark },
    })
    await post(`/api/canvases/${id}/comments`, { block_id: block, text: mark })
    await post(`/api/canvases/${id}/links`, {})
    const { conversation_id, message_id } = await post(`${path}/query-data`, { message: mark })
    talks.push(`/api/conversations/${conversation_id}`)
    await call(app, who, 'PUT', `${talks.at(-1)}/sharing`, { level: 'edit' })
    await post(`/api/conversations/${conversation_id}/comments`, { message_id, text: mark })
    await post(`${path}/watches`, { name: mark, canvas_id: id, schedule: daily, members: [who.user.id] })
  }
  await write(owner, 'quince')
  await write(member, 'medlar')
  // Each asks in the conversation of the other.
  for (const [who, message, at] of [
    [owner, 'quince', talks[1]],
    [member, 'medlar', talks[0]],
  ] as const) {
    const context = { conversation_id: at!.split('/').at(-1)! }
    expect((await call(app, who, 'POST', `${path}/query-data`, { message, context })).status).toBe(200)
  }
  for (const [who, mark, other] of [
    [owner, 'quince', 'medlar'],
    [member, 'medlar', 'quince'],
  ] as const) {
    const files = await exportOf(who)
    for (const name of ['statements', 'agents', 'definitions', 'sharing', 'watches'])
      expect({ name, rows: JSON.parse(files[`${name}.json`]!) }).toEqual({ name, rows: [expect.anything()] })
    const kinds = JSON.parse(files['canvases.json']!).map((row: object) => Object.keys(row)[2])
    expect(kinds).toEqual(['description', 'kind'])
    expect(JSON.parse(files['comments.json']!)).toMatchObject([{ text: mark }, { text: mark }])
    expect(JSON.parse(files['questions.json']!)).toMatchObject([{ role: 'user', text: mark }, { role: 'assistant' }])
    const text = Object.values(files).join('\n')
    expect([text.includes(mark), text.includes(other)]).toEqual([true, false])
  }
})

test('the export is a ZIP of JSON with everything but secrets', async () => {
  const bob = await signUp(app)
  const { workspace } = await newPlace(app, bob)
  const [conversation] = await world.db
    .insert(conversations)
    .values({ workspaceId: workspace.id, userId: bob.user.id, title: 'Sales' })
    .returning()
  const conversationId = conversation!.id
  // More than are read at once.
  const texts = Array.from({ length: 450 }, (_, at) => `question ${at}`)
  await world.db
    .insert(messages)
    .values(texts.map((text) => ({ conversationId, role: 'user' as const, status: 'sent' as const, text })))
  await call(app, bob, 'GET', '/api/credits/balance')
  const { body } = await call(app, bob, 'POST', '/api/user/api-keys', { name: 'x', scopes: ['read'] })
  const definition = { kind: 'term', name: 'churn', meaning: 'Who has not ordered for a year.' }
  const note = 'Asked for each week.'
  await call(app, bob, 'POST', `/api/workspaces/${workspace.id}/definitions`, { definition, note })
  const answer = await app.request('/api/user/export', { headers: bob.headers })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="tabletalk-\d{4}-\d\d-\d\d\.zip"$/)
  const files = Object.fromEntries(
    Object.entries(unzipSync(await answer.bytes())).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  )
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'profile.json',
    'sessions.json',
    'api-keys.json',
    'organizations.json',
    `conversations/${conversationId}.json`,
    'questions.json',
    'comments.json',
    'statements.json',
    'agents.json',
    'definitions.json',
    'canvases.json',
    'sharing.json',
    'watches.json',
    'notifications.json',
    'evaluations.json',
    'credits.json',
    'activity.json',
  ])
  expect(JSON.parse(files['organizations.json']!)).toMatchObject([{ name: 'Acme', role: 'owner' }])
  const exported = JSON.parse(files[`conversations/${conversationId}.json`]!)
  expect(exported).toMatchObject({ id: conversationId, title: 'Sales', workspace: workspace.name })
  expect(exported.messages.map(({ text }: { text: string }) => text)).toEqual(texts)
  expect(Object.keys(exported.messages[0])).toEqual(['role', 'text', 'status', 'answer', 'rating', 'createdAt'])
  expect(JSON.parse(files['statements.json']!)).toEqual([])
  expect(JSON.parse(files['definitions.json']!)).toMatchObject([
    { workspace: workspace.name, kind: 'term', name: 'churn', content: { meaning: definition.meaning }, note },
  ])
  expect(JSON.parse(files['credits.json']!)).toMatchObject({
    lots: [{ kind: 'trial' }],
    movements: [{ kind: 'grant' }, {}],
  })
  expect(JSON.parse(files['activity.json']!).map((event: { action: string }) => event.action)).toContain('user.export')
  const [session] = await world.db.select().from(sessions).where(eq(sessions.userId, bob.user.id))
  for (const secret of [body.key, session!.token]) expect(JSON.stringify(files)).not.toContain(secret)
})
