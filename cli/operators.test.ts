import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { auditEvents, logLines, twoFactors, users } from '#db/schema/index.ts'
import { commandLine } from '../tests/support/command-line.ts'
import { call, newPlace, type Person, signUp } from '../tests/support/people.ts'
import { testApp, testWorld } from '../tests/support/world.ts'

const [app, world] = [await testApp(), await testWorld()]
const WHY = ['--reason', 'Ticket 4711', '--yes']

const operator = await signUp(app, { name: 'Grace', verified: true, adminRoles: ['superadmin'] })
const cli = await commandLine(operator)
afterAll(() => cli.close())

const roles = (person: Person, adminRoles: string[]) =>
  world.db.update(users).set({ adminRoles }).where(eq(users.id, person.user.id))
const run = (...args: string[]) => cli.run(args)
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out)

describe('people', () => {
  test('are disabled and enabled with a reason, asked for twice when it is not given', async () => {
    const person = await signUp(app)
    const { email } = person.user
    const mute = await run('users', 'disable', email)
    expect([mute.code, mute.err]).toEqual([64, expect.stringContaining('--reason')])
    const unsure = await run('users', 'disable', email, '--reason', 'Ticket 4711')
    expect([unsure.code, unsure.err]).toEqual([64, expect.stringContaining('--yes')])
    expect((await run('users', 'disable', email, '--reason', 'x', '--yes')).code).toBe(64)
    expect((await run('users', 'disable', email, ...WHY)).err).toBe(`${email}: disabled.\n`)
    expect((await call(app, person, 'GET', '/api/user/profile')).status).toBe(401)
    expect((await run('users', 'show', email)).out).toContain('disabled since')
    expect((await json('users', '--disabled', 'yes', '-q', email)).length).toBe(1)
    expect((await run('users', 'enable', email, ...WHY)).code).toBe(0)
    expect((await run('users', 'sessions', 'end', email, ...WHY)).err).toContain('signed out everywhere')
    const reset = ['users', 'reset-two-factor', email, ...WHY]
    expect((await run(...reset)).code).toBe(75)
    await world.db.insert(twoFactors).values({ userId: person.user.id, secret: 'x', backupCodes: '[]' })
    await world.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, person.user.id))
    expect(await run(...reset)).toEqual({ out: '', err: `${email}: second factor reset.\n`, code: 0 })
    expect(await json('users', 'show', email)).toMatchObject({ two_factor: false })
  })

  test('get roles and lose them, give their data and their questions, and go', async () => {
    const { user } = await signUp(app, { name: 'Mary', verified: true })
    expect((await run('users', 'roles', user.email, 'support', 'finance', ...WHY)).err).toContain('support, finance')
    expect((await run('users', 'roles', user.email, 'king', ...WHY)).code).toBe(64)
    expect((await run('users', 'roles', user.email, ...WHY)).code).toBe(64)
    expect((await run('users', 'roles', user.email, '--none', ...WHY)).err).toContain('no admin roles')
    expect((await run('users', 'questions', user.email, ...WHY)).out).toBe('No questions yet.\n')
    const zip = join(cli.config, 'mary.zip')
    expect((await run('users', 'export', user.email, '-o', zip, ...WHY)).code).toBe(0)
    expect((await Bun.file(zip).bytes()).slice(0, 2)).toEqual(new TextEncoder().encode('PK'))
    expect((await run('users', 'delete', user.email, '--confirm', 'other@example.com', ...WHY)).code).toBe(64)
    expect((await run('users', 'delete', user.email, '--confirm', user.email, ...WHY)).code).toBe(0)
    expect((await run('users', 'show', user.email)).code).toBe(66)
  })

  test('are closed to those without the role, and nothing is saved then', async () => {
    const person = await signUp(app)
    await cli.run(['login', '--profile', 'plain', '--email', person.user.email, '--password-stdin'], person.password)
    const zip = join(cli.config, 'none.zip')
    for (const args of [
      ['users'],
      ['users', 'show', operator.user.id],
      ['organizations', 'all'],
      ['refunds'],
      ['security'],
      ['audit'],
      ['audit', 'verify'],
      ['logs'],
      ['settings'],
      ['ai'],
      ['users', 'export', operator.user.id, '-o', zip, ...WHY],
    ]) {
      const { code, out } = await run(...args, '--profile', 'plain')
      expect([args.join(' '), code, out]).toEqual([args.join(' '), 77, ''])
    }
    expect(existsSync(zip)).toBe(false)
  })
})

test('what is above the limit waits for a second admin, who confirms it; whoever asked takes it back', async () => {
  const [{ user }, second] = [await signUp(app), await signUp(app, { verified: true })]
  await roles(second, ['finance'])
  await cli.run(['login', '--profile', 'second', '--email', second.user.email, '--password-stdin'], second.password)
  const grant = ['credits', 'grant', user.email, '6000', '--until', '2027-06-30', ...WHY]
  const waits = await run(...grant)
  expect([waits.code, waits.err]).toEqual([0, expect.stringContaining('waits for a second finance admin until')])
  const [{ id }] = await json('approvals', '--state', 'waiting', '-q', user.id)
  const own = await run('approvals', 'confirm', id, ...WHY)
  expect([own.code, own.err]).toEqual([77, expect.stringContaining('You cannot confirm what you asked for yourself')])
  const done = await run('approvals', 'confirm', id, '--profile', 'second', ...WHY)
  expect([done.code, done.err]).toEqual([0, 'Give 6,000 credits: confirmed.\n'])
  expect((await json('users', 'show', user.email)).credits).toBe(6025)
  const { second_approval: again } = await json(...grant)
  expect((await run('approvals', 'decline', again.id, ...WHY)).err).toBe('Give 6,000 credits: withdrawn.\n')
  expect((await run('credits', 'grant', operator.user.email, '5', '--until', '2027-06-30', ...WHY)).code).toBe(77)
  const given = await run('credits', 'plan', user.email, 'premium', ...WHY)
  expect([given.code, given.err]).toEqual([0, expect.stringContaining(`${user.email}: premium until`)])
  expect((await run('credits', 'plan', user.email, 'free', ...WHY)).err).toBe(`${user.email}: free.\n`)
  expect((await run('users', 'send-password-reset', user.email, ...WHY)).err).toContain('the link is on its way')
})

test('an organization is found, suspended and restored', async () => {
  const owner = await signUp(app)
  const { organization } = await newPlace(app, owner)
  const mine = ['organizations', 'show', organization.id]
  expect((await run(...mine)).out).toMatch(/Owner +Ada </)
  expect((await run('organizations', 'all', '-q', organization.id)).out).toContain(owner.user.email)
  expect((await run('organizations', 'suspend', organization.id, ...WHY)).err).toBe('Acme is suspended.\n')
  expect((await run(...mine)).out).toContain('Ticket 4711')
  expect((await run('organizations', 'suspend', organization.id, ...WHY)).code).toBe(75)
  expect((await run('organizations', 'restore', organization.id, ...WHY)).err).toBe('Acme is active.\n')
  expect((await run('organizations', 'show', 'No such one at all')).code).toBe(66)
})

test('settings are shown, changed as a version and rolled back; a wrong one is named', async () => {
  expect((await run('settings', 'show', 'credits.trial')).out).toMatch(/^credits\.trial +25\n$/)
  const { version } = await json('settings')
  try {
    const set = await run('settings', 'set', 'credits.trial=30', 'site.keywords=rows,answers', ...WHY)
    expect([set.code, set.err]).toEqual([0, expect.stringContaining(`version ${version + 1}`)])
    expect(world.settings()).toMatchObject({ credits: { trial: 30 }, site: { keywords: ['rows', 'answers'] } })
    expect((await run('settings', 'versions')).out).toContain('credits.trial: 25 → 30')
    const wrong = await run('settings', 'set', 'credits.trial=-1', ...WHY)
    expect([wrong.code, wrong.err.includes('credits.trial')]).toEqual([64, true])
    const unknown = await run('settings', 'set', 'credits.tria=1', ...WHY)
    expect([unknown.code, unknown.err]).toEqual([64, expect.stringContaining('  credits.trial\n')])
    expect((await run('settings', 'show', 'nothing.here')).code).toBe(66)
  } finally {
    const back = await call(app, operator, 'PUT', '/api/admin/settings', {
      settings: { credits: { trial: 25 }, site: { keywords: ['data', 'analytics'] } },
      reason: 'A test',
    })
    expect(back.status).toBe(200)
  }
  expect((await run('settings', 'rollback', String(version + 1), ...WHY)).code).toBe(0)
  expect(world.settings().credits.trial).toBe(30)
  expect((await run('settings', 'rollback', String(version + 2), ...WHY)).code).toBe(0)
  expect((await run('settings', 'rollback', '9999', ...WHY)).code).toBe(66)
  expect((await run('settings', 'rollback', 'first', ...WHY)).code).toBe(64)
  const defaults = await run('settings', 'rollback', '0', ...WHY)
  expect([defaults.code, defaults.err]).toEqual([0, expect.stringMatching(/^Version 0 \(the defaults\) holds again/)])
  expect((await json('settings', 'versions')).at(-1)).toMatchObject({ version: 0, created_at: null })
})

test('the model is shown, tried and changed; its key is read from standard input and never printed', async () => {
  expect((await run('ai')).out).toMatch(/model\.preset +builtin/)
  expect((await run('ai', 'test')).out).toContain('✓ Answer')
  const failed = await run('ai', 'test', 'model.preset=custom', 'model.name=x', 'model.address=http://127.0.0.1:1/v1')
  expect([failed.code, failed.out.includes('✗')]).toEqual([65, true])
  const key = `sk-${newId()}`
  const set = ['ai', 'set', 'explain.rows=none', '--key-stdin', ...WHY]
  const saved = await cli.run(set, `${key}\n`)
  expect(saved.code).toBe(0)
  const shown = await run('ai', '--json')
  expect((saved.err + saved.out + shown.out).includes(key)).toBe(false)
  expect(JSON.parse(shown.out)).toMatchObject({ config: { explain: { rows: 'none' } }, key: 'saved' })
  expect((await run('ai', 'set', 'explain.rows=all', '--remove-key', ...WHY)).code).toBe(0)
  expect((await run('ai', 'versions')).out).toContain('explain.rows: none → all')
  expect((await run('ai', 'set', ...WHY)).code).toBe(64)
  const { version } = await json('ai')
  const back = await run('ai', 'rollback', String(version - 1), ...WHY)
  expect([back.code, back.err]).toEqual([0, `Version ${version - 1} holds again, as version ${version + 1}.\n`])
  expect(await json('ai')).toMatchObject({ config: { explain: { rows: 'none' } }, key: 'saved' })
  expect((await run('ai', 'rollback', '0', ...WHY)).code).toBe(0)
  expect(await json('ai')).toMatchObject({ config: { explain: { rows: 'all' } }, key: 'none' })
})

test('security events are listed, counted and acknowledged', async () => {
  const email = `guest-${newId()}@example.com`
  await call(app, null, 'POST', '/api/auth/login', { email, password: 'a wrong one' })
  const events = () => json('security', '--person', email)
  while ((await events()).length === 0) await Bun.sleep(50)
  expect((await run('security', '--person', email)).out).toContain('Failed sign-in')
  expect((await run('security', 'by-ip')).code).toBe(0)
  expect((await run('security', 'by-person')).code).toBe(0)
  expect((await run('security', 'acknowledge', '--note', 'A slip', '--yes')).code).toBe(64)
  const [event] = await events()
  expect((await run('security', 'acknowledge', event.id, '--note', 'A slip', '--yes')).err).toBe('1 acknowledged.\n')
  expect((await events())[0].acknowledged.note).toBe('A slip')
})

describe('what happens is followed', () => {
  /** Starts a tail and reads it until a word is there; it goes on until it is stopped. */
  async function tailed(args: string[], word: string, cause: () => Promise<unknown>): Promise<string> {
    const child = cli.start(args)
    let text = ''
    const decoder = new TextDecoder()
    const often = setInterval(async () => void (await cause()), 500)
    try {
      for await (const bytes of child.stdout) {
        text += decoder.decode(bytes, { stream: true })
        if (text.includes(word)) return text
      }
      throw new Error(`It ended: ${await new Response(child.stderr).text()}`)
    } finally {
      clearInterval(often)
      child.kill('SIGINT')
      await child.exited
    }
  }

  test('in the logs, as text and as JSON', async () => {
    const mark = newId()
    const write = () =>
      world.db.insert(logLines).values({
        id: newId(),
        level: 'warn',
        message: `${mark} \x1b[31mred`,
        requestId: mark,
        server: 's',
        fields: { ms: 12 },
        createdAt: new Date(),
      })
    expect(await tailed(['logs', 'tail', '-q', mark], 'ms=12', write)).toMatch(new RegExp(`warn +${mark} red ms=12`))
    const line = (await tailed(['logs', 'tail', '--request', mark, '--json'], '\n', write)).split('\n')[0]!
    expect(JSON.parse(line)).toMatchObject({ request_id: mark, level: 'warn' })
    expect((await run('logs', '--request', mark, '--limit', '1')).out).toContain(mark)
  })

  test('in the audit log', async () => {
    const { user } = await signUp(app, { verified: true })
    let on = false
    const change = () => {
      on = !on
      const reason = 'Followed'
      return call(app, operator, 'PUT', `/api/admin/users/${user.id}/roles`, { roles: on ? ['analyst'] : [], reason })
    }
    const text = await tailed(['audit', 'tail', '--subject', user.id], 'Followed', change)
    expect(text).toContain(operator.user.email)
    expect(text).toMatch(/roles.*→/)
  })

  test('in the audit log, however much is done at once', async () => {
    const subject = newId()
    let bursts = 0
    const burst = () => {
      const details = (at: number) => ({ burst: bursts, at })
      bursts += 1
      const rows = Array.from({ length: 450 }, (_, at) => ({ action: 'thing.burst', subject, details: details(at) }))
      return world.db.insert(auditEvents).values(rows)
    }
    const lines = (await tailed(['audit', 'tail', '--subject', subject, '--json'], '"at":449', burst))
      .trim()
      .split('\n')
    const told = lines.flatMap((line) => /"at":(\d+)/.exec(line)?.[1] ?? [])
    expect(told.slice(0, 450)).toEqual(Array.from({ length: 450 }, (_, at) => String(at)))
  })
})

test('a reader that has seen enough ends the command quietly', async () => {
  const child = Bun.spawn(['sh', '-c', `"${process.execPath}" cli/main.ts audit --all --json | head -c 5`], {
    cwd: join(import.meta.dir, '..'),
    env: { PATH: process.env.PATH!, XDG_CONFIG_HOME: cli.config, TABLETALK_URL: cli.url },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  expect([await new Response(child.stdout).text(), await new Response(child.stderr).text()]).toEqual(['[\n  {', ''])
})
