import type { Page } from '#base/paging.ts'
import type { HttpContext } from './http-context.ts'

/** Whether this request is one of the API: its answers and errors are JSON. */
export const isApi = (c: HttpContext): boolean => c.req.path.startsWith('/api/') || c.req.path === '/mcp'

/** A bare JSON array; the address of the next page goes into the `Link` header. */
export function listAnswer<T>(c: HttpContext, page: Page<T>): Response {
  nextPage(c, page)
  return c.json(page.items)
}

/** Names the next page of a list, if there is one, in the `Link` header. */
export function nextPage(c: HttpContext, { next }: Pick<Page<unknown>, 'next'>): void {
  if (!next) return
  const url = new URL(c.req.url)
  url.searchParams.set('cursor', next)
  c.header('Link', `<${url.pathname}${url.search}>; rel="next"`)
}

/** Whether the client asks for CSV: by `Accept`, or by `?format=csv`, since a link cannot name what it accepts. */
export const wantsCsv = (c: HttpContext): boolean =>
  c.req.query('format') === 'csv' || (c.req.header('accept') ?? '').includes('text/csv')

/** CSV as a file to keep. @param name of the file, without its ending */
export function csvAnswer(c: HttpContext, name: string, csv: string | ReadableStream): Response {
  c.header('Content-Disposition', `attachment; filename="${name}.csv"`)
  return c.body(csv, 200, { 'Content-Type': 'text/csv; charset=utf-8' })
}

/** A file to keep. @param file name: what people called it, of any characters */
export function fileAnswer(
  c: HttpContext,
  { name, type, body }: { name: string; type: string; body: string | ReadableStream | Uint8Array<ArrayBuffer> },
): Response {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  c.header('Content-Type', type)
  c.header('Content-Disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`)
  return c.body(body)
}
