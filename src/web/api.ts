import { Hono } from 'hono'
import type { z } from 'zod'
import { toAnswer, type Writable } from '#base/answer.ts'
import type { ErrorKind } from '#base/errors.ts'
import { type Page, type PageRequest, pageRequest } from '#base/paging.ts'
import type { Params } from '../urls.ts'
import type { Handler } from './handler.ts'
import type { Env, HttpContext } from './http-context.ts'
import { readBody, readQuery } from './input.ts'
import { listAnswer } from './response.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** What is said of a call: the schemas check the request, give the handler its types, and are written into the OpenAPI document. */
export type About<Body = unknown, Query = unknown, Answer = unknown, Paged extends boolean = boolean> = {
  /** "Create an organization" */
  summary: string
  /** More than one line can say, in Markdown. */
  description?: string
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  /** Media type of a body that the handler reads by itself. @default 'application/json' */
  bodyType?: string
  /** The answer; left out, there is none (204). */
  answer?: z.ZodType<unknown, Answer>
  /** The answer with 202, where what is asked for waits for somebody. */
  waiting?: z.ZodType
  /** Media type of the answer. @default 'application/json' */
  answerType?: string
  /** @default 200, or 204 without an answer */
  status?: 201 | 202
  /** A list that pages with `limit`, `cursor` and the `Link` header. */
  paged?: Paged
  /** The answer carries a secret: nobody is to store it. */
  secret?: boolean
  /** Other media types that `Accept` may ask for. */
  forms?: string[]
  /** Errors beyond those that follow from guard, parameters and body. */
  errors?: readonly ErrorKind[]
}
export type Described = About & { tag: string }

/** What a handler gets: the parameters of the address by their names, and the parts of the request that the call declares. */
type Input<Url extends string, Body, Query> = { body: Body; query: Query; page: PageRequest } & Record<
  Params<Url>,
  string
>
type Result<Answer, Paged> = [Answer] extends [readonly (infer Item)[]]
  ? Paged extends true
    ? Page<Writable<Item>>
    : Writable<Answer>
  : Writable<Answer>
type Guard<C> = (handler: Handler<C>) => (c: HttpContext) => Promise<Response>
type Call = { method: Method; url: string; route: (tag: string) => (c: HttpContext) => Promise<Response> }

const verb =
  (method: Method) =>
  <Url extends string, C, Body = undefined, Query = undefined, Answer = undefined, Paged extends boolean = false>(
    url: Url,
    guard: Guard<C>,
    call: About<Body, Query, Answer, Paged> & {
      /** Does what is asked for. A Response is sent as it is, everything else as the answer's schema says. */
      handle: (
        ctx: C,
        input: Input<Url, Body, Query>,
        c: HttpContext,
      ) => Response | Result<Answer, Paged> | Promise<Response | Result<Answer, Paged>>
    },
  ): Call => {
    const { handle, ...about } = call
    const handler: Handler<C> = async (ctx, c) => {
      const input = {
        ...c.req.param(),
        page: about.paged ? pageRequest(c.req.query()) : undefined,
        query: about.query && readQuery(c, about.query),
        body: about.body && !about.bodyType ? await readBody(c, about.body) : undefined,
      }
      // A handler may say another status: 202 for what is still to be done.
      if (about.answer && about.status) c.status(about.status)
      if (about.secret) c.header('Cache-Control', 'no-store')
      const result = await handle(ctx, input as Input<Url, Body, Query>, c)
      if (result instanceof Response) return result
      if (!about.answer) return c.body(null, about.status ?? 204)
      if (!about.paged) return c.json(toAnswer(about.answer, result))
      const page = result as Page<unknown>
      return listAnswer(c, { ...page, items: toAnswer(about.answer, page.items) as unknown[] })
    }
    // The route table shows what a call does beside who may call it.
    Object.defineProperty(handler, 'name', { value: about.summary })
    return { method, url, route: (tag) => Object.assign(guard(handler), { about: { ...about, tag } }) }
  }

export const get = verb('get')
export const post = verb('post')
export const put = verb('put')
export const patch = verb('patch')
export const del = verb('delete')

/** The routes of calls. @param tag under which the API reference lists them */
export function api(tag: string, calls: Call[]): Hono<Env> {
  const routes = new Hono<Env>()
  for (const { method, url, route } of calls) routes.on(method.toUpperCase(), url, route(tag))
  return routes
}
