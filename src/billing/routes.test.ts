import { expect, test } from 'bun:test'
import { DAY } from '#base/time.ts'
import { subscriptions } from '#db/schema/index.ts'
import { signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { urls } from '../urls.ts'

test('the balance of a new person is their trial', async () => {
  const app = await testApp()
  const { headers } = await signUp(app)
  const answer = await app.request(urls.apiCreditBalance, { headers })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    balance: 25,
    held: 0,
    expiring: [{ credits: 25, expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }],
    plan_credits: 0,
    low: false,
    low_at: 5,
  })
})

test('a guest has no balance', async () => {
  const app = await testApp()
  expect((await app.request(urls.apiCreditBalance)).status).toBe(401)
})

test('the page shows what is left and until when; guests are sent to sign in', async () => {
  const app = await testApp()
  const { cookie } = await signUp(app)
  const page = await app.request(urls.billing, { headers: { cookie } })
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('25 credits free to spend')
  expect(html).toMatch(/<time datetime="\d{4}-[^"]+" title="[^"]+">\d+ \w+ \d{4}<\/time>/)
  expect((await app.request(urls.billing)).status).toBe(302)
  // The payment window may open here, and nowhere else.
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  const other = await app.request(urls.organizations, { headers: { cookie } })
  expect(other.headers.get('content-security-policy')).not.toContain('frame-src')
  expect(other.headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('the page offers what its address asks for, ignores what is none of that, and links to the history as a file', async () => {
  const app = await testApp()
  const { cookie } = await signUp(app)
  const show = async (query: string) => {
    const page = await app.request(`${urls.billing}?${query}`, { headers: { cookie } })
    return (await page.text()).replaceAll('<!-- -->', '')
  }
  expect(await show('buy=credits&currency=USD')).toContain('"currency":"USD","asked":{"pack":100,"typed":""}')
  expect(await show('buy=500')).toContain('"asked":{"pack":500,"typed":""}')
  const own = await show('buy=700')
  for (const part of ['"typed":"700"', 'value="700"', '₹693', '+35 bonus']) expect(own).toContain(part)
  expect(await show('buy=150')).toContain('Credits must be a multiple of 100 and at least 100')
  expect(await show('buy=200000')).toContain('One order may have at most 100,000 credits.')
  expect(await show('plan=premium&period=annual')).toContain('"period":"annual","plan":"premium"')
  const odd = await show('plan=gold&period=weekly&currency=JPY')
  expect(odd).toContain('"period":"monthly","plan":null')
  expect(odd).toContain('"currency":"INR","asked":null')
  const link = new RegExp(`href="(${urls.apiCreditHistory}[^"]+format=csv)"`).exec(odd)![1]!
  const file = await app.request(link, { headers: { cookie } })
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await file.text()).toContain(',grant,25,0,trial,')
})

test('somebody without a membership has none, and one who has it sees until when', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const { user, headers } = await signUp(app)
  const shown = async () => (await app.request(urls.apiSubscription, { headers })).json()
  expect(await shown()).toEqual({ subscription: null })
  const currentPeriodEnd = new Date(Date.now() + 40 * DAY)
  await world.db.insert(subscriptions).values({
    userId: user.id,
    planType: 'premium',
    isAnnual: true,
    monthlyCredits: 1000,
    currentPeriodEnd,
  })
  expect(await shown()).toEqual({
    subscription: {
      id: expect.any(String),
      plan_type: 'premium',
      current_period_end: currentPeriodEnd.toISOString(),
      is_annual: true,
      monthly_credits: 1000,
      next: null,
      follows: null,
    },
  })
})
