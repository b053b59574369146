import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Clock } from '#base/time.ts'
import type { Db } from '#db/connect.ts'
import { sandboxRecords } from '#db/schema/index.ts'

/** What the sandbox keeps lives in the database: it survives a restart, and every server process sees the same. */
export type SandboxCtx = { db: Db; now: Clock }
export type Kind = (typeof sandboxRecords.$inferSelect)['kind']

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** `order_` and fourteen characters, as the real gateway names things. */
export const gatewayId = (kind: string): string =>
  `${kind}_${Array.from(crypto.getRandomValues(new Uint8Array(14)), (byte) => LETTERS[byte % LETTERS.length]).join('')}`

/** Unix seconds, as the gateway writes times. */
export const seconds = (ctx: SandboxCtx): number => Math.floor(Number(ctx.now()) / 1000)

export async function insert(
  ctx: SandboxCtx,
  kind: Kind,
  id: string,
  parent: string,
  body: object,
  dueAt: Date | null = null,
): Promise<void> {
  await ctx.db
    .insert(sandboxRecords)
    .values({ id, kind, parent, body: body as Record<string, unknown>, dueAt, createdAt: ctx.now() })
}

/** Reads a thing and locks it until the transaction ends; null when there is none of this kind. */
export async function load<T>(ctx: SandboxCtx, kind: Kind, id: string): Promise<T | null> {
  const [found] = await ctx.db
    .select({ body: sandboxRecords.body })
    .from(sandboxRecords)
    .where(and(eq(sandboxRecords.id, id), eq(sandboxRecords.kind, kind)))
    .for('update')
  return (found?.body as T | undefined) ?? null
}

export async function save(ctx: SandboxCtx, id: string, body: object): Promise<void> {
  await ctx.db
    .update(sandboxRecords)
    .set({ body: body as Record<string, unknown> })
    .where(eq(sandboxRecords.id, id))
}

export async function of<T>(ctx: SandboxCtx, kind: Kind, parent: string): Promise<T[]> {
  const rows = await ctx.db
    .select({ body: sandboxRecords.body })
    .from(sandboxRecords)
    .where(and(eq(sandboxRecords.kind, kind), eq(sandboxRecords.parent, parent)))
    .orderBy(asc(sandboxRecords.createdAt), asc(sandboxRecords.id))
  return rows.map(({ body }) => body as T)
}

/** What goes wrong on purpose, the next `times` times that something is done. */
export type Fault = {
  /** `orders.create`, `payments.capture`, `refunds.create`, `payments.fetch`, `payments.refunds`, `refunds.process` (any: it fails after all), or `webhook` */
  on: string
  /** Calls: `error` answers 500 and does nothing, `hang` never answers, `lost` does the work and loses the answer. Webhooks: the others. */
  do: 'error' | 'hang' | 'lost' | 'duplicate' | 'drop' | 'delay' | 'reorder'
  times: number
}

export const plan = (ctx: SandboxCtx, fault: Fault): Promise<void> =>
  insert(ctx, 'fault', gatewayId('fault'), fault.on, fault)

/** Uses up one turn of the oldest fault for `on`; null when all is to go well. */
export async function takeFault(ctx: SandboxCtx, on: string): Promise<Fault['do'] | null> {
  const [taken] = await ctx.db
    .update(sandboxRecords)
    .set({ body: sql`jsonb_set(body, '{times}', to_jsonb((body ->> 'times')::int - 1))` })
    .where(
      sql`id = (select id from ${sandboxRecords} where ${and(
        eq(sandboxRecords.kind, 'fault'),
        eq(sandboxRecords.parent, on),
        gt(sql`(body ->> 'times')::int`, 0),
      )} order by created_at, id limit 1 for update skip locked)`,
    )
    .returning({ body: sandboxRecords.body })
  return (taken?.body as Fault | undefined)?.do ?? null
}
