import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import { applyStep, type RawColumn, rawRows, selectOf } from '../rules/compile.ts'
import type { IngestedTable } from '../rules/ingest.ts'
import type { DoneStep, RawPage, Recipe } from '../rules/recipe.ts'
import { type IngestEngine, unreadable } from './engine.ts'
import { measure } from './statistics.ts'
import { writeTable } from './table-file.ts'

/** A table's raw file with the steps of its recipe; `output`: where the mended rows go. */
export type Mending = { path: string; texts: Recipe['texts']; steps: DoneStep[]; output: string }
/** A mended table, and its recipe with what each step did. */
export type Mended = { table: Pick<IngestedTable, 'path' | 'rows' | 'columns'>; recipe: Recipe }

/**
 * Writes the rows of a raw table as its recipe mends them. A step that does not fit the table is skipped, and says why; without any step
 * the raw rows themselves are measured.
 * @throws AppError unprocessable where nothing would be left
 */
export async function mend(engine: IngestEngine, { path, texts, steps, output }: Mending): Promise<Mended> {
  const relation = await engine.relation(path)
  const beside = new Map(texts)
  const described = (await engine.describe(`from ${relation}`)).map(
    ([name, type]): RawColumn => ({ name, type, textOf: beside.get(name) }),
  )
  let rows = rawRows(relation, described)
  const done: DoneStep[] = []
  let dropped = 0
  let lines: number | undefined
  for (const { skipped: _, ...step } of steps) {
    const mended = applyStep(step.step, rows)
    const result = 'skipped' in mended ? mended : await countOf(engine, mended.changed)
    if ('skipped' in result || 'skipped' in mended) {
      done.push({ ...step, changed: 0, ...('skipped' in result && { skipped: result.skipped }) })
      continue
    }
    done.push({ ...step, ...result })
    if (mended.drops) dropped += result.changed
    if (mended.multiplies) lines = result.changed
    const { from, columns, line } = mended
    rows = { from, columns, line }
  }
  const recipe = { steps: done, dropped, texts, ...(lines !== undefined && { lines }) }
  const texted = new Map(rows.columns.flatMap(({ name, textOf }) => (textOf === undefined ? [] : [[name, textOf]])))
  if (steps.length === 0) return { table: { path, ...(await measure(engine, path, texted)) }, recipe }
  await writeTable(engine, selectOf(rows), output)
  const measured = await measure(engine, output, texted)
  if (measured.rows === 0) throw unreadable('No row would be left.')
  return { table: { path: output, ...measured }, recipe }
}

/** What a step changes; a value that does not fit its column shows here. */
async function countOf(engine: IngestEngine, sql: string): Promise<{ changed: number } | { skipped: string }> {
  try {
    const [changed] = await engine.row<[number]>(`select (${sql})::double`)
    return { changed }
  } catch (error) {
    if (error instanceof AppError) throw error
    return { skipped: wordsOf(error) }
  }
}

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  if (/^Conversion Error/.test(text)) return 'Its value does not fit the type of the column.'
  if (/out of range|overflow/i.test(text)) return 'The numbers would become too long.'
  return 'It cannot be applied to the values as they are now.'
}

/** Longest text of a cell that is shown of raw rows. */
const LONGEST_CELL = 200

/** Some rows of a table's file as texts. */
export async function rawPage(engine: IngestEngine, path: string, offset: number, limit: number): Promise<RawPage> {
  const relation = await engine.relation(path)
  const columns = (await engine.describe(`from ${relation}`)).map(([name, type]) => ({ name, type }))
  const cells = columns.map(({ name }) => `left(${identifier(name)}::varchar, ${LONGEST_CELL})`).join(', ')
  const [total] = await engine.row<[number]>(`select count(*)::double from ${relation}`)
  const rows = await engine.rows(`select ${cells} from (select * from ${relation} limit ${limit} offset ${offset})`)
  return { columns, rows: rows as RawPage['rows'], total_rows: total }
}
