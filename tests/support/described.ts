import type { Hono } from 'hono'
import type { Described } from '#web/api.ts'
import type { Env } from '#web/http-context.ts'

/**
 * Holds an answer of the app against what its call says of it, see `api`: each answer of any test is what the document describes.
 * @throws Error when the answer is another, or has a field that is not named
 */
export async function heldAgainstDocument(app: Hono<Env>, request: Request, answer: Response): Promise<void> {
  const { pathname } = new URL(request.url)
  const about = callOf(app, request.method, pathname)
  const schema = (answer.status === 202 && about?.waiting) || about?.answer
  if (!answer.ok || !schema || !answer.headers.get('content-type')?.startsWith('application/json')) return
  const bytes = await answer.clone().bytes()
  // Browsers ask for it compressed.
  const packed = answer.headers.get('content-encoding') === 'gzip'
  const said: unknown = JSON.parse(new TextDecoder().decode(packed ? Bun.gunzipSync(bytes) : bytes))
  const { data, error } = schema.safeParse(said)
  const wrong = error
    ? JSON.stringify(error.issues)
    : Bun.deepEquals(data, said)
      ? null
      : 'it has fields without a name'
  if (wrong)
    throw new Error(
      `${request.method} ${pathname} answers what its call does not say: ${wrong}\n${JSON.stringify(said)}`,
    )
}

function callOf(app: Hono<Env>, method: string, path: string): Described | undefined {
  const [found] = app.router.match(method, path)
  for (const [[handler]] of found as unknown as [[handler: { about?: Described }]][])
    if (handler.about) return handler.about
  return undefined
}
