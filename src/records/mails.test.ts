import { afterEach, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { and, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { mails, organizationMembers, organizations, users } from '#db/schema/index.ts'
import { configuredMailer } from '#outside/mail.ts'
import { stillHold } from '#workspaces/as-person.ts'
import { call, form, leave, newTeam } from '../../tests/support/people.ts'
import { watchedLog } from '../../tests/support/secrets.ts'
import { type ParsedMail, receive } from '../../tests/support/smtp-server.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { Ctx, World } from '../ctx.ts'
import { deliver, post } from './mails.ts'
import type { MailRights } from './rules/mail-rights.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  // The last first: a server waits until whoever talks to it has hung up.
  for (const end of ends.splice(0).reverse()) await end()
})

/** A world whose mails go to `SMTP_URL`, at a moment that `later` moves on. */
async function worldWith(SMTP_URL: string, timeouts?: number) {
  const world = await testWorld()
  const mailer = configuredMailer({ ...world.config, SMTP_URL }, () => world.settings().mail.sender, timeouts)!
  ends.push(() => mailer.close())
  let now = Date.now()
  const log = watchedLog({ LOG_LEVEL: 'silent' })
  const at: World = { ...world, mailer, log, now: () => new Date(now) }
  return { at, later: (ms: number) => (now += ms) }
}

async function posted(at: World, html = '<p>Zum Öffnen</p>', rights: MailRights | null = null): Promise<string> {
  const to = `${newId()}@example.com`
  const ctx: Ctx = { ...at, actor: { userId: null, via: 'system', ip: null, requestId: 'x' } }
  await post(ctx, 'verify_email', { to, subject: 'Grüße ✓', text: 'Zum Öffnen\n', html, ...(rights && { rights }) })
  return to
}
const stateOf = async (at: World, to: string) =>
  (
    await at.db
      .select()
      .from(mails)
      .where(and(eq(mails.to, to)))
  )[0]!

test('a mail arrives whole, once, and only after it was posted', async () => {
  const got: ParsedMail[] = []
  const server = await receive((mail) => void got.push(mail))
  ends.push(server.close)
  const { at } = await worldWith(server.url)
  const to = await posted(at)
  await Promise.all([deliver(at), deliver(at)])
  await deliver(at)
  const mine = got.filter((mail) => mail.to.includes(to))
  expect(mine).toHaveLength(1)
  expect(mine[0]!.from).toBe('no-reply@tabletalk.example')
  expect(mine[0]!.body).toContain('multipart/alternative')
  expect(mine[0]!.body).toContain('=?UTF-8?')
  expect(await stateOf(at, to)).toMatchObject({ state: 'sent', nextAt: null, attempts: 1 })
})

test('pictures go with a mail as parts of it, and are not kept once it has left', async () => {
  const got: ParsedMail[] = []
  const server = await receive((mail) => void got.push(mail))
  ends.push(server.close)
  const { at } = await worldWith(server.url)
  const png = (byte: number) =>
    `<img src="data:image/png;base64,${Buffer.alloc(30, byte).toString('base64')}" alt="x > y"/>`
  const to = await posted(at, `<p>${png(1)} and ${png(2)}</p>`)
  await deliver(at)
  const { body } = got.find((mail) => mail.to.includes(to))!
  expect(body).toContain('multipart/related')
  const shown = [...body.replaceAll('=\r\n', '').matchAll(/src=3D"cid:([^"]+)"/g)].map(([, id]) => id)
  const parts = [...body.matchAll(/Content-Type: image\/png.*?Content-Id: <(.+?)>.*?\r\n\r\n(\S+)/gis)]
  expect(parts.map(([, id]) => id)).toEqual(shown)
  expect(parts.map(([, , bytes]) => bytes)).toEqual([1, 2].map((byte) => Buffer.alloc(30, byte).toString('base64')))
  expect((await stateOf(at, to)).html).toBe('<p><img src="" alt="x > y"/> and <img src="" alt="x > y"/></p>')
})

test('a sender that settings change stands on the next mail', async () => {
  const got: ParsedMail[] = []
  const server = await receive((mail) => void got.push(mail))
  ends.push(server.close)
  let sender = 'One <one@example.com>'
  const mailer = configuredMailer({ ...(await testWorld()).config, SMTP_URL: server.url }, () => sender)!
  ends.push(() => mailer.close())
  const mail = { to: 'you@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  await mailer.send(mail)
  sender = 'Two <two@example.com>'
  await mailer.send(mail)
  expect(got.map(({ from }) => from)).toEqual(['one@example.com', 'two@example.com'])
})

test('what the server refuses waits half a minute, then twice as long each time, and arrives when it is taken', async () => {
  let refuse = true
  const server = await receive(() => {
    if (refuse) throw Object.assign(new Error('Greylisted'), { responseCode: 451 })
  })
  ends.push(server.close)
  const { at, later } = await worldWith(server.url)
  const to = await posted(at)
  await deliver(at)
  const first = await stateOf(at, to)
  expect(first).toMatchObject({ state: 'waiting', attempts: 1, nextAt: new Date(Number(at.now()) + 30_000) })
  expect(first.lastError).toContain('Greylisted')
  await deliver(at)
  expect(await stateOf(at, to)).toMatchObject({ attempts: 1 })
  later(30_000)
  await deliver(at)
  expect(await stateOf(at, to)).toMatchObject({ attempts: 2, nextAt: new Date(Number(at.now()) + 60_000) })
  refuse = false
  later(60_000)
  await deliver(at)
  expect(await stateOf(at, to)).toMatchObject({ state: 'sent', attempts: 3 })
})

test('a server that is down loses no mail; after a day it is given up', async () => {
  const { at, later } = await worldWith('smtp://127.0.0.1:9')
  const to = await posted(at)
  for (let n = 0; n < 12; n += 1) {
    await deliver(at)
    later(2 * 86_400_000)
  }
  expect(await stateOf(at, to)).toMatchObject({ state: 'failed', attempts: 12, nextAt: null })
})

test('a server that takes the call and says nothing is left after a while', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  ends.push(() => silent.close())
  const { at } = await worldWith(`smtp://127.0.0.1:${(silent.address() as { port: number }).port}`, 500)
  const to = await posted(at)
  await deliver(at)
  expect(await stateOf(at, to)).toMatchObject({ state: 'waiting', attempts: 1 })
})

type Team = Awaited<ReturnType<typeof newTeam<'member' | 'viewer'>>>
const ENDS: [string, ['member' | 'viewer', string][], (team: Team) => Promise<unknown>][] = [
  [
    'a person who is suspended',
    [['viewer', 'reads']],
    ({ world, viewer }) => world.db.update(users).set({ disabledAt: world.now() }).where(eq(users.id, viewer.user.id)),
  ],
  [
    'somebody who was removed',
    [['viewer', 'reads']],
    ({ world, place, viewer }) => leave(world, place.organization.id, viewer.user.id),
  ],
  [
    'an account that was deleted',
    [['viewer', 'reads']],
    ({ app, viewer }) =>
      Promise.resolve(
        app.request(
          '/profile/account/delete',
          form({ confirm: viewer.user.email, password: viewer.password }, viewer.cookie),
        ),
      ),
  ],
  [
    'a workspace that was shut to others',
    [
      ['viewer', 'reads'],
      ['member', 'reads'],
      ['member', 'sends'],
    ],
    ({ app, owner, place }) => call(app, owner, 'PUT', `/api/workspaces/${place.workspace.id}`, { restricted: true }),
  ],
  [
    'an organization that is suspended',
    [
      ['viewer', 'reads'],
      ['member', 'reads'],
      ['member', 'sends'],
    ],
    ({ world, place }) =>
      world.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, place.organization.id)),
  ],
  [
    'somebody who may not send it any more',
    [['member', 'sends']],
    ({ world, member }) =>
      world.db
        .update(organizationMembers)
        .set({ role: 'viewer' })
        .where(eq(organizationMembers.userId, member.user.id)),
  ],
]

test.each(ENDS)('of %s no mail leaves that waits, and all others do', async (_, over, end) => {
  const got: ParsedMail[] = []
  const server = await receive((mail) => void got.push(mail))
  ends.push(server.close)
  const { at } = await worldWith(server.url)
  const team = await newTeam('member', 'viewer')
  const rightsOf = (who: 'member' | 'viewer', what: string): MailRights => ({
    ...{ userId: team[who].user.id, workspaceIds: [team.place.workspace.id] },
    ...(what === 'sends' ? { permission: 'UPDATE_CANVASES' } : {}),
  })
  const waiting: [string, string][] = [['nobody', await posted(at)]]
  for (const [who, what] of [
    ['viewer', 'reads'],
    ['member', 'reads'],
    ['member', 'sends'],
  ] as const)
    waiting.push([`${who} ${what}`, await posted(at, '', rightsOf(who, what))])
  await end(team)
  await deliver(at, undefined, stillHold)
  const left = waiting.filter(([, to]) => got.some((mail) => mail.to.includes(to))).map(([name]) => name)
  const isOver = new Set(over.map((one) => one.join(' ')))
  expect(left).toEqual(waiting.map(([name]) => name).filter((name) => !isOver.has(name)))
  for (const [name, to] of waiting.filter(([name]) => isOver.has(name)))
    expect({ name, ...(await stateOf(at, to)) }).toMatchObject({ name, state: 'failed', nextAt: null })
})

test('a mail whose rights nobody looks up waits', async () => {
  const server = await receive(() => {})
  ends.push(server.close)
  const { at } = await worldWith(server.url)
  const to = await posted(at, '', { userId: newId(), workspaceIds: [] })
  await deliver(at)
  expect(await stateOf(at, to)).toMatchObject({ state: 'waiting', attempts: 1 })
})
