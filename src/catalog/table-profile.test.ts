import { beforeAll, expect, test } from 'bun:test'
import { toldOddities } from '#files/mending.ts'
import * as query from '#query/run.ts'
import { type App, call, type Person } from '../../tests/support/people.ts'
import { settled } from '../../tests/support/upload.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { CatalogTable } from './rules/answers.ts'
import { measureNew } from './table-profile.ts'

let app: App
let ada: Person
let path: string
let workspaceId: string
// 36 months; sales rise steadily, cost is half of them with a ripple, one price is far out, most are of one shop.
const CSV = [
  'sold_on,shop,sales,cost,price,note',
  ...Array.from({ length: 720 }, (_, at) => {
    const [month, shop] = [Math.floor(at / 20), at % 20]
    const day = `${2021 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${String(shop + 1).padStart(2, '0')}`
    const sales = 100 + month * 10 + (shop % 3)
    return `${day},${['Pune', 'Goa', 'Delhi', 'Agra'][shop < 12 ? 0 : 1 + (shop % 3)]},${sales},${sales / 2 + (at % 7)},${at === 400 ? 9999 : 10 + (at % 5)},${at < 180 ? '' : `n${at}`}`
  }),
].join('\n')
beforeAll(async () => {
  const place = await settled(CSV, 'deals.csv')
  ;({ app, ada, path } = place)
  workspaceId = place.workspace.id
})

const table = async () => ((await call(app, ada, 'GET', `${path}/catalog`)).body as CatalogTable[])[0]!
const page = async () =>
  (
    await app.request(`/workspaces/${workspaceId}/tables/${(await table()).id}`, { headers: { cookie: ada.cookie } })
  ).text()
const textOf = (html: string) => html.replace(/<[^>]+>/g, '').replace(/&quot;|&ldquo;|&rdquo;/g, '"')

test('the job measures a table, and its page tells shape, span, keys, what is missing and five facts that lead to questions', async () => {
  expect(await measureNew(await testWorld(), { ...query, toldOddities })).toBeGreaterThan(0)
  const html = await page()
  const text = textOf(html)
  expect(text).toContain('720 rows × 6 columns')
  expect(text).toMatch(/1 Jan 2021 to 20 Dec 2023|Jan 1, 2021/)
  expect(text).toContain('note 25 %')
  expect(text).toContain('The largest price is 9,999, while half of all values are 12 or less.')
  expect(text).toContain('“Pune” is the shop of 432 of 720 rows (60 %).')
  expect(text).toMatch(/Total sales by month rose from 2,219 \(2021-02\) to 8,819 \(2023-11\)\./)
  expect(text).toContain('sales and cost rise together (correlation 1).')
  expect(html.match(/aria-label="Ask: /g)).toHaveLength(5)
  const [, desk] = /href="([^"]+)#odd-outliers-price">price: far larger than the others, 1 cell</.exec(html)!
  const repair = await app.request(desk!.replaceAll('&amp;', '&'), { headers: { cookie: ada.cookie } })
  expect(await repair.text()).toContain('<li id="odd-outliers-price">')
})

test('a description in chat says the same facts, and each of their numbers is bound', async () => {
  const { body } = await call(app, ada, 'POST', `${path}/query-data`, { message: 'Describe the deals table' })
  const { answer, numbers } = body as { answer: string; numbers: { text: string; state: string; start: number }[] }
  expect(answer).toContain('The largest price is 9,999, while half of all values are 12 or less.')
  expect(answer).toContain('“Pune” is the shop of 432 of 720 rows (60 %).')
  expect(answer).toStartWith(
    'Deals has 720 rows and 6 columns: sold_on (1 Jan 2021 to 20 Dec 2023), shop (Pune, Delhi, Goa …), sales (100 to 452)',
  )
  expect(answer).toContain('What looks odd:\n- price: far larger than the others, 1 cell')
  const end = answer.indexOf('You could ask')
  const unbound = numbers.filter(({ state, start }) => state !== 'bound' && start < end)
  expect([numbers.length > 20, unbound.map(({ text }) => text)]).toEqual([true, []])
})

test('what a person says changes what is told, and what is hidden is told nobody', async () => {
  const { id } = await table()
  const change = (columns: object[]) => call(app, ada, 'PATCH', `${path}/catalog/${id}`, { columns })
  await change([{ name: 'sales', role: 'measure', aggregation: 'average' }])
  expect(textOf(await page())).toMatch(/Average sales by month rose from 110\.95 \(2021-02\)/)
  await change([{ name: 'price', hidden: true }])
  const profile = /id="profile".*?<\/section>/s.exec(await page())![0]
  expect(profile).not.toContain('price')
})

test('rows that no column names by itself are named by two or by three', async () => {
  const lines = (of: (n: number) => string) => Array.from({ length: 120 }, (_, n) => of(n)).join('\n')
  const grainOf = async (name: string, csv: string) => {
    const { app, ada, workspace, path } = await settled(csv, `${name}.csv`)
    const [{ id }] = (await call(app, ada, 'GET', `${path}/catalog`)).body
    const html = await (
      await app.request(`/workspaces/${workspace.id}/tables/${id}`, { headers: { cookie: ada.cookie } })
    ).text()
    const said = await call(app, ada, 'POST', `${path}/query-data`, { message: `Describe the ${name} table` })
    await call(app, ada, 'PATCH', `${path}/catalog/${id}`, { grain: 'thing' })
    const [edited] = (await call(app, ada, 'GET', `${path}/catalog`)).body
    expect(edited.grain).toEqual({ text: 'thing' })
    return [textOf(html), said.body.answer]
  }
  const shops = await grainOf(
    'stock',
    `day,shop,kind,pieces\n${lines((n) => `2024-01-${String(1 + (n % 30)).padStart(2, '0')},S${Math.floor(n / 30)},K${n % 2},${n % 7}`)}`,
  )
  for (const text of shops) expect(text).toMatch(/One row is one\s+day of shop\./)
  expect(shops[0]).toContain('No two rows share day and shop.')
  const three = await grainOf(
    'targets',
    `region,shop,kind,pieces\n${lines((n) => `R${n % 4},S${Math.floor(n / 4) % 5},K${Math.floor(n / 20)},${n % 7}`)}`,
  )
  for (const text of three) expect(text).toMatch(/One row is one\s+combination of region and shop and kind\./)
  expect(three[0]).toContain('No two rows share region, shop and kind.')
})

test('where little stands out five facts are told all the same, each of another question, in chat as well', async () => {
  const lines = Array.from({ length: 40 }, (_, n) => [2 * n, 7 + (n % 13), 3 + (n % 7), 'aabcd'[n % 5], 'uuvw'[n % 4]])
  const { app, ada, path, workspace } = await settled(`size,height,weight,grade,shelf\n${lines.join('\n')}`, 'even.csv')
  const [even] = (await call(app, ada, 'GET', `${path}/catalog`)).body as CatalogTable[]
  const address = `/workspaces/${workspace.id}/tables/${even!.id}`
  const html = await (await app.request(address, { headers: { cookie: ada.cookie } })).text()
  const asked = html.match(/aria-label="Ask: [^"]+/g)
  expect([asked?.length, new Set(asked).size]).toEqual([5, 5])
  const { body } = await call(app, ada, 'POST', `${path}/query-data`, { message: 'Describe the even table' })
  expect(body.answer).toContain('“a” is the grade of 16 of 40 rows (40 %).')
  expect(body.answer).toContain('Half of all values of weight are 6 or less; the largest is 9.')
})
