import { TIMES } from '#ui/rules/times.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api } from './api.ts'
import { cached } from './caches.ts'
import { element, icon } from './element.ts'
import { freshToken } from './token-refresh.ts'
import { viewerOfPage } from './viewer.ts'

/** What stands in place of the list when there is no session to ask with. */
const NO_TOKEN = 'No session token available'

type Place = { id: string; name: string; description?: string | null }
type Workspace = Place & { role: 'owner' | 'member' | 'viewer' }
type Organization = Place & { workspaces: Workspace[] }
type Listed<T> = T & { status: string; created_at: string }

const activeOf = <T extends { status: string; created_at: string }>(all: T[]): T[] =>
  all.filter((it) => it.status === 'active').sort((a, b) => b.created_at.localeCompare(a.created_at))

/** Where the list of the person cannot be had: all organizations that they may see, with the workspaces in them. */
async function secondPath(): Promise<Organization[]> {
  const all = await api<Listed<Place & { workspaces: Listed<Workspace>[] }>[]>(urls.apiOrganizations)
  return activeOf(all).map((it) => ({ ...it, workspaces: activeOf(it.workspaces) }))
}

const cache = cached<Organization[]>(
  async () => {
    if ((await freshToken()) === null) throw new Error(NO_TOKEN)
    return api<Organization[]>(urls.apiUserOrganizations).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) throw error
      return secondPath()
    })
  },
  TIMES.organizationsCache,
  'organizations',
)

/** Organizations of the person with their workspaces, kept for 30 s. */
export const organizationsOf = (): Promise<Organization[]> => cache.get(viewerOfPage()?.id ?? '')

/** The list of an Organizations menu: loaded when it opens, kept for 30 s, tried again 3 s after a failure. */
export function fillOrganizations(menu: HTMLDetailsElement): void {
  const list = menu.querySelector<HTMLElement>('[data-organizations-list]')
  if (!list) return
  let again: ReturnType<typeof setTimeout> | undefined
  let listed: Organization[] | null = null
  const load = async () => {
    clearTimeout(again)
    if (!list.hasChildNodes()) list.replaceChildren(loading())
    try {
      const organizations = await organizationsOf()
      // What is the same stays, with what is open and focused in it.
      if (organizations === listed) return
      listed = organizations
      list.replaceChildren(...(organizations.length === 0 ? [none()] : organizations.map((it) => sideList(it))))
    } catch (error) {
      listed = null
      list.replaceChildren(failed((error as Error).message, load))
      if (menu.open) again = setTimeout(load, TIMES.organizationsRetry)
    }
  }
  menu.addEventListener('toggle', () => {
    if (menu.open) void load()
    else clearTimeout(again)
  })
  // Who points at the menu is about to open it; who was quicker than this script has opened it already.
  menu.addEventListener('pointerenter', () => void organizationsOf().catch(() => {}))
  if (menu.open) void load()
}

const loading = () =>
  element(
    'div',
    { class: 'menu-note skeleton-lines' },
    element('span', { class: 'quiet' }, 'Loading organizations'),
    element('span', { class: 'skeleton' }),
    element('span', { class: 'skeleton' }),
  )

const none = () =>
  element(
    'div',
    {},
    element('p', { class: 'menu-note' }, 'No organizations found'),
    element('a', { href: urls.newOrganization }, icon('plus'), 'Create your first organization'),
  )

function failed(message: string, load: () => void) {
  const retry = element('button', { type: 'button', onclick: load }, icon('retry'), 'Retry')
  const text = message === NO_TOKEN ? NO_TOKEN : 'Failed to load organizations'
  return element('div', {}, element('p', { class: 'menu-note' }, text), retry)
}

/** The way to close the side list that is open, of all menus of the page. */
let closeOpen: (() => void) | null = null

/**
 * An organization of the menu with the side list of its workspaces, which opens for the pointer, the focus, the right arrow key and
 * the first tap of a finger; the second tap follows the link. It goes 150 ms after the pointer left.
 */
function sideList(it: Organization): HTMLElement {
  const address = href(urls.organization, { id: it.id })
  const text = element(
    'span',
    { class: 'two-lines grow' },
    element('span', { class: 'truncate' }, it.name),
    ...(it.description ? [element('small', { class: 'truncate' }, it.description)] : []),
  )
  const link = element('a', { href: address, 'aria-expanded': 'false' }, text, icon('next'))
  const side = element('div', { class: 'orgs-side', role: 'group', 'aria-label': `Workspaces of ${it.name}` })
  side.append(...it.workspaces.map(workspaceLink), allWorkspaces(address))
  side.hidden = true
  const item = element('div', { class: 'orgs-item' }, link, side)
  let hide: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(hide)
    side.hidden = true
    link.setAttribute('aria-expanded', 'false')
    if (closeOpen === close) closeOpen = null
  }
  const show = () => {
    clearTimeout(hide)
    if (closeOpen !== close) closeOpen?.()
    closeOpen = close
    side.hidden = false
    link.setAttribute('aria-expanded', 'true')
    placeBeside(item, side)
  }
  const leave = () => {
    clearTimeout(hide)
    hide = setTimeout(close, TIMES.sideList)
  }
  item.addEventListener('pointerenter', ({ pointerType }) => pointerType !== 'touch' && show())
  item.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && leave())
  item.addEventListener('focusin', show)
  item.addEventListener('focusout', ({ relatedTarget }) => {
    if (!item.contains(relatedTarget as Node | null)) leave()
  })
  firstTapOpens(link, () => !side.hidden, show)
  item.addEventListener('keydown', (event) => {
    const inside = side.contains(event.target as Node)
    if (event.key === 'ArrowRight' && !inside) {
      show()
      side.querySelector('a')?.focus()
    } else if (inside && (event.key === 'ArrowLeft' || event.key === 'Escape')) {
      link.focus()
      close()
    } else return
    event.preventDefault()
    event.stopPropagation()
  })
  return item
}

/** A finger cannot hover: its first tap on a link opens, its second follows. */
function firstTapOpens(link: HTMLElement, isOpen: () => boolean, show: () => void) {
  let opens = false
  // Before the focus that comes with the tap, which opens the list too.
  link.addEventListener('pointerdown', ({ pointerType }) => {
    opens = pointerType === 'touch' && !isOpen()
  })
  link.addEventListener('click', (event) => {
    if (!opens) return
    opens = false
    event.preventDefault()
    show()
  })
}

const workspaceLink = (place: { id: string; name: string }) =>
  element(
    'a',
    { href: href(urls.workspace, { id: place.id }), title: place.name },
    icon('table'),
    element('span', { class: 'truncate' }, place.name),
  )

// The arrow is drawn: not every font has the sign.
const allWorkspaces = (address: string) =>
  element('a', { href: address }, 'View all workspaces ', element('span', { class: 'quiet' }, '→'), icon('arrow'))

/** The list of organizations scrolls, so the side list stands beside it on the screen and not inside it. */
function placeBeside(item: HTMLElement, side: HTMLElement) {
  if (getComputedStyle(side).position !== 'fixed') return
  const from = item.getBoundingClientRect()
  const top = Math.max(8, Math.min(from.top - 6, innerHeight - side.offsetHeight - 8))
  const left = Math.min(from.right + 8, innerWidth - side.offsetWidth - 8)
  side.style.top = `${top}px`
  side.style.left = `${left}px`
}
