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
const CONVERSATIONS = '30'
const TABLES = '200'

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

type Conversation = { id: string; title: string }
type Board = { id: string; name: string }
type Table = { name: string; source: { id: string; name: string } }

const conversations = cached<Conversation[]>(
  (id) => api(href(urls.apiAgentHistory, { id }, { limit: CONVERSATIONS })),
  KEEP_MS,
)
const boards = cached<Board[]>((id) => api(href(urls.apiCanvases, { id }, { limit: CONVERSATIONS })), KEEP_MS)
const tables = cached<Table[]>((id) => api(href(urls.apiCatalogNames, { id }, { limit: TABLES })), KEEP_MS)

export async function workspaceEntries(id: string): Promise<Entry[]> {
  const [talks, made, data] = await Promise.all([conversations.get(id), boards.get(id), tables.get(id)])
  const chatAt = (conversation: string) => href(urls.workspace, { id }, { conversation })
  const fileAt = (fileId: string) => href(urls.workspaceFile, { id, fileId })
  return [
    ...talks.map((one) => entry('Conversations', 'chat', one.title, chatAt(one.id))),
    ...made.map((one) => entry('Canvases', 'chart', one.name, href(urls.canvas, { id: one.id }))),
    ...data.map(({ name, source }) => entry('Tables', 'table', name, fileAt(source.id), source.name)),
    entry('Pages', 'chart', 'Canvases of this workspace', href(urls.workspaceCanvases, { id })),
    entry('Pages', 'file', 'Data of this workspace', href(urls.workspaceFiles, { id })),
    entry('Pages', 'chat', 'Agents of this workspace', href(urls.workspaceAgents, { id })),
    entry('Pages', 'plus', 'New question', href(urls.workspace, { id })),
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
      .map(({ label, engine }) =>
        entry('Connect', 'plus', `Connect ${label}`, href(urls.workspaceNewSource, { id, engine })),
      ),
  }
}
