import { beforeAll, describe, expect, test } from 'bun:test'
import type { Answer } from '#analyst/rules/answer.ts'
import { type App, call, form, join, type Person, signUp } from '../../tests/support/people.ts'
import { settled, upload } from '../../tests/support/upload.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { CatalogTable } from './rules/answers.ts'

let app: App
let ada: Person
let workspaceId: string
let organizationId: string
let path: string
let file: string
const CSV = [
  'sale_id,shop_no,points,price',
  ...Array.from({ length: 40 }, (_, at) => `${at + 1},${at % 4},${at % 5},${at % 3}.5`),
].join('\n')
beforeAll(async () => {
  const place = await settled(CSV, 'sales.csv')
  ;({ app, ada, path } = place)
  workspaceId = place.workspace.id
  organizationId = place.organization.id
  file = place.file.id
})

async function table(): Promise<CatalogTable> {
  const { body } = await call(app, ada, 'GET', `${path}/catalog`)
  return (body as CatalogTable[])[0]!
}
const column = async (name: string) => (await table()).columns.find((one) => one.name === name)!
const patch = async (who: Person, change: object) =>
  call(app, who, 'PATCH', `${path}/catalog/${(await table()).id}`, change)
const describeColumn = async (name: string, meaning: object) => patch(ada, { columns: [{ name, ...meaning }] })
async function ask(message: string) {
  const { body } = await call(app, ada, 'POST', `${path}/query-data`, { message })
  const { message_id, queries } = body as { message_id: string; queries: { sql: string }[] }
  const whole = await call(app, ada, 'GET', `/api/messages/${message_id}`)
  return {
    sql: queries.map(({ sql }) => sql).join(),
    checks: (whole.body.answer as Answer).checks,
    readings: (whole.body.answer as Answer).readings,
  }
}
const additivity = ({ checks }: Pick<Answer, 'checks'>) => checks.find(({ name }) => name === 'Additivity')

describe('what a column means', () => {
  test('is guessed, and said in its place by people who may', async () => {
    expect((await table()).grain).toEqual({ text: 'sale', reason: 'sale_id has another value in each of the rows.' })
    expect(await column('price')).toMatchObject({ role: 'measure', aggregation: 'average' })
    const said = await describeColumn('points', { role: 'measure', aggregation: 'average', unit: 'pt', label: 'Stars' })
    expect(said.status).toBe(200)
    expect(await column('points')).toMatchObject({ aggregation: 'average', unit: 'pt', label: 'Stars' })
    expect((await column('points')).edited).toEqual(['role', 'aggregation', 'unit', 'label'])
    const viewer = await signUp(app)
    await join(await testWorld(), organizationId, viewer.user.id, 'viewer')
    expect((await patch(viewer, { grain: 'x' })).status).toBe(403)
  })

  test('is refused where its values cannot be such', async () => {
    expect((await describeColumn('points', { role: 'time' })).status).toBe(400)
    expect((await describeColumn('points', { role: 'nothing' })).status).toBe(400)
    expect((await describeColumn('points', { unit: 'x'.repeat(41) })).status).toBe(400)
  })

  test('stays when the file is read again and when a new version comes, and the guess holds again when it is taken back', async () => {
    await patch(ada, { grain: 'sale in a shop' })
    await call(app, ada, 'POST', `${path}/files/${file}/read`, { dialect: { delimiter: ',' } })
    expect(await column('points')).toMatchObject({ unit: 'pt', aggregation: 'average' })
    await upload(app, ada, workspaceId, 'sales.csv', `${CSV}\n41,1,2,9.5`)
    expect(await column('points')).toMatchObject({ unit: 'pt', aggregation: 'average' })
    expect((await table()).grain).toEqual({ text: 'sale in a shop' })
    await describeColumn('points', { role: null, aggregation: null, unit: null, label: null })
    const now = await column('points')
    expect(now).toMatchObject({ role: 'measure', aggregation: 'sum' })
    expect([now.unit, now.label, now.edited]).toEqual([undefined, undefined, undefined])
  })

  test('decides how a question is answered', async () => {
    expect((await ask('points by shop no')).sql).toMatch(/sum\(/i)
    await describeColumn('points', { role: 'measure', aggregation: 'average' })
    expect((await ask('points by shop no')).sql).toMatch(/avg\(/i)
    const total = await ask('total points by shop no')
    expect(additivity(total)).toMatchObject({ state: 'warn', note: expect.stringContaining('is averaged') })
    await describeColumn('points', { role: 'id' })
    const ids = await ask('total points by shop no')
    expect(ids.sql).toMatch(/count\(DISTINCT points\)/i)
    await describeColumn('price', { role: 'measure', aggregation: 'sum' })
    const prices = await ask('price by shop no')
    expect(prices.sql).toMatch(/sum\(/i)
    expect(additivity(prices)?.state).toBe('pass')
  })

  test('a total of a level or a rate is warned of, and what is meant more often is a button beside it', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `2024-0${1 + (n % 6)}-01,A${n % 10},${100 + n},${n % 7}`)
    await upload(app, ada, workspaceId, 'savings.csv', `day,account,balance,interest_rate\n${rows.join('\n')}\n`)
    for (const [question, offered] of [
      ['What is the total balance of savings?', [/avg\(/i, /max\(/i]],
      ['Total balance of savings by day', [/avg\(/i]],
      ['Total interest rate of savings by account', [/avg\(/i]],
    ] as const) {
      const { checks, readings = [], sql } = await ask(question)
      expect([question, sql]).toEqual([question, expect.stringMatching(/sum\(/i)])
      expect([question, additivity({ checks })?.state]).toEqual([question, 'warn'])
      for (const one of offered)
        expect([question, one, readings.some(({ sql }) => one.test(sql))]).toEqual([question, one, true])
    }
  })

  test('is edited by a form of the page, whose empty choice is the guess', async () => {
    const { id } = await table()
    const at = `/workspaces/${workspaceId}/tables/${id}`
    const send = (fields: Record<string, string>) =>
      app.request(`${at}/edit`, form({ column: 'shop_no', ...fields }, ada.cookie))
    expect((await send({ role: 'code', unit: '', label: 'Shop' })).status).toBe(303)
    expect(await column('shop_no')).toMatchObject({ role: 'code', label: 'Shop', edited: ['role', 'label'] })
    const html = await (await app.request(at, { headers: { cookie: ada.cookie } })).text()
    expect(html).toContain('<option value="code" selected="">code</option>')
    expect(html).toContain('Called “Shop”.')
    expect((await send({ role: '', unit: '', label: '' })).status).toBe(303)
    expect((await column('shop_no')).edited).toBeUndefined()
    expect((await send({ role: 'nothing' })).status).toBe(400)
  })
})
