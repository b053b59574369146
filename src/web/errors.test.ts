import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { AppError, type ErrorKind } from '#base/errors.ts'
import { createLog } from '#outside/logs.ts'
import { testWorld } from '../../tests/support/world.ts'
import { errorAnswer } from './errors.tsx'
import { anyone } from './handler.ts'
import type { Env } from './http-context.ts'
import { begin, securityHeaders } from './middleware.ts'

/** An app that fails at every address, with whatever the test throws, as somebody or as a guest. */
async function failing(error: unknown, email: string | null = null) {
  const world = await testWorld()
  const logged: string[] = []
  const log = createLog({ LOG_LEVEL: 'error' }, (line) => logged.push(line))
  const fail = anyone((_ctx, c) => {
    if (email) {
      const chosen = {
        theme: '' as const,
        locale: '',
        currency: 'INR',
        keepSignedIn: true,
        instructions: '',
        twoFactorEnabled: false,
      }
      c.set('user', { id: 'u1', name: 'Ada', email, emailVerified: true, image: null, adminRoles: [], ...chosen })
    }
    throw error
  })
  const app = new Hono<Env>()
    .onError(errorAnswer)
    .use(begin({ ...world, log }), securityHeaders)
    .all('*', fail)
  return { app, logged }
}

test('an error that nobody expected shows its request and a way on, and no word of itself', async () => {
  const { app, logged } = await failing(new Error('password of the database: hunter2'))
  const answer = await app.request('/chat?conversation=1')
  const html = await answer.text()
  const id = answer.headers.get('x-request-id')!
  expect(answer.status).toBe(500)
  expect(html).toContain('The fault is ours, not yours.')
  expect(html).toContain(`<code>${id}</code>`)
  expect(html).toContain(`mailto:hello@tabletalk.example?subject=Problem%20${id}`)
  expect(html).toContain('href="/chat?conversation=1"')
  expect(html).not.toContain('hunter2')
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ message: 'unhandled error', requestId: id }])
})

test('a form that failed is not sent again by a link', async () => {
  const { app } = await failing(new Error('x'))
  expect(await (await app.request('/login', { method: 'POST' })).text()).not.toContain('Try again</a>')
})

test('under /api the same error is JSON with the id', async () => {
  const { app } = await failing(new Error('hunter2'))
  const answer = await app.request('/api/thing')
  const id = answer.headers.get('x-request-id')!
  expect(await answer.json()).toEqual({
    error: `Something went wrong on our side. Please try again; if it stays, tell us this id: ${id}`,
    code: 'internal',
    request_id: id,
  })
})

test.each([
  ['database_away', new Error('Failed query', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })],
  ['database_away', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['storage_full', new Error('Failed query', { cause: new Error('could not extend file: No space left on device') })],
])('an outage of the server is no fault of the request: %s is 503, and logged', async (code, error) => {
  const { app, logged } = await failing(error)
  const answer = await app.request('/api/thing')
  expect([answer.status, ((await answer.json()) as { code: string }).code, logged.length]).toEqual([503, code, 1])
  expect(answer.headers.get('retry-after')).toBe(code === 'database_away' ? '5' : null)
  expect((await app.request('/chat')).status).toBe(503)
})

test('whoever is refused reads why, as whom, and where to go', async () => {
  const { app } = await failing(
    new AppError('forbidden', 'Permission X requires one of these roles: owner'),
    'a@b.example',
  )
  const answer = await app.request('/organizations/1/settings')
  const html = await answer.text()
  expect(answer.status).toBe(403)
  expect(html).toContain('Permission X requires one of these roles: owner')
  expect(html).toContain('<strong>a@b.example</strong>')
  expect(html).toContain('Go to your organizations')
  expect(html).not.toContain('class="error-request"')
})

test.each<[ErrorKind, number]>([
  ['not_found', 404],
  ['wrong_method', 405],
  ['rate_limited', 429],
  ['unavailable', 503],
])('%s has a page with its status', async (kind, status) => {
  const { app } = await failing(new AppError(kind, 'It is so.'))
  const answer = await app.request('/x')
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(`Error ${status}`)])
})
