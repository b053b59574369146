import { identifier } from '#base/sql.ts'
import { columnNames } from '../rules/header.ts'
import { MOST_COLUMNS } from '../rules/ingest.ts'
import { type IngestEngine, unreadable } from './engine.ts'

/** Objects that are taken apart within each other; what is deeper is text. */
const DEEPEST = 4

/** A plain column and how it is computed. */
export type Field = { path: string; name: string; type: string }

/**
 * A select of plain columns: structs are a column a field (`address_city`), maps and JSON become text, integers too large for 64 bits
 * stay exact as text.
 */
export const selectOf = (fields: Field[], from: string): string =>
  `select ${fields.map((field) => `${plain(field)} as ${identifier(field.name)}`).join(', ')} from ${from}`

/** Under what answers of services hold each record, beside what they say of it: its columns have their own names. */
const WRAPPERS = /^(properties|attributes|fields|node|_source|resource|record|data|payload)$/

/** A field on its way to a plain column. `stem`: how the names of its own fields begin, without what only wraps them. */
type Opened = Field & { stem: string; full: string }

/** The columns of a relation, structs taken apart, under names that are all different. @throws AppError unreadable_file for too many */
export async function flatFields(engine: IngestEngine, from: string): Promise<Field[]> {
  let fields = (await engine.describe(`from ${from}`)).map(([name, type]) => within(null, name, type))
  for (let depth = 0; depth < DEEPEST && fields.some(({ type }) => isStruct(type)); depth++) {
    const next: Opened[] = []
    for (const field of fields) {
      if (!isStruct(field.type)) next.push(field)
      else {
        const inner = await engine.describe(`select unnest(${field.path}) from ${from}`)
        const isValue = inner.length === 1 && TYPED.test(inner[0]![0])
        for (const [name, type] of inner)
          next.push(isValue ? { ...field, path: `${field.path}.${identifier(name)}`, type } : within(field, name, type))
      }
    }
    if (next.length > MOST_COLUMNS) break
    fields = next
  }
  if (fields.length > MOST_COLUMNS)
    throw unreadable(`The file has ${fields.length} columns; at most ${MOST_COLUMNS} can be read.`)
  const counts = Map.groupBy(fields, ({ name }) => name.toLowerCase())
  const names = columnNames(
    fields.map(({ name, full }) => (counts.get(name.toLowerCase())!.length > 1 ? full : name)),
    fields.length,
  )
  return fields.map(({ path, type }, index) => ({ path, type, name: names[index]! }))
}

function within(field: Opened | null, name: string, type: string): Opened {
  const [own, full] = [joined(field?.stem ?? '', name), joined(field?.full ?? '', name)]
  const stem = isStruct(type) && WRAPPERS.test(name) ? (field?.stem ?? '') : own
  return { path: field ? `${field.path}.${identifier(name)}` : identifier(name), name: own, type, stem, full }
}

const joined = (stem: string, name: string) => (stem === '' ? name : `${stem}_${name}`)

/** The name in an object of one that only says the type of its value, as document stores write: `{"$oid": …}`, `{"N": "12"}`. */
const TYPED =
  /^(\$\w+|S|N|M|L|SS|NS|BOOL|(string|integer|long|double|boolean|timestamp|map|array|reference)Value|values?)$/

const isStruct = (type: string) => type.startsWith('STRUCT(') && !type.endsWith(']')

/** How a column is written as a plain one. */
export function plain({ path, type }: Omit<Field, 'name'>): string {
  if (/^(U?HUGEINT|JSON|ENUM|UUID|BIT|TIME WITH TIME ZONE|BIGNUM|VARINT)/.test(type)) return `${path}::varchar`
  if (type === 'TIMESTAMP WITH TIME ZONE') return `${path} at time zone 'UTC'`
  if (/^TIMESTAMP_/.test(type)) return `${path}::timestamp`
  if (type === 'BLOB') return `coalesce(try(decode(${path})), hex(${path}))`
  if (/^(STRUCT|MAP|UNION|VARIANT)/.test(type) || type.endsWith(']')) return `to_json(${path})::varchar`
  return path
}
