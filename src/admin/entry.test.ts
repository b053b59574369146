import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

test('the user menu leads admins, and only admins, to the admin panel', async () => {
  const [app, world] = [await testApp(), await testWorld()]
  const ada = await signUp(app)
  const profile = async () => (await app.request('/profile', { headers: { cookie: ada.cookie } })).text()
  expect(await profile()).not.toContain('Admin Portal')
  await world.db
    .update(users)
    .set({ adminRoles: ['support'] })
    .where(eq(users.id, ada.user.id))
  expect(await profile()).toMatch(/<a href="\/admin\/dashboard"[^>]*>.*Admin Portal<\/a>/s)
})
