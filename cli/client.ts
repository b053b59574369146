import type { SessionAnswer } from '../src/auth/rules/answers.ts'
import { AppError, kindOf } from '../src/base/errors.ts'
import { SITE } from '../src/base/site.ts'
import { SECOND } from '../src/base/time.ts'
import { urls } from '../src/urls.ts'
import { dimNote, note } from './print.ts'
import { forgetSession, readSession, type Session, type SignIn, saveSession } from './session.ts'

/** An access token this close to its end is renewed before it is used. */
const MARGIN = 90 * SECOND
/** What only reads waits so long by itself, and so often, when there were too many requests. */
const LONGEST_WAIT = 20
const ATTEMPTS = 4

export type Call = {
  method?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, with `headers` saying what it is. */
  stream?: ReadableStream<Uint8Array>
  /** The same for a body that is there as a whole. */
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The product's HTTP API as one signed-in person uses it. */
export class Client {
  private session: Session | null

  /**
   * @param url server to talk to; a sign-in is only ever sent to the server that gave it
   * @param apiKey used instead of a kept sign-in
   */
  constructor(
    readonly url: string,
    readonly profile: string,
    private readonly apiKey: string | null = null,
  ) {
    const saved = readSession(profile)
    this.session = saved && saved.url === url ? saved : null
  }

  get email(): string | null {
    return this.session?.email ?? null
  }

  /** @param secondStep asks for a code of the second factor, where the account has one */
  async signIn(
    email: string,
    password: string,
    secondStep: () => Promise<string>,
  ): Promise<{ name: string; email: string }> {
    const first = await this.send(urls.apiLogin, { method: 'POST', body: { email, password } })
    const waiting = await this.read<{ two_factor_required?: boolean; challenge?: string }>(first.clone())
    const answer = waiting.two_factor_required
      ? await this.send(urls.apiSecondStep, {
          method: 'POST',
          body: { code: await secondStep(), challenge: waiting.challenge },
        })
      : first
    const { token, expires_at, user } = await this.read<SessionAnswer>(answer)
    const cookie = answer.headers
      .getSetCookie()
      .filter((line) => !/;\s*Max-Age=0/i.test(line))
      .map((line) => line.split(';')[0])
      .join('; ')
    this.session = { url: this.url, email: user.email, token, expires_at, cookie }
    saveSession(this.profile, this.session)
    return user
  }

  /** Keeps an API key for this server, once it has proven to be one. */
  async keepKey(key: string): Promise<{ email: string }> {
    const answer = await this.send(urls.apiProfile, bearing(key, {})).catch((error) => {
      if (error instanceof AppError && error.kind === 'forbidden')
        throw new AppError('forbidden', 'This key may not read. Make one that may, under Profile, API keys.')
      throw error
    })
    const user = await this.read<{ email: string }>(answer)
    this.session = { url: this.url, email: user.email, api_key: key }
    saveSession(this.profile, this.session)
    return user
  }

  /** How the calls of this client are signed: null while they are not. */
  get by(): 'key' | 'session' | null {
    if (this.apiKey || (this.session && 'api_key' in this.session)) return 'key'
    return this.session ? 'session' : null
  }

  /** Ends the session on the server when it can be reached, and on this machine in any case. */
  async signOut(): Promise<void> {
    try {
      if (this.session && 'token' in this.session)
        await this.send(urls.apiLogout, bearing(this.session.token, { method: 'POST' }))
    } finally {
      this.session = null
      forgetSession(this.profile)
    }
  }

  /** Calls the API and reads its JSON. @throws AppError of the kind that the server answered */
  async json<T>(path: string, call: Call = {}): Promise<T> {
    return this.read<T>(await this.call(path, call))
  }

  /** The JSON of an answer. @throws AppError unavailable when something else answers at this address, or when the connection breaks */
  async read<T>(answer: Response): Promise<T> {
    const text = await answer.text().catch((error) => {
      throw broken(error) ?? error
    })
    try {
      return JSON.parse(text) as T
    } catch {
      throw new AppError(
        'unavailable',
        `What answers at ${this.url} is not ${SITE.name}. Name the address of the server with --url.`,
      )
    }
  }

  /** Calls the API. What only reads waits when the server says for how long, if that is not for too long. */
  async call(path: string, call: Call = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.send(path, bearing(await this.bearer(), call))
      } catch (error) {
        // The server says it to browsers: here signing in is a command.
        if (error instanceof AppError && error.kind === 'unauthenticated' && this.by)
          throw this.by === 'key' ? keyRefused() : signInEnded()
        const wait = retryAfter(error)
        const reads = (call.method ?? 'GET') === 'GET'
        if (!reads || wait === null || wait > LONGEST_WAIT || attempt === ATTEMPTS) throw error
        note(dimNote(`The server asks to wait ${wait} s …`))
        await Bun.sleep(wait * SECOND)
      }
    }
  }

  /** What answers without a sign-in. */
  open(path: string): Promise<Response> {
    return this.send(path, {})
  }

  private async bearer(): Promise<string> {
    if (this.apiKey) return this.apiKey
    const { session } = this
    if (!session)
      throw new AppError('unauthenticated', `You are not signed in to ${this.url}. Sign in with: tabletalk login`)
    if ('api_key' in session) return session.api_key
    if (Date.parse(session.expires_at) - Date.now() < MARGIN) await this.renew(session)
    return session.token
  }

  private async renew(session: SignIn): Promise<void> {
    const answer = await this.send(urls.apiToken, { headers: { cookie: session.cookie } }).catch((error) => {
      if (!(error instanceof AppError) || error.kind !== 'unauthenticated') throw error
      throw signInEnded()
    })
    Object.assign(session, await this.read<Partial<SignIn>>(answer))
    saveSession(this.profile, session)
  }

  private async send(path: string, { method = 'GET', body, stream, bytes, headers, signal }: Call): Promise<Response> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: stream ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: signal ?? null,
      redirect: 'manual',
    }).catch((error: Error) => {
      if (error.name === 'AbortError') throw error
      // It may have been done: whoever sends money must not be told to try again.
      if (method !== 'GET' && broken(error))
        throw new AppError(
          'unavailable',
          `The connection to ${this.url} broke before it answered. Look whether this was done before you do it again.`,
          { cause: error },
        )
      throw new AppError(
        'unavailable',
        `Cannot reach ${this.url} (${(error as NodeJS.ErrnoException).code ?? error.message}). Is the server running? Another one is named with --url.`,
        { cause: error },
      )
    })
    if (answer.ok) return answer
    throw await refusal(answer)
  }
}

const signInEnded = () => new AppError('unauthenticated', 'Your sign-in has ended. Sign in again with: tabletalk login')

const keyRefused = () =>
  new AppError(
    'unauthenticated',
    'The server does not accept this API key: it was revoked, has expired or is of another server. Make one under Profile, API keys.',
  )

/** What to say of a connection that broke while something was under way; null for any other error. */
export const broken = (error: Error): AppError | null =>
  /^(ECONNRESET|EPIPE|ECONNABORTED|ConnectionClosed)$/.test(String((error as NodeJS.ErrnoException).code))
    ? new AppError('unavailable', 'The connection broke before the whole answer was here. Try again.', { cause: error })
    : null

const bearing = (token: string, call: Call): Call => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${token}` },
})

/** The server's error as it was thrown there; `details.retry_after` has the seconds of its Retry-After. */
async function refusal(answer: Response): Promise<AppError> {
  const text = await answer.text()
  const kind = kindOf(answer.status)
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const later = Number.isFinite(wait) ? { retry_after: wait } : {}
  const more = Number.isFinite(wait) && kind === 'rate_limited' ? ` Try again in ${wait} s.` : ''
  const id = answer.headers.get('x-request-id')
  const trace = answer.status >= 500 && id ? ` (request ${id})` : ''
  try {
    const { error, code, details } = JSON.parse(text)
    if (typeof error !== 'string') throw new SyntaxError('no error of ours')
    return new AppError(kind, withFields(error, details?.fields) + more + trace, {
      code,
      details: { ...details, ...later },
    })
  } catch {
    const name = `${answer.status} ${answer.statusText}`.trim()
    return new AppError(kind, `The server answered ${name}.${more}${trace}`, { details: later })
  }
}

/** An error with its fields that are wrong, a line each, where the sentence does not say it already. */
function withFields(error: string, fields: unknown): string {
  if (typeof fields !== 'object' || fields === null) return error
  const lines = Object.entries(fields).map(([name, message]) => `${name}: ${String(message)}`)
  const [first] = lines
  if (lines.length > 1) return [lines.includes(error) ? 'This cannot be done so:' : error, ...lines].join('\n  ')
  if (first === undefined || first === error) return error
  return error.includes(Object.values(fields)[0]) ? `${error}\n  (${Object.keys(fields)[0]})` : `${error}\n  ${first}`
}

const retryAfter = (error: unknown): number | null =>
  error instanceof AppError && ['rate_limited', 'unavailable'].includes(error.kind)
    ? ((error.details?.retry_after as number | undefined) ?? null)
    : null
