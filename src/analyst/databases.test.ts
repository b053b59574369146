import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, newPlace, type Person, signUp } from '../../tests/support/people.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

// On the embedded database only: the questions are about the server of somebody else.

/** A workspace with a PostgreSQL database and a file, asked as people ask. */
let app: App
let owner: Person
let path: string
let database: Awaited<ReturnType<typeof startPostgres>>
let sql: postgres.Sql

beforeAll(async () => {
  database = await startPostgres()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
  // Sales are too many to be fetched; names of cities and countries are more than the catalog keeps.
  await sql.unsafe(`
    create table countries (country_id int primary key, country text);
    insert into countries select n, 'Land ' || n from generate_series(1, 60) n;
    insert into countries values (61, 'Norway');
    create table sales (sale_id int primary key, country_id int references countries, city text, amount numeric(12,2), sold_on date);
    insert into sales select n, 1 + n % 61, case when n = 39999 then 'Tromsø' else 'City ' || n % 500 end, n % 100, date '2025-01-01' + n % 365 from generate_series(1, 40000) n;
    create table parcels (parcel_id int primary key, sale_id int references sales, weight int);
    insert into parcels select n, 1 + n % 40000, n % 9 from generate_series(1, 60000) n;
    create table harbours (harbour text);
    insert into harbours select 'Harbour ' || n from generate_series(1, 60) n;
    analyze;`)
  app = await testApp()
  owner = await signUp(app)
  path = `/api/workspaces/${(await newPlace(app, owner)).workspace.id}`
  const connected = await call(app, owner, 'POST', `${path}/database-connections`, {
    ...{ name: 'Trade', engine: 'postgres', host: '127.0.0.1', port: database.port, database: 'postgres' },
    ...{ username: 'postgres', ssl: { mode: 'disable' } },
  })
  expect(connected.body).toMatchObject({ status: 'ready', tables: 4 })
  const managers = Array.from(
    { length: 61 },
    (_, n) => `${n === 60 ? 'Norway' : `Land ${n + 1}`},Manager ${n},${n * 10}`,
  )
  const file = `country,manager,budget\n${managers.join('\n')}`
  expect((await upload(app, owner, path.split('/').at(-1)!, 'managers.csv', file)).status).toBe(201)
  const relation = { from_table: 'managers', from_column: 'country', to_table: 'countries', to_column: 'country' }
  expect((await call(app, owner, 'POST', `${path}/catalog/relations`, relation)).status).toBe(201)
}, 300_000)
afterAll(async () => {
  await sql.end()
  await database.stop()
})

const ask = async (message: string, of = app) => (await call(of, owner, 'POST', `${path}/query-data`, { message })).body

/** Runs one tool as a model would, and gives what the model was told of it. */
async function toldOf(tool: string, input: object): Promise<string> {
  const server = await startModelServer([{ call: tool, input }, { say: 'Done.' }])
  await ask('?', await testApp({ ...(await testWorld()), models: scriptedModels(server, 'chat') }))
  const { messages } = server.requests[1]!.body as { messages: { role: string; content: string }[] }
  return messages.find(({ role }) => role === 'tool')!.content
}

describe('a question about', () => {
  test.each([
    ['the file, by a value that has to be looked up', 'What is the budget of Norway?', [[600]]],
    ['the database, by a value that has to be looked up', 'How many sales are there in Norway?', [[655]]],
    ['the database, by a value of a table that is too large to fetch', 'How many sales are there in Tromsø?', [[1]]],
    ['both, joined', 'What is the total amount for each manager?', null],
  ])('%s, is answered with every step done', async (_, question, rows) => {
    const body = await ask(question)
    expect([body.status, body.error, body.answer]).toEqual(['answered', null, expect.any(String)])
    if (rows) expect(body.result.rows.map((row: unknown[]) => row.slice(-1))).toEqual(rows)
    const conversation = (await call(app, owner, 'GET', `${path}/agent-history`)).body[0]
    expect(JSON.stringify(conversation)).not.toContain('There is no table')
  })
})

test('values are found in files, in small tables and in large ones, whichever way they are written', async () => {
  const found = async (text: string) =>
    (await toldOf('search_values', { text })).split('\n').flatMap((line) => {
      const [value] = line.split(' · ')
      return value!.includes(' = ') ? [value] : []
    })
  expect(await found('norway')).toEqual(
    expect.arrayContaining(['countries.country = Norway', 'managers.country = Norway']),
  )
  expect(await found('TROMSØ')).toEqual(['sales.city = Tromsø'])
})

describe('joins of tables of a database', () => {
  const seen = async (sql: string) => toldOf('run_sql', { sql, title: 'Asked' })

  test('that count a measure twice are given back', async () => {
    expect(await seen('SELECT sum(s.amount) FROM sales s JOIN parcels p ON p.sale_id = s.sale_id')).toMatch(
      /^error join_multiplies: .*counts rows of sales more than once: the join makes 60,000 of 40,000/,
    )
    expect(
      await seen(
        'SELECT sum(m.budget) FROM managers m JOIN countries c USING (country) JOIN sales s ON s.country_id = c.country_id',
      ),
    ).toMatch(/^error .*counts rows of managers more than once/)
  })

  test('that count each row once pass', async () => {
    expect(
      await seen(
        'SELECT c.country, sum(s.amount) FROM sales s JOIN countries c ON c.country_id = s.country_id GROUP BY 1',
      ),
    ).toStartWith('r1: ')
    expect(
      await seen(
        'SELECT m.manager, sum(s.amount) FROM managers m JOIN countries c USING (country) JOIN sales s USING (country_id) GROUP BY 1',
      ),
    ).toStartWith('r1: ')
  })

  test('are looked at in the language of the database too', async () => {
    const own = { source: 'Trade', title: 'Asked' }
    const sql = 'SELECT sum(s.amount) FROM public.sales s JOIN public.parcels p ON p.sale_id = s.sale_id'
    expect(await toldOf('run_sql', { ...own, sql })).toStartWith('error join_multiplies: ')
  })
})

test('a table that is gone takes nothing from what files have, and what was not looked through is named', async () => {
  await sql`drop table harbours`
  const told = await toldOf('search_values', { text: 'norway' })
  expect(told).toContain('managers.country = Norway')
  expect(told).toMatch(/\nnot searched: .*harbours\.harbour.*: they could not be read just now/)
})
