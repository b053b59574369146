import { and, countDistinct, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { creditUsage, messages, organizations, workspaces } from '#db/schema/index.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { Analytics } from '../rules/analytics.ts'
import type { Span } from '../rules/period.ts'

/** Lines of a list of places: those that matter. */
const MOST = 50

const within = ({ from, to }: Span) => and(gte(creditUsage.createdAt, from), lt(creditUsage.createdAt, to))
const number = (value: SQL) => value.mapWith(Number)
const used = {
  answers: number(sql`count(*)`),
  people: countDistinct(creditUsage.userId),
  credits: number(sql`sum(${creditUsage.credits})`),
  input_tokens: number(sql`sum(${creditUsage.inputTokens})`),
  output_tokens: number(sql`sum(${creditUsage.outputTokens})`),
}

/** Paid answers by the model that gave them. Thumbs are those of answers that still exist. */
export const modelsIn = ({ db }: AdminCtx, span: Span): Promise<Analytics['models']> =>
  db
    .select({
      model: creditUsage.model,
      ...used,
      up: number(sql`count(*) filter (where ${messages.rating} = 'up')`),
      down: number(sql`count(*) filter (where ${messages.rating} = 'down')`),
    })
    .from(creditUsage)
    .leftJoin(messages, eq(messages.id, creditUsage.messageId))
    .where(within(span))
    .groupBy(creditUsage.model)
    .orderBy(desc(sql`count(*)`), creditUsage.model)

/** Paid answers by workspace, those with the most first. */
export const workspacesIn = ({ db }: AdminCtx, span: Span): Promise<Analytics['workspaces']> =>
  db
    .select({
      workspace_id: creditUsage.workspaceId,
      workspace: sql<string | null>`max(${workspaces.name})`,
      organization_id: sql<string>`max(${creditUsage.organizationId})`,
      organization: sql<string | null>`max(${organizations.name})`,
      ...used,
    })
    .from(creditUsage)
    .leftJoin(workspaces, eq(workspaces.id, creditUsage.workspaceId))
    .leftJoin(organizations, eq(organizations.id, creditUsage.organizationId))
    .where(within(span))
    .groupBy(creditUsage.workspaceId)
    .orderBy(desc(sql`count(*)`), creditUsage.workspaceId)
    .limit(MOST)
