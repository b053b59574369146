import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isId } from '#base/ids.ts'
import { cursorAt, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { havingWords } from '#db/frequent-words.ts'
import { organizationMembers, organizations, subscriptions, users, workspaces } from '#db/schema/index.ts'
import { byNumber, byText, sorted } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'
import type { FilterOf } from '../rules/list.ts'
import type { ListedByAdmin, organizationList } from '../rules/organization.ts'

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

/** Every organization there is, those that are suspended or deleted among them. */
export async function list(
  ctx: AdminCtx,
  { q, status, plan, size, sort }: FilterOf<typeof organizationList>,
  { limit, cursor }: PageRequest,
): Promise<Page<ListedByAdmin>> {
  const { key, after, order } = sorted(sortsAt(ctx), organizations.id, { sort, cursor })
  const rows = await ctx.db
    .select({ key, row: organizations })
    .from(organizations)
    .where(
      and(
        excludeDemo.organizations,
        q ? (isId(q) ? eq(organizations.id, q) : await havingWords(ctx.db, 'organizations', q)) : undefined,
        status ? eq(organizations.status, status) : undefined,
        size ? eq(organizations.size, size) : undefined,
        plan ? planned(ctx, plan) : undefined,
        after,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const { items, next } = pageOf(rows, limit, ({ key, row }) => cursorAt(key, row.id))
  return {
    items: await listed(
      ctx,
      items.map(({ row }) => row),
    ),
    next,
  }
}

/** Adds to rows what stands elsewhere: owners, their plan, how many people and workspaces. */
export async function listed(ctx: AdminCtx, rows: Row[]): Promise<ListedByAdmin[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [owners, members, rooms] = await Promise.all([
    ctx.db
      .select({
        organizationId: organizationMembers.organizationId,
        owner: { id: users.id, name: users.name, email: users.email },
        plan: subscriptions.planType,
        until: subscriptions.currentPeriodEnd,
      })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.userId))
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(
        and(
          inArray(organizationMembers.organizationId, ids),
          eq(organizationMembers.role, 'owner'),
          eq(organizationMembers.status, 'active'),
        ),
      )
      .orderBy(asc(organizationMembers.id)),
    counted(
      ctx,
      organizationMembers,
      organizationMembers.organizationId,
      and(inArray(organizationMembers.organizationId, ids), eq(organizationMembers.status, 'active')),
    ),
    counted(
      ctx,
      workspaces,
      workspaces.organizationId,
      and(inArray(workspaces.organizationId, ids), eq(workspaces.status, 'active')),
    ),
  ])
  const now = ctx.now()
  return rows.map((row) => {
    const here = owners.filter(({ organizationId }) => organizationId === row.id)
    return {
      id: row.id,
      name: row.name,
      status: row.status,
      size: row.size,
      owner: here[0]?.owner ?? null,
      plan: here.find((it) => it.plan && it.until && it.until > now)?.plan ?? 'free',
      members: members.get(row.id) ?? 0,
      workspaces: rooms.get(row.id) ?? 0,
      created_at: row.createdAt.toISOString(),
    }
  })
}

async function counted(
  ctx: AdminCtx,
  table: typeof organizationMembers | typeof workspaces,
  column: typeof organizationMembers.organizationId | typeof workspaces.organizationId,
  where: SQL | undefined,
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ id: column, count: sql<string>`count(*)` })
    .from(table as typeof workspaces)
    .where(where)
    .groupBy(column)
  return new Map(rows.map(({ id, count }) => [id as string, Number(count)]))
}
