import { TIMES } from '#ui/rules/times.ts'
import { href, urls } from '../../src/urls.ts'
import { element, icon } from './element.ts'

/** The way to close the side list that is open, of all menus of the page. */
let closeOpen: (() => void) | null = null

/**
 * An organization of the menu with the side list of its workspaces, which opens for the pointer, the focus, the right arrow key and
 * the first tap of a finger; the second tap follows the link. It goes 150 ms after the pointer left.
 */
export function sideList(it: Organization): HTMLElement {
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
export type Place = { id: string; name: string; description?: string | null }

export type Workspace = Place & { role: 'owner' | 'member' | 'viewer' }

export type Organization = Place & { workspaces: Workspace[] }
