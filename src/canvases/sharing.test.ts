import { beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { auditEvents, mails } from '#db/schema/index.ts'
import {
  type App,
  call,
  join,
  listInWorkspace,
  newPlace,
  type Person,
  type Place,
  signUp,
} from '../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'

/** What people may do with a board that is shared with their workspace, or with them by name. */
let world: TestWorld
let app: App
let [owner, maker, member, viewer, stranger]: Person[] = []
let place: Place

beforeAll(async () => {
  world = await testWorld()
  app = await testApp(world)
  ;[owner, maker, member, viewer, stranger] = await Promise.all(
    ['Olga', 'Mia', 'Ben', 'Vera', 'Stan'].map((name) => signUp(app, { name })),
  )
  place = await newPlace(app, owner!)
  for (const who of [maker!, member!]) await join(world, place.organization.id, who.user.id, 'member')
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
})

const HEADING = { kind: 'heading', content: { text: 'Revenue' }, tab: 'first', x: 0, y: 0, w: 4, h: 1 }
type Board = { id: string; path: string; block: string }
/** A board of the member Mia, with what the workspace may do with it. */
async function newBoard(level: string): Promise<Board> {
  const made = await call(app, maker!, 'POST', `/api/workspaces/${place.workspace.id}/canvases`, { name: 'Board' })
  const board = { id: made.body.id, path: `/api/canvases/${made.body.id}`, block: newId() }
  await call(app, maker!, 'PUT', `${board.path}/blocks/${board.block}`, HEADING)
  expect((await call(app, maker!, 'PUT', `${board.path}/sharing`, { level })).body).toMatchObject({ workspace: level })
  return board
}
const share = (board: Board, who: Person, level: string, by = maker!) =>
  call(app, by, 'PUT', `${board.path}/sharing/${who.user.id}`, { level })
/** The statuses of seeing, commenting and changing. */
async function tries({ path, block }: Board, who: Person): Promise<number[]> {
  const seen = await call(app, who, 'GET', path)
  const said = await call(app, who, 'POST', `${path}/comments`, { block_id: block, text: 'Why?' })
  const changed = await call(app, who, 'PUT', `${path}/blocks/${newId()}`, HEADING)
  return [seen.status, said.status, changed.status]
}

test('members may do what the workspace is given, whoever made it and owners everything', async () => {
  const statuses = { view: [200, 403, 403], comment: [200, 201, 403], edit: [200, 201, 200] }
  for (const [level, expected] of Object.entries(statuses)) {
    const board = await newBoard(level)
    expect(await tries(board, member!)).toEqual(expected)
    expect(await tries(board, maker!)).toEqual([200, 201, 200])
    expect(await tries(board, owner!)).toEqual([200, 201, 200])
    expect(await tries(board, stranger!)).toEqual([404, 404, 404])
  }
})

test('everything that changes a board needs the level, links and pins included, and says who can give it', async () => {
  const board = await newBoard('comment')
  const calls = [
    ['PATCH', '', { name: 'Mine' }],
    ['PATCH', '/blocks', { blocks: [] }],
    ['DELETE', `/blocks/${board.block}`],
    ['POST', '/pin', { message_id: newId(), of: { text: true } }],
    ['POST', '/links', {}],
    ['GET', '/links'],
    ['GET', '/sharing'],
    ['PUT', '/sharing', { level: 'edit' }],
    ['PUT', `/sharing/${viewer!.user.id}`, { level: 'comment' }],
    ['POST', `/versions/${newId()}/restore`],
    ['GET', '/columns'],
  ] as const
  for (const [method, tail, body] of calls) {
    const refused = await call(app, member!, method, `${board.path}${tail}`, body)
    expect([method, tail, refused.status, refused.body.code]).toEqual([method, tail, 403, 'shared_level'])
    expect(refused.body.error).toStartWith('You can comment on this canvas, not edit it.')
  }
  const html = await (await app.request(`/canvases/${board.id}`, { headers: { cookie: member!.cookie } })).text()
  expect(html).toContain('"may":{"update":false,"comment":true')
})

test('a name gives more than the workspace has, is told once, and taken back', async () => {
  const board = await newBoard('view')
  const mailsOf = () =>
    world.db
      .select()
      .from(mails)
      .where(and(eq(mails.to, member!.user.email), eq(mails.kind, 'shared')))
  const before = (await mailsOf()).length
  expect((await share(board, member!, 'comment')).body.people).toMatchObject([
    { user: { id: member!.user.id, name: 'Ben' }, level: 'comment' },
  ])
  expect(await tries(board, member!)).toEqual([200, 201, 403])
  expect((await share(board, member!, 'edit')).status).toBe(200)
  expect(await tries(board, member!)).toEqual([200, 201, 200])
  const told = async () => (await call(app, member!, 'GET', '/api/notifications')).body
  expect((await told()).filter(({ path }: { path: string }) => path === `/canvases/${board.id}`)).toMatchObject([
    { kind: 'share', title: 'Mia shared “Board” with you', text: 'You can comment on it.' },
  ])
  expect(await mailsOf()).toHaveLength(before + 1)
  expect((await call(app, maker!, 'DELETE', `${board.path}/sharing/${member!.user.id}`)).status).toBe(204)
  expect(await tries(board, member!)).toEqual([200, 403, 403])
  expect((await told()).some(({ path }: { path: string }) => path === `/canvases/${board.id}`)).toBe(false)
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, board.id))
  expect(events.map(({ action }) => action)).toContain('canvas.unshare')
})

test('nobody gets more than their role may, now and after it changed', async () => {
  const board = await newBoard('view')
  const refused = await share(board, viewer!, 'edit')
  expect(refused).toMatchObject({ status: 400 })
  expect(refused.body.details.fields.level).toBe(
    'A viewer of this workspace can comment at most. Permission UPDATE_CANVASES requires one of these roles: owner, member',
  )
  expect((await share(board, viewer!, 'comment')).status).toBe(200)
  expect(await tries(board, viewer!)).toEqual([200, 201, 403])
  await share(board, member!, 'edit')
  await listInWorkspace(world, place.workspace.id, member!.user.id, 'viewer')
  expect(await tries(board, member!)).toEqual([200, 201, 403])
  const back = `/api/workspaces/${place.workspace.id}/members`
  await call(app, owner!, 'PUT', `${back}/${member!.user.id}`, { role: 'member' })
  expect(await tries(board, member!)).toEqual([200, 201, 200])
})

test('it is shared with people who may see the workspace: others get nothing by their name', async () => {
  const other = await newPlace(app, owner!, { restricted: true })
  const board = (await call(app, owner!, 'POST', `/api/workspaces/${other.workspace.id}/canvases`, { name: 'Closed' }))
    .body.id
  await join(world, other.organization.id, member!.user.id, 'member')
  const path = `/api/canvases/${board}/sharing`
  for (const who of [member!, stranger!, owner!])
    expect((await call(app, owner!, 'PUT', `${path}/${who.user.id}`, { level: 'view' })).status).toBe(400)
  await listInWorkspace(world, other.workspace.id, member!.user.id, 'viewer')
  expect((await call(app, owner!, 'PUT', `${path}/${member!.user.id}`, { level: 'view' })).status).toBe(200)
  await call(app, owner!, 'DELETE', `/api/workspaces/${other.workspace.id}/members/${member!.user.id}`)
  expect((await call(app, member!, 'GET', `/api/canvases/${board}`)).status).toBe(404)
  expect((await call(app, owner!, 'GET', path)).body.people).toEqual([])
})

test('only whoever made it and owners say so; everybody in the workspace sees it', async () => {
  const board = await newBoard('edit')
  expect((await call(app, member!, 'GET', `${board.path}/sharing`)).body).toMatchObject({
    may: false,
    by: { name: 'Mia' },
  })
  expect((await call(app, member!, 'PUT', `${board.path}/sharing`, { level: 'view' })).status).toBe(403)
  expect((await share(board, viewer!, 'comment', member!)).status).toBe(403)
  expect((await call(app, maker!, 'PUT', `${board.path}/sharing`, { level: null })).status).toBe(400)
  expect((await call(app, owner!, 'PUT', `${board.path}/sharing`, { level: 'view' })).body).toMatchObject({ may: true })
})

test('a link that somebody made ends when they may no longer edit the board', async () => {
  const board = await newBoard('edit')
  const { address } = (await call(app, member!, 'POST', `${board.path}/links`, {})).body
  const open = async () => (await app.request(new URL(address).pathname)).status
  expect(await open()).toBe(200)
  await call(app, maker!, 'PUT', `${board.path}/sharing`, { level: 'comment' })
  expect(await open()).toBe(404)
  await share(board, member!, 'edit')
  expect(await open()).toBe(200)
})
