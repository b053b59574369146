import { fileURLToPath } from 'node:url'
import { literal } from '#base/sql.ts'
import { planAffinity } from '../../rules/affinity.ts'
import { columnNames } from '../../rules/header.ts'
import { type DeclaredKey, type IngestedTable, MOST_COLUMNS } from '../../rules/ingest.ts'
import { repeats } from '../../rules/plans.ts'
import { unreadable } from '../engine.ts'
import { inDir, type Job, nothingRejected, type Reading } from '../job.ts'
import { measure } from '../statistics.ts'
import { writeTyped } from '../table.ts'
import { tablePath } from '../table-file.ts'
import type { ExportOrder, Message } from './export.ts'

/** Not by the place of this module: bundled, it is elsewhere. */
const ENTRY = fileURLToPath(import.meta.resolve('#files/ingest/sqlite/export.ts'))
const SILENCE_MS = 10_000
const MOST_OBJECTS = 200
const SAMPLE_ROWS = 3000
/** Longest row of JSON that the engine takes; none is written that is longer. */
const ROW_BYTES = 32 << 20

type Done = Extract<Message, { say: 'done' }>
type Found = { name: string; view: boolean; virtual: boolean }
type Exported = { objects: Found[]; done: Done[]; failed: { index: number; reason: string }[] }

/** Reads every table and view of an SQLite database, each column in the type that its declaration and its values have. */
export async function readSqlite(job: Job): Promise<Reading> {
  const { objects, done, failed } = await exportAll(job)
  const reading: Reading = { dialect: {}, tables: [], rejected: nothingRejected(), keys: [] }
  const notes: string[] = []
  const names = new Map<number, string>()
  for (const one of done.sort((a, b) => a.index - b.index)) {
    const { name } = objects[one.index]!
    if (one.rows === 0) {
      notes.push(`"${name}" is empty and was left out.`)
      continue
    }
    const { table, notes: own } = await tableOf(job, one, name)
    names.set(one.index, name)
    reading.tables.push(table)
    notes.push(...own.map((note) => `${name}: ${note}`))
    if (one.longBlobs > 0) notes.push(`${name}: ${one.longBlobs} large binary values are shown by their size only.`)
    job.progress(reading.tables.reduce((sum, { rows }) => sum + rows, 0))
  }
  for (const { index, reason } of failed)
    notes.push(`${objects[index]!.view ? 'View' : 'Table'} "${objects[index]!.name}" was left out: ${reason}.`)
  for (const { name } of objects.filter(({ virtual }) => virtual))
    notes.push(`"${name}" is a virtual table and was left out.`)
  if (objects.length > MOST_OBJECTS)
    notes.push(`The first ${MOST_OBJECTS} of ${objects.length} tables and views were read.`)
  if (reading.tables.length === 0) {
    const [first] = failed
    throw unreadable(
      first
        ? `No table of this SQLite database could be read. "${objects[first.index]!.name}": ${first.reason}.`
        : 'This SQLite database has no table with rows.',
    )
  }
  reading.keys = keysOf(objects, done, names)
  if (notes.length > 0) reading.dialect.notes = notes.slice(0, 100)
  return reading
}

async function tableOf(job: Job, { index, columns }: Done, name: string) {
  const names = columnNames(
    columns.map((column) => column.name),
    columns.length,
  )
  const fields = columns.map((_, at) => `'c${at}': 'VARCHAR'`).join(', ')
  const json = `read_json(${literal(inDir(job, `object-${index}.json`))}, format = 'newline_delimited', columns = {line: 'BIGINT', ${fields}}, maximum_object_size = ${ROW_BYTES}, compression = 'uncompressed')`
  const list = columns.map((_, at) => `c${at}`).join(', ')
  const rows = (await job.engine.rows(`select ${list} from ${json} limit ${SAMPLE_ROWS}`)) as (string | null)[][]
  const samples = columns.map((_, at) => rows.map((row) => row[at] ?? ''))
  const planned = columns.map((column, at) => planAffinity(column, samples[at]!))
  const plans = planned.map(({ plan }) => plan)
  const notes = planned.flatMap(({ note }, at) => (note ? [`"${names[at]}" ${note}`] : []))
  const flags = plans.flatMap(({ kind }, at) =>
    kind === 'boolean' ? [`case c${at} when '1' then 'true' when '0' then 'false' end as c${at}`] : [],
  )
  const from = flags.length > 0 ? `(select * replace (${flags.join(', ')}) from ${json})` : json
  const text = { from, names, plans, repeating: samples.map(repeats), lossless: true }
  const output = tablePath(job, index)
  const written = await writeTyped(job.engine, text, output)
  notes.push(...written.notes)
  const table: IngestedTable = { part: name, path: output, ...(await measure(job.engine, output, written.texts)) }
  return { table, notes }
}

/** Keys of one column that the database declares, between tables that were read. */
function keysOf(objects: Found[], done: Done[], names: Map<number, string>): DeclaredKey[] {
  const lower = (text: string) => text.toLowerCase()
  return done.flatMap(({ index, keys }) =>
    keys.flatMap(({ column, toTable, toColumn }): DeclaredKey[] => {
      const target = done.find((one) => lower(objects[one.index]!.name) === lower(toTable))
      const wanted = toColumn ?? (target?.primary.length === 1 ? target.primary[0] : undefined)
      const to = target?.columns.find(({ name }) => wanted && lower(name) === lower(wanted))
      const part = names.get(index)
      const toPart = target && names.get(target.index)
      return part && toPart && to ? [{ part, column, toPart, toColumn: to.name }] : []
    }),
  )
}

/** Has the rows written by other processes, a new one after each that got stuck or died. */
async function exportAll(job: Job): Promise<Exported> {
  const all: Exported = { objects: [], done: [], failed: [] }
  for (;;) {
    const skip = [...all.done, ...all.failed].map(({ index }) => index)
    const stuck = await exportSome(job, skip, all)
    if (stuck === null) return all
    all.failed.push(stuck)
    if (all.failed.length > 20) return all
  }
}

/** @returns what it got stuck at; null when it came to its end */
async function exportSome(job: Job, skip: number[], all: Exported): Promise<Exported['failed'][number] | null> {
  const order: ExportOrder = {
    path: job.path,
    dir: inDir(job, '.').slice(0, -2),
    skip,
    most: {
      objects: MOST_OBJECTS,
      columns: MOST_COLUMNS,
      cells: job.limits.cells * 50,
      bytes: job.limits.inflatedBytes,
    },
  }
  const child = Bun.spawn([process.execPath, ENTRY, JSON.stringify(order)], {
    stdout: 'pipe',
    stderr: 'ignore',
    stdin: 'ignore',
  })
  let current: number | null = null
  let late = false
  let timer = setTimeout(() => {}, 0)
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      late = true
      child.kill('SIGKILL')
    }, job.silenceMs ?? SILENCE_MS)
  }
  wait()
  try {
    for await (const line of linesOf(child.stdout)) {
      wait()
      const message = JSON.parse(line) as Message
      if (message.say === 'broken') throw damaged(message.reason)
      if (message.say === 'objects') all.objects = message.objects
      if (message.say === 'begin') current = message.index
      if (message.say === 'rows') job.progress(message.rows)
      if (message.say === 'failed') all.failed.push({ index: message.index, reason: wordsOf(message.reason) })
      if (message.say === 'done') all.done.push(message)
      if (message.say === 'failed' || message.say === 'done') current = null
    }
    await child.exited
    if (child.exitCode === 0) return null
    if (current === null) throw damaged('')
    return { index: current, reason: late ? 'it took too long' : 'reading it failed' }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** The lines that a process writes, as they come; what is behind the last line break is none. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

const damaged = (reason: string) =>
  unreadable(
    /encrypted|not a database/i.test(reason)
      ? 'This SQLite database is encrypted or damaged: it could not be opened.'
      : 'This SQLite database is damaged: it could not be read. Export it again, for example with VACUUM INTO.',
  )

/** The library's own words about a table, where they help. */
function wordsOf(reason: string): string {
  if (/malformed|corrupt/i.test(reason)) return 'it is damaged'
  if (/unsafe|not authorized|no such (function|module|table|column)/i.test(reason))
    return 'it uses something that is not there'
  return /too large|columns/.test(reason) ? reason : 'reading it failed'
}
