/** A statement that somebody ran in the SQL editor, with how it ended. */
export type Statement = {
  id: string
  /** A connected database by its name, or `workspace`. */
  source: string
  sql: string
  status: 'ok' | 'failed' | 'cancelled'
  error: string | null
  /** The stored result, as long as it is kept. */
  result_id: string | null
  rows: number | null
  elapsed_ms: number
  created_at: string
}
