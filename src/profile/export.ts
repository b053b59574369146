import { and, asc, eq, gt } from 'drizzle-orm'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import * as apiKeys from '#auth/api-keys.ts'
import type { SessionCtx } from '#auth/identify.ts'
import * as sessionList from '#auth/session-list.ts'
import { SITE } from '#base/site.ts'
import { inTransaction } from '#db/connect.ts'
import {
  auditEvents,
  conversations,
  creditEntries,
  creditLots,
  creditTransactions,
  messages,
  organizationMembers,
  organizations,
  statements,
  workspaces,
} from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { UserCtx } from '../ctx.ts'

/** Rows that are read at once: memory stays flat however much somebody has asked. */
const BATCH = 200

const readme = () => `Your data at ${SITE.name}, as JSON. Times are UTC.

profile.json        who you are and what you chose
sessions.json       where you are signed in
api-keys.json       your API keys, without their secrets
organizations.json  the organizations that you are in
conversations/      each of your conversations with all answers
statements.json     what you ran in the SQL editor
credits.json        every movement of your credits
deeds.json          the log of what you did
`

/**
 * A ZIP of everything that we know about the person, made while it is sent. Holds no passwords, secrets or digests.
 * @param why stands in the audit log, when somebody else asks for it
 */
export async function exportData(
  ctx: SessionCtx,
  why: { reason?: string } = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  await inTransaction(ctx, (ctx) => audit.record(ctx, 'user.export', ctx.user.id, { ...why }))
  const files = filesOf(ctx)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(new Uint8Array(chunk))
  })
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await files.next()
      if (done) zip.end()
      else {
        const entry = new ZipDeflate(value.name, { level: 6 })
        entry.mtime = ctx.now()
        zip.add(entry)
        entry.push(strToU8(value.text), true)
      }
      for (const chunk of chunks.splice(0)) controller.enqueue(chunk)
      if (done) controller.close()
    },
    async cancel() {
      await files.return()
    },
  })
}

type Entry = { name: string; text: string }
const json = (name: string, value: unknown): Entry => ({ name, text: `${JSON.stringify(value, null, 2)}\n` })

async function* filesOf(ctx: SessionCtx): AsyncGenerator<Entry, void, void> {
  yield { name: 'README.txt', text: readme() }
  yield json('profile.json', ctx.user)
  yield json('sessions.json', await sessionList.list(ctx))
  yield json('api-keys.json', await apiKeys.list(ctx))
  yield json('organizations.json', await organizationsOf(ctx))
  yield* conversationsOf(ctx)
  yield json('statements.json', await statementsOf(ctx))
  yield json('credits.json', await creditsOf(ctx))
  yield json('deeds.json', await deedsOf(ctx))
}

const organizationsOf = (ctx: UserCtx) =>
  ctx.db
    .select({
      id: organizations.id,
      name: organizations.name,
      role: organizationMembers.role,
      since: organizationMembers.createdAt,
    })
    .from(organizationMembers)
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organizationId))
    .where(
      and(
        eq(organizationMembers.userId, ctx.user.id),
        eq(organizationMembers.status, 'active'),
        eq(organizations.status, 'active'),
      ),
    )

async function* conversationsOf(ctx: UserCtx): AsyncGenerator<Entry, void, void> {
  for (let after = ''; ; ) {
    const rows = await ctx.db
      .select({
        id: conversations.id,
        title: conversations.title,
        workspace: workspaces.name,
        createdAt: conversations.createdAt,
      })
      .from(conversations)
      .innerJoin(workspaces, eq(workspaces.id, conversations.workspaceId))
      .where(and(eq(conversations.userId, ctx.user.id), gt(conversations.id, after)))
      .orderBy(asc(conversations.id))
      .limit(BATCH)
    for (const row of rows)
      yield json(`conversations/${row.id}.json`, { ...row, messages: await messagesOf(ctx, row.id) })
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

const messagesOf = (ctx: UserCtx, conversationId: string) =>
  ctx.db
    .select({
      role: messages.role,
      text: messages.text,
      status: messages.status,
      answer: messages.answer,
      rating: messages.rating,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.id))

const statementsOf = (ctx: UserCtx) =>
  ctx.db
    .select({
      workspace: workspaces.name,
      source: statements.source,
      sql: statements.sql,
      status: statements.status,
      error: statements.error,
      createdAt: statements.createdAt,
    })
    .from(statements)
    .innerJoin(workspaces, eq(workspaces.id, statements.workspaceId))
    .where(eq(statements.userId, ctx.user.id))
    .orderBy(asc(statements.id))

async function creditsOf(ctx: UserCtx) {
  const lots = await ctx.db
    .select()
    .from(creditLots)
    .where(eq(creditLots.userId, ctx.user.id))
    .orderBy(asc(creditLots.id))
  const movements = await ctx.db
    .select({
      at: creditTransactions.createdAt,
      kind: creditTransactions.kind,
      note: creditTransactions.note,
      side: creditEntries.side,
      amount: creditEntries.amount,
      lotId: creditEntries.lotId,
    })
    .from(creditTransactions)
    .innerJoin(creditEntries, eq(creditEntries.transactionId, creditTransactions.id))
    .where(eq(creditTransactions.userId, ctx.user.id))
    .orderBy(asc(creditTransactions.id), asc(creditEntries.id))
  return { lots: lots.map(({ userId: _, ...lot }) => lot), movements }
}

const deedsOf = (ctx: UserCtx) =>
  ctx.db
    .select({
      at: auditEvents.createdAt,
      action: auditEvents.action,
      subject: auditEvents.subject,
      address: auditEvents.ip,
      details: auditEvents.details,
    })
    .from(auditEvents)
    .where(eq(auditEvents.actorId, ctx.user.id))
    .orderBy(asc(auditEvents.id))
