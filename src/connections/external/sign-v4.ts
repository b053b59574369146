import { createHash, createHmac } from 'node:crypto'

/** Keys of an S3-compatible service. */
export type S3Access = { id: string; secret: string; region: string }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Percent-encodes as the signature wants it: everything but letters, digits and `-._~`. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The path of an object in an address. */
export const encodedKey = (key: string): string => key.split('/').map(encoded).join('/')

/**
 * The headers that sign a GET without a body (AWS signature version 4).
 * @param url with path and query encoded by `encoded`
 * @param headers others that are signed too, names in lower case
 */
export function signedHeaders(
  url: URL,
  access: S3Access,
  now: Date,
  headers: Record<string, string> = {},
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const hash = sha256('')
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': hash,
    'x-amz-date': time,
  }
  const names = Object.keys(signed).sort()
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const request = [
    'GET',
    url.pathname,
    query,
    ...names.map((name) => `${name}:${signed[name]!.trim()}`),
    '',
    names.join(';'),
    hash,
  ].join('\n')
  const scope = `${day}/${access.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  const key = [access.region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${access.secret}`, day))
  const signature = createHmac('sha256', key).update(text).digest('hex')
  const { host: _, ...sent } = signed
  return {
    ...sent,
    Authorization: `AWS4-HMAC-SHA256 Credential=${access.id}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}
