import { identifier, literal } from '#base/sql.ts'
import { columnNames } from '../rules/header.ts'
import { MOST_COLUMNS } from '../rules/ingest.ts'
import { apartNothing, joinApart, setApart, totalsAmong } from './apart.ts'
import { type IngestEngine, orUnreadable, unreadable } from './engine.ts'
import { type Job, nothingRejected, type Reading } from './job.ts'
import { writeRows } from './rows.ts'
import { measuredTable } from './statistics.ts'
import { tablePath, writeTable } from './table-file.ts'

/** Parquet from this size on is kept as it is, where all of its columns are plain: written anew it would cost its size once more. */
const KEPT_AS_IT_IS = 64 << 20

/**
 * Reads Parquet. A small one is written anew, so that what the engine opens later is a file of ours; of a large one every value is read
 * by the statistics before it counts, and the engine opens it in a process that may die.
 */
export async function readParquet(job: Job): Promise<Reading> {
  const from = `read_parquet(${literal(job.path)})`
  try {
    // Refuses what has too many columns, also where the file is kept as it is.
    const found = await flatFields(job.engine, from)
    const chosen = job.choices ? { chosen: job.choices } : {}
    if (found.every(({ type }) => type === 'VARCHAR') && Bun.file(job.path).size < KEPT_AS_IT_IS) {
      // A file that says of all its columns that they are texts says nothing of them.
      const names = found.map(({ name }) => name)
      const { table, notes, apart } = await writeRows(job, selectOf(found, from), names, null, 0)
      const dialect = { ...joinApart(apart), ...(notes.length > 0 ? { notes } : {}), ...chosen }
      return { dialect, tables: [table], rejected: nothingRejected() }
    }
    const fields = Bun.file(job.path).size < KEPT_AS_IT_IS ? await withWholeNumbers(job.engine, found, from) : found
    const select = selectOf(fields, from)
    const texts = fields.map(({ name }, index) => `${identifier(name)}::varchar as c${index}`)
    const rows = `(select row_number() over () as line, ${texts.join(', ')} from (${select}))`
    const asItIs =
      !job.folder && Bun.file(job.path).size >= KEPT_AS_IT_IS && (await isPlain(job.engine, from)) ? job.path : null
    const output = asItIs ?? tablePath(job, 0)
    const apart = asItIs ? apartNothing(0).apart : await totalsAmong(job, rows, fields.length, from)
    const lines = apart.rows.map(({ line }) => line).join(', ')
    const kept = lines === '' ? select : `from (${select}) qualify row_number() over () not in (${lines})`
    if (!asItIs) await writeTable(job.engine, kept, output)
    // Of a file that is kept as it is, the statistics are the first to read every value.
    const table = await measuredTable(job, null, output, 'The file has columns but no rows.')
    const notes = apart.notes.length > 0 ? { notes: apart.notes } : {}
    const dialect = { ...setApart(apart), ...notes, ...chosen }
    return { dialect, tables: [{ ...table, apart: apart.rows.length }], rejected: nothingRejected() }
  } catch (error) {
    return orUnreadable(
      'This Parquet file is damaged or cut off: it could not be read to its end. Export and upload it again.',
    )(error)
  }
}

/** Columns of whole numbers that are kept as fractions may be, as some programs keep those with gaps or many digits. */
async function withWholeNumbers(engine: IngestEngine, fields: Field[], from: string): Promise<Field[]> {
  const wide = fields.filter(({ type }) => /^(DOUBLE|FLOAT|DECIMAL\(\d+,0\))$/.test(type))
  if (wide.length === 0) return fields
  const tests = wide.map(({ path }) => {
    const isWhole = `isfinite(${path}::double) and abs(${path}) <= ${Number.MAX_SAFE_INTEGER} and ${path} = floor(${path})`
    return `coalesce(bool_and(${isWhole}), false)`
  })
  const whole = await engine.row<boolean[]>(`select ${tests.join(', ')} from ${from}`)
  return fields.map((field) =>
    whole[wide.indexOf(field)] ? { ...field, path: `${field.path}::bigint`, type: 'BIGINT' } : field,
  )
}

/** Whether its columns can be queried under their own names as they are. */
async function isPlain(engine: IngestEngine, from: string): Promise<boolean> {
  const found = await engine.describe(`from ${from}`)
  const names = found.map(([name]) => name)
  const same = columnNames(names, names.length).every((name, index) => name === names[index])
  return same && found.every(([name, type]) => plain({ path: name, type }) === name)
}

/** A plain column and how it is computed. */
export type Field = { path: string; name: string; type: string }

/**
 * A select of plain columns: structs are a column a field (`address_city`), maps and JSON become text, integers too large for 64 bits
 * stay exact as text.
 */
export const selectOf = (fields: Field[], from: string): string =>
  `select ${fields.map((field) => `${plain(field)} as ${identifier(field.name)}`).join(', ')} from ${from}`

/** The columns of a relation, structs taken apart, under names that are all different. @throws AppError unreadable_file for too many */
export async function flatFields(engine: IngestEngine, from: string): Promise<Field[]> {
  let fields: Field[] = (await engine.describe(`from ${from}`)).map(([name, type]) => ({
    path: identifier(name),
    name,
    type,
  }))
  for (let depth = 0; depth < 4 && fields.some(({ type }) => isStruct(type)); depth++) {
    const next: Field[] = []
    for (const field of fields) {
      if (!isStruct(field.type)) next.push(field)
      else
        for (const [name, type] of await engine.describe(`select unnest(${field.path}) from ${from}`))
          next.push({
            path: `${field.path}.${identifier(name)}`,
            name: isWrapped(name, field.type) ? field.name : `${field.name}_${name}`,
            type,
          })
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
  return fields.map((field, index) => ({ ...field, name: names[index]! }))
}

/** Whether an object of one name is a value with its type beside it, as document stores write: `{"$oid": …}`, `{"N": "12"}`. */
const isWrapped = (name: string, type: string) =>
  /^(\$\w+|S|N|BOOL)$/.test(name) && new RegExp(`^STRUCT\\("?${name.replace('$', '\\$')}"? [^,]*\\)$`).test(type)

const isStruct = (type: string) => type.startsWith('STRUCT(') && !type.endsWith(']')

function plain({ path, type }: Omit<Field, 'name'>): string {
  if (/^(U?HUGEINT|JSON|ENUM|UUID|BIT|TIME WITH TIME ZONE|BIGNUM|VARINT)/.test(type)) return `${path}::varchar`
  if (type === 'TIMESTAMP WITH TIME ZONE') return `${path} at time zone 'UTC'`
  if (/^TIMESTAMP_/.test(type)) return `${path}::timestamp`
  if (type === 'BLOB') return `coalesce(try(decode(${path})), hex(${path}))`
  if (/^(STRUCT|MAP|UNION|VARIANT)/.test(type) || type.endsWith(']')) return `to_json(${path})::varchar`
  return path
}
