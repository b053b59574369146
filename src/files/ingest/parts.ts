import { identifier, literal } from '#base/sql.ts'
import type { IngestedTable } from '../rules/ingest.ts'
import { describingColumns, type Stack, stacksOf } from '../rules/stack.ts'
import type { Job, Reading } from './job.ts'
import { joinReadings } from './rejected.ts'
import { measure } from './statistics.ts'
import { tablePath, writeTable } from './table-file.ts'

/** Above this the rows are not written a second time. */
const MOST_STACKED = 5_000_000
const MOST_DESCRIBED = 2000

/**
 * Puts what the parts of a file gave together. Parts with the same columns are one table, too, with a column for the part; a part that
 * says what columns mean describes those of the others.
 * @param source what a part is called: sheet, file
 */
export async function joinParts(job: Job, readings: Reading[], source: string): Promise<Reading> {
  const whole = await joinReadings(job, readings)
  const tables = await described(job, whole.tables)
  const stacks: IngestedTable[] = []
  for (const [at, stack] of stacksOf(tables, source).entries()) {
    const rows = stack.members.reduce((sum, index) => sum + tables[index]!.rows, 0)
    if (rows <= MOST_STACKED) stacks.push(await stacked(job, tables, stack, at))
  }
  const derived = stacks.reduce((sum, { rows }) => sum + rows, 0)
  const dialect = derived > 0 ? { ...whole.dialect, derived_rows: derived } : whole.dialect
  return { ...whole, dialect, tables: [...stacks, ...tables] }
}

/** Tables one below the other. @param at the number of this table among such ones */
export async function stacked(
  job: Pick<Job, 'engine' | 'folder' | 'path'>,
  all: IngestedTable[],
  { members, source, period }: Stack,
  at: number,
) {
  const tables = members.map((index) => all[index]!)
  const selects: string[] = []
  for (const [index, { part, path }] of tables.entries()) {
    const time = period ? `, cast(${literal(period.values[index]!)} as ${period.type}) as ${period.name}` : ''
    selects.push(`select ${literal(part!)} as ${identifier(source)}${time}, * from ${await job.engine.relation(path)}`)
  }
  const output = tablePath(job, STACKED + at)
  await writeTable(job.engine, selects.join(' union all by name '), output)
  const texts = new Map(
    tables.flatMap(({ columns }) =>
      columns.flatMap(({ name, text_of: of }) => (of === undefined ? [] : [[name, of] as const])),
    ),
  )
  const measured = await measure(job.engine, output, texts)
  const about = new Map(tables.flatMap(({ columns }) => columns.map((column) => [column.name, column])))
  const columns = measured.columns.map((column) => {
    const { description = '', unit } = about.get(column.name) ?? {}
    // What names the rows of each part names things, even if it comes again in the next part.
    const ids = tables.flatMap(
      (table) => table.columns.find(({ name, role }) => name === column.name && role === 'id') ?? [],
    )
    const { role, reason } = ids.length === tables.length ? ids[0]! : column
    return { ...column, role, reason, description, ...(unit ? { unit } : {}) }
  })
  const sum = (of: (table: IngestedTable) => number | undefined) =>
    tables.reduce((total, table) => total + (of(table) ?? 0), 0)
  return {
    ...{ part: at === 0 ? null : `all ${at + 1}`, path: output, ...measured, columns, derived: true as const },
    ...{
      rejected: sum(({ rejected }) => rejected),
      apart: sum(({ apart }) => apart),
      dropped: sum(({ dropped }) => dropped),
    },
    // Of parts that were read before they were counted nobody knows.
    ...(tables.every(({ apart, totals }) => !apart || totals !== undefined)
      ? { totals: sum(({ totals }) => totals) }
      : {}),
    description: `All rows of ${listed(tables.map(({ part }) => part!))}, one below the other; "${source}" says where each is from.`,
  }
}

/** Numbers of the files of such tables, beyond those of all parts. */
const STACKED = 1_000_000
const MOST_NAMED = 12
const listed = (names: string[]) =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
    : names.join(', ')

/** Takes what a table says of columns, where at least half of those that it names are there, as their descriptions. */
async function described(job: Job, tables: IngestedTable[]): Promise<IngestedTable[]> {
  let found = tables
  for (const table of tables) {
    const places = describingColumns(table.columns.map(({ name }) => name))
    if (!places || table.rows > MOST_DESCRIBED || table.rows < 2) continue
    const [name, about] = [table.columns[places.name]!.name, table.columns[places.about]!.name]
    const rows = await job.engine.rows(
      `select lower(trim(${identifier(name)}::varchar)), trim(${identifier(about)}::varchar) from ${await job.engine.relation(table.path)}
        where ${identifier(name)} is not null and ${identifier(about)} is not null`,
    )
    const meanings = new Map(rows as [string, string][])
    const others = tables
      .filter((other) => other !== table)
      .flatMap(({ columns }) => columns.map((one) => one.name.toLowerCase()))
    const known = [...meanings.keys()].filter((key) => others.includes(key))
    if (known.length < 2 || known.length < meanings.size / 2) continue
    found = found.map((other) => {
      if (other.path === table.path) return other
      const columns = other.columns.map((column) => {
        const meaning = meanings.get(column.name.toLowerCase())
        if (!meaning) return column
        return { ...column, description: [meaning, column.description].filter(Boolean).join(' ') }
      })
      return { ...other, columns }
    })
  }
  return found
}
