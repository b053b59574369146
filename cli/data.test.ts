import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../tests/support/command-line.ts'
import { newTeam, signUp } from '../tests/support/people.ts'
import { SECRETS } from '../tests/support/secrets.ts'
import { testApp } from '../tests/support/world.ts'

const app = await testApp()
const run = (...args: string[]) => cli.run(args)
const at = (name: string) => join(cli.config, name)

const { owner: person, place } = await newTeam()
const cli = await commandLine(person)
beforeAll(async () => {
  writeFileSync(
    at('orders.csv'),
    `id,city,amount\n${Array.from({ length: 90 }, (_, i) => `${i},${['Pune', '東京'][i % 2]},${i}.50`).join('\n')}\n`,
  )
  await run('upload', at('orders.csv'))
})
afterAll(() => cli.close())

test('the server is there, ready, and says who you are', async () => {
  const { out, code } = await run('status')
  expect(code).toBe(0)
  expect(out).toMatch(/State +ready\nLatency +\d+ ms\n/)
  expect(out).toContain(`${person.user.email} (profile default)`)
  expect(JSON.parse((await run('status', '--json', '--profile', 'other')).out)).toMatchObject({
    ready: true,
    signed_in_as: null,
  })
  expect((await run('status', '--url', 'http://127.0.0.1:1')).code).toBe(69)
})

test('organizations and workspaces are shown', async () => {
  expect((await run('organizations', 'show', 'acme')).out).toMatch(/Your role +owner/)
  expect((await run('workspaces', 'show', 'Acme/Sales')).out).toContain(place.workspace.id)
  expect((await run('workspaces', 'show', 'None')).code).toBe(66)
  const founder = await signUp(app, { verified: true })
  const as = ['--profile', 'founder']
  await cli.run(['login', ...as, '--email', founder.user.email, '--password-stdin'], founder.password)
  expect((await run('workspaces', 'create', 'Sales', ...as)).err).toContain('tabletalk organizations create')
  const made = await run('organizations', 'create', 'Globex', '--description', 'Ships', '--json', ...as)
  expect(JSON.parse(made.out)).toMatchObject({ name: 'Globex', description: 'Ships' })
  expect((await run('workspaces', 'create', 'Sales', '--restricted', ...as)).err).toStartWith('Sales is there: ')
  expect((await run('workspaces', 'show', 'globex/sales', ...as)).out).toMatch(/Restricted +yes/)
  expect((await run('workspaces', 'create', 'Sales', '-o', 'Nobody', ...as)).code).toBe(66)
  const slip = await run('organizations', 'remove', 'Globex')
  expect([slip.code, slip.err]).toEqual([64, expect.stringContaining('organizations has no command remove. It has: ')])
})

test('tables are listed and described', async () => {
  expect((await run('catalog')).out).toMatch(/orders +90 +3 +orders\.csv/)
  const { out } = await run('catalog', 'describe', 'orders')
  expect(out).toMatch(/One row is one +order/)
  expect(out).toMatch(/amount +DECIMAL\(18,2\) +measure sum/)
  expect(out).toMatch(/city +VARCHAR +dimension +0 +2/)
  const none = await run('catalog', 'describe', 'nothing')
  expect([none.code, none.err]).toEqual([66, 'There is no table nothing. There are:\n  orders\n'])
})

describe('SQL', () => {
  test('prints a table, CSV or JSON, from an argument, standard input or a file', async () => {
    const sql = 'SELECT city, count(*) AS orders FROM orders GROUP BY city ORDER BY city'
    const { out, err } = await run('sql', sql)
    expect(out).toMatch(/^city +orders\n─+ +─+\nPune +45\n東京 +45\n$/)
    expect(err).toMatch(/^2 rows, \d+ ms\n$/)
    expect((await cli.run(['sql', '-', '--csv'], sql)).out.replaceAll('\r', '')).toBe('city,orders\nPune,45\n東京,45\n')
    writeFileSync(at('q.sql'), sql)
    expect(JSON.parse((await run('sql', '-f', at('q.sql'), '--json')).out)).toMatchObject({ total_rows: 2 })
    expect((await run('sql', 'SELECT * FROM orders', '--rows', '3')).out).toContain('… 87 more rows')
  })

  test('saves files by their ending, and nothing when it fails', async () => {
    for (const [name, first] of [
      ['x.parquet', 'PAR1'],
      ['x.csv', 'id,c'],
      ['x.xlsx', 'PK'],
    ] as const) {
      expect((await run('sql', 'SELECT * FROM orders', '-o', at(name))).err).toContain(`Saved ${at(name)}`)
      expect(new TextDecoder().decode((await Bun.file(at(name)).bytes()).slice(0, first.length))).toBe(first)
    }
    expect((await run('sql', 'SELECT 1', '-o', at('x.doc'))).code).toBe(65)
    const failed = await run('sql', 'DROP TABLE orders', '-o', at('none.csv'))
    expect([failed.code === 0, existsSync(at('none.csv'))]).toEqual([false, false])
    expect((await run('sql', 'SELECT 1', '-f', at('q.sql'))).code).toBe(64)
    expect((await run('sql', '-f', at('missing.sql'))).code).toBe(66)
  })
})

test('a canvas is saved as a file, and shared by a link that is listed and revoked', async () => {
  const made = JSON.parse((await run('canvases', 'create', 'Board', '--json')).out) as { id: string }
  expect((await run('canvases', 'save', made.id, at('board.pdf'))).err).toContain('Saved ')
  expect(await Bun.file(at('board.pdf')).text()).toStartWith('%PDF')
  expect((await run('canvases', 'save', made.id, '-')).out).toStartWith('<!doctype html>')
  expect((await run('canvases', 'links', made.id)).out).toContain('No link yet')
  const { out } = await run('canvases', 'share', made.id, '--days', '7')
  const address = out.trim()
  expect((await app.request(new URL(address).pathname)).status).toBe(200)
  expect((await run('canvases', 'share', made.id, '--days', '0')).code).toBe(64)
  const [link] = JSON.parse((await run('canvases', 'links', made.id, '--json')).out) as { id: string }[]
  expect((await run('canvases', 'links', made.id)).out).toMatch(/works .* 1 /)
  expect((await run('canvases', 'revoke', made.id, link!.id)).err).toContain('The link is revoked.')
  expect((await app.request(new URL(address).pathname)).status).toBe(404)
  expect((await run('canvases', 'delete', made.id)).err).toContain('The canvas is deleted.')
})

test('the ledger and the own data are exported', async () => {
  // Trial credits come with the first look at them.
  await run('credits')
  const history = await run('credits', 'history')
  expect(history.out).toMatch(/Trial credits +\+25/)
  expect((await run('credits', 'history', '--csv')).out).toStartWith('id,created_at,kind,credits')
  expect((await run('payments')).out).toBe('You have no invoice yet.\n')
  expect((await run('export', '-o', at('own.zip'))).code).toBe(0)
  expect((await Bun.file(at('own.zip')).bytes()).slice(0, 2)).toEqual(new TextEncoder().encode('PK'))
})

describe('sources', () => {
  test('that can be connected are listed, with their fields', async () => {
    expect((await run('sources', 'kinds')).out).toMatch(/postgres +PostgreSQL +yes +name, host, port/)
    expect((await run('sources')).out).toContain('Nothing is connected yet')
  })

  test('take secrets from standard input only, and say at which step they fail', async () => {
    const secret = SECRETS['password of a database that turns up']
    const fields = ['--set', 'name=Shop', 'host=10.0.0.1', 'database=shop', 'username=reader']
    const inArguments = await run('sources', 'test', 'postgres', ...fields, `password=${secret}`)
    expect([inArguments.code, inArguments.err.includes(secret)]).toEqual([64, false])
    const refused = await cli.run(
      ['sources', 'test', 'postgres', ...fields, '--secrets-stdin'],
      JSON.stringify({ password: secret }),
    )
    expect([refused.code, refused.err.includes(secret)]).toEqual([65, false])
    expect(refused.err).toContain('Failed at: dns')
    expect((await cli.run(['sources', 'test', 'postgres', ...fields, '--secrets-stdin'], 'no json')).code).toBe(64)
    const missing = await run('sources', 'connect', 'postgres', '--set', 'name=Shop')
    expect([missing.code, missing.err]).toEqual([64, expect.stringContaining('Give host, database, username')])
    expect((await run('sources', 'connect', 'postgres', '--set', 'colour=red')).err).toContain('  ssl.mode')
    expect((await run('sources', 'connect', 'abacus')).code).toBe(64)
  })

  test('are connected, tried, listed, read again and removed', async () => {
    let rows = 'currency,rate\nEUR,1.1\n'
    const site = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response(rows, { headers: { 'content-type': 'text/csv' } }),
    })
    try {
      const given = ['--set', 'name=Rates', `url=http://127.0.0.1:${site.port}/rates.csv`]
      expect((await run('sources', 'test', 'url', ...given)).out).toContain('It works: 1 table,')
      const made = await run('sources', 'connect', 'url', ...given, '--wait')
      expect([made.code, made.err]).toEqual([0, expect.stringMatching(/^Rates: ready, 1 table/)])
      expect((await run('sources')).out).toMatch(/Rates +url +ready +1/)
      rows += 'INR,0.01\n'
      expect((await run('sources', 'refresh', 'rates', '--wait')).code).toBe(0)
      expect((await run('catalog')).out).toMatch(/rates +2 +2 +Rates/)
      expect((await run('sources', 'remove', 'Rates')).code).toBe(64)
      expect((await run('sources', 'remove', 'Rates', '--yes')).err).toBe('Rates: disconnected.\n')
      expect((await run('sources', 'remove', 'Rates', '--yes')).code).toBe(66)
    } finally {
      await site.stop(true)
    }
  })
})

test('a table is repaired by the numbers of what is odd in it, and as it was when that is undone', async () => {
  const cities = ['New York', 'New York', 'New York ', 'N. York', 'Boston', 'Boston']
  writeFileSync(at('shops.csv'), `city,shop\n${cities.map((city, n) => `"${city}",S${n}`).join('\n')}\nBoston,S5\n`)
  await run('upload', at('shops.csv'))
  const listed = await run('repair', 'shops')
  expect(listed.out).toMatch(/1 +rows +rows +1 .*Leave out rows that come again\n/)
  expect(listed.out).toMatch(/\d +city +spellings +2 .*N. York → New York, New York· → New York/)
  expect((await run('repair', 'shops', '--apply', '9')).err).toContain('There is no proposal 9')
  const applied = await run('repair', 'shops', '--apply', 'all')
  expect([applied.code, applied.err]).toEqual([0, expect.stringContaining('by "New York": 2 changed\n')])
  expect(JSON.parse((await run('repair', 'shops', '--json')).out)).toMatchObject({
    steps: [{ step: { kind: 'replace' } }, { step: { kind: 'rows' } }],
    rows: 6,
    rows_dropped: 1,
    oddities: { items: [] },
  })
  expect((await run('sql', 'select count(distinct city) from shops', '--csv')).out).toMatch(/\n2\n$/)
  expect((await run('repair', 'shops', '--undo', '2')).err).toBe('Undone: Leave out rows that come again\n')
  expect(JSON.parse((await run('repair', 'shops', '--undo', 'all', '--json')).out)).toMatchObject({
    steps: [],
    rows: 7,
  })
  expect((await run('sql', 'select count(distinct city) from shops', '--csv')).out).toMatch(/\n4\n$/)
})
