import type { DataSource } from '#connections/rules/data-source.ts'
import type { FileDialect, FileFormat, Rejected } from './ingest.ts'

type FileStatus = 'processing' | 'ready' | 'failed'

/** A file as the API answers it. */
export type FileEntity = {
  id: string
  name: string
  format: FileFormat | ''
  size_bytes: number
  status: FileStatus
  version: number
  /** Whether its tables are those that can be asked. */
  current: boolean
  tables: { name: string; rows: number; columns: { name: string; type: string }[] }[]
  /** `downloadable`: all of them (up to 100,000) were kept. */
  rejected: Omit<Rejected, 'path'> & { downloadable: boolean }
  /** How it was read; `notes` are sentences. */
  dialect: FileDialect
  /** What changed in its columns against the version before, as sentences. */
  schema_changes: string[]
  /** Rows read so far, while status is processing. */
  progress: { rows: number } | null
  /** It is ready and being read once more in another way. */
  reading_again: boolean
  /** Why it, or the last attempt to read it again, failed. */
  error: string | null
  created_at: string
}

type FileSource = DataSource & { kind: 'file'; extensions: string[] }

const file = (engine: FileFormat, label: string, extensions: string[]): FileSource => ({
  kind: 'file',
  engine,
  label,
  extensions,
  fields: [{ name: 'file', type: 'file', label: 'File', required: true }],
  available: true,
  preview: false,
})

export const DATA_SOURCES: FileSource[] = [
  file('csv', 'CSV or TSV', ['.csv', '.tsv', '.txt', '.csv.gz', '.tsv.gz', '.csv.zst']),
  file('xlsx', 'Excel workbook', ['.xlsx', '.xlsm']),
  file('json', 'JSON', ['.json', '.json.gz', '.json.zst']),
  file('ndjson', 'JSON lines', ['.ndjson', '.jsonl']),
  file('parquet', 'Parquet', ['.parquet', '.pq']),
  file('sqlite', 'SQLite database', ['.sqlite', '.sqlite3', '.db']),
  file('zip', 'ZIP archive of such files', ['.zip']),
]

export const SAMPLE_NAME = 'Sample: online store'
