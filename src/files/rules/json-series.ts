import { planColumn } from './column-type.ts'
import { columnNames, freeColumn } from './header.ts'
import { areNames, isListOfLists, isObject, isScalar, type JsonRow, namesIn, rowBelow, within } from './json-values.ts'

/** Rows that an object holds as lists, and what it says beside them. */
export type Block = { rows: JsonRow[]; rest: JsonRow }
/** `made`: lists that the document does not hold as they are, and their columns where these are told; `used`: those that only name columns. */
export type Unfolded = { value: unknown; made: Map<unknown, string[] | undefined>; used: Set<unknown> }

/** Values in a list that is a column, not a point, a colour or the like. */
export const LEAST_LISTED = 3
/** Lists and objects within each other that are looked through. */
const DEEPEST = 20
/** So many are a column even where none says what each of its rows is. */
const SURELY_LISTED = 5

/**
 * The document with rows in place of what only programs take for such: cells below their columns (`{c: [{v: 1}]}`, `{f: […]}`), and series, each of
 * which has what it is of beside its points (`{metric: {…}, values: [[…], …]}`, `{name, x: […], y: […]}`).
 */
export function unfolded(root: unknown): Unfolded {
  const made: Unfolded['made'] = new Map()
  const used = new Set<unknown>()
  /** How many lists have become rows, or the only answer in them. */
  let opened = 0
  const keep = (rows: JsonRow[] | null, columns?: string[]) => {
    if (!rows) return null
    opened++
    made.set(rows, columns)
    return rows
  }
  const open = (value: unknown, depth: number, isOneOfMany: boolean): unknown => {
    if (isScalar(value) || depth > DEEPEST) return value
    const rows = keep(isRows(value) ? rowsOfSeries(value) : null)
    if (rows) return rows
    const areMany = isOneOfMany || (Array.isArray(value) && value.length > 1)
    const before = opened
    const children = Object.values(value as object)
    // Most of a long list are rows of single values.
    if (isObject(value) && children.every(isScalar)) return value
    const values = children.map((child) => open(child, depth + 1, areMany))
    const inner = Array.isArray(value) ? values : values.map(ownValue)
    const isSame = inner.every((child, at) => child === children[at])
    if (!Array.isArray(value)) {
      const object = isSame
        ? (value as JsonRow)
        : Object.fromEntries(Object.keys(value as JsonRow).map((key, at) => [key, inner[at]]))
      const own = Object.entries(object).flatMap(([key, child]) => {
        const cells = isRows(child) ? rowsOfCells(child, object, used) : null
        const rows = cells ? keep(cells.rows, cells.columns) : isRows(child) && keep(rowsOfLabels(child, object, used))
        return rows ? [[key, rows] as const] : []
      })
      return own.length === 0 ? object : { ...object, ...Object.fromEntries(own) }
    }
    // Pages of a list go on with each other.
    if (inner.length > 0 && inner.every(isPage)) return keep(inner.flat())
    const list = inner.map(withRowsOfColumns)
    const isAsIs = list.every((child, at) => child === value[at])
    // A list of one answer is that answer.
    const [one] = list
    const isAnswer = isObject(one) && (opened > before || isTables(one))
    if (isAnswer && !areMany) {
      opened++
      return one
    }
    if (isAsIs) return value
    made.set(list, undefined)
    return isRows(list) ? (keep(rowsOfSeries(list)) ?? list) : list
  }
  return { value: open(root, 0, false), made, used }
}

/** The value of a property that says its type and has its value below that: `{id, type: 'number', number: 4}`. */
function ownValue(object: unknown): unknown {
  if (!isObject(object)) return object
  const { id, type } = object
  if (typeof id !== 'string' || typeof type !== 'string' || Object.keys(object).length !== 3) return object
  if (!(type in object) || type === 'id' || type === 'type') return object
  const value = object[type]
  if (!Array.isArray(value)) return value
  // A text in parts of different looks.
  const texts = value.map((part) => (isObject(part) && typeof part.plain_text === 'string' ? part.plain_text : null))
  return texts.includes(null) ? value : texts.join('') || null
}

const isRows = (value: unknown): value is JsonRow[] => Array.isArray(value) && value.length > 0 && value.every(isObject)

const isTables = (value: JsonRow) => Object.keys(value).length > 0 && Object.values(value).every(isRows)

/** Whether a value is a list of objects that hold more than a cell each. */
const isPage = (value: unknown): value is JsonRow[] =>
  isRows(value) &&
  value.every((row) => Object.keys(row).length > 1) &&
  value.some((row) => Object.values(row).some(isScalar))

/** The rows of a list of cells whose columns are named in the object around it. */
function rowsOfCells(
  list: JsonRow[],
  around: JsonRow,
  used: Set<unknown>,
): { rows: JsonRow[]; columns: string[] } | null {
  const width = cellsOf(list[0]!)?.length ?? 0
  if (width === 0) return null
  const rows = list.map(cellsOf)
  if (rows.some((row) => row?.length !== width)) return null
  const others = within(around).flatMap(({ value }) =>
    value !== list && !used.has(value) && namesIn(value) ? [value] : [],
  )
  const one = others.find((other) => namesIn(other)!.length === width)
  const from = one ? [one] : others
  const names = from.flatMap((other) => namesIn(other)!)
  if (names.length !== width || new Set(names).size !== width) return null
  for (const other of from) used.add(other)
  const [first, ...rest] = rows
  const filled = names.every((name, at) => first![at] === name) ? rest : rows
  return { rows: filled.map((row) => rowBelow(names, row!)), columns: names }
}

/** The rows of series of which each holds one list, a value for each of the labels in the object around. */
function rowsOfLabels(list: JsonRow[], around: JsonRow, used: Set<unknown>): JsonRow[] | null {
  if (!Object.values(list[0]!).some(isColumn)) return null
  const columns = list.map((one) => Object.entries(one).filter(([, value]) => isColumn(value)))
  const [[key, { length }] = ['', []]] = (columns[0] ?? []) as [string, unknown[]][]
  if (length < 2 || columns.some((own) => own.length !== 1 || (own[0]![1] as unknown[]).length !== length)) return null
  const members = [around, ...Object.values(around).filter(isObject)].flatMap((object) => Object.entries(object))
  const labels = members.find(([, value]) => isColumn(value) && value.length === length && areNames(value))
  if (!labels) return null
  used.add(labels[1])
  const name = freeColumn(
    list.some((one) => labels[0] in one) ? 'label' : labels[0],
    new Set(list.flatMap(Object.keys)),
  )
  return joined(
    list.map((one, at) => ({
      rows: rowsOfColumns([
        [name, labels[1] as unknown[]],
        [key, columns[at]![0]![1] as unknown[]],
      ]),
      rest: without(one, [columns[at]![0]![0]]),
    })),
  )
}

/** A row with rows in place of points, and of objects that hold nothing but columns: they are tables of their own. */
function withRowsOfColumns(row: unknown): unknown {
  if (!isObject(row)) return row
  const opened = Object.entries(row).map(([key, value]) => {
    const columns = isObject(value) ? onlyColumns(value) : null
    const isTable = columns && columns.length > 1 && sayWhatRowsAre(columns.map(([, values]) => values))
    return [key, isTable && isEven(columns) ? rowsOfColumns(columns) : (rowsOfPoints(value) ?? value)] as const
  })
  return opened.some(([key, value]) => value !== row[key]) ? Object.fromEntries(opened) : row
}

/** The cells of an object that holds nothing but lists of them. */
function cellsOf(object: JsonRow): unknown[] | null {
  const lists = Object.values(object).filter((value) => !(Array.isArray(value) && value.every((one) => one === null)))
  if (!lists.every(Array.isArray)) return null
  const cells = lists.flat()
  const keyOf = (cell: JsonRow) => ['v', 'value', ...Object.keys(cell)].find((key) => key in cell) ?? ''
  const isCell = (cell: unknown) =>
    isScalar(cell) ||
    (isObject(cell) &&
      isScalar(cell[keyOf(cell)]) &&
      ('v' in cell || 'value' in cell || Object.keys(cell).length === 1))
  return cells.every(isCell) ? cells.map((cell) => (isObject(cell) ? (cell[keyOf(cell)] ?? null) : cell)) : null
}

/** The points of all series with what each is of; null where a list is of something else. */
export function rowsOfSeries(list: readonly JsonRow[]): JsonRow[] | null {
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0)
  const blocks: (Block | null)[] = []
  for (const one of list) {
    const block = listsBelowNames(one) ?? pointsOf(one) ?? columnsWithin(one)
    if (!block && !Object.values(one).some(isEmpty)) return null
    blocks.push(block)
  }
  const first = blocks.findIndex((block) => block !== null)
  if (first < 0) return null
  const held = Object.keys(list[first]!).filter((key) => !(key in blocks[first]!.rest))
  const all = blocks.map((block, at) => {
    const one = list[at]!
    return block ?? (held.every((key) => isEmpty(one[key])) ? { rows: [{}], rest: without(one, held) } : null)
  })
  return all.every((block) => block !== null) ? joined(all) : null
}

/** The rows of blocks with what stands beside each, objects of which as columns too. */
function joined(blocks: Block[]): JsonRow[] | null {
  const holdsRows = (value: unknown): boolean =>
    Array.isArray(value) ? !value.every(isScalar) : isObject(value) && Object.values(value).some(holdsRows)
  if (blocks.some(({ rest }) => holdsRows(rest))) return null
  const columns = [...new Set(blocks.flatMap(({ rows }) => Object.keys(rows[0]!)))]
  const objects = [...new Set(blocks.flatMap(({ rest }) => Object.keys(rest).filter((key) => isObject(rest[key]))))]
  const facts = [...new Set(blocks.flatMap(({ rest }) => Object.keys(rest).filter((key) => !objects.includes(key))))]
  const taken = [...columns, ...facts, ...objects.flatMap((key) => keysOf(blocks.map(({ rest }) => rest[key])))]
  const isAlone = (name: string) => taken.filter((one) => one.toLowerCase() === name.toLowerCase()).length === 1
  const bare = objects.filter((key) => keysOf(blocks.map(({ rest }) => rest[key])).every(isAlone))
  const own = new Set([...facts, ...objects].map((name) => name.toLowerCase()))
  const names = new Map(columns.map((name) => [name, freeColumn(name, own)]))
  return blocks.flatMap(({ rows, rest }) => {
    const tags = Object.fromEntries(
      Object.entries(rest).flatMap(([key, value]) =>
        bare.includes(key) && isObject(value) ? Object.entries(value) : [[key, value]],
      ),
    )
    return rows.map((row) => ({
      ...tags,
      ...Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name), value])),
    }))
  })
}

const keysOf = (values: unknown[]) => [
  ...new Set(values.flatMap((value) => (isObject(value) ? Object.keys(value) : []))),
]

const without = (object: JsonRow, keys: string[]): JsonRow =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

/** Lists below the names that stand beside them. */
function listsBelowNames(object: JsonRow): Block | null {
  for (const [key, lists] of Object.entries(object)) {
    if (!isListOfLists(lists)) continue
    const width = lists[0]!.length
    const named = Object.entries(object).find(([, value]) => value !== lists && namesIn(value)?.length === width)
    if (!named || lists.some(({ length }) => length !== width)) continue
    const names = columnNames(namesIn(named[1])!, width)
    const rows = lists.map((row) => rowBelow(names, row))
    return { rows, rest: without(object, [key, named[0]]) }
  }
  return null
}

/** Moments and what was measured at each, as lists of two or more, or one such pair. */
function pointsOf(object: JsonRow): Block | null {
  const found = Object.entries(object).flatMap(([key, value]) => {
    const isPair = Array.isArray(value) && value.length === 2 && value.some(isNumber)
    const rows = rowsOfPoints(isPair ? [value] : value)
    return rows ? [{ rows, rest: without(object, [key]) }] : []
  })
  return found.length === 1 ? found[0]! : null
}

function rowsOfPoints(lists: unknown): JsonRow[] | null {
  const names = isListOfLists(lists) ? namesOfPoints(lists) : null
  return names && (lists as unknown[][]).map((row) => rowBelow(names, row))
}

/** Names of the columns of lists of which one value each is a moment; null where none is. */
export function namesOfPoints(lists: unknown[][]): string[] | null {
  const width = lists[0]?.length ?? 0
  if (width < 2 || lists.some((row) => row.length !== width || !row.every(isScalar))) return null
  const moments = lists[0]!.flatMap((_, place) => (areMoments(lists.map((row) => row[place])) ? [place] : []))
  const [at] = moments
  if (at === undefined || moments.length === width) return null
  if (width === 2) return ['value', 'value'].with(at, 'time')
  // Where digits are moments only the name of the column says so.
  const isTold = lists.some((row) => Number.isNaN(Number(row[at])))
  return isTold ? columnNames(null, width) : columnNames(null, width).with(at, 'time')
}

/** Numbers with many digits are kept as texts. */
const isNumber = (value: unknown) => typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value))
const SAMPLE = 50
/** Days in digits and moments since 1970 are no less. */
const LEAST_MOMENT = 19_000_101
function areMoments(values: unknown[]): boolean {
  if (values.some((value) => typeof value === 'number' && value < LEAST_MOMENT)) return false
  const texts = values.slice(0, SAMPLE).map((value) => String(value ?? ''))
  return ['date', 'timestamp'].includes(planColumn(texts, ',', {}, 'time').kind)
}

/** Columns as lists of the same length with other things beside them; null where these may be lists that belong to one row. */
export function columnsBeside(object: JsonRow): Block | null {
  const lists = Object.entries(object).filter((entry): entry is [string, unknown[]] => isColumn(entry[1]))
  const longest = Math.max(...lists.map(([, values]) => values.length))
  const columns = lists.filter(([, values]) => values.length === longest)
  if (columns.length < 2 || longest < LEAST_LISTED || !sayWhatRowsAre(columns.map(([, values]) => values))) return null
  return {
    rows: rowsOfColumns(columns),
    rest: without(
      object,
      columns.map(([key]) => key),
    ),
  }
}

/** Columns of which each stands in an object of its own, beside what is known of it: `{"time": {"data": […], …}, "watts": {"data": […]}}`. */
export function columnsBelow(object: JsonRow): Block | null {
  const found = Object.entries(object).map(([name, value]) => {
    const own = isObject(value) ? Object.entries(value).filter(([, one]) => isColumn(one)) : []
    return own.length === 1 ? { name, key: own[0]![0], values: own[0]![1] as unknown[] } : null
  })
  const columns = found.filter((one) => one !== null)
  const [first] = columns
  const areAlike = columns.every(({ key, values }) => key === first!.key && values.length === first!.values.length)
  if (columns.length < 2 || columns.length < found.length || !areAlike) return null
  const named = columns.map(({ name, values }): [string, unknown[]] => [name, values])
  if (first!.values.length < LEAST_LISTED || !sayWhatRowsAre(named.map(([, values]) => values))) return null
  const rest = columns.map(({ name, key }) => [name, without(object[name] as JsonRow, [key])])
  return { rows: rowsOfColumns(named), rest: Object.fromEntries(rest) }
}

/** The same where columns stand in objects too, as deep as these hold nothing else. */
function columnsWithin(object: JsonRow): Block | null {
  const deep = Object.entries(object).flatMap(([key, value]) => {
    const columns = isColumn(value) ? null : onlyColumns(value)
    return columns ? [{ key, columns }] : []
  })
  const beside = Object.entries(
    without(
      object,
      deep.map(({ key }) => key),
    ),
  )
  const flat = [...beside, ...deep.flatMap(({ columns }) => columns)]
  const isFlat = deep.length > 0 && new Set(flat.map(([name]) => name)).size === flat.length
  return (isFlat ? columnsBeside(Object.fromEntries(flat)) : null) ?? columnsBeside(object)
}

/** The columns in an object that holds nothing else; a list of one such object is that one. */
function onlyColumns(value: unknown): [string, unknown[]][] | null {
  const object = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (!isObject(object)) return null
  const parts = Object.entries(object).map(([key, one]): [string, unknown[]][] | null =>
    isColumn(one) ? [[key, one]] : onlyColumns(one),
  )
  const columns = parts.flatMap((part) => part ?? [])
  return parts.includes(null) || columns.length === 0 ? null : columns
}

const isEven = (columns: [string, unknown[]][]) => columns.every(([, { length }]) => length === columns[0]![1].length)

const isColumn = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every(isScalar)

/** Whether columns hold numbers, and one of them moments or different texts, or so many that they are no parts of one thing. */
function sayWhatRowsAre(columns: unknown[][]): boolean {
  if (!columns.some((values) => values.every((value) => value === null || isNumber(value)))) return false
  return columns[0]!.length >= SURELY_LISTED || columns.some((values) => areNames(values) || areMoments(values))
}

/** Columns of equal length as rows. */
export const rowsOfColumns = (columns: [string, unknown[]][]): JsonRow[] =>
  Array.from(columns[0]![1], (_, row) => Object.fromEntries(columns.map(([name, values]) => [name, values[row]])))
