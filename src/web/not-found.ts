import { AppError } from '#base/errors.ts'
import type { Ctx } from '../ctx.ts'
import type { Handler } from './handler.ts'
import type { HttpContext } from './http-context.ts'

type Route = { method: string; path: string }

/** Methods of the routes at this path; HEAD goes wherever GET does. */
export function methodsAt(routes: Route[], path: string): string[] {
  const found = routes.filter((route) => route.method !== 'ALL' && patternOf(route.path).test(path))
  const methods = new Set(found.map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

const patterns = new Map<string, RegExp>()
function patternOf(path: string): RegExp {
  const compiled = patterns.get(path)
  if (compiled) return compiled
  const source = path
    .split('/')
    .map((part) => {
      if (part === '*') return '.*'
      // `:name` takes any part of a path, `:name{pattern}` what the pattern says.
      if (part.startsWith(':')) return /\{(.+)\}$/.exec(part)?.[1] ?? '[^/]+'
      return RegExp.escape(part)
    })
    .join('/')
  const pattern = new RegExp(`^${source}$`)
  patterns.set(path, pattern)
  return pattern
}

/**
 * What stands at no route: the plain path of an address with a slash too many, a path that knows other methods, or nothing.
 * @param routes all routes of the app that this handler belongs to
 */
export const notFound = (routes: () => Route[]): Handler<Ctx> =>
  function showMissing(_ctx, c) {
    const { path, method } = c.req
    const plain = path.replace(/\/+$/, '') || '/'
    const reading = method === 'GET' || method === 'HEAD'
    // Only to a route of ours: `//elsewhere.example/` would lead to another site.
    if (reading && plain !== path && methodsAt(routes(), plain).includes('GET')) return toPlain(c, plain)
    const allowed = methodsAt(routes(), path)
    if (allowed.length === 0) throw new AppError('not_found', 'There is nothing at this address.')
    c.header('Allow', allowed.join(', '))
    if (method === 'OPTIONS') return c.body(null, 204)
    throw new AppError('wrong_method', `This address does not take ${method}. It takes ${allowed.join(', ')}.`, {
      details: { allow: allowed },
    })
  }

const toPlain = (c: HttpContext, plain: string) => c.redirect(`${plain}${new URL(c.req.url).search}`, 308)
