import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { codeOf, stepAt } from '../src/auth/totp.ts'
import { type CommandLine, commandLine } from '../tests/support/command-line.ts'
import { call, newPlace, type Person, signUp } from '../tests/support/people.ts'
import { SECRETS } from '../tests/support/secrets.ts'
import { testApp } from '../tests/support/world.ts'

const app = await testApp()
let cli: CommandLine
let operator: Person
beforeAll(async () => {
  cli = await commandLine()
  operator = await signUp(app, { verified: true, adminRoles: ['superadmin'] })
})
afterAll(() => cli.close())

/** Runs the command line on a terminal and types an answer whenever its question stands there. */
async function typed(args: string[], answers: [question: string, answer: string][]) {
  let seen = ''
  let from = 0
  const left = [...answers]
  const decoder = new TextDecoder()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts'), ...args], {
    env: {
      PATH: process.env.PATH!,
      HOME: cli.config,
      XDG_CONFIG_HOME: cli.config,
      TABLETALK_URL: cli.url,
      TERM: 'xterm',
    },
    terminal: {
      cols: 100,
      rows: 40,
      data(terminal, bytes) {
        seen += decoder.decode(bytes, { stream: true })
        const next = left[0]
        const at = next ? seen.indexOf(next[0], from) : -1
        if (!next || at < 0) return
        from = at + next[0].length
        left.shift()
        terminal.write(`${next[1]}\r`)
      },
    },
  })
  const code = await child.exited
  return { code, seen: Bun.stripANSI(seen), left }
}

test('signing in asks for the address, the password unseen, and the code of the second factor', async () => {
  const { body } = await call(app, operator, 'POST', '/api/user/two-factor', { password: operator.password })
  const code = codeOf(body.secret, stepAt(new Date()))
  const { body: confirmed } = await call(app, operator, 'POST', '/api/user/two-factor/confirm', { code })
  const done = await typed(
    ['login'],
    [
      ['Email: ', operator.user.email],
      ['Password: ', operator.password],
      ['authenticator app: ', confirmed.backup_codes[0]],
    ],
  )
  expect(done).toMatchObject({ code: 0, left: [] })
  expect(done.seen).toContain(`Signed in to ${cli.url}`)
  expect(done.seen).not.toContain(operator.password)
})

test('an action asks why and whether it is meant; no is no', async () => {
  const { user } = await signUp(app)
  const disable = ['users', 'disable', user.email]
  const no = await typed(disable, [
    ['Why? ', 'Ticket 4711'],
    ['? [y/N] ', ''],
  ])
  expect([no.code, no.seen.includes('Nothing was changed.')]).toEqual([130, true])
  const yes = await typed(disable, [
    ['Why? ', 'Ticket 4711'],
    ['? [y/N] ', 'y'],
  ])
  expect([yes.code, yes.seen.includes(`${user.email}: disabled.`)]).toEqual([0, true])
})

test('connecting a source asks for each of its fields, secrets unseen', async () => {
  await newPlace(app, operator)
  const tried = await typed(
    ['sources', 'test', 'mysql'],
    [
      ['Name: ', 'Shop'],
      ['Host: ', '10.0.0.1'],
      ['Port [3306]: ', ''],
      ['Database: ', 'shop'],
      ['User: ', 'reader'],
      ['Password (optional): ', SECRETS['password of a database that turns up']],
      ['Encryption: set it up? [y/N] ', 'y'],
      ['Encrypt the connection [prefer]: ', 'sometimes'],
      ['Encrypt the connection [prefer]: ', 'require'],
      ['(optional): ', ''],
      ['SSH tunnel: set it up? [y/N] ', ''],
    ],
  )
  expect(tried).toMatchObject({ code: 65, left: [] })
  expect(tried.seen).toContain('One of the values above.')
  expect(tried.seen).toContain('Failed at: dns')
  expect(tried.seen).not.toContain(SECRETS['password of a database that turns up'])
})
