import { isInteger } from '#base/engine-type.ts'
import { identifier, literal } from '#base/sql.ts'
import { namesKey } from '#catalog/rules/relation.ts'
import { type ColumnPlan, planColumn } from '../rules/column-type.ts'
import { columnNames, freeColumn } from '../rules/header.ts'
import { codesAmong } from '../rules/missing-codes.ts'
import { apartNothing, countsOf, joinApart, setApart, totalsAmong, withUnits } from './apart.ts'
import { type IngestEngine, orUnreadable } from './engine.ts'
import { type Field, flatFields, plain, selectOf } from './fields.ts'
import { type Job, nothingRejected, type Reading } from './job.ts'
import { isObjects, readFields } from './lists.ts'
import { joinRejected, writeApart } from './rejected.ts'
import { readValue } from './sql.ts'
import { measuredTable, type Texts } from './statistics.ts'
import { tablePath, writeTable } from './table-file.ts'

/** Parquet from this size on is kept as it is, where all of its columns are plain: written anew it would cost its size once more. */
const KEPT_AS_IT_IS = 64 << 20

/**
 * Reads Parquet. A small one is written anew, so that what the engine opens later is a file of ours; of a large one every value is read
 * by the statistics before it counts, and the engine opens it in a process that may die.
 */
export async function readParquet(job: Job): Promise<Reading> {
  const from = `read_parquet(${literal(job.path)})`
  try {
    // Refuses what has too many columns, also where the file is kept as it is.
    const found = await flatFields(job.engine, from)
    const chosen = job.choices ? { chosen: job.choices } : {}
    const small = Bun.file(job.path).size < KEPT_AS_IT_IS
    const lengths = small ? await inSeconds(job.engine, found, from) : []
    const timed = found.map((field) => lengths.find(({ name }) => name === field.name) ?? field)
    // A file that says of all its columns that they are texts says nothing of them.
    if (small && (found.every(({ type }) => type === 'VARCHAR') || found.some(isObjects))) {
      const { tables, keys, notes, apart, left } = await readFields(job, from, timed, null, 0)
      const dialect = { ...joinApart(apart), ...(notes.length > 0 ? { notes } : {}), ...chosen }
      return { dialect, tables, rejected: await joinRejected(job, left), keys }
    }
    const meant = small ? await asMeant(job.engine, timed, from) : found
    const { fields, texts, notes: told } = await withTexts(job.engine, meant, from)
    const select = selectOf(fields, from)
    const list = fields.map(({ name }, index) => `${identifier(name)}::varchar as c${index}`)
    const rows = `(select row_number() over () as line, ${list.join(', ')} from (${select}))`
    if (!job.folder && !small && texts.size + told.length === 0 && (await isPlain(job.engine, from))) {
      // The statistics read every other value of a file that is kept as it is.
      const table = await measuredTable(job, null, job.path, NO_ROWS)
      return {
        dialect: chosen,
        tables: [{ ...table, ...countsOf(apartNothing(0).apart) }],
        rejected: nothingRejected(),
      }
    }
    const output = tablePath(job, 0)
    const apart = await totalsAmong(job, rows, fields.length, from)
    const lines = apart.rows.map(({ line }) => line).join(', ')
    const kept = lines === '' ? select : `from (${select}) qualify row_number() over () not in (${lines})`
    await writeTable(job.engine, kept, output)
    const measured = await measuredTable(job, null, output, NO_ROWS, texts)
    const names = lengths.map(({ name }) => name)
    const plans = names.map((): ColumnPlan => ({ kind: 'duration' }))
    const table = withUnits(measured, names, { units: [] }, plans)
    const notes = [...told, ...apart.notes]
    const dialect = { ...setApart(apart), ...(notes.length > 0 ? { notes } : {}), ...chosen }
    return { dialect, tables: [{ ...table, ...countsOf(apart) }], rejected: await writeApart(job, apart, 0) }
  } catch (error) {
    return orUnreadable(
      'This Parquet file is damaged or cut off: it could not be read to its end. Export and upload it again.',
    )(error)
  }
}

const NO_ROWS = 'The file has columns but no rows.'
const SAMPLE_VALUES = 300

/** The columns that hold how long something took, in seconds; not where there are months, since how long one is nobody knows. */
async function inSeconds(engine: IngestEngine, fields: Field[], from: string): Promise<Field[]> {
  const lengths = fields.filter(({ type }) => type === 'INTERVAL')
  if (lengths.length === 0) return []
  const tests = lengths.map(
    ({ path }) => `count(*) filter (datepart('year', ${path}) + datepart('month', ${path}) <> 0) = 0`,
  )
  const fits = await engine.row<boolean[]>(`select ${tests.join(', ')} from ${from}`)
  return lengths
    .filter((_, at) => fits[at])
    .map((field) => ({ ...field, path: `epoch(${field.path})`, type: 'DOUBLE' }))
}

/**
 * Columns of whole numbers that are kept as fractions are, as some programs keep those with gaps or many digits; and days and moments that
 * are kept as texts or counted from 1970, where all values of a column are such.
 */
async function asMeant(engine: IngestEngine, fields: Field[], from: string): Promise<Field[]> {
  const changes = new Map<Field, { read: string; type: string; test: string }>()
  for (const field of fields) {
    const { path, type, name } = field
    if (/^(DOUBLE|FLOAT|DECIMAL\(\d+,0\))$/.test(type)) {
      const test = `isfinite(${path}::double) and abs(${path}) <= ${Number.MAX_SAFE_INTEGER} and ${path} = floor(${path})`
      changes.set(field, { read: `${path}::bigint`, type: 'BIGINT', test })
    } else if (type === 'VARCHAR' || isInteger(type)) {
      const plan = planColumn(await sampleOf(engine, field, from), ',', {}, name)
      if ((plan.kind !== 'date' && plan.kind !== 'timestamp') || plan.ambiguous || plan.digits) continue
      const read = readValue(`${path}::varchar`, plan)
      changes.set(field, { read, type: plan.kind.toUpperCase(), test: `(${read}) is not null` })
    }
  }
  if (changes.size === 0) return fields
  const tests = [...changes].map(
    ([{ path }, { test }]) => `coalesce(bool_and(${path} is null or (${test})) and count(${path}) > 0, false)`,
  )
  const fits = await engine.row<boolean[]>(`select ${tests.join(', ')} from ${from}`)
  const fitting = new Map([...changes].filter((_, at) => fits[at]))
  return fields.map((field) => {
    const change = fitting.get(field)
    return change ? { ...field, path: change.read, type: change.type } : field
  })
}

/**
 * The same with a text beside each column whose values say more than it can hold: moments with parts smaller than the engine's own, and numbers
 * or signs that stand for none. `notes` count what is no number.
 */
async function withTexts(
  engine: IngestEngine,
  fields: Field[],
  from: string,
): Promise<{ fields: Field[]; texts: Texts; notes: string[] }> {
  const texts = new Map<string, string>()
  const tests = new Map<Field, string>()
  for (const field of fields) {
    if (field.type === 'TIMESTAMP_NS') tests.set(field, `epoch_ns(${field.path}) % 1000 <> 0`)
    if (field.type === 'VARCHAR') {
      const plan = planColumn(await sampleOf(engine, field, from), ',', {}, field.name)
      const isDashed = plan.kind === 'text' && plan.dashed
      if (isDashed) tests.set(field, `${field.path} is not null and (${readValue(field.path, plan)}) is null`)
    }
    if (!/^(DOUBLE|FLOAT|DECIMAL.*|\w*INT(EGER)?)$/.test(field.type) || namesKey(field.name)) continue
    const codes = codesAmong(await sampleOf(engine, field, from))
    const list = codes.map(literal).join(', ')
    if (codes.length > 0) tests.set(field, `coalesce(${field.path}::varchar in (${list}), false)`)
  }
  const fractions = fields.filter(({ type }) => /^(DOUBLE|FLOAT)$/.test(type))
  const all = [...tests.values(), ...fractions.map(({ path }) => `isnan(${path})`)]
  if (all.length === 0) return { fields, texts, notes: [] }
  const counts = all.map((test) => `(count(*) filter (${test}))::int`)
  const found = await engine.row<number[]>(`select ${counts.join(', ')} from ${from}`)
  const nans = new Map(fractions.map((field, at) => [field, found[tests.size + at]!]))
  const notes = [...nans].flatMap(([{ name }, count]) =>
    count > 0
      ? [`"${name}": ${count} ${count === 1 ? 'value is' : 'values are'} "NaN", no number; no value stands there.`]
      : [],
  )
  const taken = new Set(fields.map(({ name }) => name.toLowerCase()))
  const beside = fields.flatMap((field) => {
    const test = tests.get(field)
    const path = nans.get(field) ? `case when not isnan(${field.path}) then ${field.path} end` : field.path
    if (!test || !found[[...tests.keys()].indexOf(field)]) return [{ ...field, path }]
    const name = freeColumn(`${field.name}_as_written`, taken)
    texts.set(name, field.name)
    const own = field.type === 'TIMESTAMP_NS' ? field : { ...field, path: `case when not (${test}) then ${path} end` }
    return [own, { name, type: 'VARCHAR', path: `case when ${test} then ${field.path}::varchar end` }]
  })
  return { fields: beside, texts, notes }
}

/** Some different values of a column as texts. */
const sampleOf = async (engine: IngestEngine, { path }: Field, from: string): Promise<string[]> =>
  (
    await engine.rows(
      `select distinct value::varchar from (select ${path} as value from ${from} where ${path} is not null limit ${SAMPLE_VALUES})`,
    )
  ).map(([value]) => value as string)

/** Whether its columns can be queried under their own names as they are. */
async function isPlain(engine: IngestEngine, from: string): Promise<boolean> {
  const found = await engine.describe(`from ${from}`)
  const names = found.map(([name]) => name)
  const same = columnNames(names, names.length).every((name, index) => name === names[index])
  return same && found.every(([name, type]) => plain({ path: name, type }) === name)
}
