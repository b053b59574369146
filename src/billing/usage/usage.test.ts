import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import { auditEvents, creditHolds, creditUsage, mails } from '#db/schema/index.ts'
import * as organizations from '#organizations/organizations.ts'
import * as workspaces from '#workspaces/workspaces.ts'
import {
  type App,
  call,
  form,
  join,
  leave,
  newPlace,
  type Person,
  type Place,
  signUp,
  userCtx,
  workspaceCtx,
} from '../../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld } from '../../../tests/support/world.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import * as credits from '../credits.ts'
import * as budgets from './budgets.ts'
import * as paying from './paying.ts'
import * as reading from './reading.ts'

let app: App
let world: TestWorld
let owner: Person
let member: Person
let place: Place
/** A day in the middle of a month, so that nothing here crosses one by itself. */
const clock = { now: Date.parse('2026-11-15T12:00:00Z') }

beforeAll(async () => {
  app = await testApp()
  world = await testWorld()
})

/** A place of its own with an owner and a member. */
async function scene() {
  clock.now = Date.parse('2026-11-15T12:00:00Z')
  owner = await signUp(app, { name: 'Olive' })
  member = await signUp(app, { name: 'Max' })
  place = await newPlace(app, owner)
  await join(world, place.organization.id, member.user.id, 'member')
}

const at = async (who: Person, workspaceId = place.workspace.id): Promise<WorkspaceCtx> => ({
  ...(await workspaceCtx(world, who.user.id, workspaceId)),
  now: () => new Date(clock.now),
})
const managing = async () => ({
  ...(await organizations.enter(await userCtx(world, owner.user.id), place.organization.id)),
  now: () => new Date(clock.now),
})
const taken = { model: 'a-model', inputTokens: 100, outputTokens: 10 }

/** Asks and pays `count` times. */
async function use(ctx: WorkspaceCtx, count: number, model = 'a-model') {
  for (let n = 0; n < count; n++) {
    const messageId = newId()
    const { id } = await paying.hold(ctx, 1, messageId)
    await paying.settle(ctx, id, messageId, { ...taken, model })
  }
}
const toldOf = async (who: Person) => {
  const rows = await world.db.select().from(mails).where(eq(mails.to, who.user.email)).orderBy(mails.id)
  return rows.filter(({ kind }) => kind === 'budget').map(({ subject }) => subject)
}
const total = async (ctx: WorkspaceCtx) => {
  const { lines } = await reading.ofPerson(ctx, { period: '12m', by: 'model' })
  return lines.reduce((sum, line) => sum + line.credits, 0)
}

describe('a line of usage', () => {
  test('is written with the payment, never for an answer that cost nothing, never twice', async () => {
    await scene()
    const ctx = await at(member)
    const messageId = newId()
    const hold = await paying.hold(ctx, 2, messageId)
    const [open] = await world.db.select().from(creditHolds).where(eq(creditHolds.id, hold.id))
    expect(open).toMatchObject({ organizationId: place.organization.id, workspaceId: place.workspace.id })
    await paying.settle(ctx, hold.id, messageId, taken)
    const released = await paying.hold(ctx, 1, newId())
    await credits.release(ctx, released.id)
    await paying.settle(ctx, released.id, newId(), taken)
    const rows = await world.db.select().from(creditUsage).where(eq(creditUsage.userId, member.user.id))
    expect(rows).toMatchObject([{ messageId, credits: 2, model: 'a-model', inputTokens: 100, outputTokens: 10 }])
    await expect(paying.settle(ctx, hold.id, messageId, taken)).rejects.toThrow()
    expect(await total(ctx)).toBe(2)
  })

  test('cannot be changed or deleted', async () => {
    await scene()
    await use(await at(member), 1)
    const mine = eq(creditUsage.userId, member.user.id)
    await expect((async () => world.db.delete(creditUsage).where(mine))()).rejects.toThrow()
    await expect((async () => world.db.update(creditUsage).set({ credits: 9 }).where(mine))()).rejects.toThrow()
  })
})

describe('reading', () => {
  test('tells workspaces, models and members apart, by day and by month', async () => {
    await scene()
    const other = await workspaces.create(await managing(), { name: 'Shop', description: '', restricted: false })
    await use(await at(owner), 2)
    clock.now -= DAY
    await use(await at(member, other.id), 3, 'b-model')
    clock.now += DAY
    const by = async (by: 'workspace' | 'member' | 'model', period: '7d' | '12m' = '7d') => {
      const { lines } = await reading.ofOrganization(await managing(), { period, by })
      return lines.map(({ bucket, name, detail, credits }) => [bucket, name, detail, credits])
    }
    expect(await by('workspace')).toEqual([
      ['2026-11-14', 'Shop', '', 3],
      ['2026-11-15', 'Sales', '', 2],
    ])
    expect(await by('model')).toEqual([
      ['2026-11-14', 'b-model', '', 3],
      ['2026-11-15', 'a-model', '', 2],
    ])
    expect(await by('member', '12m')).toEqual([
      ['2026-11', 'Max', member.user.email, 3],
      ['2026-11', 'Olive', owner.user.email, 2],
    ])
    const mine = await reading.ofPerson(await at(member), { period: '7d', by: 'workspace' })
    expect(mine.lines).toMatchObject([{ name: 'Shop', detail: 'Acme', credits: 3, answers: 1 * 3, input_tokens: 300 }])
  })

  test('names nothing that is gone, or that somebody may not see any more', async () => {
    await scene()
    const shop = await workspaces.create(await managing(), { name: 'Shop', description: '', restricted: false })
    await use(await at(member), 1)
    await use(await at(member, shop.id), 1)
    const names = async () => {
      const { lines } = await reading.ofPerson(await at2(member), { period: '7d', by: 'workspace' })
      return lines.map(({ id, name }) => [id === null, name]).sort()
    }
    const at2 = async (who: Person) => ({ ...(await userCtx(world, who.user.id)), now: () => new Date(clock.now) })
    await workspaces.remove(await at(owner, shop.id))
    expect(await names()).toEqual([
      [false, 'Sales'],
      [true, 'Deleted workspace'],
    ])
    await leave(world, place.organization.id, member.user.id)
    expect(await names()).toEqual([
      [true, 'Deleted workspace'],
      [true, 'Workspace you have left'],
    ])
    const all = await reading.ofOrganization(await managing(), { period: '7d', by: 'workspace' })
    expect(all.lines.map(({ name }) => name).sort()).toEqual(['Deleted workspace', 'Sales'])
  })

  test('ends where the period does', async () => {
    await scene()
    clock.now = Date.parse('2026-10-31T23:59:59Z')
    await use(await at(member), 1)
    clock.now = Date.parse('2026-11-06T23:59:59Z')
    const read = async () => (await reading.ofPerson(await at(member), { period: '7d', by: 'model' })).lines.length
    expect(await read()).toBe(1)
    clock.now += 1000
    expect(await read()).toBe(0)
  })

  test('by API: one’s own, an organization’s for its owners, as CSV too', async () => {
    await scene()
    // The app goes by the true clock.
    const ctx = { ...(await at(member)), now: world.now }
    await use(ctx, 2)
    const get = (who: Person | null, query: string) => call(app, who, 'GET', `/api/billing/usage?${query}`)
    const own = await get(member, 'by=model&period=7d')
    expect(own.body).toMatchObject({ unit: 'day', total: { credits: 2, answers: 2 }, groups: [{ name: 'a-model' }] })
    expect((await get(owner, 'by=model')).body.total.credits).toBe(0)
    const org = `organization_id=${place.organization.id}`
    expect((await get(owner, `${org}&by=member`)).body.groups).toMatchObject([{ name: 'Max', credits: 2 }])
    expect((await get(member, `${org}&by=member`)).status).toBe(403)
    expect((await get(await signUp(app), `${org}&by=member`)).status).toBe(404)
    expect((await get(null, '')).status).toBe(401)
    expect((await get(member, 'by=member')).status).toBe(400)
    expect((await get(member, 'period=2d')).status).toBe(400)
    const csv = await app.request(`/api/billing/usage?${org}&by=member`, {
      headers: { ...owner.headers, accept: 'text/csv' },
    })
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"')
    expect((await csv.text()).split('\r\n')[1]).toMatch(/^\d{4}-\d\d-\d\d,[\w-]+,Max,[^,]+,2,2,200,20,0,0,0$/)
  })
})

describe('a budget', () => {
  test('of a workspace refuses what does not fit, open holds included, and renews with the month', async () => {
    await scene()
    await budgets.set(await managing(), { workspace_id: place.workspace.id }, 3)
    const ctx = await at(member)
    await use(ctx, 2)
    const open = await paying.hold(ctx, 1, newId())
    const refused = { code: 'budget_exceeded', status: 402, details: { budget: 'workspace', used: 2, held: 1 } }
    await expect(paying.hold(await at(owner), 1, newId())).rejects.toMatchObject(refused)
    await credits.release(ctx, open.id)
    await use(await at(owner), 1)
    await expect(paying.hold(ctx, 1, newId())).rejects.toMatchObject({
      code: 'budget_exceeded',
      message:
        'The workspace Sales has used the budget of 3 credits for November. It renews on 1 December 2026; an owner of Acme can raise it.',
      details: { renews_at: '2026-12-01T00:00:00.000Z' },
    })
    clock.now = Date.parse('2026-12-01T00:00:00Z')
    await use(ctx, 1)
    expect(await budgets.list(await managing())).toMatchObject([{ used: 1, held: 0, monthly_credits: 3, percent: 33 }])
  })

  test('of a member holds them in every workspace, and nobody else', async () => {
    await scene()
    const shop = await workspaces.create(await managing(), { name: 'Shop', description: '', restricted: false })
    await budgets.set(await managing(), { user_id: member.user.id }, 2)
    await use(await at(member), 1)
    await use(await at(member, shop.id), 1)
    await expect(use(await at(member, shop.id), 1)).rejects.toMatchObject({
      code: 'budget_exceeded',
      details: { budget: 'member' },
    })
    await use(await at(owner, shop.id), 3)
    // What they ask elsewhere is none of this organization's business.
    const elsewhere = await newPlace(app, member)
    await use(await at(member, elsewhere.workspace.id), 1)
  })

  test('is told of once at 80 and once at 100 percent in a month, to owners only', async () => {
    await scene()
    await budgets.set(await managing(), { workspace_id: place.workspace.id }, 5)
    const ctx = await at(member)
    await use(ctx, 3)
    expect(await toldOf(owner)).toEqual([])
    await use(ctx, 1)
    expect(await toldOf(owner)).toEqual(['A budget in Acme is 80 % used'])
    await use(ctx, 1)
    expect(await toldOf(owner)).toEqual(['A budget in Acme is 80 % used', 'A budget in Acme is used up'])
    expect(await toldOf(member)).toEqual([])
    clock.now = Date.parse('2026-12-03T00:00:00Z')
    await use(ctx, 4)
    expect(await toldOf(owner)).toHaveLength(3)
    // Who lowers it to what is used sees that; who raises it hears of it when it comes near again.
    await budgets.set(await managing(), { workspace_id: place.workspace.id }, 4)
    await budgets.set(await managing(), { workspace_id: place.workspace.id }, 6)
    expect(await toldOf(owner)).toHaveLength(3)
    await use(ctx, 1)
    expect((await toldOf(owner)).at(-1)).toBe('A budget in Acme is 80 % used')
    expect(await toldOf(owner)).toHaveLength(4)
  })

  test('is set, changed and removed with a record of before and after', async () => {
    await scene()
    const ctx = await managing()
    const subject = { workspace_id: place.workspace.id }
    const { id } = await budgets.set(ctx, subject, 10)
    expect((await budgets.set(ctx, subject, 20)).id).toBe(id)
    await budgets.set(ctx, subject, 20)
    await budgets.remove(ctx, subject)
    await expect(budgets.remove(ctx, subject)).rejects.toMatchObject({ status: 404 })
    const rows = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, id)).orderBy(auditEvents.id)
    expect(rows.map(({ action, details, workspaceId }) => [action, details.monthly_credits, workspaceId])).toEqual([
      ['budget.set', { before: null, after: 10 }, place.workspace.id],
      ['budget.set', { before: 10, after: 20 }, place.workspace.id],
      ['budget.remove', { before: 20, after: null }, place.workspace.id],
    ])
    expect(await budgets.list(ctx)).toEqual([])
  })

  test('is of a workspace and a member of this organization only', async () => {
    await scene()
    const stranger = await signUp(app)
    const elsewhere = await newPlace(app, stranger)
    const ctx = await managing()
    const none = { status: 404 }
    await expect(budgets.set(ctx, { workspace_id: elsewhere.workspace.id }, 1)).rejects.toMatchObject(none)
    await expect(budgets.set(ctx, { user_id: stranger.user.id }, 1)).rejects.toMatchObject(none)
    await leave(world, place.organization.id, member.user.id)
    await expect(budgets.set(ctx, { user_id: member.user.id }, 1)).rejects.toMatchObject(none)
  })

  test('lets no more through than fit, however many ask at once', async () => {
    await scene()
    await budgets.set(await managing(), { workspace_id: place.workspace.id }, 5)
    const people = [await at(owner), await at(member)]
    const asked = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => paying.hold(people[n % 2]!, 1, newId())),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  test('refuses a question by API before anything is kept of it', async () => {
    await scene()
    const put = await call(app, owner, 'PUT', `/api/organizations/${place.organization.id}/budgets`, {
      user_id: member.user.id,
      monthly_credits: 1,
    })
    expect(put).toMatchObject({ status: 200, body: { user: { name: 'Max' }, monthly_credits: 1, used: 0 } })
    await use({ ...(await at(member)), now: world.now }, 1)
    const ask = await call(app, member, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, { message: 'Hi' })
    expect(ask).toMatchObject({ status: 402, body: { code: 'budget_exceeded' } })
    expect(ask.body.error).toStartWith('You have used the budget of 1 credit in Acme for ')
    const history = await call(app, member, 'GET', `/api/workspaces/${place.workspace.id}/agent-history`)
    expect(history.body).toEqual([])
    const gone = await call(
      app,
      owner,
      'DELETE',
      `/api/organizations/${place.organization.id}/budgets?user_id=${member.user.id}`,
    )
    expect(gone.status).toBe(204)
    expect((await call(app, owner, 'GET', `/api/organizations/${place.organization.id}/budgets`)).body).toEqual([])
  })
})

describe('the page of an organization', () => {
  const page = async (who: Person, query = '') => {
    const answer = await app.request(`/organizations/${place.organization.id}/usage${query}`, {
      headers: { cookie: who.cookie },
    })
    return { status: answer.status, html: await answer.text() }
  }

  test('draws bars, a table and budgets; forms set, change and remove them', async () => {
    await scene()
    expect((await page(owner)).html).toContain('Nothing used in this time')
    await use({ ...(await at(member)), now: world.now }, 4)
    const address = `/organizations/${place.organization.id}/usage/budgets`
    const send = (path: string, fields: Record<string, string>) => app.request(path, form(fields, owner.cookie))
    const set = await send(address, { email: member.user.email.toUpperCase(), monthly_credits: '5' })
    expect(set.headers.get('location')).toBe(`/organizations/${place.organization.id}/usage?done=set#budgets`)
    await send(address, { workspace_id: place.workspace.id, fresh: 'yes', monthly_credits: '4' })
    const { html } = await page(owner, '?by=member&done=set')
    expect(html).toContain('The budget is set.')
    expect(html).toMatch(/role="img" aria-label="Credits in the last 30 days: Max 4"/)
    expect(html).toContain('Nearly used')
    expect(html).toContain('Used up')
    expect(html).toContain('4 of 5 credits')
    await send(address, { user_id: member.user.id, monthly_credits: '50' })
    await send(`${address}/remove`, { workspace_id: place.workspace.id })
    const after = (await page(owner)).html
    expect(after).toContain('4 of 50 credits')
    expect(after).not.toContain('Used up')
  })

  test('says what is wrong beside the field, with what was typed', async () => {
    await scene()
    const address = `/organizations/${place.organization.id}/usage/budgets`
    const send = (fields: Record<string, string>) => app.request(address, form(fields, owner.cookie))
    const nobody = await send({ email: 'nobody@example.com', monthly_credits: '5' })
    const html = await nobody.text()
    expect(nobody.status).toBe(400)
    expect(html).toContain('Nobody in this organization has that address.')
    expect(html).toContain('value="nobody@example.com"')
    const none = await (await send({ workspace_id: place.workspace.id, fresh: 'yes', monthly_credits: '0' })).text()
    expect(none).toContain('A budget is at least 1 credit.')
    const row = await (await send({ workspace_id: place.workspace.id, monthly_credits: 'many' })).text()
    expect(row).toContain('Please give a whole number of credits.')
  })

  test('is for owners', async () => {
    await scene()
    expect((await page(member)).status).toBe(403)
    expect((await page(await signUp(app))).status).toBe(404)
  })
})
