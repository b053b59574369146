import { z } from 'zod'
import {
  type ConnectionEngine,
  type ConnectionSecrets,
  type ConnectionSettings,
  DATABASE_ENGINES,
  type DatabaseSettings,
  EXTERNAL_KINDS,
  type ExternalSettings,
  PREVIEW_ENGINES,
  type RestPaging,
  SSL_MODES,
} from './connection.ts'
import { SCHEDULES, sourceOf } from './data-source.ts'

/** What is not given, in the ways that forms and programs have of saying so. */
const blank = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value
const optional = <T extends z.ZodType>(type: T) => z.preprocess(blank, type.optional())
const text = (most = 300) => optional(z.string().trim().max(most, `Use at most ${most} characters.`))
const pem = (most = 50_000) => optional(z.string().trim().max(most, 'This is too long.'))
const number = (min: number, max: number) =>
  optional(
    z.coerce
      .number('Write a number.')
      .int('Write a whole number.')
      .min(min, `At least ${min}.`)
      .max(max, `At most ${max}.`),
  )
const password = optional(z.string().max(5000, 'This is too long.'))
const port = number(1, 65_535)
const host = optional(
  z
    .string()
    .trim()
    .max(253, 'This is too long for a host.')
    .refine((it) => !/[/\\@?#\s]/.test(it), 'Write the name or address alone, like db.example.com.'),
)

const ssl = z.object({
  mode: optional(z.enum(SSL_MODES, `One of ${SSL_MODES.join(', ')}.`)),
  ca: pem().refine(
    (it) => it === undefined || it.includes('-----BEGIN CERTIFICATE-----'),
    'Paste it with its -----BEGIN CERTIFICATE----- line.',
  ),
})
const ssh = z.object({ host, port, username: text(), password, private_key: pem(), passphrase: password })
/** The parts of a text, without spaces around them and without empty ones. */
const parts = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
const schemas = z.preprocess(
  (value) => (typeof value === 'string' ? parts(value, ',') : (value ?? undefined)),
  z.array(z.string().min(1).max(200)).max(200, 'At most 200.').optional(),
)
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** An object, or text with one header a line. */
const headers = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value ?? undefined
    const lines = parts(value, '\n')
    if (lines.length === 0) return undefined
    return Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]!.trim(), line.slice(line.indexOf(':') + 1).trim()]),
    )
  },
  z
    .record(
      z.string().regex(headerName, 'Write headers one a line, like Accept: application/json.'),
      z
        .string()
        .max(8000)
        .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'A value must stand on one line.'),
      'Write headers one a line, like Accept: application/json.',
    )
    .refine((it) => Object.keys(it).length <= 30, 'At most 30 headers.')
    .refine(
      (it) => !Object.keys(it).some((name) => /^(host|content-length|connection|transfer-encoding)$/i.test(name)),
      'Host, Content-Length, Connection and Transfer-Encoding are set by themselves.',
    )
    .optional(),
)
const paging = z.object({
  kind: optional(z.enum(['none', 'link', 'cursor', 'page', 'offset'])),
  path: text(),
  parameter: text(100),
  start: number(0, 1_000_000),
  size_parameter: text(100),
  size: number(1, 100_000),
})
const refresh = optional(
  z.coerce
    .number()
    .int()
    .refine(
      (it) => SCHEDULES.some(({ minutes }) => minutes === it),
      `One of ${SCHEDULES.map(({ minutes }) => minutes).join(', ')}.`,
    ),
)
const about = {
  name: optional(z.string().trim().max(80, 'Use at most 80 characters.')),
  refresh_every_minutes: refresh.describe('Minutes between two looks at it; 0: only on demand.'),
}

/** What settings hold as it is typed, and what is sealed: a field is in one of the two, or an object that is taken apart. */
const databasePlain = {
  host,
  port,
  database: text(),
  username: text(),
  path: text(1000),
  account: text(),
  warehouse: text(),
  role: text(),
  project: text(),
  location: text(100),
  catalog: text(),
}
const databaseSecret = { password, service_account: pem(), private_key: pem(), token: password }
const databaseFields = { ...databasePlain, ...databaseSecret, ssl: optional(ssl), ssh: optional(ssh), schemas }
const externalPlain = {
  url: text(4000),
  sheet: text(2000),
  bucket: text(),
  prefix: text(1000),
  region: text(100),
  endpoint: text(1000),
  access_key_id: text(),
  record_path: text(),
}
const externalSecret = { secret_access_key: password, headers, basic: password, service_account: pem() }
const externalFields = { ...externalPlain, ...externalSecret, paging: optional(paging) }

/** POST …/database-connections; which fields an engine needs stands in GET /data-sources/config. */
export const newDatabase = z.object({
  ...about,
  engine: z
    .enum(DATABASE_ENGINES)
    .describe(`Previews, which an admin switches on before they can be connected: ${PREVIEW_ENGINES.join(', ')}.`),
  ...databaseFields,
})
export const newExternal = z.object({ ...about, kind: z.enum(EXTERNAL_KINDS), ...externalFields })
/** PATCH: what is left out stays as it is, secrets too. */
export const databaseChange = z.object({ ...about, ...databaseFields })
export const externalChange = z.object({ ...about, ...externalFields })

type DatabaseInput = z.infer<typeof databaseChange>
type ExternalInput = z.infer<typeof externalChange>
export type ConnectionInput = DatabaseInput & ExternalInput

/** The fields of a form, whose names have dots, as the object that the API takes. */
export function nested(fields: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const [outer, inner] = name.split('.', 2) as [string, string?]
    if (inner === undefined) result[outer] = value
    else if (['ssl', 'ssh', 'paging'].includes(outer))
      result[outer] = { ...(result[outer] as object | undefined), [inner]: value }
  }
  return result
}

const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, it]) => it !== undefined)) as T

const given = (input: ConnectionInput, fields: object) =>
  without(Object.fromEntries(Object.keys(fields).map((field) => [field, input[field as keyof ConnectionInput]])))

export function settingsOf(engine: ConnectionEngine, input: ConnectionInput): ConnectionSettings {
  const { ssl, ssh, schemas, headers, paging } = input
  if (sourceOf(engine)!.kind === 'external')
    return without({
      ...given(input, externalPlain),
      headers: headers && Object.keys(headers),
      paging: engine === 'rest' ? restPaging(paging) : undefined,
    }) as ExternalSettings
  return without({
    ...given(input, databasePlain),
    ssl: ssl?.mode ? without({ mode: ssl.mode, ca: ssl.ca }) : undefined,
    ssh: ssh?.host ? { host: ssh.host, port: ssh.port ?? 22, username: ssh.username ?? '' } : undefined,
    schemas: schemas && schemas.length > 0 ? schemas : undefined,
  }) as DatabaseSettings
}

function restPaging(input: ConnectionInput['paging']): RestPaging | undefined {
  const { kind = 'none', path = '', parameter, start = 1, size_parameter = 'limit', size = 100 } = input ?? {}
  if (kind === 'link') return { kind }
  if (kind === 'cursor') return { kind, path, ...(parameter === undefined ? {} : { parameter }) }
  if (kind === 'page') return { kind, parameter: parameter ?? 'page', start }
  if (kind === 'offset') return { kind, parameter: parameter ?? 'offset', size_parameter, size }
  return undefined
}

export function secretsOf(engine: ConnectionEngine, input: ConnectionInput): ConnectionSecrets {
  if (sourceOf(engine)!.kind === 'external') return given(input, externalSecret)
  const { password, private_key, passphrase } = input.ssh ?? {}
  return without({
    ...given(input, databaseSecret),
    ...{ ssh_password: password, ssh_private_key: private_key, ssh_passphrase: passphrase },
  })
}
