import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { call, join, newPlace, type Person, signUp, workspaceCtx } from '../tests/support/people.ts'
import { putTable } from '../tests/support/tables.ts'
import { testApp, testWorld } from '../tests/support/world.ts'

let cli: CommandLine
let canvas: string
let block: string
let other: Person
let asha: Person
let workspace: string
beforeAll(async () => {
  const app = await testApp()
  const person = await signUp(app)
  asha = person
  cli = await commandLine(person)
  const place = await newPlace(app, person)
  const { organization } = place
  workspace = place.workspace.id
  canvas = (await call(app, person, 'POST', `/api/workspaces/${workspace}/canvases`, { name: 'Board' })).body.id
  const content = { title: 'Answer', sql: 'SELECT 42 AS answer', value: { column: 'answer', row: null } }
  block = newId()
  const about = { kind: 'kpi', tab: 'first', x: 0, y: 0, w: 3, h: 3, content }
  await call(app, person, 'PUT', `/api/canvases/${canvas}/blocks/${block}`, about)
  other = await signUp(app, { name: 'Ben' })
  await join(await testWorld(), organization.id, other.user.id, 'viewer')
})
afterAll(() => cli.close())

test('a canvas is scheduled, a number of it watched, and both are listed, run, paused and deleted', async () => {
  const berlin = ['--zone', 'Europe/Berlin']
  const scheduled = await cli.run(['watches', 'schedule', canvas, '--on', 'mon,thu', ...berlin])
  expect(scheduled.err).toContain('Board is mailed every Monday and Thursday at 08:00 (Europe/Berlin)')
  const watched = await cli.run(['watches', 'watch', canvas, 'answer', 'above', '41', ...berlin])
  expect(watched.err).toContain('You are told once it is above 41, every day at 08:00 (Europe/Berlin)')
  const id = /: (\S+)\n$/.exec(watched.err)![1]!
  const listed = await cli.run(['watches'])
  expect(listed.out).toMatch(/answer +Board +it is above 41, every day/)
  expect((await cli.run(['watches', 'run', id])).err).toBe('sent\n')
  expect((await cli.run(['watches', 'runs', id])).out).toMatch(/sent +42 +person-/)
  expect((await cli.run(['watches', 'pause', id])).err).toBe('It is paused.\n')
  expect((await cli.run(['watches', 'delete', id])).err).toBe('It is deleted.\n')
  expect((await cli.run(['watches', 'runs', id])).code).toBe(66)
})

test('a schedule may only keep its canvas fresh', async () => {
  const made = await cli.run(['watches', 'schedule', canvas, '--every', 'hour', '--only-refresh'])
  expect(made.err).toContain('Board is refreshed every hour')
  const [newest] = JSON.parse((await cli.run(['watches', '--json'])).out) as { id: string; members: object[] }[]
  expect(newest).toMatchObject({ members: [], only_refreshes: true })
  const both = await cli.run(['watches', 'schedule', canvas, '--only-refresh', '--to', 'x@example.com'])
  expect([both.code === 0, both.err.includes('nobody is told')]).toEqual([false, true])
  await cli.run(['watches', 'delete', newest!.id])
})

test('a schedule tells only what changed, and leaves out or moves over holidays of a place', async () => {
  const where = ['--zone', 'Europe/Berlin', '--on', 'mon', '--holidays']
  const made = await cli.run(['watches', 'schedule', canvas, '--only-changed', ...where, 'de-BY', '--move'])
  expect(made.err).toContain('after public holidays of Germany (BY) on the next working day')
  const id = /: (\S+)\n$/.exec(made.err)![1]!
  const [listed] = JSON.parse((await cli.run(['watches', '--json'])).out)
  expect(listed).toMatchObject({
    ...{ id, only_changed: true },
    schedule: { holidays: { country: 'DE', region: 'BY', moves: true } },
  })
  const run = async () => (await cli.run(['watches', 'run', id])).err
  // The first time everything is told, then nothing while nothing changed.
  expect([await run(), await run()]).toEqual(['sent\n', 'quiet\n'])
  await cli.run(['watches', 'delete', id])
  const all = await cli.run(['watches', 'schedule', canvas, ...where, 'DE'])
  expect(all.err).toContain('not on public holidays of Germany')
  expect(JSON.parse((await cli.run(['watches', '--json'])).out)[0].only_changed).toBe(false)
  expect((await cli.run(['watches', 'schedule', canvas, ...where, 'XX'])).err).toContain('are not known')
})

test('an answer is watched, and listed as one', async () => {
  const ctx = await workspaceCtx(await testWorld(), asha.user.id, workspace)
  await putTable(ctx, 'trips', 'SELECT range AS id, 5 AS fare FROM range(3)')
  const asked = await call(await testApp(), asha, 'POST', `/api/workspaces/${workspace}/query-data`, {
    message: 'What is the total fare of trips?',
  })
  const made = await cli.run(['watches', 'answer', asked.body.message_id, '-w', workspace, '--zone', 'Europe/Berlin'])
  expect(made.err).toContain('You are told when it changes, every day at 08:00 (Europe/Berlin)')
  const id = /: (\S+)\n$/.exec(made.err)![1]!
  expect((await cli.run(['watches'])).out).toMatch(/ an answer +every day/)
  expect((await cli.run(['watches', 'run', id])).err).toBe('quiet\n')
  await cli.run(['watches', 'delete', id])
  expect((await cli.run(['watches', 'answer', 'none', '-w', workspace])).code).toBe(66)
})

test('what is no block, or no condition, is said in words', async () => {
  const none = await cli.run(['watches', 'watch', canvas, 'Returns', 'above', '5'])
  expect([none.code, none.err]).toEqual([66, expect.stringContaining('There is no block “Returns” on Board.')])
  const wrong = await cli.run(['watches', 'watch', canvas, 'Answer', 'over', '5'])
  expect([wrong.code, wrong.err]).toEqual([64, expect.stringContaining('condition')])
})

test('a canvas is shared with everybody, and with somebody by name, who is taken out again', async () => {
  const { email } = other.user
  const people = (...more: string[]) => cli.run(['canvases', 'people', canvas, ...more])
  expect((await people('--everybody', 'view')).out).toMatch(/everybody in the workspace +view/)
  expect((await people('--with', email, '--level', 'comment')).out).toMatch(new RegExp(`${email} +comment`))
  expect((await people('--with', email, '--level', 'edit')).err).toContain('can comment at most')
  expect((await people('--with', 'nobody@example.com')).code).toBe(66)
  expect((await people('--remove', email)).out).not.toContain(email)
  await people('--everybody', 'edit')
})

test('notifications come by mail each by itself, or as one', async () => {
  const mails = async (...more: string[]) => (await cli.run(['notifications', 'mails', ...more])).out
  expect(await mails()).toBe('Each by itself, at once.\n')
  const chosen = ['--digest', 'week', '--zone', 'Asia/Tokyo', '--watches-at-once', 'yes']
  const said = 'All in one mail a week, on Mondays at 8:00 (Asia/Tokyo). What a watch found comes at once.\n'
  expect([await mails(...chosen), await mails()]).toEqual([said, said])
  expect((await cli.run(['notifications', 'mails', '--digest', 'year'])).code).toBe(64)
  expect(await mails('--digest', 'none')).toBe('Each by itself, at once.\n')
})

test('what somebody was told of is listed and marked as read', async () => {
  expect((await cli.run(['notifications', 'read-all'])).err).toBe('Everything is read.\n')
  const body = { block_id: block, text: 'Is it?' }
  await call(await testApp(), other, 'POST', `/api/canvases/${canvas}/comments`, body)
  const { out } = await cli.run(['notifications', '--unread'])
  expect(out).toMatch(/Ben commented on Board +Sales/)
  expect((await cli.run(['notifications', 'read'])).code).not.toBe(0)
  const { id } = JSON.parse((await cli.run(['notifications', 'list', '--json'])).out)[0]
  expect((await cli.run(['notifications', 'read', id])).err).toBe('Everything is read.\n')
  expect((await cli.run(['notifications', '--unread'])).out).toBe('There is nothing to read.\n')
})
