import type { z } from 'zod'
import { AppError, invalid } from '#base/errors.ts'
import { isPlain } from '#base/text.ts'
import { checked } from '#base/validation-message.ts'
import type { HttpContext } from './http-context.ts'

/** Largest JSON or form body; uploads are streamed by their own route. */
export const MAX_BODY_BYTES = 1_000_000

/**
 * Reads a JSON or form body and checks it against `schema`.
 * @throws AppError invalid with details.fields (field -> message), unsupported; too_large as `smallBodies` says
 */
export async function readBody<T extends z.ZodType>(c: HttpContext, schema: T): Promise<z.infer<T>> {
  return check(schema, await rawBody(c))
}

async function rawBody(c: HttpContext): Promise<unknown> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type === 'application/json') {
    const text = await c.req.text()
    try {
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw invalid('The request body is not valid JSON.')
    }
  }
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') return readForm(c)
  if (type === '') return {}
  throw new AppError('unsupported', `Send JSON or a form, not ${type}.`)
}

/**
 * The fields of a form.
 * @param options all: of a name that stands there several times all values, instead of the last
 * @throws AppError invalid for a body that is none, too_large
 */
export const readForm = (c: HttpContext, options: { all?: boolean } = {}): Promise<Record<string, unknown>> =>
  c.req.parseBody(options).catch((error) => {
    throw error instanceof AppError ? error : invalid('The request body is not a valid form.')
  })

/** Checks the query string against `schema`. @throws AppError invalid */
export const readQuery = <T extends z.ZodType>(c: HttpContext, schema: T): z.infer<T> => check(schema, c.req.query())

/** Checks a value against `schema`. @throws AppError invalid with details.fields */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  if (!isPlain(value)) throw invalid('Text may not contain NUL characters or halves of characters.')
  return checked(schema, value)
}
