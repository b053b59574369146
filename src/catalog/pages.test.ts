import { beforeAll, describe, expect, test } from 'bun:test'
import * as sourceCatalog from '#catalog/catalog.ts'
import { call, form, newTeam, type Person } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'

const CSV = [
  'id,city,salary',
  ...Array.from({ length: 60 }, (_, at) => `${at + 1},${['Pune', 'Goa', 'Delhi'][at % 3]},${at * 7}`),
]
const { app, owner, viewer, place, ctx } = await newTeam('viewer')
beforeAll(async () => {
  await upload(app, owner, place.workspace.id, 'staff.csv', CSV.join('\n'))
  await upload(app, owner, place.workspace.id, 'towns.csv', 'name,people,balance\nPUNE,7,5\nGOA,1,9\n')
})

const at = (rest: string) => `/workspaces/${place.workspace.id}${rest}`
const get = (who: Person, rest: string) => app.request(at(rest), { headers: { cookie: who.cookie } })
const read = async (who: Person, rest: string) => (await get(who, rest)).text()
const post = (who: Person, rest: string, fields: Record<string, string>) =>
  app.request(at(rest), form(fields, who.cookie))
const idOf = async (name: string) => {
  return (await sourceCatalog.tables(ctx, { hidden: true })).find((table) => table.name === name)!.id
}

describe('the list of tables', () => {
  test('is searched without script, by values too', async () => {
    const html = await read(viewer, '/tables?q=goa')
    expect(html).toContain('2 tables of 2 found')
    expect(html).toMatch(/<li class="found"><a [^>]*>city</)
    expect(await read(viewer, '/tables?q=salary')).toContain('1 table of 2 found')
    expect(await read(viewer, '/tables?q=%3Cb%3E')).toContain('Nothing speaks of “&lt;b&gt;”')
  })
})

describe('the page of a table', () => {
  test('shows columns, pictures that say what they show, and rows a page at a time', async () => {
    const id = await idOf('staff')
    const html = await read(viewer, `/tables/${id}`)
    expect(html).toContain('Most frequent values of city')
    expect(html).toContain('aria-label="salary from 0 to 413; most rows are')
    expect(html).toContain('staff.csv')
    expect(html).not.toContain('Hide column')
    const second = await read(viewer, `/tables/${id}?page=3`)
    expect(second).toContain('>60<')
    expect(second).not.toContain('Next rows')
    expect(await read(viewer, `/tables/${id}?page=nonsense`)).toContain('Next rows')
  })

  test('says what of its figures does not add up, and why', async () => {
    const html = await read(viewer, `/tables/${await idOf('towns')}`)
    expect(html).toContain('Never added up over time. Its name says &quot;balance&quot;')
    expect(html.match(/added up/g)).toHaveLength(1)
  })

  test('is edited by forms, and only by owners', async () => {
    const id = await idOf('staff')
    const saved = await post(owner, `/tables/${id}/edit`, { column: 'city', description: 'Where they <work>' })
    expect(saved.headers.get('location')).toBe(at(`/tables/${id}?done=saved#column-city`))
    expect(await read(viewer, `/tables/${id}`)).toContain('Where they &lt;work>'.replace('>', '&gt;'))
    const refused = await post(viewer, `/tables/${id}/edit`, { description: 'x' })
    expect(refused.status).toBe(403)
    const long = await post(owner, `/tables/${id}/edit`, { description: 'x'.repeat(2001) })
    expect(long.status).toBe(400)
  })

  test('declares a relation, proposes how to clean its keys, and says what is wrong with one', async () => {
    const id = await idOf('staff')
    const wanted = { table: id, from: 'staff.city', to: 'towns.name' }
    const declared = await post(owner, '/relations', wanted)
    expect(declared.status).toBe(303)
    const html = await read(owner, declared.headers.get('location')!.replace(at(''), '').replace(/#.*/, ''))
    expect(html).toContain('Declared: 66.7 % of the values of city are found in towns.name.')
    expect(html).toContain('66.7 % found')
    expect(html).toContain('lower(trim(&quot;staff&quot;.&quot;city&quot;))')
    const wrong = await post(owner, '/relations', { ...wanted, to: 'towns.nothing' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('towns has no column &quot;nothing&quot;.')
    const found = (await call(app, owner, 'GET', `/api${at('/catalog/relations')}`)).body as { id: string }[]
    const removed = await post(owner, '/relations', { table: id, remove: found[0]!.id })
    expect(removed.headers.get('location')).toContain('done=removed')
  })

  test('of an older version leads to the one that took its place', async () => {
    const old = await idOf('towns')
    await upload(app, owner, place.workspace.id, 'towns.csv', 'name,people\nPUNE,8\nGOA,2\nDELHI,30\n')
    const fresh = await idOf('towns')
    expect(fresh).not.toBe(old)
    expect((await get(viewer, `/tables/${old}`)).headers.get('location')).toBe(at(`/tables/${fresh}`))
    const html = await read(viewer, `/tables/${fresh}`)
    expect(html).toContain('Version 2')
    expect(html).toContain('Version 1')
  })
})

test('all relations are drawn and listed; what is rejected is told to owners alone, and can be taken back', async () => {
  await post(owner, '/relations', { from: 'staff.city', to: 'towns.name' })
  const page = await read(viewer, '/relations')
  expect(page).toContain('Diagram of 2 tables and 1 relation')
  expect(page).toContain('staff.city leads to towns.name, 100 % found')
  expect(page).not.toContain('value="remove"')
  expect(await read(viewer, '/relations?q=nothing')).toContain('No relation of such a table is known.')
  expect((await post(viewer, '/relations', { from: 'staff.id', to: 'towns.name' })).status).toBe(403)
  const listed = async () =>
    (await call(app, owner, 'GET', `/api${at('/catalog/relations')}`)).body as { id: string; from_column: string }[]
  const [one] = await listed()
  await post(owner, '/relations', { from: 'staff.id', to: 'towns.people', replaces: one!.id })
  expect((await listed()).map(({ from_column }) => from_column)).toEqual(['id'])
  expect(await read(owner, '/relations')).toContain('Rejected: 1 relation')
  expect(await read(viewer, '/relations')).not.toContain('Rejected')
  expect((await post(owner, '/relations', { from: 'staff', to: 'towns.name' })).status).toBe(400)
  await post(owner, '/relations', { remove: (await listed())[0]!.id })
  await post(owner, '/relations', { from: 'staff.city', to: 'towns.name' })
  expect((await listed()).map(({ from_column }) => from_column)).toEqual(['city'])
})

test('a declared relation stays with a newer version, as long as its column does', async () => {
  const relations = async () =>
    (
      (await call(app, owner, 'GET', `/api${at('/catalog/relations')}`)).body as { to_column: string; kind: string }[]
    ).map(({ to_column, kind }) => `${kind} ${to_column}`)
  const wanted = { from_table: 'staff', from_column: 'city', to_table: 'towns', to_column: 'name' }
  await call(app, owner, 'POST', `/api${at('/catalog/relations')}`, wanted)
  await upload(app, owner, place.workspace.id, 'towns.csv', 'name,people\nPUNE,9\n')
  expect(await relations()).toEqual(['declared name'])
  const versions = async () => {
    const files = (await call(app, owner, 'GET', `/api${at('/files')}`)).body as { id: string; name: string }[]
    const { id } = files.find(({ name }) => name === 'towns.csv')!
    return (await call(app, owner, 'GET', `/api${at(`/files/${id}/versions`)}`)).body as { id: string }[]
  }
  const [, before] = await versions()
  expect((await call(app, owner, 'POST', `/api${at(`/files/${before!.id}/current`)}`)).status).toBe(200)
  expect(await relations()).toEqual(['declared name'])
  await upload(app, owner, place.workspace.id, 'towns.csv', 'town,people\nPUNE,9\n')
  expect(await relations()).toEqual([])
})

describe('what is hidden', () => {
  test('is seen by owners, marked, and by nobody else, anywhere', async () => {
    const id = await idOf('staff')
    await post(owner, `/tables/${id}/edit`, { column: 'salary', hidden: 'yes' })
    expect(await read(owner, `/tables/${id}`)).toContain('Show column')
    for (const page of [`/tables/${id}`, '/tables', '/tables?q=salary', '/sql', '', `/tables/${id}?page=2`])
      expect({ page, text: (await read(viewer, page)).includes('>salary<') }).toEqual({ page, text: false })
    const csv = await app.request(`/api${at('/sql')}`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json', accept: 'text/csv' },
      body: JSON.stringify({ sql: 'SELECT * FROM staff LIMIT 1' }),
    })
    expect(await csv.text()).toBe('id,city\n1,Pune\n')
    await post(owner, `/tables/${id}/edit`, { hidden: 'yes' })
    expect((await get(viewer, `/tables/${id}`)).status).toBe(404)
    expect(await read(owner, `/tables/${id}`)).toContain('Nobody can read this table')
  })

  test('stays hidden in a newer version', async () => {
    await upload(app, owner, place.workspace.id, 'staff.csv', CSV.slice(0, 20).join('\n'))
    const id = await idOf('staff')
    expect((await get(viewer, `/tables/${id}`)).status).toBe(404)
    expect(await read(owner, `/tables/${id}`)).toContain('Show table')
  })
})
