import { readText, type WebAnswer } from '#outside/guarded-fetch.ts'
import { connectionFailed } from '#outside/network.ts'
import { GOOGLE_TOKEN_URL, googleToken } from '../google-account.ts'
import { sheetExport } from '../rules/sheet-address.ts'
import { type Collector, demandData, demandOk, type Place } from './collector.ts'
import { download } from './file.ts'

const GOOGLE = { docs: 'https://docs.google.com', token: GOOGLE_TOKEN_URL }

const SCOPE = 'https://www.googleapis.com/auth/drive.readonly'
const MOST_TOKEN = 100_000
const SHARE = 'Share the sheet with everybody who has the link, publish it, or share it with a service account.'

/** A Google Sheet: published, shared by link, or shared with a service account. @param hosts where Google is, in tests elsewhere */
export function sheetCollector(hosts = GOOGLE): Collector {
  const get = async (place: Place): Promise<WebAnswer> => {
    const found = sheetExport(place.settings.sheet!)
    if (!found)
      throw connectionFailed(
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
      throw connectionFailed('permission', 'Google does not let this sheet be read.', SHARE)
    }
    // Requests without access are redirected to a sign-in page.
    return demandData(demandOk(answer, 'Google', place.now()), SHARE)
  }
  return {
    async probe(place) {
      ;(await get(place)).close()
      return 1
    },
    // Google gives exports neither an ETag nor a date of change.
    collect: async (place) => ({ ...(await download(place, await get(place))), etag: null, lastModified: null }),
  }
}

const accessToken = (place: Place, key: string, tokenUrl: string): Promise<string> =>
  googleToken(key, { scope: SCOPE, audience: tokenUrl, now: place.now() }, async (headers, body) => {
    const answer = await place.web.get({ url: tokenUrl, method: 'POST', headers, body }, place.signal)
    return { status: answer.status, text: await readText(answer, MOST_TOKEN) }
  })
