import { describe, expect, test } from 'bun:test'
import { and, desc, eq, like } from 'drizzle-orm'
import * as tokens from '#auth/tokens.ts'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import {
  auditEvents,
  invitations as invitationRows,
  mails,
  organizationMembers,
  sessions,
  subscriptions,
  users,
} from '#db/schema/index.ts'
import { call, join, leave, newPlace, type Person, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { OrganizationRole, World } from '../ctx.ts'
import * as answers from './invitation-answers.ts'
import * as invitations from './invitations.ts'
import * as members from './members.ts'
import * as organizations from './organizations.ts'

/** Somebody with a proven address and a session. Made without registering, since every test needs one and hashing takes its time. */
async function newcomer(name: string): Promise<Person> {
  const world = await testWorld()
  const email = `${name.toLowerCase()}-${newId()}@example.com`
  const [user] = await world.db.insert(users).values({ name, email, emailVerified: true }).returning()
  const expiresAt = later(world, DAY)()
  const [session] = await world.db.insert(sessions).values({ userId: user!.id, token: newId(), expiresAt }).returning()
  const { token } = await tokens.issue(await userCtx(world, user!.id), user!.id, session!.id)
  return { user: user!, token, headers: { authorization: `Bearer ${token}` }, cookie: '', password: '' }
}
const staff = Promise.all(['Olga', 'Max', 'Vera'].map(newcomer))

/** An organization with an owner, a member and a viewer, and somebody outside whose address is proven. */
async function office() {
  const [app, world] = [await testApp(), await testWorld()]
  const [owner, member, viewer] = (await staff) as [Person, Person, Person]
  const guest = await newcomer('Gita')
  const { organization } = await newPlace(app, owner)
  await join(world, organization.id, member.user.id, 'member')
  await join(world, organization.id, viewer.user.id, 'viewer')
  const path = `/api/organizations/${organization.id}/invite`
  return { app, world, owner, member, viewer, guest, organization, path }
}
type Office = Awaited<ReturnType<typeof office>>

const invite = async ({ app, path, owner, guest }: Office, role = 'member', by = owner): Promise<string> => {
  const answer = await call(app, by, 'POST', path, { email: guest.user.email, role })
  if (answer.status !== 201) throw new Error(`Inviting failed: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** What a person does in an organization, at a moment that may be another. */
async function inside(world: World, person: Person, organizationId: string, now = world.now) {
  return organizations.enter({ ...(await userCtx(world, person.user.id)), now }, organizationId)
}

const roleOf = async ({ world, organization }: Office, person: Person) => {
  const [row] = await world.db
    .select({ role: organizationMembers.role, status: organizationMembers.status })
    .from(organizationMembers)
    .where(and(eq(organizationMembers.organizationId, organization.id), eq(organizationMembers.userId, person.user.id)))
  return row?.status === 'active' ? row.role : null
}
const statusOf = async (world: World, id: string) =>
  (await world.db.select().from(invitationRows).where(eq(invitationRows.id, id)))[0]?.status
const invitationTo = (to: string) => and(eq(mails.to, to), eq(mails.kind, 'invitation'))
const newestMail = async (world: World, to: string) =>
  (await world.db.select().from(mails).where(invitationTo(to)).orderBy(desc(mails.id)).limit(1))[0]
const accept = ({ app, guest }: Office, id: string, who = guest) =>
  call(app, who, 'POST', `/api/user/invitations/${id}/accept`)
const later = (world: World, ms: number) => () => new Date(world.now().getTime() + ms)

describe('inviting', () => {
  test('makes an invitation, its mail and its line in the audit together', async () => {
    const place = await office()
    const { app, world, owner, guest, organization, path } = place
    const answer = await call(app, owner, 'POST', path, { email: guest.user.email.toUpperCase() })
    expect(answer.status).toBe(201)
    const invitation = {
      id: expect.any(String),
      email: guest.user.email,
      role: 'member',
      created_at: expect.stringMatching(/Z$/),
      invited_by: { id: owner.user.id, name: 'Olga' },
      expires_at: expect.stringMatching(/Z$/),
    }
    expect(answer.body).toEqual(invitation)
    expect(Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at)).toBe(7 * DAY)
    const listed = await call(app, place.viewer, 'GET', path)
    expect(listed.body).toEqual([invitation])
    expect(listed.headers.get('x-total-count')).toBe('1')
    expect((await call(app, guest, 'GET', '/api/user/invitations')).body).toEqual([
      { ...invitation, organization: { id: organization.id, name: 'Acme' } },
    ])
    const mail = (await newestMail(world, guest.user.email))!
    expect(mail).toMatchObject({ kind: 'invitation', subject: 'Olga invites you to Acme on Tabletalk' })
    for (const body of [mail.text, mail.html]) {
      expect(body).toMatch(/\/invitations\/[\w-]{43}/)
      for (const word of ['Acme', 'Olga', 'Member. ', guest.user.email]) expect(body).toContain(word)
    }
    const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, answer.body.id))
    expect(events).toMatchObject([
      {
        action: 'invitation.create',
        actorId: owner.user.id,
        organizationId: organization.id,
        details: { email: guest.user.email, role: 'member' },
      },
    ])
    expect(JSON.stringify(events)).not.toContain(/invitations\/([\w-]{43})/.exec(mail.text)![1]!)
  })

  test.each<[OrganizationRole, OrganizationRole, string | null]>([
    ['owner', 'owner', null],
    ['owner', 'member', null],
    ['owner', 'viewer', null],
    ['member', 'owner', 'Permission INVITE_OWNERS requires one of these roles: owner'],
    ['member', 'member', null],
    ['member', 'viewer', null],
    ['viewer', 'owner', 'Permission INVITE_MEMBERS requires one of these roles: owner, member'],
    ['viewer', 'member', 'Permission INVITE_MEMBERS requires one of these roles: owner, member'],
    ['viewer', 'viewer', 'Permission INVITE_MEMBERS requires one of these roles: owner, member'],
  ])('%s invites %s: %p', async (by, role, refusal) => {
    const place = await office()
    const answer = await call(place.app, place[by], 'POST', place.path, { email: place.guest.user.email, role })
    expect([answer.status, answer.body.error ?? null]).toEqual([refusal ? 403 : 201, refusal])
    expect(Boolean(await newestMail(place.world, place.guest.user.email))).toBe(!refusal)
  })

  test('who is in already, or invited already, is not invited; the second is offered to be sent again', async () => {
    const place = await office()
    const { app, owner, viewer, guest, path } = place
    const inAlready = await call(app, owner, 'POST', path, { email: viewer.user.email })
    expect(inAlready).toMatchObject({
      status: 409,
      body: { code: 'already_member', error: `${viewer.user.email} is already a member of Acme.` },
    })
    const id = await invite(place)
    const again = await call(app, place.member, 'POST', path, { email: guest.user.email, role: 'viewer' })
    expect(again).toMatchObject({
      status: 409,
      body: {
        code: 'already_invited',
        error: `${guest.user.email} has already been invited. Resend the invitation instead.`,
        details: { invitation_id: id },
      },
    })
  })

  test('two people who invite the same address at the same moment make one invitation', async () => {
    const place = await office()
    const { app, owner, member, guest, path } = place
    const tries = await Promise.all(
      [owner, member, owner].map((who) => call(app, who, 'POST', path, { email: guest.user.email })),
    )
    expect(tries.map((it) => it.status).sort()).toEqual([201, 409, 409])
    expect((await call(app, owner, 'GET', path)).body).toHaveLength(1)
  })

  test('one address is mailed five times an hour at most', async () => {
    const place = await office()
    const id = await invite(place)
    const resend = () => call(place.app, place.owner, 'POST', `${place.path}/${id}/resend`)
    for (let n = 0; n < 4; n += 1) expect((await resend()).status).toBe(200)
    const refused = await resend()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await place.world.db.$count(mails, invitationTo(place.guest.user.email))).toBe(5)
  })

  test('pages of many come newest first', async () => {
    const place = await office()
    for (const name of ['a', 'b', 'c'])
      await call(place.app, place.owner, 'POST', place.path, { email: `${name}-${newId()}@example.com` })
    const first = await call(place.app, place.owner, 'GET', `${place.path}?limit=2`)
    expect(first.body.map((it: { email: string }) => it.email[0])).toEqual(['c', 'b'])
    expect(first.headers.get('x-total-count')).toBe('3')
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')![1]!
    expect((await call(place.app, place.owner, 'GET', next)).body.map((it: { email: string }) => it.email[0])).toEqual([
      'a',
    ])
  })
})

describe('resending', () => {
  test('gives a new link and seven new days; the link before is worth nothing', async () => {
    const place = await office()
    const { world, owner, guest, organization } = place
    const id = await invite(place)
    const tokenOf = async () => /invitations\/([\w-]{43})/.exec((await newestMail(world, guest.user.email))!.text)![1]!
    const first = await tokenOf()
    const after = later(world, 3 * DAY)
    const sent = await invitations.resend(await inside(world, owner, organization.id, after), id)
    expect(sent.expiresAt.getTime() - sent.sentAt.getTime()).toBe(7 * DAY)
    expect(sent.sentAt.getTime() - sent.createdAt.getTime()).toBeGreaterThanOrEqual(3 * DAY)
    const guestCtx = await userCtx(world, guest.user.id)
    await expect(answers.findByLink(guestCtx, first)).rejects.toMatchObject({ kind: 'not_found' })
    expect((await answers.findByLink(guestCtx, await tokenOf())).id).toBe(id)
  })

  test('a member cannot send again what they could not have sent', async () => {
    const place = await office()
    const id = await invite(place, 'owner')
    const answer = await call(place.app, place.member, 'POST', `${place.path}/${id}/resend`)
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'Permission INVITE_OWNERS requires one of these roles: owner' },
    })
  })
})

describe('cancelling', () => {
  test.each<[by: 'owner' | 'member' | 'viewer', sender: 'owner' | 'member', status: number]>([
    ['owner', 'member', 204],
    ['owner', 'owner', 204],
    ['member', 'member', 204],
    ['member', 'owner', 403],
    ['viewer', 'owner', 403],
  ])('%s cancels what %s sent: %p', async (by, sender, status) => {
    const place = await office()
    const invitationId = await invite(place, 'viewer', place[sender])
    const answer = await call(place.app, place[by], 'DELETE', place.path, { invitationId })
    expect(answer.status).toBe(status)
    expect(await statusOf(place.world, invitationId)).toBe(status === 204 ? 'cancelled' : 'pending')
    expect((await call(place.app, place.owner, 'GET', place.path)).body).toHaveLength(status === 204 ? 0 : 1)
  })

  test('another organization cannot cancel or send again', async () => {
    const [here, there] = [await office(), await office()]
    const invitationId = await invite(here)
    expect((await call(there.app, there.owner, 'DELETE', there.path, { invitationId })).status).toBe(404)
    expect((await call(there.app, there.owner, 'POST', `${there.path}/${invitationId}/resend`)).status).toBe(404)
    expect(await statusOf(here.world, invitationId)).toBe('pending')
  })
})

describe('answering', () => {
  test.each(['owner', 'member', 'viewer'] as const)('accepting makes somebody %s', async (role) => {
    const place = await office()
    const id = await invite(place, role)
    expect(await accept(place, id)).toMatchObject({ status: 200, body: { organization_id: place.organization.id } })
    expect(await roleOf(place, place.guest)).toBe(role)
    expect((await call(place.app, place.owner, 'GET', place.path)).body).toEqual([])
    expect((await call(place.app, place.guest, 'GET', '/api/user/invitations')).body).toEqual([])
    expect((await call(place.app, place.guest, 'GET', `/api/organizations/${place.organization.id}`)).body.role).toBe(
      role,
    )
    const events = await place.world.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(and(eq(auditEvents.organizationId, place.organization.id), eq(auditEvents.actorId, place.guest.user.id)))
    expect(events.map((it) => it.action).sort()).toEqual(['invitation.accept', 'member.join'])
  })

  test('declining ends it, and there is no second answer', async () => {
    const place = await office()
    const id = await invite(place)
    expect((await call(place.app, place.guest, 'POST', `/api/user/invitations/${id}/decline`)).status).toBe(204)
    expect(await roleOf(place, place.guest)).toBeNull()
    expect(await accept(place, id)).toMatchObject({ status: 409, body: { code: 'invitation_declined' } })
    expect((await call(place.app, place.guest, 'POST', `/api/user/invitations/${id}/decline`)).status).toBe(409)
  })

  test('only the account with that verified email can', async () => {
    const place = await office()
    const id = await invite(place)
    const other = await newcomer('Otto')
    for (const verb of ['accept', 'decline']) {
      const path = `/api/user/invitations/${id}/${verb}`
      expect((await call(place.app, other, 'POST', path)).status).toBe(404)
      expect((await call(place.app, place.owner, 'POST', path)).status).toBe(404)
      expect((await call(place.app, null, 'POST', path)).status).toBe(401)
    }
    await place.world.db.update(users).set({ emailVerified: false }).where(eq(users.id, place.guest.user.id))
    expect((await call(place.app, place.guest, 'GET', '/api/user/invitations')).body).toEqual([])
    expect(await accept(place, id)).toMatchObject({ status: 403, body: { code: 'email_unverified' } })
    expect(await statusOf(place.world, id)).toBe('pending')
  })

  test('after seven days it has expired, makes room for another, and a job writes that down', async () => {
    const place = await office()
    const { world, guest, organization } = place
    const id = await invite(place)
    const after = { ...world, now: later(world, 7 * DAY) }
    const late = await userCtx(after, guest.user.id)
    expect((await answers.list(late, { limit: 50, cursor: null })).items).toEqual([])
    await expect(answers.accept(late, id)).rejects.toMatchObject({ kind: 'conflict', code: 'invitation_expired' })
    const owner = await inside(after, place.owner, organization.id)
    await expect(invitations.resend(owner, id)).rejects.toMatchObject({ code: 'invitation_expired' })
    const second = await invitations.create(owner, { email: guest.user.email, role: 'viewer' })
    expect(await statusOf(world, id)).toBe('expired')
    expect(await invitations.sweep({ ...world, now: later(world, 15 * DAY) })).toBeGreaterThan(0)
    expect(await statusOf(world, second.id)).toBe('expired')
    expect(await statusOf(world, id)).toBe('expired')
    await invitations.sweep({ ...world, now: later(world, 150 * DAY) })
    expect(await statusOf(world, id)).toBeUndefined()
  })

  test('into an organization that was deleted nobody comes', async () => {
    const place = await office()
    const id = await invite(place)
    await call(place.app, place.owner, 'DELETE', `/api/organizations/${place.organization.id}`)
    expect((await call(place.app, place.guest, 'GET', '/api/user/invitations')).body).toEqual([])
    expect(await accept(place, id)).toMatchObject({ status: 409, body: { code: 'invitation_organization_deleted' } })
  })

  test('who came in another way meanwhile keeps their role', async () => {
    const place = await office()
    const id = await invite(place, 'owner')
    await join(place.world, place.organization.id, place.guest.user.id, 'viewer')
    expect((await accept(place, id)).status).toBe(200)
    expect(await roleOf(place, place.guest)).toBe('viewer')
  })

  test('who was removed comes back with the role of the new invitation', async () => {
    const place = await office()
    await join(place.world, place.organization.id, place.guest.user.id, 'owner')
    await leave(place.world, place.organization.id, place.guest.user.id)
    expect((await accept(place, await invite(place, 'viewer'))).status).toBe(200)
    expect(await roleOf(place, place.guest)).toBe('viewer')
  })
})

describe('what an inviter lost they cannot hand on', () => {
  /** Max, an owner, invites as `role`; then Olga makes him `then`, or removes him. */
  async function afterwards(role: OrganizationRole, then: OrganizationRole | null) {
    const place = await office()
    const { world, owner, member, organization } = place
    await join(world, organization.id, member.user.id, 'owner')
    const id = await invite(place, role, member)
    const ctx = await inside(world, owner, organization.id)
    const { items } = await members.list(ctx, { limit: 50, cursor: null })
    const max = items.find((it) => it.userId === member.user.id)!.id
    if (then) await members.changeRole(ctx, max, then)
    else await members.remove(ctx, max)
    return { ...place, id }
  }

  test.each<[OrganizationRole, OrganizationRole | null, boolean]>([
    ['owner', 'member', false],
    ['member', 'member', true],
    ['viewer', 'member', true],
    ['member', 'viewer', false],
    ['viewer', 'viewer', false],
    ['viewer', null, false],
  ])('an invitation as %s whose sender is %s now is good: %p', async (role, then, good) => {
    const place = await afterwards(role, then)
    expect(await statusOf(place.world, place.id)).toBe(good ? 'pending' : 'cancelled')
    expect((await accept(place, place.id)).status).toBe(good ? 200 : 409)
    expect(await roleOf(place, place.guest)).toBe(good ? role : null)
    if (good) return
    const [event] = await place.world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, place.id), like(auditEvents.action, 'invitation.cancel')))
    expect(event!.details).toMatchObject({ reason: 'inviter_role' })
  })

  test('also when the account of the sender was disabled; an owner invites anew', async () => {
    const place = await office()
    const { world, member, owner } = place
    const id = await invite(place, 'member', member)
    await world.db.update(users).set({ disabledAt: world.now() }).where(eq(users.id, member.user.id))
    expect(await accept(place, id)).toMatchObject({ status: 409, body: { code: 'invitation_withdrawn' } })
    expect((await call(place.app, owner, 'GET', place.path)).body).toEqual([])
    expect((await accept(place, await invite(place))).status).toBe(200)
    await world.db.update(users).set({ disabledAt: null }).where(eq(users.id, member.user.id))
  })
})

describe('at the same moment', () => {
  test('accepting many times is done once', async () => {
    const place = await office()
    const id = await invite(place)
    const tries = await Promise.all(Array.from({ length: 6 }, () => accept(place, id)))
    expect(tries.map((it) => it.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await roleOf(place, place.guest)).toBe('member')
  })

  test('accepting and cancelling: one of them is done, and the other is told', async () => {
    for (let n = 0; n < 5; n += 1) {
      const place = await office()
      const id = await invite(place)
      const [taken, cancelled] = await Promise.all([
        accept(place, id),
        call(place.app, place.owner, 'DELETE', place.path, { invitationId: id }),
      ])
      expect([200, 409]).toContain(taken.status)
      expect(cancelled.status).toBe(taken.status === 200 ? 409 : 204)
      expect(await roleOf(place, place.guest)).toBe(taken.status === 200 ? 'member' : null)
      expect(await statusOf(place.world, id)).toBe(taken.status === 200 ? 'accepted' : 'cancelled')
    }
  })

  test('accepting and removing the sender: nobody waits for ever, and the two agree', async () => {
    for (let n = 0; n < 5; n += 1) {
      const place = await office()
      const { app, owner, member, organization } = place
      const id = await invite(place, 'viewer', member)
      const all = await call(app, owner, 'GET', `/api/organizations/${organization.id}/members`)
      const max = all.body.find((it: { user_id: string }) => it.user_id === member.user.id).id
      const [taken, removed] = await Promise.all([
        accept(place, id),
        call(app, owner, 'DELETE', `/api/organizations/${organization.id}/members?memberId=${max}`),
      ])
      expect(removed.status).toBe(204)
      expect(await roleOf(place, place.guest)).toBe(taken.status === 200 ? 'viewer' : null)
      expect(await statusOf(place.world, id)).toBe(taken.status === 200 ? 'accepted' : 'cancelled')
    }
  })

  test('invitations of two organizations are accepted side by side', async () => {
    const [here, there] = [await office(), await office()]
    const ids = [await invite(here), await invite({ ...there, guest: here.guest })]
    const taken = await Promise.all(ids.map((id) => accept(here, id)))
    expect(taken.map((it) => it.status)).toEqual([200, 200])
    expect((await call(here.app, here.guest, 'GET', '/api/user/organizations')).body).toHaveLength(2)
  })
})

describe('seats', () => {
  /** What happens where an organization may have so many people by plan. */
  const seated = (place: Office, seats: { free: number; flexible: number; premium: number }) => {
    const { world, owner, organization } = place
    const settings = () => ({ ...world.settings(), seats })
    const invite = async (email: string, by = owner) =>
      invitations.create({ ...(await inside(world, by, organization.id)), settings }, { email, role: 'member' })
    const accept = async (id: string, who: Person) =>
      answers.accept({ ...(await userCtx(world, who.user.id)), settings }, id)
    return { invite, accept }
  }
  const memberOf = ({ world }: Office, { user }: Person, planType: string, days: number) =>
    world.db.insert(subscriptions).values({
      userId: user.id,
      planType,
      isAnnual: false,
      monthlyCredits: 1,
      currentPeriodEnd: later(world, days * DAY)(),
    })
  const somebody = () => `${newId()}@example.com`

  test('are taken by members and by running invitations, and one more is refused in words', async () => {
    const place = await office()
    const { invite } = seated(place, { free: 5, flexible: 50, premium: 250 })
    await invite(place.guest.user.email)
    await invite(somebody())
    const message =
      'Acme has 5 of 5 seats taken, 2 of them by invitations (Free plan). Cancel an invitation, remove a member, or ask an owner to choose a plan with more seats.'
    const details = { members: 3, invited: 2, limit: 5, plan: 'free' }
    await expect(invite(somebody())).rejects.toMatchObject({ status: 409, code: 'seats_full', message, details })
    const here = await inside(place.world, place.owner, place.organization.id)
    await invitations.cancel(here, (await invitations.list(here, { limit: 1, cursor: null })).items[0]!.id)
    await invite(somebody())
  })

  test('count by the best plan that an owner has now; that of a member counts nothing', async () => {
    const place = await office()
    const { world, guest, organization } = place
    const { invite } = seated(place, { free: 3, flexible: 5, premium: 6 })
    const co = await newcomer('Otto')
    await memberOf(place, guest, 'premium', 9)
    await memberOf(place, co, 'flexible', 9)
    await join(world, organization.id, guest.user.id, 'member')
    await expect(invite(somebody())).rejects.toMatchObject({ details: { limit: 3, plan: 'free' } })
    await join(world, organization.id, co.user.id, 'owner')
    await expect(invite(somebody())).rejects.toMatchObject({ details: { limit: 5, plan: 'flexible', members: 5 } })
    await join(world, organization.id, guest.user.id, 'owner')
    await invite(somebody())
    await expect(invite(somebody())).rejects.toMatchObject({ details: { limit: 6, plan: 'premium' } })
  })

  test('that a plan brought go with it: nobody has to leave, and an invitation waits for room', async () => {
    const place = await office()
    const { invite, accept } = seated(place, { free: 3, flexible: 4, premium: 250 })
    const owner = await newcomer('Oda')
    await join(place.world, place.organization.id, owner.user.id, 'owner')
    await memberOf(place, owner, 'premium', 9)
    const { id } = await invite(place.guest.user.email)
    const over = { planType: 'flexible', currentPeriodEnd: later(place.world, 9 * DAY)() }
    const theirs = eq(subscriptions.userId, owner.user.id)
    await place.world.db.update(subscriptions).set(over).where(theirs)
    const message =
      'Acme has no seat left: its plan is for 4 people. Ask its owner to make room; your invitation stays.'
    await expect(accept(id, place.guest)).rejects.toMatchObject({ status: 409, code: 'seats_full', message })
    expect([await statusOf(place.world, id), await roleOf(place, place.viewer)]).toEqual(['pending', 'viewer'])
    await leave(place.world, place.organization.id, place.viewer.user.id)
    await accept(id, place.guest)
    expect(await roleOf(place, place.guest)).toBe('member')
  })

  test('of two who invite at once the second finds the last one taken', async () => {
    const place = await office()
    const { invite } = seated(place, { free: 4, flexible: 50, premium: 250 })
    const done = await Promise.allSettled([1, 2, 3].map(() => invite(somebody())))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
