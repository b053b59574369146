import { TIMES } from '#ui/rules/times.ts'
import { href, urls } from '../../src/urls.ts'
import { api } from './api.ts'
import { cached } from './caches.ts'
import { element, icon } from './element.ts'

type Place = { id: string; name: string; description?: string | null }
type Organization = Place & { workspaces: Place[] }

const kept = cached<Organization[]>(() => api('/user/organizations'), TIMES.organizationsCache)

/** Organizations of the person with their workspaces, kept for 30 s. */
export const organizationsOf = (): Promise<Organization[]> => kept.get('me')

/** The list of the Organizations menu: loaded when it opens, kept for 30 s, tried again 3 s after a failure. */
export function fillOrganizations(menu: HTMLDetailsElement): void {
  const list = menu.querySelector<HTMLElement>('[data-organizations-list]')
  if (!list) return
  let again: ReturnType<typeof setTimeout> | undefined
  const load = async () => {
    clearTimeout(again)
    if (!list.hasChildNodes()) list.replaceChildren(loading())
    try {
      const found = await organizationsOf()
      list.replaceChildren(...(found.length === 0 ? [none()] : [...found.slice(0, SHOWN).map(entry), ...rest(found)]))
    } catch {
      list.replaceChildren(failed(load))
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

/** Entries of the list and of its side lists: the pages behind them have the rest. */
const SHOWN = 10

const rest = (all: unknown[]) =>
  all.length > SHOWN
    ? [element('a', { href: urls.organizations }, `and ${all.length - SHOWN} more`, icon('arrow'))]
    : []

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

function failed(load: () => void) {
  const retry = element('button', { type: 'button' }, 'Retry')
  retry.addEventListener('click', load)
  return element('div', {}, element('p', { class: 'menu-note' }, 'Failed to load organizations'), retry)
}

/** An organization; its workspaces open beside it for the pointer and for the keyboard. */
function entry(it: Organization): HTMLElement {
  const address = href(urls.organization, { id: it.id })
  const text = element('span', { class: 'two-lines grow' }, element('span', { class: 'truncate' }, it.name))
  if (it.description) text.append(element('small', { class: 'truncate' }, it.description))
  const link = element('a', { href: address }, text, icon('next'))
  const side = element('div', { class: 'orgs-side', role: 'group', 'aria-label': `Workspaces of ${it.name}` })
  side.append(
    ...it.workspaces
      .slice(0, SHOWN)
      .map((place) =>
        element(
          'a',
          { href: href(urls.workspace, { id: place.id }), title: place.name },
          icon('table'),
          element('span', { class: 'truncate' }, place.name),
        ),
      ),
    // The arrow is drawn: not every font has the sign.
    element('a', { href: address }, 'View all workspaces ', element('span', { class: 'quiet' }, '→'), icon('arrow')),
  )
  side.hidden = true
  const item = element('div', { class: 'orgs-item' }, link, side)
  let hide: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(hide)
    for (const other of item.parentElement?.querySelectorAll<HTMLElement>('.orgs-side') ?? []) other.hidden = true
    side.hidden = false
  }
  const leave = () => {
    hide = setTimeout(() => {
      side.hidden = true
    }, TIMES.sideList)
  }
  item.addEventListener('pointerenter', show)
  item.addEventListener('pointerleave', leave)
  item.addEventListener('focusin', show)
  item.addEventListener('focusout', (event) => {
    if (!item.contains(event.relatedTarget as Node | null)) leave()
  })
  return item
}
