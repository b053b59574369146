import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#base/ids.ts'
import { webhookEvents } from '#db/schema/index.ts'
import { payingAs } from '../tests/support/buyer.ts'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { call, type Person, signUp, userCtx } from '../tests/support/people.ts'
import { testApp, testWorld } from '../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
let cli: CommandLine
let operator: Person
let customer: Person

beforeAll(async () => {
  operator = await signUp(app, { name: 'Grace', verified: true, adminRoles: ['superadmin'] })
  customer = await signUp(app, { name: 'Zuzana Hopper', verified: true })
  // Trial credits come with the first look at them.
  await call(app, customer, 'GET', '/api/credits/balance')
  cli = await commandLine(operator)
})
afterAll(() => cli.close())

const json = async (...args: string[]) => JSON.parse((await cli.run([...args, '--json'])).out)
const nextYear = `${new Date().getFullYear() + 1}-06-30`

test('a support case: find the person, give credits, approve and pay a refund, read it all in the audit log', async () => {
  // Who is it?
  const found = await cli.run(['users', '--search', customer.user.email])
  expect(found.out).toContain(customer.user.id)
  expect(found.out.split('\n')[0]).toMatch(/^EMAIL +NAME +PLAN +CREDITS +ROLES +STATE +SEEN +ID$/)

  // 30 credits for the trouble: a dry run first, then for good; with a key it happens once.
  const grant = ['credits', 'grant', customer.user.email, '30', '--until', nextYear, '--reason', 'Ticket 4711']
  expect((await cli.run([...grant, '--dry-run'])).err).toContain('(25 → 55 credits): nothing was done.')
  const keyed = [...grant, '--yes', '--key', `ticket-${customer.user.id}`]
  expect(await cli.run(keyed)).toMatchObject({ code: 0, out: '', err: `${customer.user.email}: 25 → 55 credits.\n` })
  expect((await cli.run(keyed)).err).toContain('done before')
  expect((await json('users', 'show', customer.user.email)).credits).toBe(55)

  // They bought credits and want the money back.
  await payingAs(world, await userCtx(world, customer.user.id))
  const [invoice] = (await call(app, customer, 'GET', '/api/billing/invoices')).body as { payment_id: string }[]
  const asked = await call(app, customer, 'POST', '/api/refund-requests', {
    payment_id: invoice!.payment_id,
    reason: 'Bought by mistake',
  })
  expect(asked.status).toBe(201)
  const id = asked.body.id as string
  const mail = ['payments', 'invoices', '--search', customer.user.email]
  const [{ id: invoiceId, number }] = await json(...mail)
  expect((await cli.run(mail)).out).toContain(number)
  const pdf = join(cli.config, 'invoice.pdf')
  expect((await cli.run(['payments', 'pdf', invoiceId, '--everybody', '-o', pdf])).code).toBe(0)
  expect((await Bun.file(pdf).text()).slice(0, 5)).toBe('%PDF-')
  const open = await cli.run(['refunds', '--state', 'requested', '--search', customer.user.email])
  expect(open.out).toMatch(/Requested .*Bought by mistake/)
  const shown = await cli.run(['refunds', 'show', id])
  expect(shown.out).toContain('100 of 100 credits are unused')
  expect((await cli.run(['refunds', 'refund', id, '--reason', 'Ticket 4711', '--yes'])).code).toBe(75)
  const approved = await cli.run(['refunds', 'approve', id, '--reason', 'Ticket 4711', '--note', 'Of course', '--yes'])
  expect([approved.code, approved.err]).toEqual([0, `${customer.user.email}: approved.\n`])
  const paid = await cli.run(['refunds', 'refund', id, '--reason', 'Ticket 4711', '--yes'])
  expect([paid.code, paid.err]).toEqual([0, expect.stringMatching(/refunded\. [\d,]+\.\d\d INR for \d+ credits\.\n/)])

  // What was done stands in the log, with why, and nobody has touched it.
  const entries = (await json('audit', '--actor', operator.user.email, '--limit', '20')) as {
    action: string
    details: { reason?: string }
  }[]
  const because = entries.filter(({ details }) => details.reason === 'Ticket 4711').map(({ action }) => action)
  expect(because).toEqual(expect.arrayContaining(['refund.approve', 'refund.refund']))
  expect(because.length).toBe(3)
  expect((await cli.run(['audit', 'verify'])).out).toContain('The chain holds: ')
})

test('credits are given to many from a file: every wrong line is named first, and the same file is given once', async () => {
  const file = (name: string, lines: string[]) => {
    const path = join(cli.config, name)
    writeFileSync(path, `email,credits,expiry,reason\n${lines.join('\n')}\n`)
    return path
  }
  const before = (await json('users', 'show', customer.user.id)).credits
  const wrong = file('wrong.csv', [
    `${customer.user.email},5,${nextYear},Prize`,
    `nobody-${customer.user.id}@example.com,5,${nextYear},Prize`,
  ])
  const refused = await cli.run(['credits', 'bulk', wrong, '--yes'])
  expect([refused.code, refused.out]).toEqual([65, expect.stringMatching(/ 3 +nobody-/)])
  const good = file('good.csv', [`${customer.user.email},5,${nextYear},Prize`])
  expect((await cli.run(['credits', 'bulk', good, '--dry-run'])).err).toContain('nothing was done')
  expect((await json('users', 'show', customer.user.id)).credits).toBe(before)
  expect((await cli.run(['credits', 'bulk', good])).code).toBe(64)
  expect((await cli.run(['credits', 'bulk', good, '--yes'])).err).toContain('Gave 5 credits to 1 person.')
  expect((await json('users', 'show', customer.user.id)).credits).toBe(before + 5)
  expect((await cli.run(['credits', 'bulk', good, '--yes'])).code).toBe(75)
  const taken = await cli.run(['credits', 'deduct', customer.user.email, '5', '--reason', 'Given twice', '--yes'])
  expect(taken.err).toContain(`${before + 5} → ${before} credits`)
  const listed = await cli.run(['credits', 'allocations', '--search', customer.user.email, '--csv'])
  expect(listed.out.split('\r\n')[0]).toStartWith('id,created_at,kind,user_id,name,email,credits')
  expect(listed.out).toContain('Given twice')
})

test('a request is rejected with what the person is told; who paid sees the invoices that are theirs', async () => {
  await payingAs(world, await userCtx(world, customer.user.id))
  const own = ['--profile', 'customer']
  const nobody = await cli.run(['payments', 'mine', ...own])
  expect([nobody.code, nobody.err]).toEqual([77, expect.stringContaining('tabletalk login')])
  await cli.run(['login', '--email', customer.user.email, '--password-stdin', ...own], customer.password)
  const invoices = (await json('payments', 'mine', ...own)) as { number: string; payment_id: string }[]
  const mine = await cli.run(['payments', 'mine', ...own])
  expect(mine.out.trimEnd().split('\n').length).toBe(2 + invoices.length)
  expect(mine.out).toContain(invoices[0]!.number)
  expect((await cli.run(['payments', 'mine', '--csv', ...own])).out).toContain(invoices[0]!.number)

  const asked = await call(app, customer, 'POST', '/api/refund-requests', {
    payment_id: invoices[0]!.payment_id,
    reason: 'Bought by mistake again',
  })
  const reject = ['refunds', 'reject', asked.body.id, '--reason', 'Ticket 4712', '--yes']
  const mute = await cli.run(reject)
  expect([mute.code, mute.err]).toEqual([64, expect.stringContaining('note')])
  const declined = await cli.run([...reject, '--note', 'It was refunded once.'])
  expect(declined).toEqual({ out: '', err: `${customer.user.email}: rejected.\n`, code: 0 })
  expect((await cli.run([...reject, '--note', 'Twice'])).code).toBe(75)
  expect((await cli.run(['refunds', 'show', asked.body.id])).out).toMatch(/Told them +It was refunded once\./)
})

test('orders, payments and webhooks are looked through, reconciled and mailed again', async () => {
  const [order] = await json('payments', 'orders', '--search', customer.user.email)
  expect((await cli.run(['payments', 'orders', '--state', 'paid', '-q', order.id])).out).toMatch(/INR +Paid/)
  const again = await cli.run(['payments', 'reconcile', order.id, '--reason', 'Ticket 4711', '--yes'])
  expect([again.code, again.err]).toEqual([0, expect.stringContaining(': paid.')])
  expect((await cli.run(['payments', 'received', '-q', customer.user.email])).out).toContain('Credited')
  const times = (order: string) => json('payments', 'orders', '-q', customer.user.email, '--sort', order)
  expect(await times('created_asc')).toEqual((await times('created')).reverse())
  const [invoice] = await json('payments', 'invoices', '-q', customer.user.email)
  const sent = await cli.run(['payments', 'send', invoice.id, '--reason', 'Lost it', '--yes'])
  expect([sent.code, sent.err]).toEqual([0, `${invoice.number} is on its way to ${customer.user.email}.\n`])
  const soon = await cli.run(['payments', 'send', invoice.id, '--reason', 'Lost it', '--yes'])
  expect(soon.code).toBe(75)
  expect((await cli.run(['payments', 'webhooks', '--limit', '1'])).code).toBe(0)
  const check = await cli.run(['payments', 'check', '--json'])
  expect(check.code).toBe(JSON.parse(check.out).length === 0 ? 0 : 65)
  const replay = (id: string) => cli.run(['payments', 'replay', id, '--reason', 'Mended', '--yes'])
  expect((await replay(order.id)).code).toBe(66)
  expect((await cli.run(['payments', 'retry', order.id, '--reason', 'Mended', '--yes'])).code).toBe(66)
  const failed = async (body: string) => {
    const told = { eventId: newId(), type: 'payment.failed', body, state: 'failed' as const, attempts: 12 }
    const [event] = await world.db.insert(webhookEvents).values(told).returning()
    return event!.id
  }
  const entity = { id: `pay_${newId().slice(-12)}`, order_id: `order_${newId().slice(-12)}` }
  const mended = await replay(
    await failed(JSON.stringify({ event: 'payment.failed', payload: { payment: { entity } } })),
  )
  expect(mended).toEqual({ out: '', err: 'payment.failed: done.\n', code: 0 })
  const broken = await replay(await failed('no JSON at all'))
  expect([broken.code, broken.err]).toEqual([
    65,
    expect.stringMatching(/^payment\.failed: waiting\.\nIt failed again: ./),
  ])
})
