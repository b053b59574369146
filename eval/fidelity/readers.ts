import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { literal } from '#base/sql.ts'
import type { ColumnRole } from '#catalog/rules/answers.ts'
import { IngestEngine } from '#files/ingest/engine.ts'
import { readFile } from '#files/ingest/read.ts'
import { linesOf } from '#files/ingest/sqlite/read.ts'
import type { Ingested } from '#files/rules/ingest.ts'
import type { TypeKind } from './truth.ts'

/** What a reader made of a file: values as text, null for none. `textOf`: the column keeps what does not fit that one. */
export type ReadColumn = { name: string; type: TypeKind; role?: ColumnRole; textOf?: string; values: (string | null)[] }
export type ReadTable = ReadColumn[]
/** All tables of a file; `whole`: how Tabletalk read it, and `made` all texts that it made of it. */
export type ReadFile = ReadTable[] & { whole?: Ingested; made?: string }
/** Formats that it reads at all, and how it reads a file. @throws anything where it cannot read it */
export type Reader = { formats: string[]; read(path: string): Promise<ReadFile> }

const kindOf = (type: string): TypeKind => {
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|Int\d+|UInt\d+)$/.test(type)) return 'integer'
  if (/^(DECIMAL|DOUBLE|FLOAT|REAL|Float|Decimal)/i.test(type)) return 'decimal'
  if (/^(DATE|Date)$/.test(type)) return 'date'
  if (/^(TIMESTAMP|Datetime)/.test(type)) return 'timestamp'
  if (/^(TIME|Time)/.test(type)) return 'time'
  if (/^bool/i.test(type)) return 'boolean'
  return /^(VARCHAR|Utf8|String)$/.test(type) ? 'text' : 'other'
}

const columnsOf = (described: { name: string; type: string }[], rows: unknown[][]): ReadTable =>
  described.map(({ name, type }, at) => ({
    name,
    type: kindOf(type),
    values: rows.map((row) => (row[at] === null || row[at] === undefined ? null : String(row[at]))),
  }))

/** Tabletalk, as it reads an upload. */
export const ours: Reader = {
  formats: ['csv', 'xlsx', 'json', 'parquet'],
  async read(path) {
    const dir = await mkdtemp(join(tmpdir(), 'fidelity-read-'))
    try {
      await Bun.write(`${dir}/upload`, Bun.file(path))
      const engine = await IngestEngine.open({ dir, memoryMb: 512, threads: 1 })
      try {
        const limits = { inflatedBytes: 20_000_000, ratio: 200, entries: 2000, cells: 1_000_000 }
        const whole = await readFile({ engine, path: `${dir}/upload`, limits, progress() {} })
        const found: ReadFile = []
        for (const { path, columns } of whole.tables) {
          const rows = await engine.rows(`select columns(*)::varchar from ${await engine.relation(path)}`)
          found.push(
            columnsOf(columns, rows).map((column, at) => {
              const { role, text_of } = columns[at]!
              return { ...column, role, ...(text_of === undefined ? {} : { textOf: text_of }) }
            }),
          )
        }
        const left = whole.rejected.path ? await Bun.file(whole.rejected.path).text() : ''
        const cells = found.flat().flatMap(({ values }) => values.filter((value) => value !== null))
        return Object.assign(found, { whole, made: `${left}\n${JSON.stringify(whole)}\n${cells.join('\n')}` })
      } finally {
        engine.close()
      }
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
}

/** DuckDB by itself, as it sniffs a file. Workbooks need an extension which is not part of it. */
export const duckdb: Reader = {
  formats: ['csv', 'json', 'parquet'],
  async read(path) {
    const how = /\.(nd)?json$/.test(path)
      ? 'read_json_auto'
      : path.endsWith('.parquet')
        ? 'read_parquet'
        : 'read_csv_auto'
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    try {
      await connection.run(`create table t as from ${how}(${literal(path)})`)
      const described = await connection.runAndReadAll('select column_name, column_type from (describe t)')
      const rows = await connection.runAndReadAll('select columns(*)::varchar from t')
      const list = described.getRowsJson().map(([name, type]) => ({ name: String(name), type: String(type) }))
      return [columnsOf(list, rows.getRowsJson())]
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  },
}

/** Reads a file with the defaults of pandas and prints columns, kinds and values as JSON. */
const PANDAS = `
import sys, json, datetime, decimal
import pandas as pd
def kind(s):
    t = str(s.dtype)
    if t.startswith('int') or t.startswith('uint') or t == 'Int64': return 'integer'
    if t.startswith('float'): return 'decimal'
    if t == 'bool': return 'boolean'
    if t.startswith('datetime'): return 'date' if (s.dropna().dt.normalize() == s.dropna()).all() else 'timestamp'
    found = {type(v) for v in s.dropna()}
    if found == {str}: return 'text'
    if found == {datetime.date}: return 'date'
    if found == {datetime.time}: return 'time'
    if found == {decimal.Decimal}: return 'decimal'
    return 'other'
def value(v):
    if isinstance(v, (list, dict)): return json.dumps(v, default=str)
    return None if pd.isna(v) else str(v)
for path in sys.stdin:
    path = path.strip()
    try:
        if path.endswith('.xlsx'): d = pd.read_excel(path)
        elif path.endswith('.json'): d = pd.read_json(path)
        elif path.endswith('.ndjson'): d = pd.read_json(path, lines=True)
        else: d = pd.read_csv(path)
        if isinstance(d, pd.Series): d = d.to_frame()
        if not isinstance(d.index, pd.RangeIndex): d = d.reset_index()
        cols = [{'name': str(n), 'type': kind(d.iloc[:, i]), 'values': [value(v) for v in d.iloc[:, i]]} for i, n in enumerate(d.columns)]
        print(json.dumps([cols]), flush=True)
    except Exception as e:
        print('null', flush=True)
`

/** pandas with its defaults; null where Debian's python3-pandas and python3-openpyxl are not installed. */
export async function pandas(): Promise<(Reader & { version: string; close(): void }) | null> {
  const found = Bun.spawnSync(['/usr/bin/python3', '-c', 'import pandas, openpyxl; print(pandas.__version__)'])
  if (found.exitCode !== 0) return null
  const child = Bun.spawn(['/usr/bin/python3', '-W', 'ignore', '-c', PANDAS], { stdin: 'pipe', stderr: 'ignore' })
  const lines = linesOf(child.stdout)
  return {
    version: found.stdout.toString().trim(),
    formats: ['csv', 'xlsx', 'json'],
    async read(path) {
      child.stdin.write(`${path}\n`)
      child.stdin.flush()
      const tables = JSON.parse((await lines.next()).value!) as ReadTable[] | null
      if (!tables) throw new Error('It was not read.')
      return tables
    },
    close: () => void child.kill(),
  }
}

const POLARS = 'nodejs-polars@0.26.1'
type Frame = { columns: string[]; dtypes: unknown[]; rows(): unknown[][] }
type Polars = Record<'readCSV' | 'readJSON' | 'readParquet', (path: string, options?: object) => Frame>

/** polars; its package has 115 MB, so it is installed into `folder` when it is compared with. Null where it cannot be had. */
export async function polars(folder: string): Promise<Reader | null> {
  await mkdir(folder, { recursive: true })
  await Bun.write(`${folder}/package.json`, '{ "private": true }')
  const installed = Bun.spawnSync([process.execPath, 'add', '--silent', POLARS], { cwd: folder, timeout: 120_000 })
  if (installed.exitCode !== 0) return null
  const { default: pl } = (await import(`${folder}/node_modules/nodejs-polars/bin/index.js`)) as { default: Polars }
  const shown = (value: unknown) =>
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'object' && value !== null
        ? JSON.stringify(value)
        : value
  return {
    formats: ['csv', 'json', 'parquet'],
    async read(path) {
      const frame = path.endsWith('.json')
        ? pl.readJSON(path, { format: 'json' })
        : path.endsWith('.ndjson')
          ? pl.readJSON(path, { format: 'lines' })
          : path.endsWith('.parquet')
            ? pl.readParquet(path)
            : pl.readCSV(path, { tryParseDates: true })
      const described = frame.columns.map((name, at) => ({
        name,
        type: /\((\w+)/.exec(String(frame.dtypes[at]))?.[1] ?? '',
      }))
      return [
        columnsOf(
          described,
          frame.rows().map((row) => row.map(shown)),
        ),
      ]
    },
  }
}
