import type { z } from 'zod'
import { AppError } from '#base/errors.ts'
import type { HttpContext } from './handler.ts'

/** Largest JSON or form body; uploads are streamed by their own route. */
const MAX_BODY_BYTES = 1_000_000

/**
 * Reads a JSON or form body and checks it against `schema`.
 * @throws AppError invalid with details.fields (field -> message), unsupported, too_large
 */
export async function readBody<T extends z.ZodType>(c: HttpContext, schema: T): Promise<z.infer<T>> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES)
    throw new AppError('too_large', 'The request body is larger than 1 MB.')
  return check(schema, await rawBody(c))
}

async function rawBody(c: HttpContext): Promise<unknown> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type === 'application/json') {
    const text = await c.req.text()
    if (text.length > MAX_BODY_BYTES) throw new AppError('too_large', 'The request body is larger than 1 MB.')
    try {
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw new AppError('invalid', 'The request body is not valid JSON.')
    }
  }
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') return c.req.parseBody()
  if (type === '') return {}
  throw new AppError('unsupported', `Send JSON or a form, not ${type}.`)
}

/** Checks the query string against `schema`. @throws AppError invalid */
export const readQuery = <T extends z.ZodType>(c: HttpContext, schema: T): z.infer<T> => check(schema, c.req.query())

function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  const [name, message] = Object.entries(fields)[0]!
  throw new AppError('invalid', name === 'body' ? message : `${name}: ${message}`, { details: { fields } })
}
