import { beforeAll, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { mails, notifications as rows } from '#db/schema/index.ts'
import { withheldNotices } from '#profile/withheld-notices.ts'
import {
  type App,
  call,
  form,
  join,
  leave,
  newPlace,
  type Person,
  type Place,
  signUp,
  userCtx,
} from '../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld, worldOfItsOwn } from '../../tests/support/world.ts'
import { sendDue } from './digests.ts'
import * as notifications from './notifications.ts'
import { KEPT, type NotificationJson, nextDigest } from './rules/notification.ts'

/** What people are told of in the product, and by mail as they chose. */
let world: TestWorld
let app: App
let [owner, member, viewer, stranger]: Person[] = []
let place: Place
let board: string
let block: string

beforeAll(async () => {
  world = await testWorld()
  app = await testApp(world)
  ;[owner, member, viewer, stranger] = await Promise.all(
    ['Olga', 'Mira', 'Vera', 'Stan'].map((name) => signUp(app, { name })),
  )
  place = await newPlace(app, owner!)
  await join(world, place.organization.id, member!.user.id, 'member')
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  const canvases = `/api/workspaces/${place.workspace.id}/canvases`
  board = (await call(app, owner!, 'POST', canvases, { name: 'Board' })).body.id
  block = newId()
  const heading = { kind: 'heading', content: { text: 'Revenue' }, tab: 'first', x: 0, y: 0, w: 4, h: 1 }
  await call(app, owner!, 'PUT', `/api/canvases/${board}/blocks/${block}`, heading)
}, 300_000)

const say = async (text: string, who: Person, mentions: Person[] = []) =>
  (
    await call(app, who, 'POST', `/api/canvases/${board}/comments`, {
      ...{ block_id: block, text, mentions: mentions.map(({ user }) => user.id) },
    })
  ).body.id as string
const toldOf = async (who: Person, query = ''): Promise<NotificationJson[]> =>
  (await call(app, who, 'GET', `/api/notifications${query}`)).body
const unread = async (who: Person): Promise<number> =>
  (await call(app, who, 'GET', '/api/notifications/unread')).body.unread
const read = (who: Person, body: object) => call(app, who, 'POST', '/api/notifications/read', body)
const mailsOf = (who: Person, kind: 'canvas_mention' | 'canvas_comment') =>
  world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, who.user.email), eq(mails.kind, kind)))
const note = { kind: 'share' as const, title: 'A board is shared', text: '', path: '/canvases/1' }
const tellOf = (who: Person, title: string) =>
  inTransaction(world, (world) =>
    notifications.tell(
      world,
      [{ id: who.user.id, email: who.user.email }],
      { ...note, title, workspaceId: place.workspace.id },
      { kind: 'shared', text: { subject: title, text: title, html: title } },
    ),
  )

test('who is mentioned is told so, whoever made the canvas that there is a comment, and nobody of their own words', async () => {
  await say('Why so high, @Mira?', viewer!, [member!])
  expect((await toldOf(member!))[0]).toMatchObject({
    ...{ kind: 'mention', title: 'Vera mentioned you on Board', text: 'Why so high, @Mira?', read_at: null },
    ...{ path: `/canvases/${board}`, workspace: { id: place.workspace.id } },
  })
  expect((await toldOf(owner!))[0]).toMatchObject({ kind: 'comment', title: 'Vera commented on Board' })
  expect(await toldOf(viewer!)).toEqual([])
  // Who said something there before is told of answers, and who is mentioned is told once.
  await say('A large order, @Olga.', member!, [owner!])
  expect((await toldOf(viewer!)).map(({ kind }) => kind)).toEqual(['comment'])
  expect((await toldOf(owner!)).map(({ kind }) => kind)).toEqual(['mention', 'comment'])
})

test('a comment that is deleted takes what was told of it along', async () => {
  const before = await toldOf(owner!)
  const id = await say('Forget this.', member!)
  expect(await toldOf(owner!)).toHaveLength(before.length + 1)
  await call(app, member!, 'DELETE', `/api/canvases/${board}/comments/${id}`)
  expect(await toldOf(owner!)).toEqual(before)
})

test('they are read one by one and all at once, by whose they are alone', async () => {
  const person = await signUp(app)
  await join(world, place.organization.id, person.user.id, 'viewer')
  for (const title of ['One', 'Two', 'Three']) await tellOf(person, title)
  const [three, two] = await toldOf(person)
  expect(await unread(person)).toBe(3)
  expect((await read(person, { ids: [two!.id] })).body).toEqual({ unread: 2 })
  expect((await toldOf(person, '?unread=true')).map(({ title }) => title)).toEqual(['Three', 'One'])
  await read(stranger!, { ids: [three!.id] })
  await read(stranger!, {})
  expect(await unread(person)).toBe(2)
  expect((await read(person, {})).body).toEqual({ unread: 0 })
  const paged = await call(app, person, 'GET', '/api/notifications?limit=2')
  const next = /<([^>]+)>; rel="next"/.exec(paged.headers.get('link')!)![1]!
  expect((await call(app, person, 'GET', next)).body).toMatchObject([{ title: 'One' }])
})

test('the page lists them and its buttons mark them as read, without script', async () => {
  const person = await signUp(app)
  await join(world, place.organization.id, person.user.id, 'viewer')
  await tellOf(person, 'One')
  await tellOf(person, 'Two')
  const html = async () => (await app.request('/notifications', { headers: { cookie: person.cookie } })).text()
  expect(await html()).toContain('Mark as read: Two')
  const [two] = await toldOf(person)
  expect((await app.request('/notifications/read', form({ ids: two!.id }, person.cookie))).status).toBe(303)
  expect(await html()).not.toContain('Mark as read: Two')
  expect(await html()).toContain('Mark as read: One')
  await app.request('/notifications/read', form({}, person.cookie))
  expect(await html()).not.toContain('Mark as read')
})

test('who may not see the workspace any more is shown nothing of it', async () => {
  const person = await signUp(app)
  await join(world, place.organization.id, person.user.id, 'viewer')
  await tellOf(person, 'Secret')
  expect(await unread(person)).toBe(1)
  await call(app, owner!, 'PUT', `/api/workspaces/${place.workspace.id}`, { restricted: true })
  expect([await unread(person), await toldOf(person)]).toEqual([0, []])
  await call(app, owner!, 'PUT', `/api/workspaces/${place.workspace.id}`, { restricted: false })
  expect(await unread(person)).toBe(1)
  await leave(world, place.organization.id, person.user.id)
  expect([await unread(person), await toldOf(person)]).toEqual([0, []])
})

test('mails go to those who want them: of mentions unless they said no, of comments once they said yes', async () => {
  const [before, comments] = [await mailsOf(member!, 'canvas_mention'), await mailsOf(owner!, 'canvas_comment')]
  await say('Look, @Mira.', viewer!, [member!])
  const mentions = await mailsOf(member!, 'canvas_mention')
  expect(mentions).toHaveLength(before.length + 1)
  expect(mentions[0]!.rights).toEqual({ userId: member!.user.id, workspaceIds: [place.workspace.id] })
  expect(await mailsOf(owner!, 'canvas_comment')).toHaveLength(comments.length)
  const settings = '/api/notifications/settings'
  const chosen = await call(app, member!, 'PUT', settings, { mails: { mention: false } })
  expect(chosen.body.mails).toMatchObject({ mention: false, comment: false, watch: true })
  // The form of the page sends what is ticked.
  const sent = { comment: 'yes', mention: 'yes', time_zone: 'Asia/Kolkata', watches_at_once: 'yes' }
  await app.request('/profile/notifications', form(sent, owner!.cookie))
  expect((await call(app, owner!, 'GET', settings)).body).toEqual({
    mails: { mention: true, comment: true, share: false, watch: false, failure: false },
    ...{ digest: 'none', time_zone: 'Asia/Kolkata', watches_at_once: true },
  })
  const page = await app.request('/profile/notifications', { headers: { cookie: owner!.cookie } })
  expect(await page.text()).toMatch(/value="Asia\/Kolkata" selected/)
  await say('Again, @Mira.', viewer!, [member!])
  expect(await mailsOf(member!, 'canvas_mention')).toHaveLength(before.length + 1)
  expect((await toldOf(member!))[0]).toMatchObject({ kind: 'mention', text: 'Again, @Mira.' })
  expect(await mailsOf(owner!, 'canvas_comment')).toHaveLength(comments.length + 1)
})

test('mails come as one a day or week to whoever wants that, once, also after an outage, and without what was read', async () => {
  let now = new Date('2026-11-27T12:00:00Z')
  const own = { ...(await worldOfItsOwn()), now: () => now }
  const ownApp = await testApp(own)
  const [boss, person] = await Promise.all([signUp(ownApp), signUp(ownApp)])
  const { organization, workspace } = await newPlace(ownApp, boss!)
  await join(own, organization.id, person!.user.id, 'viewer')
  const ctx = await userCtx(own, person!.user.id)
  const told = (title: string, kind: 'share' | 'watch' = 'share') =>
    inTransaction(own, (own) =>
      notifications.tell(
        own,
        [boss!, person!].map(({ user: { id, email } }) => ({ id, email })),
        { ...note, kind, title, workspaceId: workspace.id },
        { kind: 'shared', text: { subject: title, text: title, html: title } },
      ),
    )
  const got = async (who = person!) =>
    (
      await own.db
        .select()
        .from(mails)
        .where(and(eq(mails.to, who.user.email), inArray(mails.kind, ['digest', 'shared'])))
        .orderBy(mails.id)
    ).map(({ kind, subject, text }) =>
      kind === 'shared' ? subject : [subject, ...text.matchAll(/\b[A-Z]\w+-\d\b/g)].join(' '),
    )
  const at = async (moment: string) => {
    now = new Date(moment)
    // Two servers at the same moment.
    const due = await Promise.all([sendDue(own, withheldNotices), sendDue(own, withheldNotices)])
    return due[0] + due[1]
  }
  await notifications.choose(ctx, { digest: 'day', time_zone: 'Asia/Tokyo' })
  await told('First-1')
  await told('Second-2')
  expect([await at('2026-11-27T22:59:59Z'), await got(), await got(boss)]).toEqual([0, [], ['First-1', 'Second-2']])
  expect([await at('2026-11-27T23:00:00Z'), await got()]).toEqual([1, ['2 notifications of the day Second-2 First-1']])
  const [digest] = await own.db.select().from(mails).where(eq(mails.kind, 'digest'))
  expect(digest!.rights).toEqual({ userId: person!.user.id, workspaceIds: [workspace.id] })
  // A day on which there was nothing has no mail.
  expect([await at('2026-11-28T23:00:00Z'), (await got()).length]).toEqual([1, 1])
  await told('Third-3')
  await told('Fourth-4')
  const [fourth] = (await notifications.list(ctx, { limit: 1, cursor: null })).items
  await notifications.markRead(ctx, [fourth!.id])
  // Nothing ran for five days: it comes once.
  expect([await at('2026-12-03T12:00:00Z'), (await got()).slice(1)]).toEqual([1, ['1 notification of the day Third-3']])
  expect(await at('2026-12-03T22:00:00Z')).toBe(0)

  await notifications.choose(ctx, { digest: 'week', watches_at_once: true })
  await told('Fifth-5')
  await told('Sixth-6', 'watch')
  expect((await got()).slice(2)).toEqual(['Sixth-6'])
  // Monday at eight in Tokyo.
  expect([await at('2026-12-06T22:59:59Z'), await at('2026-12-06T23:00:00Z')]).toEqual([0, 1])
  expect((await got()).slice(3)).toEqual(['1 notification of the week Fifth-5'])
  // What waits comes at once where it is not wanted as one any more.
  await told('Seventh-7')
  await notifications.choose(ctx, { digest: 'none' })
  expect([await at('2026-12-07T10:00:00Z'), (await got()).slice(4)]).toEqual([
    1,
    ['1 notification of the day Seventh-7'],
  ])
  await told('Eighth-8')
  expect((await got()).slice(5)).toEqual(['Eighth-8'])
  // Who may not see the workspace any more is told nothing of it.
  await notifications.choose(ctx, { digest: 'day' })
  await told('Ninth-9')
  await leave(own, organization.id, person!.user.id)
  expect([await at('2026-12-09T10:00:00Z'), (await got()).length]).toEqual([1, 6])
})

test.each([
  ['day', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['day', 'Pacific/Kiritimati', '2026-11-27T17:00:00Z', '2026-11-27T18:00:00.000Z'],
  ['day', 'America/New_York', '2026-11-27T13:00:00Z', '2026-11-28T13:00:00.000Z'],
  ['week', 'America/New_York', '2026-11-27T13:00:00Z', '2026-11-30T13:00:00.000Z'],
  ['week', 'Asia/Kolkata', '2026-11-30T02:30:00Z', '2026-12-07T02:30:00.000Z'],
] as const)('one mail a %s leaves at eight in %s', (every, zone, after, expected) => {
  expect(nextDigest(every, zone, new Date(after)).toISOString()).toBe(expected)
})

test('the event stream says the count of now and after each change, also of what another request told', async () => {
  const person = await signUp(app)
  await join(world, place.organization.id, person.user.id, 'viewer')
  const response = await app.request('/api/notifications/events', { headers: person.headers })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => {
    for (;;) {
      const data = /data: (.+)/.exec((await reader.read()).value ?? '')?.[1]
      if (data) return JSON.parse(data).unread
    }
  }
  expect(await next()).toBe(0)
  await tellOf(person, 'One')
  expect(await next()).toBe(1)
  // What is undone is told nobody.
  const undone = inTransaction(world, async (world) => {
    await notifications.tell(
      world,
      [{ id: person.user.id, email: person.user.email }],
      { ...note, workspaceId: place.workspace.id },
      { kind: 'shared', text: { subject: '', text: '', html: '' } },
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await read(person, {})
  expect(await next()).toBe(0)
  await reader.cancel()
})

test('what is old is forgotten, and of each person what is beyond the newest', async () => {
  const old = await worldOfItsOwn()
  const ownApp = await testApp(old)
  const person = await signUp(ownApp)
  const { workspace } = await newPlace(ownApp, person)
  const ctx = await userCtx(old, person.user.id)
  const at = (days: number) => new Date(Number(old.now()) - days * DAY)
  const put = (title: string, createdAt: Date) =>
    old.db.insert(rows).values({ ...note, title, createdAt, userId: person.user.id, workspaceId: workspace.id })
  await put('Old', at(KEPT.days + 1))
  for (let count = 0; count < KEPT.most; count += 1) await put(`Number ${count}`, at(1))
  await put('Newest', at(0))
  expect(await notifications.sweep(old)).toBe(2)
  const { items } = await notifications.list(ctx, { limit: KEPT.most, cursor: null })
  expect([items.length, items[0]!.title, items.at(-1)!.title]).toEqual([KEPT.most, 'Newest', 'Number 1'])
})

test('the export of a person has them, and an account that is deleted leaves none', async () => {
  const person = await signUp(app)
  await join(world, place.organization.id, person.user.id, 'viewer')
  await tellOf(person, 'Exported')
  const zip = await app.request('/profile/account/export', form({}, person.cookie))
  const file = unzipSync(new Uint8Array(await zip.arrayBuffer()))['notifications.json']!
  expect(JSON.parse(new TextDecoder().decode(file))).toMatchObject({
    mails: { mention: true },
    notifications: [{ kind: 'share', title: 'Exported' }],
  })
  await leave(world, place.organization.id, person.user.id)
  const body = { confirm: person.user.email, password: person.password }
  expect((await app.request('/profile/account/delete', form(body, person.cookie))).status).toBe(200)
  expect(await world.db.select().from(rows).where(eq(rows.userId, person.user.id))).toEqual([])
})
