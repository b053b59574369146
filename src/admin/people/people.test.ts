import { expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import * as recovery from '#auth/recovery.ts'
import { newId } from '#base/ids.ts'
import { auditEvents, mails, sessions, twoFactors, users } from '#db/schema/index.ts'
import { call, form, newPlace, type Person, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
const setRoles = (person: Person, adminRoles: string[]) =>
  world.db.update(users).set({ adminRoles }).where(eq(users.id, person.user.id))
const boss = await signUp(app, { name: 'Bo Boss', verified: true })
await setRoles(boss, ['superadmin'])
const helper = await signUp(app, { verified: true })
await setRoles(helper, ['support'])
const mark = `q${newId().replaceAll('-', '').slice(-10)}`
const made = async (name: string, verified = true) => signUp(app, { name: `${name} ${mark}`, verified })
const people = [await made('Ann'), await made('Benno'), await made('Cyd', false)]
const [ann, ben, cyd] = people as [Person, Person, Person]

const ids = async (query: string, who = helper) => {
  const { body } = await call(app, who, 'GET', `/api/admin/users?${query}`)
  return (body as { id: string }[]).map(({ id }) => people.findIndex((it) => it.user.id === id))
}
const action = (method: string, path: string, input: object = {}, who = boss) =>
  call(app, who, method, `/api/admin/users/${path}`, { reason: 'asked by phone', ...input })
const audited = async (action: string, id: string) => {
  const [event] = await world.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.action, action), eq(auditEvents.subject, id)))
    .orderBy(desc(auditEvents.id))
  return event
}

test('people are found by the beginnings of words of name and address, and by id', async () => {
  expect(await ids(`q=${mark}`)).toEqual([2, 1, 0])
  expect(await ids(`q=${mark.slice(0, 8)}+ben`)).toEqual([1])
  expect(await ids(`q=${encodeURIComponent(ann.user.email.slice(0, 30))}`)).toContain(0)
  expect(await ids(`q=${ann.user.id}`)).toEqual([0])
  expect(await ids(`q=${encodeURIComponent("%' :* \\")}`)).toEqual([])
  expect((await call(app, helper, 'GET', '/api/admin/users?role=king')).status).toBe(400)
})

test('filters and orders hold page by page', async () => {
  expect(await ids(`q=${mark}&verified=no`)).toEqual([2])
  expect(await ids(`q=${mark}&verified=yes&sort=created_asc`)).toEqual([0, 1])
  expect(await ids(`q=${mark}&plan=premium`)).toEqual([])
  expect(await ids(`q=${mark}&plan=free&role=&two_factor=no`)).toEqual([2, 1, 0])
  const at = (n: number) => new Date(Date.UTC(2026, 0, n))
  for (const [at2, person] of [
    [at(3), ann],
    [at(1), ben],
    [at(2), cyd],
  ] as const)
    await world.db.update(users).set({ lastSeenAt: at2 }).where(eq(users.id, person.user.id))
  for (const [sort, order] of [
    ['seen', [0, 2, 1]],
    ['seen_asc', [1, 2, 0]],
    ['created', [2, 1, 0]],
    ['created_asc', [0, 1, 2]],
  ] as const) {
    const seen: number[] = []
    for (let query = `q=${mark}&sort=${sort}&limit=1`; ; ) {
      const { body, headers } = await call(app, helper, 'GET', `/api/admin/users?${query}`)
      seen.push(...body.map((it: { id: string }) => people.findIndex((one) => one.user.id === it.id)))
      const next = /<[^?]+\?([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
      if (!next) break
      query = next
    }
    expect([sort, seen]).toEqual([sort, [...order]])
  }
})

test('the order by credits goes through people with an account, then through those without', async () => {
  const all: { id: string; credits: number }[] = []
  for (let query = 'sort=credits&limit=2'; ; ) {
    const { body, headers } = await call(app, helper, 'GET', `/api/admin/users?${query}`)
    all.push(...body)
    const next = /<[^?]+\?([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
    if (!next) break
    query = next
  }
  const [{ count }] = (await world.db
    .select({ count: world.db.$count(users) })
    .from(users)
    .limit(1)) as [{ count: number }]
  expect(new Set(all.map(({ id }) => id)).size).toBe(Number(count))
  expect(all.map(({ credits }) => credits)).toEqual(all.map(({ credits }) => credits).sort((a, b) => b - a))
})

test('as CSV the whole list comes, formulas harmless', async () => {
  await world.db
    .update(users)
    .set({ name: `＝1+1 ${mark}` })
    .where(eq(users.id, ben.user.id))
  const answer = await app.request(`/api/admin/users?q=${mark}&format=csv`, { headers: helper.headers })
  const lines = (await answer.text()).trim().split('\r\n')
  expect([answer.headers.get('content-type'), lines.length]).toEqual(['text/csv; charset=utf-8', 4])
  expect(lines[2]).toContain(`'＝1+1 ${mark}`)
})

test('a disabled account is closed at once, and comes back', async () => {
  const refused = await action('POST', `${ann.user.id}/disable`, { reason: ' ' })
  expect([refused.status, refused.body.details.fields]).toEqual([400, { reason: 'Say why, in a few words.' }])
  expect((await action('POST', `${ann.user.id}/disable`)).body.disabled_at).toBeString()
  expect((await call(app, ann, 'GET', '/api/user/profile')).status).toBe(401)
  expect(await world.db.$count(sessions, eq(sessions.userId, ann.user.id))).toBe(0)
  const login = { email: ann.user.email, password: ann.password }
  expect((await call(app, null, 'POST', '/api/auth/login', login)).body.code).toBe('account_disabled')
  expect((await action('POST', `${ann.user.id}/disable`)).status).toBe(409)
  expect(await ids(`q=${mark}&disabled=yes`)).toEqual([0])
  expect((await audited('user.disable', ann.user.id))?.details).toMatchObject({
    reason: 'asked by phone',
    disabled: { before: false, after: true },
  })
  await action('POST', `${ann.user.id}/enable`)
  expect((await call(app, null, 'POST', '/api/auth/login', login)).status).toBe(200)
  expect((await action('POST', `${boss.user.id}/disable`)).status).toBe(409)
})

test('sessions end and a lost second factor is reset, which the person is told', async () => {
  await action('DELETE', `${ben.user.id}/sessions`)
  expect((await call(app, ben, 'GET', '/api/user/profile')).status).toBe(401)
  expect((await action('DELETE', `${ben.user.id}/two-factor`)).body.code).toBe('two_factor_off')
  await world.db.insert(twoFactors).values({ userId: ben.user.id, secret: 'x', backupCodes: '[]' })
  await world.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, ben.user.id))
  expect((await action('DELETE', `${ben.user.id}/two-factor`)).body.two_factor).toBe(false)
  const [mail] = await world.db.select().from(mails).where(eq(mails.to, ben.user.email)).orderBy(desc(mails.id))
  expect(mail?.subject).toContain('Two-factor authentication is off')
})

test('roles are given to verified accounts, and one superadmin is left whatever happens at the same moment', async () => {
  const give = (person: Person, roles: string[], who = boss) => action('PUT', `${person.user.id}/roles`, { roles }, who)
  expect((await give(cyd, ['support'])).status).toBe(422)
  expect((await give(ben, ['finance', 'finance', 'support'])).body.admin_roles).toEqual(['finance', 'support'])
  expect((await audited('user.set_admin_roles', ben.user.id))?.details).toMatchObject({
    roles: { before: [], after: ['finance', 'support'] },
  })
  expect((await give(ben, ['superadmin'], helper)).status).toBe(403)
  const alone = await world.db.select({ id: users.id, adminRoles: users.adminRoles }).from(users)
  const others = alone.filter((it) => it.adminRoles.includes('superadmin') && it.id !== boss.user.id)
  for (const { id } of others) await world.db.update(users).set({ adminRoles: [] }).where(eq(users.id, id))
  expect((await give(boss, [])).body.code).toBe('only_admin')
  expect((await give(ann, ['superadmin'])).status).toBe(200)
  for (let round = 0; round < 5; round++) {
    await setRoles(boss, ['superadmin'])
    await setRoles(ann, ['superadmin'])
    const login = await call(app, null, 'POST', '/api/auth/login', { email: ann.user.email, password: ann.password })
    const second = { ...ann, headers: { authorization: `Bearer ${login.body.token}` } }
    const [first, other] = await Promise.all([give(boss, [], second), give(ann, [], boss)])
    expect([first.status, other.status].sort()).toContain(200)
    const left = await world.db.select({ roles: users.adminRoles }).from(users)
    expect(left.filter(({ roles }) => roles.includes('superadmin'))).toHaveLength(1)
  }
  await setRoles(boss, ['superadmin'])
  await setRoles(ann, [])
})

test('support reads, sends password resets and changes nothing else; others do not even read', async () => {
  expect((await call(app, helper, 'GET', `/api/admin/users/${ben.user.id}`)).body.email).toBe(ben.user.email)
  expect((await action('POST', `${ben.user.id}/disable`, {}, helper)).status).toBe(403)
  const page = await app.request(`/admin/users/${ben.user.id}`, { headers: { cookie: helper.cookie } })
  const html = await page.text()
  expect(html).toContain('Recent questions')
  const asked = html.matchAll(/popovertarget="action-([\w-]+)"/g)
  expect([...new Set([...asked].map(([, name]) => name))]).toEqual(['password-reset'])
  await setRoles(helper, ['finance'])
  expect((await call(app, helper, 'GET', '/api/admin/users')).status).toBe(403)
  await setRoles(helper, ['support'])
})

test('what was asked is shown for a reason only, once, and written down', async () => {
  const asker = await signUp(app, { verified: true })
  const { workspace } = await newPlace(app, asker)
  await app.request(`/api/workspaces/${workspace.id}/files/sample`, { method: 'POST', headers: asker.headers })
  const question = `How secret is ${mark}?`
  const asked = await call(app, asker, 'POST', `/api/workspaces/${workspace.id}/query-data`, { message: question })
  expect(asked.status).toBe(200)
  const seen = await call(app, boss, 'GET', `/api/admin/users/${asker.user.id}`)
  expect(seen.body.questions).toMatchObject([{ workspace_id: workspace.id, workspace_name: workspace.name }])
  expect(JSON.stringify(seen.body)).not.toContain(mark)
  const address = `/admin/users/${asker.user.id}`
  const plain = await app.request(address, { headers: { cookie: boss.cookie } })
  expect(await plain.text()).not.toContain(question)
  const read = await app.request(`${address}/questions`, form({ reason: 'complaint 12' }, boss.cookie))
  expect([read.status, (await read.text()).includes(question)]).toEqual([200, true])
  expect((await audited('user.read_questions', asker.user.id))?.details).toMatchObject({ reason: 'complaint 12' })
  const byApi = await action('POST', `${asker.user.id}/questions`)
  expect(byApi.body[0].question).toBe(question)
})

test('an account is exported and deleted; who it was is gone', async () => {
  const gone = await signUp(app, { name: `Zed ${mark}`, verified: true })
  const zip = await app.request(`/api/admin/users/${gone.user.id}/export`, {
    ...form({ reason: 'asked by letter' }),
    headers: { ...boss.headers, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([zip.headers.get('content-type'), (await zip.arrayBuffer()).byteLength > 500]).toEqual([
    'application/zip',
    true,
  ])
  const wrong = await action('DELETE', gone.user.id, { confirm: 'somebody@example.com' })
  expect([wrong.status, wrong.body.details.fields.confirm]).toEqual([400, 'Type the email address exactly.'])
  expect((await action('DELETE', gone.user.id, { confirm: gone.user.email.toUpperCase() })).status).toBe(204)
  expect((await audited('user.delete', gone.user.id))?.details).toEqual({ reason: 'asked by phone' })
  const left = await call(app, boss, 'GET', `/api/admin/users/${gone.user.id}`)
  expect(left.body).toMatchObject({ name: 'Deleted account', email: `deleted-${gone.user.id}@deleted.invalid` })
  expect((await action('POST', `${gone.user.id}/enable`)).status).toBe(409)
})

test('actions work as forms without a script, and ask again what was forgotten', async () => {
  const address = `/admin/users/${cyd.user.id}`
  const asked = await app.request(`${address}/disable`, form({ reason: '' }, boss.cookie))
  const html = await asked.text()
  expect([asked.status, html.includes('Disable this account?'), html.includes('Say why')]).toEqual([400, true, true])
  expect((await app.request(`${address}/disable`, form({ reason: 'no' }, boss.cookie))).status).toBe(400)
  const done = await app.request(`${address}/disable`, form({ reason: 'spam' }, boss.cookie))
  expect([done.status, done.headers.get('location')]).toEqual([303, `${address}?done=disable`])
  const shown = await app.request(`${address}?done=disable`, { headers: { cookie: boss.cookie } })
  expect(await shown.text()).toContain('The account is disabled, and its sessions have ended.')
  expect((await app.request(`${address}/nothing`, form({ reason: 'x' }, boss.cookie))).status).toBe(404)
})

const reason = 'asked by phone'

test('support sends a password reset to the address of the account, which works once', async () => {
  const person = await signUp(app)
  const { id, email } = person.user
  expect((await call(app, person, 'POST', `/api/admin/users/${id}/password-reset`, { reason })).status).toBe(403)
  const sent = await call(app, helper, 'POST', `/api/admin/users/${id}/password-reset`, { reason })
  expect([sent.status, sent.body.id]).toEqual([200, id])
  const [mail] = await world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.kind, 'reset_password')))
  expect(mail!.text).toContain('our support sends you a link for a new password')
  const token = /token=([\w-]+)/.exec(mail!.text)![1]!
  expect(JSON.stringify(sent.body)).not.toContain(token)
  await recovery.complete(
    { ...world, actor: { userId: null, via: 'guest', ip: null, requestId: newId() } },
    token,
    'a brand new passphrase 71',
  )
  expect(
    (await call(app, null, 'POST', '/api/auth/login', { email, password: 'a brand new passphrase 71' })).status,
  ).toBe(200)
  const event = await audited('user.send_password_reset', id)
  expect(event).toMatchObject({ actorId: helper.user.id, details: { reason } })
  for (let times = 0; times < 3; times++)
    await call(app, helper, 'POST', `/api/admin/users/${id}/password-reset`, { reason })
  expect((await call(app, helper, 'POST', `/api/admin/users/${id}/password-reset`, { reason })).status).toBe(429)
  await world.db.update(users).set({ disabledAt: world.now() }).where(eq(users.id, id))
  expect((await call(app, helper, 'POST', `/api/admin/users/${id}/password-reset`, { reason })).status).toBe(409)
})

test('support verifies an address that is not their own and that nobody else has proven, and the person is told', async () => {
  const person = await signUp(app)
  const { id, email } = person.user
  const posted = (who: Person) => app.request(`/admin/users/${id}/verify-email`, form({ reason }, who.cookie))
  const shown = await app.request(`/admin/users/${id}`, { headers: { cookie: helper.cookie } })
  const html = await shown.text()
  expect([html.includes('>Verify address</button>'), html.includes('>Delete account</button>')]).toEqual([true, false])
  expect((await posted(helper)).status).toBe(303)
  expect((await posted(helper)).status).toBe(409)
  const { body } = await call(app, helper, 'GET', `/api/admin/users/${id}`)
  expect(body.email_verified).toBe(true)
  const told = await world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.kind, 'email_verified')))
  expect(told).toHaveLength(1)
  const event = await audited('user.verify_email', id)
  expect(event).toMatchObject({ details: { reason, verified: { before: false, after: true } } })

  const twin = await signUp(app)
  await world.db.update(users).set({ email }).where(eq(users.id, twin.user.id))
  const taken = await call(app, helper, 'POST', `/api/admin/users/${twin.user.id}/verify-email`, { reason })
  expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
  await world.db.update(users).set({ emailVerified: false }).where(eq(users.id, helper.user.id))
  const own = await call(app, helper, 'POST', `/api/admin/users/${helper.user.id}/verify-email`, { reason })
  expect([own.status, own.body.code]).toEqual([403, 'own_account'])
  await world.db.update(users).set({ emailVerified: true }).where(eq(users.id, helper.user.id))
})
