import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import {
  creditUsage,
  organizationMembers,
  organizations,
  users,
  workspaceMembers,
  workspaces,
} from '#db/schema/index.ts'
import { isActiveMember } from '#organizations/membership.ts'
import type { Ctx, OrganizationCtx, UserCtx } from '../../ctx.ts'
import { type UsageBy, type UsageChoice, type UsageLine, type UsageSpan, usageSpan } from '../rules/usage.ts'

export type Read = { span: UsageSpan; lines: UsageLine[] }
/** How lines are told apart: what names their group. */
type Named = { id: SQL<string | null>; name: SQL<string>; detail: SQL<string> }

export async function ofPerson(ctx: UserCtx, { period, by }: UsageChoice): Promise<Read> {
  const span = usageSpan(period, ctx.now())
  const ofPerson = eq(creditUsage.userId, ctx.user.id)
  return { span, lines: await lines(ctx, span, ofPerson, by === 'model' ? MODEL : WORKSPACE_OF_PERSON) }
}

export async function ofOrganization(ctx: OrganizationCtx, { period, by }: UsageChoice): Promise<Read> {
  const span = usageSpan(period, ctx.now())
  const ours = eq(creditUsage.organizationId, ctx.organization.id)
  return { span, lines: await lines(ctx, span, ours, IN_ORGANIZATION[by]) }
}

const MODEL: Named = { id: sql`used.model`, name: sql`used.model`, detail: sql`''` }

/** A workspace is named as long as it is there. */
const WORKSPACE: Named = {
  id: sql`${workspaces.id}`,
  name: sql`coalesce(${workspaces.name}, 'Deleted workspace')`,
  detail: sql`''`,
}

/** Whoever may not see a workspace any more does not learn what it is called today. */
const SEEN = sql`(${workspaces.id} is not null and (${organizationMembers.role} = 'owner'
  or ${workspaceMembers.id} is not null or (${organizationMembers.id} is not null and not ${workspaces.restricted})))`
const WORKSPACE_OF_PERSON: Named = {
  id: sql`case when ${SEEN} then ${workspaces.id} end`,
  name: sql`case when ${SEEN} then ${workspaces.name} when ${workspaces.id} is null then 'Deleted workspace' else 'Workspace you have left' end`,
  detail: sql`case when ${SEEN} then ${organizations.name} else '' end`,
}

const IN_ORGANIZATION: Record<UsageBy, Named> = {
  workspace: WORKSPACE,
  model: MODEL,
  member: {
    id: sql`${users.id}`,
    name: sql`coalesce(nullif(${users.name}, ''), ${users.email})`,
    // Of an erased account nothing is left but that it was one.
    detail: sql`case when ${users.email} like '%@deleted.invalid' then '' else ${users.email} end`,
  },
}

/** Lines in the order of time, the largest of a day first. They are added up before anything is named: there may be very many. */
async function lines(ctx: Pick<Ctx, 'db'>, span: UsageSpan, whose: SQL, { id, name, detail }: Named) {
  const { unit, from } = span
  const start = sql<string>`date_trunc(${sql.raw(`'${unit}'`)}, ${creditUsage.createdAt} at time zone 'UTC')`
  const used = ctx.db
    .select({
      start: start.as('start'),
      userId: creditUsage.userId,
      organizationId: creditUsage.organizationId,
      workspaceId: creditUsage.workspaceId,
      model: creditUsage.model,
      credits: sql<string>`sum(${creditUsage.credits})`.as('credits_sum'),
      answers: sql<string>`count(*)`.as('answers'),
      inputTokens: sql<string>`sum(${creditUsage.inputTokens})`.as('input_sum'),
      outputTokens: sql<string>`sum(${creditUsage.outputTokens})`.as('output_sum'),
      cachedInputTokens: sql<string>`sum(${creditUsage.cachedInputTokens})`.as('cached_sum'),
      reasoningTokens: sql<string>`sum(${creditUsage.reasoningTokens})`.as('reasoning_sum'),
      titleTokens: sql<string>`sum(${creditUsage.titleTokens})`.as('title_sum'),
    })
    .from(creditUsage)
    .where(and(whose, gte(creditUsage.createdAt, from)))
    .groupBy(sql`1`, creditUsage.userId, creditUsage.organizationId, creditUsage.workspaceId, creditUsage.model)
    .as('used')
  const sum = (column: SQL.Aliased<string>) => sql<string>`sum(${column})`.mapWith(Number)
  const rows = await ctx.db
    .select({
      bucket: sql<string>`to_char(${used.start}, ${sql.raw(unit === 'day' ? "'YYYY-MM-DD'" : "'YYYY-MM'")})`,
      id,
      name,
      detail,
      credits: sum(used.credits),
      answers: sum(used.answers),
      input_tokens: sum(used.inputTokens),
      output_tokens: sum(used.outputTokens),
      cached_input_tokens: sum(used.cachedInputTokens),
      reasoning_tokens: sum(used.reasoningTokens),
      title_tokens: sum(used.titleTokens),
    })
    .from(used)
    .innerJoin(users, eq(users.id, used.userId))
    .leftJoin(workspaces, and(eq(workspaces.id, used.workspaceId), eq(workspaces.status, 'active')))
    .leftJoin(organizations, and(eq(organizations.id, used.organizationId), eq(organizations.status, 'active')))
    .leftJoin(organizationMembers, isActiveMember(organizations.id, used.userId))
    .leftJoin(
      workspaceMembers,
      and(
        eq(workspaceMembers.workspaceId, workspaces.id),
        eq(workspaceMembers.userId, used.userId),
        // Who has left the organization is in none of its workspaces.
        eq(organizationMembers.status, 'active'),
      ),
    )
    .groupBy(sql`1`, sql`2`, sql`3`, sql`4`)
    .orderBy(sql`1`, sql`5 desc`, sql`3`)
  return rows satisfies UsageLine[]
}
