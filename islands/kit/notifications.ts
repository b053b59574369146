import { serverEvents } from '#base/server-events.ts'
import type { NotificationJson } from '#notifications/rules/notification.ts'
import { badgeCount, TIMES } from '#ui/rules/times.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api, call } from './api.ts'
import { cached } from './caches.ts'
import { element } from './element.ts'
import { TOLD } from './listen.ts'

/** A page that is left again within so long follows nothing. */
const SETTLED = 5_000
/** After a stream that ended, or could not be had. */
const AGAIN = 15_000
const SHOWN = '8'

type Count = { unread: number }
const count = cached(
  async () => (await api<Count>(urls.apiNotificationsUnread)).unread,
  TIMES.personCache,
  'notifications',
)

/** The bell of the header: how many are not read, live while the page is seen, and the newest of them in a panel. */
export async function bell(menu: HTMLDetailsElement, userId: string): Promise<void> {
  const list = menu.querySelector<HTMLElement>('[data-bell-list]')!
  let shown = -1
  const show = (unread: number) => {
    if (unread === shown) return
    // What somebody is told of may stand on the page that they look at.
    if (unread > shown && shown >= 0) dispatchEvent(new Event(TOLD))
    shown = unread
    for (const badge of menu.querySelectorAll<HTMLElement>('[data-bell-count]')) {
      badge.hidden = unread === 0
      badge.textContent = unread === 0 ? '' : badgeCount(unread)
    }
    menu.querySelector('summary')!.setAttribute('aria-label', label(unread))
    if (menu.open) void load()
  }
  const load = async () => {
    try {
      const newest = await api<NotificationJson[]>(href(urls.apiNotifications, {}, { limit: SHOWN }))
      list.replaceChildren(...(newest.length === 0 ? [note('There is nothing to read.')] : newest.map(entry)))
    } catch {
      const retry = element('button', { type: 'button', onclick: () => void load() }, 'Retry')
      list.replaceChildren(note('Notifications could not be loaded.'), retry)
    }
  }
  const readAll = menu.querySelector<HTMLFormElement>('form')!
  readAll.addEventListener('submit', (event) => {
    event.preventDefault()
    void markRead().then(
      async (unread) => {
        show(unread)
        await load()
      },
      () => HTMLFormElement.prototype.submit.call(readAll),
    )
  })
  menu.addEventListener('toggle', () => menu.open && void load())
  if (menu.open) void load()
  const opens = (event: Event) => {
    const id = event.target instanceof Element && event.target.closest<HTMLElement>('[data-notification]')
    // The page goes on to another: the call outlives it.
    if (id) void markRead([id.dataset.notification!]).catch(() => {})
  }
  for (const kind of ['click', 'auxclick']) document.addEventListener(kind, opens)
  show(await count.get(userId).catch(() => 0))
  setTimeout(() => void follow(show, userId), SETTLED)
}

const label = (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} not read`)

const markRead = async (ids?: string[]) =>
  (await api<Count>(urls.apiNotificationsRead, { method: 'POST', body: ids ? { ids } : {}, keepalive: true })).unread

/** Hears of every change while the page is seen: a tab in the background keeps no connection. */
async function follow(show: (unread: number) => void, userId: string): Promise<void> {
  for (;;) {
    await seen()
    const leaving = new AbortController()
    const hide = () => document.visibilityState === 'hidden' && leaving.abort()
    document.addEventListener('visibilitychange', hide)
    try {
      const { body } = await call(urls.apiNotificationsEvents, { signal: leaving.signal })
      for await (const { data } of serverEvents(body!)) {
        const { unread } = JSON.parse(data) as Count
        count.put(userId, unread)
        show(unread)
      }
    } catch (error) {
      // Signed out: the next page asks anew.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) return
    } finally {
      document.removeEventListener('visibilitychange', hide)
    }
    if (!leaving.signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN))
  }
}

const seen = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState !== 'hidden') return resolve()
    const look = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
  })

const note = (text: string) => element('p', { class: 'menu-note' }, text)

function entry({ id, title, text, path, workspace, read_at }: NotificationJson): HTMLElement {
  const lines = [title, ...(text ? [element('small', {}, text)] : []), element('small', {}, workspace.name)]
  const isNew: Record<string, string> = read_at === null ? { 'data-notification': id, 'data-unread': '' } : {}
  return element('a', { href: path, ...isNew }, element('span', { class: 'two-lines grow' }, ...lines))
}
