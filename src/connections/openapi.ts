import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { DATABASE_ENGINES, EXTERNAL_KINDS, SSL_MODES } from './rules/connection.ts'
import { databaseChange, externalChange, newDatabase, newExternal } from './rules/input.ts'

const tag = 'Data'
const about = {
  id: z.string(),
  name: z.string(),
  status: z.enum(['syncing', 'ready', 'failed']),
  tables: z.number().int().describe('How many it has in the catalog.'),
  error: z.string().nullable().describe('Why the last look failed; tables of the one before stay.'),
  changes: z.array(z.string()).describe('What the last look found to be different.'),
  warnings: z.array(z.string()),
  refresh_every_minutes: z.number().int().describe('0: only on demand.'),
  next_refresh_at: moment.nullable(),
  created_at: moment,
}
const text = z.string().nullable()
const database = z.object({
  ...about,
  engine: z.enum(DATABASE_ENGINES),
  host: text,
  port: z.number().int().nullable(),
  database: text,
  username: text,
  ssl: z.object({ mode: z.enum(SSL_MODES), ca: z.string().optional() }).nullable(),
  ssh: z
    .object({ host: z.string(), port: z.number().int(), username: z.string(), hostKey: z.string().optional() })
    .nullable(),
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
const external = z.looseObject({
  ...about,
  kind: z.enum(EXTERNAL_KINDS),
  headers: z.array(z.string()).describe('Names only.'),
  refreshed_at: moment.nullable(),
})
const tested = z.object({
  ok: z.literal(true),
  latency_ms: z.number().int(),
  tables: z.number().int(),
  server_version: z.string(),
  warnings: z.array(z.string()),
})
const field = z.object({
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
const FAILS =
  'A source that cannot be reached or read answers 422 `connection_failed`, with `details.step` (dns, tcp, tls, auth, database or permission) and `details.hint`.'
const SECRETS = 'Passwords, keys and values of headers are kept sealed and never answered.'

const both = (
  kind: 'database' | 'external',
  words: { one: string; many: string },
  addresses: { all: string; test: string; one: string; refresh: string },
  entity: z.ZodType,
  input: z.ZodType,
  change: z.ZodType,
): Described[] => [
  describe('get', addresses.all, {
    tag,
    summary: `The ${words.many} of a workspace`,
    answer: z.array(entity),
    paged: true,
  }),
  describe('post', addresses.all, {
    tag,
    summary: kind === 'database' ? 'Connect a database' : 'Connect an address',
    description: `${FAILS} ${SECRETS} Status \`syncing\` where looking at its tables takes longer.`,
    body: input,
    answer: entity,
    status: 201,
    errors: ['conflict', 'unprocessable', 'rate_limited'],
  }),
  describe('post', addresses.test, {
    tag,
    summary: `Try ${words.one} without keeping it`,
    description: FAILS,
    body: input,
    answer: tested,
    errors: ['unprocessable', 'rate_limited'],
  }),
  describe('get', addresses.one, { tag, summary: `One of the ${words.many}`, answer: entity }),
  describe('patch', addresses.one, {
    tag,
    summary: `Change ${words.one}`,
    description: `What is left out stays as it is. Secrets must be sent again when the change leads elsewhere: another host, port, user or weaker encryption. ${FAILS}`,
    body: change,
    answer: entity,
    errors: ['conflict', 'unprocessable', 'rate_limited'],
  }),
  describe('delete', addresses.one, {
    tag,
    summary: `Delete ${words.one}`,
    description: 'Its tables leave the catalog and its secrets are forgotten at once.',
  }),
  describe('post', addresses.refresh, {
    tag,
    summary: 'Look at the source again',
    description: 'In the background: ask for the connection until its status changes.',
    answer: entity,
    status: 202,
    errors: ['conflict', 'rate_limited'],
  }),
]

export const connectionApi: Described[] = [
  ...both(
    'database',
    { one: 'a database connection', many: 'database connections' },
    {
      all: urls.apiDatabaseConnections,
      test: urls.apiDatabaseConnectionTest,
      one: urls.apiDatabaseConnection,
      refresh: urls.apiDatabaseConnectionRefresh,
    },
    database,
    newDatabase,
    databaseChange,
  ),
  ...both(
    'external',
    { one: 'an external connection', many: 'external connections' },
    {
      all: urls.apiExternalConnections,
      test: urls.apiExternalConnectionTest,
      one: urls.apiExternalConnection,
      refresh: urls.apiExternalConnectionRefresh,
    },
    external,
    newExternal,
    externalChange,
  ),
  describe('get', urls.apiDataSourceConfig, {
    tag,
    summary: 'What can be connected',
    answer: z.object({
      dataSources: z.array(
        z.object({
          kind: z.string(),
          engine: z.string(),
          label: z.string(),
          extensions: z.array(z.string()).optional().describe('Files only.'),
          fields: z.array(field),
          available: z.boolean(),
          preview: z
            .boolean()
            .describe('Never run against the real product here: available only where a platform admin switched it on.'),
        }),
      ),
    }),
  }),
]
