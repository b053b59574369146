import { AppError } from '#base/errors.ts'
import { identifier, literal } from '#base/sql.ts'
import type { ColumnPlan, NumberPlan } from '../rules/column-type.ts'
import { areFewWords, mostMisfits } from '../rules/fits.ts'
import { freeColumn } from '../rules/header.ts'
import { REJECTED_KEPT, REJECTED_SHOWN, type Rejected } from '../rules/ingest.ts'
import { dressIn, UNDRESSED } from '../rules/number-dress.ts'
import { type IngestEngine, unreadable } from './engine.ts'
import { nothingRejected } from './job.ts'
import { type Reasons, remember } from './rejected.ts'
import { rowReason } from './row-reason.ts'
import { asWritten, bared, columnSql, isNoted, isUnknown, misfit, readValue, strictly, tidied } from './sql.ts'
import type { Texts } from './statistics.ts'
import { writeTable } from './table-file.ts'

/**
 * Rows as text: `from` is a SQL relation with the columns c0, c1 … and, in the careful reading, `line`. `repeating`: whether the
 * values of a column come again and again, as far as a sample tells.
 */
export type TextTable = {
  from: string
  names: string[]
  plans: ColumnPlan[]
  repeating?: boolean[]
  /** Columns whose type a person chose: it is not widened. */
  fixed?: boolean[]
  /** Every row is one of the table's: its source is a database. */
  lossless?: boolean
}

/**
 * Writes the table in one pass, giving up at the first value that does not fit its column or row that does not fit the table.
 * @returns what was written, null where the file was not clean
 */
export async function writeClean(engine: IngestEngine, table: TextTable, path: string): Promise<Written | null> {
  // In two steps, so that a value is read once and then checked and kept.
  // What is noted beside numbers would be lost.
  if (table.plans.some((plan) => (isNoted(plan) && plan.kind !== 'text') || 'codes' in plan)) return null
  const values = table.plans.map((plan, index) => strictly(`c${index}`, `v${index}`, plan))
  const read = `(select *${values.map(({ value }, index) => `, ${value} as v${index}`).join('')} from ${table.from})`
  const columns = besideOnes(table, table.plans, isNoted, (index) => values[index]!.checked)
  const list = columns.map(({ name, value }) => `${value} as ${identifier(name)}`)
  try {
    await writeTable(engine, `select ${list.join(', ')} from ${read}`, path, columns.map(definition))
  } catch (error) {
    if (error instanceof AppError) throw error
    return null
  }
  return { rejected: nothingRejected(), notes: [], plans: table.plans, texts: textsOf(columns) }
}

/** A column as it is written; `of`: the one beside which it keeps what that has no value for. */
type WrittenColumn = { name: string; plan: ColumnPlan; repeating: boolean; value: string; of?: string }
const definition = ({ name, plan, repeating }: WrittenColumn) => columnSql(name, plan, repeating)
const textsOf = (columns: WrittenColumn[]): Texts =>
  new Map(columns.flatMap(({ name, of }) => (of === undefined ? [] : [[name, of] as const])))

/** The columns of a table, and beside those that say more than their values can, one with what is written there. */
function besideOnes(
  { names, repeating = [] }: TextTable,
  plans: ColumnPlan[],
  saysMore: (plan: ColumnPlan, index: number) => boolean,
  readAs: (index: number) => string,
): WrittenColumn[] {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  return plans.flatMap((plan, index) => {
    const name = names[index]!
    const value = readAs(index)
    const own = { name, plan, repeating: repeating[index] ?? false, value }
    if (!saysMore(plan, index)) return [own]
    const beside = freeColumn(/\s/.test(name) ? `${name} (as written)` : `${name}_as_written`, taken)
    return [own, { name: beside, plan: TEXT, repeating: true, value: asWritten(`c${index}`, value, plan), of: name }]
  })
}

export type Written = { rejected: Rejected; notes: string[]; plans: ColumnPlan[]; texts: Texts }

/** Writes the table in one pass if it is clean, otherwise carefully. */
export async function writeTyped(
  engine: IngestEngine,
  table: TextTable,
  path: string,
  reasons?: Reasons,
): Promise<Written> {
  return (
    (await writeClean(engine, table, path)) ?? (await writeCarefully(engine, table, path, nothingRejected(), reasons))
  )
}

/** Values that need not fit a type which a person chose: this share, and a few in any case. */
const MOST_CHOSEN = 0.5
const FEW_MISFITS = 3

/** From so many columns a table is wide: to read some of them, all of its text would have to be parsed each time. */
const WIDE = 100
/** Columns of a wide table that are tidied at once. */
const TOGETHER = 100

/** Rows with the columns `line`, c0, c1 … and their tidied values t0, t1 … `of`: the same with some of the columns at least. */
type TidiedTable = TextTable & { of(first: number, last: number): string }

/** Tidies the values of a table: while they are read, or for a wide table before, into files of some columns each. */
async function tidiedRows(engine: IngestEngine, text: TextTable): Promise<TidiedTable> {
  const tidy = (first: number, last: number) =>
    text.plans.flatMap((plan, index) =>
      index < first || index > last || plan.kind === 'text' ? [] : [`${tidied(`c${index}`, plan)} as t${index}`],
    )
  const end = text.plans.length - 1
  if (end < WIDE) {
    const from = `(select ${['*', ...tidy(0, end)].join(', ')} from ${text.from})`
    return { ...text, from, of: () => from }
  }
  const parts: string[] = []
  for (let first = 0; first <= end; first += TOGETHER) {
    const last = Math.min(end, first + TOGETHER - 1)
    const own = Array.from({ length: last - first + 1 }, (_, at) => `c${first + at}`)
    const path = `${engine.dir}/tidied-${parts.length}.parquet`
    const list = ['line', ...own, ...tidy(first, last)].join(', ')
    await engine.rows(
      `copy (select ${list} from ${text.from}) to ${literal(path)} (format parquet, compression snappy)`,
    )
    parts.push(`read_parquet(${literal(path)})`)
  }
  // The rows of all parts stand in the order of the text.
  const [head, ...others] = parts
  const joined = others.map((part) => ` positional join (select * exclude (line) from ${part})`).join('')
  const of = (first: number, last: number) =>
    Math.floor(first / TOGETHER) === Math.floor(last / TOGETHER) ? parts[Math.floor(first / TOGETHER)]! : from
  const from = `(select * from ${head}${joined})`
  return { ...text, from, of }
}

/** `misfits`: values that do not fit the plan; `unknown`: those that say that there is none, and are kept beside it. */
type Verdict = { plan: ColumnPlan; misfits: number; unknown: number; note?: string }

/**
 * Writes the table after looking at every value: each column gets the narrowest type that (nearly) all of its values have. A value
 * that does not fit is null there and stands, as it was written, in a column of texts beside it; a row is left out only when it is
 * none of the table's: `rowReason` says why. Of a wide table all are kept, since to look at all cells of a row at once costs too much.
 * @param already rows left out before because of their form
 * @param reasons gets the reason of every row that is left out
 */
export async function writeCarefully(
  engine: IngestEngine,
  text: TextTable,
  path: string,
  already: Rejected,
  reasons: Reasons = new Map(),
): Promise<Written> {
  const trimmed = await tidiedRows(engine, text)
  // Of the tidied rows it would tidy every value to count them.
  const [total] = await engine.row<[number]>(`select count(*)::int from ${text.from}`)
  const verdicts: Verdict[] = []
  for (let at = 0; at < trimmed.plans.length; at += 20)
    verdicts.push(...(await judge(engine, trimmed, trimmed.plans.slice(at, at + 20), at)))
  refuseFixed(verdicts, trimmed, total)
  const more = keepFew(verdicts, trimmed)
  const plans = verdicts.map(({ plan }) => plan)
  // Of a wide table every row is kept.
  const isWhole = trimmed.lossless || plans.length > WIDE
  const broken = verdicts.flatMap(({ plan, misfits }, index) => (misfits > 0 && !isWhole ? [{ plan, index }] : []))
  const reason = rowReason({ names: text.names, plans, broken })
  const table = broken.length > 0 ? { ...trimmed, from: judgedRows(trimmed.from, broken) } : trimmed
  const rejected = broken.length > 0 ? await leftOut(engine, table, reason, reasons) : nothingRejected()
  if (rejected.rows > 0) await recount(engine, table, verdicts, reason)
  if (total > 0 && total === rejected.rows) throw unreadable('No row of this file could be read.')
  const columns = besideOnes(
    table,
    plans,
    (plan, index) => verdicts[index]!.misfits + verdicts[index]!.unknown > 0 || isNoted(plan),
    (index) => readOf(plans[index]!, index),
  )
  const list = columns.map(({ value, name }) => `${value} as ${identifier(name)}`).join(', ')
  const fitting = `select ${list} from ${table.from} where ${rejected.rows > 0 ? `(${reason}) is null` : 'true'}`
  await writeTable(engine, fitting, path, columns.map(definition))
  const texts = textsOf(columns)
  const notes = verdicts.flatMap(({ note }) => note ?? [])
  const besides = [...texts]
  for (const [beside, name] of besides.slice(0, MOST_TOLD)) {
    const index = table.names.indexOf(name)
    notes.push(await besideNote(engine, table, verdicts[index]!, index, beside, rejected.rows > 0 ? reason : 'null'))
  }
  if (besides.length > MOST_TOLD)
    notes.push(`What does not fit ${besides.length - MOST_TOLD} other columns is kept beside them too.`)
  notes.push(...more)
  return {
    rejected: {
      rows: already.rows + rejected.rows,
      sample: [...already.sample, ...rejected.sample].sort((a, b) => a.line - b.line).slice(0, REJECTED_SHOWN),
    },
    notes,
    plans,
    texts,
  }
}

const TEXT: ColumnPlan = { kind: 'text' }

/** Texts are not tidied. */
const readOf = (plan: ColumnPlan, index: number) => readValue(plan.kind === 'text' ? `c${index}` : `t${index}`, plan)

/** Columns that get another one beside them: each costs memory. */
const MOST_BESIDE = 200

/** Of a table that breaks everywhere the other columns become text, but for those where only words for none stand among values. */
function keepFew(verdicts: Verdict[], { fixed = [], names }: TextTable): string[] {
  const strange = verdicts.flatMap(({ misfits, unknown }, index) =>
    misfits + unknown > 0 && !fixed[index] ? [index] : [],
  )
  const over = strange.slice(MOST_BESIDE)
  const texts = over.filter((index) => verdicts[index]!.misfits > 0)
  const silent = over.filter((index) => !texts.includes(index))
  const unknown = silent.reduce((sum, index) => sum + verdicts[index]!.unknown, 0)
  for (const index of texts) verdicts[index] = { plan: TEXT, misfits: 0, unknown: 0 }
  for (const index of silent) verdicts[index] = { ...verdicts[index]!, unknown: 0 }
  return [
    ...(texts.length > 0 ? [`${texts.length} more columns with values that do not fit are kept as text.`] : []),
    ...(silent.length > 0
      ? [
          `${unknown} cells of ${silent.length} more columns say that there is no value, from "${names[silent[0]!]}" on.`,
        ]
      : []),
  ]
}

/** Columns whose values that do not fit are told one by one: each takes a look at all rows. */
const MOST_TOLD = 20

/** What people should know of values that stand beside their column. */
async function besideNote(
  engine: IngestEngine,
  table: TidiedTable,
  { plan, misfits }: Verdict,
  index: number,
  beside: string,
  reason: string,
): Promise<string> {
  const name = table.names[index]!
  const value = readOf(plan, index)
  const written = asWritten(`c${index}`, value, plan)
  const kept = reason === 'null' ? table.of(index, index) : `${table.from} where (${reason}) is null`
  const [example, line, all, noted] = await engine.row<[string, number, number, number]>(
    `select arg_min(left(w, 40), line), min(line), count(*)::int, count(v)::int from (select line, ${written} as w, ${value} as v from ${kept}) where w is not null`,
  )
  const first = `the first is "${example}" in line ${line}. What is written there is kept in "${beside}".`
  const none = all - noted - misfits
  const [one, many] =
    'notes' in plan ? ['number has a note', 'numbers have notes'] : ['moment is finer', 'moments are finer']
  const notes = noted > 0 ? [noted === 1 ? `1 ${one}` : `${noted} ${many}`] : []
  const others =
    misfits > 0
      ? [misfits === 1 ? `1 value is not ${nounOf(plan, true)}` : `${misfits} values are not ${nounOf(plan)}`]
      : []
  const nothing = none > 0 ? [none === 1 ? '1 says that there is none' : `${none} say that there is none`] : []
  return `"${name}": ${[...notes, ...others, ...nothing].join(' and ')}, ${first}`
}

/** Plans to try for a column, the wished one first, wider ones after it. */
function widerPlans(plan: ColumnPlan): ColumnPlan[] {
  if (plan.kind === 'integer' || plan.kind === 'decimal' || plan.kind === 'double') {
    const dress = dressIn(plan)
    const scaled = plan.scaled ? { scaled: true } : {}
    const styles = plan.style === 'plain' ? (['plain', 'grouped'] as const) : [plan.style]
    const wider = styles.flatMap((style): NumberPlan[] => [
      { kind: 'integer', style, ...dress, ...scaled },
      { kind: 'decimal', scale: 2, style, ...dress, ...scaled },
      { kind: 'decimal', scale: 4, style, ...dress, ...scaled },
      { kind: 'double', style, ...dress, ...scaled },
    ])
    // Far from the beginning numbers may have more around them than in the sample.
    const dressed = { style: styles.at(-1)!, ...dress, signs: true, notes: true, ...scaled }
    wider.push({ kind: 'decimal', scale: 4, ...dressed }, { kind: 'double', ...dressed })
    return [plan, ...wider]
  }
  if (plan.kind === 'date' && plan.format === null) return [plan, { ...plan, kind: 'timestamp' }]
  if (plan.kind === 'timestamp' && plan.format === null) return [plan, { ...plan, zoned: true }]
  if (plan.kind === 'date' || plan.kind === 'timestamp')
    return [plan, { ...plan, format: exchanged(plan.format!), ambiguous: false }]
  return [plan]
}

const exchanged = (format: string) => format.replace(/%d|%m/g, (part) => (part === '%d' ? '%m' : '%d'))

const dressKey = (plan: NumberPlan) => JSON.stringify(dressIn(plan))

/** Rows with their tidied values, and whether these do not fit their plans, as `wrong0` …: written once, since a longer statement takes longer to plan. */
const judgedRows = (from: string, columns: { plan: ColumnPlan; index: number }[]) =>
  `(select *${columns.map(({ plan, index }) => `, ${misfit(`t${index}`, plan)} as wrong${index}`).join('')} from ${from})`

/** Finds the plan of each column: the wished one if all of its values fit, which one quick query over all columns tells. */
async function judge(engine: IngestEngine, table: TidiedTable, plans: ColumnPlan[], at: number): Promise<Verdict[]> {
  const columns = plans.map((plan, offset) => ({ plan, index: at + offset }))
  const count = (test: string) => `count(*) filter (${test})::int`
  const isSaid = (index: number) => `t${index} is null and trim(c${index}) <> ''`
  const counts = columns.flatMap(({ plan, index }) =>
    plan.kind === 'text'
      ? Array(COUNTS).fill('0')
      : [
          count(`wrong${index}`),
          count(isUnknown(`c${index}`, plan)),
          // What has no digit is no number under any other plan either.
          count('style' in plan ? `regexp_matches(t${index}, '[0-9]') and wrong${index}` : `wrong${index}`),
          'style' in plan ? `count(t${index})::int` : '0',
          count(isSaid(index)),
          count(`coalesce(trim(c${index}), '') = ''`),
        ],
  )
  const from = table.of(at, at + plans.length - 1)
  const found = await engine.row<number[]>(`select ${counts.join(', ')} from ${judgedRows(from, columns)}`)
  const all = columns.map((_, offset) => found.slice(COUNTS * offset, COUNTS * (offset + 1)) as Counts)
  const verdicts = await Array.fromAsync(columns, async ({ plan, index }, offset): Promise<Verdict> => {
    const [misfits, , mayFit, filled, said] = all[offset]!
    const areWords = async () => {
      if (mayFit > 0 || misfits <= mostMisfits(filled)) return mayFit === 0
      const [words] = await engine.row<[number]>(
        `select count(distinct lower(t${index})) filter (wrong${index})::int from ${judgedRows(table.of(index, index), [{ plan, index }])}`,
      )
      return areFewWords(words, misfits, filled)
    }
    const isKept = table.fixed?.[index] || (await areWords())
    const verdict = isKept ? { plan, misfits } : await widen(engine, table, plan, index)
    return { ...verdict, unknown: verdict.plan.kind === 'text' ? 0 : said }
  })
  // One word of a program and no empty cell: that there is no value says the same, and no text beside it is needed.
  const silent = columns.filter((_, offset) => {
    const [, unknown, , , , empty] = all[offset]!
    return verdicts[offset]!.unknown > 0 && unknown === 0 && verdicts[offset]!.misfits === 0 && empty === 0
  })
  if (silent.length === 0) return verdicts
  const ends = silent.flatMap(({ index }) =>
    ['min', 'max'].map((end) => `${end}(trim(c${index})) filter (${isSaid(index)})`),
  )
  const words = await engine.row<string[]>(`select ${ends.join(', ')} from ${from}`)
  for (const [place, { index }] of silent.entries()) {
    const [word, lastWord] = words.slice(place * 2) as [string, string]
    if (word !== lastWord) continue
    const said = verdicts[index - at]!.unknown
    const note = `"${table.names[index]}": "${word}" says ${said === 1 ? 'once' : `${said} times`} that there is no value.`
    verdicts[index - at] = { ...verdicts[index - at]!, unknown: 0, note }
  }
  return verdicts
}
type Counts = [misfits: number, unknown: number, mayFit: number, filled: number, said: number, empty: number]
const COUNTS = 6

/** Tries wider plans on a column with values that do not fit the wished one. */
async function widen(
  engine: IngestEngine,
  table: TidiedTable,
  wished: ColumnPlan,
  index: number,
): Promise<Omit<Verdict, 'unknown'>> {
  const column = `t${index}`
  const candidates = widerPlans(wished)
  // What is around numbers is taken away once, not for each candidate, and whether a value fits at all is asked once too.
  const dresses = new Map(candidates.flatMap((plan) => ('style' in plan ? [[dressKey(plan), plan] as const] : [])))
  const bares = [...dresses.keys()]
  const misfits = candidates.map((plan) =>
    'style' in plan ? misfit(`bare${bares.indexOf(dressKey(plan))}`, { ...plan, ...UNDRESSED }) : misfit(column, plan),
  )
  const undressed = [...dresses.values()].map((plan, at) => `, ${bared(column, plan)} as bare${at}`)
  const judged = `(select *, ${misfits.at(-1)} as wrong from (select *${undressed.join('')} from ${table.of(index, index)}))`
  const code = `regexp_matches(${column}, '[0-9]') and regexp_matches(${column}, '[A-Za-z]|^[+-]?0[0-9]|^[0-9]{17,}$')`
  const figures = [
    ...misfits.map((test) => `count(*) filter (${test})::int`),
    `count(*) filter (case when wrong then ${code} else false end)::int`,
    `count(${column})::int`,
    `arg_min(left(${column}, 40), line) filter (wrong)`,
    'min(line) filter (wrong)',
  ]
  const row = await engine.row(`select ${figures.join(', ')} from ${judged}`)
  const counts = row.slice(0, candidates.length) as number[]
  const [codes, filled, example, line] = row.slice(candidates.length) as [number, number, string, number]
  const best = counts.reduce((least, count, at) => (count < counts[least]! ? at : least), 0)
  const plan = candidates[best]!
  const misfitCount = counts[best]!
  const isDate = plan.kind === 'date' || plan.kind === 'timestamp'
  if (misfitCount === 0) return { plan, misfits: 0 }
  if (misfitCount <= mostMisfits(filled) && (isDate || codes === 0)) return { plan, misfits: misfitCount }
  const note = `"${table.names[index]}" is kept as text: ${misfitCount} of its ${filled} values are not ${nounOf(plan)}, the first is "${example}" in line ${line}.`
  return { plan: { kind: 'text' }, misfits: 0, note }
}

/** A type that a person chose and that most values do not have would leave most of the column empty. */
function refuseFixed(verdicts: Verdict[], { names, fixed = [] }: TextTable, total: number) {
  for (const [index, { misfits, plan }] of verdicts.entries())
    if (fixed[index] && misfits > Math.max(FEW_MISFITS, total * MOST_CHOSEN))
      throw unreadable(
        `"${names[index]}" cannot be read as ${nounOf(plan)}: ${misfits} of its values are none. Choose another type for it.`,
      )
}

/** Counts the values that do not fit in the rows that are kept. */
async function recount(engine: IngestEngine, table: TidiedTable, verdicts: Verdict[], reason: string): Promise<void> {
  const loose = verdicts.flatMap((verdict, index) => (verdict.misfits > 0 ? [{ verdict, index }] : []))
  const counts = loose.map(({ index }) => `count(*) filter (wrong${index})::int`)
  const found = await engine.row<number[]>(`select ${counts.join(', ')} from ${table.from} where (${reason}) is null`)
  for (const [at, { verdict }] of loose.entries()) verdict.misfits = found[at]!
}

/** The rows that are left out, with their reasons. */
async function leftOut(engine: IngestEngine, table: TextTable, reason: string, reasons: Reasons): Promise<Rejected> {
  const of = `(select line::bigint::double as line, ${reason} as reason from ${table.from}) where reason is not null`
  const all = await engine.rows(`select line, reason, count(*) over () from ${of} order by line limit ${REJECTED_KEPT}`)
  const rows = all.map(([line, why]) => ({ line: line as number, reason: why as string }))
  for (const one of rows) remember(reasons, one.line, one.reason)
  return { rows: Number(all[0]?.[2] ?? 0), sample: rows.slice(0, REJECTED_SHOWN) }
}

function nounOf(plan: ColumnPlan, one = false): string {
  if (plan.kind === 'date' || plan.kind === 'timestamp') return one ? 'a date' : 'dates'
  if (plan.kind === 'time') return one ? 'a time' : 'times'
  if (plan.kind === 'duration') return one ? 'a duration' : 'durations'
  if (plan.kind === 'boolean') return 'true or false'
  return one ? 'a number' : 'numbers'
}
