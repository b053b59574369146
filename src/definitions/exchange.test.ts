import { beforeAll, describe, expect, test } from 'bun:test'
import * as query from '#query/run.ts'
import { call, form, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import * as definitions from './definitions.ts'
import { exported, importFile } from './exchange.ts'

const { app, owner, place, ctx } = await newTeam()
beforeAll(async () => {
  await putTable(
    ctx,
    'orders',
    'SELECT range AS id, range % 3 AS customer_id, range * 10 AS amount, range % 2 = 0 AS is_food FROM range(10)',
  )
  await putTable(ctx, 'customers', "SELECT range AS id, 'C' || range AS name FROM range(3)")
})

const simple = (name: string, measure: unknown, more: object = {}) => ({
  ...{ name, label: name, description: `All of ${name}.`, type: 'simple', filter: null },
  ...{ type_params: { measure, numerator: null, denominator: null, expr: null, metrics: [] }, ...more },
})
const where = (...all: string[]) => ({ where_filters: all.map((where_sql_template) => ({ where_sql_template })) })
const composed = (name: string, type: string, type_params: object) => ({ name, type, filter: null, type_params })

/** What dbt writes, as far as it is read; `version` 10 to 12. */
const manifest = (version = 12) => ({
  metadata: { dbt_schema_version: `https://schemas.getdbt.com/dbt/manifest/v${version}.json`, dbt_version: '1.8.0' },
  nodes: {
    'model.shop.orders': {
      ...{ resource_type: 'model', name: 'orders', alias: 'orders', schema: 'marts', description: 'One row an order.' },
      columns: {
        amount: { name: 'AMOUNT', description: 'In rupees.' },
        gone: { name: 'gone', description: 'Not there.' },
      },
    },
    'model.shop.customers': {
      resource_type: 'model',
      name: 'customers',
      alias: 'customers',
      schema: 'marts',
      description: '',
      columns: {},
    },
    'model.shop.secret': {
      resource_type: 'model',
      name: 'secret',
      schema: 'marts',
      description: 'Elsewhere.',
      columns: {},
    },
    'test.shop.relationships_orders': {
      ...{
        resource_type: 'test',
        name: 'relationships_orders',
        alias: 'x',
        schema: 'tests',
        description: '',
        columns: {},
      },
      ...{ attached_node: version === 10 ? null : 'model.shop.orders', column_name: 'customer_id' },
      test_metadata: {
        name: 'relationships',
        kwargs: {
          to: "ref('customers')",
          field: 'id',
          column_name: 'customer_id',
          model: "{{ get_where_subquery(ref('orders')) }}",
        },
      },
    },
  },
  sources: {},
  semantic_models: {
    'semantic_model.shop.orders': {
      ...{ name: 'orders', node_relation: { alias: 'orders', schema_name: 'marts' }, primary_entity: null },
      entities: [
        { name: 'order', type: 'primary', expr: 'id' },
        { name: 'customer', type: 'foreign', expr: 'customer_id' },
      ],
      dimensions: [{ name: 'food', type: 'categorical', expr: 'is_food' }],
      measures: [
        { name: 'order_total', agg: 'sum', expr: 'amount', description: '' },
        { name: 'amount', agg: 'max', expr: null },
        { name: 'buyers', agg: 'count_distinct', expr: 'customer_id' },
        { name: 'odd', agg: 'sum', expr: 'price' },
      ],
    },
  },
  metrics: {
    a: simple(
      'revenue',
      { name: 'order_total', filter: null },
      { label: 'Sales', config: { meta: { owner: 'Finance', synonyms: ['turnover'] } } },
    ),
    b: simple(
      'food_revenue',
      { name: 'order_total' },
      { filter: where("{{ Dimension('order__food') }} = true", "{{ Entity('order') }} > 0") },
    ),
    c: composed('food_share', 'ratio', {
      measure: null,
      numerator: { name: 'food_revenue' },
      denominator: { name: 'revenue' },
    }),
    d: composed('per_buyer', 'ratio', {
      numerator: { name: 'revenue', filter: null },
      denominator: { name: 'buyer_count' },
    }),
    e: simple('buyer_count', 'buyers'),
    f: composed('left_over', 'derived', {
      expr: 'revenue - top * 2',
      metrics: [{ name: 'revenue' }, { name: 'highest', alias: 'top' }],
    }),
    g: simple('highest', { name: 'amount' }),
    h: composed('running', 'cumulative', { measure: { name: 'order_total' } }),
    i: simple('elsewhere', { name: 'order_total' }, { filter: where("{{ Dimension('customer__region') }} = 'x'") }),
    j: composed('endless', 'derived', { expr: 'endless + 1', metrics: [{ name: 'endless' }] }),
    k: simple('broken', { name: 'odd' }),
  },
})

const run = (mode: 'preview' | 'propose' | 'approve', file: object | string) =>
  importFile(ctx, query, typeof file === 'string' ? file : JSON.stringify(file), mode)
const actions = ({ entries }: Awaited<ReturnType<typeof run>>) =>
  Object.fromEntries(entries.map(({ kind, name, action }) => [`${kind} ${name}`, action]))

describe('a manifest of dbt', () => {
  const EXPECTED: ReturnType<typeof actions> = {
    'metric revenue': 'add',
    'metric food_revenue': 'add',
    'metric food_share': 'unusable',
    'metric per_buyer': 'add',
    'metric buyer_count': 'add',
    'metric left_over': 'add',
    'metric highest': 'add',
    'metric running': 'unusable',
    'metric elsewhere': 'unusable',
    'metric endless': 'unusable',
    'metric broken': 'add',
    'description orders': 'add',
    'description orders.AMOUNT': 'add',
    'description orders.gone': 'unusable',
    'description secret': 'unusable',
    'relation orders.customer_id = customers.id': 'add',
  }

  test.each([10, 11, 12])('of version %d is previewed, and nothing is changed by that', async (version) => {
    expect(actions(await run('preview', manifest(version)))).toEqual(EXPECTED)
    expect(await definitions.approved(ctx)).toEqual([])
  })

  test('is taken over: what runs counts, what does not says why, and again nothing is new', async () => {
    const done = await run('approve', manifest())
    expect(actions(done)).toEqual({ ...EXPECTED, 'metric broken': 'unusable' })
    expect(done.entries.find(({ name }) => name === 'broken')?.why).toBe('The table orders has no column "price".')
    const all = await definitions.approved(ctx, { kind: 'metric' })
    const known = Object.fromEntries(all.map(({ name, content, checked }) => [name, [content, checked?.value]]))
    expect(known.revenue).toMatchObject([
      { expression: 'sum(amount)', table: 'orders', grain: 'order', owner: 'Finance', synonyms: ['Sales', 'turnover'] },
      450,
    ])
    expect(known.food_revenue).toMatchObject([{ filters: '(is_food = true) AND (id > 0)' }, 200])
    expect(known.per_buyer).toMatchObject([
      { expression: '(sum(amount)) * 1.0 / nullif(count(DISTINCT customer_id), 0)' },
      150,
    ])
    expect(known.left_over).toMatchObject([{ expression: '(sum(amount)) - (max(amount)) * 2' }, 270])
    const tables = (await call(app, owner, 'GET', `/api/workspaces/${place.workspace.id}/catalog`)).body
    expect(tables).toMatchObject([
      { name: 'customers' },
      {
        ...{ name: 'orders', description: 'One row an order.' },
        relations: [{ column: 'customer_id', to_table: 'customers', to_column: 'id', kind: 'declared', match_rate: 1 }],
      },
    ])
    const again = Object.values(actions(await run('approve', manifest())))
    expect(again.filter((action) => action === 'add' || action === 'propose')).toEqual([])
  })

  test('that differs from what is there overwrites nothing', async () => {
    const changed = manifest()
    changed.nodes['model.shop.orders'].description = 'Something else.'
    changed.semantic_models['semantic_model.shop.orders'].measures[0]!.expr = 'amount * 2'
    const done = actions(await run('approve', changed))
    expect(done).toMatchObject({ 'description orders': 'keep', 'metric revenue': 'propose' })
    const [revenue] = (await definitions.approved(ctx)).filter(({ name }) => name === 'revenue')
    expect(revenue).toMatchObject({ version: 1, content: { expression: 'sum(amount)' } })
  })
})

describe('a file of ours', () => {
  test('says what it said when it is read again', async () => {
    const save = (input: Parameters<typeof definitions.propose>[2]['input']) =>
      definitions.propose(ctx, query, { input, approve: true })
    await save({ kind: 'term', name: 'whale: "big"', synonyms: ['#1'], meaning: 'yes\n- no' })
    await save({
      kind: 'query',
      name: 'How many?',
      description: '',
      source: 'workspace',
      sql: 'SELECT count(*)\nFROM orders -- all',
    })
    await save({
      kind: 'instructions',
      name: 'Instructions',
      text: 'Be kind: *always*.',
      time_zone: '',
      fiscal_year_start: 4,
      currency: 'INR',
    })
    const file = await exported(ctx)
    const actions = (await run('preview', file)).entries.map(({ action }) => action)
    expect(new Set(actions)).toEqual(new Set(['same']))
    expect(actions.length).toBe((await definitions.approved(ctx)).length)
  })

  test.each([
    ['', 'The file cannot be read'],
    ['{"nodes": 3, "metadata": {}}', 'The file cannot be read at'],
    ['{"nodes": {}', 'This is neither'],
    ['version: 2', 'Files of version 1 are read.'],
    ['a: &a [1]\nversion: 1\nmetrics: [*a, *a]', ''],
    ['version: 1\nmetrics: [{name: x}]', 'metrics.0'],
  ])('that is none is refused with words: %j', async (file, message) => {
    await expect(run('preview', file)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(message),
    })
  })

  test('in YAML is of bounded length, and says so', async () => {
    const long = `version: 1\nterms:\n${'- name: a\n  meaning: b\n'.repeat(60_000)}`
    expect(importFile(ctx, query, long, 'preview')).rejects.toThrow('at most 1,000,000 characters')
    const laughs = 'a: &a [x, x]\nb: &b [*a, *a]\nversion: 1\nterms: [*b, *b]\n'
    expect(importFile(ctx, query, laughs, 'preview')).rejects.toThrow('neither a manifest.json')
  })

  test('is read by the page: seen first, then taken over', async () => {
    const at = `/workspaces/${place.workspace.id}/definitions/import`
    const text = 'version: 1\nterms: [{name: zebra, meaning: striped}]'
    const send = async (mode: string) => (await app.request(at, form({ text, mode }, owner.cookie))).text()
    expect(await send('preview')).toContain('Add as proposals')
    expect(await send('propose')).toContain('1 entry was taken over')
    expect(
      (await definitions.list(ctx, { state: 'proposed', q: 'zebra' }, { limit: 5, cursor: null })).items,
    ).toHaveLength(1)
  })
})
