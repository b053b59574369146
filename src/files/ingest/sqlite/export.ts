import { constants, Database } from 'bun:sqlite'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/**
 * A process of its own that writes the rows of an SQLite database down: whatever a hostile file does to the library, only this process
 * has it, and a view that never ends is ended with it. It says on standard output, line by line, what it does.
 */
export type ExportOrder = {
  path: string
  /** Where `object-N.json` files go. */
  dir: string
  /** Numbers of tables and views that are not to be read (again). */
  skip: number[]
  most: { objects: number; columns: number; cells: number; bytes: number }
}
type Kinds = { integer: number; real: number; text: number; blob: number; zeroOrOne: number }
type ExportedColumn = { name: string; declared: string; kinds: Kinds }
type ExportedKey = { column: string; toTable: string; toColumn: string | null }
export type Message =
  | { say: 'objects'; objects: { name: string; view: boolean; virtual: boolean }[] }
  | { say: 'begin'; index: number }
  | { say: 'rows'; rows: number }
  | {
      say: 'done'
      index: number
      rows: number
      columns: ExportedColumn[]
      primary: string[]
      keys: ExportedKey[]
      longBlobs: number
    }
  | { say: 'failed'; index: number; reason: string }
  | { say: 'broken'; reason: string }

/** Longest text or binary value that is kept whole. */
const LONGEST_VALUE = 1 << 20
const LONGEST_BLOB = 1 << 16
const LONGEST_ROW = 10 << 20
const TOLD_EVERY = 20_000

const say = (said: Message) => process.stdout.write(`${JSON.stringify(said)}\n`)
const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

async function run({ path, dir, skip, most }: ExportOrder) {
  // Unchangeable: neither a journal nor a shared memory file is looked for beside it.
  const uri = `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?immutable=1`
  const db = new Database(uri, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
  for (const pragma of ['trusted_schema = off', 'query_only = on', 'cell_size_check = on', 'temp_store = memory'])
    db.run(`pragma ${pragma}`)
  const found = db
    .query(
      "select name, type, sql from sqlite_schema where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by rowid",
    )
    .all() as { name: string; type: string; sql: string | null }[]
  // Tables of modules, and those in which modules keep their things, are nothing that people made.
  const virtual = found.filter(({ sql }) => /^\s*create\s+virtual/i.test(sql ?? '')).map(({ name }) => name)
  const objects = found
    .filter(({ name }) => !virtual.some((one) => name !== one && name.startsWith(`${one}_`)))
    .map(({ name, type }) => ({ name, view: type === 'view', virtual: virtual.includes(name) }))
  say({ say: 'objects', objects })
  let cells = 0
  for (const [index, { name, view, virtual }] of objects.slice(0, most.objects).entries()) {
    if (virtual || skip.includes(index)) continue
    say({ say: 'begin', index })
    try {
      cells += await write(db, { name, view, index, dir, cells, most })
    } catch (error) {
      say({ say: 'failed', index, reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' })
    }
  }
}

type Writing = { name: string; view: boolean; index: number; dir: string; cells: number; most: ExportOrder['most'] }

async function write(db: Database, { name, view, index, dir, cells, most }: Writing): Promise<number> {
  const about = db.query(`pragma table_xinfo(${identifier(name)})`).all() as {
    name: string
    type: string
    pk: number
    hidden: number
  }[]
  const visibleColumns = about.filter(({ hidden }) => hidden !== 1)
  if (visibleColumns.length > most.columns) throw new Error(`it has ${visibleColumns.length} columns`)
  const list = visibleColumns.map(({ name }, at) => `${identifier(name)} as c${at}`).join(', ')
  // Types of the values come along, since a double that is whole and an integer look alike here.
  const types = visibleColumns.map(({ name }, at) => `typeof(${identifier(name)}) as k${at}`).join(', ')
  const statement = db.query(`select ${list}, ${types} from ${identifier(name)}`)
  statement.safeIntegers(true)
  const columns = visibleColumns.map(({ name, type }): ExportedColumn => {
    return { name, declared: type, kinds: { integer: 0, real: 0, text: 0, blob: 0, zeroOrOne: 0 } }
  })
  const output = createWriteStream(`${dir}/object-${index}.json`, { highWaterMark: 1 << 20 })
  let rows = 0
  let bytes = 0
  let longBlobs = 0
  for (const row of statement.iterate() as Iterable<Record<string, unknown>>) {
    const out: Record<string, string | number | null> = { line: ++rows }
    for (const [at, { kinds }] of columns.entries()) {
      const kind = row[`k${at}`] as keyof Kinds | 'null'
      const value = row[`c${at}`]
      if (kind === 'null') continue
      kinds[kind]++
      if (kind === 'integer' && (value === 0n || value === 1n)) kinds.zeroOrOne++
      const text = textOf(value)
      if (text.long) longBlobs++
      out[`c${at}`] = text.text
    }
    const line = `${JSON.stringify(out)}\n`
    if (line.length > LONGEST_ROW) throw new Error('a row of it is too large')
    bytes += line.length
    if (bytes > most.bytes || cells + rows * columns.length > most.cells) throw new Error('it is too large')
    if (!output.write(line)) await once(output, 'drain')
    if (rows % TOLD_EVERY === 0) say({ say: 'rows', rows })
  }
  output.end()
  await once(output, 'finish')
  const primary = about
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => name)
  const keys = view
    ? []
    : (db.query(`pragma foreign_key_list(${identifier(name)})`).all() as {
        from: string
        table: string
        to: string | null
      }[])
  say({
    say: 'done',
    index,
    rows,
    columns,
    primary,
    keys: keys.map(({ from, table, to }) => ({ column: from, toTable: table, toColumn: to })),
    longBlobs,
  })
  return rows * columns.length
}

function textOf(value: unknown): { text: string; long?: true } {
  // A double that is whole stays one.
  if (typeof value === 'number')
    return { text: Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(1) : String(value) }
  if (!(value instanceof Uint8Array)) {
    const text = String(value)
    return text.length > LONGEST_VALUE
      ? { text: text.slice(0, LONGEST_VALUE), long: true }
      : { text: text.toWellFormed() }
  }
  if (value.length > LONGEST_BLOB) return { text: `[${value.length} bytes]`, long: true }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(value)
    if (!text.includes('\0')) return { text }
  } catch {
    // Binary: its digits are shown.
  }
  return { text: Buffer.from(value).toString('hex').toUpperCase() }
}

try {
  await run(JSON.parse(process.argv[2]!) as ExportOrder)
} catch (error) {
  say({ say: 'broken', reason: error instanceof Error ? error.message : 'unknown' })
}
process.exit(0)
