import { AppError, ERROR_KINDS, type ErrorKind } from '../src/base/errors.ts'
import { SECOND } from '../src/base/time.ts'
import { urls } from '../src/urls.ts'
import { forgetSession, keepSession, readSession, type Session } from './session.ts'

/** An access token this close to its end is renewed before it is used. */
const MARGIN = 90 * SECOND

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
    const kept = readSession(profile)
    this.session = kept && kept.url === url ? kept : null
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
    const waiting = await first.clone().json()
    const answer = waiting.two_factor_required
      ? await this.send(urls.apiSecondStep, {
          method: 'POST',
          body: { code: await secondStep(), challenge: waiting.challenge },
        })
      : first
    const { token, expires_at, user } = await answer.json()
    const cookie = answer.headers
      .getSetCookie()
      .filter((line) => !/;\s*Max-Age=0/i.test(line))
      .map((line) => line.split(';')[0])
      .join('; ')
    this.session = { url: this.url, email: user.email, token, expires_at, cookie }
    keepSession(this.profile, this.session)
    return user
  }

  /** Ends the session on the server when it can be reached, and on this machine in any case. */
  async signOut(): Promise<void> {
    try {
      if (this.session) await this.send(urls.apiLogout, bearing(this.session.token, { method: 'POST' }))
    } finally {
      this.session = null
      forgetSession(this.profile)
    }
  }

  /** Calls the API and reads its JSON. @throws AppError of the kind that the server answered */
  async json<T>(path: string, call: Call = {}): Promise<T> {
    return (await this.call(path, call)).json() as Promise<T>
  }

  async call(path: string, call: Call = {}): Promise<Response> {
    if (this.apiKey) return this.send(path, bearing(this.apiKey, call))
    if (!this.session)
      throw new AppError('unauthenticated', `You are not signed in to ${this.url}. Sign in with: tabletalk login`)
    if (Date.parse(this.session.expires_at) - Date.now() < MARGIN) await this.renew(this.session)
    return this.send(path, bearing(this.session.token, call))
  }

  private async renew(session: Session): Promise<void> {
    const answer = await this.send(urls.apiToken, { headers: { cookie: session.cookie } }).catch((error) => {
      if (!(error instanceof AppError) || error.kind !== 'unauthenticated') throw error
      throw new AppError('unauthenticated', 'Your sign-in has ended. Sign in again with: tabletalk login')
    })
    Object.assign(session, await answer.json())
    keepSession(this.profile, session)
  }

  private async send(path: string, { method = 'GET', body, stream, bytes, headers, signal }: Call): Promise<Response> {
    const answer = await fetch(new URL(path, this.url), {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: stream ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: signal ?? null,
      redirect: 'manual',
    }).catch((error: Error) => {
      if (error.name === 'AbortError') throw error
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

const bearing = (token: string, call: Call): Call => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${token}` },
})

/** The server's error as it was thrown there. */
async function refusal(answer: Response): Promise<AppError> {
  const text = await answer.text()
  try {
    const { error, code, details } = JSON.parse(text)
    return new AppError(kindOf(answer.status), error, { code, details })
  } catch {
    return new AppError(kindOf(answer.status), `The server answered ${answer.status} ${answer.statusText}.`)
  }
}

function kindOf(status: number): ErrorKind {
  const kinds = Object.keys(ERROR_KINDS) as ErrorKind[]
  return kinds.find((kind) => ERROR_KINDS[kind].status === status) ?? (status < 500 ? 'invalid' : 'internal')
}
