import { mkdir } from 'node:fs/promises'
import { download as downloadTo, type WebAnswer } from '#outside/guarded-fetch.ts'
import {
  accessHeaders,
  type Collected,
  type Collector,
  demandData,
  demandOk,
  hostOf,
  type Part,
  type Place,
} from './collector.ts'

const HINT = 'Give the address of the file itself: what a download link leads to.'

export const fileCollector: Collector = {
  async probe(place) {
    ;(await get(place)).close()
    return 1
  },

  async collect(place, { etag, lastModified }) {
    const answer = await get(place, {
      ...(etag ? { 'If-None-Match': etag } : {}),
      ...(lastModified ? { 'If-Modified-Since': lastModified } : {}),
    })
    return answer.status === 304 ? null : download(place, answer)
  },
}

async function get(place: Place, headers: Record<string, string> = {}): Promise<WebAnswer> {
  const url = place.settings.url!
  const answer = await place.web.get({ url, headers, secretHeaders: accessHeaders(place.secrets) }, place.signal)
  if (answer.status === 304 && Object.keys(headers).length > 0) {
    answer.close()
    return answer
  }
  return demandData(demandOk(answer, hostOf(url), place.now()), HINT)
}

export async function download(place: Place, answer: WebAnswer): Promise<Collected> {
  const part = await newPart(place, 0, null)
  await downloadTo(answer, part.path)
  return { parts: [part], warnings: [], etag: answer.header('etag'), lastModified: answer.header('last-modified') }
}

export async function newPart(place: Place, index: number, name: string | null): Promise<Part> {
  const dir = `${place.dir}/${index}`
  await mkdir(dir, { recursive: true, mode: 0o700 })
  return { name, dir, path: `${dir}/upload` }
}
