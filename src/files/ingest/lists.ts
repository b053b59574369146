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

/** Lists of objects that become a table each. */
const MOST_LISTS = 20

/** The table of rows of which some columns hold lists of objects, and one for each of these, joined to it by a key. @param from their relation */
export async function readFields(
  job: Job,
  from: string,
  fields: Field[],
  part: string | null,
  index: number,
): Promise<Tables> {
  const lists = fields.filter(isObjects).slice(0, MOST_LISTS)
  const own = fields.filter((field) => !lists.includes(field)).map(exactly)
  const place = index * (MOST_LISTS + 1)
  if (lists.length === 0) {
    const { table, ...told } = await writeRows(job, selectOf(own, from), namesOf(own), part, place)
    return { tables: [table], keys: [], ...told }
  }
  const key = (await keyOf(job, own, from)) ?? ROW
  const parent = key === ROW ? [ROW, ...own] : own
  const first = await writeRows(job, selectOf(parent, from), namesOf(parent), part, place)
  const read: Tables = { tables: [first.table], keys: [], notes: first.notes, apart: first.apart, left: first.left }
  for (const [at, list] of lists.entries()) {
    const column = isBare(key.name) ? `parent_${key.name}` : key.name
    const rows = `(select ${key.path} as ${identifier(column)}, unnest(${list.path}) as item from ${from})`
    const opened = (await flatFields(job.engine, `(select item.* from ${rows})`)).map((field) =>
      exactly({ ...field, path: `item.${field.path}` }),
    )
    const taken = new Set([column.toLowerCase()])
    const items = opened.map((field) => ({ ...field, name: freeColumn(field.name, taken) }))
    const [[filled] = [0]] = (await job.engine.rows(`select count(*)::int from ${rows}`)) as [number][]
    if (filled === 0) continue
    const child = [{ path: identifier(column), name: column, type: 'VARCHAR' }, ...items]
    const childPart = part === null ? list.name : `${part} ${list.name}`
    const { table, notes, apart, left } = await writeRows(
      job,
      selectOf(child, rows),
      namesOf(child),
      childPart,
      place + 1 + at,
    )
    read.tables.push(table)
    read.apart.push(...apart)
    read.left.push(...left)
    read.keys.push({ part: childPart, column, toPart: part, toColumn: key.name })
    read.notes.push(`The lists "${list.name}" are a table of their own, joined by "${column}".`, ...notes)
  }
  return read
}

/** A moment finer than those of the engine, as text: what is read of that keeps all digits. */
const exactly = (field: Field): Field =>
  field.type === 'TIMESTAMP_NS' ? { ...field, path: `${field.path}::varchar`, type: 'VARCHAR' } : field

/** The number of a row, where nothing else tells rows with lists apart. */
const ROW: Field = { path: 'row_number() over ()', name: 'row', type: 'VARCHAR' }
const isBare = (name: string) => name.toLowerCase() === 'id' || name === ROW.name

const namesOf = (fields: Field[]) => fields.map(({ name }) => name)

/** A list of objects. */
export const isObjects = ({ type }: Field): boolean => type.startsWith('STRUCT(') && type.endsWith(')[]')

/** The column that names each object. */
async function keyOf(job: Job, fields: Field[], from: string): Promise<Field | null> {
  const named = fields.filter(({ name }) => namesKey(name))
  // What stands first names the rest where all of its values differ.
  for (const field of [...named, ...fields.filter(({ type }) => type === 'VARCHAR').slice(0, 1)]) {
    const [all, different] = await job.engine.row<[number, number]>(
      `select count(*)::double, count(distinct ${field.path})::double from ${from}`,
    )
    if (all === different) return field
  }
  return null
}
