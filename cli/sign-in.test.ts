import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, stepAt } from '../src/auth/totp.ts'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { call, newPlace, type Person, signUp } from '../tests/support/people.ts'
import { testApp } from '../tests/support/world.ts'

let cli: CommandLine
let person: Person
const kept = () => join(cli.config, 'tabletalk/default.json')
const signIn = (password = person.password) =>
  cli.run(['login', '--email', person.user.email, '--password-stdin'], `${password}\n`)

beforeAll(async () => {
  cli = await commandLine()
  person = await signUp(await testApp(), { name: 'Ada \x1b[31mred' })
})
afterAll(() => cli.close())

test('before signing in a command says how, and ends with the code of its error', async () => {
  const { out, err, code } = await cli.run(['whoami'])
  expect({ out, code }).toEqual({ out: '', code: 77 })
  expect(err).toContain('Sign in with: tabletalk login')
})

test('the address may have a path, as behind a proxy', async () => {
  const app = await testApp()
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      request.url.includes('/gateway/api/')
        ? app.fetch(new Request(request.url.replace('/gateway/api/', '/api/'), request))
        : new Response('', { status: 404 }),
  })
  const url = `http://127.0.0.1:${proxy.port}/gateway/`
  const login = ['login', '--profile', 'proxied', '--url', url, '--email', person.user.email, '--password-stdin']
  expect(await cli.run(login, `${person.password}\n`)).toMatchObject({ code: 0 })
  expect((await cli.run(['whoami', '--profile', 'proxied', '--url', url])).out).toContain(person.user.email)
  await proxy.stop(true)
})

test('a wrong password is refused in the words of the server', async () => {
  const { err, code } = await signIn('wrong password')
  expect(code).toBe(77)
  expect(err.trim()).not.toBe('')
})

test('an account with a second factor is asked for a code, which can be a backup code', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const { body } = await call(app, ada, 'POST', '/api/user/two-factor', { password: ada.password })
  const code = codeOf(body.secret, stepAt(new Date()))
  const confirmed = await call(app, ada, 'POST', '/api/user/two-factor/confirm', { code })
  const login = (...more: string[]) =>
    cli.run(
      ['login', '--profile', 'second', '--email', ada.user.email, '--password-stdin', ...more],
      `${ada.password}\n`,
    )
  const unasked = await login()
  expect([unasked.code, unasked.err]).toEqual([64, expect.stringContaining('--code')])
  expect((await login('--code', '000000')).code).toBe(64)
  expect(await login('--code', confirmed.body.backup_codes[0])).toMatchObject({ code: 0 })
  expect((await cli.run(['whoami', '--profile', 'second'])).out).toContain(ada.user.email)
})

test('an API key speaks for its maker within its scopes, from the environment or kept; never as an argument', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const { body } = await call(app, ada, 'POST', '/api/user/api-keys', { name: 'cli', scopes: ['read'] })
  const keyed = { env: { TABLETALK_API_KEY: body.key } }
  expect((await cli.run(['whoami'], '', keyed)).out).toContain(ada.user.email)
  expect((await cli.run(['balance'], '', keyed)).out).toContain('25 credits')
  const wrong = await cli.run(['whoami'], '', { env: { TABLETALK_API_KEY: 'tt_made-up' } })
  expect([wrong.code, wrong.err.includes('tt_made-up')]).toEqual([77, false])
  expect((await cli.run(['whoami', '--api-key', body.key])).code).toBe(64)

  const keep = await cli.run(['login', '--api-key-stdin', '--profile', 'keyed'], `${body.key}\n`)
  expect([keep.code, keep.out]).toEqual([0, ''])
  expect(keep.err).toContain(ada.user.email)
  expect(keep.err).not.toContain(body.key)
  const file = join(cli.config, 'tabletalk/keyed.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await cli.run(['whoami', '--profile', 'keyed'])).out).toContain(ada.user.email)
  // Its scopes hold: this one may not change anything.
  const refused = await cli.run(['export', '--profile', 'keyed', '-o', join(cli.config, 'x.zip')])
  expect([refused.code, existsSync(join(cli.config, 'x.zip'))]).toEqual([77, false])
  const listed = await cli.run(['profiles'])
  expect(listed.out).toMatch(/keyed +http.* API key/)
  expect(listed.out).not.toContain(body.key)
  expect((await cli.run(['login', '--api-key-stdin', '--profile', 'keyed2'], 'tt_made-up\n')).code).toBe(77)
  expect((await cli.run(['profiles', 'forget', 'keyed'])).code).toBe(0)
  expect((await cli.run(['profiles', 'forget', 'keyed'])).code).toBe(66)
  expect((await cli.run(['whoami', '--profile', 'keyed'])).code).toBe(77)
})

describe('signed in', () => {
  beforeAll(async () => {
    expect(await signIn()).toMatchObject({ out: '', code: 0 })
  })

  test('the session is kept for its owner only', () => {
    expect(statSync(kept()).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(kept(), 'utf8'))).toMatchObject({ url: cli.url, email: person.user.email })
  })

  test('whoami says who and where, without what would steer the terminal', async () => {
    const { out, code } = await cli.run(['whoami'])
    expect({ out, code }).toEqual({ out: `Ada red <${person.user.email}> at ${cli.url}\n`, code: 0 })
    expect(JSON.parse((await cli.run(['whoami', '--json'])).out)).toMatchObject({ email: person.user.email })
  })

  test('balance shows the trial', async () => {
    const { out } = await cli.run(['balance'])
    expect(out).toMatch(/^25 credits\n {2}25 credits until \d{4}-\d\d-\d\d\n$/)
    expect(JSON.parse((await cli.run(['balance', '--json'])).out)).toMatchObject({ balance: 25, held: 0 })
  })

  test('organizations and workspaces are listed as tables and as JSON', async () => {
    expect((await cli.run(['workspaces'])).out).toContain('no workspace yet')
    const { workspace } = await newPlace(await testApp(), person)
    const { out } = await cli.run(['workspaces'])
    expect(out).toContain(workspace.id)
    expect(out.split('\n')[0]).toMatch(/^ID +NAME +ORGANIZATION +ROLE$/)
    expect((await cli.run(['organizations'])).out).toContain('Acme')
    expect(JSON.parse((await cli.run(['--json', 'workspaces'])).out)).toMatchObject([{ id: workspace.id }])
  })

  test('an access token near its end is renewed by the session', async () => {
    const session = JSON.parse(readFileSync(kept(), 'utf8'))
    const old = { ...session, token: 'worn out', expires_at: new Date().toISOString() }
    writeFileSync(kept(), JSON.stringify(old))
    expect((await cli.run(['whoami'])).code).toBe(0)
    const renewed = JSON.parse(readFileSync(kept(), 'utf8'))
    expect(renewed.token).not.toBe('worn out')
    expect(Date.parse(renewed.expires_at)).toBeGreaterThan(Date.now())
  })

  test('the session is never sent to another server', async () => {
    const heard: (string | null)[] = []
    const other = Bun.serve({
      port: 0,
      fetch: (request) => {
        heard.push(request.headers.get('authorization'))
        return new Response('{}')
      },
    })
    const { code, err } = await cli.run(['whoami', '--url', `http://127.0.0.1:${other.port}`])
    await other.stop(true)
    expect({ code, heard }).toEqual({ code: 77, heard: [] })
    expect(err).toContain('not signed in to')
  })

  test('another profile is another sign-in', async () => {
    expect((await cli.run(['whoami', '--profile', 'work'])).code).toBe(77)
    expect((await cli.run(['whoami', '--profile', '../default'])).code).toBe(64)
  })

  test('a server that is not there is a clear sentence and a code of its own', async () => {
    const { err, code } = await cli.run(
      ['login', '--url', '127.0.0.1:1', '--email', 'a@b.example', '--password-stdin'],
      'x',
    )
    expect(code).toBe(69)
    expect(err).toContain('Cannot reach http://127.0.0.1:1')
  })

  test('signing out ends the session on the server and forgets it here', async () => {
    const { token } = JSON.parse(readFileSync(kept(), 'utf8'))
    expect((await cli.run(['logout'])).code).toBe(0)
    expect((await cli.run(['whoami'])).code).toBe(77)
    const answer = await fetch(`${cli.url}/api/user/profile`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(401)
  })
})

test('what cannot be understood is a usage error; help is none', async () => {
  expect((await cli.run(['frobnicate'])).code).toBe(64)
  expect((await cli.run(['ask'])).code).toBe(64)
  expect(await cli.run(['ask', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('Examples:') })
})

test('without a terminal the password is not asked for', async () => {
  const { err, code } = await cli.run(['login', '--email', 'ada@example.com'])
  expect(code).toBe(64)
  expect(err).toContain('--password-stdin')
})
