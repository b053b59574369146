import type { DataSource } from '#connections/rules/data-source.ts'
import { urls } from '../../src/urls.ts'
import { bearer } from './api.ts'
import { apiAddress } from './api-address.ts'
import { clearToken } from './token-store.ts'

/** `error`: why the list is empty; null when it could be read. */
export type DataSourceConfig = { dataSources: DataSource[]; error: string | null }

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
