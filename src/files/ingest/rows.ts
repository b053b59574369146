import { identifier, literal } from '#base/sql.ts'
import { planColumns } from '../rules/column-type.ts'
import { dateNotes, repeats } from '../rules/plans.ts'
import { countsOf, setApart, totalsAmong, withUnits } from './apart.ts'
import { inDir, type Job } from './job.ts'
import { writeApart } from './rejected.ts'
import { measuredTable } from './statistics.ts'
import { writeTyped } from './table.ts'
import { tablePath } from './table-file.ts'

/** Rows of which columns are planned, and of a long table every n-th: such files are read from their beginning anyway. */
const SAMPLE_ROWS = 3000

/** Writes rows whose values are texts, typed as those of a delimited text are. @param at number of the table in the file */
export async function writeRows(job: Job, select: string, names: string[], part: string | null, at: number) {
  const list = names.map((name, index) => `${identifier(name)}::varchar as c${index}`).join(', ')
  const rows = inDir(job, `rows-${at}.parquet`)
  await job.engine.rows(
    `copy (select row_number() over () as line, ${list} from (${select})) to ${literal(rows)} (format parquet, compression snappy)`,
  )
  const all = `read_parquet(${literal(rows)})`
  const apart = await totalsAmong(job, all, names.length)
  const lines = apart.rows.map(({ line }) => line).join(', ')
  const from = lines === '' ? all : `(from ${all} where line not in (${lines}))`
  const [total] = await job.engine.row<[number]>(`select count(*)::double from ${from}`)
  const every = Math.max(1, Math.floor(total / SAMPLE_ROWS))
  const sample = (await job.engine.rows(
    `select ${names.map((_, index) => `c${index}`).join(', ')} from ${from} where line <= ${SAMPLE_ROWS / 2} or line % ${every} = 0`,
  )) as (string | null)[][]
  const samples = names.map((_, index) => sample.map((row) => row[index] ?? ''))
  const plans = planColumns(samples, ',', names)
  const output = tablePath(job, at)
  const text = { from, names, plans, repeating: samples.map(repeats), lossless: true }
  const written = await writeTyped(job.engine, text, output)
  const measured = await measuredTable(job, part, output, 'The file holds no rows.', written.texts)
  const table = withUnits(measured, names, { units: [] }, written.plans)
  const notes = [
    ...[...apart.notes, ...written.notes].map((note) => note.replace(' in line ', ' in row ')),
    ...dateNotes(names, written.plans),
  ]
  return {
    ...{ table: { ...table, ...countsOf(apart) }, notes, apart: [setApart(apart, part).apart] },
    left: [await writeApart(job, apart, at)],
  }
}
