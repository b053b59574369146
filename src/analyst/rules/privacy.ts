import type { CleanedKeys } from '#catalog/rules/answers.ts'
import { type RowsSeen, stricter } from '#records/rules/xai.ts'
import type { Answer, ColumnStatistics } from './answer.ts'
import type { Sight } from './sent.ts'
import type { DescribeTablesOutput, RunSqlSuccess } from './tools.ts'

/** Rows of a result that a model sees where only samples are allowed. */
const SAMPLE_ROWS = 5

/** How many rows of a result the model is given, of the usual number. */
export const rowsShown = (sees: RowsSeen, usual: number): number =>
  sees === 'none' ? 0 : sees === 'samples' ? Math.min(SAMPLE_ROWS, usual) : usual

/** The stricter of what the server and what the workspace allow. @param usual rows that a model sees where nobody limits them */
export function sightOf(server: RowsSeen, own: { sees: RowsSeen; rows: number | null }, usual: number): Sight {
  const sees = stricter(server, own.sees)
  return { sees, rows: rowsShown(sees, Math.min(usual, own.rows ?? usual)) }
}

/** What a model reads of a result when it may see no values: its shape. */
export const withoutValues = (output: RunSqlSuccess, sql: string): RunSqlSuccess => ({
  ...output,
  rows: [],
  ...(output.warnings ? { warnings: output.warnings.map((warning) => errorWithoutValues(warning, sql)) } : {}),
  statistics: output.statistics.map(
    ({ column, nulls, distinct }): ColumnStatistics => ({ column, nulls, distinct, min: null, max: null }),
  ),
})

/** Tables as a model reads them when it may see no values. */
export const factsWithoutValues = (output: DescribeTablesOutput): DescribeTablesOutput => ({
  ...output,
  tables: output.tables.map(({ profile: _profile, text: _text, ...table }) => ({
    ...table,
    columns: table.columns.map((column) => ({ ...column, min: null, max: null, top: [], sample: [] })),
    relations: table.relations.map(withoutCleaningValues),
    referenced_by: table.referenced_by.map(withoutCleaningValues),
  })),
})

/** A relation without SQL that names values. */
const withoutCleaningValues = <R extends { cleaned?: CleanedKeys }>({ cleaned, ...relation }: R) => ({
  ...relation,
  ...(cleaned && !cleaned.of_values ? { cleaned } : {}),
})

/** An error of a database without the values that it quotes; what stands in the statement itself is the model's own. */
export const errorWithoutValues = (error: string, sql: string): string =>
  error
    .replace(/'((?:[^']|'')*)'/g, (quoted, inside: string) => (inside !== '' && sql.includes(inside) ? quoted : "'…'"))
    .replace(/\b\d[\d.,:-]*\b/g, (number) => (sql.includes(number) ? number : '…'))

/** What stands where a number was that is found in no result. */
const WITHHELD = '[number withheld]'

/** Where a place of the prose lies once these numbers were taken out. */
export const placesAfter = (numbers: Answer['numbers']) => (at: number) =>
  numbers.reduce(
    (place, { state, start, end }) =>
      state === 'unbound' && end <= at ? place + WITHHELD.length - (end - start) : place,
    at,
  )

/** Prose in which every number that is bound to nothing is taken out; the places of the others move along. */
export function withheld(text: string, numbers: Answer['numbers']): Pick<Answer, 'text' | 'numbers'> {
  let out = ''
  let at = 0
  const remaining: Answer['numbers'] = []
  for (const number of [...numbers].sort((a, b) => a.start - b.start)) {
    out += text.slice(at, number.start)
    at = number.end
    if (number.state === 'unbound') out += WITHHELD
    else {
      const start = out.length
      out += text.slice(number.start, number.end)
      remaining.push({ ...number, start, end: out.length })
    }
  }
  return { text: out + text.slice(at), numbers: remaining }
}
