import { beforeAll, describe, expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import type { CommentJson } from '#comments/rules/comment.ts'
import { mentionsIn } from '#comments/rules/mention.ts'
import { auditEvents, comments, mails } from '#db/schema/index.ts'
import { type App, call, join, leave, newPlace, type Person, type Place, signUp } from '../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'

/** What members say of the blocks of a board. */
let world: TestWorld
let app: App
let [owner, member, viewer, stranger]: Person[] = []
let place: Place
let board: string
let block: string

beforeAll(async () => {
  world = await testWorld()
  app = await testApp(world)
  ;[owner, member, viewer, stranger] = await Promise.all(
    ['Olga', 'Mira', 'Vera', 'Stan'].map((name) => signUp(app, { name })),
  )
  place = await newPlace(app, owner!)
  await join(world, place.organization.id, member!.user.id, 'member')
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  board = await newBoard()
  block = await newBlock(board)
}, 300_000)

const newBoard = async (): Promise<string> =>
  (await call(app, owner!, 'POST', `/api/workspaces/${place.workspace.id}/canvases`, { name: 'Board' })).body.id
async function newBlock(canvas: string): Promise<string> {
  const id = newId()
  const body = { kind: 'heading', content: { text: 'Revenue' }, tab: 'first', x: 0, y: 0, w: 4, h: 1 }
  await call(app, owner!, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, body)
  return id
}
const say = (text: string, who = viewer!, more: object = {}) =>
  call(app, who, 'POST', `/api/canvases/${board}/comments`, { block_id: block, text, ...more })
const change = (id: string, body: object, who: Person) =>
  call(app, who, 'PATCH', `/api/canvases/${board}/comments/${id}`, body)
const listed = async (who = owner!): Promise<CommentJson[]> =>
  (await call(app, who, 'GET', `/api/canvases/${board}/comments`)).body
const mailsTo = (who: Person) =>
  world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, who.user.email), eq(mails.kind, 'canvas_mention')))
    .orderBy(desc(mails.id))

test('everybody who may see a board says something of its blocks, and all of them read it in order', async () => {
  const first = (await say('Why so high?')).body
  const second = (await say('A large order.', member!)).body
  expect(first).toMatchObject({ text: 'Why so high?', by: { name: 'Vera' }, may: { edit: true, end: true } })
  expect((await listed()).filter(({ id }) => id === first.id || id === second.id)).toMatchObject([
    { by: { name: 'Vera' }, may: { edit: false, end: true } },
    { by: { name: 'Mira' }, may: { edit: false, end: true } },
  ])
  expect((await listed(member!)).find(({ id }) => id === first.id)!.may).toEqual({ edit: false, end: false })
  const paged = await call(app, owner!, 'GET', `/api/canvases/${board}/comments?limit=1`)
  expect(paged.body).toHaveLength(1)
  expect(paged.headers.get('link')).toContain('rel="next"')
})

test('its words are changed by its author alone; it is resolved and deleted by its author and owners', async () => {
  const { id } = (await say('Wrong?', member!)).body
  expect(await change(id, { text: 'Right!' }, owner!)).toMatchObject({ status: 403 })
  expect(await change(id, { resolved: true }, viewer!)).toMatchObject({ status: 403 })
  expect((await change(id, { text: 'Right!' }, member!)).body).toMatchObject({
    text: 'Right!',
    edited_at: expect.any(String),
    by: { name: 'Mira' },
  })
  expect((await change(id, { resolved: true }, owner!)).body).toMatchObject({
    resolved_by: { name: 'Olga' },
    text: 'Right!',
  })
  expect((await change(id, { resolved: false }, member!)).body).toMatchObject({ resolved_by: null, resolved_at: null })
  const path = `/api/canvases/${board}/comments/${id}`
  expect((await call(app, viewer!, 'DELETE', path)).status).toBe(403)
  expect((await call(app, owner!, 'DELETE', path)).status).toBe(204)
  expect((await call(app, owner!, 'DELETE', path)).status).toBe(404)
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, board))
  const of = events.filter(({ details }) => (details as { comment?: string }).comment === id)
  expect(of.map(({ action }) => action).sort()).toEqual([
    'canvas.change_comment',
    'canvas.change_comment',
    'canvas.change_comment',
    'canvas.comment',
    'canvas.delete_comment',
  ])
})

test('who is mentioned gets one mail, whoever wrote it none, and nobody outside can be', async () => {
  const before = (await mailsTo(member!)).length
  const mentions = [member!.user.id, viewer!.user.id]
  const { id, ...said } = (await say('@Mira look, says @Vera', viewer!, { mentions })).body
  expect(said.mentions).toHaveLength(2)
  const [mail, ...older] = await mailsTo(member!)
  expect(older).toHaveLength(before)
  expect(mail).toMatchObject({ subject: 'Vera mentioned you on Board' })
  expect(mail!.text).toContain(`/canvases/${board}`)
  expect(await mailsTo(viewer!)).toEqual([])
  await change(id, { text: '@Mira look again', mentions: [member!.user.id] }, viewer!)
  expect(await mailsTo(member!)).toHaveLength(before + 1)
  await change(id, { mentions: [member!.user.id, owner!.user.id] }, viewer!)
  expect(await mailsTo(owner!)).toHaveLength(1)
  for (const outside of [stranger!.user.id, newId()])
    expect(await say('@Stan', viewer!, { mentions: [outside] })).toMatchObject({
      status: 400,
      body: { details: { fields: { mentions: expect.any(String) } } },
    })
  expect(await mailsTo(stranger!)).toEqual([])
})

describe('a comment that is none is refused', () => {
  const WRONG: [string, () => object][] = [
    ['nothing', () => ({ block_id: block, text: '  ' })],
    ['too much', () => ({ block_id: block, text: 'x'.repeat(4_001) })],
    ['very many mentions', () => ({ block_id: block, text: 'All', mentions: Array(21).fill(owner!.user.id) })],
    ['no block', () => ({ text: 'Where?' })],
  ]
  test.each(WRONG)('%s', async (_, body) => {
    expect((await call(app, viewer!, 'POST', `/api/canvases/${board}/comments`, body())).status).toBe(400)
  })

  test('on a block of another board', async () => {
    const other = await newBlock(await newBoard())
    expect((await say('Here', viewer!, { block_id: other })).status).toBe(404)
  })

  test('through another board', async () => {
    const { id } = (await say('Mine')).body
    const other = await newBoard()
    for (const [method, body] of [
      ['PATCH', { text: 'Yours' }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(app, viewer!, method, `/api/canvases/${other}/comments/${id}`, body)).status).toBe(404)
  })
})

test('the event stream tells of a comment, though the board and its versions stay as they are', async () => {
  const read = async () => (await call(app, owner!, 'GET', `/api/canvases/${board}`)).body
  const versions = async () => (await call(app, owner!, 'GET', `/api/canvases/${board}/versions`)).body
  const [before, kept] = [await read(), await versions()]
  await say('New')
  const after = await read()
  expect(after.version).toBe(before.version + 1)
  expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 })
  expect(await versions()).toEqual(kept)
})

test('what was said of a block stays when it is removed and comes back; whoever left reads nothing more', async () => {
  const { id } = (await say('Stays', member!)).body
  const body = { kind: 'heading', content: { text: 'Revenue' }, tab: 'first', x: 0, y: 0, w: 4, h: 1 }
  await call(app, owner!, 'DELETE', `/api/canvases/${board}/blocks/${block}`)
  await call(app, owner!, 'PUT', `/api/canvases/${board}/blocks/${block}`, body)
  expect((await listed()).some((one) => one.id === id)).toBe(true)
  await leave(world, place.organization.id, member!.user.id)
  expect((await change(id, { text: 'Hello?' }, member!)).status).toBe(404)
  await join(world, place.organization.id, member!.user.id, 'member')
  expect(await world.db.select().from(comments).where(eq(comments.id, id))).toHaveLength(1)
})

test('names in a text are found whole: the longest, wherever it stands, whatever it is made of', () => {
  const found = (text: string, names: string[]) =>
    mentionsIn(text, names).flatMap((piece) => (piece.isMention ? [piece.text] : []))
  expect(found('Hi @Ann Lee and @Ann.', ['Ann', 'Ann Lee'])).toEqual(['@Ann Lee', '@Ann'])
  expect(found('@A.B (x)* and @AxB', ['A.B (x)*'])).toEqual(['@A.B (x)*'])
  expect(found('nobody', [])).toEqual([])
  expect(
    mentionsIn('a @B c', ['B'])
      .map(({ text }) => text)
      .join(''),
  ).toBe('a @B c')
})

test('a comment is about a cell of a table, by what names its row, and stays when that is gone', async () => {
  const id = newId()
  const content = { title: 'Regions', sql: "SELECT 'North' AS region, 5 AS orders" }
  const place = { tab: 'first', x: 0, y: 1, w: 6, h: 4 }
  await call(app, owner!, 'PUT', `/api/canvases/${board}/blocks/${id}`, { kind: 'grid', content, ...place })
  const cell = { column: 'orders', row: { region: 'North' } }
  const said = await say('So few?', viewer!, { block_id: id, cell })
  expect(said).toMatchObject({ status: 201, body: { block_id: id, cell } })
  await call(app, owner!, 'DELETE', `/api/canvases/${board}/blocks/${id}`)
  expect((await listed()).find((one) => one.id === said.body.id)).toMatchObject({ cell, text: 'So few?' })
  expect((await say('Why?')).body.cell).toBeNull()
  expect(await say('A heading has none.', viewer!, { cell })).toMatchObject({ status: 400 })
  const long = { column: 'orders', row: { region: 'N'.repeat(100_000) } }
  expect((await say('Too long.', viewer!, { block_id: id, cell: long })).status).toBe(400)
})
