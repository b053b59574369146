import { expect, test } from 'bun:test'
import { and, desc, eq, sql } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import {
  auditEvents,
  creditAllocations,
  creditEntries,
  creditLots,
  creditTransactions,
  mails,
  securityEvents,
  users,
} from '#db/schema/index.ts'
import { call, form, type Person, signUp, userCtx } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
const admin = async (role: string) => {
  const person = await signUp(app, { verified: true, adminRoles: [role] })
  return person
}
const [finance, helper, boss] = [await admin('finance'), await admin('support'), await admin('superadmin')]
const soon = new Date(Number(world.now()) + 30 * DAY).toISOString().slice(0, 10)
const PATH = '/api/admin/credit-allocations'
const allocate = (input: object, who: Person = finance, query = '') =>
  call(app, who, 'POST', PATH + query, { reason: 'an outage', credits: 40, expires_at: soon, ...input })
const free = async (userId: string) => {
  const [row] = await world.db
    .select({ sum: sql<string>`coalesce(sum(${creditEntries.amount}), 0)` })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), eq(creditEntries.side, 'free')))
  return Number(row!.sum)
}
const audited = async (action: string, subject: string) => {
  const [event] = await world.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.action, action), eq(auditEvents.subject, subject)))
    .orderBy(desc(auditEvents.id))
  return event
}

test('credits are given with their end, a reason and a trace, by finance and superadmins only', async () => {
  const { user } = await signUp(app)
  expect((await allocate({ person: user.email }, helper)).status).toBe(403)
  const { status, body } = await allocate({ person: user.email.toUpperCase(), note: 'Sorry for it.', mail: true })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    kind: 'grant',
    credits: 40,
    balance: { before: 25, after: 65 },
    repeated: false,
    user: { id: user.id },
  })
  expect(body.expires_at).toBe(`${soon}T23:59:59.999Z`)
  expect(await free(user.id)).toBe(65)
  const [lot] = await world.db
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.userId, user.id), eq(creditLots.kind, 'granted')))
  expect(lot).toMatchObject({ granted: 40, remaining: 40, expiresAt: new Date(body.expires_at) })
  const event = await audited('credits.grant', user.id)
  expect(event).toMatchObject({
    actorId: finance.user.id,
    details: { reason: 'an outage', balance: { before: 25, after: 65 } },
  })
  const [mail] = await world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, user.email), eq(mails.kind, 'credits_allocated')))
  expect(mail!.text).toContain('Sorry for it.')
  const person = await allocate({ person: user.id, credits: '7' }, boss)
  expect(person.body.balance).toEqual({ before: 65, after: 72 })
})

test('what is wrong is said by its field, and nothing happens', async () => {
  const { user } = await signUp(app)
  const wrong = async (input: object) => {
    const { status, body } = await allocate({ person: user.id, ...input })
    return [status, Object.keys(body.details?.fields ?? {})]
  }
  expect(await wrong({ person: 'nobody@example.com' })).toEqual([400, ['person']])
  expect(await wrong({ credits: 0 })).toEqual([400, ['credits']])
  expect(await wrong({ credits: 1.5 })).toEqual([400, ['credits']])
  expect(await wrong({ expires_at: '' })).toEqual([400, ['expires_at']])
  expect(await wrong({ expires_at: '2020-01-01' })).toEqual([400, ['expires_at']])
  expect(await wrong({ expires_at: '2199-01-01' })).toEqual([400, ['expires_at']])
  expect(await wrong({ reason: ' ' })).toEqual([400, ['reason']])
  expect(await world.db.select().from(creditAllocations).where(eq(creditAllocations.userId, user.id))).toEqual([])
})

test('more than an action may move is refused and noted', async () => {
  const { user } = await signUp(app)
  const { status, body } = await allocate({ person: user.id, credits: 10_001 })
  expect([status, body.code]).toEqual([422, 'allocation_limit'])
  const [event] = await world.db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.kind, 'allocation_refused'), eq(securityEvents.actorId, finance.user.id)))
  expect(event!.details).toMatchObject({ user: user.id, credits: 10_001 })
})

test('a dry run says what would be, and does nothing', async () => {
  const { user } = await signUp(app)
  const { body } = await allocate({ person: user.id }, finance, '?dry_run=1')
  expect(body).toMatchObject({ id: null, credits: 40 })
  expect(body.balance.after - body.balance.before).toBe(40)
  expect(await world.db.select().from(creditAllocations).where(eq(creditAllocations.userId, user.id))).toEqual([])
})

test('a form that is sent ten times at once gives once, and its key is good for nothing else', async () => {
  const { user } = await signUp(app)
  const key = newId()
  const answers = await Promise.all(Array.from({ length: 10 }, () => allocate({ person: user.id, key })))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await free(user.id)).toBe(65)
  const other = await allocate({ person: user.id, key, credits: 41 })
  expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
})

test('credits are taken as they burn, never those of a running question, never below nothing', async () => {
  const { user } = await signUp(app)
  await allocate({ person: user.id })
  const ctx = await userCtx(world, user.id)
  const held = await credits.hold(ctx, 50, newId())
  const much = await allocate({ person: user.id, kind: 'deduct', credits: 16 })
  expect([much.status, much.body.code, much.body.details]).toEqual([422, 'too_few_credits', { balance: 15, held: 50 }])
  const { body } = await allocate({ person: user.id, kind: 'deduct', credits: 15, expires_at: undefined })
  expect(body).toMatchObject({ kind: 'deduct', expires_at: null, balance: { before: 15, after: 0 }, held: 50 })
  expect(await credits.release(ctx, held.id)).toEqual({ charged: 0, balance: 50 })
  const [entry] = await world.db
    .select({ kind: creditTransactions.kind })
    .from(creditTransactions)
    .where(eq(creditTransactions.idempotencyKey, `allocation:${body.id}`))
  expect(entry).toEqual({ kind: 'deduct' })
  // The trial expires after what was given: that is what burned first.
  const lots = await world.db
    .select()
    .from(creditLots)
    .where(eq(creditLots.userId, user.id))
    .orderBy(creditLots.expiresAt)
  expect(lots.map(({ kind, remaining, held }) => [kind, remaining, held])).toEqual([
    ['granted', 40, 0],
    ['trial', 10, 0],
  ])
  const two = await Promise.all([30, 30].map((credits) => allocate({ person: user.id, kind: 'deduct', credits })))
  expect(two.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await free(user.id)).toBe(20)
  const { body: lines } = await call(app, finance, 'GET', `${PATH}?q=${user.id}&kind=deduct`)
  expect(lines.map((it: { credits: number }) => it.credits)).toEqual([30, 15])
})

test('a file gives all of it or nothing, names every wrong line, and gives once', async () => {
  const [ann, ben] = [(await signUp(app)).user, (await signUp(app)).user]
  const head = 'Email;Credits;Expiry;Reason'
  const wrong = [
    head,
    `${ann.email};30;${soon};"Beta; thanks"`,
    `nobody-${newId()}@example.com;10;${soon};beta`,
    `${ben.email};ten;2020-01-01;`,
    `${ann.email};1;${soon};again`,
  ].join('\r\n')
  const tried = await call(app, finance, 'POST', `${PATH}?dry_run=1`, { csv: wrong })
  expect(tried.status).toBe(200)
  expect(tried.body).toMatchObject({ wrong: 3, people: 2, credits: 41, given: null })
  expect(tried.body.lines.map((it: { line: number; problem: string | null }) => [it.line, it.problem])).toEqual([
    [2, null],
    [3, 'Nobody has this address.'],
    [
      4,
      'Credits must be a whole number from 1. Give a day in the future, within 5 years, as 2027-11-21. Say why, in a few words.',
    ],
    [5, 'This person stands in line 2 already.'],
  ])
  const refused = await call(app, finance, 'POST', PATH, { csv: wrong })
  expect([refused.status, refused.body.code, refused.body.details.lines.length]).toEqual([422, 'file_wrong', 3])
  const right = [head, `${ann.email};30;${soon};"Beta; thanks"`, `${ben.email};12;${soon};beta`].join('\n')
  const sent = await Promise.all(
    [finance, boss, finance].map((who) => call(app, who, 'POST', PATH, { csv: right, name: 'beta.csv' })),
  )
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(sent.filter(({ body }) => !body.repeated)).toHaveLength(1)
  expect([(await free(ann.id)) % 25, (await free(ben.id)) % 25]).toEqual([30 % 25, 12])
  const fileId = sent[0]!.body.id
  const { body: lines } = await call(app, finance, 'GET', `${PATH}?file=${fileId}`)
  expect(lines).toHaveLength(2)
  expect(lines[0].file).toEqual({ id: fileId, name: 'beta.csv' })
  expect((await audited('credits.grant_file', fileId))!.details).toMatchObject({ credits: 42, people: 2 })
  const again = await call(app, boss, 'POST', `${PATH}?dry_run=1`, { csv: right })
  expect(again.body.given.id).toBe(fileId)
  const csv = await app.request(`${PATH}?file=${fileId}&format=csv`, { headers: finance.headers })
  const text = await csv.text()
  expect(text.split('\r\n')).toHaveLength(4)
  expect(text).toContain('Beta; thanks')
  const none = await call(app, finance, 'POST', PATH, { csv: 'email,credits\n' })
  expect([none.status, none.body.code]).toEqual([422, 'file_unreadable'])
  expect(none.body.error).toContain('expiry and reason are missing')
})

test('a file of more credits than one action may give is refused and noted', async () => {
  const people = await Promise.all(
    Array.from({ length: 11 }, async () => {
      const email = `${newId()}@many.test`
      await world.db.insert(users).values({ id: newId(), email, name: 'Many', emailVerified: true })
      return email
    }),
  )
  const csv = ['email,credits,expiry,reason', ...people.map((email) => `${email},10000,${soon},much`)].join('\n')
  const { status, body } = await call(app, boss, 'POST', PATH, { csv })
  expect([status, body.code]).toEqual([422, 'allocation_limit'])
  const [event] = await world.db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.kind, 'allocation_refused'), eq(securityEvents.actorId, boss.user.id)))
  expect(event!.details).toMatchObject({ credits: 110_000, people: 11 })
})

test('the pages give, preview and refuse without a script', async () => {
  const { user } = await signUp(app)
  const address = '/admin/credit-allocation'
  const shown = await app.request(`${address}?person=${user.email}`, { headers: { cookie: finance.cookie } })
  expect(shown.status).toBe(200)
  const text = await shown.text()
  const key = /name="key" value="([^"]+)"/.exec(text)![1]!
  expect(text).toContain(`value="${user.email}"`)
  const fields = { kind: 'grant', key, person: user.email, credits: '9', expires_at: soon, reason: 'goodwill' }
  const wrong = await app.request(address, form({ ...fields, credits: 'many' }, finance.cookie))
  expect([wrong.status, (await wrong.text()).includes('Give a whole number of credits.')]).toEqual([400, true])
  const sent = await Promise.all([1, 2].map(() => app.request(address, form(fields, finance.cookie))))
  expect(sent.map(({ status }) => status)).toEqual([303, 303])
  expect(await free(user.id)).toBe(34)
  const upload = (step: Record<string, string | File>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(step)) body.set(name, value)
    return app.request(`${address}/file`, {
      method: 'POST',
      headers: { cookie: finance.cookie, 'sec-fetch-site': 'same-origin' },
      body,
    })
  }
  const csv = `email,credits,expiry,reason\r\n${user.email},3,${soon},"one\ntwo"\r\n`
  const seen = await upload({ step: 'preview', file: new File([csv], 'three.csv') })
  const preview = await seen.text()
  expect([seen.status, preview.includes('Give 3 credits')]).toEqual([200, true])
  const given = await upload({ step: 'give', name: 'three.csv', csv: encodeURIComponent(csv), note: '' })
  expect(given.status).toBe(303)
  expect(await free(user.id)).toBe(37)
  const again = await (await upload({ step: 'preview', file: new File([csv], 'copy.csv') })).text()
  expect(again).toContain('This very file was given')
  const none = await upload({ step: 'preview', file: new File([''], 'none.csv') })
  expect([none.status, (await none.text()).includes('Choose a CSV file.')]).toEqual([400, true])
})
