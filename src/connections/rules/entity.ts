import type { z } from 'zod'
import type { about, database } from './answers.ts'
import type { ConnectionEngine, ExternalKind, ExternalSettings } from './connection.ts'

type About = z.infer<z.ZodObject<typeof about>>
export type ConnectionStatus = About['status']

/** A database connection as the API answers it: everything but secrets. */
export type DatabaseEntity = z.infer<typeof database>

/** An external connection as the API answers it. `headers` are names only. */
export type ExternalEntity = About &
  Omit<ExternalSettings, 'headers'> & { kind: ExternalKind; headers: string[]; refreshed_at: string | null }

/** A connection as pages draw it. */
export type ConnectionCard = About & {
  kind: 'database' | 'external'
  engine: ConnectionEngine
  /** Where it is, in one line. */
  place: string
  looked_at: string | null
}
