import { and, eq, exists, ne, or, type SQL, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { listStream } from '#base/stream.ts'
import { creditEntries, creditHolds, creditLots, creditTransactions } from '#db/schema/index.ts'
import { byNumber, byText, sortedPage } from '#db/sorted.ts'
import type { UserCtx } from '../ctx.ts'
import { type LedgerLine, ledgerLine } from './rules/answers.ts'
import { csvHead, csvLines } from './rules/csv.ts'
import { LEDGER_COLUMNS } from './rules/history.ts'
import type { LotKind } from './rules/lot.ts'

export const list = (ctx: UserCtx, page: PageRequest): Promise<Page<LedgerLine>> => read(ctx, page)

/** The same for people: a question whose hold is closed has one line, that of its settlement or release. */
export const listForDisplay = (ctx: UserCtx, page: PageRequest, sort?: string): Promise<Page<LedgerLine>> =>
  read(ctx, page, sort, or(ne(creditTransactions.kind, 'hold'), isOpen(ctx)))

/** Whether a transaction is a hold that is still open: its id is that of the hold. */
const isOpen = (ctx: UserCtx) =>
  exists(
    ctx.db
      .select({ one: sql`1` })
      .from(creditHolds)
      .where(and(eq(creditHolds.id, creditTransactions.id), eq(creditHolds.state, 'open'))),
  )

/** What a line changed, as `changeOf` has it. */
const change = sql`(select sum(e.amount) from credit_entries e where e.transaction_id = ${creditTransactions.id}
  and ${creditTransactions.kind} <> 'release' and e.side = case when ${creditTransactions.kind} = 'settle' then 'held' else 'free' end)`
const SORTS = {
  what: byText(sql`${creditTransactions.kind} || ' ' || ${creditTransactions.note}`),
  credits: byNumber(change),
}

async function read(ctx: UserCtx, request: PageRequest, sort?: string, which?: SQL): Promise<Page<LedgerLine>> {
  const wanted = and(eq(creditTransactions.userId, ctx.user.id), which)
  const found = await sortedPage(SORTS, creditTransactions.id, { ...request, sort }, wanted, (at) =>
    ctx.db.select({ at, transaction: creditTransactions }).from(creditTransactions),
  )
  const page = { ...found, items: found.items.map(({ transaction }) => transaction) }
  if (page.items.length === 0) return { items: [], next: null }
  const sums = await ctx.db
    .select({
      id: creditEntries.transactionId,
      credits: sql<string>`coalesce(sum(${creditEntries.amount}) filter (where side = 'free'), 0)`,
      held: sql<string>`coalesce(sum(${creditEntries.amount}) filter (where side = 'held'), 0)`,
      lot: sql<LotKind>`max(${creditLots.kind})`,
      expiresAt: sql<Date>`max(${creditLots.expiresAt})`.mapWith(creditLots.expiresAt),
    })
    .from(creditEntries)
    .innerJoin(creditLots, eq(creditLots.id, creditEntries.lotId))
    .where(sql`${creditEntries.transactionId} in ${page.items.map((transaction) => transaction.id)}`)
    .groupBy(creditEntries.transactionId)
  const byId = new Map(sums.map((row) => [row.id, row]))
  const items = page.items.map((line) => {
    const sum = byId.get(line.id)!
    const { lot, expiresAt } = line.kind === 'grant' ? sum : { lot: null, expiresAt: null }
    return answerOf(ledgerLine, { ...line, credits: Number(sum.credits), held: Number(sum.held), lot, expiresAt })
  })
  return { items, next: page.next }
}

/** All of the ledger as CSV, newest first. What is written meanwhile is newer than where it began and left out. */
export const csv = (ctx: UserCtx): ReadableStream<Uint8Array> =>
  listStream(
    csvHead(LEDGER_COLUMNS),
    (lines: LedgerLine[]) => csvLines(LEDGER_COLUMNS, lines),
    (page) => list(ctx, page),
  )
