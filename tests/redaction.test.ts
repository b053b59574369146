import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { $ } from 'bun'
import { Hono } from 'hono'
import type { Env } from '#web/http-context.ts'
import { createApp } from '../src/app.ts'
import { PREVIEW_ENGINES } from '../src/connections/rules/connection.ts'
import { CONNECTION_SOURCES } from '../src/connections/rules/data-source.ts'
import { call, form, newPlace, signUp } from './support/people.ts'
import { leaked, look, plant, SECRETS, watchAddress, watched, watchedLog } from './support/secrets.ts'
import { testWorld } from './support/world.ts'

// On the embedded database only: it is about what goes out, not about what is kept.

/** That the look-out of tests/support/secrets.ts sees, and what no other test types: the secrets of every kind of source. */
test('at least thirty secrets are planted, each of them somewhere', async () => {
  const all = Object.entries(SECRETS)
  expect(new Set(Object.values(SECRETS)).size).toBeGreaterThanOrEqual(30)
  const root = join(import.meta.dir, '..')
  const text =
    await $`cat $(find src cli tests -name '*.ts' -o -name '*.tsx' | grep -E 'test|tests/support' | grep -v support/secrets.ts)`
      .cwd(root)
      .text()
  const used = ([name, secret]: [string, string]) =>
    [`'${secret}'`, `SECRETS['${name}']`].some((it) => text.includes(it)) ||
    new RegExp(`SECRETS\\.${name.replace(/\W+/g, '')}\\b`).test(text)
  expect(all.filter((entry) => !used(entry)).map(([name]) => name)).toEqual([])
})

test('a secret that gets out is found, with its name and where it was', async () => {
  const token = `eyJhbGciOiJI.eyJzdWIi.${'x'.repeat(30)}`
  const app = watched(
    new Hono<Env>()
      .get('/page', (c) => c.html(`<p>${SECRETS.AUTH_SECRET}</p>`))
      .get('/header', (c) => c.text('', 200, { location: `/?key=${SECRETS.OPENAI_API_KEY}` }))
      .get('/stream', (c) =>
        c.body(new Blob([`data: ${SECRETS.GOOGLE_CLIENT_SECRET}`]).stream(), 200, {
          'content-type': 'text/event-stream',
        }),
      )
      .get('/packed', (c) =>
        c.body(Bun.gzipSync(`{"hash":"${'0f'.repeat(16)}:${'0f'.repeat(64)}"}`), 200, {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        }),
      )
      .post('/api/auth/login', (c) => c.json({ token }))
      .get('/api/user/profile', (c) => c.json({ token }))
      .get('/begin', (c) => c.text('', 200, { 'set-cookie': `tabletalk.session_token=${'s'.repeat(32)}.y; Path=/` }))
      .get('/again', (c) => c.text(`You are ${'s'.repeat(32)}`)),
  )
  const found = async (path: string, init?: RequestInit) => {
    await (await app.request(path, init)).arrayBuffer()
    return leaked().map((it) => it.split(': ')[0])
  }
  expect(await found('/page')).toEqual(['AUTH_SECRET in GET /page'])
  expect(await found('/header')).toEqual(['OPENAI_API_KEY in a header of GET /header'])
  expect(await found('/stream')).toEqual(['GOOGLE_CLIENT_SECRET in GET /stream'])
  expect(await found('/packed')).toEqual(['hash of a password in GET /packed'])
  // Handed over where that is what it is for, and nowhere else.
  expect(await found('/api/auth/login', { method: 'POST' })).toEqual([])
  expect(await found('/api/user/profile')).toEqual(['access token in GET /api/user/profile'])
  expect(await found('/begin')).toEqual([])
  expect(await found('/again')).toEqual(['cookie session_token in GET /again'])
  // A line counts also where nobody writes it; what the log knows as a secret does not get so far.
  const log = watchedLog({ LOG_LEVEL: 'silent' })
  log.debug(`the password is ${SECRETS['password in SMTP_URL']}`)
  expect(leaked()).toEqual([expect.stringMatching(/^password in SMTP_URL in the log: .*the password is …it…/)])
  log.debug('a request', { password: SECRETS.password, path: `/verify-email/${'k'.repeat(43)}` })
  expect(leaked()).toEqual([])
  look(`error: ${SECRETS['newest of SECRET_KEYS']}`, 'standard error of the product')
  expect(leaked()).toEqual([expect.stringContaining('newest of SECRET_KEYS in standard error of the product')])
})

test('a secret that a product of its own answers to a program is found too, whole or in pieces', async () => {
  const html = { 'content-type': 'text/html' }
  const inPieces = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(SECRETS.AUTH_SECRET.slice(0, 9))
        controller.enqueue(SECRETS.AUTH_SECRET.slice(9))
        controller.close()
      },
    })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/page': () =>
        new Response(Bun.gzipSync(SECRETS.OPENAI_API_KEY), { headers: { ...html, 'content-encoding': 'gzip' } }),
      '/on': () => Response.redirect('/page'),
      '/stream': () => new Response(inPieces(), { headers: { 'content-type': 'text/event-stream' } }),
    },
  })
  const found = async (path: string) => {
    const text = await (await fetch(new URL(path, server.url))).text()
    return [text, leaked().map((it) => it.split(': ')[0])]
  }
  expect(await found('/page')).toEqual([SECRETS.OPENAI_API_KEY, []])
  watchAddress(server.url.href)
  expect(await found('/page')).toEqual([SECRETS.OPENAI_API_KEY, ['OPENAI_API_KEY in GET /page']])
  expect(await found('/on')).toEqual([SECRETS.OPENAI_API_KEY, ['OPENAI_API_KEY in GET /page']])
  expect(await found('/stream')).toEqual([SECRETS.AUTH_SECRET, ['AUTH_SECRET in GET /stream']])
  await server.stop(true)
})

test.each(CONNECTION_SOURCES)('the secrets of $label come back in no answer, no page and no log', async (source) => {
  const world = await testWorld()
  const sources = { off: [], preview: [...PREVIEW_ENGINES] }
  const app = createApp({ ...world, settings: () => ({ ...world.settings(), sources }) })
  const owner = await signUp(app)
  const { workspace } = await newPlace(app, owner)
  const typed = Object.fromEntries(
    source.fields.map(({ name, secret, type, options }) => {
      if (secret) return [name, plant(`${name} of ${source.label}`, `planted-${source.engine}-${name}-Ky7`)]
      if (options) return [name, options.at(-1)!.value]
      // Nothing listens there.
      return [name, type === 'number' ? '1' : /url|sheet|endpoint/.test(name) ? 'http://127.0.0.1:1/x' : '127.0.0.1']
    }),
  )
  const nested: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(typed)) {
    const [outer, inner] = name.split('.') as [string, string?]
    nested[outer] = inner ? { ...(nested[outer] as object | undefined), [inner]: value } : value
  }
  const api = `/api/workspaces/${workspace.id}/${source.kind}-connections`
  const input = { ...nested, [source.kind === 'database' ? 'engine' : 'kind']: source.engine }
  const tried = [
    await call(app, owner, 'POST', `${api}/test`, input),
    await call(app, owner, 'POST', api, input),
    await call(app, owner, 'POST', api, { ...input, name: '' }),
  ]
  for (const { status } of tried) expect([400, 422]).toContain(status)
  const page = await app.request(`/workspaces/${workspace.id}/sources/new/${source.engine}`, form(typed, owner.cookie))
  expect([400, 422]).toContain(page.status)
  expect(await page.text()).toContain('</form>')
})
