/** An object of a document of JSON; where it is a row, its keys are columns. */
export type JsonRow = Record<string, unknown>

const DEEPEST = 4
const NAME_KEYS = ['name', 'columnname', 'field', 'fieldname', 'column', 'label', 'title', 'text', 'key', 'id', 'code']

export const isObject = (value: unknown): value is JsonRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isScalar = (value: unknown) => typeof value !== 'object' || value === null

export const isListOfLists = (value: unknown): value is unknown[][] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row) && row.length > 0)

type Place = { value: unknown; around: JsonRow | null }

/** The values of a document that stand in objects only, and the objects around them. */
export function within(root: unknown, around: JsonRow | null = null, depth = 0): Place[] {
  const own = [{ value: root, around }]
  if (!isObject(root) || depth >= DEEPEST) return own
  return [...own, ...Object.values(root).flatMap((child) => within(child, root, depth + 1))]
}

/** Whether values are texts that differ, as names do. */
export const areNames = (values: unknown[]): values is string[] =>
  values.every((value) => typeof value === 'string') && new Set(values).size === values.length

/** A row of the values of a list below their names. */
export const rowBelow = (names: readonly string[], values: readonly unknown[]): JsonRow =>
  Object.fromEntries(names.map((name, at) => [name, values[at]]))

/** Names as a list, or as a list of objects that have one. */
export function namesIn(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  if (areNames(value)) return value
  if (!value.every(isObject)) return null
  const keys = Object.keys(value[0]!)
  const named = NAME_KEYS.flatMap((name) => keys.filter((key) => key.toLowerCase().replaceAll('_', '') === name))
  const key = named.find((one) => areNames(value.map((item) => item[one])))
  return key === undefined ? null : value.map((item) => item[key] as string)
}
