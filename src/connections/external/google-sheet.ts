import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { readText, type WebAnswer } from '#outside/guarded-fetch.ts'
import { sheetExport } from '../rules/sheet-address.ts'
import { type Collector, demandData, demandOk, failed, type Place } from './collector.ts'
import { saved } from './file.ts'

/** Where Google is. */
const GOOGLE = { docs: 'https://docs.google.com', token: 'https://oauth2.googleapis.com/token' }

const SCOPE = 'https://www.googleapis.com/auth/drive.readonly'
const HOUR_SECONDS = 3600
const MOST_TOKEN = 100_000
const SHARE = 'Share the sheet with everybody who has the link, publish it, or share it with a service account.'

const accountKey = z.object({
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
  private_key_id: z.string().optional(),
})

/** A Google Sheet: published, shared by link, or shared with a service account. @param hosts where Google is, in tests elsewhere */
export function sheetCollector(hosts = GOOGLE): Collector {
  const get = async (place: Place): Promise<WebAnswer> => {
    const found = sheetExport(place.settings.sheet!)
    if (!found)
      throw failed(
        'dns',
        'This is not the address of a Google Sheet.',
        'Copy it from the browser: https://docs.google.com/spreadsheets/d/…',
      )
    const { service_account } = place.secrets
    const token = service_account ? await accessToken(place, service_account, hosts.token) : null
    const answer = await place.web.get(
      { url: hosts.docs + found.path, secretHeaders: token ? { Authorization: `Bearer ${token}` } : {} },
      place.signal,
    )
    if (answer.status === 401 || answer.status === 403) {
      answer.close()
      throw failed('permission', 'Google does not let this sheet be read.', SHARE)
    }
    // Who is not signed in is led to a page that asks for it.
    return demandData(demandOk(answer, 'Google', place.now()), SHARE)
  }
  return {
    async probe(place) {
      const answer = await get(place)
      answer.close()
      return 1
    },
    async collect(place) {
      // Google says of no export whether it has changed.
      return { ...(await saved(place, await get(place))), etag: null, lastModified: null }
    },
  }
}

/** Signs in as a service account. @throws AppError connection_failed step auth */
async function accessToken(place: Place, key: string, tokenUrl: string): Promise<string> {
  const account = accountOf(key)
  const issued = Math.floor(place.now().getTime() / 1000)
  const assertion = await importPKCS8(account.private_key, 'RS256')
    .then((privateKey) =>
      new SignJWT({ scope: SCOPE })
        .setProtectedHeader({
          alg: 'RS256',
          typ: 'JWT',
          ...(account.private_key_id ? { kid: account.private_key_id } : {}),
        })
        .setIssuer(account.client_email)
        .setAudience(tokenUrl)
        .setIssuedAt(issued)
        .setExpirationTime(issued + HOUR_SECONDS)
        .sign(privateKey),
    )
    .catch(() => {
      throw failed('auth', 'The private key of the service account cannot be read.', 'Paste the JSON file as it is.')
    })
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const answer = await place.web.get(
    {
      url: tokenUrl,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    },
    place.signal,
  )
  const text = await readText(answer, MOST_TOKEN)
  const token = answer.status === 200 ? tokenIn(text) : null
  if (!token)
    throw failed(
      'auth',
      `Google does not accept the service account (${answer.status}).`,
      'Check that its key was not deleted, and that the Drive API is on in its project.',
    )
  return token
}

function accountOf(key: string) {
  try {
    return accountKey.parse(JSON.parse(key))
  } catch {
    throw failed('auth', 'This is not the key of a service account.', 'Paste the JSON file that Google made, whole.')
  }
}

function tokenIn(text: string): string | null {
  try {
    return z.object({ access_token: z.string() }).parse(JSON.parse(text)).access_token
  } catch {
    return null
  }
}
