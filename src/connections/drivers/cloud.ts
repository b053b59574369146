import type { RemoteSource } from '#outside/remote.ts'
import type { DriverContext } from './driver.ts'
import { connectionFailed } from './failure.ts'
import { HttpPlace } from './http.ts'
import { openTransport } from './transport.ts'

/**
 * A service of the web that has one address for everybody, or the endpoint in the settings instead of it. Its certificate is always
 * checked.
 */
export async function cloudAt(source: RemoteSource, context: DriverContext, usual: string): Promise<HttpPlace> {
  const { endpoint } = source.settings
  const url = URL.parse(endpoint || usual)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw connectionFailed('dns', `"${endpoint}" is not an address.`, 'Write it like https://bigquery.example.com.')
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const settings = { ...source.settings, host, port: Number(url.port) || (secure ? 443 : 80) }
  const { ca } = source.settings.ssl ?? {}
  const transport = await openTransport({ ...source, settings }, context)
  return new HttpPlace(
    transport,
    secure ? { mode: 'verify-full', ...(ca ? { ca } : {}) } : { mode: 'disable' },
    context,
  )
}
