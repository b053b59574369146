import { type CryptoKey, importPKCS8, type JWTPayload, type KeyObject, SignJWT } from 'jose'
import { z } from 'zod'
import { connectionFailed } from '#outside/network.ts'

/** Where Google gives out tokens; what a key itself says of it is not followed. */
export const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'

const HOUR_SECONDS = 3600
const accountKey = z.object({
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
  private_key_id: z.string().optional(),
})
const tokenAnswer = z.object({ access_token: z.string() })

export function signedToken(key: CryptoKey | KeyObject, claims: JWTPayload, now: Date, header: { kid?: string } = {}) {
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ ...claims, iat: issued, exp: issued + HOUR_SECONDS })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header })
    .sign(key)
}

/** The form that is posted to the token address, and what came back. */
type Post = (headers: Record<string, string>, body: string) => Promise<{ status: number; text: string }>

/**
 * Signs in as a service account.
 * @param key the JSON that Google made
 * @param audience the token address as the key's owner means it
 * @returns an access token, good for an hour
 * @throws AppError connection_failed step auth
 */
export async function googleToken(
  key: string,
  { scope, audience = GOOGLE_TOKEN_URL, now }: { scope: string; audience?: string; now: Date },
  post: Post,
): Promise<string> {
  const account = accountKey.safeParse(parsed(key)).data
  if (!account)
    throw connectionFailed(
      'auth',
      'This is not the key of a service account.',
      'Paste the JSON file that Google made, whole.',
    )
  const { private_key, private_key_id: kid, client_email } = account
  const claims = { scope, iss: client_email, aud: audience }
  const assertion = await importPKCS8(private_key, 'RS256')
    .then((privateKey) => signedToken(privateKey, claims, now, kid ? { kid } : {}))
    .catch(() => {
      throw connectionFailed(
        'auth',
        'The private key of the service account cannot be read.',
        'Paste the JSON file as it is.',
      )
    })
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const { status, text } = await post({ 'Content-Type': 'application/x-www-form-urlencoded' }, form.toString())
  const token = status === 200 ? tokenAnswer.safeParse(parsed(text)).data?.access_token : undefined
  if (token) return token
  throw connectionFailed(
    'auth',
    `Google does not accept the service account (${status}).`,
    'Check that its key was not deleted or disabled, and that the API is on in its project.',
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
