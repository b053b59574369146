import { freeColumn } from './header.ts'
import type { Block } from './json-series.ts'
import { isObject, isScalar, type JsonRow } from './json-values.ts'

const MOST_CELLS = 1_000_000

/** The rows of a cube as offices of statistics write it, in either of their formats. */
export const cubeOf = (object: JsonRow): Block | null => cellsOf(object) ?? observationsOf(object)

/**
 * A cube in JSON-stat: one list of values, `dimension` with the categories of each, `id` the order in which these change, the last most often,
 * and `size` how many there are.
 */
function cellsOf(object: JsonRow): Block | null {
  const { dimension, value, status, ...rest } = object
  if (!isObject(dimension)) return null
  // The first version of the format has both in the dimensions.
  const { id = dimension.id, size = dimension.size, ...about } = rest
  const isCube =
    Array.isArray(id) && Array.isArray(size) && id.length === size.length && id.every((one) => isObject(dimension[one]))
  if (!isCube || !(isObject(value) || Array.isArray(value)) || !size.every(Number.isInteger)) return null
  const cells = size.reduce((product: number, one: number) => product * one, 1)
  if (cells < 2 || cells > MOST_CELLS || !Object.values(value).every(isScalar)) return null
  const taken = new Set<string>()
  const own = id.map((one, at) => columnsOf(dimension[one] as JsonRow, String(one), size[at], taken))
  const [valued, marked] = [freeColumn('value', taken), freeColumn('status', taken)]
  const marks = isObject(status) || Array.isArray(status) ? (status as JsonRow) : {}
  const rows = Array.from({ length: cells }, (_, cell) => {
    let left = cell
    const places = size.map(() => 0)
    for (let at = size.length - 1; at >= 0; at--) {
      places[at] = left % size[at]
      left = Math.floor(left / size[at])
    }
    const facts = own.map((columns, at) =>
      Object.fromEntries(columns.map(([name, values]) => [name, values[places[at]!]])),
    )
    const told = { [valued]: (value as JsonRow)[cell] ?? null, ...(cell in marks ? { [marked]: marks[cell] } : {}) }
    return Object.assign({}, ...facts, told) as JsonRow
  })
  const filled = rows.filter((row) => row[valued] !== null || row[marked] !== undefined)
  return { rows: filled, rest: about }
}

/** A cube in SDMX-JSON: values below the numbers of their categories, `"0:2:1": [9.5]`, and those of series below each other. */
function observationsOf({ dataSets, structure, structures, ...rest }: JsonRow): Block | null {
  const told = structure ?? (Array.isArray(structures) ? structures[0] : null)
  const { series, observation } = (isObject(told) && isObject(told.dimensions) ? told.dimensions : {}) as JsonRow
  if (!Array.isArray(dataSets) || !dataSets.every(isObject) || ![series ?? [], observation].every(areDimensions))
    return null
  const taken = new Set<string>()
  const columns = (dimensions: unknown) =>
    ((dimensions ?? []) as Dimension[]).map(({ id, name, values }) =>
      named(
        id,
        values.map((one) => one.id ?? one.name),
        values.map((one) => one.name ?? one.id),
        typeof name === 'string' ? name : id,
        taken,
      ),
    )
  const [outer, inner] = [columns(series), columns(observation)]
  const valued = freeColumn('value', taken)
  const facts = (own: ReturnType<typeof columns>, key: string) =>
    own.flatMap((list, at) => list.map(([name, values]) => [name, values[Number(key.split(':')[at])] ?? null]))
  const rows = dataSets.flatMap((set) =>
    Object.entries(isObject(set.series) ? set.series : { '': set }).flatMap(([key, one]) =>
      Object.entries(isObject(one) && isObject(one.observations) ? one.observations : {}).map(
        ([place, values]): JsonRow => ({
          ...Object.fromEntries([...facts(outer, key), ...facts(inner, place)]),
          [valued]: Array.isArray(values) ? values[0] : values,
        }),
      ),
    ),
  )
  return rows.length > 0 ? { rows, rest } : null
}

type Dimension = JsonRow & { id: string; values: JsonRow[] }
const areDimensions = (value: unknown): value is Dimension[] =>
  Array.isArray(value) &&
  value.every(
    (one) => isObject(one) && typeof one.id === 'string' && Array.isArray(one.values) && one.values.every(isObject),
  )

/** The codes of a dimension, and what they stand for where that is something else. */
function columnsOf(dimension: JsonRow, id: string, size: number, taken: Set<string>): [string, unknown[]][] {
  const { index = {}, label = {} } = (isObject(dimension.category) ? dimension.category : {}) as Record<string, JsonRow>
  const listed = Array.isArray(index)
    ? index
    : Object.keys(index).toSorted((a, b) => Number(index[a]) - Number(index[b]))
  const codes = listed.length === size ? listed : Object.keys(label)
  const name = typeof dimension.label === 'string' ? dimension.label : id
  return named(
    id,
    codes,
    codes.map((code) => label[code] ?? code),
    name,
    taken,
  )
}

/** Codes and what they stand for, in one column where that is the same. */
function named(
  id: string,
  codes: unknown[],
  labels: unknown[],
  name: string,
  taken: Set<string>,
): [string, unknown[]][] {
  if (labels.every((one, at) => one === codes[at])) return [[freeColumn(name, taken), codes]]
  return [
    [freeColumn(id, taken), codes],
    [freeColumn(name.toLowerCase() === id.toLowerCase() ? `${name} label` : name, taken), labels],
  ]
}
