/** What a statement needs of the tables that it reads, from the plan that the engine makes for empty stand-ins of them. */

/** A condition of a scan, in the engine's words, with the tree that its parser made of it; null when it could not be parsed. */
export type PlannedFilter = { text: string; tree: Node | null }
/** One scan of a stand-in: columns that come out of it, conditions that its rows must meet. */
export type PlannedScan = { table: string; columns: string[]; filters: string[] }
export type Plan = { name: string; extra_info?: Record<string, unknown>; children?: Plan[] }
export type Node = Record<string, unknown>

export type StandInColumn = { name: string; type: string }
/** A condition on one column whose meaning is the same in the engine and in every source; values as text of the column's type. */
export type Filter =
  | { column: string; op: '=' | '<>' | '<' | '<=' | '>' | '>='; value: string }
  | { column: string; op: 'in'; values: string[] }
  | { column: string; op: 'is null' | 'is not null' }
/** `anyOf`: rows that meet every filter of at least one group; no group means all rows. `exact`: nothing else decides about the rows. */
export type Need = { columns: string[]; anyOf: Filter[][]; exact: boolean }

/** Whether the rows of the whole statement are rows of one scan, in any order: then a limit may go to the source. */
const PASSING = new Set(['PROJECTION', 'LIMIT', 'STREAMING_LIMIT'])

export function scansOf(plan: Plan[]): { scans: PlannedScan[]; passing: boolean } {
  const scans: PlannedScan[] = []
  let passing = plan.length === 1
  const visit = (node: Plan) => {
    const name = node.name.trim()
    if (name === 'SEQ_SCAN') {
      const table = /([^".]+)"?$/.exec(String(node.extra_info?.Table ?? ''))?.[1] ?? ''
      scans.push({ table, columns: texts(node.extra_info?.Projections), filters: texts(node.extra_info?.Filters) })
    } else if (!PASSING.has(name)) passing = false
    for (const child of node.children ?? []) visit(child)
  }
  for (const node of plan) visit(node)
  return { scans, passing: passing && scans.length === 1 }
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)]).filter((text) => text !== '')

/** The engine's filter that only another part of the plan fills, while it runs. */
const DYNAMIC = /(^| AND )optional: Dynamic Filter \([^()]*\)/g
/** Texts of a scan's conditions that are to be parsed. A weaker condition that the plan checks again itself counts as well. */
export const conditionTexts = ({ filters }: PlannedScan): string[] =>
  filters.map((text) => text.replace(DYNAMIC, '').replace(/^optional: /, '')).filter((text) => text !== '')

/**
 * What one scan needs. A condition that cannot be parsed may be part of a text that the plan broke at a line's end: then nothing
 * of what was found is believed, all columns are taken and all rows.
 */
export function needOf(scan: PlannedScan, conditions: PlannedFilter[], columns: StandInColumn[]): Need {
  const broken = conditions.some(({ text, tree }) => tree === null || /--|\/\*/.test(text))
  if (broken) return { columns: columns.map(({ name }) => name), anyOf: [], exact: false }
  const named = new Set(scan.columns.filter((name) => columns.some((column) => column.name === name)))
  for (const { tree } of conditions) collect(tree, named)
  const parts = conditions.flatMap(({ tree }) => conjuncts(tree))
  const filters = parts.map((part) => filterOf(part, columns))
  const understood = filters.filter((filter) => filter !== null)
  return {
    columns: columns.map(({ name }) => name).filter((name) => named.has(name)),
    anyOf: understood.length > 0 ? [understood] : [],
    exact: understood.length === filters.length,
  }
}

export function together(needs: Need[]): Need {
  const [first, ...rest] = needs
  if (!first) return { columns: [], anyOf: [], exact: true }
  return rest.reduce(
    (all, need) => ({
      columns: [...new Set([...all.columns, ...need.columns])],
      anyOf: all.anyOf.length > 0 && need.anyOf.length > 0 ? [...all.anyOf, ...need.anyOf] : [],
      exact: false,
    }),
    first,
  )
}

/** The names in a statement that may be those of columns, in small letters. */
export function columnNames(tree: unknown): Set<string> {
  const names = new Set<string>()
  collect(tree, names)
  return new Set([...names].map((name) => name.toLowerCase()))
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const node = value as Node
  if (node.class === 'COLUMN_REF') for (const name of node.column_names as string[]) names.add(name)
  for (const child of Object.values(node)) collect(child, names)
}

/** Conditions that all have to hold, of one that may be made of several; none without a condition. */
export const conjuncts = (node: Node | null): Node[] =>
  !node ? [] : node.type === 'CONJUNCTION_AND' ? (node.children as Node[]).flatMap(conjuncts) : [node]

const OPS: Record<string, '=' | '<>' | '<' | '<=' | '>' | '>='> = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
}
/** Types whose values every database orders as the engine does. */
const ORDERED = /^(U?(TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|DECIMAL\(.*\)|DOUBLE|DATE|TIMESTAMP)$/

/**
 * A condition as every source understands it, or null. It may let more rows through than the engine would, never fewer: texts are only
 * compared for being equal, since sources may hold `a` and `A` for the same.
 */
function filterOf(node: Node, columns: StandInColumn[]): Filter | null {
  if (node.type === 'OPERATOR_IS_NULL' || node.type === 'OPERATOR_IS_NOT_NULL') {
    const column = columnOf((node.children as Node[])[0], columns)
    return column && { column: column.name, op: node.type === 'OPERATOR_IS_NULL' ? 'is null' : 'is not null' }
  }
  if (node.type === 'COMPARE_IN') {
    const [left, ...options] = node.children as Node[]
    const column = columnOf(left, columns)
    const values = options.map(constantOf)
    if (!column || !comparable(column.type) || values.some((value) => value === null)) return null
    return { column: column.name, op: 'in', values: values as string[] }
  }
  const op = OPS[String(node.type)]
  if (!op || node.class !== 'COMPARISON') return null
  const column = columnOf(node.left as Node, columns)
  const value = constantOf(node.right as Node)
  if (!column || value === null) return null
  if (ORDERED.test(column.type) || (column.type === 'VARCHAR' && op === '=')) return { column: column.name, op, value }
  return null
}

const comparable = (type: string) => ORDERED.test(type) || type === 'VARCHAR'

function columnOf(node: Node | undefined, columns: StandInColumn[]): StandInColumn | null {
  const names = node?.class === 'COLUMN_REF' ? (node.column_names as string[]) : []
  return (names.length === 1 && columns.find(({ name }) => name === names[0])) || null
}

/** The text of a constant, or null when it has no exact one. */
function constantOf(node: Node): string | null {
  if (node.class === 'CAST' && node.try_cast !== true) {
    const to = String((node.cast_type as Node).id)
    const child = node.child as Node
    const isText = ((child.value as Node | undefined)?.type as Node | undefined)?.id === 'VARCHAR'
    return isText && ['DATE', 'TIMESTAMP', 'DOUBLE', 'BIGINT', 'HUGEINT'].includes(to) ? constantOf(child) : null
  }
  if (node.class !== 'CONSTANT') return null
  const { type, value, is_null } = node.value as { type: Node; value: unknown; is_null: boolean }
  if (is_null) return null
  if (type.id === 'VARCHAR') return typeof value === 'string' && !value.includes('\0') ? value : null
  if (typeof value !== 'number') return null
  if (type.id === 'DOUBLE') return Number.isFinite(value) ? String(value) : null
  if (!Number.isSafeInteger(value)) return null
  if (type.id === 'DECIMAL') return decimal(value, Number((type.type_info as Node).scale))
  return /^U?(TINY|SMALL|BIG)?INT(EGER)?$/.test(String(type.id)) ? String(value) : null
}

/** A decimal as text, from its units of the last digit. */
export function decimal(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0')
  const sign = units < 0 ? '-' : ''
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Rows that a statement gives at most by a LIMIT of its own that is written as numbers; null without one. */
export function limitOf(statement: Node): number | null {
  const node = statement.node as Node | undefined
  if (node?.type !== 'SELECT_NODE') return null
  const modifiers = (node.modifiers as Node[] | undefined) ?? []
  const limit = modifiers.find(({ type }) => type === 'LIMIT_MODIFIER')
  if (!limit) return null
  const rows = limit.limit ? constantOf(limit.limit as Node) : null
  const skipped = limit.offset ? constantOf(limit.offset as Node) : '0'
  const total = Number(rows ?? Number.NaN) + Number(skipped ?? Number.NaN)
  return Number.isSafeInteger(total) ? total : null
}
