import { AppError } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import * as audit from '#records/audit.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import * as addresses from './addresses.ts'
import * as candidates from './candidates.ts'
import type { SessionCtx } from './identify.ts'
import { createPerson, scrypt } from './identity.ts'
import * as lockout from './lockout.ts'
import type { Registration } from './rules/credentials.ts'
import * as sessions from './sessions.ts'
import { demandStrength } from './strength.ts'
import * as verification from './verification.ts'

/** Registrations from one address: an office behind one address still gets in, a flood does not. */
const REGISTRATIONS = { most: 300, window: 60 * MINUTE }

/** What else a registration is. */
export type Registering = {
  /** The person has shown by a link that the email is theirs: their account is verified from the start. */
  proven?: boolean
  /** Runs in the same transaction. */
  within?: (ctx: SessionCtx) => Promise<void>
}

/**
 * Makes an account and begins its first session. Whether the email is known makes no difference to who asks: an address that nobody has
 * proven blocks nobody, the owner of one that is proven hears of it by mail, and who knows an account's password is signed in to that.
 * @throws AppError invalid for a weak password, rate_limited; conflict `email_taken` only for who has proven the address
 */
export async function register(
  ctx: Ctx,
  input: Registration,
  from: sessions.Requester,
  { proven = false, within = async () => {} }: Registering = {},
): Promise<sessions.Beginning> {
  if (ctx.actor.ip) await rateLimit.take(ctx, `register:${ctx.actor.ip}`, REGISTRATIONS)
  const { email, password, name = '', remember = true } = input
  await demandStrength(ctx, password, { name, email })
  const [knownId, hash] = await Promise.all([knownAccount(ctx, email, password), scrypt.hash(password)])
  const session = await inTransaction(ctx, async (ctx) => {
    await addresses.hold(ctx, email)
    const owner = await addresses.ownerOf(ctx, email)
    if (proven && owner && owner.id !== knownId) throw emailTaken()
    const id = knownId ?? (await createPerson(ctx, { name, email, emailVerified: proven }, { hash }))
    if (proven) await addresses.prove(ctx, id)
    const started = await sessions.start(ctx, id, { remember, userAgent: from.userAgent, by: 'registration' })
    if (!knownId) await audit.record(started.ctx, 'user.register', id)
    await within(started.ctx)
    if (!proven) await verification.write(started.ctx, owner)
    return started
  })
  return { ...session, ctx: { ...session.ctx, db: ctx.db } }
}

/**
 * Who registers again with the password that they have. It is a guess like any other: while the account waits after failures it is not
 * looked at, and an account with a second factor, or a disabled one, is not entered this way.
 */
async function knownAccount(ctx: Ctx, email: string, password: string): Promise<string | null> {
  const allowed = await lockout.allows(ctx, email)
  const person = await candidates.match(ctx, email, password, 1)
  if (!allowed || !person || person.twoFactorEnabled || person.disabledAt) return null
  await lockout.clear(ctx, [email])
  return person.id
}

const emailTaken = () =>
  new AppError('conflict', 'There is already an account with this email. Sign in instead.', {
    code: 'email_taken',
    details: { fields: { email: 'There is already an account with this email. Sign in instead.' } },
  })
