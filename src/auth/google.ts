import { and, eq } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { newToken } from '#base/ids.ts'
import { seal, unseal } from '#base/seal.ts'
import { MINUTE } from '#base/time.ts'
import type { Config } from '#config.ts'
import { inTransaction } from '#db/connect.ts'
import { accounts, users } from '#db/schema/index.ts'
import {
  AnswerRefused,
  authorizationAddress,
  type Flow,
  type GooglePerson,
  ProviderDown,
  personOf,
} from '#outside/google.ts'
import * as audit from '#records/audit.ts'
import * as security from '#records/security.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { absolute, urls } from '../urls.ts'
import * as addresses from './addresses.ts'
import { personColumns } from './identify.ts'
import { addSignInMethod, createPerson } from './identity.ts'
import { normalEmail } from './rules/credentials.ts'
import type { GoogleProblem } from './rules/notes.ts'
import * as sessions from './sessions.ts'

/** How long a person may take to allow the sign-in. */
export const ATTEMPT_LIFE = 10 * MINUTE
const PROVIDER = 'google'
const PLACE = 'google-flow'

export const isConfigured = (config: Config): boolean => Boolean(config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET)

/** A sign-in that could not be completed; the login page says why. */
export class GoogleFailure extends Error {
  constructor(readonly problem: GoogleProblem) {
    super(problem)
  }
}

/** What the browser that began keeps: sealed, since it holds the verifier. */
type Attempt = Flow & { next: string | null; remember: boolean; until: number }

const back = (config: Config) => absolute(config, urls.googleCallback)

/**
 * Begins a sign-in. Answers where the browser goes, and what it keeps until it comes back.
 * @param remember false ends the session with the browser; true leaves it to what the person chose on their profile
 * @throws GoogleFailure google_down
 */
export async function begin(
  ctx: Ctx,
  next: string | null,
  remember: boolean,
): Promise<{ address: string; sealed: string }> {
  const flow = { state: newToken(), nonce: newToken(), verifier: newToken(48) }
  const address = await explained(ctx, () => authorizationAddress(ctx.config, flow, back(ctx.config), ctx.now()))
  const attempt: Attempt = { ...flow, next, remember, until: Number(ctx.now()) + ATTEMPT_LIFE }
  return { address, sealed: seal(ctx.config.authSecret, PLACE, JSON.stringify(attempt)) }
}

export type Returned = { code?: string | undefined; state?: string | undefined; error?: string | undefined }

/**
 * Completes a sign-in in the browser that began it.
 * @param sealed what `begin` gave that browser
 * @throws GoogleFailure; `next` leads on where all is well
 */
export async function complete(
  ctx: Ctx,
  returned: Returned,
  sealed: string | null,
  from: sessions.Requester,
): Promise<{ answer: Awaited<ReturnType<typeof sessions.login>>; next: string | null; isNew: boolean }> {
  const attempt = sealed ? unsealedAttempt(ctx, sealed) : null
  if (!attempt || attempt.until < Number(ctx.now()) || attempt.state !== returned.state) {
    await security.record(ctx, 'google_refused', { reason: 'state' })
    throw new GoogleFailure('google_expired')
  }
  if (returned.error === 'access_denied') throw new GoogleFailure('google_denied')
  const { code } = returned
  if (!code) throw new GoogleFailure('google_failed')
  const person = await explained(ctx, () => personOf(ctx.config, attempt, code, back(ctx.config), ctx.now()))
  const { account, isNew } = await accountOf(ctx, person)
  const remember = attempt.remember && account.keepSignedIn
  try {
    const answer = await sessions.admit(ctx, account, { remember, from, by: 'google' })
    return { answer, next: attempt.next, isNew }
  } catch (error) {
    if (error instanceof AppError && error.code === 'account_disabled') throw new GoogleFailure('google_disabled')
    throw error
  }
}

function unsealedAttempt(ctx: Ctx, sealed: string): Attempt | null {
  try {
    return JSON.parse(unseal(ctx.config.authSecret, PLACE, sealed)) as Attempt
  } catch {
    // Not ours, or of an earlier secret: treated as if it was never started.
    return null
  }
}

async function explained<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof AnswerRefused)) throw error
    ctx.log.warn('sign-in with Google failed', { error })
    if (error instanceof ProviderDown) throw new GoogleFailure('google_down')
    await security.record(ctx, 'google_refused', { reason: error.message })
    throw new GoogleFailure('google_failed')
  }
}

const columns = { ...personColumns, disabledAt: users.disabledAt }

/**
 * The account of a person of the provider: the one they came with before, else the one that has proven their address, else a new one.
 * An account that only claims the address is none of theirs.
 */
async function accountOf(ctx: Ctx, person: GooglePerson) {
  const method = { provider: PROVIDER, accountId: person.id }
  return inTransaction(ctx, async (ctx) => {
    const email = normalEmail(person.email)
    // Two first sign-ins at once must not make two accounts.
    await addresses.hold(ctx, `google:${person.id}`)
    const [linked] = await ctx.db
      .select(columns)
      .from(users)
      .innerJoin(accounts, eq(accounts.userId, users.id))
      .where(and(eq(accounts.providerId, PROVIDER), eq(accounts.accountId, person.id)))
    if (linked) return { account: linked, isNew: false }
    if (!email || !person.emailVerified) throw new GoogleFailure('google_unverified')
    await addresses.hold(ctx, email)
    const owner = await addresses.ownerOf(ctx, email)
    if (owner) await addSignInMethod(ctx, owner.id, method)
    const id =
      owner?.id ?? (await createPerson(ctx, { name: person.name.slice(0, 100), email, emailVerified: true }, method))
    const [user] = await ctx.db.select(columns).from(users).where(eq(users.id, id))
    const theirs: UserCtx = { ...ctx, user: user!, actor: { ...ctx.actor, userId: id } }
    await audit.record(theirs, owner ? 'user.link_google' : 'user.register', id, { by: PROVIDER })
    return { account: user!, isNew: !owner }
  })
}
