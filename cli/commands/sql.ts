import type { AnswerResult } from '../../src/analyst/rules/answer.ts'
import { AppError } from '../../src/base/errors.ts'
import { href, urls } from '../../src/urls.ts'
import { commandOf } from '../command.ts'
import { count } from '../list.ts'
import { findWorkspace, WORKSPACE } from '../places.ts'
import { dimNote, note, plain, say, sayJson } from '../print.ts'
import { gridLines } from '../print-answer.ts'
import { save } from '../save.ts'

const FORMATS = {
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
type Format = keyof typeof FORMATS

type Options = { workspace?: string; source?: string; file?: string; output?: string; csv?: boolean; rows: number }

export const sql = commandOf('sql', 'run a read-only statement and print its result, or save it as a file', [
  'tabletalk sql "SELECT city, count(*) FROM orders GROUP BY city" -w Sales',
  'tabletalk sql "SELECT * FROM orders" -w Sales -o orders.parquet',
  'tabletalk sql -f report.sql -w Sales --csv | head',
  'tabletalk sql "SELECT now()" -w Sales --source "Shop database"',
])
  .argument('[statement]', 'the statement; - reads standard input')
  .option(...WORKSPACE)
  .option('-s, --source <name>', 'run it in a connected database, in its own language')
  .option('-f, --file <file>', 'read the statement from a file')
  .option('-o, --output <file>', 'save as .csv, .parquet, .arrow or .xlsx')
  .option('--csv', 'print all rows as CSV')
  .option('--rows <count>', 'rows to print as a table', count, 50)
  .does(async ({ client, json }, statement: string | undefined, options: Options) => {
    const sql = await statementOf(statement, options.file)
    const format = options.output === undefined ? null : formatOf(options.output)
    const { id } = await findWorkspace(client, options.workspace)
    const call = (accept: string, limit?: number) =>
      client.call(href(urls.apiSql, { id }), {
        method: 'POST',
        body: { sql, ...(options.source ? { source: options.source } : {}), ...(limit ? { limit } : {}) },
        headers: { accept },
      })
    if (options.output !== undefined && format) return save(await call(FORMATS[format]), options.output)
    if (options.csv) return save(await call(FORMATS.csv), '-')
    const result = await client.read<AnswerResult>(await call('application/json'))
    if (json) return sayJson(result)
    if (result.columns.length > 0) say(gridLines(result, options.rows).join('\n'))
    const cut = result.truncated ? ', cut there' : ''
    const rows = result.total_rows === 1 ? 'row' : 'rows'
    for (const { note: text } of result.left_out ?? []) note(`! ${plain(text)}`)
    note(dimNote(`${result.total_rows.toLocaleString('en')} ${rows}${cut}, ${Math.round(result.elapsed_ms)} ms`))
  })

async function statementOf(given: string | undefined, file: string | undefined): Promise<string> {
  if ((given === undefined) === (file === undefined))
    throw new AppError('invalid', 'Give a statement, - for standard input, or --file.')
  if (given === '-') return Bun.stdin.text()
  if (file === undefined) return given!
  if (!(await Bun.file(file).exists())) throw new AppError('not_found', `There is no file ${file}.`)
  return Bun.file(file).text()
}

function formatOf(path: string): Format {
  const ending = path.split('.').at(-1)!.toLowerCase()
  if (path === '-') return 'csv'
  if (Object.hasOwn(FORMATS, ending)) return ending as Format
  throw new AppError(
    'unsupported',
    `Name the file with one of the endings ${Object.keys(FORMATS)
      .map((it) => `.${it}`)
      .join(', ')}.`,
  )
}
