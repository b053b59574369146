import { columnFormat, unitOf } from '#base/cell-format.ts'
import { isInteger, isNumeric } from '#base/engine-type.ts'
import { cut } from '#base/text.ts'
import type { Cell } from '#query/rules/answers.ts'
import { nearest } from '#query/rules/nearest.ts'
import type { CellReference } from './answer.ts'
import { type BindableResult, exactOf, inPeriod, measuresOf } from './cell.ts'
import { numberTokens } from './number-token.ts'
import { type Call, type Cells, type Expression, type RowPick, Unresolved } from './reference.ts'
import { sumOf } from './statistics.ts'

/**
 * A stored result as references are evaluated on it: all its rows, or the first where `partial`; `truncated`: the statement gave more
 * than were kept.
 */
export type Table = BindableResult & { truncated: boolean; partial: boolean }
export type Unit = ReturnType<typeof unitOf> | 'pp'

/**
 * What a reference stands for. `exact`: plain decimal text where no digit was lost. `words`: what was computed from what. `terms`: the
 * same with figures, absent for a plain cell. `moves`: a change, which has a direction.
 */
export type Quantity = {
  value: number
  exact: string | null
  unit: Unit
  words: string
  terms?: (write: Write) => string
  cells: CellReference[]
  moves?: 'change' | 'difference'
  /** Nothing was computed: the cell itself. */
  plain?: true
  /** A part of one, which may be told in percent. */
  fraction: boolean
  /** The cell that it equals: it is written as the grid writes it. */
  of?: { table: Table; at: number; cell: Exclude<Cell, null> }
}

type Write = (quantity: Quantity) => string

export type Given = {
  tables: Map<string, Table>
  locale: string
  /** Of amounts whose column says none, as INR; empty where the workspace has none. */
  currency: string
  /** Problems may tell values of the data. */
  tells: boolean
}

/** Cells of a long sum that are lit up in the grid. */
const MOST_CELLS = 20

/** The value of a reference. @throws Unresolved with a sentence that says why there is none */
export function evaluate(expression: Expression, given: Given): Quantity {
  return expression.kind === 'cells' ? single(expression, given) : computed(expression, given)
}

export const resultsIn = (expression: Expression): string[] =>
  expression.kind === 'cells' ? [expression.result] : expression.given.flatMap(resultsIn)

function tableOf({ result }: Cells, { tables }: Given): Table {
  const table = tables.get(result)
  if (!table) throw new Unresolved(`There is no result ${result}.`)
  return table
}

function columnAt(table: Table, name: string | null): number {
  const names = table.columns.map((column) => column.name)
  if (name === null) {
    if (names.length === 1) return 0
    throw new Unresolved(`${table.name} has several columns: name one, as ${table.name}.${names[1]}.`)
  }
  const exact = names.indexOf(name)
  const found =
    exact >= 0 ? [exact] : names.flatMap((own, at) => (own.toLowerCase() === name.toLowerCase() ? [at] : []))
  if (found.length === 1) return found[0]!
  const near = nearest(name, names)
  throw new Unresolved(
    `${table.name} has no column ${JSON.stringify(name)}; it has ${(near.length > 0 ? near : names).slice(0, 12).join(', ')}.`,
  )
}

type Wanted = { text: string; folded: string; exact: string | null; period: string | null }

/** A value that somebody wrote, as cells are compared with it; a period where it is one: `2024-03`, "March 2024". */
function wantedOf(text: string): Wanted {
  const [token, ...others] = numberTokens(text)
  // The day is not all of a moment, which cells are told apart by.
  const moment = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text)
  const isDay = others.length === 0 && token?.text === text && !/\d:\d/.test(text)
  const period = moment ? `${moment[1]} ${moment[2]}` : isDay ? (token.date ?? null) : null
  return { text, folded: folded(text), exact: exactOf(text), period }
}

const folded = (text: string) => text.trim().toLowerCase()

/** How a cell answers to it: letter for letter or by its number (2), nearly so (1), or not. A text of digits is no number: 007 is not 7. */
function likeness({ columns, rows }: Table, row: number, at: number, wanted: Wanted): 0 | 1 | 2 {
  const cell = rows[row]?.[at] ?? null
  if (cell === null) return wanted.folded === 'null' ? 2 : 0
  const text = String(cell)
  if (text === wanted.text) return 2
  const exact = isNumeric(columns[at]!.type) ? exactOf(cell) : null
  if (exact !== null) return exact === wanted.exact ? 2 : 0
  if (folded(text) === wanted.folded) return 1
  const isIn = wanted.period !== null && /^\d{4}-\d\d/.test(text) && inPeriod(text.replace('T', ' '), wanted.period)
  return isIn ? 1 : 0
}

/** Columns that name rows instead of measuring something. */
const labelsOf = (table: BindableResult): number[] => {
  const measures = new Set(measuresOf(table))
  return table.columns.flatMap(({ name }, at) => (measures.has(name) ? [] : [at]))
}

/** Places of the rows with these values: those that have them letter for letter, else those that nearly do. */
function rowsWith(table: Table, where: { column: string | null; value: string }[]): number[] {
  const conditions = where.map(({ column, value }) => ({
    columns: column === null ? labelsOf(table) : [columnAt(table, column)],
    value: wantedOf(value),
  }))
  const scored = table.rows.map((_, row) =>
    Math.min(
      ...conditions.map(({ columns, value }) => Math.max(0, ...columns.map((at) => likeness(table, row, at, value)))),
    ),
  )
  const best = scored.includes(2) ? 2 : 1
  return scored.flatMap((score, at) => (score === best ? [at] : []))
}

function rowsOf(table: Table, rows: RowPick, given: Given): number[] {
  const count = table.total_rows
  if (rows.by === 'all') return wholly(table).rows.map((_, at) => at)
  if (rows.by === 'place') {
    if (rows.from < 0 || rows.to < 0) whole(table)
    const [from, to] = [rows.from, rows.to].map((place) => (place < 0 ? count : place)) as [number, number]
    if (from < 1 || to < from || to > count) throw new Unresolved(`${table.name} has rows #1 to #${count}.`)
    if (to > table.rows.length) wholly(table)
    return Array.from({ length: to - from + 1 }, (_, at) => from - 1 + at)
  }
  wholly(table)
  const { where, raw } = rows
  const isList = where.length > 1 && where.every(({ column }) => column === null)
  const found = isList ? rowsWith(table, [{ column: null, value: raw }]) : []
  const matching = found.length > 0 ? found : rowsWith(table, where)
  if (matching.length > 0) return matching
  // Nothing is called by a number: then it is a place, unless it reads as a year.
  const isPlace =
    where.length === 1 && where[0]!.column === null && /^[1-9]\d{0,6}$/.test(raw) && wantedOf(raw).period === null
  if (isPlace && !labelsOf(table).some((at) => table.rows.some((row) => exactOf(row[at] ?? null) !== null)))
    return rowsOf(table, { by: 'place', from: Number(raw), to: Number(raw) }, given)
  const labels = labelsOf(table)[0]
  const some =
    given.tells && labels !== undefined ? table.rows.slice(0, 5).map((row) => shortened(row[labels] ?? null)) : []
  throw new Unresolved(
    `No row of ${table.name} has ${raw}.${some.length > 0 ? ` Its rows begin with ${some.join(', ')}.` : ''}`,
  )
}

const shortened = (cell: Cell): string => cut(String(cell).replace(/\s+/g, ' '), 40)

/** @throws Unresolved for a result that is too long to be read whole */
function wholly(table: Table): Table {
  if (table.partial) throw new Unresolved(`${table.name} has too many rows to refer to: filter or add up in SQL first.`)
  return table
}

function single(cells: Cells, given: Given): Quantity {
  const table = tableOf(cells, given)
  const at = columnAt(table, cells.column)
  const places = cells.rows.by === 'all' && table.total_rows === 1 ? [0] : rowsOf(table, cells.rows, given)
  const [row] = places
  if (row === undefined) throw new Unresolved(`${table.name} has no rows.`)
  if (places.length > 1) {
    const labels = labelsOf(table).slice(0, 2)
    const row = labels.length > 0 ? labels.map((label) => `${table.columns[label]!.name}=…`).join(', ') : '#1'
    const many =
      cells.rows.by === 'all' ? `${table.name} has ${places.length} rows` : `${places.length} rows of ${table.name} fit`
    throw new Unresolved(`${many}: name one, as ${table.name}.${table.columns[at]!.name}[${row}].`)
  }
  if (cells.rows.by === 'value') checkPeriods(table, row, cells.rows.where)
  return cellAt(table, row, at, given)
}

/**
 * A year, quarter or month that somebody wrote is no row where the dates beside it are of shorter periods: a January is not its year,
 * also where it is the only month of it.
 */
function checkPeriods(table: Table, row: number, where: { column: string | null; value: string }[]) {
  for (const { column, value } of where) {
    const wanted = wantedOf(value)
    const [, part] = /^\d{4}(-\d\d|-Q[1-4]|)$/.exec(wanted.period ?? '') ?? []
    if (part === undefined) continue
    const starts = part === '' ? /^\d{4}-01/ : part.startsWith('-Q') ? /^\d{4}-(?:01|04|07|10)/ : /^/
    const isStart = (date: string) => starts.test(date) && /^.{7}(?:-01(?:[ T]00:00(?::00)?.*)?)?$/.test(date)
    const columns = column === null ? labelsOf(table) : [columnAt(table, column)]
    const matching = columns.filter((at) => likeness(table, row, at, wanted) > 0)
    const isFiner = (at: number) =>
      table.rows.some((cells) => /^\d{4}-\d\d/.test(String(cells[at] ?? '')) && !isStart(String(cells[at])))
    if (matching.length > 0 && matching.every(isFiner))
      throw new Unresolved(`The rows of ${table.name} are of shorter periods than ${value}: name the date of one.`)
  }
}

function cellAt(table: Table, row: number, at: number, given: Given): Quantity {
  const column = table.columns[at]!
  const cell = table.rows[row]?.[at] ?? null
  if (cell === null)
    throw new Unresolved(
      `${given.tells ? wordsOf(table, row, at, given) : `${column.name} of row #${row + 1}`} is empty.`,
    )
  const exact = isNumeric(column.type) ? exactOf(cell) : null
  if (isNumeric(column.type) && exact === null) throw new Unresolved(`${column.name} of row #${row + 1} is no number.`)
  return {
    value: exact === null ? Number.NaN : Number(exact),
    exact,
    ...scaleOf(table, at),
    words: wordsOf(table, row, at, given),
    cells: [{ result: table.id, row, column: column.name }],
    of: { table, at, cell },
    plain: true,
  }
}

/** Unit of a column, and whether all its numbers are parts of one. */
function scaleOf(table: Table, at: number): Pick<Quantity, 'unit' | 'fraction'> {
  const column = table.columns[at]!
  const values = valuesOf(table, at)
  const fraction =
    isNumeric(column.type) && !isInteger(column.type) && values.every((cell) => Math.abs(Number(cell)) <= 1)
  return { unit: unitOf(column, values), fraction }
}

export const valuesOf = (table: Table, at: number): Cell[] => table.rows.map((row) => row[at] ?? null)

/** "revenue of North, 2024": column and what its row is called. */
function wordsOf(table: Table, row: number, at: number, { locale }: Given): string {
  const column = table.columns[at]!.name.replaceAll('_', ' ')
  if (table.total_rows === 1) return column
  const called = labelsOf(table)
    .filter((label) => label !== at)
    .slice(0, 3)
    .flatMap((label) => {
      const cell = table.rows[row]?.[label] ?? null
      return cell === null
        ? []
        : [shortened(columnFormat(table.columns[label]!, valuesOf(table, label), locale).text(cell))]
    })
  return `${column} of ${called.length > 0 ? called.join(', ') : `row ${row + 1}`}`
}

function numberOf(expression: Expression, given: Given): Quantity {
  const quantity = evaluate(expression, given)
  if (!Number.isFinite(quantity.value))
    throw new Unresolved(
      `${given.tells ? quantity.words : quantity.of!.table.columns[quantity.of!.at]!.name} is no number.`,
    )
  return quantity
}

function computed(call: Call, given: Given): Quantity {
  const [first, second] = call.given as [Expression, Expression?]
  const two = (): [Quantity, Quantity] => {
    if (!second || call.given.length > 2) throw new Unresolved(`${call.name} takes two cells.`)
    return [numberOf(first, given), numberOf(second, given)]
  }
  switch (call.name) {
    case 'count':
      return counted(first, given)
    case 'sum':
    case 'mean':
    case 'min':
    case 'max':
      return together(call.name, call.given, given)
    case 'diff': {
      const [a, b] = two()
      if (a.unit !== b.unit) throw new Unresolved('The two have different units.')
      const exact = a.exact !== null && b.exact !== null ? sumOf([a.exact, negative(b.exact)]) : null
      return derived([a, b], {
        value: exact === null ? a.value - b.value : Number(exact),
        exact,
        unit: a.unit === '%' ? 'pp' : a.unit,
        fraction: a.fraction && b.fraction,
        words: `${a.words} minus ${b.words}`,
        terms: (write) => `${write(a)} − ${write(b)}`,
        moves: 'difference',
      })
    }
    case 'change': {
      const [from, to] = two()
      if (from.unit !== to.unit) throw new Unresolved('The two have different units.')
      const [begin, end] = [periodOf(from), periodOf(to)]
      if (begin !== null && end !== null && begin > end)
        throw new Unresolved('change goes from the earlier to the later: exchange the two.')
      return derived([from, to], {
        value: (100 * (to.value - from.value)) / Math.abs(divisor(from, given)),
        exact: null,
        unit: '%',
        fraction: false,
        words: `Change from ${from.words} to ${to.words}, in percent of the first`,
        terms: (write) => `${write(from)} → ${write(to)}`,
        moves: 'change',
      })
    }
    case 'share': {
      const [part, whole] = second ? two() : [numberOf(first, given), totalOf(first, given)]
      if (part.unit !== whole.unit) throw new Unresolved('The two have different units.')
      return derived([part, whole], {
        value: (100 * part.value) / divisor(whole, given),
        exact: null,
        unit: '%',
        fraction: false,
        words: `${part.words} as a share of ${whole.words}`,
        terms: (write) => `${write(part)} of ${write(whole)}`,
      })
    }
    case 'ratio': {
      const [a, b] = two()
      return derived([a, b], {
        value: a.value / divisor(b, given),
        exact: null,
        unit: b.unit === '' ? a.unit : '',
        fraction: a.unit === b.unit,
        words: `${a.words} divided by ${b.words}`,
        terms: (write) => `${write(a)} ÷ ${write(b)}`,
      })
    }
  }
}

const derived = (of: Quantity[], quantity: Omit<Quantity, 'cells'>): Quantity => ({
  ...quantity,
  cells: of.flatMap(({ cells }) => cells).slice(0, MOST_CELLS),
})

const negative = (exact: string): string => (exact.startsWith('-') ? exact.slice(1) : `-${exact}`)

function divisor(quantity: Quantity, { tells }: Given): number {
  if (quantity.value === 0) throw new Unresolved(tells ? 'It would divide by zero.' : 'It cannot be computed.')
  return quantity.value
}

/** Date or year of the row of a plain cell, as text that sorts; null where it has none, or more than one. */
function periodOf({ of, cells: [cell] }: Quantity): string | null {
  if (!of) return null
  const found = of.table.columns.flatMap(({ name }, at) => {
    const text = String(of.table.rows[cell!.row]?.[at] ?? '')
    const isYear = /^(?:19|20)\d\d$/.test(text) && /(?:^|_)(?:year|fy|jahr)$/i.test(name)
    return isYear || /^(?:19|20)\d\d-\d\d/.test(text) ? [text] : []
  })
  return found.length === 1 ? found[0]! : null
}

function totalOf(part: Expression, given: Given): Quantity {
  const [cells, ...others] = isCount(part) ? [] : cellsIn(part)
  if (!cells || others.some((other) => other.result !== cells.result || other.column !== cells.column))
    throw new Unresolved('share needs the whole as well: share(part, whole).')
  return together('sum', [{ ...cells, rows: { by: 'all' } }], given)
}

/** How many rows there are is no part of what stands in them. */
const isCount = (expression: Expression): boolean =>
  expression.kind === 'call' && (expression.name === 'count' || expression.given.some(isCount))

const cellsIn = (expression: Expression): Cells[] =>
  expression.kind === 'cells' ? [expression] : expression.given.flatMap(cellsIn)

/** @throws Unresolved for a result that was cut off: its total is not known */
function whole(table: Table): Table {
  if (table.truncated) throw new Unresolved(`${table.name} was cut off, so what it holds in all is not known.`)
  return table
}

function counted(of: Expression, given: Given): Quantity {
  if (of.kind !== 'cells') throw new Unresolved('count takes a result: count(r1).')
  const table = tableOf(of, given)
  const isAll = of.rows.by === 'all'
  // Rows of a value may be among those that were cut off as well.
  if (of.rows.by !== 'place') whole(table)
  const count = isAll ? table.total_rows : rowsOf(table, of.rows, given).length
  const column = table.columns[0]
  const words = isAll ? `Rows of ${table.name}` : `Rows of ${table.name} that fit`
  const cells = column && count > 0 ? [{ result: table.id, row: 0, column: column.name }] : []
  return { value: count, exact: String(count), unit: '', fraction: false, words, cells }
}

/** Figures of a sum that its derivation tells one by one. */
const MOST_TERMS = 6
const termsOf = (how: keyof typeof TOGETHER, figures: string[]): string =>
  how === 'mean' ? `(${figures.join(' + ')}) ÷ ${figures.length}` : figures.join(' + ')

const TOGETHER = { sum: 'Sum', mean: 'Mean', min: 'Smallest', max: 'Largest' } as const

/** Several cells of one kind as one number; empty ones are left out, as SQL does. */
function together(how: keyof typeof TOGETHER, list: Expression[], given: Given): Quantity {
  const parts = list.map((expression) => ({ expression, quantities: expand(expression, given) }))
  const all = parts.flatMap(({ quantities }) => quantities)
  const [first] = all
  if (!first) throw new Unresolved('There is no number to take.')
  if (all.some(({ unit }) => unit !== first.unit)) throw new Unresolved('They have different units.')
  if (how === 'sum' && first.unit === '%') throw new Unresolved('Percentages do not add up.')
  const values = all.map(({ value }) => value)
  const exacts = all.flatMap(({ exact }) => exact ?? [])
  const sum = exacts.length === all.length ? sumOf(exacts) : String(values.reduce((a, b) => a + b, 0))
  const edge = how === 'min' ? Math.min(...values) : Math.max(...values)
  const at = values.indexOf(edge)
  const picked = how === 'min' || how === 'max' ? all[at]! : null
  const value = how === 'sum' ? Number(sum) : how === 'mean' ? Number(sum) / all.length : edge
  const words = parts.map(({ expression, quantities }) => namesOf(expression, quantities, given)).join(' and ')
  return {
    value,
    exact: picked ? picked.exact : how === 'sum' && exacts.length === all.length ? sum : null,
    unit: first.unit,
    fraction: how !== 'sum' && all.every(({ fraction }) => fraction),
    words: `${TOGETHER[how]} of ${words}`,
    ...(all.length <= MOST_TERMS && !picked ? { terms: (write: Write) => termsOf(how, all.map(write)) } : {}),
    cells: (picked ?? { cells: all.flatMap(({ cells }) => cells) }).cells.slice(0, MOST_CELLS),
    ...(picked?.of ? { of: picked.of } : {}),
  }
}

/** The numbers of an argument: each cell of several rows, or one value. */
function expand(expression: Expression, given: Given): Quantity[] {
  if (expression.kind === 'call') return [numberOf(expression, given)]
  const table = tableOf(expression, given)
  const at = columnAt(table, expression.column)
  if (!isNumeric(table.columns[at]!.type)) throw new Unresolved(`${table.columns[at]!.name} holds no numbers.`)
  if (expression.rows.by !== 'place') whole(table)
  const scale = scaleOf(table, at)
  return rowsOf(table, expression.rows, given).flatMap((row): Quantity[] => {
    const cell = table.rows[row]?.[at] ?? null
    const exact = exactOf(cell)
    if (cell === null) return []
    if (exact === null) throw new Unresolved(`${table.columns[at]!.name} holds a value that is no number.`)
    const column = table.columns[at]!.name
    return [
      {
        value: Number(exact),
        exact,
        ...scale,
        words: column,
        cells: [{ result: table.id, row, column }],
        of: { table, at, cell },
      },
    ]
  })
}

function namesOf(expression: Expression, quantities: Quantity[], given: Given): string {
  if (expression.kind === 'call') return quantities[0]!.words
  const table = tableOf(expression, given)
  const at = columnAt(table, expression.column)
  const column = table.columns[at]!.name.replaceAll('_', ' ')
  const [only] = quantities
  if (quantities.length === 1) return wordsOf(table, only!.cells[0]!.row, at, given)
  const rows = expression.rows
  if (rows.by === 'all') return `${column} over all ${quantities.length} rows of ${table.name}`
  return rows.by === 'place'
    ? `${column} of rows ${quantities[0]!.cells[0]!.row + 1} to ${quantities.at(-1)!.cells[0]!.row + 1}`
    : `${column} of ${quantities.length} rows with ${rows.raw}`
}

const PLAIN_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_ .:-]*[\p{L}\p{M}\p{N}_])?$/u

/** A reference to one cell of a result, as an example of how its cells are referred to. @param tells it may tell a value */
export function exampleOf(result: BindableResult, tells: boolean): string {
  const at = Math.max(
    0,
    result.columns.findIndex(({ name }) => measuresOf(result).includes(name)),
  )
  const name = result.columns[at]?.name ?? ''
  const column = PLAIN_NAME.test(name) ? name : `"${name.replaceAll('"', '""')}"`
  if (result.total_rows === 1) return `{{${result.name}.${column}}}`
  const [key] = labelsOf(result).filter((label) => {
    const values = result.rows.map((row) => row[label])
    return label !== at && new Set(values).size === values.length
  })
  const value = key === undefined ? null : (result.rows[0]?.[key] ?? null)
  const isNamed =
    tells &&
    result.rows.length === result.total_rows &&
    value !== null &&
    PLAIN_NAME.test(String(value)) &&
    String(value).length <= 40
  return `{{${result.name}.${column}[${isNamed ? value : '#1'}]}}`
}
