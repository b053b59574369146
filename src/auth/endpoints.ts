import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'

const person = z.object({
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Hash of the password; null for who signs in by another provider. */
  hash: z.string().nullable(),
  /** The provider's own id of this person, where there is one. */
  provider: z.object({ id: z.string(), accountId: z.string() }).nullable(),
})
export type NewPerson = z.infer<typeof person>

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
        if (hash)
          await context.internalAdapter.linkAccount({
            userId: user.id,
            providerId: 'credential',
            accountId: user.id,
            password: hash,
          })
        if (provider)
          await context.internalAdapter.linkAccount({
            userId: user.id,
            providerId: provider.id,
            accountId: provider.accountId,
          })
        return { id: user.id }
      }),
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
