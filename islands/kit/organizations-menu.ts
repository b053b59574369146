import { TIMES } from '#ui/rules/times.ts'
import { urls } from '../../src/urls.ts'
import { ApiError, api } from './api.ts'
import { cached } from './caches.ts'
import { element, icon } from './element.ts'
import { freshToken } from './session-keeper.ts'
import type { Organization, Place, Workspace } from './side-list.ts'
import { sideList } from './side-list.ts'
import { viewerOfPage } from './viewer.ts'

/** What stands in place of the list when there is no session to ask with. */
const NO_TOKEN = 'No session token available'

type Listed<T> = T & { status: string; created_at: string }

/** What is active, newest first. */
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
