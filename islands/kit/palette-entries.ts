import type { DataSource } from '#connections/rules/data-source.ts'
import { can } from '#organizations/rules/permission.ts'
import type { IconName } from '#ui/rules/icon.ts'
import { href, urls } from '../../src/urls.ts'
import { api, bearer } from './api.ts'
import { apiAddress } from './api-address.ts'
import { cached } from './caches.ts'
import { organizationsOf } from './organizations-menu.ts'
import { clearToken } from './token-store.ts'

/** `error`: why the list is empty; null when it could be read. */
type DataSourceConfig = { dataSources: DataSource[]; error: string | null }

const failed = (status: string): DataSourceConfig => ({
  dataSources: [],
  error: `Failed to fetch data source config: ${status}`,
})

/** What can be connected on this server. Never fails: a list that cannot be had is empty, with the sentence that says so. */
export async function dataSourceConfig(): Promise<DataSourceConfig> {
  const answer = await fetch(apiAddress(urls.apiDataSourceConfig), {
    headers: { Accept: 'application/json', ...bearer() },
  }).catch(() => null)
  if (!answer) return failed('the server could not be reached')
  if (answer.status === 401) clearToken()
  // Over HTTP/2 there is no text, only the number.
  if (!answer.ok) return failed(answer.statusText || String(answer.status))
  const { dataSources } = (await answer.json().catch(() => ({}))) as Partial<DataSourceConfig>
  return dataSources ? { dataSources, error: null } : failed('Invalid response from server')
}

export type Entry = { group: string; label: string; note?: string | undefined; icon: IconName; href: string }

const KEEP_MS = 30_000

const entry = (group: string, icon: IconName, label: string, href: string, note?: string): Entry => ({
  group,
  icon,
  label,
  href,
  note,
})

/** Pages that anybody may open, then those of somebody signed in. */
export function pageEntries(signedIn: boolean): Entry[] {
  const page = (label: string, icon: IconName, address: string) => entry('Pages', icon, label, address)
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

export async function placeEntries(): Promise<Entry[]> {
  const organizations = await organizationsOf()
  return [
    ...organizations.flatMap((one) =>
      one.workspaces.map(({ id, name }) => entry('Workspaces', 'table', name, href(urls.workspace, { id }), one.name)),
    ),
    ...organizations.map(({ id, name }) => entry('Organizations', 'building', name, href(urls.organization, { id }))),
  ]
}

type Named = { id: string; name: string }
/** Names, addresses and notes of what a list of a workspace holds, kept for a while. */
function held<T>(
  list: `/api/workspaces/:id/${string}`,
  [group, icon, limit]: [group: string, icon: IconName, limit: number],
  of: (one: T, id: string) => [label: string, address: string, note?: string],
): (id: string) => Promise<Entry[]> {
  const all = cached<T[]>((id) => api(href(list, { id }, { limit: String(limit) })), KEEP_MS)
  return async (id) => (await all.get(id)).map((one) => entry(group, icon, ...of(one, id)))
}
const HELD = [
  held<{ id: string; title: string }>(urls.apiAgentHistory, ['Conversations', 'chat', 30], (one, id) => [
    one.title,
    href(urls.workspace, { id }, { conversation: one.id }),
  ]),
  held<Named & { description: string; may_ask: boolean }>(urls.apiAgents, ['Agents', 'user', 100], (one, id) => [
    one.name,
    one.may_ask ? href(urls.workspace, { id }, { agent: one.id }) : href(urls.workspaceAgent, { id, agentId: one.id }),
    one.description,
  ]),
  held<Named>(urls.apiCanvases, ['Canvases', 'chart', 100], ({ id, name }) => [name, href(urls.canvas, { id })]),
  held<Named & { canvas: Named | null }>(urls.apiWatches, ['Watches', 'bell', 100], (one, id) => [
    one.name,
    href(urls.workspaceWatch, { id, watchId: one.id }),
    one.canvas?.name ?? 'An answer',
  ]),
  held<{ name: string; source: Named }>(urls.apiCatalogNames, ['Tables', 'table', 200], ({ name, source }, id) => [
    name,
    href(urls.workspaceFile, { id, fileId: source.id }),
    source.name,
  ]),
]

/** What is in a workspace that a person may open there, a list at a time: one that cannot be had leaves the others. */
export const workspaceEntries = (id: string): Promise<Entry[]>[] => [
  ...HELD.map((read) => read(id)),
  roleIn(id).then((role) => [
    entry('Pages', 'chart', 'Canvases of this workspace', href(urls.workspaceCanvases, { id })),
    entry('Pages', 'bell', 'Watches and schedules of this workspace', href(urls.workspaceWatches, { id })),
    entry('Pages', 'file', 'Data of this workspace', href(urls.workspaceFiles, { id })),
    entry('Pages', 'chat', 'Agents of this workspace', href(urls.workspaceAgents, { id })),
    entry('Pages', 'plus', 'New question', href(urls.workspace, { id })),
    ...(role && can(role, 'CREATE_AGENTS')
      ? [entry('Pages', 'plus', 'New agent', href(urls.workspaceNewAgent, { id }))]
      : []),
  ]),
]

async function roleIn(id: string) {
  return (await organizationsOf()).flatMap((one) => one.workspaces).find((one) => one.id === id)?.role
}

/** Ways to connect something to a workspace, for who may; without them, why they cannot be told. */
export async function connectEntries(id: string): Promise<{ entries: Entry[]; problem: string | null }> {
  const role = await roleIn(id)
  if (!role || !can(role, 'CONNECT_DATABASE')) return { entries: [], problem: null }
  const { dataSources, error } = await dataSourceConfig()
  return {
    problem: error,
    entries: dataSources
      .filter(({ kind, available }) => kind !== 'file' && available)
      .map(({ label, engine }) =>
        entry('Connect', 'plus', `Connect ${label}`, href(urls.workspaceNewSource, { id, engine })),
      ),
  }
}
