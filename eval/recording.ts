import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A request to a provider and what it answered, as a file named by the content of the request. */
type Recorded = { request: Asked; response: { status: number; type: string; body: string } }
/** `call` is the end of the address, which says what is asked for; host and headers, where keys are, are no part of it. */
type Asked = { call: string; body: unknown }

/** JSON whose names are in order, so that equal requests are the same text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
const keyOf = (asked: Asked): string =>
  new Bun.CryptoHasher('sha256').update(canonical(asked)).digest('hex').slice(0, 32)

function askedOf(input: RequestInfo | URL, init: RequestInit = {}): Asked {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  return { call: pathname.split('/').at(-1)!, body: JSON.parse(String(init.body ?? 'null')) as unknown }
}

const asFetch = (call: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>): typeof fetch =>
  Object.assign(call, { preconnect: () => {} }) as typeof fetch

/** A `fetch` that keeps what a provider answers well, whole, in files of `folder`; what it answers with an error is not kept. */
export function recordingFetch(folder: string, send: typeof fetch = fetch): typeof fetch {
  return asFetch(async (input, init) => {
    const request = askedOf(input, init)
    const answer = await send(input, init)
    if (!answer.ok) return answer
    const response = {
      status: answer.status,
      type: answer.headers.get('content-type') ?? 'application/json',
      body: await answer.text(),
    }
    await mkdir(folder, { recursive: true })
    await Bun.write(
      join(folder, `${keyOf(request)}.json`),
      JSON.stringify({ request, response } satisfies Recorded, null, 1),
    )
    return replayed(response)
  })
}

const replayed = ({ status, type, body }: Recorded['response']) =>
  new Response(body, { status, headers: { 'content-type': type } })

/** A request that was not recorded: answers that rest on it are not told as failures of the model. */
export class NotRecorded extends Error {}

/**
 * A `fetch` that answers from the files of `folder` alone.
 * @throws NotRecorded which tells the recorded request that begins most alike, and where it differs
 */
export function replayingFetch(folder: string, missed: (error: NotRecorded) => void = () => {}): typeof fetch {
  let all: Promise<Asked[]> | undefined
  return asFetch(async (input, init) => {
    const request = askedOf(input, init)
    const file = Bun.file(join(folder, `${keyOf(request)}.json`))
    if (await file.exists()) return replayed(((await file.json()) as Recorded).response)
    all ??= readAll(folder)
    const error = new NotRecorded(`This request was not recorded in ${folder}. ${nearest(request, await all)}`)
    missed(error)
    throw error
  })
}

const readAll = (folder: string): Promise<Asked[]> =>
  Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => ((await Bun.file(join(folder, name)).json()) as Recorded).request),
  )

/** Where the recorded request that agrees longest goes another way. */
function nearest(asked: Asked, all: Asked[]): string {
  const text = canonical(asked)
  let best: { text: string; at: number } | null = null
  for (const other of all.map(canonical)) {
    let at = 0
    while (at < text.length && text[at] === other[at]) at++
    if (!best || at > best.at) best = { text: other, at }
  }
  if (!best) return 'Nothing is recorded there: run with --record first.'
  const part = (whole: string) => JSON.stringify(whole.slice(Math.max(0, best.at - 40), best.at + 80))
  return `The nearest one says ${part(best.text)} where this one says ${part(text)}.`
}
