import { z } from 'zod'
import type { ConnectionSettings, DatabaseSettings, ExternalSettings } from './connection.ts'
import { type ConnectionInput, databaseChange, externalChange, nested } from './input.ts'

/** The fields of the form for a kind of source, whose names have dots, as an input. */
export const connectionForm = (kind: 'database' | 'external') =>
  z
    .record(z.string(), z.unknown())
    .transform(nested)
    .pipe(kind === 'database' ? databaseChange : externalChange)
    .transform((input): ConnectionInput => input)

type Row = { name: string; settings: ConnectionSettings; refreshEveryMinutes: number | null }

export function formValues({ name, settings, refreshEveryMinutes }: Row): Record<string, string> {
  const { ssl, ssh, schemas, paging, headers: _, ...plain } = settings as DatabaseSettings & ExternalSettings
  const fields: Record<string, unknown> = {
    ...plain,
    name,
    schemas: schemas?.join(', '),
    refresh_every_minutes: refreshEveryMinutes ?? 0,
  }
  for (const [outer, inner] of Object.entries({ ssl, ssh, paging }))
    for (const [key, value] of Object.entries(inner ?? {})) fields[`${outer}.${key}`] = value
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  )
}
