import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'

/** Somebody who signs in elsewhere; `accountId` is what that provider calls them. */
const provider = z.object({ id: z.string(), accountId: z.string() })
const person = z.object({
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Hash of the password; null for who signs in by another provider. */
  hash: z.string().nullable(),
  provider: provider.nullable(),
})

const credential = (userId: string, password: string) => ({
  userId,
  providerId: 'credential',
  accountId: userId,
  password,
})

/**
 * What we need of better-auth beneath its own sign-up and sign-in, which find people by their email and take it to be unique: here
 * only proven addresses are. People, ways to sign in, sessions and cookies are made by better-auth all the same. Called by the server only.
 */
export async function ownEndpoints() {
  const [{ createAuthEndpoint }, { setSessionCookie }] = await Promise.all([
    import('better-auth/api'),
    import('better-auth/cookies'),
  ])
  return {
    id: 'tabletalk',
    endpoints: {
      makePerson: createAuthEndpoint.serverOnly({ method: 'POST', body: person }, async ({ body, context }) => {
        const { name, email, emailVerified, hash, provider } = body
        const user = await context.internalAdapter.createUser({ name, email, emailVerified }, { method: 'sign-up' })
        if (hash) await context.internalAdapter.linkAccount(credential(user.id, hash))
        if (provider)
          await context.internalAdapter.linkAccount({
            userId: user.id,
            providerId: provider.id,
            accountId: provider.accountId,
          })
        return { id: user.id }
      }),
      addPassword: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string(), hash: z.string() }) },
        async ({ body: { userId, hash }, context }) => {
          await context.internalAdapter.linkAccount(credential(userId, hash))
        },
      ),
      addProvider: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string(), provider }) },
        async ({ body, context }) => {
          const { id: providerId, accountId } = body.provider
          await context.internalAdapter.linkAccount({ userId: body.userId, providerId, accountId })
        },
      ),
      startSession: createAuthEndpoint.serverOnly(
        { method: 'POST', requireHeaders: true, body: z.object({ userId: z.string(), remember: z.boolean() }) },
        async (ctx) => {
          const { userId, remember } = ctx.body
          const user = await ctx.context.internalAdapter.findUserById(userId)
          const session = await ctx.context.internalAdapter.createSession(userId, !remember)
          if (!user || !session) throw new Error(`No session could begin for ${userId}.`)
          await setSessionCookie(ctx, { session, user }, !remember)
          return { sessionId: session.id }
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
