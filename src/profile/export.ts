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

function organizationsOf(ctx: UserCtx) {
  const { id, name } = organizations
  const { role, createdAt: since, organizationId, userId, status } = organizationMembers
  return ctx.db
    .select({ id, name, role, since })
    .from(organizationMembers)
    .innerJoin(organizations, eq(id, organizationId))
    .where(and(eq(userId, ctx.user.id), eq(status, 'active'), eq(organizations.status, 'active')))
}

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

function messagesOf(ctx: UserCtx, conversationId: string) {
  const { role, text, status, answer, rating, createdAt } = messages
  return ctx.db
    .select({ role, text, status, answer, rating, createdAt })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.id))
}

function statementsOf(ctx: UserCtx) {
  const { source, sql, status, error, createdAt } = statements
  return ctx.db
    .select({ workspace: workspaces.name, source, sql, status, error, createdAt })
    .from(statements)
    .innerJoin(workspaces, eq(workspaces.id, statements.workspaceId))
    .where(eq(statements.userId, ctx.user.id))
    .orderBy(asc(statements.id))
}

async function creditsOf(ctx: UserCtx) {
  const lots = await ctx.db
    .select()
    .from(creditLots)
    .where(eq(creditLots.userId, ctx.user.id))
    .orderBy(asc(creditLots.id))
  const { createdAt: at, kind, note } = creditTransactions
  const { side, amount, lotId } = creditEntries
  const movements = await ctx.db
    .select({ at, kind, note, side, amount, lotId })
    .from(creditTransactions)
    .innerJoin(creditEntries, eq(creditEntries.transactionId, creditTransactions.id))
    .where(eq(creditTransactions.userId, ctx.user.id))
    .orderBy(asc(creditTransactions.id), asc(creditEntries.id))
  return { lots: lots.map(({ userId: _, ...lot }) => lot), movements }
}

function deedsOf(ctx: UserCtx) {
  const { createdAt: at, action, subject, ip: address, details, actorId, id } = auditEvents
  return ctx.db
    .select({ at, action, subject, address, details })
    .from(auditEvents)
    .where(eq(actorId, ctx.user.id))
    .orderBy(asc(id))
}
