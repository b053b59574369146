import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { identifier, literal } from '#base/sql.ts'
import { type FileFormat, type IngestedTable, MOST_REJECTED, REJECTED_SHOWN, type Rejected } from '../rules/ingest.ts'
import { type JsonList, ListFinder } from '../rules/json-lists.ts'
import { unreadable } from './engine.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { flatSelect } from './parquet.ts'
import { RejectedFile } from './rejected.ts'
import { measure } from './statistics.ts'
import { tablePath, writeTable } from './table-file.ts'
import { asUtf8, textOf } from './text.ts'

const OBJECT_BYTES = 64 << 20

/** Whether a text begins as JSON does. */
export const looksLikeJson = (head: string) =>
  /^\ufeff?\s*(\{\s*("|\})|\[\s*(\{|\[|\]|"|-?\d|true|false|null))/.test(head)

/**
 * Reads JSON: a list of objects, an object around one (`{data: [...]}`) or around several, which become a table each, one object,
 * or one object a line.
 */
export async function readJson(job: Job): Promise<Reading & { format: FileFormat }> {
  const text = await asUtf8(job.path, inDir(job, 'utf8.json'))
  const finder = new ListFinder()
  for await (const chunk of textOf(text.path)) finder.push(chunk)
  const shape = finder.end()
  const dialect = { encoding: text.encoding, ...(text.note ? { notes: [text.note] } : {}) }
  if (shape.kind === 'broken' || shape.kind === 'lines')
    return { format: 'ndjson', ...(await readLines(job, text.path)), dialect }
  const lists = shape.kind === 'list' ? [shape.list] : shape.lists
  const tables: IngestedTable[] = []
  if (lists.length === 0) tables.push(await tableOf(job, text.path, 'unstructured', null, 0))
  for (const [index, list] of lists.entries()) {
    const part = lists.length > 1 ? list.key : null
    tables.push(await tableOf(job, await cut(job, text.path, list, index), 'array', part, index))
  }
  return { format: 'json', dialect, tables, rejected: nothingRejected() }
}

/** Copies the characters of one list to a file of its own. */
async function cut(job: Job, path: string, list: JsonList, index: number): Promise<string> {
  const output = inDir(job, `list-${index}.json`)
  const stream = createWriteStream(output)
  let at = 0
  for await (const chunk of textOf(path)) {
    const piece = chunk.slice(Math.max(0, list.start - at), Math.max(0, list.end - at))
    if (piece && !stream.write(piece)) await once(stream, 'drain')
    at += chunk.length
    if (at >= list.end) break
  }
  stream.end()
  await once(stream, 'finish')
  return output
}

async function tableOf(
  job: Job,
  path: string,
  format: string,
  part: string | null,
  index: number,
): Promise<IngestedTable> {
  const output = tablePath(job, index)
  try {
    await writeJson(job, path, format, output)
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') throw error
    throw unreadable(`This JSON could not be read as a table. ${parserMessage(error)}`)
  }
  const measured = await measure(job.engine, output)
  if (measured.rows === 0) throw unreadable('The file holds no rows.')
  job.progress(measured.rows)
  return { part, path: output, ...measured }
}

async function writeJson(job: Job, path: string, format: string, output: string) {
  const from = (options: string) =>
    `read_json(${literal(path)}, format = '${format}', maximum_object_size = ${OBJECT_BYTES}, sample_size = -1, compression = 'uncompressed'${options})`
  const described = (await job.engine.rows(`select column_name, column_type from (describe from ${from('')})`)) as [
    string,
    string,
  ][]
  const columns = await exactTypes(job, from, described)
  await writeTable(job.engine, await flatSelect(job.engine, from(columns)), output)
}

/** The engine reads integers of more than 38 digits, or next to a decimal, as doubles; those that would lose digits are read as text. */
async function exactTypes(job: Job, from: (options: string) => string, described: [string, string][]): Promise<string> {
  const doubles = described.filter(([, type]) => type === 'DOUBLE').map(([name]) => name)
  if (doubles.length === 0) return ''
  const columns = (type: (name: string, found: string) => string) =>
    `, columns = {${described.map(([name, found]) => `${literal(name)}: ${literal(type(name, found))}`).join(', ')}}`
  const asText = from(columns((_, type) => (type === 'DOUBLE' ? 'VARCHAR' : type)))
  const long = doubles.map((name) => `coalesce(bool_or(regexp_matches(${identifier(name)}, '^-?[0-9]{16,}$')), false)`)
  const [found] = await job.engine.rows(`select ${long.join(', ')} from ${asText}`)
  const exact = new Set(doubles.filter((_, index) => found![index]))
  return exact.size === 0 ? '' : columns((name, type) => (exact.has(name) ? 'VARCHAR' : type))
}

/** One JSON value a line; lines that are not are left out and reported. */
async function readLines(job: Job, path: string): Promise<Omit<Reading, 'dialect'>> {
  const output = inDir(job, 'lines.json')
  const stream = createWriteStream(output)
  const rejected: Rejected = nothingRejected()
  const all = new RejectedFile(inDir(job, 'rejected.csv'))
  let line = 0
  let rows = 0
  const take = (text: string): string => {
    line++
    const row = text.trim()
    if (row === '') return ''
    try {
      const value: unknown = JSON.parse(row)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('is not an object')
      rows++
      return `${row}\n`
    } catch (error) {
      const reason = `The line is not a JSON object. ${parserMessage(error)}`.trim()
      rejected.rows++
      void all.add(line, reason, row)
      if (rejected.sample.length < REJECTED_SHOWN) rejected.sample.push({ line, reason, text: row.slice(0, 200) })
      return ''
    }
  }
  let rest = ''
  for await (const chunk of textOf(path)) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    const text = lines.map(take).join('')
    if (text && !stream.write(text)) await once(stream, 'drain')
    job.progress(rows)
  }
  stream.end(take(rest))
  await once(stream, 'finish')
  const [firstRejected] = rejected.sample
  if (firstRejected && (rows === 0 || rejected.rows > (rows + rejected.rows) * MOST_REJECTED))
    throw unreadable(`This is not valid JSON. Line ${firstRejected.line}: ${firstRejected.reason}`)
  const rejectedPath = await all.close()
  return {
    tables: [await tableOf(job, output, 'newline_delimited', null, 0)],
    rejected: rejectedPath ? { ...rejected, path: rejectedPath } : rejected,
  }
}

/** The parser's own words about a place, without file names. */
function parserMessage(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  const excerpt = /(unexpected [^.]*|unterminated [^.]*|Expected [^.]*|is not an object)/i.exec(message)?.[0]
  return excerpt && !excerpt.includes('/') ? `${excerpt.slice(0, 120)}.` : ''
}
