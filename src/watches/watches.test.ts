import { beforeAll, expect, test } from 'bun:test'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { decode } from 'fast-png'
import { unzipSync } from 'fflate'
import { newId } from '#base/ids.ts'
import { DAY, HOUR, MINUTE } from '#base/time.ts'
import { catalogColumns, catalogTables, conversations, mails, messages, watches, watchRuns } from '#db/schema/index.ts'
import {
  type App,
  call,
  form,
  join,
  leave,
  newPlace,
  type Person,
  type Place,
  signUp,
  workspaceCtx,
} from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { type TestWorld, testApp, testWorld } from '../../tests/support/world.ts'
import { runDue } from './runs.ts'
import { deliver } from './webhooks.ts'

/** A workspace with one table and a board of it, on a clock that only the test moves. Other files have no watches that are due. */
let app: App
let world: TestWorld
let [owner, member, viewer]: Person[] = []
let place: Place
let path: string
let canvas: string
let kpi: string
let now = new Date('2026-11-27T12:00:00Z')
const BERLIN = { time_zone: 'Europe/Berlin' }
const MONDAY = { every: 'week', days: [1], at: '08:00', ...BERLIN }

beforeAll(async () => {
  world = { ...(await testWorld()), now: () => now }
  app = await testApp(world)
  ;[owner, member, viewer] = await Promise.all(['Asha', 'Ben', 'Cleo'].map(newPerson))
  place = await newPlace(app, owner!)
  await join(world, place.organization.id, member!.user.id, 'member')
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  path = `/api/workspaces/${place.workspace.id}/watches`
  // What other tests of this world left is never due.
  await world.db.update(watches).set({ nextAt: null })
  await replaceOrders(3)
  canvas = (await call(app, owner!, 'POST', `/api/workspaces/${place.workspace.id}/canvases`, { name: 'Board' })).body
    .id
  const total = { title: 'Returns', sql: 'SELECT sum(returned) AS returned FROM orders' }
  kpi = await put({ kind: 'kpi', content: { ...total, value: { column: 'returned', row: null } } })
  await put({ kind: 'grid', content: { title: 'Orders', sql: 'SELECT brand, returned FROM orders ORDER BY brand' } }, 3)
}, 300_000)

/** Somebody with an API key, which no clock ends. */
async function newPerson(name: string): Promise<Person> {
  const person = await signUp(app, { name })
  const scopes = ['read', 'ask', 'write', 'admin']
  const { body } = await call(app, person, 'POST', '/api/user/api-keys', {
    name: 'Test',
    scopes,
    expires_in_days: null,
  })
  return { ...person, headers: { authorization: `Bearer ${body.key}` } }
}
async function put(block: object, y = 0): Promise<string> {
  const id = newId()
  const where = { tab: 'first', x: 0, y, w: 6, h: 3 }
  const { status } = await call(app, owner!, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, { ...where, ...block })
  expect(status).toBe(200)
  return id
}
const replaceOrders = (returned: number) =>
  replace(`SELECT * FROM (VALUES ('BlueLine', ${returned}), ('Rapid', 0)) AS t(brand, returned)`)
const breakOrders = () => replace('SELECT 1 AS other')
async function replace(select: string): Promise<void> {
  const ctx = await workspaceCtx(world, owner!.user.id, place.workspace.id)
  await world.db.update(catalogTables).set({ current: false }).where(eq(catalogTables.workspaceId, place.workspace.id))
  await putTable(ctx, 'orders', select)
}
const make = async (body: object, who = owner!) =>
  call(app, who, 'POST', path, {
    canvas_id: canvas,
    name: 'Weekly',
    schedule: MONDAY,
    members: [owner!.user.id],
    ...body,
  })
const watch = (is: string, than: number, more: object = {}) =>
  make({
    name: 'Returns',
    schedule: { every: 'hour', at: '00:00', ...BERLIN },
    condition: { block: kpi, cell: { column: 'returned', row: null }, is, than },
    ...more,
  })
const get = async (id: string) => (await call(app, owner!, 'GET', `${path}/${id}`)).body
const runsOf = async (id: string) => (await call(app, owner!, 'GET', `${path}/${id}/runs`)).body
const change = (id: string, body: object, who = owner!) => call(app, who, 'PATCH', `${path}/${id}`, body)
const remove = (id: string) => call(app, owner!, 'DELETE', `${path}/${id}`)
const mailsTo = (...to: string[]) =>
  world.db
    .select()
    .from(mails)
    .where(and(inArray(mails.to, to), inArray(mails.kind, ['board', 'watch', 'watch_failed', 'watch_paused'])))
    .orderBy(desc(mails.id))
const later = (ms: number) => {
  now = new Date(Number(now) + ms)
}
/** Runs what is due, as every turn of the job does. */
const turn = () => runDue(world)

test('the pages list what there is, and their buttons do it', async () => {
  const { body: made } = await make({ name: 'Monday board' })
  const page = `/workspaces/${place.workspace.id}/watches`
  const html = async (address: string, who = owner!) =>
    (await app.request(address, { headers: { cookie: who.cookie } })).text()
  expect(await html(page, viewer!)).toContain('Monday board')
  const act = (act: string, who = owner!) => app.request(`${page}/${made.id}/act`, form({ act }, who.cookie))
  expect((await act('run')).headers.get('location')).toContain('done=run')
  expect(await html(`${page}/${made.id}`)).toContain(owner!.user.email)
  expect(await html(`${page}/${made.id}`, viewer!)).not.toContain('Run now')
  await act('pause')
  expect(await html(page)).toContain('Paused')
  expect((await act('pause', member!)).status).toBe(403)
  expect((await act('remove')).headers.get('location')).toBe(page)
})

test('a schedule fires at its time, by the clocks of its zone, and the mail has the numbers of that moment', async () => {
  const before = (await mailsTo(owner!.user.email)).length
  const { body: made, status } = await make({ members: [owner!.user.id, viewer!.user.id] })
  expect(status).toBe(201)
  expect(made).toMatchObject({ next_at: '2026-11-30T07:00:00.000Z', last_run: null, by: { name: 'Asha' } })
  expect(await turn()).toBe(0)
  now = new Date('2026-11-30T07:00:00Z')
  await replaceOrders(12)
  expect(await turn()).toBe(1)
  expect(await turn()).toBe(0)
  const [mail] = await mailsTo(owner!.user.email)
  expect(mail).toMatchObject({ subject: 'Weekly', kind: 'board' })
  expect(mail!.text).toContain('Returns: 12')
  expect(mail!.text).toContain('brand     returned\nBlueLine        12\nRapid            0')
  expect(mail!.text).toContain(`/canvases/${canvas}`)
  expect(await mailsTo(owner!.user.email)).toHaveLength(before + 1)
  const [seen, ...more] = await mailsTo(viewer!.user.email)
  expect([seen!.rights, more]).toEqual([{ userId: viewer!.user.id, workspaceIds: [place.workspace.id] }, []])
  expect(await get(made.id)).toMatchObject({ next_at: '2026-12-07T07:00:00.000Z', last_run: { status: 'sent' } })
  expect(await runsOf(made.id)).toMatchObject([
    {
      status: 'sent',
      due_at: '2026-11-30T07:00:00.000Z',
      seen: { blocks: 2 },
      sent: [{ to: owner!.user.email }, { to: viewer!.user.email }],
    },
  ])
  await remove(made.id)
})

/** An answer of the member, and what a watch of it is made of. */
async function askedTotal(message = 'What is the total amount of orders?') {
  const { body } = await call(app, member!, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, { message })
  const { conversation_id, message_id } = body
  const { answer } = (await call(app, member!, 'GET', `/api/messages/${message_id}`)).body
  const of = { message_id, result_id: answer.results[0].id as string }
  return { conversation_id, canvas_id: undefined, answer: of, name: 'Total', members: [member!.user.id] }
}

test('an answer is watched: people are told what changed since they were told last, and why', async () => {
  await replace("SELECT * FROM (VALUES (1, 'paid', 100), (2, 'paid', 40)) AS t(id, status, amount)")
  const { conversation_id, ...of } = await askedTotal()
  const { message_id, result_id } = of.answer
  const taken: { watch: { name: string } }[] = []
  await using receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      taken.push(await request.json())
      return new Response('fine')
    },
  })
  const hook = { name: 'Ours', url: receiver.url.href }
  const webhook = await call(app, owner!, 'POST', `/api/workspaces/${place.workspace.id}/watch-webhooks`, hook)
  const webhooks = [webhook.body.id]
  const made = await make({ ...of, webhooks, schedule: { every: 'day', at: '08:00', ...BERLIN } }, member!)
  expect(made).toMatchObject({
    status: 201,
    body: { canvas: null, condition: null, answer: { message_id, result_id } },
  })
  const { id } = made.body
  const run = async () => (await call(app, member!, 'POST', `${path}/${id}/run`)).body
  expect(await run()).toMatchObject({ status: 'quiet', seen: { changed: 0 } })
  await replace("SELECT * FROM (VALUES (1, 'paid', 110), (2, 'paid', 40), (3, 'paid', 5)) AS t(id, status, amount)")
  const sent = [{ to: member!.user.email }, { to: 'Ours' }]
  expect(await run()).toMatchObject({ status: 'sent', seen: { changed: 1 }, sent })
  await deliver(world)
  expect(taken).toMatchObject([{ watch: { name: 'Total' } }])
  const [mail] = await mailsTo(member!.user.email)
  expect(mail!.subject).toBe('Total changed')
  expect(mail!.text.replaceAll(/\s+/g, ' ')).toContain(
    'you were told 140; now it is 155, because 1 order is new (+5) and 1 order was corrected (+10).',
  )
  expect(mail!.text).toContain(message_id)
  // It was told: nothing is, until it is another one again.
  expect(await run()).toMatchObject({ status: 'quiet' })
  // What waits is not sent once the conversation is deleted.
  const conversation = eq(conversations.id, conversation_id)
  await replace("SELECT 1 AS id, 'paid' AS status, 7 AS amount")
  await run()
  await world.db.update(conversations).set({ deletedAt: now }).where(conversation)
  await deliver(world)
  await world.db.update(conversations).set({ deletedAt: null }).where(conversation)
  expect(taken).toHaveLength(1)
  // An answer is its asker's own: others than they and owners see nothing of it, and watch it neither.
  const seenBy = async (who: Person) => (await call(app, who, 'GET', `${path}/${id}`)).status
  expect([await seenBy(owner!), await seenBy(member!), await seenBy(viewer!)]).toEqual([200, 200, 404])
  expect((await call(app, viewer!, 'GET', path)).body.some((one: { id: string }) => one.id === id)).toBe(false)
  expect((await make(of, owner!)).status).toBe(404)
  expect((await make({ ...of, canvas_id: canvas }, member!)).status).toBe(400)
  const page = `/workspaces/${place.workspace.id}/watches`
  const button = await app.request(
    page,
    form({ message: message_id, result: result_id, zone: 'Asia/Tokyo' }, member!.cookie),
  )
  expect(button.headers.get('location')).toMatch(/done=answer/)
  const [newest] = (await call(app, member!, 'GET', path)).body
  expect(newest).toMatchObject({ schedule: { every: 'day', time_zone: 'Asia/Tokyo' }, answer: { result_id } })
  // The export of its maker says of which answer it is.
  const zip = await app.request('/profile/account/export', form({}, member!.cookie))
  const file = unzipSync(await zip.bytes())['watches.json']!
  const ofAnswer = {
    canvas: null,
    conversation: expect.stringMatching(/total/),
    messageId: message_id,
    resultId: result_id,
  }
  expect(JSON.parse(new TextDecoder().decode(file))).toMatchObject([ofAnswer, ofAnswer])
  for (const one of [id, newest.id]) await call(app, member!, 'DELETE', `${path}/${one}`)
  await replaceOrders(3)
})

test('the mail of a watched answer has its chart as it is now, beside the figures that changed', async () => {
  const orders = (open: number) =>
    replace(`SELECT * FROM (VALUES (1, 'paid', 100), (2, 'open', ${open}), (3, 'late', 7)) AS t(id, status, amount)`)
  await orders(40)
  const { conversation_id: _, ...of } = await askedTotal('total amount of orders by status')
  const { id } = (await make(of, member!)).body
  const told = async (open: number) => {
    await orders(open)
    expect((await call(app, member!, 'POST', `${path}/${id}/run`)).body).toMatchObject({ status: 'sent' })
    const { text, html } = (await mailsTo(member!.user.email))[0]!
    return { text, pictures: [...html.matchAll(/<img src="data:image\/png;base64,([^"]+)" alt="([^"]+)"/g)] }
  }
  const [first, next] = [await told(55), await told(90)]
  expect(first.text).toContain('40 → 55')
  expect(next.text).toContain('55 → 90')
  expect(first.pictures.map(([, , alt]) => alt)).toEqual([
    expect.stringContaining('the chart, whose figures stand below'),
  ])
  expect(decode(Buffer.from(first.pictures[0]![1]!, 'base64')).width).toBe(960)
  expect([next.pictures.length, next.pictures[0]![1] === first.pictures[0]![1]]).toEqual([1, false])
  // A number alone is told as one.
  const message = `/api/messages/${of.answer.message_id}`
  const { answer } = (await call(app, member!, 'GET', message)).body
  const chart = { ...answer.charts[0], kind: 'number' }
  await world.db
    .update(messages)
    .set({ answer: { ...answer, charts: [chart] } })
    .where(eq(messages.id, of.answer.message_id))
  const number = await told(91)
  expect(number.pictures).toHaveLength(0)
  expect(number.text).toMatch(new RegExp(`${answer.results[0].title}: +\\d`))
  await call(app, member!, 'DELETE', `${path}/${id}`)
  await replaceOrders(3)
})

test('an answer that speaks of what was hidden since is told nobody', async () => {
  await replace('SELECT 1 AS id, 100 AS amount')
  const { conversation_id: _, ...of } = await askedTotal()
  const { id } = (await make({ ...of, members: [viewer!.user.id] }, member!)).body
  const run = async () => (await call(app, member!, 'POST', `${path}/${id}/run`)).body
  await replace('SELECT 1 AS id, 110 AS amount')
  await putTable(await workspaceCtx(world, owner!.user.id, place.workspace.id), 'total', 'SELECT 1 AS pay')
  const isTotal = and(eq(catalogTables.workspaceId, place.workspace.id), eq(catalogTables.name, 'total'))
  const hide = (hidden: boolean) => world.db.update(catalogTables).set({ hidden }).where(isTotal)
  await hide(true)
  const before = (await mailsTo(viewer!.user.email)).length
  expect(await run()).toMatchObject({ status: 'failed', error: expect.stringContaining('hidden') })
  expect(await mailsTo(viewer!.user.email)).toHaveLength(before)
  await hide(false)
  expect(await run()).toMatchObject({ status: 'sent' })
  expect(await mailsTo(viewer!.user.email)).toHaveLength(before + 1)
  await call(app, member!, 'DELETE', `${path}/${id}`)
  await replaceOrders(3)
})

test('an answer of whole rows is told nobody once a column of them is hidden, be it read at first or told later', async () => {
  const rows = (amount: number, margin: number | null = 471108) =>
    replace(`SELECT 1 AS id, ${amount} AS amount${margin === null ? '' : `, ${margin} AS margin`}`)
  const hide = (hidden: boolean) => {
    const ids = world.db
      .select({ id: catalogTables.id })
      .from(catalogTables)
      .where(eq(catalogTables.workspaceId, place.workspace.id))
    const isMargin = and(inArray(catalogColumns.tableId, ids), eq(catalogColumns.name, 'margin'))
    return world.db.update(catalogColumns).set({ hidden }).where(isMargin)
  }
  for (const atFirst of [true, false]) {
    await rows(100, atFirst ? 471108 : null)
    const { conversation_id: _, answer, ...of } = await askedTotal()
    const edit = { result: answer.result_id, sql: 'SELECT to_json(t) AS x FROM orders t' }
    const changed = await call(app, member!, 'POST', `/api/messages/${answer.message_id}/sql`, edit)
    const watched = { ...answer, result_id: changed.body.id }
    const { id } = (await make({ ...of, answer: watched, members: [viewer!.user.id] }, member!)).body
    const run = async () => (await call(app, member!, 'POST', `${path}/${id}/run`)).body
    await rows(110)
    expect(await run()).toMatchObject({ status: 'sent' })
    const [told] = await mailsTo(viewer!.user.email)
    expect(told!.text).toContain('471108')
    await rows(120)
    await hide(true)
    expect(await run()).toMatchObject(atFirst ? { status: 'failed' } : { status: 'sent' })
    const [newest] = await mailsTo(viewer!.user.email)
    expect(newest!.id === told!.id).toBe(atFirst)
    if (!atFirst) expect(JSON.stringify(newest)).not.toContain('471108')
    await hide(false)
    await call(app, member!, 'DELETE', `${path}/${id}`)
  }
  await replaceOrders(3)
})

test('a block that is not refreshed is told once it is late, and again only after it was refreshed', async () => {
  const before = (await mailsTo(owner!.user.email)).length
  const condition = { block: kpi, cell: null, is: 'not_refreshed', than: 3 }
  const { body: made } = await make({
    ...{ name: 'Late', schedule: { every: 'hour', at: '00:00', ...BERLIN } },
    condition,
  })
  const told = async () => (await mailsTo(owner!.user.email)).length - before
  const turns = async (hours: number) => {
    for (let n = 0; n < hours; n++) {
      later(HOUR)
      await turn()
    }
  }
  // New data, which the next turn reads; then none, or such that cannot be read.
  for (const [times, breaks] of [
    [1, async () => {}],
    [2, breakOrders],
  ] as const) {
    await replaceOrders(times)
    await turns(1)
    await breaks()
    await turns(3)
    expect(await told()).toBe(times - 1)
    await turns(2)
    expect(await told()).toBe(times)
  }
  const [mail] = await mailsTo(owner!.user.email)
  expect(mail!.text).toContain('is not refreshed for more than 3 hours')
  expect((await runsOf(made.id)).map(({ status }: { status: string }) => status)).not.toContain('failed')
  await replaceOrders(3)
  await remove(made.id)
})

test('a watch of an answer is gone with its conversation: neither listed nor run', async () => {
  await replace('SELECT 1 AS id, 100 AS amount')
  const { conversation_id, ...of } = await askedTotal()
  const { id } = (await make({ ...of, schedule: { every: 'hour', at: '00:00', ...BERLIN } }, member!)).body
  const listed = async () => (await call(app, owner!, 'GET', path)).body.some((one: { id: string }) => one.id === id)
  expect(await listed()).toBe(true)
  expect((await call(app, member!, 'DELETE', `/api/conversations/${conversation_id}`)).status).toBe(204)
  expect([await listed(), (await call(app, owner!, 'GET', `${path}/${id}`)).status]).toEqual([false, 404])
  later(HOUR)
  expect(await turn()).toBe(0)
  await world.db.delete(watches).where(eq(watches.id, id))
  await replaceOrders(3)
})

test('holidays of a country are left out, or the run moves to the next working day', async () => {
  now = new Date('2027-03-20T12:00:00Z')
  const monday = (holidays: object | null) => ({ schedule: { ...MONDAY, holidays } })
  const { body: made } = await make(monday({ country: 'DE' }))
  // Easter Monday is the 29th.
  expect(made).toMatchObject({
    next_at: '2027-03-22T07:00:00.000Z',
    schedule: { holidays: { region: null, moves: false } },
  })
  now = new Date('2027-03-22T07:00:00Z')
  expect(await turn()).toBe(1)
  expect((await get(made.id)).next_at).toBe('2027-04-05T06:00:00.000Z')
  const { body: moved } = await change(made.id, monday({ country: 'DE', region: 'BY', moves: true }))
  expect(moved.next_at).toBe('2027-03-30T06:00:00.000Z')
  now = new Date('2027-03-30T06:00:00Z')
  expect(await turn()).toBe(1)
  expect(await get(made.id)).toMatchObject({ next_at: '2027-04-05T06:00:00.000Z', last_run: { status: 'sent' } })
  for (const place of [{ country: 'XX' }, { country: 'DE', region: 'XX' }]) {
    const refused = await change(made.id, monday(place))
    expect([refused.status, refused.body.details.fields.schedule]).toEqual([400, expect.stringContaining('not known')])
  }
  await remove(made.id)
})

test('a mail has charts as pictures, beside the figures that they draw', async () => {
  await replaceOrders(12)
  const chart = { kind: 'bar', x: 'brand', y: ['returned'], series: null, title: '' }
  const sql = 'SELECT brand, returned FROM orders ORDER BY brand'
  const id = await put({ kind: 'chart', content: { title: 'Returns by brand', sql, chart } }, 9)
  const condition = { block: id, cell: { column: 'returned', row: null }, is: 'above', than: 5 }
  const hourly = { every: 'hour', at: '00:00', ...BERLIN }
  const all = [{}, { only_changed: true }, { condition }]
  for (const body of all) {
    const { body: made } = await make({ schedule: hourly, ...body })
    later(HOUR)
    expect(await turn()).toBe(1)
    const last = async () => {
      const { text, html } = (await mailsTo(owner!.user.email))[0]!
      return { text, pictures: [...html.matchAll(/<img src="data:image\/png;base64,([^"]+)" alt="([^"]+)"/g)] }
    }
    const first = await last()
    expect(first.pictures.map(([, , alt]) => alt)).toEqual(['Returns by brand: the chart, whose figures stand below'])
    expect(decode(Buffer.from(first.pictures[0]![1]!, 'base64')).width).toBe(960)
    expect(first.text).toMatch(/BlueLine +12/)
    if ('only_changed' in body) {
      await replaceOrders(13)
      later(HOUR)
      expect(await turn()).toBe(1)
      const next = await last()
      expect([next.pictures.length, next.pictures[0]![1] === first.pictures[0]![1]]).toEqual([1, false])
      await replaceOrders(12)
    }
    await remove(made.id)
  }
  await call(app, owner!, 'DELETE', `/api/canvases/${canvas}/blocks/${id}`)
})

test('a watch tells once when its condition becomes true, and again only after it was false', async () => {
  const { body: made } = await watch('above', 20)
  const before = (await mailsTo(owner!.user.email)).length
  for (const [returned, told] of [
    [12, 0],
    [21, 1],
    [30, 1],
    [5, 1],
    [22, 2],
  ] as const) {
    await replaceOrders(returned)
    later(HOUR)
    expect(await turn()).toBe(1)
    expect((await mailsTo(owner!.user.email)).length - before).toBe(told)
  }
  const [mail] = await mailsTo(owner!.user.email)
  expect(mail!.subject).toBe('Returns: 22')
  expect(mail!.text).toContain('You are told because Returns is above 20.')
  expect((await runsOf(made.id)).map(({ status, seen }: { status: string; seen: object }) => [status, seen])).toEqual([
    ['sent', { value: 22, text: '22' }],
    ['quiet', { value: 5, text: '5' }],
    ['quiet', { value: 30, text: '30' }],
    ['sent', { value: 21, text: '21' }],
    ['quiet', { value: 12, text: '12' }],
  ])
  await remove(made.id)
})

test('the maker is told of the first run that fails, and not again until one has succeeded', async () => {
  const { body: made } = await watch('above', 1_000)
  const failures = async () => (await mailsTo(owner!.user.email)).filter(({ kind }) => kind === 'watch_failed').length
  await breakOrders()
  for (const told of [1, 1]) {
    later(HOUR)
    await turn()
    expect(await failures()).toBe(told)
  }
  expect((await get(made.id)).last_run).toMatchObject({ status: 'failed', error: expect.stringContaining('returned') })
  await replaceOrders(5)
  later(HOUR)
  await turn()
  expect((await get(made.id)).last_run).toMatchObject({ status: 'quiet', error: null })
  await breakOrders()
  later(HOUR)
  await turn()
  expect(await failures()).toBe(2)
  await replaceOrders(5)
  await remove(made.id)
})

test('it is run with the rights of its maker at that moment: whoever left pauses it, and hears of it', async () => {
  const leaver = await newPerson('Dee')
  await join(world, place.organization.id, leaver.user.id, 'member')
  const { body: made } = await make({ members: [owner!.user.id] }, leaver)
  await leave(world, place.organization.id, leaver.user.id)
  now = new Date(made.next_at)
  await turn()
  expect(await get(made.id)).toMatchObject({
    state: 'paused',
    next_at: null,
    paused_reason: expect.stringContaining('may not change canvases'),
  })
  expect(await mailsTo(leaver.user.email)).toMatchObject([{ kind: 'watch_paused' }])
  await join(world, place.organization.id, leaver.user.id, 'viewer')
  expect((await change(made.id, { state: 'active' })).body).toMatchObject({ state: 'active', paused_reason: '' })
  now = new Date((await get(made.id)).next_at)
  await turn()
  expect((await get(made.id)).state).toBe('paused')
  await remove(made.id)
})

test('people without access get nothing, and others only what an owner allowed', async () => {
  const outside = `finance-${newId()}@example.com`
  const former = await newPerson('Dee')
  await join(world, place.organization.id, former.user.id, 'viewer')
  const { body: made } = await make({ addresses: [outside], members: [former.user.id] }, member!)
  expect(made.addresses).toEqual([{ address: outside, allowed: false }])
  await leave(world, place.organization.id, former.user.id)
  const now1 = (await call(app, member!, 'POST', `${path}/${made.id}/run`)).body
  expect(now1).toMatchObject({ status: 'sent', sent: [] })
  expect((await call(app, member!, 'POST', `${path}/${made.id}/allow`)).status).toBe(403)
  expect((await call(app, owner!, 'POST', `${path}/${made.id}/allow`)).body.addresses).toEqual([
    { address: outside, allowed: true },
  ])
  expect((await call(app, member!, 'POST', `${path}/${made.id}/run`)).body.sent).toEqual([
    { kind: 'mail', to: outside },
  ])
  expect(await mailsTo(former.user.email)).toEqual([])
  // What waits leaves only as long as its maker may send it.
  const theirs = { userId: member!.user.id, workspaceIds: [place.workspace.id], permission: 'UPDATE_CANVASES' as const }
  expect((await mailsTo(outside)).map(({ rights }) => rights)).toEqual([theirs])
  // Where mails go is for whoever made it, and for owners.
  expect((await call(app, viewer!, 'GET', `${path}/${made.id}`)).body).toMatchObject({
    addresses: [],
    may_change: false,
  })
  expect((await make({ members: [former.user.id] })).body).toMatchObject({
    code: 'invalid',
    error: expect.stringContaining('Let them in'),
  })
  await remove(made.id)
})

test('owners see and stop all, members change their own, viewers look', async () => {
  const mine = (await make({})).body
  const theirs = (await make({}, member!)).body
  const listed = (await call(app, viewer!, 'GET', `${path}?limit=2`)).body
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([theirs.id, mine.id])
  expect((await call(app, viewer!, 'POST', path, {})).status).toBe(403)
  expect((await change(mine.id, { state: 'paused' }, member!)).status).toBe(403)
  expect((await call(app, member!, 'GET', `${path}/${mine.id}/runs`)).status).toBe(403)
  expect((await change(theirs.id, { state: 'paused' })).body).toMatchObject({ state: 'paused', next_at: null })
  expect((await change(theirs.id, { state: 'active' }, member!)).body.next_at).not.toBeNull()
  const stranger = await newPerson('Dee')
  expect((await call(app, stranger, 'GET', `${path}/${mine.id}`)).status).toBe(404)
  await remove(mine.id)
  await remove(theirs.id)
  expect((await call(app, owner!, 'GET', `${path}/${mine.id}`)).status).toBe(404)
})

test('what is snoozed is not run until then, and what is run by hand keeps its schedule', async () => {
  const { body: made } = await watch('below', 1_000)
  const until = new Date(Number(now) + 2 * DAY)
  const snoozed = (await change(made.id, { snoozed_until: until.toISOString() })).body
  expect(new Date(snoozed.next_at).getTime()).toBeGreaterThan(until.getTime())
  const tooLong = await change(made.id, { snoozed_until: '9999-12-31T00:00:00Z' })
  expect([tooLong.status, tooLong.body.error]).toEqual([400, expect.stringContaining('at most a year')])
  later(DAY)
  expect(await turn()).toBe(0)
  expect((await call(app, owner!, 'POST', `${path}/${made.id}/run`)).body).toMatchObject({ status: 'sent' })
  expect((await get(made.id)).next_at).toBe(snoozed.next_at)
  expect((await change(made.id, { snoozed_until: null })).body).toMatchObject({ snoozed_until: null })
  await remove(made.id)
})

test('a run whose process died is done by another once its claim ran out, and given up when it ended three', async () => {
  const { body: made } = await make({})
  const sent = async () => (await mailsTo(owner!.user.email)).length
  const before = await sent()
  now = new Date(made.next_at)
  const dead = newId()
  const claim = async (id: string) => {
    const due = { dueAt: new Date(made.next_at), startedAt: now, seen: {}, sent: [] }
    await world.db.insert(watchRuns).values({ id, watchId: made.id, ...due })
    await world.db
      .update(watches)
      .set({ claimedBy: id, claimedUntil: new Date(Number(now) + MINUTE), nextAt: due.dueAt })
      .where(eq(watches.id, made.id))
  }
  await claim(dead)
  expect(await turn()).toBe(0)
  expect((await call(app, owner!, 'POST', `${path}/${made.id}/run`)).body).toMatchObject({ code: 'busy' })
  later(2 * MINUTE)
  expect(await turn()).toBe(1)
  expect((await runsOf(made.id)).map(({ status }: { status: string }) => status)).toEqual(['sent', 'interrupted'])
  expect(await sent()).toBe(before + 1)
  await claim(newId())
  later(2 * MINUTE)
  await claim(newId())
  later(2 * MINUTE)
  await turn()
  expect((await runsOf(made.id))[0]).toMatchObject({ status: 'failed', error: expect.stringContaining('three') })
  await remove(made.id)
})

test('a watch of what is not on the canvas is refused, and one whose number is gone says so', async () => {
  const cell = { column: 'returned', row: null }
  expect((await make({ condition: { block: 'none', cell, is: 'above', than: 1 } })).body).toMatchObject({
    code: 'invalid',
  })
  expect((await make({ condition: { block: kpi, cell: null, is: 'above', than: 1 } })).status).toBe(400)
  const { body: made } = await make({
    condition: { block: kpi, cell: { column: 'gone', row: null }, is: 'above', than: 1 },
  })
  expect((await call(app, owner!, 'POST', `${path}/${made.id}/run`)).body).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Choose another'),
  })
  await remove(made.id)
})

test('the last row of a course is its newest, however its statement orders it, and what a number with one shows', async () => {
  const days = `SELECT DATE '2026-01-01' + range::INTEGER AS day, range AS n FROM range(60)`
  const chart = { kind: 'line', x: 'day', y: ['n'], series: null, title: 'Days' }
  for (const order of ['day', 'day DESC', 'n % 7, n']) {
    const about = { title: 'Days', sql: `${days} ORDER BY ${order}` }
    const course = { ...about, value: { column: 'n', row: null }, trend: 'day' }
    const lines = await put({ kind: 'chart', content: { ...about, chart } }, 12)
    const number = await put({ kind: 'kpi', content: course }, 16)
    const rows = await put({ kind: 'grid', content: about }, 20)
    const told = async (block: string, row: 'last' | null) => {
      const condition = { block, cell: { column: 'n', row }, is: 'above', than: 0 }
      const { id } = (await make({ name: 'Newest', condition })).body
      const { seen } = (await call(app, owner!, 'POST', `${path}/${id}/run`)).body
      await remove(id)
      return seen.value
    }
    expect([await told(lines, 'last'), await told(number, 'last'), await told(number, null)]).toEqual([59, 59, 59])
    expect(await told(rows, 'last')).toBe({ day: 59, 'day DESC': 0, 'n % 7, n': 55 }[order]!)
  }
})

test('a series that leaves its usual range is told with that range', async () => {
  const sql = `SELECT DATE '2026-01-01' + range::INTEGER AS day, if(range = 59, 900, 100 + range % 5) AS n FROM range(60)`
  const block = await put({ kind: 'grid', content: { title: 'Days', sql } }, 6)
  const { body: made } = await make({
    name: 'Unusual',
    condition: { block, cell: { column: 'n', row: 'last' }, is: 'unusual', than: 3 },
  })
  const run = () => call(app, owner!, 'POST', `${path}/${made.id}/run`)
  expect((await run()).body).toMatchObject({ status: 'sent', seen: { value: 900, text: '900' } })
  expect((await mailsTo(owner!.user.email))[0]!.text).toMatch(/Usual: +\d+.* to \d+/)
  expect((await run()).body).toMatchObject({ status: 'quiet' })
  await remove(made.id)
})

test('somebody runs one by hand so often an hour', async () => {
  const { body: made } = await watch('above', 1_000_000)
  const run = async () => (await call(app, owner!, 'POST', `${path}/${made.id}/run`)).status
  for (let n = 0; n < 20; n++) expect(await run()).toBe(200)
  expect(await run()).toBe(429)
  later(HOUR + MINUTE)
  expect(await run()).toBe(200)
  await remove(made.id)
})

test('who is told of a watch finds it in the product, and by mail unless they chose otherwise; so its maker of a failure', async () => {
  await replaceOrders(3)
  const reader = await newPerson('Rita')
  await join(world, place.organization.id, reader.user.id, 'viewer')
  await call(app, reader, 'PUT', '/api/notifications/settings', { mails: { watch: false } })
  const { body: made } = await watch('above', 10, { members: [owner!.user.id, reader.user.id] })
  const told = async (who: Person) => (await call(app, who, 'GET', '/api/notifications?limit=1')).body
  await replaceOrders(12)
  later(HOUR)
  await turn()
  for (const who of [owner!, reader])
    expect(await told(who)).toMatchObject([
      { kind: 'watch', title: 'Returns: 12', path: `/canvases/${canvas}`, text: expect.stringContaining('above 10') },
    ])
  expect(await mailsTo(reader.user.email)).toEqual([])
  expect((await runsOf(made.id))[0].sent).toEqual([
    { kind: 'mail', to: owner!.user.email },
    { kind: 'notification', to: reader.user.email },
  ])
  await breakOrders()
  later(HOUR)
  await turn()
  expect(await told(owner!)).toMatchObject([
    {
      kind: 'failure',
      path: `/workspaces/${place.workspace.id}/watches/${made.id}`,
      title: expect.stringContaining('Returns'),
    },
  ])
  expect(await told(reader)).toMatchObject([{ kind: 'watch' }])
  await remove(made.id)
  await replaceOrders(3)
})

test('a schedule that tells nobody keeps its canvas fresh, and nothing else does without people', async () => {
  await replaceOrders(3)
  const hourly = { schedule: { every: 'hour', at: '00:00', ...BERLIN } }
  const before = (await mailsTo(owner!.user.email, member!.user.email)).length
  const { status, body: made } = await make({ ...hourly, members: [] }, member!)
  expect([status, made.only_refreshes, made.members]).toEqual([201, true, []])
  const blocksNow = async () => (await call(app, owner!, 'GET', `/api/canvases/${canvas}`)).body.blocks
  const shown = async () => {
    const blocks = await blocksNow()
    return blocks.find(({ id }: { id: string }) => id === kpi).data.results[0].rows[0][0]
  }
  for (const returned of [31, 32]) {
    await replaceOrders(returned)
    later(HOUR)
    expect(await turn()).toBe(1)
    expect(await shown()).toBe(returned)
  }
  const run = { status: 'quiet', seen: { blocks: (await blocksNow()).length }, sent: [], error: null }
  expect(await runsOf(made.id)).toMatchObject([run, run])
  expect(await mailsTo(owner!.user.email, member!.user.email)).toHaveLength(before)
  for (const path of ['', `/${made.id}`]) {
    const page = `/workspaces/${place.workspace.id}/watches${path}`
    const html = await app.request(page, { headers: { cookie: viewer!.cookie } })
    expect(await html.text()).toMatch(/[Kk]eeps the canvas fresh/)
  }
  // What waits for a number tells somebody.
  const condition = { block: kpi, cell: { column: 'returned', row: null }, is: 'above', than: 20 }
  expect((await make({ members: [], condition })).status).toBe(400)
  expect((await change(made.id, { condition }, member!)).status).toBe(400)
  // It may tell somebody later, and nobody again.
  const people = async (members: string[]) => (await change(made.id, { members }, member!)).body.only_refreshes
  expect([await people([owner!.user.id]), await people([])]).toEqual([false, true])
  await remove(made.id)
  await replaceOrders(3)
})

test('a schedule may tell only where something changed, and then what', async () => {
  await replaceOrders(3)
  const { body: made } = await make({ name: 'Changes', only_changed: true })
  expect(made.only_changed).toBe(true)
  const seen = async () => (await runsOf(made.id))[0]
  const sent = async () => (await mailsTo(owner!.user.email)).filter(({ subject }) => subject.includes('Changes'))
  const week = async () => {
    later(7 * DAY)
    await turn()
  }
  await week()
  // The first time there is nothing to compare with.
  expect(await seen()).toMatchObject({ status: 'sent', seen: { blocks: expect.any(Number) } })
  expect(await sent()).toHaveLength(1)
  await week()
  expect(await seen()).toMatchObject({ status: 'quiet', seen: { changed: 0 } })
  expect(await sent()).toHaveLength(1)
  await replaceOrders(9)
  await week()
  const { changed } = (await seen()).seen
  expect(changed).toBeGreaterThan(1)
  const [mail] = await sent()
  expect(mail!.subject).toBe(`Changes: ${changed} blocks changed`)
  for (const said of ['3 → 9', '1 row changed', 'Since this was sent last']) expect(mail!.text).toContain(said)
  // What was told last counts, not the run before.
  await replace(`SELECT * FROM (VALUES ('BlueLine', 9), ('Rapid', 0), ('Zoom', 1)) AS t(brand, returned)`)
  await week()
  expect((await sent())[0]!.text).toContain('1 row new')
  await replaceOrders(3)
  await remove(made.id)
})

test('of pinned words a schedule tells the figures that moved, and is silent where none did', async () => {
  const rows = (returned: number, other: number) =>
    replace(`SELECT * FROM (VALUES (1, ${returned}, ${other})) AS t(id, returned, other)`)
  await rows(3, 1)
  const boards = `/api/workspaces/${place.workspace.id}/canvases`
  const { id } = (await call(app, owner!, 'POST', boards, { name: 'Words' })).body
  const cell = { query: 0, column: 'returned', row: null, pinned: 3 }
  const content = {
    text: 'There were 3 returns.',
    numbers: [{ text: '3', start: 11, end: 12, state: 'bound', cells: [cell] }],
    queries: [{ name: 'r1', title: '', sql: 'SELECT sum(returned) AS returned, sum(other) AS other FROM orders' }],
  }
  const block = { kind: 'prose', tab: 'first', x: 0, y: 0, w: 6, h: 3, content }
  await call(app, owner!, 'PUT', `/api/canvases/${id}/blocks/${newId()}`, block)
  const { body: made } = await make({ canvas_id: id, name: 'Told', only_changed: true })
  const run = async () => (await call(app, owner!, 'POST', `${path}/${made.id}/run`)).body
  expect(await run()).toMatchObject({ status: 'sent' })
  await rows(3, 2)
  expect(await run()).toMatchObject({ status: 'quiet', seen: { changed: 0 } })
  await rows(5, 2)
  expect(await run()).toMatchObject({ status: 'sent', seen: { changed: 1 } })
  const [mail] = await mailsTo(owner!.user.email)
  expect(mail!.subject).toBe('Told: There were 3 returns. changed')
  expect(mail!.text.replaceAll(/\s+/g, ' ')).toContain('you were told 3; now it is 5, because 1 order was corrected')
  expect(mail!.text).toContain('3 → 5')
  await remove(made.id)
  await replaceOrders(3)
})

test('what an admin stopped is resumed by nobody else, and is not run', async () => {
  const { body: made } = await make({ name: 'Wild' })
  await world.db
    .update(watches)
    .set({ stoppedAt: now, state: 'paused', pausedReason: 'Too many mails.', nextAt: null })
    .where(eq(watches.id, made.id))
  expect((await change(made.id, { state: 'active' })).body).toMatchObject({ code: 'watch_stopped' })
  expect((await call(app, owner!, 'POST', `${path}/${made.id}/run`)).status).toBe(409)
  expect((await change(made.id, { name: 'Tame' })).status).toBe(200)
  await remove(made.id)
})
