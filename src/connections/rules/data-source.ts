import type { z } from 'zod'
import type { FileFormat } from '#files/rules/ingest.ts'
import type { dataSource, field } from './answers.ts'
import { type ConnectionEngine, DEFAULT_PORTS, PREVIEW_ENGINES, type SslMode } from './connection.ts'

/** One thing that a form asks; `name` with a dot is a field of an object: `ssl.mode` is `{ssl: {mode}}`. */
export type SourceField = z.infer<typeof field>

/** What can be connected now; the forms are drawn from it. `available`: whether this server can. */
export type DataSource = z.infer<typeof dataSource> & {
  kind: 'file' | 'database' | 'external'
  engine: FileFormat | ConnectionEngine
}
export type ConnectionSource = DataSource & { kind: 'database' | 'external'; engine: ConnectionEngine; about: string }

const isPreview = (engine: string) => PREVIEW_ENGINES.some((it) => it === engine)

/** Whether the settings of the server offer an engine: previews when they were switched on, all others unless they were switched off. */
export const isOffered = (engine: string, { off, preview }: { off: string[]; preview: string[] }): boolean =>
  isPreview(engine) ? preview.includes(engine) : !off.includes(engine)

export const offeredLabel = ({ label, preview }: Pick<DataSource, 'label' | 'preview'>): string =>
  preview ? `${label} (preview)` : label

/** Why a source cannot be connected, and what can be done about it. */
export const unavailableText = ({ label, preview }: Pick<DataSource, 'label' | 'preview'>): string =>
  preview
    ? `${label} is a preview, which is switched off on this server. A platform admin can switch it on: Data Sources in the admin panel.`
    : `This server cannot connect ${label}.`

type Extra = Partial<Omit<SourceField, 'name' | 'label'>>
const ask = (name: string, label: string, extra: Extra = {}): SourceField => ({
  ...{ name, type: 'text', label, required: true },
  ...extra,
})
const maybe = (name: string, label: string, extra: Extra = {}) => ask(name, label, { required: false, ...extra })
const secret = (name: string, label: string, extra: Extra = {}) =>
  maybe(name, label, { type: 'password', secret: true, ...extra })
const pasted = (name: string, label: string, extra: Extra = {}) => maybe(name, label, { type: 'textarea', ...extra })
/** @param options value -> label; the first is the default */
const choose = (name: string, label: string, options: Record<string, string>, extra: Extra = {}) =>
  maybe(name, label, {
    type: 'select',
    options: Object.entries(options).map(([value, label]) => ({ value, label })),
    default: Object.keys(options)[0]!,
    ...extra,
  })
/** Fields of a group stand together and may be passed over. */
const grouped = (group: string, fields: SourceField[]) => fields.map((field) => ({ ...field, group }))

const SSL_LABELS: Record<SslMode, string> = {
  disable: 'Never',
  prefer: 'When the server can',
  require: 'Always',
  'verify-ca': 'Always, with a certificate of a known authority',
  'verify-full': 'Always, with a certificate for this very host',
}
const ssl = (mode: SslMode) =>
  grouped('Encryption', [
    choose('ssl.mode', 'Encrypt the connection', SSL_LABELS, { default: mode }),
    pasted('ssl.ca', 'Certificate of the authority', {
      hint: 'PEM text. Leave it empty for authorities that everybody knows.',
      placeholder: '-----BEGIN CERTIFICATE-----',
    }),
  ])
const ssh = grouped('SSH tunnel', [
  maybe('ssh.host', 'SSH host', { hint: 'A server in between that can reach the database.' }),
  maybe('ssh.port', 'SSH port', { type: 'number', default: '22' }),
  maybe('ssh.username', 'SSH user'),
  secret('ssh.password', 'SSH password'),
  pasted('ssh.private_key', 'SSH private key', { secret: true, hint: 'Instead of a password.' }),
  secret('ssh.passphrase', 'Passphrase of the key'),
])
const SCHEMAS = maybe('schemas', 'Schemas', {
  hint: 'Separated by commas; all that the user may read when empty.',
  group: 'Which tables',
})
const host = (engine: keyof typeof DEFAULT_PORTS) => [
  ask('host', 'Host', { placeholder: 'db.example.com' }),
  ask('port', 'Port', { type: 'number', default: String(DEFAULT_PORTS[engine]) }),
]
const USER = ask('username', 'User', { hint: 'Best one that may only read.' })
const PASSWORD = secret('password', 'Password')

const server = (engine: keyof typeof DEFAULT_PORTS, mode: SslMode, more: SourceField[] = []) => [
  ...[...host(engine), ask('database', 'Database'), USER, PASSWORD, ...ssl(mode), ...more, ...ssh],
]
const SERVICE_ACCOUNT = 'Key of a service account'
const HEADERS = pasted('headers', 'Headers', {
  secret: true,
  hint: 'One a line, like Authorization: Bearer … Their values are kept sealed.',
})

const PAGING = {
  none: 'There is one page',
  link: 'Link header',
  cursor: 'Cursor in the answer',
  page: 'Page number',
  offset: 'Offset',
}

const sourceOfKind =
  (kind: ConnectionSource['kind'], example: string) =>
  (engine: ConnectionEngine, label: string, about: string, fields: SourceField[]): ConnectionSource => ({
    ...{ kind, engine, label, about },
    fields: [ask('name', 'Name', { hint: `How you and the analyst call it, for example ${example}.` }), ...fields],
    available: kind === 'external',
    preview: isPreview(engine),
  })
const database = sourceOfKind('database', 'Shop database')
const external = sourceOfKind('external', 'Exchange rates')

export const CONNECTION_SOURCES: ConnectionSource[] = [
  database(
    'postgres',
    'PostgreSQL',
    'Also CockroachDB, Timescale, Neon and Supabase',
    server('postgres', 'prefer', [SCHEMAS]),
  ),
  database('mysql', 'MySQL or MariaDB', 'Tables of one database', server('mysql', 'prefer')),
  database('clickhouse', 'ClickHouse', 'Over its HTTP interface', [
    ...host('clickhouse'),
    maybe('database', 'Database', { default: 'default' }),
    ask('username', 'User', { default: 'default' }),
    PASSWORD,
    ...ssl('verify-full'),
    ...ssh,
  ]),
  database('sqlserver', 'SQL Server', 'Also Azure SQL', server('sqlserver', 'require', [SCHEMAS])),
  database('sqlite', 'SQLite file', 'A file on the machine of this server', [
    ask('path', 'Path of the file', { hint: 'Below a folder that whoever runs this server has allowed.' }),
  ]),
  database('snowflake', 'Snowflake', 'By a key pair or an access token', [
    ask('account', 'Account', { placeholder: 'orgname-account' }),
    ask('warehouse', 'Warehouse'),
    ask('database', 'Database'),
    USER,
    secret('password', 'Access token', { hint: 'A programmatic one; or the passphrase of the private key.' }),
    pasted('private_key', 'Private key', { secret: true, hint: 'PEM text, instead of a token.' }),
    maybe('role', 'Role'),
    SCHEMAS,
  ]),
  database('bigquery', 'BigQuery', 'By a service account', [
    ask('project', 'Project'),
    pasted('service_account', SERVICE_ACCOUNT, { required: true, secret: true, hint: 'The whole JSON file.' }),
    maybe('location', 'Location', { placeholder: 'EU' }),
    { ...SCHEMAS, label: 'Datasets' },
  ]),
  database('trino', 'Trino', 'One catalog of a cluster', [
    ...host('trino'),
    ask('catalog', 'Catalog'),
    USER,
    PASSWORD,
    secret('token', 'Access token', { hint: 'Instead of a password.' }),
    ...ssl('verify-full'),
    SCHEMAS,
  ]),
  external('url', 'File on the web', 'CSV, JSON, Parquet or Excel behind an address', [
    ask('url', 'Address', { placeholder: 'https://example.com/orders.csv' }),
    ...grouped('Access', [
      secret('basic', 'User and password', { hint: 'As user:password, if the address asks for them.' }),
      HEADERS,
    ]),
  ]),
  external('google_sheet', 'Google Sheet', 'Published, or shared with a service account', [
    ask('sheet', 'Address of the sheet', {
      placeholder: 'https://docs.google.com/spreadsheets/d/…',
      hint: 'Shared with everybody who has the link, or with the service account below.',
    }),
    pasted('service_account', SERVICE_ACCOUNT, {
      secret: true,
      hint: 'The whole JSON file. Share the sheet with its client_email.',
      group: 'Access',
    }),
  ]),
  external('s3', 'S3 bucket', 'Files of a bucket or folder, also of R2, MinIO and Spaces', [
    ask('bucket', 'Bucket'),
    maybe('prefix', 'Folder or file', { placeholder: 'exports/orders/' }),
    maybe('region', 'Region', { default: 'us-east-1' }),
    maybe('endpoint', 'Endpoint', { hint: 'Only for services other than AWS.', placeholder: 'https://…' }),
    maybe('access_key_id', 'Access key id', { hint: 'Empty for public buckets.' }),
    secret('secret_access_key', 'Secret access key'),
  ]),
  external('rest', 'REST API', 'A JSON endpoint, page by page', [
    ask('url', 'Address', { placeholder: 'https://api.example.com/v1/orders' }),
    HEADERS,
    secret('basic', 'User and password', { hint: 'As user:password, for Basic authentication.' }),
    maybe('record_path', 'Where the records are', { hint: 'Like data.items; found by itself when empty.' }),
    ...grouped('Pages', [
      choose('paging.kind', 'Next page', PAGING),
      maybe('paging.path', 'Where the cursor is', { hint: 'Like meta.next; an address or a token.' }),
      maybe('paging.parameter', 'Parameter', { hint: 'That carries the cursor, page or offset.' }),
      maybe('paging.start', 'First page', { type: 'number', hint: 'Usually 1.' }),
      maybe('paging.size_parameter', 'Parameter of the page size', { hint: 'With an offset.' }),
      maybe('paging.size', 'Rows a page', { type: 'number', hint: 'With an offset.' }),
    ]),
  ]),
]

export const sourceOf = (engine: string): ConnectionSource | undefined =>
  CONNECTION_SOURCES.find((source) => source.engine === engine)

/** How often a source may be refreshed, in minutes; 0: only on demand. */
export const SCHEDULES: { minutes: number; label: string }[] = [
  { minutes: 0, label: 'Only on demand' },
  { minutes: 15, label: 'Every 15 minutes' },
  { minutes: 60, label: 'Every hour' },
  { minutes: 360, label: 'Every 6 hours' },
  { minutes: 1440, label: 'Every day' },
  { minutes: 10_080, label: 'Every week' },
]
