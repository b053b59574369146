import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { newId } from '#base/ids.ts'
import { canvasBlocks, catalogColumns, catalogTables, mails, watches } from '#db/schema/index.ts'
import { call, json, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'

/**
 * A board that was written when everything could be seen, of which something is hidden then. Another table has a visible column of the same
 * name, so that the name alone tells nothing.
 */
const { world, app, owner, viewer, member, place, ctx } = await newTeam('viewer', 'member')
const at = `/api/workspaces/${place.workspace.id}`
let token: string
let key: string

beforeAll(async () => {
  await putTable(
    ctx,
    'sales',
    `SELECT ['Norrland', 'Skane'][1 + range % 2] AS region, range AS amount, 471108 AS margin FROM range(4)`,
  )
  await putTable(ctx, 'plans', `SELECT 1 AS margin, 'x' AS region, 2 AS "unit ""price"""`)
  await putTable(ctx, 'costs', `SELECT 471108 AS cost, 'x' AS region`)
  token = (await call(app, owner, 'POST', `${at}/embedding/secret`)).body.secret
  key = (await call(app, viewer, 'POST', '/api/user/api-keys', { name: 'Tools', scopes: ['read', 'ask'] })).body.key
}, 300_000)

async function put(canvas: string, kind: string, content: object): Promise<string> {
  const id = newId()
  const where = { tab: 'first', x: 0, y: 0, w: 6, h: 4 }
  const made = await call(app, owner, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, { ...where, kind, content })
  expect(made.status).toBe(200)
  return id
}
const board = async (): Promise<string> => (await call(app, owner, 'POST', `${at}/canvases`, { name: 'Board' })).body.id
const hide = async (table: string, column: string | null, hidden: boolean) => {
  const isThis = and(eq(catalogTables.workspaceId, place.workspace.id), eq(catalogTables.name, table))
  const ids = world.db.select({ id: catalogTables.id }).from(catalogTables).where(isThis)
  if (column === null) await world.db.update(catalogTables).set({ hidden }).where(isThis)
  else
    await world.db
      .update(catalogColumns)
      .set({ hidden })
      .where(and(inArray(catalogColumns.tableId, ids), eq(catalogColumns.name, column)))
}
const textOf = async (path: string, headers: Record<string, string> = {}, init: RequestInit = { headers }) =>
  (await app.request(path, init)).text()

/** Everything that is said of a board to somebody, and to people outside. */
async function saidTo(who: Person, canvas: string, blocks: string[], link: string): Promise<string[]> {
  const path = `/api/canvases/${canvas}`
  const claims = new SignJWT({ canvas, exp: Math.floor(Number(world.now()) / 1000) + 600 })
  const embedded = await claims.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(token))
  const tool = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_canvas', arguments: { canvas_id: canvas } },
  }
  const accept = 'application/json, text/event-stream'
  const mcp = { ...json(tool, { accept, authorization: `Bearer ${key}` }) }
  const ofBlocks = blocks.flatMap((id) => [
    call(app, who, 'POST', `${path}/blocks/${id}/mark`, { cells: { region: 'Norrland' } }),
    call(app, who, 'POST', `${path}/blocks/${id}/rows`, { cells: {} }),
    call(app, who, 'POST', `${path}/blocks/${id}/rerun`, {}),
  ])
  return Promise.all([
    textOf(path, who.headers),
    textOf(`/canvases/${canvas}`, { cookie: who.cookie }),
    ...['html', 'md'].map((format) => textOf(`${path}/export?format=${format}`, who.headers)),
    textOf(`${path}/versions`, who.headers),
    textOf(`${path}/comments`, who.headers),
    textOf(`${at}/watches`, who.headers),
    textOf(`/workspaces/${place.workspace.id}/watches`, { cookie: who.cookie }),
    who === viewer ? textOf('/mcp', {}, mcp) : '',
    textOf(link),
    textOf(`/embed/canvases/${embedded}`),
    ...ofBlocks.map(async (one) => JSON.stringify((await one).body)),
  ])
}

/** Ways in which a statement reads what is hidden later, and what is hidden. */
const READS: [string, string, string, string | null][] = [
  ['by its name', 'SELECT region, margin FROM sales', 'sales', 'margin'],
  ['below another line', 'SELECT region,\nmargin\nFROM\nsales', 'sales', 'margin'],
  ['in other letters', 'select REGION, "MARGIN" from SALES', 'sales', 'margin'],
  ['under another name', 'SELECT region, sum(s.margin) AS margin_x FROM sales s GROUP BY region', 'sales', 'margin'],
  ['in a condition alone', 'SELECT region FROM sales WHERE margin > 9', 'sales', 'margin'],
  ['in a table that is hidden whole', 'SELECT count(*) AS margin FROM costs', 'costs', null],
  ['by a name with quotes', 'SELECT "unit ""price""" AS margin FROM plans', 'plans', 'unit "price"'],
]

describe.each(READS)('what a block reads %s and is hidden later', (_, sql, table, column) => {
  test('is shown in no part of it to who may not see it, and whole to who may', async () => {
    const canvas = await board()
    const row = { region: 'Norrland' }
    const blocks = [
      await put(canvas, 'grid', { title: 'Norrland 471108', sql }),
      await put(canvas, 'kpi', { title: 'Norrland 471108', sql, value: { column: 'margin', row } }),
      await put(canvas, 'chart', {
        title: 'Norrland 471108',
        sql,
        chart: { kind: 'bar', x: 'region', y: ['margin'], series: null, title: 'Norrland 471108' },
      }),
      await put(canvas, 'prose', {
        text: 'Norrland has 471108.',
        numbers: [
          {
            text: '471108',
            start: 13,
            end: 17,
            state: 'bound',
            cells: [{ query: 0, column: 'margin', row, pinned: 471108 }],
          },
        ],
        queries: [{ sql, name: 'r1', title: '' }],
      }),
    ]
    await put(canvas, 'grid', { title: 'Still there', sql: 'SELECT region AS margin FROM plans' })
    await call(app, owner, 'POST', `/api/canvases/${canvas}/refresh`, {})
    const cell = { column: 'margin', row }
    await call(app, owner, 'POST', `/api/canvases/${canvas}/comments`, {
      block_id: blocks[0],
      text: 'Norrland 471108',
      cell,
    })
    const watch = {
      canvas_id: canvas,
      name: 'Watch',
      schedule: { every: 'month', time_zone: 'UTC' },
      members: [viewer.user.id],
    }
    const made = await call(app, owner, 'POST', `${at}/watches`, {
      ...watch,
      condition: { block: blocks[1], cell, is: 'above', than: 0 },
    })
    expect(made.status).toBe(201)
    const link = new URL((await call(app, owner, 'POST', `/api/canvases/${canvas}/links`, {})).body.address).pathname
    for (const text of (await saidTo(viewer, canvas, [], link)).slice(0, 4)) expect(text).toContain('Norrland')
    await hide(table, column, true)
    try {
      await call(app, owner, 'POST', `/api/canvases/${canvas}/refresh`, {})
      await call(app, owner, 'POST', `${at}/watches/${made.body.id}/run`)
      const all = await call(app, owner, 'POST', `${at}/watches`, { ...watch, members: [member.user.id] })
      await call(app, owner, 'POST', `${at}/watches/${all.body.id}/run`)
      const texts = await saidTo(viewer, canvas, blocks, link)
      const people = [member.user.email, viewer.user.email]
      const sent = JSON.stringify(await world.db.select().from(mails).where(inArray(mails.to, people)))
      expect(sent).toContain('Still there')
      for (const text of [...texts, sent]) expect(text).not.toMatch(/Norrland|471,?108|sales|costs|unit/)
      for (const text of texts.slice(0, 4)) expect(text).toMatch(/Still there/)
      expect(texts[0]).toContain('hidden since')
      // The title of what may be seen stands there for people outside as well.
      expect(texts[9]).toContain('Still there')
      const said = { block_id: blocks[0], text: 'And now?' }
      expect((await call(app, viewer, 'POST', `/api/canvases/${canvas}/comments`, said)).status).toBe(404)
      const told = { ...said, mentions: [viewer.user.id] }
      expect((await call(app, owner, 'POST', `/api/canvases/${canvas}/comments`, told)).status).toBe(400)
      const kept = await saidTo(owner, canvas, [], link)
      for (const text of kept.slice(0, 4)) expect(text).toContain('Norrland')
    } finally {
      await hide(table, column, false)
      await world.db.delete(watches).where(eq(watches.canvasId, canvas))
    }
    for (const text of (await saidTo(viewer, canvas, [], link)).slice(0, 4)) expect(text).toContain('Norrland')
  })
})

/** Ways in which a statement reads a column that is hidden later, without its name. */
const WHOLE: [string, string][] = [
  ['as texts of whole rows', 'SELECT region, to_json(t) AS x FROM sales t'],
  ['as whole rows', 'SELECT region, t AS x FROM sales t'],
  ['in a struct', 'SELECT region, struct_pack(a := t) AS x FROM sales t'],
  ['in a list', 'SELECT region, list(sales) AS x FROM sales GROUP BY region'],
  ['by a pattern of names', `SELECT any_value(region) AS region, max(COLUMNS('m.*')) AS x FROM sales`],
  ['by a star within another statement', 'SELECT region, to_json(x) AS x FROM (SELECT * FROM sales) x'],
  ['by its place', 'SELECT #1 AS region, #3 AS x FROM sales'],
  ['by another name for its place', 'SELECT a AS region, c AS x FROM sales t(a, b, c)'],
  ['by an element of its row', `SELECT region, t['mar' || 'gin'] AS x FROM sales t`],
]
const row = { region: 'Norrland 471108' }
const ofWholeRows = async (canvas: string, sql: string) => {
  const cells = [{ query: 0, column: 'x', row, pinned: 471108 }]
  const number = { text: '471108', start: 13, end: 19, state: 'bound', cells }
  const content = { text: 'Norrland has 471108.', numbers: [number], queries: [{ sql, name: 'r1', title: '' }] }
  return [
    await put(canvas, 'kpi', { title: 'It', sql, value: { column: 'x', row } }),
    await put(canvas, 'kpi', { title: 'It', sql, value: { column: 'x', row: null }, before: { column: 'x', row } }),
    await put(canvas, 'prose', content),
    await put(canvas, 'prose', {
      ...content,
      queries: [...content.queries, { sql: 'SELECT 1', name: 'r2', title: '' }],
    }),
  ]
}

describe.each(WHOLE)('what values in a block are of, read %s,', (_, sql) => {
  test('is shown to nobody else once it is hidden, also after the board was changed, copied or put back', async () => {
    const canvas = await board()
    const blocks = await ofWholeRows(canvas, sql)
    await put(canvas, 'grid', { title: 'Still there', sql: 'SELECT * FROM sales' })
    const link = new URL((await call(app, owner, 'POST', `/api/canvases/${canvas}/links`, {})).body.address).pathname
    const copyOf = async () =>
      (await call(app, owner, 'POST', `${at}/canvases`, { name: 'Copy', copy_of: canvas })).body.id
    const copies = [await copyOf()]
    for (const text of (await saidTo(viewer, canvas, [], link)).slice(0, 4)) expect(text).toContain('471108')
    await hide('sales', 'margin', true)
    try {
      for (const text of await saidTo(viewer, canvas, blocks, link)) expect(text).not.toMatch(/471,?108/)
      // Whoever writes it anew writes what was seen then.
      const { body } = await call(app, owner, 'GET', `/api/canvases/${canvas}`)
      for (const { id, kind, content } of body.blocks)
        await call(app, owner, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, {
          ...{ kind, content, tab: 'first', x: 0, y: 9, w: 6, h: 4 },
        })
      // Away with all, and back.
      for (const which of [-1, 0]) {
        const versions = (await call(app, owner, 'GET', `/api/canvases/${canvas}/versions`)).body
        const path = `/api/canvases/${canvas}/versions/${versions.at(which).id}/restore`
        expect((await call(app, owner, 'POST', path)).body.blocks).toHaveLength(which === 0 ? 5 : 0)
      }
      for (const id of [canvas, ...copies, await copyOf()])
        expect(await textOf(`/api/canvases/${id}`, viewer.headers)).not.toMatch(/471,?108/)
      expect(await textOf(`/api/canvases/${canvas}`, viewer.headers)).toContain('Still there')
      expect(await textOf(`/api/canvases/${canvas}`, owner.headers)).toContain('471108')
      // Blocks of before it was kept what they read.
      await world.db.update(canvasBlocks).set({ reads: null }).where(eq(canvasBlocks.canvasId, canvas))
      expect(await textOf(`/api/canvases/${canvas}`, viewer.headers)).not.toMatch(/471,?108/)
    } finally {
      await hide('sales', 'margin', false)
    }
    for (const text of (await saidTo(viewer, canvas, [], link)).slice(0, 4)) expect(text).toContain('471108')
  })
})

test('what is written when it cannot be seen any more stays, and so does what was never of it', async () => {
  const canvas = await board()
  await put(canvas, 'kpi', { title: 'It', sql: 'SELECT region, amount AS x FROM sales', value: { column: 'x', row } })
  await hide('sales', 'margin', true)
  try {
    await put(canvas, 'kpi', { title: 'It', sql: WHOLE[0]![1], value: { column: 'x', row } })
    const { blocks } = (await call(app, viewer, 'GET', `/api/canvases/${canvas}`)).body
    expect(blocks.map(({ kind }: { kind: string }) => kind)).toEqual(['kpi', 'kpi'])
  } finally {
    await hide('sales', 'margin', false)
  }
})

/** A question about what is hidden later, answered, and read by whole rows in one of its results. */
async function answered() {
  const asked = await call(app, owner, 'POST', `${at}/query-data`, { message: 'What is the total amount of sales?' })
  const message = `/api/messages/${asked.body.message_id}`
  const { answer } = (await call(app, owner, 'GET', message)).body
  const sql = 'SELECT DISTINCT region, to_json(p) AS x FROM sales p ORDER BY region LIMIT 2'
  const { body } = await call(app, owner, 'POST', `${message}/sql`, { result: answer.results[0].id, sql })
  return { message_id: asked.body.message_id as string, result: body.id as string }
}

test('an answer that is pinned after something was hidden holds what it was told before', async () => {
  const { message_id, result } = await answered()
  const canvas = await board()
  await hide('sales', 'margin', true)
  try {
    const of = { result, row: 0, column: 'x' }
    const pinned = await call(app, owner, 'POST', `/api/canvases/${canvas}/pin`, { message_id, of })
    expect([pinned.status, JSON.stringify(pinned.body.content.value)]).toEqual([
      201,
      expect.stringContaining('Norrland'),
    ])
    expect(await textOf(`/api/canvases/${canvas}`, viewer.headers)).not.toContain('Norrland')
  } finally {
    await hide('sales', 'margin', false)
  }
})

test('titles that an answer gave go with what it read, and nothing else of its tables and charts; so after they were removed and came back', async () => {
  const { message_id } = await answered()
  const canvas = await board()
  const origin = { message_id, pinned_at: new Date().toISOString() }
  const title = 'Most earns Norrland: 471108'
  const [sql, chart] = ['SELECT region, amount FROM sales', { kind: 'bar', x: 'region', y: ['amount'], series: null }]
  const made = [
    ['grid', { title, sql, origin }],
    ['chart', { title, sql, origin, chart: { ...chart, title, subtitle: title } }],
    ['grid', { title: 'By hand', sql }],
  ] as const
  const ids: string[] = []
  for (const [kind, content] of made) ids.push(await put(canvas, kind, content))
  await call(app, owner, 'POST', `/api/canvases/${canvas}/refresh`, {})
  const link = new URL((await call(app, owner, 'POST', `/api/canvases/${canvas}/links`, {})).body.address).pathname
  const look = async () => {
    await call(app, owner, 'POST', `/api/canvases/${canvas}/refresh`, {})
    const all = await saidTo(viewer, canvas, ids, link)
    for (const text of all) expect(text).not.toMatch(/471,?108/)
    for (const text of [...all.slice(0, 4), all[9], all[10]])
      for (const word of ['Skane', 'By hand']) expect(text).toContain(word)
  }
  for (const text of (await saidTo(viewer, canvas, [], link)).slice(0, 4)) expect(text).toContain('471108')
  await hide('sales', 'margin', true)
  try {
    await look()
    const said = { block_id: ids[0], text: 'Is this so?', mentions: [viewer.user.id] }
    expect((await call(app, owner, 'POST', `/api/canvases/${canvas}/comments`, said)).status).toBe(201)
    const told = await world.db.select().from(mails).where(eq(mails.to, viewer.user.email))
    expect(told.map(({ text }) => text)).toContainEqual(expect.stringContaining('Is this so?'))
    expect(JSON.stringify(told)).not.toContain('471108')
    for (const id of ids) await call(app, owner, 'DELETE', `/api/canvases/${canvas}/blocks/${id}`)
    for (const [at, [kind, content]] of made.entries())
      await call(app, owner, 'PUT', `/api/canvases/${canvas}/blocks/${ids[at]}`, {
        ...{ kind, content, tab: 'first', x: 0, y: at * 6, w: 6, h: 6 },
      })
    await look()
    expect(await textOf(`/api/canvases/${canvas}`, owner.headers)).toContain('471108')
  } finally {
    await hide('sales', 'margin', false)
  }
})

test('values that were removed before something was hidden are of it when they are put back, and those that are doubled as well', async () => {
  const canvas = await board()
  const path = `/api/canvases/${canvas}`
  const [removed, doubled] = [await ofWholeRows(canvas, WHOLE[0]![1]), await ofWholeRows(canvas, WHOLE[1]![1])]
  const { blocks } = (await call(app, owner, 'GET', path)).body as { blocks: { id: string }[] }
  const sent = (which: string[]) =>
    blocks
      .filter(({ id }) => which.includes(id))
      .map(({ id, kind, content }: Record<string, unknown>) => ({
        ...{ id, block: { kind, content, tab: 'first', x: 0, y: 9, w: 6, h: 4 } },
      }))
  for (const id of removed) await call(app, owner, 'DELETE', `${path}/blocks/${id}`)
  // What goes away as a version is put back counts as removed.
  const { body: first } = await call(app, owner, 'GET', `${path}/versions`)
  await call(app, owner, 'POST', `${path}/versions/${first.at(-1).id}/restore`)
  await hide('sales', 'margin', true)
  try {
    const puts = [...sent([...removed, ...doubled]), ...sent(doubled).map((one) => ({ ...one, id: newId() }))]
    for (const { id, block } of puts)
      expect((await call(app, owner, 'PUT', `${path}/blocks/${id}`, block)).status).toBe(200)
    expect(await textOf(path, viewer.headers)).not.toMatch(/471,?108/)
    expect(await textOf(path, owner.headers)).toContain('471108')
    await put(canvas, 'kpi', { title: 'It', sql: 'SELECT region, amount AS x FROM sales', value: { column: 'x', row } })
    expect(await textOf(path, viewer.headers)).toContain('471108')
  } finally {
    await hide('sales', 'margin', false)
  }
})

/** Ways in which a hidden column leaves the catalog. */
const LEAVES: [string, () => Promise<unknown>][] = [
  ['is retired with its table', () => world.db.update(catalogTables).set({ current: false }).where(isLeaving)],
  ['is deleted with its table', () => world.db.delete(catalogTables).where(isLeaving)],
  ['is deleted alone', () => world.db.delete(catalogColumns).where(inArray(catalogColumns.tableId, idsLeaving()))],
  [
    'is not in the table that takes the place of its own',
    async () => {
      await world.db.update(catalogTables).set({ current: false }).where(isLeaving)
      await putTable(ctx, 'leaving', 'SELECT 1 AS other')
    },
  ],
]
const isLeaving = and(eq(catalogTables.workspaceId, place.workspace.id), eq(catalogTables.name, 'leaving'))
const idsLeaving = () => world.db.select({ id: catalogTables.id }).from(catalogTables).where(isLeaving)

test.each(LEAVES)('what was hidden stays withheld when it %s, until it is there again', async (_, leave) => {
  const rows = `SELECT 'x' AS other, 471108 AS zq_amount`
  await putTable(ctx, 'leaving', rows)
  const canvas = await board()
  await put(canvas, 'grid', { title: 'Rows', sql: 'SELECT zq_amount FROM leaving' })
  const queries = [{ sql: 'SELECT zq_amount FROM leaving', name: 'r1', title: '' }]
  await put(canvas, 'prose', { text: 'It has 471108.', numbers: [], queries })
  await call(app, owner, 'POST', `/api/canvases/${canvas}/refresh`, {})
  const said = 'What is the total zq amount of leaving?'
  const asked = await call(app, owner, 'POST', `${at}/query-data`, { message: said })
  const conversation = `/api/conversations/${asked.body.conversation_id}`
  await call(app, owner, 'PUT', `${conversation}/sharing`, { level: 'view' })
  const seen = async () => [
    await textOf(`/api/canvases/${canvas}`, viewer.headers),
    await textOf(`/api/messages/${asked.body.message_id}`, viewer.headers),
  ]
  for (const text of await seen()) expect(text).toMatch(/471,?108/)
  await hide('leaving', 'zq_amount', true)
  for (const text of await seen()) expect(text).not.toMatch(/471,?108/)
  await leave()
  for (const text of await seen()) expect(text).not.toMatch(/471,?108/)
  await world.db.delete(catalogTables).where(isLeaving)
  await putTable(ctx, 'leaving', rows)
  for (const text of await seen()) expect(text).toMatch(/471,?108/)
  await world.db.delete(catalogTables).where(isLeaving)
})

test('whoever sees a notice in place of a block may move it, and neither change nor remove it', async () => {
  const canvas = await board()
  const id = await put(canvas, 'grid', { title: 'Rows', sql: 'SELECT margin FROM sales' })
  const path = `/api/canvases/${canvas}`
  await hide('sales', 'margin', true)
  try {
    const [seen] = (await call(app, member, 'GET', path)).body.blocks
    const { kind, content, tab, x, y, w, h } = seen
    const body = { kind, content, tab, x, y, w, h }
    expect((await call(app, member, 'PUT', `${path}/blocks/${id}`, body)).status).toBe(403)
    expect((await call(app, member, 'DELETE', `${path}/blocks/${id}`)).status).toBe(403)
    const moved = await call(app, member, 'PATCH', `${path}/blocks`, { blocks: [{ id, tab, x: 2, y, w, h }] })
    expect(moved.status).toBeLessThan(300)
  } finally {
    await hide('sales', 'margin', false)
  }
  const [kept] = (await call(app, member, 'GET', path)).body.blocks
  expect(kept).toMatchObject({ kind: 'grid', x: 2, content: { title: 'Rows', sql: 'SELECT margin FROM sales' } })
})
