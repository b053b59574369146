import { beforeAll, expect, test } from 'bun:test'
import { type App, call, type Person } from './people.ts'

/**
 * A canvas or conversation that is shared by a link. What may never be told carries `marker`, what the link shows carries `shown`. `other`
 * is one of the same workspace, `foreign` one of strangers. Of `parts`, `other` is a chart of the other one.
 */
export type Scene = {
  kind: 'canvases' | 'conversations'
  owner: Person
  workspace: string
  thing: string
  other: string
  foreign: string
  parts: { chart: string; plain: string; other: string }
  result: string
  marker: string
  shown: string
}
/** With what the address of its link says. */
type Linked = Scene & { link: string; path: string; token: string; home: string; shared: string }
/** What somebody tries who has nothing but the secret of a link. */
type Try = { method?: string; path: string; headers?: Record<string, string>; body?: object }
type Attempt = (scene: Linked) => Try

const inApi = (tail: string, { kind, thing, workspace }: Scene) =>
  `/api/${tail.replace('THING', `${kind}/${thing}`).replace('KIND', kind).replace('WORKSPACE', `workspaces/${workspace}`)}`
const api =
  (tail: string, method = 'GET', body?: object): Attempt =>
  (scene) => ({ method, path: inApi(tail, scene), ...(body && { body }) })
const asBearer =
  (tail: string): Attempt =>
  (scene) => ({ path: inApi(tail, scene), headers: { authorization: `Bearer ${scene.token}` } })
const asCookie =
  (name: string): Attempt =>
  ({ token, home }) => ({ path: home, headers: { cookie: `${name}=${token}` } })
const at =
  (tail: string): Attempt =>
  ({ path }) => ({ path: `${path}${tail}` })
const instead =
  (change: (scene: Linked) => string): Attempt =>
  (scene) => ({ path: `${scene.shared}/${change(scene)}` })
const header =
  (name: string, value: (scene: Linked) => string): Attempt =>
  (scene) => ({ path: scene.home, headers: { [name]: value(scene) } })

const ATTEMPTS: [string, Attempt][] = [
  ['it by the API', api('THING')],
  ['it by the API, with the secret as a bearer token', asBearer('THING')],
  [
    'it by the API, with the secret as an API key',
    ({ token, home }) => ({ path: home, headers: { 'x-api-key': token } }),
  ],
  ['its events', asBearer('THING/events')],
  ['its versions', asBearer('THING/versions')],
  ['what was said in it', asBearer('THING/messages')],
  ['what is said of it', asBearer('THING/comments')],
  ['with whom it is shared', asBearer('THING/sharing')],
  ['a copy of it', api('THING/fork', 'POST', {})],
  ['one of its parts', ({ parts }) => ({ path: `/api/messages/${parts.chart.split('.')[0]}` })],
  ['its links', asBearer('THING/links')],
  ['the workspace', asBearer('WORKSPACE')],
  ['all of its kind', asBearer('WORKSPACE/KIND')],
  ['its files', asBearer('WORKSPACE/files')],
  ['its members', asBearer('WORKSPACE/members')],
  ['its catalog', asBearer('WORKSPACE/catalog')],
  ['its statements', asBearer('WORKSPACE/statements')],
  ['a statement of one’s own', api('WORKSPACE/sql', 'POST', { sql: 'SELECT 1' })],
  ['a refresh', api('THING/refresh', 'POST', { force: true })],
  ['a change of its name', api('THING', 'PATCH', { name: 'Mine' })],
  ['a link of one’s own', api('THING/links', 'POST', {})],
  ['the link put an end to', ({ home, link }) => ({ method: 'DELETE', path: `${home}/links/${link}` })],
  ['the link published anew', ({ home, link }) => ({ method: 'POST', path: `${home}/links/${link}/publish` })],
  ['a question', api('WORKSPACE/query-data', 'POST', { message: 'Secrets?' })],
  ['rows of a result', ({ result }) => ({ path: `/api/results/${result}` })],
  ['a file of a result', ({ result }) => ({ path: `/api/results/${result}/export?format=csv` })],
  [
    'rows of a result, in its workspace',
    ({ workspace, result }) => ({ path: `/api/workspaces/${workspace}/results/${result}/rows` }),
  ],
  ['its page', ({ kind, thing }) => ({ path: `/${kind}/${thing}` })],
  ['the page of the workspace', ({ workspace, thing }) => ({ path: `/workspaces/${workspace}?conversation=${thing}` })],
  ['the secret as a session', asCookie('tabletalk.session_token')],
  ['the secret as a visit', asCookie('tabletalk.link')],
  ['its id as the secret', instead(({ thing }) => thing)],
  ['the id of another as the secret', instead(({ other }) => other)],
  ['the id of one of others as the secret', instead(({ foreign }) => foreign)],
  ['the id of the link as the secret', instead(({ link }) => link)],
  [
    'the digest of the secret',
    instead(({ token }) => new Bun.CryptoHasher('sha256').update(token).digest('base64url')),
  ],
  [
    'the secret as one of another kind',
    ({ kind, path }) => ({ path: path.replace(kind, kind === 'canvases' ? 'conversations' : 'canvases') }),
  ],
  ['the secret as a token of sites', ({ token }) => ({ path: `/embed/canvases/${token}` })],
  ['the secret with another letter', instead(({ token }) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1))],
  ['the secret with its last letter gone', instead(({ token }) => token.slice(0, -1))],
  ['the secret with a letter more', instead(({ token }) => `${token}A`)],
  ['the secret in capitals', instead(({ token }) => token.toUpperCase())],
  ['the secret with a blank', instead(({ token }) => `${token}%20`)],
  ['the secret with a NUL', instead(({ token }) => `${token}%00`)],
  ['a wildcard', instead(() => '%25')],
  ['no secret', instead(() => '')],
  ['a quote', instead(() => "'%20or%201=1--")],
  ['a list of secrets', instead(({ token }) => `${token},${'A'.repeat(43)}`)],
  ['a folder up', at('/../../../api/workspaces')],
  ['a folder up, written otherwise', at('/%2e%2e/%2e%2e/workspaces')],
  ['a folder up, in one piece', at('/..%2f..%2fapi%2fworkspaces')],
  ['a chart of another', ({ path, parts }) => ({ path: `${path}/charts/${parts.other}?width=340` })],
  ['a chart of a part without one', ({ path, parts }) => ({ path: `${path}/charts/${parts.plain}?width=340` })],
  ['a chart of no block', at('/charts/none?width=340')],
  ['a chart a folder up', at('/charts/..%2f..%2fsecret?width=340')],
  ['a chart in another width', ({ path, parts }) => ({ path: `${path}/charts/${parts.chart}?width=99999` })],
  [
    'a chart in another theme',
    ({ path, parts }) => ({ path: `${path}/charts/${parts.chart}?width=340&theme=../../x` }),
  ],
  ['its statements as JSON', at('.json')],
  ['its statements as CSV', at('/export?format=csv')],
  ['its events below it', at('/events')],
  ['its rows below it', at('/results')],
  ['another address by a header', header('x-original-url', ({ path }) => path)],
  ['another address by another header', header('x-rewrite-url', ({ path }) => path)],
  ['another host', ({ kind, thing }) => ({ path: `/${kind}/${thing}`, headers: { host: 'localhost:1' } })],
  ['the address as a referrer', header('referer', ({ path }) => `http://localhost${path}`)],
  ['an address of the server itself', header('x-forwarded-for', () => '127.0.0.1')],
  ['the maker named', header('x-user-id', ({ owner }) => owner.user.id)],
  ['another method', ({ path }) => ({ method: 'DELETE', path })],
  ['a change below it', ({ path, parts }) => ({ method: 'PUT', path: `${path}/charts/${parts.chart}`, body: {} })],
  [
    'a password where there is none to one of others',
    ({ shared, foreign }) => ({ method: 'POST', path: `${shared}/${foreign}`, body: { password: 'anything at all' } }),
  ],
  [
    'tools for programs',
    () => ({ method: 'POST', path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
  ],
]

/** Shares it, and tries all of them as somebody who is not signed in. */
export function leaveLink(scene: () => Promise<{ app: App } & Scene>): void {
  let app: App
  let linked: Linked
  beforeAll(async () => {
    const { app: at, ...made } = await scene()
    app = at
    const home = `/api/${made.kind}/${made.thing}`
    const { body } = await call(app, made.owner, 'POST', `${home}/links`, {})
    const path = new URL(body.address).pathname
    linked = { ...made, home, shared: `/shared/${made.kind}`, link: body.id, path, token: path.split('/').at(-1)! }
  })

  test('the link itself works', async () => {
    expect(await (await app.request(linked.path)).text()).toContain(linked.shown)
    expect((await app.request(`${linked.path}/charts/${linked.parts.chart}?width=340`)).status).toBe(200)
  })

  test.each(ATTEMPTS)('%s', async (_, attempt) => {
    const { method = 'GET', path, headers = {}, body } = attempt(linked)
    const answer = await app.request(path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await answer.text()
    const toLogin = answer.status === 302 && answer.headers.get('location')?.startsWith('/login')
    expect(answer.status >= 400 && answer.status < 500 ? 'refused' : toLogin ? 'refused' : answer.status).toBe(
      'refused',
    )
    expect(text).not.toContain(linked.marker)
    expect(text).not.toContain(linked.shown)
  })

  test('and there are enough of these', () => expect(ATTEMPTS.length).toBeGreaterThanOrEqual(60))
}
