import type { ConnectionEngine } from '#connections/rules/connection.ts'

/** Where a table comes from. */
export type Origin =
  | {
      kind: 'file'
      /** Newest first. */
      versions: {
        id: string
        version: number
        current: boolean
        changes: string[]
        rows: number
        created_at: string
      }[]
    }
  | {
      kind: 'connection'
      id: string
      engine: ConnectionEngine
      changes: string[]
      synced_at: string | null
      /** Null: only on demand. */
      every_minutes: number | null
    }
