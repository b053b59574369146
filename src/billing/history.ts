import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { MAX_LIMIT, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { creditEntries, creditLots, creditTransactions } from '#db/schema/index.ts'
import type { UserCtx } from '../ctx.ts'
import type { LedgerLine } from './rules/history.ts'

/** Most lines of one export. */
const MOST_EXPORTED = 100_000

/** The person's ledger, newest first. */
export async function list(ctx: UserCtx, { limit, cursor }: PageRequest): Promise<Page<LedgerLine>> {
  const deeds = await ctx.db
    .select()
    .from(creditTransactions)
    .where(and(eq(creditTransactions.userId, ctx.user.id), cursor ? lt(creditTransactions.id, cursor) : undefined))
    .orderBy(desc(creditTransactions.id))
    .limit(limit + 1)
  const page = pageOf(deeds, limit, (deed) => deed.id)
  if (page.items.length === 0) return { items: [], next: null }
  const sums = await ctx.db
    .select({
      id: creditEntries.transactionId,
      credits: sql<string>`coalesce(sum(${creditEntries.amount}) filter (where side = 'free'), 0)`,
      held: sql<string>`coalesce(sum(${creditEntries.amount}) filter (where side = 'held'), 0)`,
      expiresAt: sql<Date>`max(${creditLots.expiresAt})`.mapWith(creditLots.expiresAt),
    })
    .from(creditEntries)
    .innerJoin(creditLots, eq(creditLots.id, creditEntries.lotId))
    .where(sql`${creditEntries.transactionId} in ${page.items.map((deed) => deed.id)}`)
    .groupBy(creditEntries.transactionId)
  const byId = new Map(sums.map((row) => [row.id, row]))
  const items = page.items.map(({ id, kind, note, createdAt }) => {
    const sum = byId.get(id)!
    return {
      id,
      created_at: createdAt.toISOString(),
      kind,
      credits: Number(sum.credits),
      held: Number(sum.held),
      note,
      expires_at: kind === 'grant' ? sum.expiresAt.toISOString() : null,
    }
  })
  return { items, next: page.next }
}

/** All of the ledger for an export, newest first, at most 100,000 lines. */
export async function all(ctx: UserCtx): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = []
  let cursor: string | null = null
  do {
    const page: Page<LedgerLine> = await list(ctx, { limit: MAX_LIMIT, cursor })
    lines.push(...page.items)
    cursor = page.next
  } while (cursor && lines.length < MOST_EXPORTED)
  return lines
}
