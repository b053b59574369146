import { describe, expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import { invitations, mails, users } from '#db/schema/index.ts'
import { call, form, join, newPlace, type Person, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
const PASSWORD = 'correct horse battery'
const owner = await signUp(app, { name: 'Olga' })
const { organization } = await newPlace(app, owner)
const api = `/api/organizations/${organization.id}/invite`
const page = `/organizations/${organization.id}/invite`

/** Invites an address as a member and gives the way to the page of the mail's link. */
async function invited(email = `gita-${newId()}@example.com`) {
  const { body } = await call(app, owner, 'POST', api, { email })
  const [mail] = await world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.kind, 'invitation')))
    .orderBy(desc(mails.id))
  return { email, id: body.id as string, link: /\/invitations\/[\w-]+/.exec(mail!.text)![0] }
}
const get = async (path: string, who?: Person) => {
  const answer = await app.request(path, { headers: who ? { cookie: who.cookie } : {} })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const post = (path: string, fields: Record<string, string>, who?: Person) =>
  app.request(path, form(fields, who?.cookie))

describe('the page behind the link', () => {
  test('shows a guest who invites whom to what, and registers them as a verified member', async () => {
    const { email, link } = await invited()
    const shown = await get(link)
    expect(shown.status).toBe(200)
    // The address is a secret: no other site that the page leads to learns it.
    expect(shown.headers.get('referrer-policy')).toBe('same-origin')
    for (const part of ['Join Acme', 'Olga', `value="${email}"`, 'member', 'Register and join'])
      expect(shown.text).toContain(part)
    const weak = await post(link, { answer: 'register', name: 'Gita', password: 'short' })
    expect(weak.status).toBe(400)
    expect(await weak.text()).toContain('Use at least 10 characters')
    // Whatever address a form says, the account is made for the invited one.
    const other = 'eve@example.com'
    const joined = await post(link, { answer: 'register', name: 'Gita', password: PASSWORD, email: other })
    expect(joined.headers.get('location')).toBe(`/organizations/${organization.id}?done=joined`)
    const cookie = joined.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const landed = await app.request(joined.headers.get('location')!, { headers: { cookie } })
    expect(await landed.text()).toContain('You joined Acme.')
    const made = await world.db.select().from(users).where(eq(users.email, email))
    expect(made).toMatchObject([{ name: 'Gita', emailVerified: true }])
    expect((await get(link)).text).toContain('Already accepted')
    expect((await post(link, { answer: 'register', password: PASSWORD })).status).toBe(409)
  })

  test('offers signing in to an address that has an account, and comes back', async () => {
    const gita = await signUp(app, { verified: true })
    const { link } = await invited(gita.user.email)
    const shown = await get(link)
    expect(shown.text).toContain(`Sign in as ${gita.user.email}`)
    expect(shown.text).toContain(`/login?next=${encodeURIComponent(link)}`)
    expect((await get(link, gita)).text).toContain('value="accept"')
    const taken = await post(link, { answer: 'accept' }, gita)
    expect(taken.headers.get('location')).toBe(`/organizations/${organization.id}?done=joined`)
    expect((await get(link, gita)).text).toContain('You are in Acme')
  })

  test('tells somebody else for whom it is, and lets them change who they are', async () => {
    const { email, link, id } = await invited()
    const eve = await signUp(app, { verified: true })
    const shown = await get(link, eve)
    expect(shown.text).toContain(`This invitation is for ${email}`)
    expect(shown.text).toContain(`You are signed in as ${eve.user.email}`)
    expect((await post(link, { answer: 'accept' }, eve)).status).toBe(404)
    const out = await post('/logout', { next: link }, eve)
    expect(out.headers.get('location')).toBe(link)
    expect((await call(app, owner, 'GET', api)).body.map((it: { id: string }) => it.id)).toContain(id)
  })

  test('asks to verify first', async () => {
    const gita = await signUp(app)
    const { link } = await invited(gita.user.email)
    const shown = await get(link, gita)
    expect(shown.text).toContain('Verify your email address first')
    expect(shown.text).toContain('action="/verify-email"')
    expect((await post(link, { answer: 'accept' }, gita)).status).toBe(403)
    const list = await get('/invitations', gita)
    expect(list.text).toContain('Verify your email address first')
    expect(list.text).not.toContain('Acme')
  })

  test('says what became of it', async () => {
    const gita = await signUp(app, { verified: true })
    const ended = async (text: string, end: (id: string) => Promise<unknown>) => {
      const { link, id } = await invited(gita.user.email)
      await end(id)
      for (const who of [undefined, gita]) expect((await get(link, who)).text).toContain(text)
      expect((await post(link, { answer: 'accept' }, gita)).status).toBe(409)
      return link
    }
    await ended('This invitation was cancelled.', (invitationId) => call(app, owner, 'DELETE', api, { invitationId }))
    await ended('This invitation was declined.', (id) => call(app, gita, 'POST', `/api/user/invitations/${id}/decline`))
    await ended('This invitation has expired.', (id) =>
      world.db
        .update(invitations)
        .set({ expiresAt: new Date(world.now().getTime() - DAY) })
        .where(eq(invitations.id, id)),
    )
    expect((await get('/invitations/no-such-secret')).status).toBe(404)
    expect((await get('/invitations/no-such-secret')).text).toContain('open the link of the newest mail')
  })
})

test('/invitations lists what waits; forms accept and decline without script', async () => {
  const gita = await signUp(app, { verified: true })
  expect((await get('/invitations', gita)).text).toContain('No invitations')
  const first = await invited(gita.user.email)
  const shown = await get('/invitations', gita)
  for (const part of ['Acme', 'Invited by Olga', 'Good until', 'Accept', 'Decline']) expect(shown.text).toContain(part)
  const declined = await post('/invitations', { invitation: first.id, answer: 'decline' }, gita)
  expect(declined.headers.get('location')).toBe('/invitations?declined')
  expect((await get('/invitations?declined', gita)).text).toContain('The invitation is declined.')
  const again = await post('/invitations', { invitation: first.id, answer: 'accept' }, gita)
  expect(again.status).toBe(409)
  expect(await again.text()).toContain('This invitation was declined.')
  const second = await invited(gita.user.email)
  const taken = await post('/invitations', { invitation: second.id, answer: 'accept' }, gita)
  expect(taken.headers.get('location')).toBe(`/organizations/${organization.id}?done=joined`)
})

test('the page of the Share button does without script what the dialog does', async () => {
  const email = `rita-${newId()}@example.com`
  const empty = await get(page, owner)
  expect(empty.text).toContain('Share Acme')
  expect(empty.text).toContain('Invite Members')
  const sent = await post(page, { email, role: 'viewer' }, owner)
  expect(sent.headers.get('location')).toBe(`${page}?done=sent`)
  const refused = await post(page, { email, role: 'viewer' }, owner)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('has already been invited')
  const { body } = await call(app, owner, 'GET', api)
  const { id } = body.find((it: { email: string }) => it.email === email)
  expect((await get(`${page}?done=sent`, owner)).text).toContain(email)
  expect((await post(`${page}/${id}`, { answer: 'resend' }, owner)).headers.get('location')).toBe(`${page}?done=sent`)
  const cancelled = await post(`${page}/${id}`, { answer: 'cancel' }, owner)
  expect(cancelled.headers.get('location')).toBe(`${page}?done=cancelled`)
  const vera = await signUp(app)
  await join(world, organization.id, vera.user.id, 'viewer')
  const denied = 'Permission INVITE_MEMBERS requires one of these roles: owner, member'
  expect((await get(page, vera)).text).toContain(denied)
  expect((await post(page, { email }, vera)).status).toBe(403)
})
