import { numberText, percent } from '#base/format.ts'
import { identifier } from '#base/sql.ts'
import { wordsOf } from '#base/text.ts'
import type { Cell } from '#query/rules/answers.ts'
import type { CatalogColumn, CatalogTable } from './answers.ts'
import { grainOf, grainOfParts } from './meaning.ts'
import { FEW, type Histogram } from './profile.ts'

/** Something worth knowing of a table, in a sentence, and a question that shows it. `strength`: 0 to 1, how much it stands out. */
export type TableFact = {
  kind: 'trend' | 'share' | 'outlier' | 'together' | 'missing' | 'range'
  text: string
  question: string
  strength: number
}
/** What is measured of a table beside its columns. `together`: two or three columns that no two rows share; `isSample`: of some of its rows. */
export type TableProfile = {
  histograms: Histogram[]
  facts: TableFact[]
  together: string[] | null
  isSample: boolean
  /** What is probably not meant so, in lines; `at`: its place on the desk where tables are repaired. Absent of a database. */
  oddities?: { text: string; column: string | null; at: string }[]
  /** Of a table in a database: the figures of the rows that were read, which are all or the first ones; absent where none could be. */
  read?: RowsRead
}
type RowsRead = { rows: number; columns: Pick<CatalogColumn, 'name' | 'nulls' | 'distinct' | 'min' | 'max' | 'top'>[] }

/** A table as the rows of it that were read are: its figures are counted, not estimated. */
export function asRead({ rows_estimated: _, ...table }: CatalogTable, { rows, columns }: RowsRead): CatalogTable {
  const of = new Map(columns.map((one) => [one.name, one]))
  return { ...table, rows, columns: table.columns.map((column) => ({ ...column, ...of.get(column.name) })) }
}

/** A table with what its profile says of it: what one row is where nobody said that, and the figures of the rows that were read of a database. */
export function withProfile(table: CatalogTable, { read, together, isSample }: TableProfile): CatalogTable {
  const counted = read ? asRead(table, read) : table
  const guessed = table.grain ?? grainOf(counted, null) ?? (together ? grainOfParts(counted, together) : null)
  const isFirst = read && isSample && guessed?.reason && !table.grain
  const grain = isFirst
    ? { ...guessed, reason: guessed.reason!.replace(/\.$/, `, of the first ${numberText(read.rows)}.`) }
    : guessed
  return grain ? { ...counted, grain } : counted
}

/** A table as it is known, with what one row of it is as its profile says. */
export function grained(table: CatalogTable, profile: TableProfile | undefined): CatalogTable {
  const grain = profile && withProfile(table, profile).grain
  return grain ? { ...table, grain } : table
}

/** Columns of which the most frequent values are counted, and how many of each. */
const MOST_GROUPS = 30
const MOST_TOP = 6
const groupsOf = ({ columns }: CatalogTable) =>
  columns
    .filter(({ role, distinct }) => role === 'dimension' || role === 'flag' || distinct <= FEW)
    .slice(0, MOST_GROUPS)

/** One row: of each column its values, its different ones, the smallest and the largest. */
export const figuresSql = ({ columns }: CatalogTable, from: string): string =>
  `SELECT ${columns
    .map(({ name }) => identifier(name))
    .map((sql) => `count(${sql}), count(DISTINCT ${sql}), min(${sql})::VARCHAR, max(${sql})::VARCHAR`)
    .join(', ')} FROM ${from}`

/** A row for each of the most frequent values of the groups: number of the column, value, rows. */
export const topSql = (table: CatalogTable, from: string): string | null =>
  groupsOf(table)
    .map(
      ({ name }, at) =>
        `(SELECT ${at}, ${identifier(name)}::VARCHAR, count(*) FROM ${from} WHERE ${identifier(name)} IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT ${MOST_TOP})`,
    )
    .join(' UNION ALL ') || null

export function readFigures(
  table: CatalogTable,
  rows: number,
  figures: readonly Cell[],
  top: readonly (readonly Cell[])[],
): RowsRead {
  const groups = groupsOf(table)
  const text = (cell: Cell | undefined) => (cell === null || cell === undefined ? null : String(cell))
  return {
    rows,
    columns: table.columns.map(({ name }, at) => ({
      ...{ name, nulls: rows - Number(figures[at * 4]), distinct: Number(figures[at * 4 + 1]) },
      ...{ min: text(figures[at * 4 + 2]), max: text(figures[at * 4 + 3]) },
      top: top
        .filter(([group]) => groups[Number(group)]?.name === name)
        .map(([, value, count]) => ({ value: String(value), count: Number(count) })),
    })),
  }
}
/** What is told, strongest first; of one kind at most so many, unless too little else stands out. */
const MOST_FACTS = 5
const MOST_OF_A_KIND = 2
/** Measures that are looked at, and pairs of them. */
const MOST_MEASURES = 6
/** What stands out at least: an empty share, the share of one value, a coefficient of correlation, rows that it rests on. */
const LEAST_EMPTY = 0.01
const LEAST_SHARE = 0.4
const LEAST_TOGETHER = 0.7
const LEAST_ROWS = 10
/** A value so many spans between the quartiles beyond them is far out. */
const FAR_OUT = 3

const said = (column: CatalogColumn) => (column.label ?? wordsOf(column.name).join(' ')) || column.name
const rowsSaid = (table: CatalogTable) => wordsOf(table.name).join(' ') || table.name
const withUnit = (value: number, { unit }: CatalogColumn) =>
  `${numberText(Math.round(value * 100) / 100)}${unit ? ` ${unit}` : ''}`

/** The measures of a table that facts are told of. */
export const measuresOf = ({ columns }: CatalogTable) =>
  columns.filter((one) => !one.hidden && one.role === 'measure' && one.distinct > 2).slice(0, MOST_MEASURES)
const pairsOf = <T>(list: T[]) => list.flatMap((a, at) => list.slice(at + 1).map((b) => [a, b] as const))
const double = ({ name }: CatalogColumn) => `${identifier(name)}::DOUBLE`

/** One row: smallest and largest value, quartiles of each measure, then the correlation of each pair; null where there is no measure. */
export function spreadSql(table: CatalogTable, from: string): string | null {
  const measures = measuresOf(table)
  if (measures.length === 0) return null
  const parts = [
    ...measures.flatMap((one) => [
      `max(${double(one)})`,
      ...[0.25, 0.5, 0.75].map((at) => `quantile_cont(${double(one)}, ${at})`),
    ]),
    ...pairsOf(measures).map(([a, b]) => `corr(${double(a)}, ${double(b)})`),
  ]
  return `SELECT ${parts.map((part, at) => `${part} AS c${at}`).join(', ')} FROM ${from}`
}

const DAY_MS = 86_400_000
const steps = { year: 1100, month: 90, day: 5 } as const
type Grain = keyof typeof steps
/** The time that a table goes along, and the steps in which its course is told; null where it goes along none. */
export function courseOf({ columns }: CatalogTable): { time: CatalogColumn; grain: Grain } | null {
  const time = columns.find(
    ({ hidden, role, type, distinct }) => !hidden && role === 'time' && /^(DATE|TIMESTAMP)/.test(type) && distinct > 3,
  )
  if (!time?.min || !time.max) return null
  const days = (Date.parse(time.max.slice(0, 10)) - Date.parse(time.min.slice(0, 10))) / DAY_MS
  const grain = (Object.keys(steps) as Grain[]).find((one) => days >= steps[one])
  return grain ? { time, grain } : null
}

/** A row a period, in order: its first day, rows, and each measure added up or averaged; null where there is no time. */
export function courseSql(table: CatalogTable, from: string): string | null {
  const course = courseOf(table)
  if (!course) return null
  const time = identifier(course.time.name)
  const figures = measuresOf(table).map((one) => `${one.aggregation === 'sum' ? 'sum' : 'avg'}(${double(one)})`)
  const parts = [`date_trunc('${course.grain}', ${time})::DATE::VARCHAR`, 'count(*)', ...figures]
  return `SELECT ${parts.map((part, at) => `${part} AS c${at}`).join(', ')} FROM ${from} WHERE ${time} IS NOT NULL GROUP BY 1 ORDER BY 1`
}

/** The facts of a table, strongest first: from what the catalog measured, and from the rows of both statements where they ran. */
export function factsOf(
  table: CatalogTable,
  spread: readonly Cell[] | null,
  course: readonly (readonly Cell[])[],
): TableFact[] {
  const all = [
    ...missing(table),
    ...shares(table),
    ...(spread ? [...outliers(table, spread), ...together(table, spread)] : []),
    ...trends(table, course),
  ].toSorted((a, b) => b.strength - a.strength)
  const seen = new Map<string, number>()
  const varied = all.filter(({ kind }) => {
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    return seen.get(kind)! <= MOST_OF_A_KIND
  })
  const others = [...usual(table), ...(spread ? ranges(table, spread) : [])]
  return [...varied, ...all, ...others]
    .filter(({ question }, at, list) => list.findIndex((one) => one.question === question) === at)
    .slice(0, MOST_FACTS)
}

/** What a table is like where nothing stands out: the most frequent value of each group. */
const usual = (table: CatalogTable): TableFact[] =>
  groupShares(table)
    .filter(({ first, share, column }) => first.count > 1 && share > 1 / column.distinct)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MOST_OF_A_KIND)
    .map((one) => shareFact(table, one))

const ranges = (table: CatalogTable, spread: readonly Cell[]): TableFact[] =>
  measuresOf(table).flatMap((column, at): TableFact[] => {
    const [max, , middle] = spread.slice(at * 4, at * 4 + 4).map(Number)
    if (![max, middle].every(Number.isFinite) || max === middle || table.rows < LEAST_ROWS) return []
    return [
      {
        kind: 'range',
        text: `Half of all values of ${said(column)} are ${withUnit(middle!, column)} or less; the largest is ${withUnit(max!, column)}.`,
        question: `What is the highest ${said(column)} of ${rowsSaid(table)}?`,
        strength: 0.1,
      },
    ]
  })

const missing = (table: CatalogTable): TableFact[] =>
  table.rows_estimated
    ? []
    : table.columns.flatMap((column) => {
        const share = column.nulls / table.rows
        if (column.hidden || column.text_of || share < LEAST_EMPTY || share === 1) return []
        return {
          kind: 'missing' as const,
          text: `${said(column)} is empty in ${numberText(column.nulls)} of ${numberText(table.rows)} rows (${percent(share)}).`,
          question: `How many ${rowsSaid(table)} have no ${said(column)}?`,
          strength: 0.3 + share / 2,
        }
      })

type GroupShare = { column: CatalogColumn; first: { value: string; count: number }; filled: number; share: number }
const groupShares = (table: CatalogTable): GroupShare[] =>
  table.rows_estimated
    ? []
    : table.columns.flatMap((column) => {
        const [first] = column.top
        const filled = table.rows - column.nulls
        const isGroup = column.role === 'dimension' || column.role === 'flag'
        if (column.hidden || !first || !isGroup || filled < LEAST_ROWS) return []
        return { column, first, filled, share: first.count / filled }
      })
const shareFact = (table: CatalogTable, { column, first, filled, share }: GroupShare): TableFact => ({
  kind: 'share',
  text: `“${first.value}” is the ${said(column)} of ${numberText(first.count)} of ${numberText(filled)} rows (${percent(share)}).`,
  question: `How many ${rowsSaid(table)} are there by ${said(column)}?`,
  strength: share * 0.9,
})

const shares = (table: CatalogTable): TableFact[] =>
  groupShares(table)
    .filter(({ column, share }) => column.distinct >= 3 && share >= LEAST_SHARE && share >= 2 / column.distinct)
    .map((one) => shareFact(table, one))

function outliers(table: CatalogTable, spread: readonly Cell[]): TableFact[] {
  return measuresOf(table).flatMap((column, at): TableFact[] => {
    const [max, low, middle, high] = spread.slice(at * 4, at * 4 + 4).map(Number)
    const span = high! - low!
    if (![max, low, middle, high].every(Number.isFinite) || span <= 0 || max! <= high! + FAR_OUT * span) return []
    return [
      {
        kind: 'outlier',
        text: `The largest ${said(column)} is ${withUnit(max!, column)}, while half of all values are ${withUnit(middle!, column)} or less.`,
        question: `What is the highest ${said(column)} of ${rowsSaid(table)}?`,
        strength: Math.min(0.85, 0.4 + Math.log10((max! - high!) / span) / 5),
      },
    ]
  })
}

function together(table: CatalogTable, spread: readonly Cell[]): TableFact[] {
  const measures = measuresOf(table)
  if (table.rows < LEAST_ROWS) return []
  return pairsOf(measures).flatMap(([a, b], at): TableFact[] => {
    const cell = spread[measures.length * 4 + at]
    const r = cell === null || cell === undefined ? 0 : Number(cell)
    // What is the same twice tells nothing.
    if (!(Math.abs(r) >= LEAST_TOGETHER) || Math.abs(r) > 0.9999) return []
    return [
      {
        kind: 'together',
        text: `${said(a)} and ${said(b)} ${r > 0 ? 'rise together' : 'go against each other'} (correlation ${numberText(Math.round(r * 100) / 100)}).`,
        question: `Is there a correlation between ${said(a)} and ${said(b)}?`,
        strength: Math.abs(r) * 0.8,
      },
    ]
  })
}

/** Periods that a course has at least, without the first and the last, which may be parts of one. */
const LEAST_PERIODS = 4

function trends(table: CatalogTable, rows: readonly (readonly Cell[])[]): TableFact[] {
  const course = courseOf(table)
  const whole = rows.slice(1, -1)
  if (!course || whole.length < LEAST_PERIODS) return []
  const { grain, time } = course
  const name = (cell: Cell | undefined) => String(cell).slice(0, grain === 'year' ? 4 : grain === 'month' ? 7 : 10)
  const figure = (at: number, called: string, print: (value: number) => string): TableFact[] => {
    const values = whole.map((row) => Number(row[at] ?? Number.NaN))
    const [from, to] = [values[0]!, values.at(-1)!]
    const steady = values.every(Number.isFinite) ? correlation(values) : 0
    const change = from > 0 ? to / from - 1 : 0
    if (Math.abs(steady) < LEAST_TOGETHER || Math.abs(change) < 0.1 || Math.sign(steady) !== Math.sign(change))
      return []
    return [
      {
        kind: 'trend',
        text: `${called} by ${grain} ${change > 0 ? 'rose' : 'fell'} from ${print(from)} (${name(whole[0]![0])}) to ${print(to)} (${name(whole.at(-1)![0])}).`,
        question: `${called} by ${grain} of ${said(time)}`,
        strength: Math.abs(steady) * Math.min(1, 0.5 + Math.abs(change) / 2),
      },
    ]
  }
  return [
    ...figure(1, `Number of ${rowsSaid(table)}`, (value) => numberText(value)),
    ...measuresOf(table).flatMap((one, at) =>
      figure(at + 2, `${one.aggregation === 'sum' ? 'Total' : 'Average'} ${said(one)}`, (value) =>
        withUnit(value, one),
      ),
    ),
  ]
}

/** How steadily values go up (1) or down (-1) with their place. */
function correlation(values: number[]): number {
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const places = values.map((_, at) => at)
  const [x, y] = [mean(places), mean(values)]
  const sum = (of: (at: number) => number) => places.reduce((total, at) => total + of(at), 0)
  const both = sum((at) => (at - x) * (values[at]! - y))
  return both / Math.sqrt(sum((at) => (at - x) ** 2) * sum((at) => (values[at]! - y) ** 2)) || 0
}

/** Columns that name rows together, and combinations that are counted. */
const MOST_PARTS = 8
const MOST_COMBINATIONS = 6
const PART_ROLES = ['id', 'code', 'time', 'dimension']

type Part = Pick<CatalogColumn, 'name' | 'role' | 'nulls' | 'distinct'> & { hidden?: boolean }

/** The likeliest combinations of so many columns that could name each row where none does it alone: keys, times and dimensions. */
export function combinationsOf<P extends Part>(table: { rows: number; columns: P[] }, size: 2 | 3): P[][] {
  const parts = table.columns
    .filter(({ hidden, role, nulls, distinct }) => !hidden && nulls === 0 && distinct > 1 && PART_ROLES.includes(role))
    .toSorted((a, b) => PART_ROLES.indexOf(a.role) - PART_ROLES.indexOf(b.role))
    .slice(0, MOST_PARTS)
  const pairs: P[][] = pairsOf(parts).map((pair) => [...pair])
  const all =
    size === 2 ? pairs : pairs.flatMap((pair) => parts.slice(parts.indexOf(pair[1]!) + 1).map((one) => [...pair, one]))
  return all
    .filter((of) => of.reduce((product, { distinct }) => product * distinct, 1) >= table.rows)
    .slice(0, MOST_COMBINATIONS)
}

/** One row: how many different values each combination has, by their hashes of 64 bits. */
export const combinationsSql = (all: Pick<CatalogColumn, 'name'>[][], from: string): string =>
  `SELECT ${all.map((of, at) => `count(DISTINCT hash(${of.map(({ name }) => identifier(name)).join(', ')})) AS c${at}`).join(', ')} FROM ${from}`
