import { identifier, literal } from '#base/sql.ts'
import { type FileFormat, type IngestedTable, MOST_REJECTED, REJECTED_SHOWN, type Rejected } from '../rules/ingest.ts'
import { type JsonList, ListFinder } from '../rules/json-lists.ts'
import { orUnreadable, unreadable } from './engine.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { flatSelect } from './parquet.ts'
import { RejectedFile } from './rejected.ts'
import { measuredTable } from './statistics.ts'
import { tablePath, writeTable } from './table-file.ts'
import { asUtf8, textOf } from './text.ts'
import { TextFile } from './text-file.ts'

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

async function tableOf(
  job: Job,
  path: string,
  format: string,
  part: string | null,
  index: number,
): Promise<IngestedTable> {
  const output = tablePath(job, index)
  await writeJson(job, path, format, output).catch(
    orUnreadable((error) => `This JSON could not be read as a table. ${parserMessage(error)}`),
  )
  return measuredTable(job, part, output, 'The file holds no rows.')
}

async function writeJson(job: Job, path: string, format: string, output: string) {
  const from = (options: string) =>
    `read_json(${literal(path)}, format = '${format}', maximum_object_size = ${OBJECT_BYTES}, sample_size = -1, compression = 'uncompressed'${options})`
  const columns = await exactTypes(job, from, await job.engine.describe(`from ${from('')}`))
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
  const found = await job.engine.row(`select ${long.join(', ')} from ${asText}`)
  const exact = new Set(doubles.filter((_, index) => found[index]))
  return exact.size === 0 ? '' : columns((name, type) => (exact.has(name) ? 'VARCHAR' : type))
}

/** One JSON value a line; lines that are not are left out and reported. */
async function readLines(job: Job, path: string): Promise<Omit<Reading, 'dialect'>> {
  const lines = new TextFile(inDir(job, 'lines.json'))
  const rejected: Rejected = nothingRejected()
  const all = new RejectedFile(inDir(job, 'rejected.csv'))
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
      lines.append(`${row}\n`)
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
  await lines.close()
  const [firstRejected] = rejected.sample
  if (firstRejected && (rows === 0 || rejected.rows > (rows + rejected.rows) * MOST_REJECTED))
    throw unreadable(`This is not valid JSON. Line ${firstRejected.line}: ${firstRejected.reason}`)
  return {
    tables: [{ ...(await tableOf(job, lines.path, 'newline_delimited', null, 0)), rejected: rejected.rows }],
    rejected: { ...rejected, ...(await all.finish()) },
  }
}

/** The parser's own words about a place, without file names. */
function parserMessage(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  const excerpt = /(unexpected [^.]*|unterminated [^.]*|Expected [^.]*|is not an object)/i.exec(message)?.[0]
  return excerpt && !excerpt.includes('/') ? `${excerpt.slice(0, 120)}.` : ''
}
