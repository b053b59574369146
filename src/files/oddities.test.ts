import { expect, test } from 'bun:test'
import { call, form } from '../../tests/support/people.ts'
import { settled } from '../../tests/support/upload.ts'
import type { Oddity } from './rules/oddity.ts'

const MESSY = `order_id,customer,city,amount,status,day,country,price,length,empty
1,Acme,New York,120,paid,2024-01-02,US,"1,200",5 kg,
2,Acme,New York,80,paid,2024-01-03,US,7.5,6 kg,
3,ACME ,N. York,95,n/a,2024-01-04,US,12,3 lb,
4,Beta,new york,110,open,2024-01-05,US,9,3 lb,
5,Beta,New York ,105,unknown,2024-01-06,US,x,4 kg,
6,Gamma,Boston,100,paid,2024-01-07,US,9.25,4 kg,
7,Gamma,Boston,90,paid,2199-01-08,US,y,4 kg,
8,Gamma,Bostom,120000,paid,2024-01-09,US,8,4 kg,
8,Gamma,Boston,85,paid,2024-01-10,US,7,4 kg,
9,Delta,Chicago,9999,paid,2024-01-11,US,z,4 kg,
10,Delta,Chicago,9999,open,2024-01-12,US,6,4 kg,
11,Delta,Boston,101,open,2024-01-13,US,5,4 kg,
11,Delta,Boston,101,open,2024-01-13,US,5,4 kg,
12,Acmé,Chicago,99,paid,2024-01-14,US,5,4 kg,
13,Beta,Boston,98,paid,2024-01-15,US,v,4 kg,
14,Beta,Boston,97,paid,2024-01-16,US,w,4 kg,
`

/** Somebody new with a file, and what is odd in its first table. */
async function looked(content: string | Uint8Array<ArrayBuffer>, name = 'orders.csv') {
  const place = await settled(content, name)
  const { app, ada, path } = place
  const [{ id }] = (await call(app, ada, 'GET', `${path}/catalog`)).body
  const at = `${path}/catalog/${id}`
  const oddities = async () => (await call(app, ada, 'GET', `${at}/oddities`)).body
  const mend = (step: unknown) => call(app, ada, 'POST', `${at}/recipe`, { step })
  return { ...place, id, at, oddities, mend }
}

const brief = ({ kind, column, count }: Oddity) => `${column ?? ''} ${kind} ${count}`.trim()

test('each oddity is found with its count, and gone once what is proposed has mended it', async () => {
  const { oddities, mend } = await looked(MESSY)
  const found = await oddities()
  expect(found).toMatchObject({ rows_seen: 16, columns_unseen: [] })
  expect(found.items.map(brief).sort()).toEqual([
    'amount nothing 2',
    'amount outliers 1',
    'city spaces 1',
    'city spellings 1',
    'city spellings 3',
    'country constant 16',
    'customer spaces 1',
    'customer spellings 2',
    'day days 1',
    'empty constant 16',
    'length units 16',
    'order_id key 1',
    'price numbers 11',
    'rows 1',
    'status nothing 2',
  ])
  const examplesOf = (wanted: string) => found.items.find(({ kind }: Oddity) => kind === wanted).examples
  const york = found.items.find(({ values }: Oddity) => values?.[0]?.value === 'New York')
  expect(york.examples).toEqual(['N. York', 'new york', 'New York '].map((before) => ({ before, after: 'New York' })))
  expect(examplesOf('rows')).toEqual([
    {
      before: '11 · Delta · Boston · 101 · open · 2024-01-13 (2 times)',
      after: '11 · Delta · Boston · 101 · open · 2024-01-13',
    },
  ])
  const [kept, left] = [
    '8 · 2024-01-10 · Gamma · Boston · 85 · paid',
    '8 · 2024-01-09 · Gamma · Bostom · 120000 · paid',
  ]
  expect(examplesOf('key')).toEqual([{ before: `${kept} | ${left}`, after: kept }])
  expect(found.items.find(({ kind }: Oddity) => kind === 'key').about).toEndWith('2 rows are left out.')
  // Spellings were found as they are written: before their spaces go.
  const first = ({ kind }: Oddity) => (kind === 'spellings' ? 0 : 1)
  for (const { step, kind, column } of (found.items as Oddity[]).toSorted((a, b) => first(a) - first(b))) {
    const { status, body } = step ? await mend(step) : { status: 200, body: {} }
    expect([kind, column, status === 200 || body.code === 'changes_nothing']).toEqual([kind, column, true])
  }
  expect((await oddities()).items.map(brief).sort()).toEqual(['length units 14', 'price unread 5'])
})

test('a plain table has nothing odd', async () => {
  const rows = Array.from(
    { length: 200 },
    (_, n) => `${n},${['Rome', 'Pune', 'Oslo'][n % 3]},${n * 7 + 5},2024-0${(n % 9) + 1}-01`,
  )
  const { oddities } = await looked(`id,city,amount,day\n${rows.join('\n')}\n`)
  expect((await oddities()).items).toEqual([])
})

test('populations of all sizes, years of history and codes of two letters are as they should be', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, n) => `C${n},${Math.round(1.5 ** n) + 20},${n % 2 ? 'NA' : 'DE'},${1700 + n}-05-01`,
  )
  const { oddities } = await looked(`place,population,code,founded\n${rows.join('\n')}\n`)
  expect((await oddities()).items).toEqual([])
})

const SALES = ['N,S,E', 'Jan,Feb', 'Tea,Coffee']
  .map((values) => values.split(','))
  .reduce<string[]>((rows, values) => rows.flatMap((row) => values.map((value) => `${row}${value},`)), [''])
  .map((row, at) => `${row}${at + 5}`)

test('a key of several columns that comes again is found, and one row of each is kept', async () => {
  const rows = [...SALES, 'N,Feb,Tea,80', SALES[3]]
  const { oddities, mend, sql } = await looked(`region,period,product,amount\n${rows.join('\n')}\n`, 'sales.csv')
  const found = (await oddities()).items.filter(({ kind }: Oddity) => kind === 'key')
  const key = { kind: 'key', columns: ['region', 'period', 'product'], latest: null }
  expect(found).toMatchObject([
    { column: null, count: 1, step: key, examples: [{ before: 'N · Feb · Tea · 7 | N · Feb · Tea · 80' }] },
  ])
  expect(found[0].about).toStartWith('region, period, product together look like a key')
  expect((await mend(found[0].step)).status).toBe(200)
  expect((await sql('select count(*), max(amount) from sales')).rows).toEqual([[12, 16]])
  expect((await oddities()).items).toEqual([])
})

test('columns whose values meet by chance are no key together', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `c${(n * 7) % 12},p${(n * n) % 11},${n * 3 + 1}`)
  const { oddities } = await looked(`customer,product,amount\n${rows.join('\n')}\n`, 'orders.csv')
  expect((await oddities()).items.map(brief)).toEqual([])
})

test('cells that did not fit their column are told', async () => {
  const rows = Array.from({ length: 98 }, (_, n) => `p${n},${20 + (n % 50)}`)
  const { oddities } = await looked(`name,age\n${rows.join('\n')}\np98,Indef.\np99,Indef.\n`, 'ages.csv')
  expect((await oddities()).items).toMatchObject([
    { kind: 'unread', column: 'age', count: 2, examples: [{ before: 'Indef.' }], step: null },
  ])
})

test('raw rows can be seen beside the mended ones', async () => {
  const { app, ada, at, mend } = await looked(MESSY)
  await mend({ kind: 'hide', column: 'country' })
  const { body } = await call(app, ada, 'GET', `${at}/raw`)
  expect(body).toMatchObject({ total_rows: 16 })
  expect(body.columns.map(({ name }: { name: string }) => name)).toContain('country')
  expect((await call(app, ada, 'GET', `${at}/raw?raw=2`)).body.rows).toEqual([])
})

test('the page proposes, applies what is chosen without a script, and undoes it', async () => {
  const { app, ada, workspace, id, sql } = await looked(MESSY)
  const page = `/workspaces/${workspace.id}/tables/${id}/repair`
  const read = async (rest = '') => (await app.request(`${page}${rest}`, { headers: { cookie: ada.cookie } })).text()
  const post = async (rest: string, fields: Record<string, string>) =>
    app.request(`${page}${rest}`, form(fields, ada.cookie))
  expect(await read('?look=yes')).toContain('Probably spellings of &quot;New York&quot;.')
  const values = { 'from.0': '"New York"', 'from.1': '"N. York"', 'from.2': '"new york"' }
  const merged = await post('', { kind: 'replace', column: 'city', to: 'NYC', ...values })
  expect([merged.status, merged.headers.get('location')]).toEqual([303, `${page}?done=mended`])
  expect((await sql(`select count(*) from orders where city = 'NYC'`)).rows).toEqual([[4]])
  expect(await read()).toContain('Replace 3 values of city by &quot;NYC&quot;')
  const refused = await post('', { kind: 'scale', column: 'city', how: 'divide', by: '10' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('holds no numbers')])
  expect((await post('', { step: 'no json' })).status).toBe(400)
  const together = await post('', { kind: 'key', column: 'customer', second: 'day', third: '', latest: '' })
  expect([together.status, await read()]).toEqual([303, expect.stringContaining('one row for each customer, day')])
  expect((await post('/undo', {})).status).toBe(303)
  expect((await sql(`select count(*) from orders where city = 'NYC'`)).rows).toEqual([[0]])
})
