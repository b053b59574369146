import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import type { DriverContext } from '#connections/drivers/driver.ts'
import type { DatabaseEngine } from '#connections/rules/connection.ts'
import { createNetwork } from '#outside/network.ts'
import type { RemoteSource } from '#outside/remote.ts'
import { type Certificates, makeCertificates } from './certificates.ts'
import { startMariadb } from './mariadb.ts'
import { startPostgres } from './postgres.ts'
import { SECRETS } from './secrets.ts'

const ROOT = SECRETS['password of the superuser']
const READER = SECRETS['password of a reader']

/** A real server or file with the tables of `PEOPLE`, and a second, privileged way to look at what drivers did to it. */
export type TestSource = {
  engine: DatabaseEngine
  /** As its most powerful user. */
  source: RemoteSource
  /** As a user that may read people and orders, and nothing else; the same where the engine knows no users. */
  reader: RemoteSource
  schema: string
  certificates: Certificates | null
  ask(sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

export const LONG = 'ü'.repeat(200_000)
/** Texts that break careless CSV, quoting and escaping. */
export const TEXTS = [
  '',
  ' ',
  'plain',
  `O'Brien "x"`,
  'a,b',
  'line\nbreak\r\n',
  '\\',
  "\\'; drop table people; --",
  'NULL',
  '日本 🎉',
  '\t',
  LONG,
]

const common = (text: string) => [
  `create table people (id integer primary key, name ${text}, team ${text} not null, secret ${text}, age integer)`,
  `create table orders (id integer primary key, person_id integer references people (id), amount decimal(12, 2))`,
  `create table hidden (id integer primary key, word ${text})`,
  `insert into hidden values (1, 'the canary sings')`,
]

export function contextOf({
  timeoutMs = 10_000,
  signal = new AbortController().signal,
  folders = [] as string[],
} = {}): DriverContext {
  return {
    network: createNetwork({ allowed: '127.0.0.0/8,::1', refused: '' }),
    sqliteFolders: folders,
    timeoutMs,
    signal,
  }
}

const inserts = async (insert: (id: number, name: string | null) => Promise<unknown> | unknown) => {
  for (const [index, text] of TEXTS.entries()) await insert(index + 1, text)
  await insert(TEXTS.length + 1, null)
}

export async function postgresSource(): Promise<TestSource> {
  const certificates = await makeCertificates()
  const server = await startPostgres({ certificates })
  const client = new Client({ connectionString: server.url })
  client.on('error', () => {})
  await client.connect()
  for (const sql of common('text')) await client.query(sql)
  await inserts((id, name) =>
    client.query(`insert into people values ($1, $2, 'red', 'the canary sings', $3)`, [id, name, 20 + id]),
  )
  await client.query(`insert into orders select n, 1 + n % 5, n * 1.25 from generate_series(1, 1000) n;
    comment on table people is 'Who works here'; comment on column people.age is 'in years';
    create view adults as select id, name from people where age >= 18;
    create schema other; create table other.things (id int);
    create role reader login password '${READER}'; grant select on people, orders to reader;
    alter role postgres password '${ROOT}'`)
  for (const sql of ['create database closed', 'revoke connect on database closed from public', 'analyze'])
    await client.query(sql)
  const settings = { host: 'localhost', port: server.port, database: 'postgres', username: 'postgres' }
  return {
    engine: 'postgres',
    source: { engine: 'postgres', settings, secrets: { password: ROOT } },
    reader: { engine: 'postgres', settings: { ...settings, username: 'reader' }, secrets: { password: READER } },
    schema: 'public',
    certificates,
    ask: async (sql) => (await client.query(sql)).rows,
    stop: async () => {
      await client.end().catch(() => {})
      await server.stop()
    },
  }
}

export async function mariadbSource(): Promise<TestSource> {
  const certificates = await makeCertificates()
  const server = await startMariadb({ certificates })
  const client = await createConnection({ host: '127.0.0.1', port: server.port, user: 'root' })
  client.on('error', () => {})
  await client.query('create database shop character set utf8mb4 collate utf8mb4_general_ci')
  await client.query('use shop')
  for (const sql of common('longtext'))
    await client.query(
      sql
        .replace('references people (id)', ', foreign key (person_id) references people (id)')
        .replace('person_id integer ,', 'person_id integer,'),
    )
  await inserts((id, name) =>
    client.execute(`insert into people values (?, ?, 'red', 'the canary sings', ?)`, [id, name, 20 + id]),
  )
  for (const sql of [
    'insert into orders select seq, 1 + seq % 5, seq * 1.25 from seq_1_to_1000',
    `alter table people comment 'Who works here', modify age integer comment 'in years'`,
    'create view adults as select id, name from people where age >= 18',
    'create database other',
    'create database closed',
    'create table other.things (id int)',
    `create user reader@'%' identified by '${READER}'`,
    `grant select on shop.people to reader@'%'`,
    `grant select on shop.orders to reader@'%'`,
  ])
    await client.query(sql)
  const settings = { host: 'localhost', port: server.port, database: 'shop', username: 'root' }
  return {
    engine: 'mysql',
    source: { engine: 'mysql', settings, secrets: {} },
    reader: { engine: 'mysql', settings: { ...settings, username: 'reader' }, secrets: { password: READER } },
    schema: 'shop',
    certificates,
    ask: async (sql) => (await client.query(sql))[0] as Record<string, unknown>[],
    stop: async () => {
      client.destroy()
      await server.stop()
    },
  }
}

/** `folder` is where drivers may open files. */
export async function sqliteSource(): Promise<TestSource & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tabletalk-sqlite-'))
  const path = join(folder, 'shop.db')
  const database = new Database(path)
  for (const sql of common('text')) database.run(sql)
  await inserts((id, name) =>
    database.query(`insert into people values (?, ?, 'red', 'the canary sings', ?)`).run(id, name, 20 + id),
  )
  database.run(`with recursive n(n) as (select 1 union all select n + 1 from n where n < 1000)
    insert into orders select n, 1 + n % 5, n * 1.25 from n`)
  database.run('create view adults as select id, name from people where age >= 18')
  const source: RemoteSource = { engine: 'sqlite', settings: { path }, secrets: {} }
  return {
    engine: 'sqlite',
    source,
    reader: source,
    schema: 'main',
    certificates: null,
    folder,
    ask: async (sql) => database.query(sql).all() as Record<string, unknown>[],
    stop: async () => {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
