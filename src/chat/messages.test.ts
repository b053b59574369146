import { describe, expect, test } from 'bun:test'
import type { Answer } from '#analyst/rules/answer.ts'
import { newId } from '#base/ids.ts'
import { conversations, messages } from '#db/schema/index.ts'
import { scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { call, newTeam, signUp, userCtx } from '../../tests/support/people.ts'
import { testApp } from '../../tests/support/world.ts'
import { history } from './messages.ts'
import { blankAnswer } from './rules/blank.ts'
import { outlineOf } from './rules/outline.ts'
import type { ChatScreen } from './rules/screen.ts'

const { world, app, owner, place } = await newTeam()
const workspace = place.workspace.id

type Shape = { text?: string; rows?: number; columns?: number; steps?: number; cell?: string }

function answer({ text = 'There are 12.', rows = 1, columns = 1, steps = 1, cell = 'x' }: Shape): Answer {
  const names = Array.from({ length: columns }, (_, at) => ({ name: `c${at}`, type: 'VARCHAR' }))
  return {
    ...blankAnswer('answered', null),
    text,
    steps: Array.from({ length: steps }, (_, at) => ({ id: `s${at}`, tool: 'run_sql', title: cell, state: 'done' })),
    results: [
      {
        id: newId(),
        name: 'r7',
        columns: names,
        rows: Array.from({ length: rows }, () => names.map(() => cell)),
        total_rows: rows,
        truncated: false,
        elapsed_ms: 1,
        title: cell,
        source: 'workspace',
        sql: `select '${cell}'`,
        rows_read: 1,
        fresh_at: '2026-01-01T00:00:00Z',
      },
    ],
  }
}

/** A conversation of questions and answers in turn; gives their ids, oldest first. */
async function conversation(length: number, shape: Shape = {}, about: { outlined?: boolean; title?: string } = {}) {
  const id = newId()
  await world.db
    .insert(conversations)
    .values({ id, workspaceId: workspace, userId: owner.user.id, title: about.title ?? 'Long' })
  const rows = Array.from({ length }, (_, at): typeof messages.$inferInsert => {
    const kept = at % 2 === 1 ? answer(shape) : null
    return {
      id: newId(),
      conversationId: id,
      role: kept ? 'assistant' : 'user',
      text: kept?.text ?? `Question ${at}`,
      status: kept ? 'answered' : 'sent',
      answer: kept,
      outline: kept && about.outlined !== false ? outlineOf(kept) : null,
    }
  })
  for (let at = 0; at < length; at += 100) await world.db.insert(messages).values(rows.slice(at, at + 100))
  return { id, ids: rows.map((row) => row.id!) }
}

async function page(search: string) {
  const answer = await app.request(`/workspaces/${workspace}?${search}`, { headers: { cookie: owner.cookie } })
  const html = await answer.text()
  const props = /data-island="chat"[\s\S]*?<script type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1]
  return { status: answer.status, html, screen: props ? (JSON.parse(props) as ChatScreen) : null }
}
const shownBy = async (search: string) => (await page(search)).screen!.messages.map(({ id }) => id)
const link = (html: string, label: string) =>
  new RegExp(`href="([^"]*)">${label}<`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null

describe('a long conversation', () => {
  test('shows its last twenty messages, and older and newer ones by links, each once', async () => {
    const { id, ids } = await conversation(50)
    const last = await page(`conversation=${id}`)
    expect(last.screen!.messages.map((message) => message.id)).toEqual(ids.slice(30))
    expect(last.html).toContain('Question 48')
    expect(last.html).not.toContain('Question 28')
    expect(link(last.html, 'Newer messages')).toBeNull()
    const before = link(last.html, 'Older messages')!
    const middle = await page(before.split('?')[1]!)
    expect(middle.screen!.messages.map((message) => message.id)).toEqual(ids.slice(10, 30))
    const first = await page(link(middle.html, 'Older messages')!.split('?')[1]!)
    expect(first.screen!.messages.map((message) => message.id)).toEqual(ids.slice(0, 10))
    expect(link(first.html, 'Older messages')).toBeNull()
    expect(await shownBy(link(first.html, 'Newer messages')!.split('?')[1]!)).toEqual(ids.slice(10, 30))
  })

  test('opens around the message that its address names', async () => {
    const { id, ids } = await conversation(60)
    const { html, screen } = await page(`conversation=${id}&message=${ids[25]}`)
    expect(screen!.messages.map((message) => message.id)).toContain(ids[25]!)
    expect(screen).toMatchObject({ older: true, newer: true, message: ids[25] })
    expect(html).toContain(`id="m-${ids[25]}"`)
    expect(html).toContain(`message=${ids[25]}#m-${ids[25]}`)
    const other = await conversation(2)
    expect((await page(`conversation=${id}&message=${other.ids[0]}`)).status).toBe(404)
  })

  test.each<[string, Shape, boolean]>([
    ['usual answers', {}, true],
    ['very long prose', { text: 'A *long* line of <words> & numbers like 4,210. '.repeat(2000) }, true],
    ['grids of fifty columns', { columns: 50, rows: 100, cell: '<&>"\'' }, true],
    ['many steps', { steps: 500, cell: '<step> '.repeat(100) }, true],
    ['long cells', { cell: '\u2028'.repeat(20_000) }, true],
    ['answers from before pages had outlines', { columns: 50, rows: 50 }, false],
  ])('of %s weighs less than 150 KB', async (_what, shape, outlined) => {
    const { id, ids } = await conversation(40, shape, { outlined })
    const { html, screen } = await page(`conversation=${id}`)
    expect(Buffer.byteLength(html)).toBeLessThan(150_000)
    expect(screen!.messages.at(-1)!.id).toBe(ids.at(-1)!)
    expect(screen!.messages.length).toBeGreaterThanOrEqual(2)
  })

  test('tells what is only there in part, and gives it whole', async () => {
    const text = 'word '.repeat(2000).trim()
    const { id, ids } = await conversation(2, { text, columns: 50, rows: 30 })
    const shown = (await page(`conversation=${id}`)).screen!.messages[1]!
    expect(shown.metadata!.cut).toBe(true)
    const whole = await call(app, owner, 'GET', `/api/messages/${ids[1]}`)
    expect(whole.body).toMatchObject({ role: 'assistant', conversation_id: id, text, answer: { text } })
    expect(whole.body.answer.results[0].rows[29]).toHaveLength(50)
    const short = await conversation(2)
    expect((await page(`conversation=${short.id}`)).screen!.messages[1]!.metadata!.cut).toBeUndefined()
  })

  test('is read a page at a time through the API, by nobody else', async () => {
    const { id, ids } = await conversation(30)
    const seen: string[] = []
    for (let search: string | undefined = '?limit=7'; search; ) {
      const listed = await call(app, owner, 'GET', `/api/conversations/${id}/messages${search}`)
      seen.push(...listed.body.map((line: { id: string }) => line.id))
      search = /<[^?]*(\?[^>]*)>/.exec(listed.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(ids.toReversed())
    const stranger = await signUp(app)
    for (const path of [`/api/conversations/${id}/messages`, `/api/messages/${ids[0]}`])
      expect((await call(app, stranger, 'GET', path)).status).toBe(404)
  })

  test('has its last lines in the list of conversations', async () => {
    const { id, ids } = await conversation(50, { text: 'long '.repeat(1000) })
    const { body } = await call(app, owner, 'GET', `/api/workspaces/${workspace}/agent-history?limit=200`)
    const lines = body.find((one: { id: string }) => one.id === id).messages
    expect(lines.map((line: { id: string }) => line.id)).toEqual(ids.slice(30))
    expect(lines[1].text).toHaveLength(1000)
  })
})

test('names of results go on where the last messages have none', async () => {
  const { id, ids } = await conversation(4)
  const bare = blankAnswer('refused', 'No.')
  await world.db.insert(messages).values(
    Array.from({ length: 45 }, (_, at) => ({
      id: newId(),
      conversationId: id,
      role: at % 2 ? ('assistant' as const) : ('user' as const),
      text: 'x',
      status: at % 2 ? ('refused' as const) : ('sent' as const),
      answer: at % 2 ? bare : null,
    })),
  )
  const past = await history(await userCtx(world, owner.user.id), id)
  // The last answer with results, and all from the twentieth message on.
  expect(past).toHaveLength(30)
  expect(past[0]!.answer!.results[0]!.name).toBe('r7')
  const server = await startModelServer([
    { call: 'run_sql', input: { source: 'workspace', sql: 'select 1 as one', title: 'One' } },
    { say: 'One.' },
  ])
  const asking = await testApp({ ...world, models: scriptedModels(server) })
  const context = { conversation_id: id }
  const asked = await call(asking, owner, 'POST', `/api/workspaces/${workspace}/query-data`, {
    message: 'And?',
    context,
  })
  await server.stop()
  const { body } = await call(app, owner, 'GET', `/api/messages/${asked.body.message_id}`)
  expect(body.answer.results.map((result: { name: string }) => result.name)).toEqual(['r8'])
  expect(ids).toHaveLength(4)
})
