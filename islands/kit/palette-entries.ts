import { can } from '#organizations/rules/permission.ts'
import type { IconName } from '#ui/rules/icon.ts'
import { href, urls } from '../../src/urls.ts'
import { api } from './api.ts'
import { cached } from './caches.ts'
import { dataSourceConfig } from './data-sources.ts'
import { organizationsOf } from './organizations-menu.ts'

export type Entry = { group: string; label: string; note?: string; icon: IconName; href: string }

const KEEP_MS = 30_000
const CONVERSATIONS = '30'
const TABLES = '200'

/** Pages that anybody may open, then those of somebody signed in. */
export function pageEntries(signedIn: boolean): Entry[] {
  const page = (label: string, icon: IconName, href: string): Entry => ({ group: 'Pages', label, icon, href })
  const home = page('Home', 'arrow', urls.home)
  return signedIn
    ? [
        page('Chat', 'chat', urls.chat),
        page('Organizations', 'building', urls.organizations),
        page('New organization', 'plus', urls.newOrganization),
        page('Profile', 'user', urls.profile),
        page('Billing & Credits', 'credit', urls.billing),
        home,
      ]
    : [home, page('Login', 'user', urls.login), page('Get Started', 'plus', urls.register)]
}

/** Organizations and workspaces of the person. */
export async function placeEntries(): Promise<Entry[]> {
  const organizations = await organizationsOf()
  return [
    ...organizations.flatMap((one) =>
      one.workspaces.map(({ id, name }) => ({
        group: 'Workspaces',
        label: name,
        note: one.name,
        icon: 'table' as const,
        href: href(urls.workspace, { id }),
      })),
    ),
    ...organizations.map(({ id, name }) => ({
      group: 'Organizations',
      label: name,
      icon: 'building' as const,
      href: href(urls.organization, { id }),
    })),
  ]
}

type Conversation = { id: string; title: string }
type Table = { name: string; source: { id: string; name: string } }

const conversations = cached<Conversation[]>(
  (id) => api(href(urls.apiAgentHistory, { id }, { limit: CONVERSATIONS })),
  KEEP_MS,
)
const tables = cached<Table[]>((id) => api(href(urls.apiCatalogNames, { id }, { limit: TABLES })), KEEP_MS)

/** Conversations and tables of the workspace that is open. */
export async function workspaceEntries(id: string): Promise<Entry[]> {
  const [talks, data] = await Promise.all([conversations.get(id), tables.get(id)])
  return [
    ...talks.map((one) => ({
      group: 'Conversations',
      label: one.title,
      icon: 'chat' as const,
      href: href(urls.workspace, { id }, { conversation: one.id }),
    })),
    ...data.map(({ name, source }) => ({
      group: 'Tables',
      label: name,
      note: source.name,
      icon: 'table' as const,
      href: href(urls.workspaceFile, { id, fileId: source.id }),
    })),
    { group: 'Pages', label: 'Data of this workspace', icon: 'file', href: href(urls.workspaceFiles, { id }) },
    { group: 'Pages', label: 'New question', icon: 'plus', href: href(urls.workspace, { id }) },
  ]
}

/** Ways to connect something to a workspace, for who may; without them, why they cannot be told. */
export async function connectEntries(id: string): Promise<{ entries: Entry[]; problem: string | null }> {
  const workspaces = (await organizationsOf()).flatMap((one) => one.workspaces)
  const role = workspaces.find((one) => one.id === id)?.role
  if (!role || !can(role, 'CONNECT_DATABASE')) return { entries: [], problem: null }
  const { dataSources, error } = await dataSourceConfig()
  return {
    problem: error,
    entries: dataSources
      .filter(({ kind, available }) => kind !== 'file' && available)
      .map(({ label, engine }) => ({
        group: 'Connect',
        label: `Connect ${label}`,
        icon: 'plus' as const,
        href: href(urls.workspaceNewSource, { id, engine }),
      })),
  }
}
