import { expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { SITE } from '#base/site.ts'
import { DAY } from '#base/time.ts'
import { auditEvents, contactMessages, mails, securityEvents } from '#db/schema/index.ts'
import { form, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as contact from './contact.ts'

const message = { name: 'Asha Rao', topic: 'sales', message: 'Do you have a plan for schools?' }
const unique = () => `asha-${crypto.randomUUID()}@example.com`
const kept = async (email: string) =>
  (await testWorld()).db.select().from(contactMessages).where(eq(contactMessages.email, email))

test('a message is kept, mailed to the address of the site and written down', async () => {
  const [app, { db }] = [await testApp(), await testWorld()]
  const email = unique()
  const answer = await app.request('/contact-us', form({ ...message, email }))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact-us?sent'])
  expect(await (await app.request('/contact-us?sent')).text()).toContain('Your message is on its way.')
  const [row] = await kept(email)
  expect(row).toMatchObject({ ...message, email, userId: null })
  const [mail] = await db.select().from(mails).where(eq(mails.kind, 'contact')).orderBy(desc(mails.id)).limit(1)
  expect(mail).toMatchObject({ to: SITE.email, subject: 'Plans and prices: Asha Rao' })
  expect(mail!.text).toContain('Do you have a plan for schools?')
  expect(mail!.text).toContain(email)
  const [deed] = await db.select().from(auditEvents).where(eq(auditEvents.subject, row!.id))
  expect(deed).toMatchObject({ action: 'contact.send', details: { topic: 'sales' } })
})

test('who is signed in finds their name and address there, and the message knows them', async () => {
  const app = await testApp()
  const ada = await signUp(app, { name: 'Ada Lovelace' })
  const page = await (await app.request('/contact-us', { headers: { cookie: ada.cookie } })).text()
  expect(page).toContain('value="Ada Lovelace"')
  expect(page).toContain(`value="${ada.user.email}"`)
  const email = unique()
  await app.request('/contact-us', form({ ...message, email }, ada.cookie))
  expect((await kept(email))[0]?.userId).toBe(ada.user.id)
})

test('what a machine filled in is dropped, and the machine is told nothing', async () => {
  const [app, { db }] = [await testApp(), await testWorld()]
  const email = unique()
  const answer = await app.request('/contact-us', form({ ...message, email, fax: 'buy now' }))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact-us?sent'])
  expect(await kept(email)).toEqual([])
  const noted = await db.select().from(securityEvents).where(eq(securityEvents.kind, 'contact_refused'))
  expect(noted.map(({ details }) => details)).toContainEqual({ email })
})

test('a form with mistakes comes back with what was typed', async () => {
  const answer = await (await testApp()).request('/contact-us', form({ ...message, email: 'nobody', message: 'Hi' }))
  const page = await answer.text()
  expect(answer.status).toBe(400)
  expect(page).toContain('Enter an email address like you@example.com.')
  expect(page).toContain('Write at least a sentence.')
  expect(page).toContain('value="Asha Rao"')
  expect(page).toContain('<option value="sales" selected="">')
})

test('the sixth message of one sender in an hour is refused', async () => {
  const app = await testApp()
  const { cookie } = await signUp(app)
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1)
    statuses.push((await app.request('/contact-us', form({ ...message, email: unique() }, cookie))).status)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
})

test('messages are forgotten after two years, as the privacy policy says', async () => {
  const world = await testWorld()
  const [old, young] = [unique(), unique()]
  const at = (days: number) => new Date(Date.now() - days * DAY)
  await world.db.insert(contactMessages).values([
    { ...message, email: old, createdAt: at(731) },
    { ...message, email: young, createdAt: at(729) },
  ])
  expect(await contact.sweep(world)).toBe(1)
  expect([(await kept(old)).length, (await kept(young)).length]).toEqual([0, 1])
})
