import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { HOUR } from '#base/time.ts'
import { valuesKey } from '#catalog/value-file.ts'
import { catalogTables } from '#db/schema/index.ts'
import { sweepReplaced } from '#files/rereading.ts'
import { call, newPlace, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { settled, upload } from '../../tests/support/upload.ts'
import { testWorld } from '../../tests/support/world.ts'
import { createInquiry } from './inquiry.ts'
import { ANSWER_LIMITS } from './rules/limits.ts'
import type { SearchValuesInput } from './rules/tools.ts'
import { searchValues } from './values.ts'

/** A workspace in which every name is there once only, so that none is among the frequent values. */

const NAMES = ['Tromsø', 'Łódź', 'Straße des 17. Juni', '東京都', 'Нижний Новгород', 'Back in Black', "O'Brien “Bob”"]
/** Values that try what reads them: marks of SQL, of lines and of direction, NUL, a text of a megabyte. */
const ODD = [
  "'; DROP TABLE x; --",
  'a\\nb',
  'two\nlines',
  'tab\there',
  'a\u202eb\u2066c',
  'nul\0nul',
  '%_%',
  '…',
  '"',
  '\\',
]
const LONG = `Beginning of it ${'lorem ipsum '.repeat(90_000)}`

const rowsOf = (values: string[]) => values.map((value) => `"${value.replaceAll('"', '""')}"`)
const filler = Array.from({ length: 300 }, (_, n) => `Person ${n} of the list`)
const uuids = Array.from({ length: 1500 }, (_, n) => {
  const hash = Bun.hash(`${n}`).toString(16).padStart(16, '0')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4000-8000-${hash}`.slice(0, 36)
})

const { app, owner, ctx } = await newTeam()
beforeAll(async () => {
  const add = async (name: string, text: string) =>
    expect((await upload(app, owner, ctx.workspace.id, name, text)).status).toBe(201)
  await add(
    'people.csv',
    ['name,salary_band,nothing', ...rowsOf([...filler, ...NAMES]).map((name, n) => `${name},band ${n % 3},`)].join(
      '\n',
    ),
  )
  await add(
    'places.csv',
    ['place,code', ...rowsOf(['Tromsø', ...uuids.slice(1)]).map((place, n) => `${place},${uuids[n]}`)].join('\n'),
  )
  await add('odd.json', JSON.stringify([...ODD, LONG].map((text, n) => ({ n, text }))))
}, 300_000)

const search = (input: SearchValuesInput, of = ctx) =>
  searchValues(
    createInquiry(of, {
      ...{
        limits: ANSWER_LIMITS,
        sees: 'all' as const,
        past: new Map(),
        lastResult: 0,
        question: '',
        sources: null,
        locale: 'en',
      },
      emit: () => {},
    }),
    input,
  )
/** The best matches of a text, as "how table.column=value". */
const best = async (text: string, of = ctx) =>
  (await search({ text }, of)).matches.map(({ match, table, column, value }) => `${match} ${table}.${column}=${value}`)

describe('a text that stands in one row of a file is found', () => {
  test.each([
    ['as it is', 'Нижний Новгород', 'exact people.name=Нижний Новгород'],
    ['in other case', 'BACK IN BLACK', 'case people.name=Back in Black'],
    ['without its accents', 'lodz', 'case people.name=Łódź'],
    ['with ss for ß', 'strasse des 17. juni', 'case people.name=Straße des 17. Juni'],
    ['with straight quotes', 'o\'brien "bob"', "case people.name=O'Brien “Bob”"],
    ['by one of its words', 'новгород', 'contains people.name=Нижний Новгород'],
    ['by a part in a script without spaces', '京都', 'contains people.name=東京都'],
    ['with a letter wrong', 'Back in Blakc', 'similar people.name=Back in Black'],
    ['of which only the beginning is kept', 'Beginning of it', `contains odd.text=${LONG.slice(0, 200)}…`],
  ])('%s', async (_, text, first) => expect((await best(text))[0]).toBe(first))

  test.each(ODD)('whatever it is: %j', async (value) => expect((await best(value))[0]).toBe(`exact odd.text=${value}`))

  test('in both tables that have it', async () => {
    expect((await best('tromsø')).slice(0, 2).sort()).toEqual(['case people.name=Tromsø', 'case places.place=Tromsø'])
  })
})

test('it is told how many columns were searched, and which were not, and why', async () => {
  expect(await search({ text: 'Nobody at all' })).toEqual({ matches: [], searched: 6 })
  // Most values of two columns are codes: these are looked up in the rows.
  const found = await search({ text: uuids[700]! })
  expect(found.matches.map(({ column, match }) => `${column} ${match}`).sort()).toEqual(['code exact', 'place exact'])
  expect(found).toMatchObject({
    searched: 4,
    not_searched: ['places.place, places.code: looked for only letter for letter'],
  })
  expect((await search({ text: 'x', table: 'peple' })).not_searched).toEqual([
    'There is no table peple. Nearest: people, places.',
  ])
  expect((await search({ text: 'x', column: 'nam' })).not_searched).toEqual([
    'There is no column nam. Nearest: name, n.',
  ])
  expect(await search({ text: 'Łódź', table: 'PEOPLE', column: 'Name' })).toMatchObject({
    matches: [{ value: 'Łódź' }],
    searched: 1,
  })
})

test('a column is neither searched nor named as soon as it is hidden', async () => {
  const id = (
    await ctx.db
      .select()
      .from(catalogTables)
      .where(and(eq(catalogTables.workspaceId, ctx.workspace.id), eq(catalogTables.name, 'places')))
  )[0]!.id
  const hide = (hidden: boolean) =>
    call(app, owner, 'PATCH', `/api/workspaces/${ctx.workspace.id}/catalog/${id}`, {
      columns: [
        { name: 'code', hidden },
        { name: 'place', hidden },
      ].slice(0, hidden ? 1 : 2),
    })
  expect((await hide(true)).status).toBe(200)
  const { matches, not_searched } = await search({ text: uuids[0]! })
  expect(matches).toEqual([])
  expect(JSON.stringify(not_searched ?? [])).not.toContain('code')
  expect((await search({ text: 'x', column: 'code' })).not_searched).toEqual([
    expect.stringContaining('There is no column code.'),
  ])
  await hide(false)
  expect((await best(uuids[0]!))[0]).toBe(`exact places.code=${uuids[0]}`)
})

test('people of another workspace find nothing of it', async () => {
  const stranger = await signUp(app)
  const other = await workspaceCtx(await testWorld(), stranger.user.id, (await newPlace(app, stranger)).workspace.id)
  expect(await search({ text: 'Łódź' }, other)).toEqual({ matches: [], searched: 0 })
})

test('a table without an index is looked through in its rows', async () => {
  await putTable(
    ctx,
    'bare',
    `SELECT CASE range WHEN 77 THEN 'Ærøskøbing' ELSE 'n ' || range END AS town FROM range(200)`,
  )
  expect((await best('AERØSKØBING')).length).toBe(0)
  expect((await best('ærøskøbing'))[0]).toBe('case bare.town=Ærøskøbing')
})

test('a file that was read before there were indexes gets one after its first search, hidden columns as ever', async () => {
  const towns = [...filler, 'Reykjavík'].map((town, n) => `${town},secret ${n}`)
  const { body } = await upload(app, owner, ctx.workspace.id, 'before.csv', ['town,mark', ...towns].join('\n'))
  const [table] = await ctx.db.select().from(catalogTables).where(eq(catalogTables.sourceId, body.id))
  const hidden = { columns: [{ name: 'mark', hidden: true }] }
  await call(app, owner, 'PATCH', `/api/workspaces/${ctx.workspace.id}/catalog/${table!.id}`, hidden)
  const key = valuesKey(table!.storeKey!)
  await ctx.files.remove(key)
  // Its rows are looked through meanwhile, in which two wrong letters are too many.
  expect(await best('Rxykjavok')).toEqual([])
  expect((await best('reykjavik'))[0]).toBe('case before.town=Reykjavík')
  while (!(await ctx.files.localPath(key).catch(() => null))) await Bun.sleep(20)
  expect(await best('Rxykjavok')).toEqual(['similar before.town=Reykjavík'])
  expect((await search({ text: 'secret 7', table: 'before' })).matches).toEqual([])
  expect(await search({ text: 'Nobody', table: 'before' })).toEqual({ matches: [], searched: 1 })
})

test('so is one whose index is damaged', async () => {
  const { body } = await upload(app, owner, ctx.workspace.id, 'damaged.csv', `town\n${filler.join('\n')}\nUsedom`)
  const [table] = await ctx.db.select().from(catalogTables).where(eq(catalogTables.sourceId, body.id))
  await Bun.write(await ctx.files.localPath(valuesKey(table!.storeKey!)), 'TTV1 and then something else')
  expect((await best('usedom'))[0]).toBe('case damaged.town=Usedom')
})

test('a new version brings its values in place of those before, whose index goes with them', async () => {
  const put = (text: string) => upload(app, owner, ctx.workspace.id, 'versions.csv', text)
  const first = await put(`town\n${filler.join('\n')}\nOldenburg`)
  expect((await best('oldenburg'))[0]).toBe('case versions.town=Oldenburg')
  await put(`town\n${filler.join('\n')}\nNewcastle`)
  expect(await best('oldenburg')).toEqual([])
  expect((await best('newcastle'))[0]).toBe('case versions.town=Newcastle')
  // The version before is made current again: its index is still there.
  const back = `/api/workspaces/${ctx.workspace.id}/files/${first.body.id}`
  expect((await call(app, owner, 'POST', `${back}/current`)).status).toBe(200)
  expect((await best('oldenburg'))[0]).toBe('case versions.town=Oldenburg')
  const named = and(eq(catalogTables.sourceId, first.body.id), eq(catalogTables.current, true))
  const [before] = await ctx.db.select().from(catalogTables).where(named)
  expect((await call(app, owner, 'POST', `${back}/read`, { dialect: { header: false } })).status).toBe(200)
  expect(await ctx.files.localPath(valuesKey(before!.storeKey!))).toBeString()
  await sweepReplaced({ ...ctx, now: () => new Date(Date.now() + 2 * HOUR) })
  expect(ctx.files.localPath(valuesKey(before!.storeKey!))).rejects.toMatchObject({ code: 'bytes_missing' })
  // The current reading keeps its own.
  expect((await best('oldenburg'))[0]).toBe('case versions.column_1=Oldenburg')
})

test('a place is found by its codes and other names, and by what its people are called', async () => {
  const { app, ada, workspace, path } = await settled(
    `name,state,country\n${['CA,DE', 'NY,FR', 'TX,DE', 'CA,IT'].map((of, n) => `P${n},${of}`).join('\n')}`,
    'customers.csv',
  )
  const own = await workspaceCtx(await testWorld(), ada.user.id, workspace.id)
  const found = async (text: string) =>
    (await search({ text }, own)).matches.map(({ column, value, place }) => [column, value, place])
  expect(await found('California')).toEqual([['state', 'CA', 'California']])
  expect(await found('German')).toEqual([['country', 'DE', 'German']])
  expect(await found('Germany')).toEqual([['country', 'DE', 'Germany']])
  expect(await found('Japan')).toEqual([])
  const ask = async (message: string) => (await call(app, ada, 'POST', `${path}/query-data`, { message })).body
  expect((await ask('How many customers are in California?')).answer).toMatch(/\b2\b/)
  expect((await ask('How many German customers are there?')).answer).toMatch(/\b2\b/)
})
