import { expect, test } from 'bun:test'
import { form, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

test('the outbox lists mails newest first, for one address too, and shows each as HTML that can do nothing and as text', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  await app.request('/forgot-password', form({ email: ada.user.email }))
  const answer = await app.request(`/api/outbox?to=${encodeURIComponent(ada.user.email)}`)
  const mails = (await answer.json()) as Record<string, unknown>[]
  expect(mails.map((mail) => mail.subject)).toEqual(['Choose a new password', 'Verify your email address'])
  expect(mails[0]).toEqual({
    id: expect.any(String),
    to: ada.user.email,
    subject: 'Choose a new password',
    text: expect.any(String),
    html: expect.any(String),
    attachments: [],
    sent_at: expect.any(String),
  })
  const one = await app.request('/api/outbox?limit=1')
  expect(one.headers.get('link')).toContain('cursor=')
  expect(await (await app.request('/outbox')).text()).toContain(`/outbox/${mails[0]!.id}`)
  const page = await app.request(`/outbox/${mails[0]!.id}`)
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
  const framed = await app.request(`/outbox/${mails[0]!.id}/html`)
  expect(framed.headers.get('content-security-policy')).toStartWith("default-src 'none';")
  expect(framed.headers.get('content-security-policy')).toContain('sandbox')
  expect(await framed.text()).toContain('<base target="_top">')
  expect(await (await app.request(`/outbox/${mails[0]!.id}?as=text`)).text()).toContain('The link works once')
})

test('with an SMTP server, and in production without the opt-in, there is no outbox', async () => {
  const world = await testWorld()
  const mailer = { send: async () => {}, close: () => {} }
  const production = { ...world.config, production: true }
  const closed = [
    { ...world, mailer },
    { ...world, config: production },
  ]
  const open = { ...world, config: { ...production, ALLOW_OUTBOX: 'yes' as const } }
  for (const path of ['/outbox', '/api/outbox', '/outbox/x', '/outbox/x/html', '/outbox/x/attachments/y.pdf'])
    for (const it of closed) expect((await (await testApp(it)).request(path)).status).toBe(404)
  expect((await (await testApp(open)).request('/outbox')).status).toBe(200)
})
