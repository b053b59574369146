import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import {
  type ConnectionEngine,
  DATABASE_ENGINES,
  EXTERNAL_KINDS,
  type ExternalKind,
  type ExternalSettings,
  SSL_MODES,
} from './connection.ts'

export const about = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['syncing', 'ready', 'failed']),
  tables: count.describe('How many it has in the catalog.'),
  error: z.string().nullable().describe('Why the last look failed; tables of the one before stay.'),
  changes: z.array(z.string()).describe('What the last look found to be different.'),
  warnings: z.array(z.string()),
  refresh_every_minutes: count.describe('0: only on demand.'),
  next_refresh_at: moment.nullable(),
  created_at: moment,
})
type About = z.infer<typeof about>
export type ConnectionStatus = About['status']
export type ConnectionCard = About & {
  kind: 'database' | 'external'
  engine: ConnectionEngine
  place: string
  looked_at: string | null
}

const text = z.string().nullable()
export const database = about.extend({
  engine: z.enum(DATABASE_ENGINES),
  host: text,
  port: count.nullable(),
  database: text,
  username: text,
  ssl: z.object({ mode: z.enum(SSL_MODES), ca: z.string().optional() }).nullable(),
  ssh: z.object({ host: z.string(), port: count, username: z.string(), hostKey: z.string().optional() }).nullable(),
  schemas: z.array(z.string()),
  path: text,
  account: text,
  warehouse: text,
  role: text,
  project: text,
  location: text,
  catalog: text,
  server_version: z.string(),
  last_synced_at: moment.nullable(),
})
export type DatabaseEntity = z.infer<typeof database>

export const external = z.looseObject({
  ...about.shape,
  kind: z.enum(EXTERNAL_KINDS),
  headers: z.array(z.string()).describe('Names only.'),
  refreshed_at: moment.nullable(),
})
/** An external connection as the API answers it. `headers` are names only. */
export type ExternalEntity = About &
  Omit<ExternalSettings, 'headers'> & { kind: ExternalKind; headers: string[]; refreshed_at: string | null }

export const tested = z.object({
  ok: z.literal(true),
  latency_ms: count,
  tables: count.describe('Of a database; files or records of an address.'),
  server_version: z.string(),
  warnings: z.array(z.string()),
})
export type Tested = z.infer<typeof tested>
export const field = z.object({
  name: z.string().describe('With a dot for a field of an object: `ssl.mode`.'),
  type: z.enum(['text', 'number', 'password', 'textarea', 'select', 'file']),
  label: z.string(),
  required: z.boolean(),
  default: z.string().optional(),
  hint: z.string().optional(),
  placeholder: z.string().optional(),
  secret: z.literal(true).optional().describe('Kept sealed and never answered.'),
  group: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
})
export const dataSource = z.object({
  kind: z.string(),
  engine: z.string(),
  label: z.string(),
  extensions: z.array(z.string()).optional().describe('Files only.'),
  fields: z.array(field),
  available: z.boolean(),
  preview: z
    .boolean()
    .describe('Never run against the real product here: available only where a platform admin switched it on.'),
})
export const dataSourceConfig = z.object({ dataSources: z.array(dataSource) })
