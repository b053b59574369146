import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { call, newPlace, signUp } from '../tests/support/people.ts'
import { testApp } from '../tests/support/world.ts'

let cli: CommandLine
let canvas: string
beforeAll(async () => {
  const app = await testApp()
  cli = await commandLine()
  const person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  await cli.run(['login', '--email', person.user.email, '--password-stdin'], person.password)
  canvas = (await call(app, person, 'POST', `/api/workspaces/${workspace.id}/canvases`, { name: 'Board' })).body.id
  const content = { title: 'Answer', sql: 'SELECT 42 AS answer', value: { column: 'answer', row: null } }
  const block = { kind: 'kpi', tab: 'first', x: 0, y: 0, w: 3, h: 3, content }
  await call(app, person, 'PUT', `/api/canvases/${canvas}/blocks/${newId()}`, block)
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

test('what is no block, or no condition, is said in words', async () => {
  const none = await cli.run(['watches', 'watch', canvas, 'Returns', 'above', '5'])
  expect([none.code, none.err]).toEqual([66, expect.stringContaining('There is no block “Returns” on Board.')])
  const wrong = await cli.run(['watches', 'watch', canvas, 'Answer', 'over', '5'])
  expect([wrong.code, wrong.err]).toEqual([64, expect.stringContaining('condition')])
})
