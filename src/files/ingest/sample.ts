import type { Ingested, IngestedTable } from '../rules/ingest.ts'
import type { IngestEngine } from './engine.ts'
import { SAMPLE_TABLES } from './sample-tables.ts'
import { measure } from './statistics.ts'
import { writeTable } from './table-file.ts'

/**
 * Writes the sample "online store". Every value is a hash of its row's number, so each run on each machine gives the same rows:
 * orders from 1 April 2023 to 31 March 2026, whatever today is.
 */
export async function generateSample(engine: IngestEngine): Promise<Ingested> {
  const tables: IngestedTable[] = []
  for (const { name, description, create } of SAMPLE_TABLES) {
    const path = `${engine.dir}/${name}.parquet`
    for (const statement of create) await engine.rows(statement)
    await writeTable(engine, `from ${name}`, path)
    tables.push({ part: name, path, description, ...(await measure(engine, path)) })
  }
  return {
    format: 'sample',
    dialect: { notes: ['Orders run from 1 April 2023 to 31 March 2026; amounts are in INR.'] },
    tables,
    rejected: { rows: 0, sample: [] },
  }
}
