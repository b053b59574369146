import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import { mails, users } from '#db/schema/index.ts'
import { newBuyer } from '../../tests/support/buyer.ts'
import { call, form, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as credits from './credits.ts'
import * as lowBalance from './low-balance.ts'

const world = await testWorld()

/** Somebody with 25 credits. */
async function person(): Promise<UserCtx> {
  const ctx = await newBuyer(world)
  await credits.ensureAccount(ctx, ctx.user.id)
  return ctx
}
const ask = async (ctx: UserCtx, cost = 1) =>
  credits.settle(ctx, (await credits.hold(ctx, cost, `message:${newId()}`)).id)
const give = (ctx: UserCtx, count: number) =>
  credits.grant(ctx, ctx.user.id, {
    kind: 'granted',
    credits: count,
    expiresAt: new Date(Number(ctx.now()) + DAY),
    key: newId(),
  })
/** The notices that somebody was mailed, after several processes looked for whom to tell. */
async function told(ctx: UserCtx): Promise<string[]> {
  await Promise.all([lowBalance.tell(world), lowBalance.tell(world), lowBalance.tell(world)])
  const mine = and(eq(mails.to, ctx.user.email), eq(mails.kind, 'low_balance'))
  return (await world.db.select().from(mails).where(mine).orderBy(mails.id)).map((mail) => mail.subject)
}

test('whoever never chose is told at the number of the rules', async () => {
  expect(await lowBalance.threshold(await newBuyer(world))).toBe(world.settings().credits.low_balance)
})

test('many answers at once that cross the threshold make one mail, and the next one comes after a top-up and another fall', async () => {
  const ctx = await person()
  await Promise.all(Array.from({ length: 19 }, () => ask(ctx)))
  expect(await told(ctx)).toEqual([])
  expect(await credits.balance(ctx)).toMatchObject({ balance: 6, low: false })
  await Promise.all([...Array.from({ length: 4 }, () => ask(ctx)), lowBalance.tell(world), lowBalance.tell(world)])
  const first = await told(ctx)
  expect(first).toEqual([expect.stringMatching(/^You have \d credits? left$/)])
  expect((await credits.balance(ctx)).low).toBe(true)
  await ask(ctx)
  expect(await told(ctx)).toEqual(first)
  // Not above the threshold: nothing new to tell.
  await give(ctx, 4)
  await ask(ctx)
  expect(await told(ctx)).toEqual(first)
  await give(ctx, 100)
  expect(await credits.balance(ctx)).toMatchObject({ low: false })
  await Promise.all([ask(ctx, 50), ask(ctx, 49), ask(ctx)])
  expect(await told(ctx)).toEqual([...first, 'You have 4 credits left'])
  await ask(ctx, 4)
  expect(await told(ctx)).toHaveLength(2)
})

test('credits set aside are still there: only when they are spent is the balance low', async () => {
  const ctx = await person()
  const held = await credits.hold(ctx, 24, `message:${newId()}`)
  expect(await told(ctx)).toEqual([])
  expect((await credits.balance(ctx)).low).toBe(false)
  await credits.release(ctx, held.id)
  expect(await told(ctx)).toEqual([])
  await ask(ctx, 25)
  expect(await told(ctx)).toEqual(['You have no credits left'])
})

test('credits that expire are told of too', async () => {
  const ctx = await person()
  const later = { ...ctx, now: () => new Date(Number(ctx.now()) + 91 * DAY) }
  await credits.renew(later, ctx.user.id)
  expect(await told(ctx)).toEqual(['You have no credits left'])
})

test('who has topped up before the mail is written gets none, nor does a closed account', async () => {
  const [ctx, gone] = [await person(), await person()]
  await ask(ctx, 22)
  await give(ctx, 100)
  expect(await told(ctx)).toEqual([])
  await world.db.update(users).set({ disabledAt: world.now() }).where(eq(users.id, gone.user.id))
  await ask(gone, 22)
  expect(await told(gone)).toEqual([])
})

test('a threshold of their own counts from the next fall on, nothing turns it off, and 0 tells at the last credit', async () => {
  const ctx = await person()
  await lowBalance.change(ctx, 30)
  expect((await credits.balance(ctx)).low).toBe(true)
  expect(await told(ctx)).toEqual([])
  await lowBalance.change(ctx, 20)
  expect((await credits.balance(ctx)).low).toBe(false)
  await ask(ctx, 5)
  expect(await told(ctx)).toEqual(['You have 20 credits left'])
  await lowBalance.change(ctx, null)
  await ask(ctx, 19)
  expect(await credits.balance(ctx)).toMatchObject({ balance: 1, low: false })
  expect(await told(ctx)).toHaveLength(1)
  await lowBalance.change(ctx, 0)
  await ask(ctx)
  expect(await told(ctx)).toEqual(['You have 20 credits left', 'You have no credits left'])
})

test('the page and the API change it; what is no such number is said beside the field', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  expect((await call(app, ada, 'GET', urls.apiLowBalance)).body).toEqual({ threshold: 5 })
  expect((await call(app, ada, 'PUT', urls.apiLowBalance, { threshold: 40 })).body).toEqual({ threshold: 40 })
  const page = await (await app.request(urls.billing, { headers: { cookie: ada.cookie } })).text()
  expect(page).toContain('name="threshold" class="input"')
  expect(page).toContain('Your credits are running low.')
  const downloads = [...page.matchAll(/<a[^>]* href="([^"]+)"[^>]*>\s*Download CSV/g)].map(([, link]) => link!)
  const names = downloads.map(async (link) => {
    const csv = await app.request(link.replaceAll('&amp;', '&'), { headers: { cookie: ada.cookie } })
    return csv.headers.get('content-disposition')
  })
  expect(await Promise.all(names)).toContain('attachment; filename="credits.csv"')
  for (const wrong of [-1, 1.5, 100_001, 'many', true])
    expect((await call(app, ada, 'PUT', urls.apiLowBalance, { threshold: wrong })).status).toBe(400)
  const post = (threshold: string) => app.request(urls.billingLowBalance, form({ threshold }, ada.cookie))
  const refused = await post('a few')
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('Please give a whole number from 0 to 100,000, or nothing.')
  expect(html).toContain('value="a few"')
  const saved = await post('')
  expect(saved.headers.get('location')).toBe('/billing?saved=low-balance#low-balance')
  expect((await call(app, ada, 'GET', urls.apiLowBalance)).body).toEqual({ threshold: null })
  await post('12')
  expect((await call(app, ada, 'GET', urls.apiLowBalance)).body).toEqual({ threshold: 12 })
})

test('the mail leads to the Buy Credits modal with a pack chosen', async () => {
  const ctx = await person()
  await ask(ctx, 25)
  await told(ctx)
  const [mail] = await world.db.select().from(mails).where(eq(mails.to, ctx.user.email))
  expect(mail!.text).toMatch(/Buy Credits:\nhttp:\/\/\S+\/billing\?buy=500\n/)
})
