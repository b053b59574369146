import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { invalid } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import { hmac, isSigned } from '#outside/gateway.ts'
import type { Ctx, User, UserCtx } from '../ctx.ts'
import { absolute, urls } from '../urls.ts'
import * as apiKeys from './api-keys.ts'
import { personColumns } from './identify.ts'
import * as links from './links.ts'
import type { Scope } from './rules/api-key.ts'
import {
  askedScopes,
  CONNECTED_DAYS,
  isRegistered,
  type OAuthClient,
  type OAuthRequest,
  OFFERED,
  registration,
  type tokenRequest,
} from './rules/oauth.ts'

/**
 * An authorization server (OAuth 2.1: codes with PKCE, public clients) whose access tokens are API keys: they have the scopes that a
 * person allowed, stand on their profile, and end as keys do.
 */

/** The server by its own address, as programs know it. */
const issuer = (ctx: Ctx): string => new URL(absolute(ctx.config, '/')).origin
const resource = (ctx: Ctx): string => issuer(ctx) + urls.mcp

/** RFC 8414: what this server does, and where. */
export const serverMetadata = (ctx: Ctx) => ({
  issuer: issuer(ctx),
  authorization_endpoint: issuer(ctx) + urls.oauthAuthorize,
  token_endpoint: issuer(ctx) + urls.oauthToken,
  registration_endpoint: issuer(ctx) + urls.oauthRegister,
  scopes_supported: OFFERED,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

/** RFC 9728: which server gives tokens for the tools. */
export const resourceMetadata = (ctx: Ctx) => ({
  resource: resource(ctx),
  authorization_servers: [issuer(ctx)],
  scopes_supported: OFFERED,
  bearer_methods_supported: ['header'],
})

/** How a request without a token is told where to get one. */
export const challenge = (ctx: Ctx): string =>
  `Bearer resource_metadata="${issuer(ctx)}${urls.oauthResource}", scope="${OFFERED.join(' ')}"`

/** Stands before what is signed, so that it is good for nothing else. */
const PURPOSE = 'oauth client '

/** Registers a program. Its id is what it said, signed: nothing is kept, so that nobody fills the database by registering. */
export function register(ctx: Ctx, client: OAuthClient) {
  const said = Buffer.from(JSON.stringify(client)).toString('base64url')
  return {
    ...client,
    client_id: `${said}.${hmac(ctx.config.authSecret, `${PURPOSE}${said}`)}`,
    client_id_issued_at: Math.floor(Number(ctx.now()) / 1000),
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: OFFERED.join(' '),
  }
}

/** What a program said of itself; null for an id that this server did not give, or whose secret has changed since. */
function clientOf(ctx: Ctx, id: string): OAuthClient | null {
  const [said = '', signature = ''] = id.split('.')
  if (!isSigned(ctx.config.authSecret, `${PURPOSE}${said}`, signature)) return null
  return registration.parse(JSON.parse(Buffer.from(said, 'base64url').toString()))
}

/**
 * Who asks for which scopes. What is wrong is told here and not to the program: anybody may register an address, and nobody is to be sent
 * to one by a link alone.
 * @throws AppError invalid
 */
export function read(ctx: Ctx, asked: OAuthRequest): { client: OAuthClient; scopes: Scope[] } {
  const client = clientOf(ctx, asked.client_id)
  if (!client) throw invalid('This program is not registered here. Remove this server from it and add it again.')
  if (!isRegistered(client.redirect_uris, asked.redirect_uri))
    throw invalid('This program asks to be answered at an address that it did not register.')
  if (!isOurs(ctx, asked.resource)) throw invalid(`Access is given to ${resource(ctx)} only.`)
  return { client, scopes: askedScopes(asked.scope) }
}

/** Tokens are for the tools of this server, however that is written. */
const isOurs = (ctx: Ctx, asked: string | undefined): boolean =>
  asked === undefined || [issuer(ctx), resource(ctx)].includes(asked.replace(/\/$/, ''))

/** The address of the program with what it is answered. */
export function answered(ctx: Ctx, { redirect_uri, state }: OAuthRequest, answer: Record<string, string>): string {
  const url = new URL(redirect_uri)
  const all = { ...answer, ...(state === undefined ? {} : { state }), iss: issuer(ctx) }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}

/** Lets a program act for the person within these scopes: a code that it exchanges for a token once, within minutes. */
export async function allow(ctx: UserCtx, asked: OAuthRequest, scopes: Scope[]): Promise<string> {
  const code = await links.issue(ctx, 'oauth-code', {
    ...{ userId: ctx.user.id, client: links.digest(asked.client_id), scopes },
    ...{ redirect: asked.redirect_uri, challenge: asked.code_challenge },
  })
  return answered(ctx, asked, { code })
}

const invalidGrant = () =>
  invalid('This code has expired, was already used or was made for another program.', 'invalid_grant')

/** Exchanges a code for an access token. @throws AppError with codes of OAuth */
export const exchange = (ctx: Ctx, asked: z.infer<typeof tokenRequest>) =>
  inTransaction(ctx, async (ctx) => {
    const { grant_type, code = '', client_id = '', code_verifier = '', redirect_uri } = asked
    if (grant_type !== 'authorization_code') throw invalid('Only codes are exchanged here.', 'unsupported_grant_type')
    if (!isOurs(ctx, asked.resource)) throw invalid(`Tokens are for ${resource(ctx)}.`, 'invalid_target')
    const grant = await links.use(ctx, 'oauth-code', code)
    const proof = createHash('sha256').update(code_verifier).digest('base64url')
    const isSent = redirect_uri === undefined || grant?.redirect === redirect_uri
    const isTheirs = isSent && grant?.client === links.digest(client_id) && grant.challenge === proof
    const client = clientOf(ctx, client_id)
    const user = grant && isTheirs ? await personOf(ctx, grant.userId) : null
    // Told after the transaction: a wrong guess ends the code.
    if (!grant || !client || !user) return null
    const theirs: UserCtx = { ...ctx, user, actor: { ...ctx.actor, userId: user.id } }
    const { scopes } = grant
    const made = await apiKeys.create(theirs, { name: client.client_name, scopes, expires_in_days: CONNECTED_DAYS })
    return {
      access_token: made.key,
      token_type: 'Bearer',
      expires_in: CONNECTED_DAYS * 86_400,
      scope: scopes.join(' '),
    }
  }).then((token) => {
    if (!token) throw invalidGrant()
    return token
  })

async function personOf(ctx: Ctx, id: string): Promise<User | null> {
  const [user] = await ctx.db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.disabledAt)))
  return user ?? null
}
