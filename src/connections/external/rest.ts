import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { AppError } from '#base/errors.ts'
import { nextLink } from '#base/link-header.ts'
import { SECOND } from '#base/time.ts'
import { readText, type WebAnswer } from '#outside/guarded-fetch.ts'
import { connectionFailed } from '#outside/network.ts'
import { recordsIn, valueAt } from '../rules/record-path.ts'
import { accessHeaders, type Collector, demandOk, hostOf, type Place } from './collector.ts'
import { newPart } from './file.ts'

const MOST_PAGES = 1000
const MOST_PAGE = 64 << 20
/** Seconds that an address may ask to wait and still be asked again, and how often it is asked. */
const SHORT_WAIT = 20
const TRIES = 4

type PageRead = { records: object[]; answer: WebAnswer; value: unknown }

/** A JSON endpoint, page by page. Its records become one object a line, with every number as it was written. */
export const restCollector: Collector = {
  probe: async (place) => (await readPage(place, firstUrl(place))).records.length,

  async collect(place) {
    const part = await newPart(place, 0, null)
    const output = createWriteStream(part.path, { mode: 0o600 })
    const seen = new Set<string>()
    let url: URL | null = firstUrl(place)
    let rows = 0
    let bytes = 0
    try {
      for (let page = 0; url && page < MOST_PAGES && !seen.has(url.href); page++) {
        seen.add(url.href)
        const content = await readPage(place, url)
        for (const record of content.records) {
          const line = `${JSON.stringify(record)}\n`
          bytes += line.length
          if (bytes > place.bytes)
            throw connectionFailed(
              'database',
              `The records have more than ${Math.round(place.bytes / 1_048_576)} MB.`,
              'Ask the address for fewer of them.',
            )
          if (!output.write(line)) await once(output, 'drain')
        }
        rows += content.records.length
        url = nextUrl(place, url, content, rows)
      }
    } finally {
      output.end()
      await once(output, 'close')
    }
    if (rows === 0)
      throw connectionFailed(
        'database',
        'There is no record there yet.',
        'Check the address and where the records are.',
      )
    const warnings = url
      ? [
          seen.has(url.href)
            ? 'The pages lead in a circle; each was read once.'
            : `There are more than ${MOST_PAGES} pages; the first ${MOST_PAGES} are here.`,
        ]
      : []
    return { parts: [part], warnings, etag: null, lastModified: null }
  },
}

function firstUrl({ settings }: Place): URL {
  const url = URL.parse(settings.url!)
  if (!url)
    throw connectionFailed('dns', 'This is not an address.', 'Write it whole, like https://api.example.com/orders.')
  const { paging } = settings
  if (paging?.kind === 'page') url.searchParams.set(paging.parameter, String(paging.start))
  if (paging?.kind === 'offset') {
    url.searchParams.set(paging.parameter, '0')
    url.searchParams.set(paging.size_parameter, String(paging.size))
  }
  return url
}

/** The address of the next page; null after the last. @param rows read so far */
function nextUrl({ settings }: Place, url: URL, { records, answer, value }: PageRead, rows: number): URL | null {
  const paging = settings.paging ?? { kind: 'none' }
  const withParameter = (name: string, text: string | number) => {
    const next = new URL(url)
    next.searchParams.set(name, String(text))
    return next
  }
  if (paging.kind === 'cursor') {
    const cursor = valueAt(value, paging.path)
    if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return null
    return paging.parameter ? withParameter(paging.parameter, String(cursor)) : URL.parse(String(cursor), url)
  }
  if (paging.kind === 'none' || records.length === 0) return null
  if (paging.kind === 'link') {
    const link = nextLink(answer.header('link'))
    return link === null ? null : URL.parse(link, url)
  }
  if (paging.kind === 'page') return withParameter(paging.parameter, Number(url.searchParams.get(paging.parameter)) + 1)
  return records.length < paging.size ? null : withParameter(paging.parameter, rows)
}

async function readPage(place: Place, url: URL): Promise<PageRead> {
  const { settings, secrets } = place
  // A page on another host is read, but without the credentials of this one.
  const isSameOrigin = url.origin === URL.parse(settings.url!)?.origin
  for (let attempt = 1; ; attempt++) {
    try {
      const request = {
        url: url.href,
        headers: { Accept: 'application/json' },
        secretHeaders: isSameOrigin ? accessHeaders(secrets) : {},
      }
      const answer = demandOk(await place.web.get(request, place.signal), hostOf(url.href), place.now())
      const value = parsed(await readText(answer, Math.min(MOST_PAGE, place.bytes)))
      const records = recordsIn(value, settings.record_path)
      if (!records)
        throw connectionFailed(
          'database',
          settings.record_path ? `There is nothing at "${settings.record_path}".` : 'The answer holds no records.',
          'Open the address and see where its records are, like data.items.',
        )
      return { records, answer, value }
    } catch (error) {
      const wait = error instanceof AppError ? error.details?.retry_after : null
      if (typeof wait !== 'number' || wait > SHORT_WAIT || attempt >= TRIES) throw error
      await Bun.sleep(wait * SECOND)
      if (place.signal.aborted) throw error
    }
  }
}

type RawJson = typeof JSON & { rawJSON?: (text: string) => unknown }

/** JSON with numbers that a double would change kept as they were written. */
function parsed(text: string): unknown {
  const json = JSON as RawJson
  const exact = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source && json.rawJSON
      ? json.rawJSON(context.source)
      : value
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''), exact as (key: string, value: unknown) => unknown)
  } catch {
    throw connectionFailed('database', 'The answer is not JSON.', 'Check the address: it must answer with JSON.')
  }
}
