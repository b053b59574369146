import { literal } from '#base/sql.ts'
import {
  FEW_REJECTED,
  type FileDialect,
  type FileFormat,
  MOST_REJECTED,
  REJECTED_SHOWN,
  type Rejected,
} from '../rules/ingest.ts'
import { linesByKind } from '../rules/json-lines.ts'
import { type JsonList, ListFinder } from '../rules/json-lists.ts'
import { isScript, mendedJson } from '../rules/json-mend.ts'
import { documentsIn, type JsonTables, lostFrom, parsed, tablesIn } from '../rules/json-shapes.ts'
import type { JsonRow } from '../rules/json-values.ts'
import { type Apart, joinApart, setApart } from './apart.ts'
import { orUnreadable, unreadable } from './engine.ts'
import { flatFields } from './fields.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { readFields, type Tables } from './lists.ts'
import { joinRejected, RejectedFile } from './rejected.ts'
import { asUtf8, type PlainText, textOf } from './text.ts'
import { TextFile } from './text-file.ts'

const OBJECT_BYTES = 64 << 20

/** Whether a text begins as JSON does, also where names lack their quotes. */
export const looksLikeJson = (head: string) =>
  isScript(head) ||
  /^\ufeff?\s*(\{\s*("|\})|\[\s*(\{|\[|\]|"|-?\d[\d.eE+-]*\s*(?:[,\]]|$)|true|false|null)|\{\s*['\p{L}_$][\p{L}\d_$]*'?\s*(:|\}\s*$))/u.test(
    head,
  )

/** Documents up to this size are looked through for tables that are no lists of objects. */
const LOOKED_BYTES = 16 << 20
const MOST_TABLES = 100
const [MOST_BESIDE, LONGEST_BESIDE] = [5, 60]

/**
 * Reads JSON: a list of objects, an object around one (`{data: [...]}`) or around several, which become a table each, one object,
 * or documents one after the other, one a line or not. Short ones are turned into lists of objects where they hold their rows as lists,
 * by columns or by keys.
 */
export async function readJson(job: Job): Promise<Reading & { format: FileFormat }> {
  const text = await namedText(job, await asUtf8(job.path, inDir(job, 'utf8.json')))
  const finder = new ListFinder()
  for await (const chunk of textOf(text.path)) finder.push(chunk)
  const shape = finder.end()
  const dialect = { encoding: text.encoding, ...(text.note ? { notes: [text.note] } : {}) }
  const isShort = Bun.file(text.path).size <= LOOKED_BYTES
  if (shape.kind === 'broken' || shape.kind === 'lines')
    return readLines(job, text.path).then(
      ({ notes, apart, ...read }) => ({ format: 'ndjson', ...read, dialect: noted(dialect, [{ notes, apart }]) }),
      async (error) => {
        const documents = isShort ? documentsIn(await Bun.file(text.path).text()) : null
        if (documents && documents.length > 0) return readShapes(job, tablesIn(documents), dialect)
        const mended = isShort ? await readMended(job, text.path) : null
        if (!mended) throw error
        return mended
      },
    )
  const found = isShort ? await shapesIn(text.path) : null
  const mended = isShort && !found ? await readMended(job, text.path) : null
  if (mended) return mended
  if (found?.tables.some(({ plain, path }) => !plain || path.length > 1) && found.tables.length <= MOST_TABLES)
    return readShapes(job, tablesIn(parsed(await wholeText(text.path))), dialect)
  const lists = shape.kind === 'list' ? [shape.list] : shape.lists
  const read: Tables[] = []
  if (lists.length === 0) read.push(await tableOf(job, text.path, 'unstructured', null, 0))
  for (const [index, list] of lists.entries()) {
    const part = lists.length > 1 ? list.key : null
    read.push(await tableOf(job, await cut(job, text.path, list, index), 'array', part, index))
  }
  const tables = read.flatMap((one) => one.tables)
  const beside =
    shape.kind === 'object' && lists.length > 0 ? (found?.beside ?? (await besideLists(text.path, lists))) : []
  const { note, ...rejected } = await toldBeside(job, beside)
  return {
    format: 'json',
    dialect: noted(dialect, [...read, { notes: note, apart: [] }]),
    tables,
    rejected: await withLeft(job, rejected, read),
    keys: keysOf(read),
  }
}

const NAMELESS = /([{,]\s*)""(?=\s*:)/g

/** The text with a name for values that have none: the engine finds no values under an empty one. */
async function namedText(job: Job, text: PlainText): Promise<PlainText> {
  if (Bun.file(text.path).size > LOOKED_BYTES) return text
  const content = await Bun.file(text.path).text()
  const named = content.replace(NAMELESS, '$1"unnamed"')
  if (named === content) return text
  const path = inDir(job, 'named.json')
  await Bun.write(path, named)
  return { ...text, path }
}

/** Reads a document that is no valid JSON as far as it can be read; what was cut off is rejected. Null where it cannot be mended. */
async function readMended(job: Job, from: string): Promise<(Reading & { format: FileFormat }) | null> {
  const content = await wholeText(from)
  const mended = mendedJson(content)
  if (!mended || !isJson(mended.json)) return null
  const path = inDir(job, 'mended.json')
  await Bun.write(path, mended.json)
  const read = await readJson({ ...job, path })
  const told = (note: string) => ({ ...read.dialect, notes: [note, ...(read.dialect.notes ?? [])] })
  if (mended.left === '') return { ...read, dialect: told('What is no JSON around and between the rows was left out.') }
  const all = new RejectedFile(inDir(job, 'rejected.csv'))
  const line = content.slice(0, content.lastIndexOf(mended.left)).split('\n').length
  const reason = 'The file was cut off here.'
  all.add(line, reason, mended.left)
  const sample = [{ line, reason, text: mended.left.slice(0, 200) }]
  return {
    ...read,
    dialect: told('The file ends within a row: it was read up to the last one that is whole.'),
    rejected: { rows: 1, sample, ...(await all.finish()) },
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const wholeText = async (path: string) => (await Bun.file(path).text()).replace(/^\ufeff/, '')

/** The tables of a document, whose numbers may have lost digits; null where it is none. */
async function shapesIn(path: string): Promise<JsonTables | null> {
  try {
    return tablesIn(JSON.parse(await wholeText(path)))
  } catch {
    return null
  }
}

/** Reads tables that were turned into lists of objects. */
async function readShapes(
  job: Job,
  found: JsonTables,
  dialect: FileDialect,
): Promise<Reading & { format: FileFormat }> {
  const read = await readTables(job, found.tables)
  const { note, ...rejected } = await toldBeside(job, found.beside)
  return {
    format: 'json',
    dialect: noted(dialect, [...read, { notes: note, apart: [] }]),
    tables: read.flatMap(({ tables }) => tables),
    rejected: await withLeft(job, rejected, read),
    keys: keysOf(read),
  }
}

type Found = Pick<JsonTables['tables'][number], 'path' | 'rows' | 'columns'>
async function readTables(job: Job, found: Found[]): Promise<Tables[]> {
  const names = found.map(({ path }) => path.at(-1) ?? '')
  const read: Tables[] = []
  for (const [index, { path, rows, columns }] of found.entries()) {
    const list = inDir(job, `list-${index}.json`)
    await Bun.write(list, writtenRows(rows, columns))
    const isAlone = names.filter((name) => name === names[index]).length === 1
    const part = names.length === 1 ? null : isAlone ? names[index] || null : path.join(' ')
    read.push(await tableOf(job, list, 'array', part, index))
  }
  return read
}

/** Rows as JSON. Objects put names that are numbers, as years are, before all others. */
function writtenRows(rows: JsonRow[], columns: string[] = []): string {
  if (!columns.some((name) => /^\d+$/.test(name))) return JSON.stringify(rows)
  const written = (row: JsonRow) =>
    columns.map((name) => `${JSON.stringify(name)}:${JSON.stringify(row[name] ?? null)}`).join()
  return `[${rows.map((row) => `{${written(row)}}`).join()}]`
}

/** What a document says beside its tables, as far as people should know; where that is not all, all of it stands in the file of what is no row. */
async function toldBeside(job: Job, beside: readonly string[]): Promise<Rejected & { note: string[] }> {
  const left = new RejectedFile(inDir(job, 'rejected.csv'))
  const note = notesBeside(beside, left)
  return { ...nothingRejected(), ...(await left.finish()), note }
}

function notesBeside(beside: readonly string[], left: RejectedFile): string[] {
  if (beside.length === 0) return []
  const some = beside.slice(0, MOST_BESIDE).map((text) => text.slice(0, LONGEST_BESIDE))
  if (some.join() !== beside.join()) for (const text of beside) left.add(1, 'It stands beside the rows.', text)
  const more = beside.length > MOST_BESIDE ? `; and ${beside.length - MOST_BESIDE} more` : ''
  return [`Beside the rows the file says: ${some.join('; ')}${more}.`]
}

/** What a long document says beside its lists. */
async function besideLists(path: string, lists: readonly JsonList[]): Promise<string[]> {
  let [rest, at] = ['', 0]
  for await (const chunk of textOf(path)) {
    let from = at
    for (const { start, end } of lists) {
      rest += chunk.slice(from - at, Math.max(from, start) - at)
      // What is no list of rows is no longer than what is looked through.
      if (start >= from && start < at + chunk.length) rest += 'null'
      from = Math.max(from, end)
    }
    rest += chunk.slice(from - at)
    at += chunk.length
    if (rest.length > LOOKED_BYTES) return ['more than is looked through']
  }
  return lostFrom(parsed(rest.replace(/^\ufeff/, '')) ?? null, [])
}

const withLeft = (job: Job, rejected: Rejected, read: Tables[]) =>
  joinRejected(job, [rejected, ...read.flatMap(({ left }) => left)])

const keysOf = (read: Tables[]) => read.flatMap(({ keys }) => keys)

const noted = (dialect: FileDialect, read: Pick<Tables, 'notes' | 'apart'>[]): FileDialect => {
  const notes = [...(dialect.notes ?? []), ...read.flatMap((one) => one.notes)]
  const apart = joinApart(read.flatMap((one) => one.apart))
  return { ...dialect, ...apart, ...(notes.length > 0 ? { notes } : {}) }
}

/** Copies the characters of one list to a file of its own. */
async function cut(job: Job, path: string, list: JsonList, index: number): Promise<string> {
  const file = new TextFile(inDir(job, `list-${index}.json`))
  let at = 0
  for await (const chunk of textOf(path)) {
    file.append(chunk.slice(Math.max(0, list.start - at), Math.max(0, list.end - at)))
    await file.flushFull()
    at += chunk.length
    if (at >= list.end) break
  }
  await file.close()
  return file.path
}

/** The table of a list of objects, and one for each list of objects in these. @param part name of the list where there are several */
async function tableOf(job: Job, path: string, format: string, part: string | null, index: number): Promise<Tables> {
  return readObjects(job, path, format, part, index).catch(
    orUnreadable((error) => ['This JSON could not be read as a table.', parserMessage(error), MEND].join(' ')),
  )
}

async function readObjects(
  job: Job,
  path: string,
  format: string,
  part: string | null,
  index: number,
): Promise<Tables> {
  const from = (options: string) =>
    `read_json(${literal(path)}, format = '${format}', maximum_object_size = ${OBJECT_BYTES}, sample_size = -1, compression = 'uncompressed'${options})`
  const described = await job.engine.describe(`from ${from('')}`)
  // The engine finds no values under such a name, and says nothing.
  if (described.some((column) => column.join().includes('\0')))
    throw unreadable('This JSON could not be read as a table. A name in it holds the character U+0000: take it out.')
  const columns = described.map(([name, type]) => `${literal(name)}: ${literal(asTexts(type))}`)
  const texts = from(described.length > 0 ? `, columns = {${columns.join(', ')}}` : '')
  return readFields(job, texts, await flatFields(job.engine, texts), part, index)
}

/**
 * A type in which every value is the text that stands in the file, so that what a column holds is read as in any other format, and strings
 * beside numbers have no quotes. Lists of values and maps stay as they are.
 */
const asTexts = (type: string): string =>
  type.includes('MAP(')
    ? type
    : // A name, in quotes or in capitals, is followed by a blank.
      type.replace(/("(?:[^"]|"")*")|\b[A-Z][A-Z_]*(?:\(\d+,\d+\))?(?: WITH TIME ZONE)?(?=[,)]|$)/g, (found, name) =>
        name ? found : 'VARCHAR',
      )

const ABOUT = 'The line speaks of the file.'

/** One JSON value a line; lines that are not are left out and reported, and so are those that are no rows. */
async function readLines(job: Job, path: string): Promise<Omit<Reading, 'dialect'> & Pick<Tables, 'notes' | 'apart'>> {
  const lines = new TextFile(inDir(job, 'lines.json'))
  const rejected: Rejected = nothingRejected()
  const all = new RejectedFile(inDir(job, 'rejected.csv'))
  const looked: { line: number; row: string }[] | null = Bun.file(path).size <= LOOKED_BYTES ? [] : null
  let line = 0
  let rows = 0
  const take = (text: string) => {
    line++
    const row = text.trim()
    if (row === '') return
    try {
      const value: unknown = JSON.parse(row)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('is not an object')
      rows++
      if (looked) looked.push({ line, row })
      else lines.append(`${row}\n`)
    } catch (error) {
      const reason = `The line is not a JSON object. ${parserMessage(error)}`.trim()
      rejected.rows++
      all.add(line, reason, row)
      if (rejected.sample.length < REJECTED_SHOWN) rejected.sample.push({ line, reason, text: row.slice(0, 200) })
    }
  }
  let rest = ''
  for await (const chunk of textOf(path)) {
    const texts = (rest + chunk).split('\n')
    rest = texts.pop()!
    for (const text of texts) take(text)
    await lines.flushFull()
    await all.flushFull()
    job.progress(rows)
  }
  take(rest)
  const [firstRejected] = rejected.sample
  const most = Math.max(Math.min(FEW_REJECTED, rows / 2), (rows + rejected.rows) * MOST_REJECTED)
  if (firstRejected && (rows === 0 || rejected.rows > most))
    throw unreadable(`This is not valid JSON. Line ${firstRejected.line}: ${firstRejected.reason} ${MEND}`)
  const kinds = looked && linesByKind(looked.map(({ row }) => parsed(row) as JsonRow))
  const apart: Apart = { rows: [], totals: 0, notes: [] }
  for (const [at, { line, row }] of (looked ?? []).entries())
    if (kinds?.apart.includes(at)) {
      apart.rows.push({ line, reason: ABOUT, text: row })
      all.add(line, ABOUT, row)
    } else lines.append(`${row}\n`)
  await lines.close()
  const read = kinds?.tables
    ? await readTables(job, kinds.tables)
    : [await tableOf(job, lines.path, 'newline_delimited', null, 0)]
  const [table, ...others] = read.flatMap(({ tables }) => tables)
  const counts = { apart: (table!.apart ?? 0) + apart.rows.length, rejected: rejected.rows }
  return {
    notes: [...read.flatMap(({ notes }) => notes), ...notesBeside(kinds?.beside ?? [], all)],
    keys: keysOf(read),
    apart: [setApart(apart).apart, ...read.flatMap((one) => one.apart)],
    tables: [{ ...table!, ...counts }, ...others],
    rejected: await withLeft(job, { ...rejected, ...(await all.finish()) }, read),
  }
}

/** What people can do about a document that breaks the rules. */
const MEND =
  'Names and texts stand in double quotes, and commas between values: mend that place, or export the file again.'

/** The parser's own words about a place, without file names, as a sentence. */
function parserMessage(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  const excerpt = /(unexpected [^.]*|unterminated [^.]*|Expected [^.]*)/i.exec(message)?.[0]
  const [, byte] = /at byte (\d+)/.exec(message) ?? []
  const place = byte ? ` at character ${byte} of the file` : ''
  return excerpt && !excerpt.includes('/') ? `It has an error${place}: ${excerpt.slice(0, 120)}.` : ''
}
