import { CONSENT_COOKIE, choiceOf, MOMENT_COOKIE, signalOf } from '#records/rules/consent.ts'
import type { EventName, EventParams } from '#records/rules/tracking.ts'
import { urls } from '../../src/urls.ts'
import { apiAddress } from './api-address.ts'
import { readStored, store } from './stored.ts'

/** What tag managers read: an event by its name, with its parameters beside it, as GA4 names them. */
type DataLayer = ({ event: string } & Record<string, unknown>)[]
declare global {
  interface Window {
    dataLayer?: DataLayer
  }
}

type QueuedEvent = { id: string; name: EventName; params: object; page: string }

/** Events of a moment go together; what is left goes when the page does. */
const TOGETHER = 1000
const MOST_AT_ONCE = 20
/** Set in a tab that has told that somebody is there. */
const VISITED = 'visit'

let queue: QueuedEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** Ids of what this tab has told already, on this page or on one before: a cookie may be gone a little later than its page. */
const TRACKED = 'told'
const MOST_TRACKED = 50

const cookies = (): [name: string, value: string][] =>
  document.cookie
    .split('; ')
    .filter(Boolean)
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])

/** Whether the visitor agreed. Asked each time: another tab may have taken it back. */
function mayTrack(): boolean {
  if (document.documentElement.dataset.privacy) return false
  const { globalPrivacyControl: gpc, doNotTrack: dnt } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (signalOf({ gpc, dnt })) return false
  const consent = cookies().find(([name]) => name === CONSENT_COOKIE)?.[1]
  return choiceOf(consent, new Date(Date.now()))?.analytics === true
}

/**
 * Tells of an event: in `window.dataLayer`, and to our server soon. Only after consent; otherwise nothing happens at all. It never
 * throws and nobody waits for it.
 * @param id under which it counts once, where it may be told twice
 */
export function track<N extends EventName>(name: N, params: EventParams<N>, id?: string): void {
  quietly(() => {
    if (!mayTrack()) return
    if (id && UUID.test(id)) putOnce(name, params, id)
    else put(name, params, crypto.randomUUID())
  })
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function putOnce(name: EventName, params: object, id: string) {
  const tracked = readStored<string[]>('sessionStorage', TRACKED) ?? []
  if (tracked.includes(id)) return
  store('sessionStorage', TRACKED, [...tracked, id].slice(-MOST_TRACKED))
  put(name, params, id)
}

function put(name: EventName, params: object, id: string) {
  window.dataLayer ??= []
  window.dataLayer.push({ event: name, ...params })
  queue.push({ id, name, params, page: location.pathname })
  if (queue.length >= MOST_AT_ONCE) send('fetch')
  else timer ??= setTimeout(() => quietly(() => send('fetch')), TOGETHER)
}

/** Tells of what the server handed over in cookies, each once: the cookie goes before anything else happens. */
export function takeMoments(): void {
  quietly(() => {
    for (const [name, value] of cookies()) {
      if (!name.startsWith(MOMENT_COOKIE)) continue
      drop(name)
      const id = name.slice(MOMENT_COOKIE.length)
      quietly(() => {
        const moment = JSON.parse(decodeURIComponent(value)) as { name: EventName; params: object }
        if (mayTrack()) putOnce(moment.name, moment.params, id)
      })
    }
  })
}

function drop(name: string) {
  Reflect.set(document, 'cookie', `${name}=; Max-Age=0; Path=/`)
}

/** @param by `beacon` outlives the page that sends it */
function send(by: 'fetch' | 'beacon', visit = false) {
  clearTimeout(timer)
  timer = undefined
  if (!mayTrack()) queue = []
  if (queue.length === 0 && !visit) return
  const body = JSON.stringify({ page: location.pathname, events: queue.slice(0, MOST_AT_ONCE) })
  queue = queue.slice(MOST_AT_ONCE)
  if (by === 'beacon') navigator.sendBeacon(apiAddress(urls.apiEvents), new Blob([body], { type: 'application/json' }))
  else
    fetch(apiAddress(urls.apiEvents), {
      method: 'POST',
      body,
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
    }).catch(() => {
      // Counting is not worth a second try.
    })
}

function quietly(work: () => void) {
  try {
    work()
  } catch {
    // Nobody is kept from anything because it could not be counted.
  }
}

/** What a page tells by itself once its visitor has agreed: what was handed over, that somebody is there, prices that are looked at. */
export function beginTracking(): void {
  takeMoments()
  quietly(() => {
    if (!mayTrack()) return
    if (!sessionStorage.getItem(VISITED)) {
      sessionStorage.setItem(VISITED, '1')
      send('fetch', true)
    }
    viewPricing()
  })
}

export function followPage(): void {
  beginTracking()
  addEventListener('pageshow', takeMoments)
  addEventListener('pagehide', () => quietly(() => send('beacon')))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') quietly(() => send('beacon'))
  })
  document.addEventListener('click', ({ target }) => {
    // A type is given where a link leads to a file that browsers may also show, such as an invoice.
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[download], a[type]') : null
    // Files that a page made itself are told of where they are made.
    if (link && /^https?:$/.test(link.protocol)) track('download_file', downloadOf(link))
  })
}

/** Prices that were looked at; looking again by reloading or going back is no second look. */
function viewPricing() {
  const { currency, period } = document.querySelector<HTMLElement>('[data-pricing]')?.dataset ?? {}
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (currency && period && navigation?.type === 'navigate')
    track('view_pricing', { currency, period } as EventParams<'view_pricing'>)
}

/** @returns what kind of file a link gives, never its name */
export function downloadOf({
  pathname,
  search,
  download,
}: Pick<HTMLAnchorElement, 'pathname' | 'search' | 'download'>) {
  const format = new URLSearchParams(search).get('format')
  const ending = /\.([a-z0-9]{1,8})$/i.exec(download || pathname)?.[1]
  const content = /\/files\/[^/]+\/(download|rejected)/.test(pathname)
    ? ('file' as const)
    : /\/invoices\/[^/]+/.test(pathname)
      ? ('invoice' as const)
      : ('list' as const)
  return { file_extension: (format ?? ending ?? 'unknown').toLowerCase(), content }
}
