import { isInteger } from '#base/engine-type.ts'
import { identifier } from '#base/sql.ts'
import { namesKey } from '#catalog/rules/relation.ts'
import { freeColumn } from '../rules/header.ts'
import type { DeclaredKey, FileDialect, IngestedTable, Rejected } from '../rules/ingest.ts'
import { type Field, flatFields, selectOf } from './fields.ts'
import type { Job } from './job.ts'
import { writeRows } from './rows.ts'

export type Tables = {
  tables: IngestedTable[]
  keys: DeclaredKey[]
  notes: string[]
  apart: FileDialect['apart'][]
  left: Rejected[]
}

/** Rows and their columns; `parent`: the one that names the row of which each is a part. */
type Rows = { from: string; fields: Field[]; part: string | null; parent: Field | null }

/** What has been read; `place` of its first table among those of the file. `lists`: how many are or become tables. */
type Read = { job: Job; read: Tables; place: number; lists: number }

/** Lists of objects that become a table each, also those within each other. */
const MOST_LISTS = 20

/** The table of rows of which some columns hold lists of objects, and one for each of these, joined to it by a key. @param from their relation */
export async function readFields(
  job: Job,
  from: string,
  fields: Field[],
  part: string | null,
  index: number,
): Promise<Tables> {
  const read: Tables = { tables: [], keys: [], notes: [], apart: [], left: [] }
  await readRows({ job, read, place: index * (MOST_LISTS + 1), lists: 0 }, { from, fields, part, parent: null })
  return read
}

async function readRows(reading: Read, { from, fields, part, parent }: Rows): Promise<void> {
  const { job, read } = reading
  const lists = fields.filter(isObjects).slice(0, MOST_LISTS - reading.lists)
  reading.lists += lists.length
  const own = fields.filter((field) => !lists.includes(field)).map(exactly)
  const found = lists.length > 0 ? await keyOf(job, own, from) : null
  const taken = new Set([...own, ...(parent ? [parent] : [])].map(({ name }) => name.toLowerCase()))
  const key = found ?? { ...ROW, name: freeColumn(ROW.name, taken) }
  const columns = [...(parent ? [parent] : []), ...(lists.length > 0 && !found ? [key] : []), ...own]
  const { table, notes, apart, left } = await writeRows(
    job,
    selectOf(columns, from),
    columns.map(({ name }) => name),
    part,
    reading.place + read.tables.length,
  )
  read.tables.push(table)
  read.notes.push(...notes)
  read.apart.push(...apart)
  read.left.push(...left)
  for (const list of lists) {
    const column = !found || key.name.toLowerCase() === 'id' ? `parent_${key.name}` : key.name
    const items = `(select ${key.path} as ${identifier(column)}, unnest(${list.path}) as item from ${from})`
    const [[filled] = [0]] = (await job.engine.rows(`select count(*)::int from ${items}`)) as [number][]
    if (filled === 0) continue
    const names = new Set([column.toLowerCase()])
    const opened = (await flatFields(job.engine, `(select item.* from ${items})`)).map((field) => ({
      ...field,
      path: `item.${field.path}`,
      name: freeColumn(field.name, names),
    }))
    const childPart = part === null ? list.name : `${part} ${list.name}`
    read.keys.push({ part: childPart, column, toPart: part, toColumn: key.name })
    read.notes.push(`The lists "${list.name}" are a table of their own, joined by "${column}".`)
    const to = { path: identifier(column), name: column, type: 'VARCHAR' }
    await readRows(reading, { from: items, fields: opened, part: childPart, parent: to })
  }
}

/** A moment finer than those of the engine, as text: what is read of that keeps all digits. */
const exactly = (field: Field): Field =>
  field.type === 'TIMESTAMP_NS' ? { ...field, path: `${field.path}::varchar`, type: 'VARCHAR' } : field

/** The number of a row, where nothing else tells rows with lists apart. */
const ROW: Field = { path: 'row_number() over ()', name: 'row', type: 'VARCHAR' }

/** A list of objects. */
export const isObjects = ({ type }: Field): boolean => type.startsWith('STRUCT(') && type.endsWith(')[]')

/** The column that names each object. */
async function keyOf(job: Job, fields: Field[], from: string): Promise<Field | null> {
  const named = fields.filter(({ name }) => namesKey(name))
  // What stands first names the rest where all of its values differ.
  const [first] = fields.filter(({ type }) => type === 'VARCHAR' || isInteger(type))
  for (const field of first ? [...named, first] : named) {
    // A number with decimals is what was measured.
    const [all, different] = await job.engine.row<[number, number]>(
      `select count(*)::double, (count(distinct ${field.path}) filter (not regexp_full_match(${field.path}::varchar, '-?\\d+\\.\\d+')))::double from ${from}`,
    )
    if (all === different) return field
  }
  return null
}
