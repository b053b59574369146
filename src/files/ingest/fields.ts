import { identifier } from '#base/sql.ts'
import { columnNames } from '../rules/header.ts'
import { MOST_COLUMNS } from '../rules/ingest.ts'
import { type IngestEngine, unreadable } from './engine.ts'

/** A plain column and how it is computed. */
export type Field = { path: string; name: string; type: string }

/**
 * A select of plain columns: structs are a column a field (`address_city`), maps and JSON become text, integers too large for 64 bits
 * stay exact as text.
 */
export const selectOf = (fields: Field[], from: string): string =>
  `select ${fields.map((field) => `${plain(field)} as ${identifier(field.name)}`).join(', ')} from ${from}`

/** What is known of each feature of a map. */
const PROPERTIES = 'properties'

/** The columns of a relation, structs taken apart, under names that are all different. @throws AppError unreadable_file for too many */
export async function flatFields(engine: IngestEngine, from: string): Promise<Field[]> {
  let fields: Field[] = (await engine.describe(`from ${from}`)).map(([name, type]) => ({
    path: identifier(name),
    name,
    type,
  }))
  for (let depth = 0; depth < 4 && fields.some(({ type }) => isStruct(type)); depth++) {
    const next: Field[] = []
    const taken = new Set(fields.map(({ name }) => name))
    for (const field of fields) {
      if (!isStruct(field.type)) next.push(field)
      else
        for (const [name, type] of await engine.describe(`select unnest(${field.path}) from ${from}`))
          next.push({
            path: `${field.path}.${identifier(name)}`,
            name: isWrapped(name, field.type)
              ? field.name
              : field.name === PROPERTIES && !taken.has(name)
                ? name
                : `${field.name}_${name}`,
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
  /^(\$\w+|S|N|BOOL)$/.test(name) && new RegExp(`^STRUCT\\("?${RegExp.escape(name)}"? [^,]*\\)$`).test(type)

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
