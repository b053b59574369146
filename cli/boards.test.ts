import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { call, join, newPlace, type Person, signUp, workspaceCtx } from '../tests/support/people.ts'
import { putStars, putTable } from '../tests/support/tables.ts'
import { testApp, testWorld } from '../tests/support/world.ts'

/** Agents and canvases of a workspace, from the command line. */
let cli: CommandLine
let person: Person
beforeAll(async () => {
  const app = await testApp()
  cli = await commandLine()
  person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  const ctx = await workspaceCtx(await testWorld(), person.user.id, workspace.id)
  await putStars(ctx)
  await putTable(ctx, 'orders', `SELECT range AS id, (range * 10)::INT AS amount FROM range(5)`)
  await cli.run(['login', '--email', person.user.email, '--password-stdin'], person.password)
})
afterAll(() => cli.close())

test('a canvas is made, shown, refreshed, saved, shared by a link that is ended, and deleted', async () => {
  const made = await cli.run(['canvases', 'create', 'Sales board'])
  expect([made.code, made.err]).toEqual([0, expect.stringContaining('Sales board')])
  const listed = JSON.parse((await cli.run(['canvases', '--json'])).out) as { id: string; name: string }[]
  const { id } = listed.find(({ name }) => name === 'Sales board')!
  const content = { title: 'Total', sql: 'SELECT sum(amount) AS total FROM orders' }
  const app = await testApp()
  await call(app, person, 'PUT', `/api/canvases/${id}/blocks/${newId()}`, {
    ...{
      kind: 'kpi',
      tab: 'first',
      x: 0,
      y: 0,
      w: 3,
      h: 3,
      content: { ...content, value: { column: 'total', row: null } },
    },
  })
  expect((await cli.run(['canvases', 'refresh', id])).code).toBe(0)
  const shown = await cli.run(['canvases', 'show', id])
  expect(shown.out).toContain('Total')
  const saved = await cli.run(['canvases', 'save', id, '-'])
  expect(saved.out).toContain('<!doctype html>')
  const shared = await cli.run(['canvases', 'share', id, '--days', '7'])
  expect(shared.out + shared.err).toMatch(/\/shared\/canvases\/\S+|\/shared\/\S+/)
  const links = JSON.parse((await cli.run(['canvases', 'links', id, '--json'])).out) as { id: string }[]
  expect(links).toHaveLength(1)
  expect((await cli.run(['canvases', 'revoke', id, links[0]!.id])).code).toBe(0)
  expect((await cli.run(['canvases', 'delete', id])).code).toBe(0)
  expect((await cli.run(['canvases', 'show', id])).code).toBe(66)
})

test('what could not be run of a template is told', async () => {
  const { code, err } = await cli.run(['canvases', 'create', 'Stars', '--table', 'stars'])
  expect([code, err]).toEqual([0, expect.stringMatching(/“Weight” could not be run: .*verflow/)])
})

test('a conversation is listed, shared with the workspace and by name, and by a link that is ended', async () => {
  const app = await testApp()
  const [workspace] = JSON.parse((await cli.run(['workspaces', '--json'])).out) as {
    id: string
    organization_id: string
  }[]
  const other = await signUp(app)
  await join(await testWorld(), workspace!.organization_id, other.user.id, 'viewer')
  await cli.run(['ask', 'How many orders?', '--json'])
  const [talk] = JSON.parse((await cli.run(['conversations', '--json'])).out) as { id: string }[]
  const { id } = talk!
  expect((await cli.run(['conversations'])).out).toContain(id)
  const listed = () => cli.run(['conversations', 'list', '--shared'])
  expect((await listed()).out).toContain('Nobody shares')
  const theirs = await call(app, other, 'POST', `/api/workspaces/${workspace!.id}/query-data`, {
    message: 'How many orders?',
  })
  const path = `/api/conversations/${theirs.body.conversation_id}/sharing`
  expect((await call(app, other, 'PUT', path, { level: 'view' })).status).toBe(200)
  expect((await listed()).out).toContain(theirs.body.conversation_id)
  const reads = async () => (await call(app, other, 'GET', `/api/conversations/${id}/messages`)).status
  const people = (...more: string[]) => cli.run(['conversations', 'people', id, ...more])
  expect((await people()).out).toMatch(/everybody in the workspace +nothing/)
  expect((await people('--with', other.user.email, '--level', 'edit')).out).toMatch(
    new RegExp(`${other.user.email} +edit`),
  )
  expect(await reads()).toBe(200)
  expect((await people('--remove', other.user.email)).code).toBe(0)
  expect(await reads()).toBe(404)
  expect((await people('--everybody', 'comment')).out).toMatch(/everybody in the workspace +comment/)
  expect(await reads()).toBe(200)
  expect((await people('--everybody', 'everything')).code).not.toBe(0)
  const shared = await cli.run(['conversations', 'share', id, '--days', '7'])
  expect(shared.out).toContain('/shared/conversations/')
  const [link] = JSON.parse((await cli.run(['conversations', 'links', id, '--json'])).out) as { id: string }[]
  expect((await cli.run(['conversations', 'revoke', id, link!.id])).code).toBe(0)
  expect((await cli.run(['conversations', 'links', id])).out).toContain('revoked')
})

test('an agent is made, shown, changed and published, asked, copied and deleted', async () => {
  const made = await cli.run([
    'agents',
    'create',
    'Sales analyst',
    '--table',
    'orders',
    '--starter',
    'Orders',
    '--publish',
  ])
  expect([made.code, made.err]).toEqual([0, expect.stringContaining('Sales analyst')])
  expect((await cli.run(['agents'])).out).toMatch(/Analyst[\s\S]*Sales analyst/)
  const changed = await cli.run([
    'agents',
    'update',
    'Sales analyst',
    '--instructions',
    'Amounts are net.',
    '--publish',
  ])
  expect(changed.code).toBe(0)
  const shown = await cli.run(['agents', 'show', 'Sales analyst'])
  expect(shown.out).toContain('Amounts are net.')
  expect((await cli.run(['agents', 'create', 'Copy', '--copy', 'Sales analyst', '--publish'])).code).toBe(0)
  const answer = await cli.run(['ask', 'How many orders are there?', '--agent', 'Copy', '--json'])
  expect(JSON.parse(answer.out)).toMatchObject({ agent: { name: 'Copy' } })
  expect((await cli.run(['agents', 'delete', 'Copy'])).code).toBe(0)
  expect((await cli.run(['agents', 'show', 'Copy'])).code).toBe(66)
  expect((await cli.run(['agents', 'create', 'Sales analyst', '--publish'])).code).not.toBe(0)
})
