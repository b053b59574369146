import { isValue } from './column-type.ts'
import { columnNames, freeColumn, hasHeader } from './header.ts'
import { cubeOf } from './json-cube.ts'
import { columnsBelow, columnsBeside, LEAST_LISTED, namesOfPoints, rowsOfColumns, unfolded } from './json-series.ts'
import { isListOfLists, isObject, isScalar, type JsonRow, namesIn, within } from './json-values.ts'

/** A table in a JSON document: where it stands, and its rows as objects. `plain`: it is written so. `columns`: in which order, where that is told. */
type JsonTable = { path: string[]; rows: JsonRow[]; plain: boolean; columns?: string[] | undefined }
/** The tables of a document, and what it says beside them, as texts. */
export type JsonTables = { tables: JsonTable[]; beside: string[] }
type Place = { path: string[]; value: unknown }

const DEEPEST = 4
/** Objects by their keys that are a table: at the root, and deeper, where an object may as well be one row. */
const LEAST_AT_ROOT = 2
const LEAST_WITHIN = 3
/** Such objects have on average more than this share of all of their keys. */
const LEAST_ALIKE = 0.5

/**
 * Finds the tables of a document: lists of objects, lists of lists below or beside their names, columns as lists, and objects by their keys,
 * each as deep in objects as it may stand.
 */
export function tablesIn(document: unknown): JsonTables {
  const { value: root, made, used } = unfolded(document)
  const lists = within(root).filter((place): place is ListPlace => isListOfLists(place.value))
  // Names that stand beside some lists are not those of others.
  for (const { value, around } of lists) used.add(namesBeside(value, around))
  const named = new Map(lists.map(({ value, around }) => [value as unknown, namesFor(value, around, root, used)]))
  for (const found of named.values()) for (const one of found ? [found.from, found.index?.values] : []) used.add(one)
  const tables: JsonTable[] = []
  const beside: Place[] = []
  const walk = (value: unknown, path: string[], inList = false) => {
    if (used.has(value)) return
    const list = named.get(value)
    const listed = list ? rowsOfLists(value as unknown[][], list) : null
    const below = isObject(value) ? (cubeOf(value) ?? columnsBelow(value)) : null
    const rows = below ? null : (listed?.rows ?? rowsOf(value, path.length))
    const block = below ?? (!rows && isObject(value) ? columnsBeside(without(value, used)) : null)
    const columns = listed?.columns ?? made.get(value)
    if (rows) tables.push({ path, rows, columns, plain: rows === value && !inList && !made.has(value) })
    else if (block) tables.push({ path, rows: block.rows, plain: false })
    const others = rows ? {} : (block?.rest ?? (isObject(value) && path.length < DEEPEST ? value : null))
    if (others) for (const [key, child] of Object.entries(others)) walk(child, [...path, key], inList)
    // What a page is of, and its rows.
    else if (path.length === 0 && Array.isArray(value) && value.some(isTableOfObjects))
      for (const [at, child] of value.entries()) walk(child, [`${at + 1}`], true)
    else if (value !== null && path.length > 0) beside.push({ path, value })
  }
  walk(root, [])
  const left = withoutNames(tables)
  const lost = left.some(({ plain }) => !plain) ? lostFrom(document, left, beside) : []
  return { tables: left, beside: [...beside.map(textOf), ...lost] }
}

const textOf = ({ path, value }: Place) => `${path.join(' ')}: ${isScalar(value) ? value : JSON.stringify(value)}`

/** What a document says that stands neither in the tables made of it nor beside them, each once, with where it stands. */
export function lostFrom(root: unknown, tables: Pick<JsonTable, 'path' | 'rows'>[], beside: Place[] = []): string[] {
  const told = new Set<string>()
  const tell = (value: unknown) => {
    if (isScalar(value)) told.add(String(value))
    else for (const part of Object.entries(value as object).flat()) tell(part)
  }
  for (const { path, rows } of tables) tell([path, rows])
  for (const { path, value } of beside) tell([path, value])
  const lost: string[] = []
  const look = (value: unknown, path: string[]) => {
    if (!isScalar(value))
      for (const [key, one] of Object.entries(value as object)) look(one, Array.isArray(value) ? path : [...path, key])
    else if (value !== null && value !== '' && !told.has(String(value))) {
      told.add(String(value))
      lost.push(`${path.join(' ')}: ${value}`)
    }
  }
  look(root, [])
  return lost
}

const without = (object: JsonRow, used: Set<unknown>): JsonRow =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !used.has(value)))

/** The tables but those that only name the columns of others and tell their types. */
function withoutNames(tables: JsonTable[]): JsonTable[] {
  const keys = tables.map(({ rows }) => {
    const values = rows.slice(0, ALIKE_ROWS)
    return new Set([...values, ...values.flatMap((row) => Object.values(row).filter(isObject))].flatMap(Object.keys))
  })
  const left = tables.filter(({ rows }, at) => {
    const saysTypes = rows.every(
      (row) => Object.keys(row).length === 1 || Object.keys(row).some((key) => /type$/i.test(key)),
    )
    const names = saysTypes ? namesIn(rows) : null
    return !names || !keys.some((own, other) => other !== at && names.every((name) => own.has(name)))
  })
  return left.length === tables.length ? tables : left.map((table) => ({ ...table, plain: false }))
}
const ALIKE_ROWS = 1000

const isTableOfObjects = (value: unknown) => Array.isArray(value) && value.length > 1 && value.every(isObject)

type Names = { names: string[] | null; from: unknown; index?: { name: string; values: unknown[] } | undefined }

type ListPlace = { value: unknown[][]; around: JsonRow | null }
const widthOf = (lists: unknown[][]) => Math.max(...lists.map(({ length }) => length))

/** What names the lists of a table in the object around them. */
const namesBeside = (lists: unknown[][], around: JsonRow | null) =>
  Object.values(around ?? {}).find((value) => value !== lists && namesIn(value)?.length === widthOf(lists))

/**
 * What the lists of a table hold at each place: said beside them, else anywhere, else by the first of them. Null where nothing says it.
 * @param used names of others
 */
function namesFor(lists: unknown[][], around: JsonRow | null, root: unknown, used: Set<unknown>): Names | null {
  const width = widthOf(lists)
  const others = within(root).map(({ value }) => value)
  const from =
    namesBeside(lists, around) ??
    others.find((value) => value !== lists && !used.has(value) && namesIn(value)?.length === width)
  if (from) {
    const beside = Object.entries(around ?? {}).filter(
      (entry): entry is [string, unknown[]] => entry[1] !== from && isIndex(entry[1], lists),
    )
    const [name, values] = beside.find(([key]) => key === 'index') ?? (beside.length === 1 ? beside[0]! : [])
    return { names: namesIn(from), from, index: name && values ? { name, values } : undefined }
  }
  const texts = lists.map((row) => row.map((cell) => (isScalar(cell) ? String(cell ?? '') : '{}')))
  if (lists[0]!.every((cell) => typeof cell === 'string') && hasHeader(texts)) return { names: null, from: null }
  const points = namesOfPoints(lists)
  if (points) return { names: points, from: null }
  return (around === null || areRowsOfTexts(lists)) && width > 1
    ? { names: columnNames(null, width), from: null }
    : null
}

const areRowsOfTexts = (lists: unknown[][]) =>
  lists.length >= LEAST_LISTED &&
  lists.every((row) => row.length === lists[0]!.length && row.every(isScalar)) &&
  lists[0]!.some((_, at) => lists.every((row) => typeof row[at] === 'string'))

const isIndex = (value: unknown, rows: unknown[]): value is unknown[] =>
  Array.isArray(value) && value.length === rows.length && value.every(isScalar) && new Set(value).size === value.length

function rowsOfLists(lists: unknown[][], { names, index }: Names): { rows: JsonRow[]; columns: string[] } {
  const [first, ...rest] = lists
  const [written, rows] = names ? [names, lists] : [first as string[], rest]
  const width = widthOf(lists)
  const columns = columnNames(written, width)
  const own = index?.values.some((value, at) => value !== at)
    ? [freeColumn(index.name, new Set(columns.map((name) => name.toLowerCase())))]
    : []
  return {
    columns: [...own, ...columns],
    rows: rows.map((row, at) => ({
      ...Object.fromEntries(own.map((name) => [name, index!.values[at]])),
      ...Object.fromEntries(columns.map((name, place) => [name, row[place] ?? null])),
    })),
  }
}

/** The rows of a value that is a table by itself; null where it is none. */
function rowsOf(value: unknown, depth: number): JsonRow[] | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? withPoints(withOwnNames(value)) : null
  if (!isObject(value)) return null
  const entries = Object.entries(value)
  const columns = entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  if (columns.length === entries.length && columns.length > 1) {
    const { length } = columns[0]![1]
    const areColumns = columns.every(([, values]) => values.length === length && values.every(isScalar))
    if (areColumns) return length > 1 ? rowsOfColumns(columns) : null
    return rowsBelowKeys(columns)
  }
  const objects = entries.filter((entry): entry is [string, JsonRow] => isObject(entry[1]))
  // What holds columns as lists is a table of its own, beside what says their units.
  const isTable = ([, object]: [string, JsonRow]) => {
    const lists = Object.values(object)
    return (
      Array.isArray(lists[0]) &&
      lists[0].length >= LEAST_LISTED &&
      lists.every(Array.isArray) &&
      rowsOf(object, 1) !== null
    )
  }
  if (objects.length < entries.length || objects.length < LEAST_AT_ROOT || objects.some(isTable)) return null
  const keys = keysOf(objects)
  // Numbers and days are no names of what one object has.
  const areRows = depth === 0 || keys.every(isValue) || objects.every(([name]) => isValue(name))
  const least = areRows ? LEAST_AT_ROOT : LEAST_WITHIN
  const within = keys.every(isValue) || !areAlike(objects) ? rowsWithin(objects) : null
  if (within || objects.length < least || !areAlike(objects)) return within
  if (!objects.some(([, object]) => Object.values(object).some(isScalar))) return null
  const isPlace = (key: string, at: number) => key === String(at)
  // Numbers or days below names: each name is a column, each of them a row.
  if (keys.every(isValue) && !objects.every(([name]) => isValue(name))) {
    const own = freeColumn('key', new Set(objects.map(([name]) => name.toLowerCase())))
    return keys.map((key) => ({
      ...(keys.every(isPlace) ? {} : { [own]: key }),
      ...Object.fromEntries(objects.map(([name, object]) => [name, object[key] ?? null])),
    }))
  }
  const own = freeColumn('key', new Set(keys.map((key) => key.toLowerCase())))
  return objects.map(([key, object]) => ({ [own]: key, ...object }))
}

/** The rows of lists below keys that tell them apart, as hours of each day: all have the same keys. */
function rowsBelowKeys(lists: [string, unknown[]][]): JsonRow[] | null {
  const objects = lists.flatMap(([key, rows]) => rows.filter(isObject).map((row): [string, JsonRow] => [key, row]))
  const keys = keysOf(objects)
  const areSame = objects.every(([, row]) => keys.every((key) => key in row))
  const least = lists.every(([key]) => isValue(key)) ? LEAST_AT_ROOT : LEAST_WITHIN
  if (lists.length < least || !areSame || keys.length < 2) return null
  if (objects.length <= lists.length || objects.length < lists.reduce((sum, [, rows]) => sum + rows.length, 0))
    return null
  const own = freeColumn('key', new Set(keys.map((key) => key.toLowerCase())))
  return objects.map(([key, row]) => ({ [own]: key, ...row }))
}

const keysOf = (objects: [string, JsonRow][]) => [...new Set(objects.flatMap(([, object]) => Object.keys(object)))]
const areAlike = (objects: [string, JsonRow][]) =>
  objects.reduce((sum, [, object]) => sum + Object.keys(object).length, 0) >
  LEAST_ALIKE * keysOf(objects).length * objects.length

/** The rows of objects below two keys each, as days of each station. */
function rowsWithin(objects: [string, JsonRow][]): JsonRow[] | null {
  const inner = objects.flatMap(([outer, object]) =>
    Object.entries(object).map(([key, row]) => [outer, key, row] as const),
  )
  const rows = inner.flatMap(([, key, row]): [string, JsonRow][] => (isObject(row) ? [[key, row]] : []))
  if (rows.length < inner.length || rows.length < LEAST_WITHIN || !areAlike(rows)) return null
  if (!rows.every(([, row]) => Object.values(row).some(isScalar))) return null
  // Where each has keys that no other has, they are tables of their own.
  const groups = objects.map(([, object]) => keysOf(Object.entries(object) as [string, JsonRow][]))
  const isOther = (own: string[]) => own.some((key) => groups.every((other) => other === own || !other.includes(key)))
  if (groups.every(isOther)) return null
  const taken = new Set(keysOf(rows).map((key) => key.toLowerCase()))
  const [first, second] = [freeColumn('key', taken), freeColumn('key', taken)]
  return inner.map(([outer, key, row]) => ({ [first]: outer, [second]: key, ...(row as JsonRow) }))
}

/** The same rows; where keys differ by case only, which columns may not, under other names. */
export function withOwnNames(rows: JsonRow[]): JsonRow[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (new Set(keys.map((key) => key.toLowerCase())).size === keys.length) return rows
  const taken = new Set<string>()
  const names = new Map(keys.map((key) => [key, freeColumn(key, taken)]))
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [names.get(key)!, value])))
}

const AXES = ['longitude', 'latitude', 'altitude']
/** The same rows; points on a map, as GeoJSON writes them, by their numbers. */
export function withPoints(rows: JsonRow[]): JsonRow[] {
  const isPoint = (value: unknown): value is { coordinates: unknown[] } =>
    isObject(value) &&
    value.type === 'Point' &&
    Array.isArray(value.coordinates) &&
    [2, 3].includes(value.coordinates.length)
  const isPlace = (key: string) =>
    rows.some((row) => isPoint(row[key])) && rows.every((row) => row[key] === null || isPoint(row[key]))
  const places = Object.keys(rows[0]!).filter(isPlace)
  if (places.length !== 1 || rows.some((row) => AXES.some((axis) => axis in row))) return rows
  return rows.map(({ [places[0]!]: place, ...row }) => ({
    ...row,
    ...(isPoint(place) ? Object.fromEntries(place.coordinates.map((number, at) => [AXES[at]!, number])) : {}),
  }))
}

/** Documents that stand one after the other, with or without commas between them; null where something else does. */
export function documentsIn(text: string): unknown[] | null {
  const documents: unknown[] = []
  let start = 0
  let depth = 0
  const marks = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s[\]{}",\ufeff]+/gs
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === '{' || mark === '[') {
      if (depth++ === 0) start = index
    } else if (mark === '}' || mark === ']') {
      if (--depth === 0) documents.push(parsed(text.slice(start, index + 1)))
      if (depth < 0) return null
    } else if (depth === 0) return null
  }
  if (depth > 0 || documents.includes(undefined)) return null
  // Pages of one list go on with each other.
  return documents.every((one) => Array.isArray(one) && one.every(isObject)) ? documents.flat() : documents
}

/** Digits that a number would lose stay a text. Undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value, context?: { source?: string }) =>
      typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
        ? context.source
        : value,
    )
  } catch {
    return undefined
  }
}
