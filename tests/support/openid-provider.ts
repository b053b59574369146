import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy } from 'oidc-provider'
import { SECRETS } from './secrets.ts'

/** Who signs in at the provider next. */
type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string }
export type OpenIdProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The person at the provider; null denies the sign-in. */
  person: Claims | null
  /** Walks through the provider as a browser does, from the address that our app sent it to. Answers the address it comes back to. */
  walk(address: string): Promise<string>
  close(): Promise<void>
}

const [CLIENT, SECRET] = ['tabletalk-test', SECRETS.GOOGLE_CLIENT_SECRET]

/** A real OpenID provider on this machine that asks nobody anything. @param back address of our callback */
export async function startOpenIdProvider(back: string): Promise<OpenIdProvider> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: { person: Claims | null } = { person: null }
  const known = new Map<string, Claims>()
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT, client_secret: SECRET, redirect_uris: [back], response_types: ['code'] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ ...known.get(id), sub: id }) }),
    cookies: { keys: ['of the provider in a test'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, IdToken: 600, AccessToken: 600 },
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { person } = state
    if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' })
    known.set(person.sub, person)
    const { prompt, params } = await provider.interactionDetails(request, response)
    if (prompt.name === 'select_account') return provider.interactionFinished(request, response, { select_account: {} })
    if (prompt.name === 'consent') {
      const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) })
      grant.addOIDCScope('openid email profile')
      return provider.interactionFinished(
        request,
        response,
        { consent: { grantId: await grant.save() }, select_account: {} },
        { mergeWithLastSubmission: true },
      )
    }
    return provider.interactionFinished(request, response, { login: { accountId: person.sub }, select_account: {} })
  })
  return Object.assign(state, {
    issuer,
    clientId: CLIENT,
    clientSecret: SECRET,
    async walk(address: string) {
      const jar = new Map<string, string>()
      for (let at = address, steps = 0; steps < 12; steps += 1) {
        if (!at.startsWith(issuer)) return at
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
          jar.set(name!, value!)
        }
        const location = answer.headers.get('location')
        if (!location) throw new Error(`${at} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
        at = new URL(location, at).href
      }
      throw new Error('The provider leads in circles.')
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  })
}
