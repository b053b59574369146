import type { DataSource } from '#connections/rules/data-source.ts'
import type { FileFormat } from './ingest.ts'

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

export const REPLACED = 'replaced:'
/** What tables of a replaced reading have as their source, which is no version of its own: only the sweep finds them. */
export const replacedOf = (fileId: string) => `${REPLACED}${fileId}`

export const SAMPLE_NAME = 'Sample: online store'
