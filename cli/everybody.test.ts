import { afterAll, expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { commandLine } from '../tests/support/command-line.ts'
import { call, newPlace, signUp } from '../tests/support/people.ts'
import { testApp } from '../tests/support/world.ts'

const app = await testApp()
const support = await signUp(app, { verified: true, adminRoles: ['support'] })
const cli = await commandLine(support)
afterAll(() => cli.close())

test('support sees how the connections of everybody fare', async () => {
  const owner = await signUp(app)
  const { workspace } = await newPlace(app, owner)
  const name = `Rates ${newId()}`
  const site = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('a,b\n1,2\n') })
  try {
    const url = `http://127.0.0.1:${site.port}/rates.csv`
    const path = `/api/workspaces/${workspace.id}/external-connections`
    expect((await call(app, owner, 'POST', path, { name, kind: 'url', url })).status).toBe(201)
    const { out, code } = await cli.run(['sources', 'all', '--search', name])
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`${name} +url +\\w+ +Acme +Sales`))])
    const csv = await cli.run(['sources', 'all', '--search', name, '--csv'])
    expect(csv.out).toStartWith('organization,workspace,name')
  } finally {
    await site.stop(true)
  }
})

test('support reads, and is told which role a change needs', async () => {
  const { user } = await signUp(app)
  expect((await cli.run(['whoami'])).out).toContain('Admin: support')
  expect((await cli.run(['users', 'show', user.email])).code).toBe(0)
  const why = ['--reason', 'Ticket 4711', '--yes']
  const refused = await cli.run(['users', 'disable', user.email, ...why])
  expect([refused.code, refused.err]).toEqual([77, expect.stringContaining('superadmin')])
  const until = ['--until', `${new Date().getFullYear() + 1}-06-30`]
  expect((await cli.run(['credits', 'grant', user.email, '5', ...until, ...why])).code).toBe(77)
  expect((await cli.run(['payments', 'orders'])).code).toBe(77)
})
