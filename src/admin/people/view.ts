import { and, asc, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { deviceOf } from '#auth/rules/device.ts'
import { answerOf } from '#base/answer.ts'
import { notFound } from '#base/errors.ts'
import { balanceOf } from '#billing/credits.ts'
import { inTransaction } from '#db/connect.ts'
import {
  accounts,
  apiKeys,
  conversations,
  creditAccounts,
  creditLots,
  creditUsage,
  messages,
  organizationMembers,
  organizations,
  sessions,
  subscriptions,
  users,
  workspaces,
} from '#db/schema/index.ts'
import { isActiveMember } from '#organizations/membership.ts'
import * as audit from '#records/audit.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'
import { type ReadQuestion, readQuestion, type UserView, userView } from '../rules/user.ts'
import { planOf, userColumns } from './list.ts'

/** So many of the latest questions are shown. */
const QUESTIONS = 25

/** A person with everything that an operator needs to help them, and nothing of what they asked. @throws AppError not_found */
export async function get(ctx: AdminCtx, id: string): Promise<UserView> {
  const [row] = await ctx.db
    .select({ ...userColumns(ctx), locale: users.locale, currency: users.currency })
    .from(users)
    .leftJoin(creditAccounts, eq(creditAccounts.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(excludeDemo.people, eq(users.id, id)))
  if (!row) throw notFound('User')
  const { balance, held } = await balanceOf(ctx, id)
  const [ways, places, lots, sessionRows, keys, questions] = await Promise.all([
    ctx.db.select({ provider: accounts.providerId }).from(accounts).where(eq(accounts.userId, id)),
    placesOf(ctx, id),
    lotsOf(ctx, id),
    ctx.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, ctx.now())))
      .orderBy(desc(sessions.updatedAt))
      .limit(50),
    ctx.db.select().from(apiKeys).where(eq(apiKeys.userId, id)).orderBy(desc(apiKeys.id)).limit(50),
    questionsOf(ctx, id),
  ])
  const plan = planOf(row, ctx.now())
  return answerOf(userView, {
    ...row,
    plan,
    credits: balance,
    signsInWith: ways.map(({ provider }) => (provider === 'credential' ? 'password' : provider)).sort(),
    planUntil: plan === 'free' ? null : row.planUntil,
    organizations: places,
    held,
    lots,
    sessions: sessionRows.map((it) => ({
      id: it.id,
      device: deviceOf(it.userAgent),
      address: it.ipAddress || null,
      begunAt: it.createdAt,
      seenAt: it.updatedAt,
    })),
    apiKeys: keys,
    // Without their texts, which the answer does not name.
    questions,
  })
}

const placesOf = (ctx: AdminCtx, id: string) =>
  ctx.db
    .select({
      id: organizations.id,
      name: organizations.name,
      status: organizations.status,
      role: organizationMembers.role,
      since: organizationMembers.createdAt,
    })
    .from(organizationMembers)
    .innerJoin(organizations, isActiveMember(organizations.id, id))
    .where(ne(organizations.status, 'deleted'))
    .orderBy(asc(organizations.name))
    .limit(200)

const lotsOf = (ctx: AdminCtx, id: string) =>
  ctx.db
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.userId, id), or(gt(creditLots.remaining, 0), gt(creditLots.held, 0))))
    .orderBy(asc(creditLots.expiresAt))
    .limit(100)

/** What somebody asked, in the message before each answer. */
const question = sql<string>`coalesce((
  select q.text from messages q
  where q.conversation_id = messages.conversation_id and q.role = 'user' and q.id < messages.id
  order by q.id desc limit 1), '')`

/** The latest answers of a person's latest conversations, with their texts; workspaces that are deleted have their name too. */
async function questionsOf(ctx: AdminCtx, id: string) {
  const latest = await ctx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.userId, id), isNull(conversations.deletedAt)))
    .orderBy(desc(conversations.updatedAt))
    .limit(QUESTIONS)
  const ids = latest.map((it) => it.id)
  return ctx.db
    .select({
      messageId: messages.id,
      workspaceId: conversations.workspaceId,
      workspaceName: sql<string>`coalesce(${workspaces.name}, 'Deleted workspace')`,
      status: sql<string>`${messages.status}`,
      credits: sql`coalesce(${creditUsage.credits}, 0)`.mapWith(Number),
      createdAt: messages.createdAt,
      question,
      answer: messages.text,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(workspaces, eq(workspaces.id, conversations.workspaceId))
    .leftJoin(creditUsage, eq(creditUsage.messageId, messages.id))
    .where(and(inArray(messages.conversationId, ids), eq(messages.role, 'assistant')))
    .orderBy(desc(messages.id))
    .limit(QUESTIONS)
}

/** The texts of somebody's latest questions, read for a reason: which ones is written down before anything is shown. */
export const readQuestions = (ctx: AdminCtx, id: string, reason: string): Promise<ReadQuestion[]> =>
  inTransaction(ctx, async (ctx) => {
    const [person] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, id))
    if (!person) throw notFound('User')
    const questions = await questionsOf(ctx, id)
    await audit.record(ctx, 'user.read_questions', id, { reason, messages: questions.map((it) => it.messageId) })
    return questions.map((it) => answerOf(readQuestion, it))
  })
