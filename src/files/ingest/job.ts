import type { DialectChoices } from '../rules/dialect.ts'
import type { DeclaredKey, FileDialect, IngestedTable, IngestLimits, Rejected } from '../rules/ingest.ts'
import type { IngestEngine } from './engine.ts'

/** A file that is still being received: `whole` turns true, and `arrived` resolves, when its last byte is on disk. */
export type Arriving = { whole: boolean; arrived: Promise<void> }

/** One file being read. */
export type Job = {
  engine: IngestEngine
  /** The bytes as they came, or unpacked. */
  path: string
  /** Given when reading began before all bytes were there; at least the first megabyte is. */
  arriving?: Arriving
  limits: IngestLimits
  /** How a person wants delimited text to be read. */
  choices?: DialectChoices
  /** A folder inside the private one, for each of several files that came together. */
  folder?: string
  /** A table or view of a database that gives no row for so long is given up; 10 s by default. */
  silenceMs?: number
  /** Tells how many rows have been read so far. */
  progress(rows: number): void
}

export type Reading = { dialect: FileDialect; tables: IngestedTable[]; rejected: Rejected; keys?: DeclaredKey[] }

export const nothingRejected = (): Rejected => ({ rows: 0, sample: [] })

/** A path in the private folder of the job. */
export const inDir = ({ engine, folder }: Pick<Job, 'engine' | 'folder'>, name: string) =>
  folder ? `${engine.dir}/${folder}/${name}` : `${engine.dir}/${name}`
