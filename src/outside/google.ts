import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { HOUR } from '#base/time.ts'
import type { Config } from '#config.ts'

/** Longest wait for each answer of the provider, in milliseconds. */
const TIMEOUT = 8_000
/** How long what the provider says of itself is believed. */
const BELIEVED = HOUR

/** The provider could not be reached, or answered what it should not. */
export class ProviderDown extends Error {}
/** The provider answered, and its answer does not hold. */
export class AnswerRefused extends Error {}

/** Who the provider says it is. `id` never changes, `email` may. */
export type GooglePerson = { id: string; email: string; emailVerified: boolean; name: string }

const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
const idClaims = z.object({
  sub: z.string().min(1),
  nonce: z.string(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.literal(['true', 'false']).transform((it) => it === 'true')]).optional(),
  name: z.string().optional(),
})

type Provider = z.infer<typeof discovered> & { keys: ReturnType<typeof createRemoteJWKSet>; readAt: number }
const providers = new WeakMap<Config, Provider>()

/** Where the provider is, as it says itself. @throws ProviderDown */
async function providerOf(config: Config, now: Date): Promise<Provider> {
  const cached = providers.get(config)
  if (cached && now.getTime() - cached.readAt < BELIEVED) return cached
  const address = `${config.GOOGLE_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`
  const configuration = await ask(address, { headers: { accept: 'application/json' } }, discovered)
  const keys = createRemoteJWKSet(new URL(configuration.jwks_uri), { timeoutDuration: TIMEOUT })
  const provider = { ...configuration, keys, readAt: now.getTime() }
  providers.set(config, provider)
  return provider
}

async function ask<T>(address: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> {
  try {
    const answer = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    // 4xx is about this sign-in, the rest about the provider.
    if (answer.status >= 400 && answer.status < 500) throw new AnswerRefused(`answered ${answer.status}`)
    return schema.parse(await answer.json())
  } catch (error) {
    if (error instanceof AnswerRefused) throw error
    throw new ProviderDown('The provider does not answer.', { cause: error })
  }
}

/** The secrets of one sign-in: they stay in the browser that began it. */
export type Flow = { state: string; nonce: string; verifier: string }

/** The address where the person allows the sign-in. @param back where the provider sends them, an address of ours. @throws ProviderDown */
export async function authorizationAddress(config: Config, flow: Flow, back: string, now: Date): Promise<string> {
  const { authorization_endpoint } = await providerOf(config, now)
  const url = new URL(authorization_endpoint)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(flow.verifier))
  const query = {
    response_type: 'code',
    client_id: config.GOOGLE_CLIENT_ID ?? '',
    redirect_uri: back,
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: Buffer.from(digest).toString('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Who has signed in, by the code that came back.
 * @throws ProviderDown, AnswerRefused when code or signature, issuer, audience, age or nonce do not hold
 */
export async function personOf(
  config: Config,
  flow: Flow,
  code: string,
  back: string,
  now: Date,
): Promise<GooglePerson> {
  const provider = await providerOf(config, now)
  const encoded = (text = '') => encodeURIComponent(text)
  const { id_token } = await ask(
    provider.token_endpoint,
    {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${btoa(`${encoded(config.GOOGLE_CLIENT_ID)}:${encoded(config.GOOGLE_CLIENT_SECRET)}`)}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: back,
        code_verifier: flow.verifier,
      }),
    },
    z.object({ id_token: z.string() }),
  )
  const claims = idClaims.safeParse(await verified(provider, id_token, config, now))
  if (!claims.success || claims.data.nonce !== flow.nonce) throw new AnswerRefused('The claims do not hold.')
  const { sub, email = '', email_verified: emailVerified = false, name = '' } = claims.data
  return { id: sub, email, emailVerified, name }
}

async function verified(provider: Provider, token: string, config: Config, now: Date): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, provider.keys, {
      issuer: provider.issuer,
      audience: config.GOOGLE_CLIENT_ID ?? '',
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      currentDate: now,
      clockTolerance: 60,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
    })
    return payload
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (code === 'ERR_JWKS_TIMEOUT' || !code.startsWith('ERR_J'))
      throw new ProviderDown('The provider’s keys cannot be read.', { cause: error })
    throw new AnswerRefused('The token does not hold.', { cause: error })
  }
}
