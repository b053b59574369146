import { beforeAll, describe, expect, test } from 'bun:test'
import { call, form, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import * as definitions from './definitions.ts'

const { app, owner, member, viewer, place, ctx } = await newTeam('member', 'viewer')
beforeAll(async () => {
  await putTable(
    ctx,
    'orders',
    "SELECT range AS id, range * 10 AS amount, range AS refund, CASE WHEN range = 9 THEN 'cancelled' ELSE 'paid' END AS status, range * 2 AS margin FROM range(10)",
  )
})

const path = (rest = '') => `/api/workspaces/${place.workspace.id}/definitions${rest}`
const metric = (name: string, more: object = {}) => ({
  ...{ kind: 'metric', name, table: 'Orders', expression: 'sum(amount) - sum(refund)' },
  ...{ filters: "status <> 'cancelled'", grain: 'one order', ...more },
})
const post = (who: Person, definition: object, more: object = {}) =>
  call(app, who, 'POST', path(), { definition, ...more })

describe('a metric', () => {
  test('is proposed by members, told to nobody before an owner approves it, and run both times', async () => {
    const proposed = await post(member, metric('net_revenue', { synonyms: ['net sales', ''] }), {
      note: 'We all need it.',
    })
    expect(proposed).toMatchObject({
      status: 201,
      body: {
        ...{ version: 1, state: 'proposed', note: 'We all need it.', stale: null },
        content: { synonyms: ['net sales'], filters: "status <> 'cancelled'" },
        // 0 to 8, ten each without one each.
        checked: { value: 324, tables: ['orders'], columns: ['amount', 'refund', 'status'] },
      },
    })
    expect(await definitions.approved(ctx)).toEqual([])
    const { id, version_id } = proposed.body
    const decision = { version_id, approve: true }
    expect((await call(app, member, 'POST', path(`/${id}/decision`), decision)).status).toBe(403)
    const approved = await call(app, owner, 'POST', path(`/${id}/decision`), decision)
    expect(approved.body).toMatchObject({
      state: 'approved',
      checked: { value: 324 },
      proposed_by: { id: member.user.id },
    })
    expect((await call(app, owner, 'POST', path(`/${id}/decision`), decision)).status).toBe(409)
    expect((await call(app, viewer, 'GET', path('?kind=metric'))).body).toMatchObject([{ name: 'net_revenue' }])
  })

  test('is changed by a version that takes the place of the one before, and can be restored', async () => {
    const [{ id }] = (await call(app, owner, 'GET', path('?kind=metric'))).body as [{ id: string }]
    const change = { definition: metric('net_revenue', { filters: '' }) }
    expect((await call(app, member, 'PUT', path(`/${id}`), { ...change, approve: true })).status).toBe(403)
    expect((await call(app, owner, 'PUT', path(`/${id}`), { ...change, approve: true })).body).toMatchObject({
      ...{ version: 2, state: 'approved', checked: { value: 405 } },
    })
    const states = async () =>
      ((await call(app, viewer, 'GET', path(`/${id}/versions`))).body as { state: string }[]).map(({ state }) => state)
    expect(await states()).toEqual(['approved', 'replaced'])
    const page = `/workspaces/${place.workspace.id}/definitions/${id}`
    const versions = (await call(app, owner, 'GET', path(`/${id}/versions`))).body as { version_id: string }[]
    const restore = form({ act: 'restore', version: versions[1]!.version_id }, owner.cookie)
    const restored = await app.request(`${page}/decide`, restore)
    expect(restored.headers.get('location')).toBe(`${page}?done=restored`)
    expect(await states()).toEqual(['approved', 'replaced', 'replaced'])
    expect((await definitions.get(ctx, id)).checked?.value).toBe(324)
  })

  test.each([
    ['a column that is not there', { expression: 'sum(price)' }, 'The table orders has no column "price".'],
    ['no aggregate', { expression: 'amount' }, 'must appear in the GROUP BY'],
    ['two expressions', { expression: 'sum(amount), sum(refund)' }, 'A metric is one expression'],
    ['another statement', { expression: 'sum(amount)) FROM orders; SELECT (1' }, 'A metric is one expression'],
    [
      'a way out of its table',
      { expression: '1) FROM orders UNION ALL SELECT (sum(amount)' },
      'A metric is one expression',
    ],
    ['columns by a pattern', { expression: "max(COLUMNS('mar.*')) + count(*)" }, 'A metric is one expression'],
    ['a sub-query', { filters: 'id IN (SELECT id FROM orders)' }, 'A metric is one expression'],
    ['an expression that does not end', { expression: 'sum(amount' }, 'cannot be read'],
    ['an open comment', { expression: 'sum(amount) /*' }, ''],
    ['a constant', { expression: '42' }, 'A metric looks at a column'],
    [
      'a file',
      { expression: "count(*) + (SELECT count(*) FROM read_csv('/etc/passwd'))" },
      'A metric is one expression',
    ],
    ['a function that looks outside', { expression: "max(amount) + length(getenv('HOME'))" }, ''],
    ['an unknown table', { table: 'secrets' }, 'There is no table "secrets".'],
  ])('with %s is refused', async (_, wrong, message) => {
    const { status, body } = await post(member, metric('wrong', wrong))
    expect([400, 422]).toContain(status)
    expect(body.error).toContain(message)
  })

  test('goes by names that no other metric has', async () => {
    expect(await post(owner, metric('Net  Sales!'), { approve: true })).toMatchObject({
      status: 409,
      body: { code: 'name_taken' },
    })
    expect(
      (await post(owner, { kind: 'term', name: 'net sales', meaning: 'What is left.' }, { approve: true })).status,
    ).toBe(201)
  })

  test('that looks at a hidden column is told to owners alone, and is stale', async () => {
    await post(owner, metric('earned', { expression: 'sum(margin)' }), { approve: true })
    const tables = (await call(app, owner, 'GET', `/api/workspaces/${place.workspace.id}/catalog`)).body as {
      id: string
    }[]
    const hide = (hidden: boolean) =>
      call(app, owner, 'PATCH', `/api/workspaces/${place.workspace.id}/catalog/${tables[0]!.id}`, {
        columns: [{ name: 'margin', hidden }],
      })
    await hide(true)
    const names = async (who: Person) =>
      ((await call(app, who, 'GET', path('?kind=metric'))).body as { name: string; stale: string | null }[]).map(
        ({ name, stale }) => [name, stale],
      )
    const gone = 'The table orders has no column margin any more.'
    expect(await names(owner)).toEqual([
      ['earned', gone],
      ['net_revenue', null],
    ])
    expect(await names(member)).toEqual([['net_revenue', null]])
    expect((await definitions.approved(ctx, { visible: true })).map(({ name }) => name)).not.toContain('earned')
    expect((await post(owner, metric('again', { expression: 'sum(margin)' }))).body.error).toContain(
      'no column "margin"',
    )
    await hide(false)
    expect(await names(member)).toHaveLength(2)
  })
})

test('what is said beside a definition names nothing hidden either, whatever that begins with', async () => {
  await putTable(ctx, 'staffing', 'SELECT 1 AS id, 2 AS "2027_layoffs"')
  const catalog = `/api/workspaces/${place.workspace.id}/catalog`
  const tables = (await call(app, owner, 'GET', catalog)).body as { id: string; name: string }[]
  const { id } = tables.find(({ name }) => name === 'staffing')!
  await call(app, owner, 'PATCH', `${catalog}/${id}`, { columns: [{ name: '2027_layoffs', hidden: true }] })
  await post(owner, { kind: 'term', name: 'bench', meaning: 'See 2027_layoffs.' }, { approve: true })
  await post(owner, { kind: 'term', name: 'pool', meaning: 'All.' }, { approve: true, note: 'From 2027_layoffs.' })
  const told = async (who: Person) => JSON.stringify((await call(app, who, 'GET', path('?kind=term'))).body)
  expect(await told(owner)).toContain('bench')
  expect(await told(viewer)).not.toContain('2027_layoffs')
  expect(JSON.stringify(await definitions.approved(ctx, { visible: true }))).not.toContain('2027_layoffs')
})

describe('instructions', () => {
  const instructions = (more: object) => ({ kind: 'instructions', ...more })
  test('are one set, of bounded length, with a zone, a month and a currency that exist', async () => {
    const saved = await post(
      owner,
      instructions({
        text: 'Amounts are in rupees.',
        time_zone: 'Asia/Kolkata',
        fiscal_year_start: 4,
        currency: 'inr',
      }),
      { approve: true },
    )
    expect(saved.body).toMatchObject({ name: 'Instructions', content: { currency: 'INR', fiscal_year_start: 4 } })
    expect((await post(member, instructions({ text: 'Be short.' }))).body).toMatchObject({
      id: saved.body.id,
      version: 2,
    })
    for (const [wrong, message] of [
      [{ text: 'word '.repeat(2_001) }, 'At most 2000 tokens: this has about 2001. Shorten it.'],
      [{ time_zone: 'Mars/Olympus' }, 'Write a time zone'],
      [{ currency: 'ABC' }, 'Write a currency code'],
      [{ fiscal_year_start: 13 }, ''],
    ] as const) {
      const { status, body } = await post(owner, instructions(wrong))
      expect(status).toBe(400)
      expect(body.error).toContain(message)
    }
  })
})

describe('the pages', () => {
  const get = (who: Person, query: string) =>
    app.request(`/workspaces/${place.workspace.id}/definitions${query}`, { headers: { cookie: who.cookie } })
  const send = (who: Person, rest: string, fields: Record<string, string>) =>
    app.request(`/workspaces/${place.workspace.id}/definitions${rest}`, form(fields, who.cookie))

  test('list, search and page; viewers read and cannot write', async () => {
    expect(await (await get(viewer, '?tab=metric&q=REFUND')).text()).toContain('net_revenue')
    expect(await (await get(viewer, '?tab=metric&q=%25_')).text()).toContain('Nothing speaks of')
    expect(await (await get(viewer, '')).text()).not.toContain('New metric')
    expect((await get(viewer, '/new?kind=term')).status).toBe(403)
    expect((await send(viewer, '/new', { kind: 'term', name: 'a', meaning: 'b' })).status).toBe(403)
  })

  test('keep what was typed when it is refused, and propose what members send', async () => {
    const refused = await send(member, '/new', { ...metric('mean'), expression: 'sum(nothing)', act: 'propose' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('sum(nothing)')
    expect(
      (await send(member, '/new', { kind: 'term', name: 'GMV', meaning: 'All sold.', act: 'approve' })).status,
    ).toBe(403)
    const sent = await send(member, '/new', {
      kind: 'term',
      name: 'GMV',
      meaning: 'All sold.',
      synonyms: 'gross, gross value',
      act: 'propose',
    })
    const address = sent.headers.get('location')!
    expect(address).toEndWith('?done=proposed')
    const shown = await (await app.request(address, { headers: { cookie: owner.cookie } })).text()
    expect(shown).toContain('gross, gross value')
    const version = /name="version" value="([^"]+)"/.exec(shown)![1]!
    const id = /definitions\/([^?]+)/.exec(address)![1]!
    expect((await send(owner, `/${id}/decide`, { act: 'reject', version, reason: 'We say sales.' })).status).toBe(303)
    expect(await (await get(member, `/${id}`)).text()).toContain('Rejected: We say sales.')
  })
})
