import { AppError } from '#base/errors.ts'
import { isPlainText } from '#base/text.ts'
import type { HttpContext } from './http-context.ts'
import { readForm } from './input.ts'
import { noteRefusal } from './refusals.ts'

/** A form as it is drawn: what was typed, and what is wrong with which field or with the whole. */
export type FormState = { values: Record<string, string>; errors: Record<string, string>; problem: string | null }

export const emptyForm = (values: Record<string, string> = {}): FormState => ({ values, errors: {}, problem: null })

type Answer = Response | Promise<Response>

/** Fields whose text is never sent back. */
const SECRET = /password/i

/**
 * Does the work of a form that was posted. When that is refused for a reason which the person can mend, the form is drawn again
 * with what they typed; other errors go on.
 * @param again draws the form in its state, with the status of the error
 */
export async function submit(
  c: HttpContext,
  work: () => Promise<Response>,
  again: (form: FormState, status: number) => Answer,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !MENDABLE.has(error.kind)) throw error
    noteRefusal(error, c)
    // What could not be read at all is not drawn again either.
    const sent = Object.entries(await readForm(c).catch(() => ({})))
    const typed = sent.filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && isPlainText(entry[1]) && !SECRET.test(entry[0]),
    )
    const errors = inOrder((error.details?.fields ?? {}) as Record<string, string>, sent)
    const problem = Object.keys(errors).length > 0 ? null : error.message
    const retryAfter = error.details?.retry_after
    if (typeof retryAfter === 'number') c.header('Retry-After', String(retryAfter))
    return again({ values: Object.fromEntries(typed), errors, problem }, error.status)
  }
}

/** Draws a page again with a form that was refused, with the status of the error. */
export type Again<C> = (ctx: C, c: HttpContext, form: FormState, status: number) => Answer

/** The same for a page that `draw` draws with the form in its state. */
export const submitted = <C>(
  ctx: C,
  c: HttpContext,
  draw: Again<C>,
  work: () => Promise<Response>,
): Promise<Response> => submit(c, work, (form, status) => draw(ctx, c, form, status))

/** How a page with several forms is drawn again for one of them. @param name of the form in the state of the page */
export const withForm =
  <C, const Name extends string>(
    draw: (ctx: C, c: HttpContext, state: { [N in Name]?: FormState } & { status: number }) => Answer,
    name: Name,
  ): Again<C> =>
  (ctx, c, form, status) =>
    draw(ctx, c, { [name]: form, status } as { [N in Name]: FormState } & { status: number })

/** What was refused of a form, in a sentence. */
export const problemOf = ({ problem, errors }: FormState): string | null => problem ?? Object.values(errors)[0] ?? null

/** What is wrong, in the order of the fields on the page, as it was sent: the keyboard stands in the first. */
function inOrder(errors: Record<string, string>, sent: [string, unknown][]): Record<string, string> {
  const places = new Map(sent.map(([name], at) => [name, at]))
  const placeOf = ([name]: [string, string]) => places.get(name) ?? places.size
  return Object.fromEntries(Object.entries(errors).sort((a, b) => placeOf(a) - placeOf(b)))
}

/**
 * Two parts of a form that are checked apart: what is wrong in one does not hide what is wrong in the other.
 * @throws AppError invalid with the wrong fields of both; any other error of either goes before
 */
export async function bothParts<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([one, other])
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value]
  const errors = [a, b].flatMap((it) => (it.status === 'rejected' ? [it.reason as unknown] : []))
  const fieldsOf = (error: unknown) => (error instanceof AppError ? error.details?.fields : undefined)
  const fields: object = Object.assign({}, ...errors.map(fieldsOf))
  throw errors.find((error) => !fieldsOf(error)) ?? new AppError('invalid', NOT_SAVED, { details: { fields } })
}

const NOT_SAVED = 'Some fields need a look.'
const MENDABLE = new Set(['invalid', 'unauthenticated', 'conflict', 'rate_limited', 'unprocessable'])
