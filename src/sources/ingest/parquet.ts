import { columnNames } from '../rules/header.ts'
import { MOST_COLUMNS } from '../rules/ingest.ts'
import { type IngestEngine, unreadable } from './engine.ts'
import { type Job, nothingRejected, type Reading } from './job.ts'
import { identifier, literal } from './sql.ts'
import { measure } from './statistics.ts'
import { tablePath, writeTable } from './table-file.ts'

/** Reads Parquet. It is written anew, so what the engine opens later is never a file that somebody else made. */
export async function readParquet(job: Job): Promise<Reading> {
  const output = tablePath(job, 0)
  const from = `read_parquet(${literal(job.path)})`
  try {
    await writeTable(job.engine, await flatSelect(job.engine, from), output)
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') throw error
    throw unreadable(
      'This Parquet file is damaged or cut off: it could not be read to its end. Export and upload it again.',
    )
  }
  const measured = await measure(job.engine, output)
  if (measured.rows === 0) throw unreadable('The file has columns but no rows.')
  job.progress(measured.rows)
  return { dialect: {}, tables: [{ part: null, path: output, ...measured }], rejected: nothingRejected() }
}

type Field = { path: string; name: string; type: string }

/**
 * A select that turns a relation into plain columns: structs become a column a field (`address_city`), maps and JSON become text,
 * integers too large for 64 bits stay exact as text.
 */
export async function flatSelect(engine: IngestEngine, from: string): Promise<string> {
  let fields: Field[] = (await describe(engine, `from ${from}`)).map(([name, type]) => ({
    path: identifier(name),
    name,
    type,
  }))
  for (let depth = 0; depth < 4 && fields.some(({ type }) => isStruct(type)); depth++) {
    const next: Field[] = []
    for (const field of fields) {
      if (!isStruct(field.type)) next.push(field)
      else
        for (const [name, type] of await describe(engine, `select unnest(${field.path}) from ${from}`))
          next.push({ path: `${field.path}.${identifier(name)}`, name: `${field.name}_${name}`, type })
    }
    if (next.length > MOST_COLUMNS) break
    fields = next
  }
  if (fields.length > MOST_COLUMNS)
    throw unreadable(`The file has ${fields.length} columns; at most ${MOST_COLUMNS} can be read.`)
  const names = columnNames(
    fields.map(({ name }) => name),
    fields.length,
  )
  return `select ${fields.map((field, index) => `${plain(field)} as ${identifier(names[index]!)}`).join(', ')} from ${from}`
}

const isStruct = (type: string) => type.startsWith('STRUCT(') && !type.endsWith(']')

const describe = async (engine: IngestEngine, query: string) =>
  (await engine.rows(`select column_name, column_type from (describe ${query})`)) as [string, string][]

function plain({ path, type }: Field): string {
  if (/^(U?HUGEINT|JSON|ENUM|UUID|BIT|TIME WITH TIME ZONE|BIGNUM|VARINT)/.test(type)) return `${path}::varchar`
  if (type === 'TIMESTAMP WITH TIME ZONE') return `${path} at time zone 'UTC'`
  if (/^TIMESTAMP_/.test(type)) return `${path}::timestamp`
  if (type === 'BLOB') return `coalesce(try(decode(${path})), hex(${path}))`
  if (/^(STRUCT|MAP|UNION|VARIANT)/.test(type) || type.endsWith(']')) return `to_json(${path})::varchar`
  return path
}
