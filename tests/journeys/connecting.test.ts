import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { absolute } from '../../src/urls.ts'
import { lookAtPage } from '../support/browser.ts'
import { signUp } from '../support/people.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let codes: PromiseWithResolvers<string>
let program: Bun.Server<undefined>

beforeAll(async () => {
  site = await openSite()
  codes = Promise.withResolvers()
  program = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      codes.resolve(new URL(request.url).searchParams.get('code')!)
      return new Response('Connected.')
    },
  })
}, 300_000)
afterAll(async () => {
  await program.stop(true)
  await site.close()
})

test('somebody connects a program that knows no key: they sign in, allow it, and it goes on', async () => {
  const person = await signUp(site.app)
  const saved: Record<string, unknown> = {}
  const redirectUrl = `http://127.0.0.1:${program.port}/callback`
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Editor', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => saved.client as Awaited<ReturnType<OAuthClientProvider['clientInformation']>>,
    saveClientInformation: (client) => void Object.assign(saved, { client }),
    tokens: () => saved.tokens as Awaited<ReturnType<OAuthClientProvider['tokens']>>,
    saveTokens: (tokens) => void Object.assign(saved, { tokens }),
    redirectToAuthorization: (asked) => void Object.assign(saved, { asked }),
    saveCodeVerifier: (verifier) => void Object.assign(saved, { verifier }),
    codeVerifier: () => saved.verifier as string,
  }
  const options = {
    authProvider,
    fetch: async (address: string | URL, init?: RequestInit) => site.app.request(String(address), init),
  }
  const address = new URL(absolute(site.world.config, '/mcp'))
  const client = new Client({ name: 'editor', version: '1' })
  const first = new StreamableHTTPClientTransport(address, options)
  await expect(client.connect(first)).rejects.toThrow(UnauthorizedError)

  const page = await (await site.open(null)).newPage()
  const { pathname, search } = saved.asked as URL
  await page.goto(pathname + search)
  await page.getByLabel('Email').fill(person.user.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Connect Editor?' }).waitFor()
  await lookAtPage(page, 'connect-program')
  await page.getByRole('checkbox', { name: 'ask' }).uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Connected.').waitFor()

  await first.finishAuth(await codes.promise)
  await client.connect(new StreamableHTTPClientTransport(address, options))
  expect(await client.callTool({ name: 'list_workspaces' })).toMatchObject({ structuredContent: { workspaces: [] } })
  await page.goto(`${site.address}/profile/api-keys`)
  const key = page.locator('#keys li', { hasText: 'Editor' })
  expect(await key.locator('.badge').allTextContents()).toEqual(['read'])
}, 300_000)
