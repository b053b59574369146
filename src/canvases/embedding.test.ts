import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { CompactSign, SignJWT } from 'jose'
import { newId } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import { auditEvents, canvasEmbeddings, catalogColumns, catalogTables } from '#db/schema/index.ts'
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

/** Boards of a workspace whose owner embeds them, and those of another one. What the first customer may not see carries a marker. */
let world: TestWorld
let app: App
let [owner, second, member, stranger]: Person[] = []
let [place, elsewhere]: Place[] = []
let board: string
let other: string
let foreign: string
let chart: string
let secret: string
let now = 0

const MARKER = 'zq-marker'
const ORDERS = `SELECT ['Acme', '${MARKER}, Acme', 'O''Neill; trips'][1 + range % 3] AS customer, range AS amount FROM range(60)`
const HOSTS = ['https://app.example.com', 'https://*.example.org']

beforeAll(async () => {
  world = await testWorld()
  now = Number(world.now())
  app = await testApp({ ...world, now: () => new Date(now) })
  ;[owner, second, member, stranger] = await Promise.all([1, 2, 3, 4].map(() => signUp(app)))
  ;[place, elsewhere] = [await newPlace(app, owner!), await newPlace(app, stranger!)]
  await join(world, place.organization.id, second!.user.id, 'owner')
  await join(world, place.organization.id, member!.user.id, 'member')
  const ctx = await workspaceCtx(world, owner!.user.id, place.workspace.id)
  await putTable(ctx, 'orders', ORDERS)
  await putTable(ctx, 'costs', `SELECT '${MARKER}-cost' AS what, range AS cost FROM range(3)`)
  board = await newBoard(owner!, place, 'Orders')
  other = await newBoard(owner!, place, `${MARKER}-other`)
  foreign = await newBoard(stranger!, elsewhere, `${MARKER}-foreign`)
  const sql = 'SELECT customer, sum(amount) AS amount FROM orders GROUP BY customer ORDER BY customer'
  const spec = { kind: 'bar', x: 'customer', y: ['amount'], series: null, title: 'By customer' }
  chart = await put({ kind: 'chart', content: { title: 'By customer', sql, chart: spec } })
  await put({
    kind: 'grid',
    content: { title: 'All orders', sql: 'SELECT customer, amount FROM orders ORDER BY amount' },
  })
  await put({ kind: 'grid', content: { title: 'All costs', sql: 'SELECT what, cost FROM costs' } })
  await call(app, owner!, 'POST', `/api/canvases/${board}/refresh`, {})
  await call(app, owner!, 'PUT', settings(), { hosts: HOSTS })
  secret = await renew()
}, 300_000)
beforeEach(() => {
  now = Number(world.now())
})

const settings = (at = place!) => `/api/workspaces/${at.workspace.id}/embedding`
const renew = async (who = owner!, at = place!): Promise<string> =>
  (await call(app, who, 'POST', `${settings(at)}/secret`)).body.secret
const newBoard = async (who: Person, { workspace }: Place, name: string): Promise<string> =>
  (await call(app, who, 'POST', `/api/workspaces/${workspace.id}/canvases`, { name })).body.id
async function put(block: object, canvas = board): Promise<string> {
  const id = newId()
  const answer = await call(app, owner!, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, {
    ...{ tab: 'first', x: 0, y: 0, w: 6, h: 4 },
    ...block,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return id
}
const seconds = (later = HOUR) => Math.floor((now + later) / 1000)
const signed = (claims: object, key = secret, header: object = {}) =>
  new SignJWT({ canvas: board, exp: seconds(), ...claims })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(new TextEncoder().encode(key))
async function open(token: string, tail = '') {
  const answer = await app.request(`/embed/canvases/${token}${tail}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const ACME = { filters: { 'orders.customer': ['Acme'] } }

test('a token shows its board in frames of the sites that were named, and nowhere else', async () => {
  const { status, headers, text } = await open(await signed({}))
  expect(status).toBe(200)
  expect(text).toContain('All orders')
  expect(text).not.toMatch(/<script|SELECT/)
  expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${HOSTS.join(' ')}; `)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  for (const path of ['/', '/login', `/canvases/${board}`])
    expect((await app.request(path)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const bare = await newPlace(app, owner!)
  const canvas = await newBoard(owner!, bare, 'Bare')
  const framed = await open(await signed({ canvas }, await renew(owner!, bare)))
  expect(framed.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('filters of a token keep people apart: what they do not reach is not shown, whatever a value holds', async () => {
  const acme = await signed(ACME)
  const { text, status } = await open(acme)
  expect(status).toBe(200)
  expect(text).toContain('Acme')
  expect(text).not.toContain(MARKER)
  expect(text).not.toContain('Neill')
  const picture = await open(acme, `/charts/${chart}?width=340`)
  expect([picture.status, picture.text.includes(MARKER)]).toEqual([200, false])
  const odd = await open(await signed({ filters: { 'orders.customer': ['O’Neill; trips', "O'Neill; trips"] } }))
  expect(odd.text).toContain('Neill; trips')
  expect(odd.text).not.toContain('Acme')
  expect((await open(await signed({ filters: { 'orders.customer': [`${MARKER}, Acme`] } }))).text).not.toMatch(/>Acme</)
})

test('words of an answer are shown to no customer, with or without a number in them', async () => {
  const canvas = await newBoard(owner!, place!, 'Words')
  const prose = { text: 'The top customer is Initech.', numbers: [], queries: [] }
  await put({ kind: 'prose', content: prose }, canvas)
  await put({ kind: 'text', content: { text: 'Our own words.' }, y: 4 }, canvas)
  const shown = async (claims: object) => (await open(await signed({ canvas, ...claims }))).text
  expect(await shown({})).toContain('Initech')
  const toCustomer = await shown(ACME)
  expect(toCustomer).toContain('Our own words')
  expect(toCustomer).not.toContain('Initech')
})

const ROWS = { 'orders.customer': ['Acme'] }
test.each([
  ['filter', { filter: ROWS }],
  ['Filters', { Filters: ROWS }],
  ['rows', { filters: ROWS, rows: ROWS }],
  ['parameter', { parameter: { least: '9' } }],
  ['filters ', { 'filters ': ROWS }],
  ['', { '': ROWS }],
  ['__proto__', JSON.parse('{"__proto__": { "orders.customer": ["Acme"] }}')],
])('a claim that means nothing here shows nothing and is named: %j', async (name, claims) => {
  // Parts of an object that no other object takes over stand in a token as well.
  const body = `${JSON.stringify({ canvas: board, exp: seconds() }).slice(0, -1)}, ${JSON.stringify(claims).slice(1)}`
  const token = await new CompactSign(new TextEncoder().encode(body))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))
  for (const tail of ['', `/charts/${chart}?width=340`]) {
    const { status, text } = await open(token, tail)
    expect([status, text.includes('All orders')]).toEqual([400, false])
    expect(text).toContain(`not known here: ${name}.`)
  }
})

test('a filter or parameter that the board has not is named, and claims that every token may have are none of them', async () => {
  for (const [name, claims] of [
    ['customers', { filters: { customers: ['Acme'] } }],
    ['orders.customers', { filters: { 'orders.customers': ['Acme'] } }],
    ['least', { parameters: { least: '9' } }],
  ] as const) {
    const { status, text } = await open(await signed(claims))
    expect([status, text.includes('All orders'), text.includes(name)]).toEqual([400, false, true])
  }
  const usual = { iss: 'shop', sub: 'customer 7', aud: ['board'], iat: seconds(0), nbf: seconds(0), jti: newId() }
  const { status, text } = await open(await signed({ ...usual, ...ACME }))
  expect([status, text.includes('Acme'), text.includes(MARKER)]).toEqual([200, true, false])
})

test('a value of a token is a whole one, of whatever kind a filter of the board is', async () => {
  const canvas = await newBoard(owner!, place!, 'Kinds')
  const on = (id: string, kind: string, column: string) => ({
    ...{ id, name: id, kind, except: [], places: [{ table: 'orders', column }] },
  })
  const filters = [on('words', 'text', 'customer'), on('range', 'number_range', 'amount')]
  await call(app, owner!, 'PATCH', `/api/canvases/${canvas}`, { filters })
  await put({ kind: 'grid', content: { title: 'Rows', sql: 'SELECT customer, amount FROM orders' } }, canvas)
  const shown = async (filters: object) => {
    const { text } = await open(await signed({ canvas, filters }))
    return [/>Acme</.test(text), text.includes(MARKER), />57</.test(text)]
  }
  expect(await shown({ words: ['Acme'] })).toEqual([true, false, true])
  for (const name of ['range', 'orders.amount']) expect(await shown({ [name]: ['0'] })).toEqual([true, false, false])
})

test('a filter whose column is hidden or gone shows nothing rather than everything', async () => {
  await world.db.update(catalogColumns).set({ hidden: true }).where(eq(catalogColumns.name, 'customer'))
  const { status, text } = await open(await signed(ACME))
  expect(status).toBe(400)
  expect(text).not.toContain(MARKER)
  await world.db.update(catalogColumns).set({ hidden: false }).where(eq(catalogColumns.name, 'customer'))
  await call(app, owner!, 'POST', `/api/canvases/${board}/refresh`, { force: true })
})

describe('a filter on several tables of one statement', () => {
  /** Hides a column of one table, or shows it again. */
  const hide = async (table: string, name: string, hidden: boolean) => {
    const [one] = await world.db.select().from(catalogTables).where(eq(catalogTables.name, table))
    const isThis = and(eq(catalogColumns.tableId, one!.id), eq(catalogColumns.name, name))
    await world.db.update(catalogColumns).set({ hidden }).where(isThis)
  }
  const BOTH = `SELECT 'o' AS what, sum(amount) AS total FROM orders UNION ALL SELECT 'r', sum(back) FROM refunds`
  const on = (...places: [table: string, column: string][]) => ({
    ...{ id: 'customer', name: 'Customer', kind: 'values', except: [] },
    places: places.map(([table, column]) => ({ table, column })),
  })
  /** A board with one block, and what a token for one customer, a link for them made before, and the API show of it. */
  async function boardWith(filter: object | null, sql: string, id = filter ? 'customer' : 'orders.customer') {
    const canvas = await newBoard(owner!, place!, 'Several')
    if (filter) await call(app, owner!, 'PATCH', `/api/canvases/${canvas}`, { filters: [filter] })
    await put({ kind: 'grid', content: { title: 'Rows of both', sql } }, canvas)
    const filters = `${id}:Acme`
    const made = await call(app, owner!, 'POST', `/api/canvases/${canvas}/links`, { filters })
    return async () => {
      await call(app, owner!, 'POST', `/api/canvases/${canvas}/refresh`, { force: true, filters })
      const token = await open(await signed({ canvas, filters: { [id]: ['Acme'] } }))
      const link = await app.request(new URL(made.body.address).pathname)
      const api = await call(app, owner!, 'GET', `/api/canvases/${canvas}?filters=${filters}`)
      return {
        token: [token.text.includes('Rows of both'), token.text.includes('471108')],
        link: [link.status, (await link.text()).includes('471108')],
        why: api.body.blocks[0].filters[0].why,
      }
    }
  }

  beforeAll(async () => {
    const ctx = await workspaceCtx(world, owner!.user.id, place!.workspace.id)
    await putTable(
      ctx,
      'refunds',
      `SELECT ['Acme', '${MARKER}'][1 + range % 2] AS buyer, 471108 * (range % 2) AS back FROM range(2)`,
    )
    await putTable(ctx, 'codes', `SELECT 471108 AS code`)
    await putTable(
      ctx,
      'bills',
      `SELECT ['Acme', '${MARKER}'][1 + range % 2] AS customer, 471108 * (range % 2) AS due FROM range(2)`,
    )
  })

  const GONE = 'its columns are not there, or have other values'
  const UNIONS: [string, object | null, string, string, string][] = [
    ['is hidden', on(['orders', 'customer'], ['refunds', 'buyer']), BOTH, 'refunds', 'buyer'],
    [
      'is hidden, which the filter would be proposed for',
      null,
      `SELECT sum(amount) AS total FROM orders WHERE amount < 9 UNION ALL SELECT sum(due) FROM bills`,
      'bills',
      'customer',
    ],
  ]
  test.each(UNIONS)('shows nothing of it once the column of one %s', async (_, filter, sql, table, column) => {
    const shown = await boardWith(filter, sql)
    expect(await shown()).toEqual({ token: [true, false], link: [200, false], why: null })
    await hide(table, column, true)
    expect(await shown()).toEqual({ token: [false, false], link: [404, false], why: GONE })
    await hide(table, column, false)
    expect((await shown()).link).toEqual([200, false])
  })
  test('shows nothing of it where a value is none of the column of one', async () => {
    const shown = await boardWith(
      on(['orders', 'customer'], ['codes', 'code']),
      'SELECT sum(amount) AS total FROM orders UNION ALL SELECT code FROM codes',
    )
    // Whoever made the link saw that this block is not filtered.
    expect(await shown()).toMatchObject({ token: [false, false], why: '“Acme” is no number of up to 15 digits.' })
  })
})

test('a renewed secret ends what the one before has signed, and so does the end of all embedding', async () => {
  const before = await signed({})
  secret = await renew(second!)
  expect((await open(before)).status).toBe(404)
  const after = await signed({})
  expect((await open(after)).status).toBe(200)
  // The owner who made it is none any more.
  await join(world, place!.organization.id, second!.user.id, 'member')
  expect((await open(after)).status).toBe(404)
  await leave(world, place!.organization.id, second!.user.id)
  expect((await open(after)).status).toBe(404)
  secret = await renew()
  const last = await signed({})
  expect((await open(last)).status).toBe(200)
  await call(app, owner!, 'DELETE', settings())
  expect((await open(last)).status).toBe(404)
  await call(app, owner!, 'PUT', settings(), { hosts: HOSTS })
  secret = await renew()
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, place!.workspace.id))
  const actions = new Set(events.map(({ action }) => action))
  for (const action of ['embedding.update', 'embedding.renew_secret', 'embedding.delete'] as const)
    expect(actions.has(action)).toBe(true)
})

test('the secret is told once and lies sealed; hosts are origins', async () => {
  const [row] = await world.db
    .select()
    .from(canvasEmbeddings)
    .where(eq(canvasEmbeddings.workspaceId, place!.workspace.id))
  expect(row!.secret).not.toContain(secret)
  expect((await call(app, owner!, 'GET', settings())).body).toEqual({ hosts: HOSTS, secret_at: expect.any(String) })
  expect((await call(app, member!, 'GET', settings())).status).toBe(403)
  for (const host of [
    '*',
    'https://*',
    'http://app.example.com',
    "https://a.example.com; script-src 'unsafe-inline'",
    'https://*.com',
    'app.example.com',
    'https://a.example.com/path',
    'data:',
  ])
    expect((await call(app, owner!, 'PUT', settings(), { hosts: [host] })).status).toBe(400)
})

test('its page makes a secret and shows it this once', async () => {
  const path = `/workspaces/${elsewhere!.workspace.id}/embedding`
  const send = async (fields: Record<string, string>) => {
    const answer = await app.request(path, form(fields, stranger!.cookie))
    return { status: answer.status, text: await answer.text() }
  }
  expect(await send({ act: 'hosts', hosts: 'https://a.example.com\nhttps://b.example.com/' })).toMatchObject({
    status: 303,
  })
  expect((await send({ act: 'hosts', hosts: 'javascript:alert(1)' })).text).toContain('Write each host as')
  const made = /id="embedding-secret">\s*([\w-]{43})/.exec((await send({ act: 'secret' })).text)![1]!
  const shown = await (await app.request(path, { headers: { cookie: stranger!.cookie } })).text()
  expect(shown).toContain('https://a.example.com\nhttps://b.example.com')
  expect(shown).not.toContain(made)
  expect((await open(await signed({ canvas: foreign }, made))).status).toBe(200)
})

const unsigned = (header: object, claims: object, signature = '') =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.${signature}`
const claimed = (more: object = {}) => ({ canvas: board, exp: seconds(), ...more })
/** Changes one part of a token that is right. */
async function changed(change: (parts: string[]) => string[], claims: object = ACME): Promise<string> {
  return change((await signed(claims)).split('.')).join('.')
}
const payload = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')

/** What somebody tries who has a token for one customer, or none. */
const ATTEMPTS: [string, () => string | Promise<string>][] = [
  ['no token', () => 'none'],
  ['an empty token', () => '..'],
  ['no algorithm', () => unsigned({ alg: 'none' }, claimed())],
  ['no algorithm, in capitals', () => unsigned({ alg: 'NONE' }, claimed())],
  ['no signature', () => unsigned({ alg: 'HS256' }, claimed())],
  ['HS512', () => signed({}, secret, { alg: 'HS512' })],
  ['HS384', () => signed({}, secret, { alg: 'HS384' })],
  ['RS256 named', () => changed(([, body, sign]) => [payload({ alg: 'RS256' }), body!, sign!])],
  [
    'a key in its header',
    () => signed({}, 'my own key, which is as long as one', { jwk: { kty: 'oct', k: 'bXkgb3du' } }),
  ],
  [
    'a key by its address',
    () => signed({}, 'my own key, which is as long as one', { jku: 'https://evil.example/keys' }),
  ],
  ['a key id with a path', () => signed({}, 'my own key, which is as long as one', { kid: '../../dev/null' })],
  ['another secret', () => signed({}, 'my own key, which is as long as one')],
  ['an empty secret', () => signed({}, ' ')],
  ['the id of the workspace as the secret', () => signed({}, place!.workspace.id)],
  ['the id of the canvas as the secret', () => signed({}, board)],
  [
    'another customer put in',
    () => changed(([head, , sign]) => [head!, payload(claimed({ filters: { 'orders.customer': [MARKER] } })), sign!]),
  ],
  ['its filters taken out', () => changed(([head, , sign]) => [head!, payload(claimed()), sign!])],
  [
    'another canvas put in',
    () => changed(([head, , sign]) => [head!, payload({ ...claimed(), canvas: other }), sign!]),
  ],
  [
    'a later end put in',
    () => changed(([head, , sign]) => [head!, payload(claimed({ ...ACME, exp: seconds(2 * HOUR) })), sign!]),
  ],
  [
    'a letter of its signature changed',
    () => changed(([head, body, sign]) => [head!, body!, (sign!.startsWith('A') ? 'B' : 'A') + sign!.slice(1)]),
  ],
  ['its signature cut', () => changed(([head, body, sign]) => [head!, body!, sign!.slice(0, 20)])],
  ['a part more', () => changed((parts) => [...parts, 'more'])],
  ['a canvas of another workspace', () => signed({ canvas: foreign })],
  ['a canvas that is not there', () => signed({ canvas: newId() })],
  ['a list of canvases', () => signed({ canvas: [board, other] })],
  ['no canvas', () => signed({ canvas: undefined })],
  ['a canvas as SQL', () => signed({ canvas: `${board}' or '1'='1` })],
  ['no end', () => signed({ exp: undefined })],
  ['an end in words', () => signed({ exp: 'never' as unknown as number }).catch(() => 'none')],
  ['an end that is over', () => signed({ exp: seconds(-HOUR) })],
  ['an end a year from now', () => signed({ exp: seconds(365 * DAY) })],
  ['a beginning that is to come', () => signed({ nbf: seconds(HOUR / 2) })],
  ['a filter that the canvas has not', () => signed({ filters: { 'orders.nothing': ['Acme'] } })],
  ['a filter of another table', () => signed({ filters: { 'secrets.customer': ['Acme'] } })],
  ['a filter that is a text', () => signed({ filters: `orders.customer:${MARKER}` })],
  ['a filter that no object keeps', () => signed({ filters: JSON.parse('{"__proto__": ["Acme"]}') })],
  ['a filter without values', () => signed({ filters: { 'orders.customer': [] } })],
  [
    'a filter with two meanings',
    () => signed({ filters: { 'orders.customer': ['Acme'], 'orders.customer;orders.amount': ['1'] } }),
  ],
  [
    'very many filters',
    () => signed({ filters: Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`orders.c${n}`, ['x']])) }),
  ],
  [
    'a very long token',
    () => signed({ filters: { 'orders.customer': ['x'.repeat(300), ...Array(30).fill('y'.repeat(299))] } }),
  ],
]

describe('nobody gets a board by', () => {
  test.each(ATTEMPTS)('%s', async (_, attempt) => {
    const token = await attempt()
    for (const tail of ['', `/charts/${chart}?width=340`]) {
      const { status, text } = await open(token, tail)
      expect(status >= 400 && status < 500 ? 'refused' : status).toBe('refused')
      expect(text).not.toContain(MARKER)
      expect(text).not.toContain('All orders')
    }
  })

  const BESIDE: [string, (token: string) => [path: string, init?: RequestInit]][] = [
    [
      'its token as a bearer token of the API',
      (token) => [`/api/canvases/${board}`, { headers: { authorization: `Bearer ${token}` } }],
    ],
    [
      'its token as a session',
      (token) => [`/api/canvases/${board}`, { headers: { cookie: `tabletalk.session_token=${token}` } }],
    ],
    ['its token as a link', (token) => [`/shared/canvases/${token}`]],
    [
      'the events of its board',
      (token) => [`/api/canvases/${board}/events`, { headers: { authorization: `Bearer ${token}` } }],
    ],
    [
      'its board as a file',
      (token) => [`/api/canvases/${board}/export`, { headers: { authorization: `Bearer ${token}` } }],
    ],
    [
      'a refresh',
      (token) => [`/api/canvases/${board}/refresh`, { method: 'POST', headers: { authorization: `Bearer ${token}` } }],
    ],
    ['the secret', (token) => [settings(), { headers: { authorization: `Bearer ${token}` } }]],
    ['a chart of another board', (token) => [`/embed/canvases/${token}/charts/${newId()}?width=340`]],
    [
      'filters in its address',
      (token) => [`/embed/canvases/${token}/charts/${newId()}?width=340&filters=orders.customer:x`],
    ],
    ['a folder up', (token) => [`/embed/canvases/${token}/../../api/workspaces`]],
    ['a post to it', (token) => [`/embed/canvases/${token}`, { method: 'POST', body: '{}' }]],
  ]
  test.each(BESIDE)('a token of one customer and %s', async (_, ask) => {
    const answer = await app.request(...ask(await signed(ACME)))
    expect(answer.status >= 400 && answer.status < 500 ? 'refused' : answer.status).toBe('refused')
    expect(await answer.text()).not.toContain(MARKER)
  })

  test('filters in its address beside those of its token', async () => {
    const { text } = await open(await signed(ACME), `?filters=${encodeURIComponent(`orders.customer:${MARKER}, Acme`)}`)
    expect(text).not.toContain(MARKER)
  })
})
