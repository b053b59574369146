import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { connectionFailed } from './failure.ts'
import { type HttpPlace, parsed } from './http.ts'

const HOUR_SECONDS = 3600
const accountKey = z.object({
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
  private_key_id: z.string().optional(),
})

/**
 * Signs in as a service account.
 * @param place where tokens are given out; what the key itself says of it is not followed
 * @returns an access token, good for an hour @throws AppError connection_failed step auth
 */
export async function googleToken(
  place: HttpPlace,
  key: string,
  scope: string,
  now: number,
  limits: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<string> {
  const account = accountOf(key)
  const issued = Math.floor(now / 1000)
  const assertion = await importPKCS8(account.private_key, 'RS256')
    .then((privateKey) =>
      new SignJWT({ scope })
        .setProtectedHeader({
          alg: 'RS256',
          typ: 'JWT',
          ...(account.private_key_id ? { kid: account.private_key_id } : {}),
        })
        .setIssuer(account.client_email)
        .setAudience('https://oauth2.googleapis.com/token')
        .setIssuedAt(issued)
        .setExpirationTime(issued + HOUR_SECONDS)
        .sign(privateKey),
    )
    .catch(() => {
      throw connectionFailed(
        'auth',
        'The private key of the service account cannot be read.',
        'Paste the JSON file as it is.',
      )
    })
  const { status, text } = await place.text(
    {
      method: 'POST',
      path: '/token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
    },
    limits,
  )
  const token = status === 200 ? parsed<{ access_token?: string }>(text).access_token : undefined
  if (token) return token
  throw connectionFailed(
    'auth',
    `Google does not accept the service account (${status}).`,
    'Check that its key was not deleted or disabled.',
  )
}

function accountOf(key: string) {
  try {
    return accountKey.parse(JSON.parse(key))
  } catch {
    throw connectionFailed(
      'auth',
      'This is not the key of a service account.',
      'Paste the JSON file that Google made, whole.',
    )
  }
}
