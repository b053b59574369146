import { and, asc, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import * as apiKeys from '#auth/api-keys.ts'
import type { SessionCtx } from '#auth/identify.ts'
import * as sessionList from '#auth/session-list.ts'
import { SITE } from '#base/site.ts'
import { streamOf } from '#base/stream.ts'
import { inTransaction } from '#db/connect.ts'
import {
  agents,
  auditEvents,
  canvasBlocks,
  canvases,
  comments,
  conversations,
  creditEntries,
  creditLots,
  creditTransactions,
  definitions,
  evaluationItems,
  evaluations,
  messages,
  notifications,
  organizationMembers,
  organizations,
  shareLinks,
  shares,
  statements,
  watches,
  workspaces,
} from '#db/schema/index.ts'
import type { ListQuery } from '#db/sorted.ts'
import { settings as notificationSettings, shown } from '#notifications/notifications.ts'
import * as audit from '#records/audit.ts'
import type { UserCtx } from '../ctx.ts'
import { withheldNotices } from './withheld-notices.ts'

/** Rows that are read at once: memory stays flat however much somebody has asked. */
const BATCH = 200

const readme = () => `Your data at ${SITE.name}, as JSON. Times are UTC.

profile.json        who you are and what you chose
sessions.json       where you are signed in
api-keys.json       your API keys, without their secrets
organizations.json  the organizations that you are in
conversations/      each of your conversations, with what you asked and all answers to it
questions.json      what you asked in conversations of others
comments.json       what you said of canvases and answers
statements.json     what you ran in the SQL editor
agents.json         the agents of workspaces that you saved, each version
definitions.json    the metrics, terms, queries and instructions that you proposed, each version
notifications.json  what you were told of, and which of it comes by mail
watches.json        the schedules and watches that you made
canvases.json       the canvases that you made, and the blocks that you changed last
sharing.json        your read-only links, and what is shared by name by you or with you
evaluations.json    the runs of verified questions that you began, and what came of each question
credits.json        every movement of your credits
activity.json       the log of what you did
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
  return streamOf(zipOf(ctx))
}

async function* zipOf(ctx: SessionCtx): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(new Uint8Array(chunk))
  })
  for await (const { name, parts } of filesOf(ctx)) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = ctx.now()
    zip.add(file)
    for await (const part of parts) {
      file.push(strToU8(part))
      yield* chunks.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}

/** A file of the archive: its text in parts, so that a long one is never in memory as a whole. */
type Entry = { name: string; parts: Iterable<string> | AsyncIterable<string> }
type Rows<Row> = AsyncGenerator<Row, void, void>

const jsonText = (value: unknown) => JSON.stringify(value, null, 2)
const json = (name: string, value: unknown): Entry => ({ name, parts: [`${jsonText(value)}\n`] })

/** JSON of an object whose last property `list` is the rows. */
async function* jsonWithRows(head: object, list: string, rows: Rows<object>) {
  yield jsonText({ ...head, [list]: [] }).slice(0, -']\n}'.length)
  yield* jsonRows(rows, '    ')
  yield '\n  ]\n}\n'
}

async function* jsonList(rows: Rows<object>) {
  yield '['
  yield* jsonRows(rows, '  ')
  yield '\n]\n'
}

async function* jsonRows(rows: Rows<object>, indent: string) {
  let separator = ''
  for await (const row of rows) {
    yield `${separator}\n${jsonText(row).replace(/^/gm, indent)}`
    separator = ','
  }
}

/** Rows in the order of their ids, `BATCH` at once. @param wanted which of those that are `selected` */
async function* batchesOf<Row extends { id: string }>(
  id: PgColumn,
  wanted: SQL | undefined,
  selected: () => ListQuery<Row>,
): Rows<Row[]> {
  for (let after = ''; ; ) {
    const rows = await selected()
      .where(and(wanted, gt(id, after)))
      .orderBy(asc(id))
      .limit(BATCH)
    yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** The same one by one, without their ids. */
async function* rowsOf<Row extends { id: string }>(...of: Parameters<typeof batchesOf<Row>>): Rows<Omit<Row, 'id'>> {
  for await (const rows of batchesOf<Row>(...of)) for (const { id, ...row } of rows) yield row
}

async function* filesOf(ctx: SessionCtx): AsyncGenerator<Entry, void, void> {
  yield { name: 'README.txt', parts: [readme()] }
  yield json('profile.json', ctx.user)
  yield json('sessions.json', await sessionList.list(ctx))
  yield json('api-keys.json', await apiKeys.list(ctx))
  yield json('organizations.json', await organizationsOf(ctx))
  for await (const { key, ...conversation } of conversationsOf(ctx)) {
    const parts = jsonWithRows({ id: key, ...conversation }, 'messages', messagesOf(ctx, key))
    yield { name: `conversations/${key}.json`, parts }
  }
  yield { name: 'questions.json', parts: jsonList(questionsOf(ctx)) }
  yield { name: 'comments.json', parts: jsonList(commentsOf(ctx)) }
  yield { name: 'statements.json', parts: jsonList(statementsOf(ctx)) }
  yield { name: 'agents.json', parts: jsonList(agentsOf(ctx)) }
  yield { name: 'definitions.json', parts: jsonList(definitionsOf(ctx)) }
  yield { name: 'canvases.json', parts: jsonList(canvasesOf(ctx)) }
  yield { name: 'sharing.json', parts: jsonList(sharingOf(ctx)) }
  yield { name: 'watches.json', parts: jsonList(watchesOf(ctx)) }
  const settings = await notificationSettings(ctx)
  yield { name: 'notifications.json', parts: jsonWithRows(settings, 'notifications', notificationsOf(ctx)) }
  yield { name: 'evaluations.json', parts: jsonList(evaluationsOf(ctx)) }
  yield { name: 'credits.json', parts: jsonWithRows({ lots: await lotsOf(ctx) }, 'movements', movementsOf(ctx)) }
  yield { name: 'activity.json', parts: jsonList(activityOf(ctx)) }
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

const conversationsOf = (ctx: UserCtx) => {
  const { id, title, createdAt, userId, workspaceId } = conversations
  return rowsOf(id, eq(userId, ctx.user.id), () =>
    ctx.db
      .select({ id, key: id, title, workspace: workspaces.name, createdAt })
      .from(conversations)
      .innerJoin(workspaces, eq(workspaces.id, workspaceId)),
  )
}

const messagesOf = (ctx: UserCtx, conversation: string) => {
  // What others asked in it is theirs.
  const { id, role, text, status, answer, rating, createdAt, conversationId, askedBy } = messages
  return rowsOf(id, and(eq(conversationId, conversation), isNull(askedBy)), () =>
    ctx.db.select({ id, role, text, status, answer, rating, createdAt }).from(messages),
  )
}

/** What the person asked in conversations of others, and was answered. */
const questionsOf = (ctx: UserCtx) => {
  const { id, role, text, status, answer, createdAt, askedBy, conversationId } = messages
  return rowsOf(id, eq(askedBy, ctx.user.id), () =>
    ctx.db
      .select({ id, conversation: conversations.title, role, text, status, answer, createdAt })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, conversationId)),
  )
}

/** A query of columns that are given, of which the types say too little. */
const asRows = (query: unknown) => query as ListQuery<{ id: string }>

/** Rows of workspaces that the person wrote. @param by whose a row is */
const writtenIn = (
  ctx: UserCtx,
  table: PgTable & { id: PgColumn; workspaceId: PgColumn },
  by: PgColumn,
  columns: Record<string, PgColumn>,
) =>
  rowsOf(table.id, eq(by, ctx.user.id), () =>
    asRows(
      ctx.db
        .select({ id: table.id, workspace: workspaces.name, ...columns })
        .from(table as PgTable)
        .innerJoin(workspaces, eq(workspaces.id, table.workspaceId)),
    ),
  )

function statementsOf(ctx: UserCtx) {
  const { source, sql, status, error, createdAt, userId } = statements
  return writtenIn(ctx, statements, userId, { source, sql, status, error, createdAt })
}

function agentsOf(ctx: UserCtx) {
  const { name, version, content, state, createdAt, savedBy } = agents
  return writtenIn(ctx, agents, savedBy, { name, version, content, state, createdAt })
}

function definitionsOf(ctx: UserCtx) {
  const { kind, name, version, content, note, state, reason, createdAt, proposedBy } = definitions
  return writtenIn(ctx, definitions, proposedBy, { kind, name, version, content, note, state, reason, createdAt })
}

/** As they may be read now. */
async function* notificationsOf(ctx: UserCtx) {
  const { id, userId, workspaceId } = notifications
  const batches = batchesOf(id, eq(userId, ctx.user.id), () =>
    ctx.db
      .select({ id, told: notifications, workspace: workspaces.name })
      .from(notifications)
      .innerJoin(workspaces, eq(workspaces.id, workspaceId)),
  )
  for await (const rows of batches) {
    const all = rows.map(({ told }) => told)
    const gone = await withheldNotices(ctx, ctx.user.id, all)
    for (const { told, workspace } of rows) {
      const { kind, title, text, createdAt, readAt } = shown(told, gone)
      yield { workspace, kind, title, text, createdAt, readAt }
    }
  }
}

/** One row a block that the person changed last, and one for each canvas that they made. */
async function* canvasesOf(ctx: UserCtx) {
  const { name: canvas, description, createdAt } = canvases
  yield* writtenIn(ctx, canvases, canvases.createdBy, { canvas, description, createdAt })
  const { id, canvasId, kind, content, updatedAt, updatedBy } = canvasBlocks
  yield* rowsOf(id, eq(updatedBy, ctx.user.id), () =>
    ctx.db
      .select({ id, canvas, workspace: workspaces.name, kind, content, updatedAt })
      .from(canvasBlocks)
      .innerJoin(canvases, eq(canvases.id, canvasId))
      .innerJoin(workspaces, eq(workspaces.id, canvases.workspaceId)),
  )
}

const about = { canvas: canvases.name, conversation: conversations.title }

/** Rows about canvases and conversations: with the name of the one that they are about. */
const aboutThings = (
  ctx: UserCtx,
  table: PgTable & Record<'canvasId' | 'conversationId', PgColumn>,
  wanted: SQL | undefined,
  { id, ...columns }: Record<string, PgColumn> & { id: PgColumn },
) =>
  rowsOf(id, wanted, () =>
    asRows(
      ctx.db
        .select({ id, ...about, ...columns })
        .from(table as PgTable)
        .leftJoin(canvases, eq(canvases.id, table.canvasId))
        .leftJoin(conversations, eq(conversations.id, table.conversationId)),
    ),
  )

function commentsOf(ctx: UserCtx) {
  const { id, text, cell, createdAt, editedAt, createdBy } = comments
  return aboutThings(ctx, comments, eq(createdBy, ctx.user.id), { id, text, cell, createdAt, editedAt })
}

/** Watches and schedules that the person made, each with the canvas or the answer that it is of. */
const watchesOf = (ctx: UserCtx) => {
  const { id, messageId, resultId, name, schedule, condition, recipients, createdAt, createdBy } = watches
  return rowsOf(id, eq(createdBy, ctx.user.id), () =>
    ctx.db
      .select({
        ...{ id, workspace: workspaces.name, ...about, messageId, resultId },
        ...{ name, schedule, condition, recipients, createdAt },
      })
      .from(watches)
      .innerJoin(workspaces, eq(workspaces.id, watches.workspaceId))
      .leftJoin(canvases, eq(canvases.id, watches.canvasId))
      .leftJoin(messages, eq(messages.id, messageId))
      .leftJoin(conversations, eq(conversations.id, messages.conversationId)),
  )
}

/** Links that the person made, and what they share by name, or others with them. */
async function* sharingOf(ctx: UserCtx) {
  const { id, createdAt, views, openedAt, expiresAt, revokedAt } = shareLinks
  const link = { id, createdAt, views, openedAt, expiresAt, revokedAt }
  yield* aboutThings(ctx, shareLinks, eq(shareLinks.createdBy, ctx.user.id), link)
  const { level, userId, createdBy } = shares
  const share = { id: shares.id, level, createdAt: shares.createdAt, by: createdBy, with: userId }
  yield* aboutThings(ctx, shares, or(eq(createdBy, ctx.user.id), eq(userId, ctx.user.id)), share)
}

/** One row a question of each run. */
const evaluationsOf = (ctx: UserCtx) => {
  const { id, question, sql, outcome, said, ran, error, credits, createdAt, evaluationId } = evaluationItems
  const { model, startedBy, workspaceId } = evaluations
  return rowsOf(id, eq(startedBy, ctx.user.id), () =>
    ctx.db
      .select({
        ...{ id, run: evaluationId, workspace: workspaces.name, model, question, sql, outcome, said, ran, error },
        ...{ credits, createdAt },
      })
      .from(evaluationItems)
      .innerJoin(evaluations, eq(evaluations.id, evaluationId))
      .innerJoin(workspaces, eq(workspaces.id, workspaceId)),
  )
}

async function lotsOf(ctx: UserCtx) {
  const { id, userId } = creditLots
  const lots = await ctx.db.select().from(creditLots).where(eq(userId, ctx.user.id)).orderBy(asc(id))
  return lots.map(({ userId: _, ...lot }) => lot)
}

const movementsOf = (ctx: UserCtx) => {
  const { createdAt: at, kind, note, userId } = creditTransactions
  const { id, side, amount, lotId, transactionId } = creditEntries
  return rowsOf(id, eq(userId, ctx.user.id), () =>
    ctx.db
      .select({ id, at, kind, note, side, amount, lotId })
      .from(creditTransactions)
      .innerJoin(creditEntries, eq(transactionId, creditTransactions.id)),
  )
}

const activityOf = (ctx: UserCtx) => {
  const { id, createdAt: at, action, subject, ip: address, details, actorId } = auditEvents
  return rowsOf(id, eq(actorId, ctx.user.id), () =>
    ctx.db.select({ id, at, action, subject, address, details }).from(auditEvents),
  )
}
