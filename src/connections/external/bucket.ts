import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { download, readText, type WebAnswer } from '#outside/guarded-fetch.ts'
import { connectionFailed } from '#outside/network.ts'
import { type Collector, demandOk, digest, type Part, type Place } from './collector.ts'
import { newPart } from './file.ts'

/** Keys of an S3-compatible service. */
type S3Access = { id: string; secret: string; region: string }
type Stored = { key: string; size: number; etag: string }

/** Files that one connection downloads, and objects that are listed to find them. */
const MOST_FILES = 200
const MOST_LISTED = 10_000
const MOST_XML = 8 << 20
const HOME_REGION = 'us-east-1'
const READABLE = /\.(csv|tsv|txt|psv|tab|json|ndjson|jsonl|parquet|pq|xlsx|xlsm)(\.(gz|gzip|zst))?$/i

/** Files of an S3-compatible bucket below a prefix. */
export const bucketCollector: Collector = {
  probe: async (place) => (await filesOf(place)).files.length,

  async collect(place, before) {
    const { files, more } = await filesOf(place)
    const etag = digest(JSON.stringify(files))
    if (etag === before.etag) return null
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (bytes > place.bytes)
      throw connectionFailed(
        'database',
        `The files have ${Math.round(bytes / 1_048_576)} MB together, the most is ${Math.round(place.bytes / 1_048_576)} MB.`,
        'Name a folder with fewer of them.',
      )
    const parts: Part[] = []
    for (const [index, { key }] of files.entries()) {
      const part = await newPart(place, index, key.split('/').at(-1)!)
      await download(await ask(place, addressOf(place, key)), part.path)
      parts.push(part)
    }
    const warnings = more ? [`There are more files; the first ${MOST_FILES} are here.`] : []
    return { parts, warnings, etag, lastModified: null }
  },
}

/** The files below the prefix, in order of their names. @throws AppError connection_failed when there is none */
async function filesOf(place: Place): Promise<{ files: Stored[]; more: boolean }> {
  const found: Stored[] = []
  let listed = 0
  for (let token: string | null = ''; token !== null && listed < MOST_LISTED && found.length <= MOST_FILES; ) {
    const { prefix = '' } = place.settings
    const query = { 'list-type': '2', prefix, ...(token ? { 'continuation-token': token } : {}) }
    const page = parseListing(await readText(await ask(place, addressOf(place, '', query)), MOST_XML))
    listed += page.files.length
    found.push(...page.files.filter(({ key, size }) => size > 0 && READABLE.test(key)))
    if (page.files.length === 0) break
    token = page.next
  }
  if (found.length === 0)
    throw connectionFailed(
      'database',
      'There is no file to read there.',
      'Files must be CSV, TSV, JSON, Parquet or Excel. Check bucket and folder.',
    )
  return { files: found.slice(0, MOST_FILES), more: found.length > MOST_FILES }
}

/** Percent-encodes as the signature wants it: everything but letters, digits and `-._~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Bucket in the path: every service understands it, and names with dots have certificates too. */
function addressOf({ settings }: Place, key: string, query: Record<string, string> = {}): URL {
  const { bucket, endpoint, region } = settings
  const base = endpoint || `https://s3.${encodeURIComponent(region || HOME_REGION)}.amazonaws.com`
  const url = URL.parse(base)
  if (!url)
    throw connectionFailed('dns', 'The endpoint is not an address.', 'Write it whole, like https://s3.example.com.')
  const search = Object.entries(query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')
  const path = `${url.pathname.replace(/\/$/, '')}/${encoded(bucket!)}/${key.split('/').map(encoded).join('/')}`
  return new URL(`${url.origin}${path}${search ? `?${search}` : ''}`)
}

async function ask(place: Place, url: URL): Promise<WebAnswer> {
  const { access_key_id: id, region } = place.settings
  const { secret_access_key: secret = '' } = place.secrets
  const secretHeaders = id ? await signedHeaders(url, { id, secret, region: region || HOME_REGION }, place.now()) : {}
  const answer = await place.web.get({ url: url.href, secretHeaders }, place.signal)
  if (answer.status < 300) return answer
  // The error code of the service: SignatureDoesNotMatch, NoSuchBucket.
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await readText(answer, 100_000).catch(() => ''))?.[1]
  const why = code ? `: ${code}` : ''
  if (answer.status === 404)
    throw connectionFailed('database', `There is no such bucket or file${why}.`, 'Check bucket, region and endpoint.')
  if (answer.status === 401 || answer.status === 403)
    throw connectionFailed(
      'auth',
      `The bucket does not let you in${why}.`,
      'Check the keys, the region and what they may read.',
    )
  if (answer.status === 301 || answer.status === 400)
    throw connectionFailed('database', `The bucket is not read like this${why}.`, 'Check the region.')
  return demandOk(answer, place.settings.bucket!, place.now())
}

const EMPTY_BODY = createHash('sha256').digest('hex')

/**
 * The headers that sign a GET without a body (AWS signature version 4).
 * @param headers others that are signed too
 */
export async function signedHeaders(
  url: URL,
  { id, secret, region }: S3Access,
  now: Date,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    url: url.href,
    accessKeyId: id,
    secretAccessKey: secret,
    service: 's3',
    region,
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
    headers: { ...headers, 'x-amz-content-sha256': EMPTY_BODY },
    allHeaders: true,
  })
  return Object.fromEntries((await signer.sign()).headers)
}

/** One page of a listing: the texts of its elements by their names, and those of each file apart. */
function parseListing(xml: string): { files: Stored[]; next: string | null } {
  const files: Stored[] = []
  let texts: Record<string, string> = {}
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', () => {
    text = ''
  })
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'Contents') {
      const { Key: key = '', Size: size, ETag: etag = '', ...rest } = texts
      files.push({ key, size: Number(size ?? 0), etag })
      texts = rest
    } else texts[name] = text
    text = ''
  })
  try {
    parser.write(xml).close()
  } catch {
    throw connectionFailed('database', 'This does not answer like a bucket.', 'Check the endpoint.')
  }
  return { files, next: texts.IsTruncated?.trim() === 'true' ? (texts.NextContinuationToken ?? null) : null }
}
