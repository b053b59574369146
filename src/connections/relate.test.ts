import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { CatalogTable, Relation } from '#catalog/rules/answers.ts'
import { startClickHouse } from '../../tests/support/clickhouse.ts'
import { startMariadb } from '../../tests/support/mariadb.ts'
import { call, newPlace, type Person, signUp } from '../../tests/support/people.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { relateNew } from './relate.ts'

/** What real databases with undeclared keys are found to be related by. */
const app = await testApp()
const world = await testWorld()
const COUNTRIES =
  'Germany DE France FR Spain ES Italy IT Poland PL Austria AT Sweden SE Norway NO Japan JP Brazil BR'.split(' ')
const [names, codes] = [0, 1].map((at) => COUNTRIES.filter((_, n) => n % 2 === at)) as [string[], string[]]
const TOWNS = 'Hamburg Bremen Leipzig Dresden Erfurt Kassel Mainz Trier Ulm Jena'.split(' ')
const rows = (count: number, row: (n: number) => (string | number)[]) =>
  Array.from({ length: count }, (_, at) => row(at + 1))
const of = <T>(all: T[], n: number) => all[n % all.length]!

/** The same tables for each engine. */
const TABLES: [name: string, columns: string, rows: (string | number)[][]][] = [
  ['nations', 'iso varchar(2), area int', codes.map((code) => [code, 1])],
  [
    ...(['customers', 'id int, email varchar(80), country varchar(40), mood int'] as const),
    rows(400, (n) => [n, `p${n}@example.com`, of(names, n), 1 + (n % 9)]),
  ],
  [
    ...(['orders', 'order_no int, customer_id int, ship_town varchar(40), mood int, note varchar(40)'] as const),
    rows(900, (n) => [n, 1 + (n % 300), ` ${of(TOWNS, n).toUpperCase()}`, 1 + (n % 9), `n${n}`]),
  ],
  ['depots', 'label varchar(40), mood int', TOWNS.map((town) => [town, 1])],
  ['ranks', 'position int, year int', rows(400, (n) => [n, 1900 + n])],
  [
    ...(['contacts', 'email varchar(80) primary key, score int, plan varchar(20)'] as const),
    // More rows than are read.
    rows(14_400, (n) => [
      `${'x'.repeat((n - 1) / 900)}p${1 + ((n - 1) % 900)}@example.com`,
      n,
      of(['free', 'free', 'free', 'free', 'pro', 'team', 'gold'], n),
    ]),
  ],
]
const literal = (value: string | number) => (typeof value === 'number' ? value : `'${value}'`)
const STATEMENTS = TABLES.flatMap(([name, columns, rows]) => [
  `create table ${name} (${columns})`,
  `insert into ${name} values ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`,
])

/** A database with these tables: how it is connected, and how it is changed. */
type Filled = { about: Record<string, unknown>; run(sql: string): Promise<unknown>; stop(): Promise<unknown> }
const ssl = { mode: 'disable' }

async function serverOf(url: string, stop: () => Promise<void>, analyze: string): Promise<Filled> {
  const { port, username, pathname } = new URL(url)
  const sql = new SQL(url, { max: 1 })
  for (const statement of [...STATEMENTS, analyze]) await sql.unsafe(statement)
  return {
    about: { host: '127.0.0.1', port: Number(port), username, password: '', ssl, database: pathname.slice(1) },
    run: (statement) => sql.unsafe(statement),
    stop: async () => {
      await sql.close()
      await stop()
    },
  }
}

const ENGINES: Record<string, () => Promise<Filled>> = {
  async postgres() {
    const { url, stop } = await startPostgres()
    return serverOf(url, stop, 'analyze')
  },
  async mysql() {
    const { port, stop } = await startMariadb()
    const url = (database: string) => `mysql://root@127.0.0.1:${port}/${database}`
    const root = new SQL(url('mysql'))
    await root.unsafe('create database shop')
    await root.close()
    return serverOf(url('shop'), stop, 'analyze table contacts, orders, customers')
  },
  async clickhouse() {
    const { port, ask, stop } = await startClickHouse()
    for (const statement of STATEMENTS)
      await ask(statement.replace(/^create .*/, '$& engine = MergeTree order by tuple()').replace(' primary key', ''))
    return {
      about: { host: '127.0.0.1', port, username: 'default', password: 'root-pass', ssl, database: 'default' },
      ...{ run: ask, stop },
    }
  },
  async sqlite() {
    const folder = mkdtempSync(join(tmpdir(), 'tabletalk-relate-'))
    const path = join(folder, 'shop.db')
    const database = new Database(path)
    for (const statement of STATEMENTS) database.run(statement)
    return {
      about: { path },
      run: async (statement) => database.run(statement),
      stop: async () => {
        database.close()
        rmSync(folder, { recursive: true })
      },
    }
  },
}

for (const [engine, start] of Object.entries(ENGINES))
  describe(engine, () => {
    let owner: Person
    let path: string
    let filled: Filled
    let id: string
    let relations: Relation[]
    const all = async (): Promise<Relation[]> => (await call(app, owner, 'GET', `${path}/catalog/relations`)).body
    const tables = async (): Promise<CatalogTable[]> => (await call(app, owner, 'GET', `${path}/catalog`)).body
    const between = (from: string, to: string) =>
      relations.find(
        (one) => `${one.from_table}.${one.from_column}` === from && `${one.to_table}.${one.to_column}` === to,
      )
    /** What the job finds, run until nothing waits. */
    const related = async () => {
      while ((await relateNew(world)) > 0);
      return all()
    }
    beforeAll(async () => {
      filled = await start()
      owner = await signUp(app)
      const { workspace } = await newPlace(app, owner)
      path = `/api/workspaces/${workspace.id}`
      await upload(
        app,
        owner,
        workspace.id,
        'people.csv',
        `COUNTRY,people\n${names.map((name, at) => `${name},${at + 5}`).join('\n')}`,
      )
      const about = { name: 'Shop', engine, ...filled.about }
      const { status, body } = await call(app, owner, 'POST', `${path}/database-connections`, about)
      expect([status, body.error]).toEqual([201, null])
      id = body.id
      relations = await related()
    }, 300_000)
    afterAll(() => filled?.stop())

    test('an undeclared key is measured both ways', () => {
      expect(between('orders.customer_id', 'customers.id')).toMatchObject({
        ...{ match_rate: 1, match_back: 0.75, multiplies: 1, found_by: 'key', kind: 'inferred' },
      })
    })

    test('texts meet after folding, and places by their codes, also those of a file', () => {
      expect(between('orders.ship_town', 'depots.label')).toMatchObject({
        ...{ match_rate: 0, found_by: 'values', cleaned: { match_rate: 1 } },
      })
      expect(between('customers.country', 'nations.iso')).toMatchObject({
        ...{ found_by: 'abbreviations', cleaned: { match_rate: 1 } },
      })
      const ofFile = relations.filter(({ from_table, to_table }) => [from_table, to_table].includes('people'))
      expect(ofFile.map(({ found_by }) => found_by).sort()).toEqual(['abbreviations', 'name'])
    })

    test('keys of a table that is too large to be read are looked up', () => {
      expect(between('customers.email', 'contacts.email')).toMatchObject({
        match_rate: 1,
        multiplies: 1,
        found_by: 'name',
      })
      expect(between('customers.email', 'contacts.email')!.match_back).toBeUndefined()
    })

    test('numbers in a row are related to nothing', () => {
      const columns = relations.flatMap((one) => [one.from_column, one.to_column])
      for (const name of ['mood', 'position', 'year', 'order_no', 'score', 'people', 'note'])
        expect(columns).not.toContain(name)
    })

    test('the profile of a table is that of its first rows, and chat says the same', async () => {
      const { id: tableId } = (await tables()).find(({ name }) => name === 'contacts')!
      const page = await app.request(`${path.slice(4)}/tables/${tableId}`, { headers: { cookie: owner.cookie } })
      const html = await page.text()
      const text = html.replace(/<[^>]+>/g, '').replace(/&quot;/g, '"')
      expect(text).toContain('Of the first 10,000 rows')
      expect(text).toContain('Keysemail')
      const fact = /In the first 10,000 rows: “free” is the plan of [\d,]+ of 10,000 rows \([\d.]+ %\)\./.exec(text)![0]
      expect(text).toContain('Step 16 of 16')
      const { body } = await call(app, owner, 'POST', `${path}/query-data`, { message: 'Describe the contacts table' })
      expect(body.answer).toContain(fact)
      const count = /plan of ([\d,]+)/.exec(fact)![1]
      expect(body.numbers.findLast((one: { text: string }) => one.text === count)).toMatchObject({ state: 'bound' })
    })

    test('a file that comes later is related by the job, once', async () => {
      const lines = codes.map((code, at) => `${code},${at + 3}`).join('\n')
      await upload(app, owner, path.split('/').at(-1)!, 'tariffs.csv', `land,rate\n${lines}`)
      const now = await related()
      const ofFile = now.filter(({ from_table, to_table }) => [from_table, to_table].includes('tariffs'))
      expect(ofFile).toContainEqual(expect.objectContaining({ from_table: 'customers', to_column: 'land' }))
      expect(await relateNew(world)).toBe(0)
      expect(ofFile.length + relations.length).toBe(now.length)
      relations = now
    })

    test('a refresh keeps what was found and what was rejected, and compares what has changed', async () => {
      const towns = between('orders.ship_town', 'depots.label')!
      await call(app, owner, 'DELETE', `${path}/catalog/relations/${towns.id}`)
      await filled.run("insert into depots (label) values ('Celle')")
      await filled.run('alter table customers rename column country to home')
      await call(app, owner, 'POST', `${path}/database-connections/${id}/refresh`)
      while ((await call(app, owner, 'GET', `${path}/database-connections/${id}`)).body.status === 'syncing')
        await Bun.sleep(100)
      const found = relations.length
      const kept = await all()
      relations = kept
      expect(between('orders.customer_id', 'customers.id')).toBeDefined()
      relations = await related()
      expect(between('orders.ship_town', 'depots.label')).toBeUndefined()
      expect(between('customers.country', 'nations.iso')).toBeUndefined()
      expect(between('customers.home', 'nations.iso')).toMatchObject({ found_by: 'abbreviations' })
      expect(relations.length).toBe(found - 1)
      expect(kept.length).toBeLessThan(found)
    })

    test('what is hidden is not read, and is when it is shown', async () => {
      const { id: nations } = (await tables()).find(({ name }) => name === 'nations')!
      const hide = (hidden: boolean) =>
        call(app, owner, 'PATCH', `${path}/catalog/${nations}`, { columns: [{ name: 'iso', hidden }] })
      const ofNations = () => relations.filter(({ to_table, from_table }) => [to_table, from_table].includes('nations'))
      const before = ofNations().length
      expect(before).toBeGreaterThan(0)
      await hide(true)
      await related()
      await hide(false)
      relations = await all()
      expect(ofNations()).toEqual([])
      relations = await related()
      expect(ofNations().length).toBe(before)
    })
  })

test('each table is read once, and again only when what it is related by has changed', async () => {
  const { port, stop } = await startMariadb()
  const sql = new SQL(`mysql://root@127.0.0.1:${port}/mysql`, { max: 1 })
  try {
    const many = Array.from({ length: 12 }, (_, at) => `place_${at}`)
    await sql.unsafe('create database many')
    for (const name of many) {
      await sql.unsafe(`create table many.${name} (town varchar(40), area int)`)
      await sql.unsafe(`insert into many.${name} values ${TOWNS.map((town, n) => `('${town}', ${n})`).join(', ')}`)
    }
    await sql.unsafe('create table many.visits (visit_no int, town varchar(40))')
    const visits = (first: number, count: number) =>
      rows(count, (n) => [first + n, of(TOWNS, n)]).map(([no, town]) => `(${no}, '${town}')`)
    await sql.unsafe(`insert into many.visits values ${visits(0, 20_000).join(', ')}`)
    await sql.unsafe('analyze table many.visits')
    await sql.unsafe("set global log_output = 'TABLE'")
    const owner = await signUp(app)
    const { workspace } = await newPlace(app, owner)
    const path = `/api/workspaces/${workspace.id}/database-connections`
    const about = { name: 'Many', engine: 'mysql', host: '127.0.0.1', port, username: 'root', password: '', ssl }
    const { body } = await call(app, owner, 'POST', path, { ...about, database: 'many' })
    /** The tables that the job reads until nothing waits, one for each statement. */
    const readByJob = async (): Promise<string[]> => {
      await sql.unsafe('truncate mysql.general_log')
      await sql.unsafe('set global general_log = 1')
      while ((await relateNew(world)) > 0);
      await sql.unsafe('set global general_log = 0')
      const log = await sql.unsafe(
        "select convert(argument using utf8mb4) as said from mysql.general_log where command_type = 'Execute'",
      )
      return log
        .flatMap(({ said }: { said: string }) => /^select .* from "many"\."(\w+)"/is.exec(said)?.[1] ?? [])
        .sort()
    }
    const refresh = async () => {
      await call(app, owner, 'POST', `${path}/${body.id}/refresh`)
      while ((await call(app, owner, 'GET', `${path}/${body.id}`)).body.status === 'syncing') await Bun.sleep(50)
    }
    expect(await readByJob()).toEqual([...many, 'visits'].sort())
    const relations = async () =>
      (await call(app, owner, 'GET', `${path.replace(/\/[^/]*$/, '/catalog/relations')}`)).body
    const before = await relations()
    expect(before.length).toBeGreaterThan(2 * many.length)
    await refresh()
    expect(await readByJob()).toEqual([])
    await sql.unsafe(`insert into many.visits values ${visits(20_000, 5000).join(', ')}`)
    await sql.unsafe('analyze table many.visits')
    await refresh()
    expect(await readByJob()).toEqual([])
    await sql.unsafe("insert into many.place_3 values ('Celle', 11)")
    await refresh()
    const after = await readByJob()
    expect(after).toContain('place_3')
    expect(after).toEqual([...new Set(after)])
    expect((await relations()).length).toBeGreaterThanOrEqual(before.length)
  } finally {
    await sql.close()
    await stop()
  }
})
