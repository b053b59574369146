import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as firstAdmin from './first-admin.ts'

beforeEach(async () => {
  const world = await testWorld()
  await world.db.update(users).set({ adminRoles: [] })
})

const somebody = async () => userCtx(await testWorld(), (await signUp(await testApp())).user.id)
const rolesOf = async (id: string) =>
  (await (await testWorld()).db.select({ roles: users.adminRoles }).from(users).where(eq(users.id, id)))[0]!.roles
const tokenOf = (link: string | null) => new URL(link!).pathname.split('/').at(-1)!

test('the link makes one person the first admin, and there is no other link after that', async () => {
  const world = await testWorld()
  const link = await firstAdmin.firstAdminLink(world, 'http://localhost:3000/')
  expect(link).toStartWith('http://localhost:3000/first-admin/')
  const ada = await somebody()
  await firstAdmin.claim(ada, tokenOf(link))
  expect(await rolesOf(ada.user.id)).toEqual(['superadmin'])
  expect(await firstAdmin.firstAdminLink(world)).toBeNull()
  const eve = await somebody()
  expect(firstAdmin.claim(eve, tokenOf(link))).rejects.toMatchObject({ kind: 'not_found' })
  expect(firstAdmin.check(eve, tokenOf(link))).rejects.toMatchObject({ kind: 'not_found' })
  expect(await rolesOf(eve.user.id)).toEqual([])
})

test('of several who open it at the same moment one becomes admin, whichever start printed their link', async () => {
  const world = await testWorld()
  const links = [await firstAdmin.firstAdminLink(world), await firstAdmin.firstAdminLink(world)]
  const people = await Promise.all([somebody(), somebody(), somebody(), somebody()])
  const claims = people.map((ctx, n) => firstAdmin.claim(ctx, tokenOf(links[n % 2]!)))
  const results = await Promise.allSettled(claims)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})

test('a guessed or old link is worth nothing', async () => {
  const world = await testWorld()
  const link = await firstAdmin.firstAdminLink(world)
  const ada = await somebody()
  expect(firstAdmin.check(ada, 'guess')).rejects.toMatchObject({ kind: 'not_found' })
  const later = { ...ada, now: () => new Date(Date.now() + 8 * 86_400_000) }
  expect(firstAdmin.check(later, tokenOf(link))).rejects.toMatchObject({ kind: 'not_found' })
  await firstAdmin.check(ada, tokenOf(link))
})
