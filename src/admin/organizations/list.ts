import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { isId } from '#base/ids.ts'
import { havingWords } from '#db/frequent-words.ts'
import { organizationMembers, organizations, subscriptions, users, workspaces } from '#db/schema/index.ts'
import { byNumber, byText, sortedPage } from '#db/sorted.ts'
import { isActiveOwner } from '#organizations/membership.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'
import type { Read } from '../list-response.ts'
import { type ListedByAdmin, organizationList } from '../rules/organization.ts'
import { personOf } from '../sql.ts'

type Row = typeof organizations.$inferSelect

/** Whether one of the owners has a plan; `free` is that none has. */
function planned(ctx: AdminCtx, plan: string): SQL {
  const held = sql`(
    select 1 from organization_members m join subscriptions s on s.user_id = m.user_id
    where m.organization_id = ${organizations.id} and m.role = 'owner' and m.status = 'active'
      and s.current_period_end > ${ctx.now().toISOString()}::timestamptz
      ${plan === 'free' ? sql`` : sql`and s.plan_type = ${plan}`})`
  return plan === 'free' ? sql`not exists ${held}` : sql`exists ${held}`
}

/** What stands in other tables, asked of each organization: dear among very many, and only done for who sorts by it. */
function sortsAt(ctx: AdminCtx) {
  const here = (table: string) =>
    sql`from ${sql.raw(table)} it where it.organization_id = ${organizations.id} and it.status = 'active'`
  const owner = (what: SQL, more: SQL) => sql`(select ${what} from organization_members m
    join users u on u.id = m.user_id left join subscriptions s on s.user_id = u.id
    where m.organization_id = ${organizations.id} and m.role = 'owner' and m.status = 'active' ${more} order by m.id limit 1)`
  const running = sql`and s.current_period_end > ${ctx.now().toISOString()}::timestamptz`
  return {
    name: byText(organizations.name),
    owner: byText(owner(sql`u.email`, sql``)),
    plan: byText(sql`coalesce(${owner(sql`s.plan_type`, running)}, 'free')`),
    members: byNumber(sql`(select count(*) ${here('organization_members')})`),
    workspaces: byNumber(sql`(select count(*) ${here('workspaces')})`),
  }
}

export const list: Read<typeof organizationList> = async (ctx, { q, status, plan, size, sort }, request) => {
  const it = organizations
  const wanted = and(
    excludeDemo.organizations,
    q ? (isId(q) ? eq(it.id, q) : await havingWords(ctx.db, 'organizations', q)) : undefined,
    status ? eq(it.status, status) : undefined,
    size ? eq(it.size, size) : undefined,
    plan ? planned(ctx, plan) : undefined,
  )
  const page = await sortedPage(sortsAt(ctx), it.id, { ...request, sort }, wanted, (at) =>
    ctx.db.select({ at, row: it }).from(it),
  )
  const rows = page.items.map(({ row }) => row)
  return { ...page, items: await listed(ctx, rows) }
}

/** Adds to rows what stands elsewhere: owners, their plan, how many people and workspaces. */
export async function listed(ctx: AdminCtx, rows: Row[]): Promise<ListedByAdmin[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [owners, members, rooms] = await Promise.all([
    ctx.db
      .select({
        organizationId: organizationMembers.organizationId,
        owner: personOf(users),
        plan: subscriptions.planType,
        until: subscriptions.currentPeriodEnd,
      })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.userId))
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(and(inArray(organizationMembers.organizationId, ids), isActiveOwner))
      .orderBy(asc(organizationMembers.id)),
    counted(ctx, organizationMembers, ids),
    counted(ctx, workspaces, ids),
  ])
  const now = ctx.now()
  return rows.map((row) => {
    const here = owners.filter(({ organizationId }) => organizationId === row.id)
    return answerOf(organizationList.item, {
      ...row,
      owner: here[0]?.owner ?? null,
      plan: here.find((it) => it.plan && it.until && it.until > now)?.plan ?? 'free',
      members: members.get(row.id) ?? 0,
      workspaces: rooms.get(row.id) ?? 0,
    })
  })
}

async function counted(ctx: AdminCtx, table: typeof organizationMembers | typeof workspaces, ids: string[]) {
  const { organizationId, status } = table as typeof workspaces
  const rows = await ctx.db
    .select({ id: organizationId, count: count() })
    .from(table as typeof workspaces)
    .where(and(inArray(organizationId, ids), eq(status, 'active')))
    .groupBy(organizationId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
