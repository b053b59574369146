import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { EmbeddedPostgres } from './embedded.ts'

let database: EmbeddedPostgres
beforeAll(async () => {
  database = await EmbeddedPostgres.open({})
  await database.exec('create table things (id int primary key, name text, at timestamptz, tags text[], extra jsonb)')
})
afterAll(() => database.close())

const prepared = async () =>
  (await database.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')).rows[0]!.n

describe('the embedded database', () => {
  test('prepares a statement once, however often it runs', async () => {
    await prepared()
    const before = await prepared()
    for (let i = 0; i < 5; i++) await database.query('select name from things where id = $1', [i])
    expect(await prepared()).toBe(before + 1)
  })

  test('gives rows, types and counts as without prepared statements', async () => {
    const at = new Date('2026-02-03T04:05:06.789Z')
    const values = [1, 'one', at, ['a', 'b,"c'], { deep: [1, null] }]
    const insert = 'insert into things values ($1, $2, $3, $4, $5)'
    expect((await database.query(insert, values)).affectedRows).toBe(1)
    const { rows } = await database.query('select * from things where id = $1', [1])
    expect(rows).toEqual([{ id: 1, name: 'one', at, tags: ['a', 'b,"c'], extra: { deep: [1, null] } }])
    const arrays = await database.query('select id, name from things', [], { rowMode: 'array' })
    expect(arrays.rows as unknown).toEqual([[1, 'one']])
    expect((await database.query('update things set name = $1 where id = $2', [null, 1])).affectedRows).toBe(1)
    expect((await database.query('delete from things where id > $1', [0])).affectedRows).toBe(1)
  })

  test('says what is wrong with its code, and works on', async () => {
    const insert = () => database.query('insert into things (id) values ($1)', [7])
    await insert()
    expect(await insert().catch((error) => error.code)).toBe('23505')
    expect(await database.query('select nothing from nowhere').catch((error) => error.code)).toBe('42P01')
    expect((await database.query('select id from things where id = $1', [7])).rows).toEqual([{ id: 7 }])
  })

  test('takes back a transaction that failed, prepared statements or not', async () => {
    const insert = 'insert into things (id, name) values ($1, $2)'
    const failing = database.transaction(async (tx) => {
      await tx.query(insert, [20, 'twenty'])
      await tx.query(insert, [20, 'again'])
    })
    expect(await failing.catch((error) => error.code)).toBe('23505')
    await database.transaction(async (tx) => {
      await tx.query(insert, [21, 'twenty-one'])
    })
    const { rows } = await database.query('select id from things where id in ($1, $2)', [20, 21])
    expect(rows).toEqual([{ id: 21 }])
  })

  test('lets the statement unused for longest go', async () => {
    for (let i = 0; i < 450; i++) await database.query(`select ${i} as n`)
    expect(await prepared()).toBeLessThanOrEqual(400)
    expect((await database.query('select 0 as n')).rows).toEqual([{ n: 0 }])
  })

  test('follows a change of the schema after it was told to forget', async () => {
    const all = () => database.query('select * from changing')
    await database.exec('create table changing (a int)')
    await database.exec('insert into changing values (1)')
    expect((await all()).rows).toEqual([{ a: 1 }])
    await database.exec('alter table changing add column b text')
    await database.forget()
    expect((await all()).rows).toEqual([{ a: 1, b: null }])
  })

  test('lets everything else go on while many statements wait', async () => {
    let [turns, over] = [0, false]
    const turn = () => {
      turns++
      if (!over) setImmediate(turn)
    }
    setImmediate(turn)
    await Promise.all(
      Array.from({ length: 2000 }, (_, id) => database.query('select name from things where id = $1', [id])),
    )
    over = true
    expect(turns).toBeGreaterThan(5)
  })
})
