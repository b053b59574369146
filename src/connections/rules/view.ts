import { answerOf } from '#base/answer.ts'
import {
  about,
  type ConnectionCard,
  type ConnectionStatus,
  type DatabaseEntity,
  type ExternalEntity,
} from './answers.ts'
import type {
  ConnectionSettings,
  DatabaseEngine,
  DatabaseSettings,
  ExternalKind,
  ExternalSettings,
} from './connection.ts'

type Row = {
  id: string
  kind: 'database' | 'external'
  engine: ConnectionCard['engine']
  name: string
  settings: ConnectionSettings
  status: string
  error: string | null
  changes: string[]
  warnings: string[]
  serverVersion: string
  tables: number
  refreshEveryMinutes: number | null
  lastSyncedAt: Date | null
  nextRefreshAt: Date | null
  createdAt: Date
}

/** An address without its query, which may carry a key. */
function plainUrl(text: string): string {
  const url = URL.parse(text)
  return url ? `${url.origin}${url.pathname}${url.search ? '?…' : ''}` : text
}

/** Settings for the audit and for people who may not change them: addresses lose what may be a secret in them. */
export function shownSettings(settings: ConnectionSettings): ConnectionSettings {
  const { url, endpoint } = settings as ExternalSettings
  return {
    ...settings,
    ...(url === undefined ? {} : { url: plainUrl(url) }),
    ...(endpoint === undefined ? {} : { endpoint: plainUrl(endpoint) }),
  }
}

const aboutOf = (row: Row) => {
  const status = row.status as ConnectionStatus
  return answerOf(about, { ...row, status, refreshEveryMinutes: row.refreshEveryMinutes ?? 0 })
}

const SETTINGS = {
  ...{ host: null, port: null, database: null, username: null, ssl: null, ssh: null, schemas: [], path: null },
  ...{ account: null, warehouse: null, role: null, project: null, location: null, catalog: null },
}

export function databaseEntity(row: Row): DatabaseEntity {
  const { endpoint: _, ...settings } = row.settings as DatabaseSettings
  return {
    ...aboutOf(row),
    engine: row.engine as DatabaseEngine,
    ...{ ...SETTINGS, ...settings },
    server_version: row.serverVersion,
    last_synced_at: row.lastSyncedAt?.toISOString() ?? null,
  }
}

/** @param whole whether the reader may change it: others see addresses without their query */
export function externalEntity(row: Row, whole: boolean): ExternalEntity {
  const { headers = [], ...settings } = (whole ? row.settings : shownSettings(row.settings)) as ExternalSettings
  return {
    ...aboutOf(row),
    kind: row.engine as ExternalKind,
    ...settings,
    headers,
    refreshed_at: row.lastSyncedAt?.toISOString() ?? null,
  }
}

export const connectionCard = (row: Row): ConnectionCard => ({
  ...aboutOf(row),
  kind: row.kind,
  engine: row.engine,
  place: placeOf(row.settings),
  looked_at: row.lastSyncedAt?.toISOString() ?? null,
})

function placeOf(settings: ConnectionSettings): string {
  const db = settings as DatabaseSettings
  const web = settings as ExternalSettings
  if (db.host) return `${db.host}:${db.port}${db.database || db.catalog ? `/${db.database ?? db.catalog}` : ''}`
  if (web.bucket) return [web.bucket, web.prefix].filter(Boolean).join('/')
  if (web.url || web.sheet) return plainUrl(web.url ?? web.sheet!)
  return [db.account ?? db.project, db.database].filter(Boolean).join('/') || (db.path ?? '')
}
