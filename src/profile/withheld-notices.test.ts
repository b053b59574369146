import { beforeAll, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { newId } from '#base/ids.ts'
import {
  canvases,
  catalogColumns,
  catalogTables,
  conversations,
  mails,
  notificationSettings,
  notifications as rows,
  shares,
} from '#db/schema/index.ts'
import { sendDue } from '#notifications/digests.ts'
import * as notifications from '#notifications/notifications.ts'
import { call, form, newTeam, type Person, userCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { withheldNotices } from './withheld-notices.ts'

/** What a viewer was told of a board and a conversation, and what becomes of it once these are not theirs to see any more. */
type Team = Awaited<ReturnType<typeof newTeam<'member' | 'viewer'>>>
let team: Team
let room: string
let block: string
let [canvas, talk, margin, answerOfMargin]: string[] = []
const post = async (who: Person, path: string, body: object = {}, method = 'POST') => {
  const made = await call(team.app, who, method, path, body)
  expect({ path, isDone: made.status < 300, body: made.status < 300 ? null : made.body }).toEqual({
    ...{ path, isDone: true, body: null },
  })
  return made.body
}

beforeAll(async () => {
  team = await newTeam('member', 'viewer')
  const { owner, member, viewer, ctx } = team
  room = `/api/workspaces/${team.place.workspace.id}`
  await putTable(ctx, 'sales', "SELECT 1 AS id, 'North' AS region, 7 AS amount, 471108 AS margin")
  canvas = (await post(owner, `${room}/canvases`, { name: 'Board' })).id
  const put = async (title: string, sql: string) => {
    const id = newId()
    const content = { title, sql, value: { column: 'figure', row: null } }
    const place = { kind: 'kpi', tab: 'first', x: 0, y: 0, w: 4, h: 3 }
    await post(owner, `/api/canvases/${canvas}/blocks/${id}`, { ...place, content }, 'PUT')
    return id
  }
  block = await put('Sold', 'SELECT sum(amount) AS figure FROM sales')
  margin = await put('Earned', 'SELECT sum(margin) AS figure FROM sales')
  const told = { members: [viewer.user.id], schedule: { every: 'day', time_zone: 'UTC' } }
  const watchOf = async (body: object, who = owner) => {
    const { id } = await post(who, `${room}/watches`, { ...told, ...body })
    return () => post(who, `${room}/watches/${id}/run`)
  }
  for (const [name, id] of [
    ['Sales watch', block],
    ['Earnings watch', margin],
  ]) {
    const cell = { column: 'figure', row: null }
    await (await watchOf({ name, canvas_id: canvas, condition: { block: id, cell, is: 'above', than: 0 } }))()
  }
  const said = (text: string, body: object) => ({ ...body, text, mentions: [viewer.user.id] })
  for (const [text, block_id] of [
    ['Look at sold', block],
    ['Look at earned', margin],
  ] as const)
    await post(owner, `/api/canvases/${canvas}/comments`, said(text, { block_id }))
  await post(owner, `/api/canvases/${canvas}/sharing/${viewer.user.id}`, { level: 'comment' }, 'PUT')

  const ask = (message: string) =>
    post(member, `${room}/query-data`, { message, context: { conversation_id: talk ?? null } })
  const first = await ask('What is the total amount of sales?')
  talk = first.conversation_id
  answerOfMargin = (await ask('What is the total margin of sales?')).message_id
  await post(member, `/api/conversations/${talk}/sharing/${viewer.user.id}`, { level: 'comment' }, 'PUT')
  for (const [text, message_id] of [
    ['Amount, see', first.message_id],
    ['Margin, see', answerOfMargin],
  ])
    await post(member, `/api/conversations/${talk}/comments`, said(text!, { message_id }))
  const runs = []
  for (const [name, message_id] of [
    ['Amount answer', first.message_id],
    ['Margin answer', answerOfMargin],
  ]) {
    const { answer } = (await call(team.app, member, 'GET', `/api/messages/${message_id}`)).body
    runs.push(await watchOf({ name, answer: { message_id, result_id: answer.results[0].id } }, member))
  }
  await team.world.db
    .update(catalogTables)
    .set({ current: false })
    .where(eq(catalogTables.workspaceId, ctx.workspace.id))
  await putTable(ctx, 'sales', "SELECT 1 AS id, 'North' AS region, 9 AS amount, 4712 AS margin")
  for (const run of runs) await run()
}, 300_000)

/** All that the viewer was told, by what it tells of. */
const ALL = {
  'Sales watch': 'Sold is above',
  'Earnings watch': 'Earned is above',
  'mention of a block': 'Look at sold',
  'mention of a hidden block': 'Look at earned',
  'share of the board': 'shared “Board”',
  'share of the conversation': 'shared “What is',
  'mention of an answer': 'Amount, see',
  'mention of a hidden answer': 'Margin, see',
  'watch of an answer': 'Amount answer',
  'watch of a hidden answer': 'Margin answer',
}
type Name = keyof typeof ALL
const OF_BOARD: Name[] = [
  'Sales watch',
  'Earnings watch',
  'mention of a block',
  'mention of a hidden block',
  'share of the board',
]
const OF_TALK: Name[] = ['share of the conversation', 'mention of an answer', 'mention of a hidden answer']
const OF_ANSWERS: Name[] = ['watch of an answer', 'watch of a hidden answer']
const NAMES = Object.keys(ALL) as Name[]

/** What the viewer reads in the list, on the page, in the export, and in a digest. */
async function read(): Promise<Name[][]> {
  const { app, world, viewer } = team
  const listed = await call(app, viewer, 'GET', '/api/notifications?limit=100')
  expect(listed.body).toHaveLength(NAMES.length)
  const page = await (await app.request('/notifications', { headers: { cookie: viewer.cookie } })).text()
  const zip = await app.request('/profile/account/export', form({}, viewer.cookie))
  const exported = new TextDecoder().decode(unzipSync(await zip.bytes())['notifications.json'])
  await notifications.choose(await userCtx(world, viewer.user.id), { digest: 'day' })
  const mine = eq(notificationSettings.userId, viewer.user.id)
  await world.db.update(notificationSettings).set({ digestAt: world.now() }).where(mine)
  await world.db.update(rows).set({ waits: true }).where(eq(rows.userId, viewer.user.id))
  await sendDue(world, withheldNotices)
  const isDigest = and(eq(mails.to, viewer.user.email), eq(mails.kind, 'digest'))
  const [digest] = await world.db.delete(mails).where(isDigest).returning()
  const texts = [listed.body.map((one: object) => JSON.stringify(one)).join(), page, exported, digest?.text ?? '']
  return texts.map((text) => {
    const plain = text
      .replaceAll(/\\"/g, '"')
      .replaceAll(/&(?:quot|#34);/g, '"')
      .replaceAll(/\s+/g, ' ')
    return NAMES.filter((name) => plain.includes(ALL[name]))
  })
}

const hide = (hidden: boolean) => {
  const isThis = and(eq(catalogTables.workspaceId, team.ctx.workspace.id), eq(catalogTables.name, 'sales'))
  const ids = team.world.db.select({ id: catalogTables.id }).from(catalogTables).where(isThis)
  const isMargin = and(inArray(catalogColumns.tableId, ids), eq(catalogColumns.name, 'margin'))
  return team.world.db.update(catalogColumns).set({ hidden }).where(isMargin)
}
const deleted = (table: typeof canvases | typeof conversations, id: () => string) => (isGone: boolean) =>
  team.world.db
    .update(table)
    .set({ deletedAt: isGone ? team.world.now() : null })
    .where(eq(table.id, id()))
const unshare = async (isGone: boolean) => {
  const isThis = and(eq(shares.conversationId, talk!), eq(shares.userId, team.viewer.user.id))
  if (isGone) shared = await team.world.db.delete(shares).where(isThis).returning()
  else await team.world.db.insert(shares).values(shared)
}
let shared: (typeof shares.$inferSelect)[] = []

test.each<[string, (isGone: boolean) => PromiseLike<unknown>, Name[]]>([
  [
    'a column is hidden',
    hide,
    ['Earnings watch', 'mention of a hidden block', 'mention of a hidden answer', 'watch of a hidden answer'],
  ],
  ['the board is deleted', deleted(canvases, () => canvas!), OF_BOARD],
  ['the conversation is deleted', deleted(conversations, () => talk!), [...OF_TALK, ...OF_ANSWERS]],
  ['the conversation is not shared any more', unshare, OF_TALK],
])('once %s, what was told of it is shown without its words, and again when that is over', async (_, change, gone) => {
  const all = [NAMES, NAMES, NAMES, NAMES]
  expect(await read()).toEqual(all)
  await change(true)
  const left = NAMES.filter((name) => !gone.includes(name))
  expect(await read()).toEqual([left, left, left, left])
  await change(false)
  expect(await read()).toEqual(all)
})
