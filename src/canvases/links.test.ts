import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, HOUR, MINUTE } from '#base/time.ts'
import {
  auditEvents,
  canvases,
  canvasResults,
  catalogColumns,
  catalogTables,
  organizations,
  rateLimits,
  shareLinks,
  users,
  workspaces,
} from '#db/schema/index.ts'
import { leaveLink } from '../../tests/support/link-attempts.ts'
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
import { ofCanvases } from './canvas-links.ts'
import * as links from './links.ts'
import type { LinkJson } from './rules/link.ts'

/** A board that is shared, another one of the same workspace, and one of strangers. What may never be told carries a marker. */
let world: TestWorld
let app: App
let [owner, member, viewer, stranger]: Person[] = []
let place: Place
let board: string
let other: string
let foreign: string
let blocks: { chart: string; grid: string; other: string }
let now = 0

const MARKER = 'zq-marker'
const TRIPS = `SELECT ['rainy', 'sunny'][1 + range % 2] AS weather, range AS fare, '${MARKER}-row-' || range AS secret FROM range(80)`
const SQL = `SELECT weather, sum(fare) AS fare FROM trips GROUP BY weather ORDER BY weather /* ${MARKER}-sql */`

beforeAll(async () => {
  world = await testWorld()
  now = Number(world.now())
  app = await testApp({ ...world, now: () => new Date(now) })
  ;[owner, member, viewer, stranger] = await Promise.all(
    [1, 2, 3, 4].map((n) => signUp(app, { name: `${MARKER}-person-${n}` })),
  )
  place = await newPlace(app, owner!)
  await join(world, place.organization.id, member!.user.id, 'member')
  await join(world, place.organization.id, viewer!.user.id, 'viewer')
  await putTable(await workspaceCtx(world, owner!.user.id, place.workspace.id), 'trips', TRIPS)
  board = await newBoard(owner!, place, 'Shared trips')
  other = await newBoard(owner!, place, `${MARKER}-other board`)
  foreign = await newBoard(stranger!, await newPlace(app, stranger!), `${MARKER}-foreign board`)
  const chart = { kind: 'bar', x: 'weather', y: ['fare'], series: null, title: 'Fare by weather' }
  blocks = {
    chart: await put(board, { kind: 'chart', content: { title: 'Fare by weather', sql: SQL, chart } }),
    grid: await put(board, {
      kind: 'grid',
      content: { title: 'All trips', sql: 'SELECT weather, fare FROM trips ORDER BY fare' },
    }),
    other: await put(other, { kind: 'grid', content: { title: `${MARKER}-title`, sql: 'SELECT secret FROM trips' } }),
  }
  await put(board, {
    kind: 'text',
    content: { text: 'A **bold** word, ![](https://evil.example/x.png) and [a link](https://evil.example/).' },
  })
  await put(board, {
    kind: 'kpi',
    content: { title: 'Most', sql: 'SELECT max(fare) AS most FROM trips', value: { column: 'most', row: null } },
  })
  for (const id of [board, other]) await call(app, owner!, 'POST', `/api/canvases/${id}/refresh`, {})
}, 300_000)
beforeEach(() => {
  now = Number(world.now())
})

async function newBoard(who: Person, { workspace }: Place, name: string): Promise<string> {
  return (await call(app, who, 'POST', `/api/workspaces/${workspace.id}/canvases`, { name })).body.id
}
async function put(canvas: string, block: object): Promise<string> {
  const id = newId()
  const put = { tab: 'first', x: 0, y: 0, w: 6, h: 4, ...block }
  const answer = await call(app, owner!, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, put)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return id
}
async function share(
  body: object = {},
  who = owner!,
  canvas = board,
): Promise<{ id: string; path: string; token: string }> {
  const made = await call(app, who, 'POST', `/api/canvases/${canvas}/links`, body)
  expect(made.status).toBe(201)
  const path = new URL(made.body.address).pathname
  return { id: made.body.id, path, token: path.split('/').at(-1)! }
}
const listed = async (who = owner!, canvas = board): Promise<LinkJson[]> =>
  (await call(app, who, 'GET', `/api/canvases/${canvas}/links`)).body
const open = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await app.request(path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('a link shows the board to somebody who is not signed in: rows and figures, no statement, nobody’s name', async () => {
  const { path } = await share()
  const { status, text, headers } = await open(path)
  expect(status).toBe(200)
  for (const shown of [
    'Shared trips',
    'Fare by weather',
    'rainy',
    'All trips',
    '<strong>bold</strong>',
    'The first 50 of 80 rows',
    'Most',
  ])
    expect(text.toLowerCase()).toContain(shown.toLowerCase())
  for (const word of [
    MARKER,
    'SELECT',
    '<script',
    'https://evil.example/x.png',
    'href="https://evil.example',
    owner!.user.id,
    place.workspace.id,
    place.workspace.name,
  ])
    expect(text).not.toContain(word)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self';.*frame-ancestors 'none'/),
  })
  expect(headers.get('content-security-policy')).not.toContain('script-src')
  const src = /src="([^"]*charts[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  const picture = await open(src)
  expect(picture.headers.get('content-type')).toContain('image/svg+xml')
  expect(picture.text).toStartWith('<svg')
  expect(picture.text).not.toContain(MARKER)
})

test('the board stays as it was published, and follows when its changes are', async () => {
  const canvas = await newBoard(owner!, place, 'Plain')
  const { id, path } = await share({}, member!, canvas)
  await call(app, owner!, 'PATCH', `/api/canvases/${canvas}`, { name: 'Renamed' })
  await put(canvas, { kind: 'heading', content: { text: 'Added later' } })
  const before = await open(path)
  expect(before.text).toContain('Plain')
  expect(before.text).not.toContain('Added later')
  expect(await listed(owner!, canvas)).toMatchObject([
    { id, is_current: false, state: 'works', created_by: { id: member!.user.id } },
  ])
  await call(app, owner!, 'POST', `/api/canvases/${canvas}/links/${id}/publish`)
  const { text } = await open(path)
  expect(text).toContain('Renamed')
  expect(text).toContain('Added later')
  expect(await listed(owner!, canvas)).toMatchObject([{ is_current: true }])
})

test('filters that were set stay set, and a link whose filter filters nothing any more is dead', async () => {
  const { path } = await share({ filters: 'trips.weather:sunny' })
  const { status, text } = await open(path)
  expect(status).toBe(200)
  expect(text).toContain('Of weather: sunny')
  expect(text).not.toContain('rainy')
  expect((await open(`${path}?filters=trips.weather:rainy`)).text).not.toContain('rainy')
  expect((await call(app, owner!, 'POST', `/api/canvases/${board}/links`, { filters: 'nothing:1' })).status).toBe(400)
  await world.db.update(catalogColumns).set({ hidden: true }).where(eq(catalogColumns.name, 'weather'))
  expect((await open(path)).status).toBe(404)
  await world.db.update(catalogColumns).set({ hidden: false }).where(eq(catalogColumns.name, 'weather'))
  await call(app, owner!, 'POST', `/api/canvases/${board}/refresh`, { force: true })
})

test('nobody publishes a link whose filter leaves out less than it did', async () => {
  const canvas = await newBoard(owner!, place, 'Frozen')
  const filter = (places: object[]) => ({ filters: [{ id: 'sky', name: 'Sky', kind: 'values', places, except: [] }] })
  const change = (places: object[]) => call(app, member!, 'PATCH', `/api/canvases/${canvas}`, filter(places))
  const places = [{ table: 'trips', column: 'weather' }]
  await change(places)
  const grid = { kind: 'grid', content: { title: 'Fares', sql: 'SELECT fare FROM trips ORDER BY fare' } }
  const block = await put(canvas, grid)
  const { id, path } = await share({ filters: 'sky:sunny' }, owner!, canvas)
  const publish = () => call(app, member!, 'POST', `/api/canvases/${canvas}/links/${id}/publish`)
  const shows = async () => [...(await open(path)).text.matchAll(/>([01])</g)].map(([, fare]) => fare)
  expect(await shows()).toEqual(['1'])
  await change([])
  expect(await publish()).toMatchObject({ status: 409, body: { code: 'filters_lost' } })
  await change(places)
  const hide = (hidden: boolean) =>
    world.db.update(catalogColumns).set({ hidden }).where(eq(catalogColumns.name, 'weather'))
  await hide(true)
  expect((await publish()).status).toBe(409)
  await hide(false)
  expect(await shows()).toEqual(['1'])
  // What is not there any more shows nothing.
  await call(app, owner!, 'DELETE', `/api/canvases/${canvas}/blocks/${block}`)
  await put(canvas, grid)
  expect((await publish()).status).toBe(200)
  await call(app, owner!, 'POST', `/api/canvases/${board}/refresh`, { force: true })
})

test('views are counted, and making and revoking are recorded', async () => {
  const canvas = await newBoard(owner!, place, 'Counted')
  const { id, path } = await share({ expires_in_days: 7 }, owner!, canvas)
  await open(path)
  await open(path)
  // Scanners of mails ask for headers alone.
  expect((await app.request(path, { method: 'HEAD' })).status).toBe(200)
  expect(await listed(owner!, canvas)).toMatchObject([{ views: 2, opened_at: expect.any(String), has_password: false }])
  expect((await call(app, owner!, 'DELETE', `/api/canvases/${canvas}/links/${id}`)).status).toBe(204)
  expect(await listed(owner!, canvas)).toMatchObject([{ id, state: 'revoked' }])
  expect((await call(app, owner!, 'DELETE', `/api/canvases/${canvas}/links/${id}`)).status).toBe(404)
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, canvas))
  expect(events.map(({ action }) => action).sort()).toEqual([
    'canvas.create',
    'canvas.create_link',
    'canvas.revoke_link',
  ])
  const [row] = await world.db.select().from(shareLinks).where(eq(shareLinks.id, id))
  expect(JSON.stringify([row, events])).not.toContain(path.split('/').at(-1)!)
})

test('a board has so many links that work, each for a year at most, and a password of some length', async () => {
  const canvas = await newBoard(owner!, place, 'Many')
  for (let n = 0; n < 20; n++) await share({}, owner!, canvas)
  const refused = await call(app, owner!, 'POST', `/api/canvases/${canvas}/links`, {})
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_links' } })
  for (const body of [{ expires_in_days: 366 }, { expires_in_days: 0 }, { password: 'short' }])
    expect((await call(app, owner!, 'POST', `/api/canvases/${canvas}/links`, body)).status).toBe(400)
})

describe('a link with a password', () => {
  const PASSWORD = 'correct horse'

  test('asks for it before it tells anything, and remembers a day that it was given', async () => {
    const { path } = await share({ password: PASSWORD })
    const locked = await open(path)
    expect(locked.text).toContain('This board has a password')
    expect(locked.text).not.toContain('Shared trips')
    expect((await open(`${path}/charts/${blocks.chart}?width=340`)).status).toBe(404)
    const wrong = await app.request(path, form({ password: 'wrong horse' }))
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('This is not the password of this link.')
    const right = await app.request(path, form({ password: PASSWORD }))
    expect([right.status, right.headers.get('location')]).toEqual([303, path])
    const [line] = right.headers.getSetCookie()
    expect(line).toMatch(new RegExp(`; Path=${path};.*HttpOnly; SameSite=Lax`))
    const cookie = line!.split(';')[0]!
    expect((await open(path, { cookie })).text).toContain('Shared trips')
    expect((await open(`${path}/charts/${blocks.chart}?width=340`, { cookie })).status).toBe(200)
    const elsewhere = await share({ password: PASSWORD })
    expect((await open(elsewhere.path, { cookie })).text).not.toContain('Shared trips')
    now += DAY + MINUTE
    expect((await open(path, { cookie })).text).not.toContain('Shared trips')
  })

  test('takes ten wrong ones in an hour from one address, and lets people at others in', async () => {
    const { path, id } = await share({ password: PASSWORD })
    const from = async (ip: string, password: string) => {
      const actor = { userId: null, via: 'guest' as const, ip, requestId: newId() }
      const link = await links.enter(ofCanvases, { ...world, now: () => new Date(now), actor }, path.split('/').at(-1)!)
      return links.unlock(link, password).then(
        () => 'open',
        (error) => error.kind as string,
      )
    }
    const tries = await Promise.all(Array.from({ length: 30 }, (_, n) => from('198.51.100.1', `guess number ${n}`)))
    expect(tries.filter((it) => it === 'invalid')).toHaveLength(10)
    expect(await from('198.51.100.1', PASSWORD)).toBe('rate_limited')
    expect(await from('198.51.100.2', PASSWORD)).toBe('open')
    now += HOUR + MINUTE
    expect(await from('198.51.100.1', PASSWORD)).toBe('open')
    // What many machines guess together has a bound as well.
    await world.db
      .insert(rateLimits)
      .values({ key: `canvas-link:password:${id}`, count: 299, resetAt: now + HOUR })
      .onConflictDoUpdate({ target: rateLimits.key, set: { count: 299, resetAt: now + HOUR } })
    expect(await from('198.51.100.3', 'guess')).toBe('invalid')
    expect(await from('198.51.100.4', 'guess')).toBe('rate_limited')
  })
})

describe('what is stale', () => {
  test('is run when somebody opens a link, at most once in a quarter of an hour', async () => {
    const canvas = await newBoard(owner!, place, 'Stale')
    await put(canvas, { kind: 'grid', content: { title: 'Runs', sql: 'SELECT min(fare) + 12345 AS least FROM trips' } })
    const { path } = await share({}, owner!, canvas)
    expect((await open(path)).text).toContain('12,345')
    await world.db.delete(canvasResults).where(eq(canvasResults.workspaceId, place.workspace.id))
    expect((await open(path)).text).toContain('There is nothing to show here')
    now += 16 * MINUTE
    expect((await open(path)).text).toContain('12,345')
    await call(app, owner!, 'POST', `/api/canvases/${board}/refresh`, {})
  })

  test('that reads what was hidden since is shown to nobody, and no reason is told', async () => {
    const { path } = await share()
    await world.db.update(catalogColumns).set({ hidden: true }).where(eq(catalogColumns.name, 'fare'))
    const { text } = await open(path)
    expect(text).not.toContain('rainy')
    expect(text).not.toMatch(/hidden|fare"/i)
    expect((await open(`${path}/charts/${blocks.chart}?width=340`)).status).toBe(404)
    await world.db.update(catalogColumns).set({ hidden: false }).where(eq(catalogColumns.name, 'fare'))
    await call(app, owner!, 'POST', `/api/canvases/${board}/refresh`, { force: true })
  })
})

test('of data that is not there any more a link says that, and not which', async () => {
  await putTable(await workspaceCtx(world, owner!.user.id, place.workspace.id), 'zq_gone', 'SELECT 471108 AS zq_fare')
  const canvas = await newBoard(owner!, place, 'Gone')
  await put(canvas, { kind: 'grid', content: { title: 'Fares', sql: 'SELECT zq_fare AS fare FROM zq_gone' } })
  await call(app, owner!, 'POST', `/api/canvases/${canvas}/refresh`, {})
  const { path } = await share({}, owner!, canvas)
  await world.db.update(catalogTables).set({ current: false }).where(eq(catalogTables.name, 'zq_gone'))
  now += 16 * MINUTE
  const { text } = await open(path)
  for (const word of ['471,108', 'As of', 'the data behind it is not there any more']) expect(text).toContain(word)
  expect(text).not.toContain('zq_')
  const file = await open(`/api/canvases/${canvas}/export?format=md`, { cookie: owner!.cookie })
  expect(file.text).toContain('the data behind it is not there any more')
})

/** What ends a link, and how it is put right again; null: it stays ended. */
const ENDS: [string, () => Promise<unknown>, (() => Promise<unknown>) | null][] = [
  ['its time is over', async () => (now += 31 * DAY), null],
  [
    'its maker left',
    () => leave(world, place.organization.id, member!.user.id),
    () => join(world, place.organization.id, member!.user.id, 'member'),
  ],
  [
    'its maker may no longer change canvases',
    () => join(world, place.organization.id, member!.user.id, 'viewer'),
    () => join(world, place.organization.id, member!.user.id, 'member'),
  ],
  ['the account of its maker is disabled', () => disable(new Date(now)), () => disable(null)],
  ['the organization is suspended', () => inOrganization('suspended'), () => inOrganization('active')],
  ['the organization is deleted', () => inOrganization('deleted'), () => inOrganization('active')],
  ['the workspace is deleted', () => inWorkspace('deleted'), () => inWorkspace('active')],
  ['the canvas is deleted', () => deletedAt(new Date(now)), () => deletedAt(null)],
]
const disable = (disabledAt: Date | null) =>
  world.db.update(users).set({ disabledAt }).where(eq(users.id, member!.user.id))
const inOrganization = (status: 'active' | 'suspended' | 'deleted') =>
  world.db.update(organizations).set({ status }).where(eq(organizations.id, place.organization.id))
const inWorkspace = (status: 'active' | 'deleted') =>
  world.db.update(workspaces).set({ status }).where(eq(workspaces.id, place.workspace.id))
const deletedAt = (deletedAt: Date | null) => world.db.update(canvases).set({ deletedAt }).where(eq(canvases.id, board))

test.each(ENDS)('a link works no more when %s, and says what every dead link says', async (_, end, mend) => {
  const { path } = await share({}, member!)
  expect((await open(path)).status).toBe(200)
  await end()
  const dead = await open(path)
  const never = await open(`/shared/canvases/${'A'.repeat(43)}`)
  const plain = (text: string) => text.replace(/[0-9a-f-]{36}|nonce="[^"]+"|\/shared\/canvases\/[\w-]+/g, '')
  expect([dead.status, plain(dead.text)]).toEqual([404, plain(never.text)])
  expect((await open(`${path}/charts/${blocks.chart}?width=340`)).status).toBe(404)
  await mend?.()
  if (mend) expect((await open(path)).status).toBe(200)
})

test('links that ended long ago are forgotten', async () => {
  const canvas = await newBoard(owner!, place, 'Old')
  await share({ expires_in_days: 1 }, owner!, canvas)
  const kept = await share({ expires_in_days: 365 }, owner!, canvas)
  const later = () => new Date(now + 120 * DAY)
  expect(await links.sweep({ db: world.db, now: later })).toBeGreaterThan(0)
  expect((await listed(owner!, canvas)).map(({ id }) => id)).toEqual([kept.id])
})

describe('with the secret of a link nobody gets', () =>
  leaveLink(async () => {
    now = Number(world.now())
    const [row] = await world.db.select().from(canvasResults).where(eq(canvasResults.workspaceId, place.workspace.id))
    return {
      ...{ app, kind: 'canvases', owner: owner!, workspace: place.workspace.id, thing: board, other, foreign },
      parts: { chart: blocks.chart, plain: blocks.grid, other: blocks.other },
      ...{ result: row!.page!.id, marker: MARKER, shown: 'rainy' },
    }
  }))
