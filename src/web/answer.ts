import type { Page } from '#base/paging.ts'
import type { HttpContext } from './handler.ts'

/** Whether this request is one of the API: its answers and errors are JSON. */
export const isApi = (c: HttpContext): boolean => c.req.path.startsWith('/api/') || c.req.path === '/mcp'

/** A bare JSON array; the address of the next page goes into the `Link` header. */
export function listAnswer<T>(c: HttpContext, page: Page<T>): Response {
  if (page.next) {
    const url = new URL(c.req.url)
    url.searchParams.set('cursor', page.next)
    c.header('Link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return c.json(page.items)
}
