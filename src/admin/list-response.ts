import { z } from 'zod'
import type { AdminRole } from '#auth/rules/admin-role.ts'
import { AppError } from '#base/errors.ts'
import { type Page, type PageRequest, pageRequest } from '#base/paging.ts'
import { listStream } from '#base/stream.ts'
import { csvHead, csvLines } from '#billing/rules/csv.ts'
import { type About, type del, get, type post } from '#web/api.ts'
import type { HttpContext } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import { csvAnswer, listAnswer, nextPage, wantsCsv } from '#web/response.ts'
import type { AdminCtx, Ctx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { admin } from './guard.ts'
import { reasonBody } from './rules/action.ts'
import { type Approval, isWaiting } from './rules/approval.ts'
import {
  type AnyList,
  columnsOf,
  csvOfList,
  type FilterOf,
  type ItemOf,
  leniently,
  type Shown,
  shownOf,
} from './rules/list.ts'

/** Lines of one file at most: more than anybody reads, less than a server minds. */
export const MOST_LINES = 100_000

export type Read<L extends AnyList> = (
  ctx: AdminCtx,
  filter: FilterOf<L>,
  page: PageRequest,
) => Promise<Page<ItemOf<L>>>

/** What a page of the panel shows of a list: a page of it, null when it could not be read, and what was asked for. */
export type ListState<T> = { page: Page<T> | null; shown: Shown; cursor: string | undefined }

export async function readList<L extends AnyList>(
  ctx: AdminCtx,
  c: HttpContext,
  list: L,
  read: Read<L>,
): Promise<ListState<ItemOf<L>>> {
  const filter = readQuery(c, leniently(list.query)) as FilterOf<L>
  const request = pageRequest(c.req.query())
  const page = await readOrNull(ctx, () => read(ctx, filter, request))
  return { page, shown: shownOf(filter), cursor: request.cursor ?? undefined }
}

/** The call of the API that answers a list: a page of it as JSON, or as CSV; without `limit` and `cursor` CSV is the whole of it. */
export const listCall = <L extends AnyList>(
  url: string,
  role: AdminRole,
  list: L,
  read: Read<L>,
  about: { summary: string; description?: string },
) =>
  get(url, admin(role), {
    ...about,
    ...(Object.keys(list.filters).length > 0 ? { query: list.query } : {}),
    paged: true,
    forms: ['text/csv'],
    answer: z.array(list.item),
    handle: async (ctx, _, c) => {
      const filter = readQuery(c, list.query) as FilterOf<L>
      const request = pageRequest(c.req.query())
      if (!wantsCsv(c)) return listAnswer(c, await read(ctx, filter, request))
      const { columns, line } = csvOfList(columnsOf(list), (filter as { currency?: string }).currency)
      const textOf = (items: ItemOf<L>[]) => csvLines(columns, items.map(line))
      if (c.req.query('limit') === undefined && c.req.query('cursor') === undefined)
        return csvAnswer(
          c,
          list.name,
          listStream(csvHead(columns), textOf, (page) => read(ctx, filter, page), MOST_LINES),
        )
      const page = await read(ctx, filter, request)
      nextPage(c, page)
      return csvAnswer(c, list.name, csvHead(columns) + textOf(page.items))
    },
  })

/** A call that does something about the thing whose id stands in its address, for a reason. */
export const reasonCall = <Answer>(
  method: typeof post | typeof del,
  url: string,
  role: AdminRole,
  call: Pick<About, 'summary' | 'description' | 'waiting' | 'errors'> & {
    answer: z.ZodType<unknown, Answer>
    work: (ctx: AdminCtx, id: string, reason: string) => Promise<object | number | null | void>
    /** Answers the thing as it is then; left out, what came of the work. */
    view?: (ctx: AdminCtx, id: string) => Promise<object>
  },
) => {
  const { work, view, ...about } = call
  return method(url, admin(role), {
    ...about,
    body: reasonBody,
    handle: async (ctx, { body }, c) => {
      const id = c.req.param('id')!
      const done = await work(ctx, id, body.reason)
      if (view) return c.json(await view(ctx, id))
      return doneOrWaiting(c, typeof done === 'object' && done ? done : { ok: true })
    },
  })
}

/** Answers an action of the API: what it did, or with 202 that it waits for a second admin. */
export const doneOrWaiting = (c: HttpContext, done: object): Response =>
  isWaiting(done) ? c.json({ second_approval: done }, 202) : c.json(done)

export const waitingPage = ({ id }: Approval): string => href(urls.adminApprovals, {}, { q: id, done: 'asked' })

/** A page of a list for a page of the panel, which says itself when it could not be read: null then, and logged. */
export async function readOrNull<T>(ctx: Ctx, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error
    ctx.log.error('a list of the panel could not be read', { error })
    return null
  }
}
