import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Answer } from '#analyst/rules/answer.ts'
import { users } from '#db/schema/index.ts'
import * as definitions from '#definitions/definitions.ts'
import type { DefinitionInput } from '#definitions/rules/definition.ts'
import * as query from '#query/run.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { call, json, newPlace, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

// On the embedded database only: what is kept of definitions is tested on both in definitions.test.ts of their module.

const save = (input: DefinitionInput) => definitions.propose(ctx, query, { input, approve: true })
const { owner, ctx } = await newTeam()
beforeAll(async () => {
  await putTable(
    ctx,
    'orders',
    "SELECT range AS id, range * 10 AS amount, range AS refund, range % 3 AS buyer, CASE WHEN range = 9 THEN 'cancelled' ELSE 'paid' END AS status FROM range(10)",
  )
  await putTable(ctx, 'people', "SELECT range AS id, 'P' || range AS name, range AS refund FROM range(3)")
  await save({
    ...{ kind: 'metric', name: 'net_revenue', synonyms: ['net sales'], table: 'orders', grain: 'one order', owner: '' },
    ...{ expression: 'sum(amount) - sum(refund)', filters: "status <> 'cancelled' AND amount >= 0", description: '' },
  })
  await save({ kind: 'term', name: 'whale', synonyms: [], meaning: 'A buyer of more than 100.' })
  await save({
    ...{ kind: 'instructions', name: 'Instructions', text: 'Say "rupees", never "INR".' },
    ...{ time_zone: 'Asia/Kolkata', fiscal_year_start: 4, currency: 'INR' },
  })
  await ctx.db.update(users).set({ instructions: 'Short, please.' }).where(eq(users.id, owner.user.id))
})

let server: ModelServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function ask(message: string, sql: string, says = 'Here it is.') {
  server = await startModelServer([
    { call: 'search_catalog', input: { query: message } },
    { call: 'run_sql', input: { sql, title: 'Sales' } },
    { say: [says] },
  ])
  const app = await testApp({ ...(await testWorld()), models: scriptedModels(server) })
  const asked = await app.request(`/api/workspaces/${ctx.workspace.id}/query-data`, json({ message }, owner.headers))
  const { answer, message_id } = (await asked.json()) as { answer: Answer; message_id: string }
  const whole = await call(app, owner, 'GET', `/api/messages/${message_id}`)
  const { checks } = (answer?.checks ? answer : whole.body.answer) as Answer
  return {
    check: checks.filter(({ name }) => name === 'Definition').map(({ state, note }) => [state, note]),
    requests: server.requests.map(({ body }) => JSON.stringify(body)),
  }
}

const WHOLE = "status <> 'cancelled' AND amount >= 0"

describe('a model is told', () => {
  test('what the workspace and the person say, the local time, and the metrics and terms that fit', async () => {
    const { requests } = await ask('What are net sales of each whale?', 'SELECT 1 AS one')
    expect(requests[0]).toContain('Say \\"rupees\\", never \\"INR\\".')
    expect(requests[0]).toContain('The fiscal year begins in April')
    expect(requests[0]).toContain('Short, please.')
    expect(requests[0]).toMatch(/Now: \d{4}-\d\d-\d\dT\d\d:\d\d\+05:30 \(\w+day, Asia\/Kolkata\)/)
    expect(requests[1]).toContain(
      `metric net_revenue (also net sales) = \\\\"sum(amount) - sum(refund)\\\\" over orders`.replaceAll(
        '\\\\"',
        '\\"',
      ),
    )
    expect(requests[1]).toContain('term whale means')
  })
})

describe('the check of definitions', () => {
  const PASS = ['pass', 'net_revenue is computed as it is defined.']
  const NOT = ['note', 'No statement computes net_revenue by its definition as it stands.']
  const UNFILTERED = ['note', 'net_revenue is computed without its default filters.']
  test.each([
    ['as it stands', `SELECT sum(amount) - sum(refund) AS net FROM orders WHERE ${WHOLE}`, PASS],
    [
      'with groups, other filters, an alias and other letters',
      `SELECT o.buyer, Sum(o.Amount) - sum(O.refund) AS net FROM orders o WHERE o.buyer > 0 AND o.amount >= 0 AND o.status <> 'cancelled' GROUP BY 1 ORDER BY 2`,
      PASS,
    ],
    [
      'in a common table',
      `WITH n AS (SELECT buyer, round(sum(amount) - sum(refund), 2) AS net FROM orders WHERE ${WHOLE} GROUP BY 1) SELECT max(net) FROM n`,
      PASS,
    ],
    ['another column', `SELECT sum(amount) - sum(buyer) AS net FROM orders WHERE ${WHOLE}`, NOT],
    ['the other way round', `SELECT sum(refund) - sum(amount) AS net FROM orders WHERE ${WHOLE}`, NOT],
    ['without a part', `SELECT sum(amount) AS net FROM orders WHERE ${WHOLE}`, NOT],
    [
      'only in a condition',
      `SELECT buyer FROM orders WHERE ${WHOLE} GROUP BY 1 HAVING sum(amount) - sum(refund) > 0`,
      NOT,
    ],
    [
      'a filter that is missing',
      "SELECT sum(amount) - sum(refund) AS net FROM orders WHERE status <> 'cancelled'",
      UNFILTERED,
    ],
    [
      'a filter that only some rows meet',
      "SELECT sum(amount) - sum(refund) AS net FROM orders WHERE amount >= 0 AND (status <> 'cancelled' OR buyer = 0)",
      UNFILTERED,
    ],
    [
      'sums of sums',
      `WITH o AS (SELECT buyer, sum(amount) AS amount, sum(refund) AS refund FROM orders WHERE ${WHOLE} GROUP BY 1) SELECT sum(amount) - sum(refund) AS net FROM o`,
      NOT,
    ],
    [
      'over a join that has each order once',
      `SELECT p.name, sum(o.amount) - sum(o.refund) AS net FROM orders o JOIN people p ON p.id = o.buyer WHERE ${WHOLE} GROUP BY 1`,
      PASS,
    ],
    [
      'over columns that were given other names',
      `SELECT sum(amount) - sum(refund) AS net FROM (SELECT amount, status, buyer AS refund FROM orders) WHERE ${WHOLE}`,
      NOT,
    ],
    [
      'over another table of that name',
      `WITH orders AS (SELECT id AS amount, refund, 'paid' AS status FROM people) SELECT sum(amount) - sum(refund) AS net FROM orders WHERE ${WHOLE}`,
      NOT,
    ],
  ])('%s', async (_, sql, expected) => {
    expect((await ask('What is our net revenue?', sql)).check).toEqual([expected])
  })

  test('says nothing where no metric is called, and looks at the words of the answer too', async () => {
    expect((await ask('How much is it?', 'SELECT sum(amount) AS a FROM orders')).check).toEqual([])
    expect((await ask('How much is it?', 'SELECT sum(amount) AS a FROM orders', 'Net revenue is high.')).check).toEqual(
      [NOT],
    )
  })
})

test('the built-in analyst computes a metric that is asked for by its name', async () => {
  const app = await testApp()
  const message = 'What is the net revenue?'
  const asked = await app.request(`/api/workspaces/${ctx.workspace.id}/query-data`, json({ message }, owner.headers))
  const answer = JSON.stringify(await asked.json())
  expect(answer).toContain('Net revenue 324. This is net_revenue as this workspace defines it.')
})

test('what names a hidden column is not told', async () => {
  const app = await testApp()
  const at = `/api/workspaces/${ctx.workspace.id}/catalog`
  const tables = (await call(app, owner, 'GET', at)).body as { id: string; name: string }[]
  const { id } = tables.find(({ name }) => name === 'orders')!
  const hide = (hidden: boolean) => call(app, owner, 'PATCH', `${at}/${id}`, { columns: [{ name: 'amount', hidden }] })
  await hide(true)
  const { requests } = await ask('What is our net revenue?', 'SELECT 1 AS one')
  expect(requests.join()).not.toContain('amount')
  await hide(false)
})

describe('the built-in analyst', () => {
  /** @param currency of the workspace; null where owners say nothing */
  async function asked(message: string, currency: string | null) {
    const app = await testApp()
    const person = await signUp(app)
    const { workspace } = await newPlace(app, person)
    const days = Array.from(
      { length: 36 },
      (_, at) => `${at + 1},${new Date(Date.UTC(2024, at, 5)).toISOString().slice(0, 10)}`,
    )
    const rows = ['id,ordered_on,price,quantity', ...days.map((line, at) => `${line},${at + 100}.5,${at % 4}`)]
    expect((await upload(app, person, workspace.id, 'orders.csv', `${rows.join('\n')}\n`)).status).toBe(201)
    const prices = 'id,price,currency\n1,10.5,USD\n2,20.25,INR\n3,7.75,EUR\n'
    expect((await upload(app, person, workspace.id, 'quotes.csv', prices)).status).toBe(201)
    const within = await workspaceCtx(await testWorld(), person.user.id, workspace.id)
    const years = { time_zone: 'UTC', fiscal_year_start: 4, currency: currency ?? '' }
    if (currency !== null)
      await definitions.propose(within, query, {
        input: { kind: 'instructions', name: 'Instructions', text: '', ...years },
        approve: true,
      })
    const clock = { ...(await testWorld()), now: () => new Date('2026-02-20T10:00:00Z') }
    const { body } = await call(await testApp(clock), person, 'POST', `/api/workspaces/${workspace.id}/query-data`, {
      message,
    })
    return { text: String(body.answer ?? body.error), sql: String(body.queries?.[0]?.sql), status: body.status }
  }

  test.each([
    ['What was the total quantity of orders in this fiscal year?', "'2025-04-01'", "'2026-04-01'"],
    ['What was the total quantity of orders in FY25?', "'2024-04-01'", "'2025-04-01'"],
    ['How many orders were there last fiscal quarter?', "'2025-10-01'", "'2026-01-01'"],
  ])('counts the years of the workspace: %s', async (message, from, to) => {
    const { text, sql, status } = await asked(message, 'INR')
    expect(text).toMatch(/from (?:April 20|October to December 20)/)
    expect([status, sql.includes(from), sql.includes(to)]).toEqual(['answered', true, true])
  })

  test('is not sure of fiscal years where nobody said when they begin', async () => {
    const { text, status } = await asked('How many orders were there last fiscal year?', null)
    expect(status === 'answered' ? text : 'fiscal').toContain('fiscal')
  })

  test.each([
    ['What is the average price of orders?', 'INR', /₹\d/],
    ['What is the average price of orders?', 'CHF', /CHF\u00a0\d/],
    ['What is the average quantity of orders?', 'INR', /^[^₹]*$/],
    ['What is the average price of quotes?', 'INR', /^[^₹]*$/],
    ['What is the average price of orders?', null, /^[^₹$€]*$/],
  ])(
    'prints money, and nothing else, in the currency of the workspace: %s in %s',
    async (message, currency, printed) => {
      const { text, status } = await asked(message, currency)
      expect([status, text]).toEqual(['answered', expect.stringMatching(printed)])
    },
  )
})
