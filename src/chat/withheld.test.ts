import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { catalogColumns, catalogTables, messages, results } from '#db/schema/index.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, json, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'

/** Shared answers whose statements read a column that is hidden later, most without its name. */
const { world, app: plain, owner, viewer, place, ctx } = await newTeam('viewer')
let server: ModelServer
let app: App
let sql = ''
let key: string
beforeAll(async () => {
  await putTable(ctx, 'sales', `SELECT 'North' AS region, range AS amount, 471108 AS margin FROM range(3)`)
  await putTable(ctx, 'plans', `SELECT 1 AS margin, 'North' AS region, 'x' AS sales_of`)
  server = await startModelServer((_, index) =>
    index % 2 === 0
      ? { call: 'run_sql', input: { source: 'workspace', sql, title: 'It' } }
      : { say: 'It says Norrland.' },
  )
  app = await testApp({ ...world, models: scriptedModels(server) })
  key = (await call(plain, viewer, 'POST', '/api/user/api-keys', { name: 'Tools', scopes: ['read', 'ask'] })).body.key
}, 300_000)
afterAll(() => server.stop())

const hide = async (hidden: boolean) => {
  const isThis = and(eq(catalogTables.workspaceId, place.workspace.id), eq(catalogTables.name, 'sales'))
  const ids = world.db.select({ id: catalogTables.id }).from(catalogTables).where(isThis)
  await world.db
    .update(catalogColumns)
    .set({ hidden })
    .where(and(inArray(catalogColumns.tableId, ids), eq(catalogColumns.name, 'margin')))
}

type Talk = { id: string; answer: string; link: string }
/** A conversation of the owner with one answer of a statement, shared with the workspace, commented, and under a link. */
async function talk(statement: string, inside: string | null = null): Promise<Talk> {
  sql = statement
  const asked = { message: 'What is it?', context: { conversation_id: inside } }
  const { body } = await call(app, owner, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, asked)
  expect(body.status).toBe('answered')
  const path = `/api/conversations/${body.conversation_id}`
  await call(app, owner, 'PUT', `${path}/sharing`, { level: 'edit' })
  await call(app, owner, 'POST', `${path}/comments`, { message_id: body.message_id, text: 'Norrland it is' })
  const link = (await call(app, owner, 'POST', `${path}/links`, {})).body.address
  return { id: body.conversation_id, answer: body.message_id, link: new URL(link).pathname }
}

/** Every way in which somebody else reads the last answer of a conversation. */
async function said({ id, answer, link }: Talk, who: Person): Promise<Record<string, string>> {
  const text = async (path: string, init: RequestInit = { headers: who.headers }) =>
    (await app.request(path, init)).text()
  const tool = { name: 'get_answer', arguments: { message_id: answer } }
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }
  const accept = 'application/json, text/event-stream'
  const page = `/workspaces/${place.workspace.id}?conversation=${id}&message=${answer}`
  const fork = who === viewer ? (await call(app, who, 'POST', `/api/conversations/${id}/fork`)).body.id : id
  return {
    page: await text(page, { headers: { cookie: who.cookie } }),
    answer: await text(`/api/messages/${answer}`),
    export: await text(`/api/messages/${answer}/export?format=md`),
    lines: await text(`/api/conversations/${id}/messages?limit=1`),
    comments: await text(`/api/conversations/${id}/comments`),
    copy: await text(`/workspaces/${place.workspace.id}?conversation=${fork}`, { headers: { cookie: who.cookie } }),
    ...(who === viewer ? { mcp: await text('/mcp', json(request, { accept, authorization: `Bearer ${key}` })) } : {}),
    link: await text(link, {}),
  }
}
const shows = async (talk: Talk, who = viewer) =>
  Object.entries(await said(talk, who)).flatMap(([way, text]) => (/Norrland|471108/.test(text) ? way : []))
const WAYS = ['page', 'answer', 'export', 'lines', 'comments', 'copy', 'mcp', 'link']

describe.each([
  ['as texts of whole rows', 'SELECT to_json(t) AS x FROM sales t'],
  ['as whole rows', 'SELECT t FROM sales t'],
  ['as whole rows of a table with its schema', 'SELECT main.sales FROM sales'],
  ['in a struct', 'SELECT struct_pack(a := t) AS x FROM sales t'],
  ['in a list', 'SELECT list(sales) AS x FROM sales'],
  ['by a pattern of names', `SELECT max(COLUMNS('m.*')) AS x FROM sales`],
  ['by a star within another statement', 'SELECT to_json(x) AS y FROM (SELECT * FROM sales) x'],
  ['by a star of a part of a union', `SELECT 'a' AS a, 0 AS b, 1 AS x UNION ALL SELECT * FROM sales`],
  ['by its place', 'SELECT #3 AS x FROM sales'],
  ['by another name for its place', 'SELECT c AS x FROM sales t(a, b, c)'],
  ['by an element of its row', `SELECT t['mar' || 'gin'] AS x FROM sales t`],
])('a shared answer that reads a column %s', (_, statement) => {
  test('is withheld from others once that is hidden, also when its result is kept no longer', async () => {
    const shared = await talk(statement)
    expect(await shows(shared)).toEqual(WAYS)
    await hide(true)
    try {
      expect(await shows(shared)).toEqual([])
      expect(await shows(shared, owner)).toEqual(WAYS.filter((way) => way !== 'mcp' && way !== 'link'))
      const { answer } = (await call(app, owner, 'GET', `/api/messages/${shared.answer}`)).body
      await world.db.delete(results).where(eq(results.id, answer.results[0].id))
      expect(await shows(shared)).toEqual([])
      // Answers of before it was kept what they read.
      await world.db.update(messages).set({ reads: null }).where(eq(messages.id, shared.answer))
      expect(await shows(shared)).toEqual([])
    } finally {
      await hide(false)
    }
    expect(await shows(shared)).toEqual(WAYS)
  })
})

test('an answer over an earlier result is withheld with it', async () => {
  const first = await talk('SELECT to_json(t) AS x FROM sales t')
  const next = await talk('SELECT max(x) AS y FROM r1', first.id)
  await hide(true)
  try {
    expect(await shows(next)).toEqual([])
  } finally {
    await hide(false)
  }
})

test('an answer stays withheld whose statement was changed since', async () => {
  const shared = await talk('SELECT amount FROM sales')
  const { answer } = (await call(app, owner, 'GET', `/api/messages/${shared.answer}`)).body
  const edit = (sql: string) =>
    call(app, owner, 'POST', `/api/messages/${shared.answer}/sql`, { result: answer.results[0].id, sql })
  await edit('SELECT to_json(t) AS x FROM sales t')
  const link = (await call(app, owner, 'POST', `/api/conversations/${shared.id}/links`, {})).body.address
  await edit('SELECT amount FROM sales')
  await hide(true)
  try {
    expect(await shows({ ...shared, link: new URL(link).pathname })).toEqual([])
  } finally {
    await hide(false)
  }
})

test.each([
  ['reads other columns', 'SELECT region, sum(amount) AS x FROM sales GROUP BY region', false],
  ['reads a table whose name stands within another', 'SELECT to_json(p) AS x FROM plans p', false],
  ['was given after that by whole rows', 'SELECT to_json(t) AS x FROM sales t', true],
  ['was given after that by a star', 'WITH s AS (SELECT * FROM sales) SELECT * FROM s', true],
])('an answer stays that %s', async (_, statement, after) => {
  if (after) await hide(true)
  const shared = await talk(statement)
  await hide(true)
  try {
    expect(await shows(shared)).toEqual(WAYS)
  } finally {
    await hide(false)
  }
})
