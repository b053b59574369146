import { and, asc, eq, gt, gte, ilike, lt, type SQL, sql } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { DAY, SECOND } from '#base/time.ts'
import { byTime } from '#db/by-time.ts'
import { logLines } from '#db/schema/index.ts'
import type { AdminCtx, World } from '../../ctx.ts'
import { spanOf } from '../rules/list.ts'
import { type LogLevel, type LogLine, levelsFrom } from '../rules/log-line.ts'

export type LogFilter = {
  level?: LogLevel | undefined
  q?: string | undefined
  request?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: string | undefined
}
type Row = typeof logLines.$inferSelect

const lineOf = (row: Row): LogLine => ({
  id: row.id,
  level: row.level,
  message: row.message,
  request_id: row.requestId,
  server: row.server,
  fields: row.fields,
  created_at: row.createdAt.toISOString(),
})

/** Written out, since the indexes of what is rare hold certain levels only. */
const leveled = (least: LogLevel): SQL =>
  sql.raw(
    `(${levelsFrom(least)
      .map((level) => `'${level}'`)
      .join(', ')})`,
  )

const matching = ({ level, q, request }: LogFilter): (SQL | undefined)[] => [
  level && level !== 'debug' ? sql`${logLines.level} in ${leveled(level)}` : undefined,
  q ? ilike(logLines.message, `%${q.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
  request ? eq(logLines.requestId, request) : undefined,
]

/** Lines of all servers, in the order of time. A text is looked for in the last day unless a beginning is named. */
export async function list(ctx: AdminCtx, filter: LogFilter, { limit, cursor }: PageRequest): Promise<Page<LogLine>> {
  const { from, to } = spanOf(filter)
  const begin = from ?? (filter.q && !filter.request ? new Date(Number(ctx.now()) - DAY) : null)
  const { after, order } = byTime(filter.sort, cursor, logLines.id, logLines.createdAt)
  const rows = await ctx.db
    .select()
    .from(logLines)
    .where(
      and(
        ...matching(filter),
        begin ? gte(logLines.createdAt, begin) : undefined,
        to ? lt(logLines.createdAt, to) : undefined,
        after,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  return pageOf(rows.map(lineOf), limit, (line) => `${Date.parse(line.created_at)}_${line.id}`)
}

/** How often the table is looked at for news, and how long one connection lasts: the browser comes back by itself. */
const LOOK = SECOND
const LASTS = 15 * SECOND
/** Servers write what they gathered late: so far back is looked again. */
const BACK = 5 * SECOND
const MOST_AT_ONCE = 200

/**
 * New lines of all servers as server-sent events, each with its id. The connection ends after a while and the client comes back with the
 * last id it saw: so no connection holds a server up that wants to stop, and rights are looked at anew.
 * @param after id of the last line that the client has; null begins now
 */
export function tail(ctx: AdminCtx, filter: LogFilter, after: string | null): Response {
  const encoder = new TextEncoder()
  let open = true
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => open && controller.enqueue(encoder.encode(text))
      send(`retry: ${LOOK}\n: tail\n\n`)
      const seen = new Set<string>()
      const ends = performance.now() + LASTS
      let from = Number(ctx.now())
      try {
        const known = after ? await momentOf(ctx, after) : null
        if (known) from = Number(known)
        while (open && performance.now() < ends) {
          const rows = await ctx.db
            .select()
            .from(logLines)
            .where(
              and(
                ...matching(filter),
                known ? gte(logLines.createdAt, new Date(from)) : gt(logLines.createdAt, new Date(from - BACK)),
              ),
            )
            .orderBy(asc(logLines.createdAt), asc(logLines.id))
            .limit(MOST_AT_ONCE)
          for (const row of rows) {
            if (seen.has(row.id) || row.id === after || (known && row.createdAt <= known && row.id < after!)) continue
            seen.add(row.id)
            send(`id: ${row.id}\ndata: ${JSON.stringify(lineOf(row))}\n\n`)
          }
          const newest = rows.at(-1)
          if (newest && rows.length === MOST_AT_ONCE) from = Number(newest.createdAt)
          else if (newest) from = Math.max(from, Number(newest.createdAt) - BACK)
          send(': still here\n\n')
          await Bun.sleep(LOOK)
        }
        if (open) controller.close()
      } catch (error) {
        ctx.log.warn('a tail of the log broke', { requestId: ctx.actor.requestId, error })
        if (open) controller.close()
      }
    },
    cancel() {
      open = false
    },
  })
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  })
}

async function momentOf(ctx: AdminCtx, id: string): Promise<Date | null> {
  const [row] = await ctx.db.select({ at: logLines.createdAt }).from(logLines).where(eq(logLines.id, id))
  return row?.at ?? null
}

/** Lines removed by one statement: short enough to be in nobody's way. */
const SWEPT = 5000

/** Forgets lines older than the settings keep them. A job calls it. @returns how many */
export async function sweep({ db, now, settings }: World): Promise<number> {
  const before = new Date(Number(now()) - settings().logs.days * DAY)
  const gone = await db
    .delete(logLines)
    .where(sql`${logLines.id} in (select id from ${logLines} where ${lt(logLines.createdAt, before)} limit ${SWEPT})`)
    .returning({ id: logLines.id })
  return gone.length
}
