import { and, asc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import { holds } from '#auth/rules/admin-role.ts'
import { answerOf } from '#base/answer.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { streamOf } from '#base/stream.ts'
import { DAY, SECOND } from '#base/time.ts'
import { hasWords, havingWords } from '#db/frequent-words.ts'
import { logLines, users } from '#db/schema/index.ts'
import { byMoment, byText, sortedPage } from '#db/sorted.ts'
import { EVENTS } from '#workspaces/event-stream.ts'
import type { AdminCtx, World } from '../../ctx.ts'
import { namesIn } from '../names.ts'
import { type FilterOf, type Sorts, spanOf } from '../rules/list.ts'
import { type LogLevel, type LogLine, levelsFrom, logList } from '../rules/log-line.ts'
import { type Names, namesOf } from '../rules/names.ts'
import { during } from '../sql.ts'

export type LogFilter = Partial<FilterOf<typeof logList>>
type Row = typeof logLines.$inferSelect

const lineOf = (row: Row, names: Names): LogLine =>
  answerOf(logList.item, { ...row, names: namesOf(textsOf(row), names) })

const textsOf = ({ message, fields }: Row) => [message, fields]
const namesOfLines = (ctx: AdminCtx, rows: Row[]): Promise<Names> => namesIn(ctx, rows.map(textsOf))

/** Written out, since the indexes of what is rare hold certain levels only. */
const leveled = (least: LogLevel): SQL =>
  sql.raw(
    `(${levelsFrom(least)
      .map((level) => `'${level}'`)
      .join(', ')})`,
  )

const matching = ({ level, request }: LogFilter, worded: SQL | undefined): (SQL | undefined)[] => [
  level && level !== 'debug' ? sql`${logLines.level} in ${leveled(level)}` : undefined,
  worded,
  request ? eq(logLines.requestId, request) : undefined,
]

const SORTS = {
  created: byMoment(logLines.createdAt),
  level: byText(logLines.level),
  message: byText(logLines.message),
  request: byText(logLines.requestId),
  server: byText(logLines.server),
} satisfies Sorts<typeof logList>

export async function list(ctx: AdminCtx, filter: LogFilter, request: PageRequest): Promise<Page<LogLine>> {
  const { q, sort } = filter
  const worded = q ? await havingWords(ctx.db, 'log_lines', q) : undefined
  const wanted = and(...matching(filter, worded), during(logLines.createdAt, spanOf(filter)))
  const page = await sortedPage(SORTS, logLines.id, { ...request, sort }, wanted, (at) =>
    ctx.db.select({ at, line: logLines }).from(logLines),
  )
  const lines = page.items.map(({ line }) => line)
  const names = await namesOfLines(ctx, lines)
  return { ...page, items: lines.map((line) => lineOf(line, names)) }
}

/** How often the table is looked at for news, and how long one connection lasts: the browser comes back by itself. */
const LOOK = SECOND
const LASTS = 15 * SECOND
/** Servers write what they gathered late: so far back is looked again. */
const BACK = 5 * SECOND
const MOST_AT_ONCE = 500

/**
 * New lines of all servers as server-sent events, each with its id. The connection ends after a while and the client comes back with the
 * last id it saw: so no connection holds a server up that wants to stop. It ends at once when the role is taken away.
 * @param after id of the last line that the client has; null begins now
 */
export const tail = (ctx: AdminCtx, filter: LogFilter, after: string | null): Response =>
  new Response(streamOf(news(ctx, filter, after, ctx.now())).pipeThrough(new TextEncoderStream()), { headers: EVENTS })

async function* news(ctx: AdminCtx, filter: LogFilter, after: string | null, start: Date) {
  yield `retry: ${LOOK}\n: tail\n\n`
  const seen = new Set<string>()
  const ends = performance.now() + LASTS
  try {
    const lastSeenAt = after ? await momentOf(ctx, after) : null
    let from = Number(lastSeenAt ?? start)
    let newest = lastSeenAt ? after! : ''
    while (performance.now() < ends && (await mayRead(ctx))) {
      let last: Row | undefined
      // All there is, however much that is: a tail that falls behind never comes up again.
      for (let rows: Row[] = []; !last || rows.length === MOST_AT_ONCE; ) {
        rows = await since(ctx, filter, new Date(from - BACK), last)
        const names = await namesOfLines(ctx, rows)
        for (const row of rows) {
          // Ids follow the order in which lines were kept.
          if (seen.has(row.id) || (lastSeenAt && row.id <= after!)) continue
          seen.add(row.id)
          // A line that was kept late stands before others: nothing is told twice to who comes back.
          if (row.id > newest) newest = row.id
          yield `id: ${newest}\ndata: ${JSON.stringify(lineOf(row, names))}\n\n`
        }
        if (rows.length === 0) break
        last = rows.at(-1)
      }
      if (last) from = Math.max(from, Number(last.createdAt))
      yield ': still here\n\n'
      await Bun.sleep(LOOK)
    }
  } catch (error) {
    ctx.log.warn('a tail of the log broke', { error })
  }
}

/** Roles and accounts are taken away while somebody looks on. */
async function mayRead({ db, user }: AdminCtx): Promise<boolean> {
  const [row] = await db
    .select({ roles: users.adminRoles, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, user.id))
  return row !== undefined && row.disabledAt === null && holds(row.roles, 'support')
}

const since = (ctx: AdminCtx, filter: LogFilter, moment: Date, last: Row | undefined): Promise<Row[]> =>
  ctx.db
    .select()
    .from(logLines)
    .where(
      and(
        ...matching(filter, filter.q ? hasWords('log_lines', filter.q) : undefined),
        last
          ? or(
              gt(logLines.createdAt, last.createdAt),
              and(eq(logLines.createdAt, last.createdAt), gt(logLines.id, last.id)),
            )
          : gt(logLines.createdAt, moment),
      ),
    )
    .orderBy(asc(logLines.createdAt), asc(logLines.id))
    .limit(MOST_AT_ONCE)

async function momentOf(ctx: AdminCtx, id: string): Promise<Date | null> {
  const [row] = await ctx.db.select({ at: logLines.createdAt }).from(logLines).where(eq(logLines.id, id))
  return row?.at ?? null
}

/** Lines removed by one statement: short enough to be in nobody's way. */
const SWEPT = 5000
/** Statements of one run: what is left waits for the next one. */
const MOST_SWEEPS = 60

/** Forgets lines older than the settings keep them, as fast as a busy server writes them. A job calls it. @returns how many */
export async function sweep({ db, now, settings }: World, swept = SWEPT): Promise<number> {
  const before = new Date(Number(now()) - settings().logs.days * DAY)
  let gone = 0
  for (let sweeps = 0; sweeps < MOST_SWEEPS && gone === sweeps * swept; sweeps++) {
    const rows = await db
      .delete(logLines)
      .where(sql`${logLines.id} in (select id from ${logLines} where ${lt(logLines.createdAt, before)} limit ${swept})`)
      .returning({ id: logLines.id })
    gone += rows.length
  }
  return gone
}
