import type { IngestedTable } from '../rules/ingest.ts'
import { type IngestEngine, orUnreadable } from './engine.ts'
import { measure } from './statistics.ts'
import { writeTable } from './table-file.ts'

/**
 * Puts the rows of tables with the same column names one below the other; where their types differ the wider one holds all of them.
 * @param paths of table files, in the order of the rows
 */
export async function unite(engine: IngestEngine, paths: string[], output: string): Promise<IngestedTable> {
  const parts: string[] = []
  for (const path of paths) parts.push(`select * from ${await engine.relation(path)}`)
  await writeTable(engine, parts.join(' union all by name '), output).catch(
    orUnreadable('The files have the same columns but values that do not go together in one table.'),
  )
  return { part: null, path: output, ...(await measure(engine, output)) }
}
