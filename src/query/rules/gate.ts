import { AppError } from '#base/errors.ts'
import { nearest } from './nearest.ts'

/** Longest statement that is looked at, in characters. */
const MAX_SQL_LENGTH = 200_000

/** Functions in FROM that only make rows out of their arguments. All others are refused. */
const TABLE_FUNCTIONS = new Set([
  'range',
  'generate_series',
  'generate_subscripts',
  'unnest',
  'json_each',
  'json_tree',
  'repeat',
  'repeat_row',
])

/** Functions that reach the system, the session, other statements or parts of the engine that are known to crash it. */
const DENIED = [
  /^(getenv|getvariable|current_setting|current_query|current_query_id|current_transaction_id|current_connection_id|txid_current|in_search_path)$/,
  /^(nextval|currval|setseed|sleep_ms|write_log|which_secret|get_block_size|error|sql_auto_complete|checkpoint|force_checkpoint|glob|summary)$/,
  /^(query|query_table|finalize|combine|vector_type|stats|create_sort_key|icu_sort_key|make_type|cast_to_type|replace_type|remap_struct|constant_or_null)$/,
  /^(json_execute_serialized_sql|json_serialize_plan|json_serialize_sql|json_deserialize_sql|json_structure|json_group_structure)$/,
  /^(__internal|duckdb_|pragma_|read_|parquet_|sniff_|seq_scan|arrow_|inet_|enable_|disable_|test_|truncate_|variant_|st_|parse_duckdb)/,
  /^pg_(?!typeof$|size_pretty$)/,
  /^has_\w+_privilege$/,
  /levenshtein|^editdist/,
  /_scan$|_export_state$/,
]

const PLAIN = new Set([
  ...['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE'],
  ...['BASE_TABLE', 'SUBQUERY', 'JOIN', 'TABLE_FUNCTION', 'EXPRESSION_LIST', 'EMPTY', 'PIVOT', 'SHOW_REF'],
  ...['ORDER_MODIFIER', 'LIMIT_MODIFIER', 'LIMIT_PERCENT_MODIFIER', 'DISTINCT_MODIFIER'],
  ...['ORDER_DEFAULT', 'ASCENDING', 'DESCENDING', 'ORDER_ASCENDING', 'ORDER_DESCENDING', 'INVALID'],
])
const EXPRESSIONS = new Set(
  'CONSTANT COLUMN_REF FUNCTION OPERATOR COMPARISON CONJUNCTION CAST CASE BETWEEN SUBQUERY STAR WINDOW COLLATE LAMBDA LAMBDA_REF POSITIONAL_REFERENCE TYPE'.split(
    ' ',
  ),
)
/** What a CTE may not be called: a name that would be a file or a system view where the CTE is out of reach. */
const NOT_A_CTE = /[/\\.:*?[\]]|^(duckdb_|pg_|sqlite_|pragma_|information_schema)/i

export type GateTable = { name: string; columns: string[] }

const refuse = (message: string): never => {
  throw new AppError('unprocessable', message, { code: 'sql_refused', details: { message } })
}

/** An error of the statement itself, with names it may have meant. @param position character of the statement where it was noticed */
export function sqlError(message: string, candidates: string[] = [], position?: number): AppError {
  const meant =
    candidates.length > 0 && !/did you mean|candidate/i.test(message) ? ` Did you mean ${candidates.join(', ')}?` : ''
  return new AppError('unprocessable', message + meant, {
    code: 'sql_error',
    details: {
      message,
      ...(candidates.length > 0 ? { candidates } : {}),
      ...(position === undefined ? {} : { position }),
    },
  })
}

/** What is asked of the text before it is parsed. @throws AppError unprocessable code sql_error */
export function checkText(sql: string): void {
  if (sql.length > MAX_SQL_LENGTH) throw sqlError(`A statement may have at most ${MAX_SQL_LENGTH} characters.`)
  // The parser stops there, so what follows would be neither looked at nor run.
  if (sql.includes('\0')) throw sqlError('A statement may not contain a NUL character.')
}

type Scope = { ctes: ReadonlySet<string>; tables: readonly GateTable[]; named: Set<string> }
type Node = Record<string, unknown>

/**
 * Decides whether a statement may run, from the tree that DuckDB's parser made of it (`json_serialize_sql`). Fails closed: every
 * node must be known to be harmless, every table one of `tables` or a CTE in reach.
 * @returns names of the tables that it reads, as `tables` spells them
 * @throws AppError unprocessable code sql_error (does not parse, unknown table) or sql_refused
 */
export function checkStatement(serialized: string, tables: readonly GateTable[]): string[] {
  const parsed = JSON.parse(serialized) as {
    error: boolean
    error_type?: string
    error_message?: string
    position?: string
    statements?: { node: Node; named_param_map?: unknown[] }[]
  }
  if (parsed.error && parsed.error_type === 'parser') {
    const position = parsed.position === undefined ? undefined : Number(parsed.position)
    throw sqlError(`Parser Error: ${parsed.error_message}`, [], position)
  }
  if (parsed.error) refuse('Only a SELECT can be run here. (PIVOT needs its values listed with IN.)')
  const statements = parsed.statements ?? []
  if (statements.length === 0) throw sqlError('There is no statement to run.')
  if (statements.length > 1) refuse('Only one statement can be run at a time.')
  const named = new Set<string>()
  walk(statements[0], { ctes: new Set(), tables, named })
  return [...named]
}

function walk(value: unknown, scope: Scope): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, scope)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const node = value as Node
  if (typeof node.class === 'string') checkExpression(node)
  else if (typeof node.type === 'string') checkPlain(node, scope)
  // A constant is data: nothing in it can act, and its text must not be taken for a node.
  if (node.class === 'CONSTANT') return
  walkChildren(node, scope)
}

/** Walks a node's parts; the common table expressions of a query come into reach one after the other. */
function walkChildren(node: Node, scope: Scope): void {
  let inner = scope
  const map = (node.cte_map as { map?: { key: string; value: Node }[] } | undefined)?.map ?? []
  for (const { key, value } of map) {
    if (NOT_A_CTE.test(key)) refuse(`"${key}" cannot be the name of a common table expression.`)
    const withItself = { ...inner, ctes: new Set([...inner.ctes, key.toLowerCase()]) }
    walk(value, isRecursive(value) ? withItself : inner)
    inner = withItself
  }
  if (typeof node.cte_name === 'string')
    inner = { ...inner, ctes: new Set([...inner.ctes, node.cte_name.toLowerCase()]) }
  for (const [key, child] of Object.entries(node)) if (key !== 'cte_map') walk(child, inner)
}

export const isRecursive = (cte: Node): boolean =>
  ((cte.query as Node | undefined)?.node as Node | undefined)?.type === 'RECURSIVE_CTE_NODE'

function checkExpression(node: Node): void {
  const kind = node.class as string
  if (kind === 'PARAMETER')
    refuse('Parameters such as $1 or ? cannot be used here: write the values into the statement.')
  if (!EXPRESSIONS.has(kind)) refuse(`This kind of expression (${kind.toLowerCase()}) cannot be used here.`)
  if (node.export_state === true) refuse('EXPORT_STATE cannot be used here.')
  if (typeof node.function_name === 'string') checkFunction(node.function_name)
}

function checkFunction(name: string): void {
  const plain = name.toLowerCase()
  if (DENIED.some((pattern) => pattern.test(plain))) refuse(`The function ${plain} cannot be used here.`)
}

function checkPlain(node: Node, scope: Scope): void {
  const kind = node.type as string
  if (!PLAIN.has(kind) && !kind.endsWith('_TYPE_INFO'))
    refuse(`This kind of clause (${kind.toLowerCase()}) cannot be used here.`)
  if (kind === 'BASE_TABLE') checkTable(node, scope)
  if (kind === 'TABLE_FUNCTION') checkTableFunction(node)
  if (kind === 'SHOW_REF' && (!node.query || node.table_name !== ''))
    refuse('SHOW cannot be used here; the tables are listed in the catalog.')
}

function checkTableFunction(node: Node): void {
  const called = node.function as Node | undefined
  const name = called?.class === 'FUNCTION' ? String(called.function_name).toLowerCase() : ''
  if (!TABLE_FUNCTIONS.has(name))
    refuse(`${name || 'This'} cannot be used as a table: only the tables of this workspace can be read.`)
}

function checkTable(node: Node, { ctes, tables, named }: Scope): void {
  const [name, schema, catalog] = [String(node.table_name), String(node.schema_name), String(node.catalog_name)]
  if (catalog !== '' || !['', 'main'].includes(schema.toLowerCase()))
    refuse(
      `"${[catalog, schema, name].filter(Boolean).join('.')}" cannot be read: name tables of this workspace without a schema.`,
    )
  if (node.at_clause) refuse('AT cannot be used here.')
  const key = name.toLowerCase()
  if (schema === '' && ctes.has(key)) return
  const table = tables.find((each) => each.name.toLowerCase() === key)
  if (table) {
    named.add(table.name)
    return
  }
  if (/[/\\:*]|\.\w+$/.test(name)) refuse(`"${name}" looks like a file: only the tables of this workspace can be read.`)
  throw unknownTable(name, tables)
}

/** @param tables those that may have been meant */
export const unknownTable = (name: string, tables: readonly { name: string }[]) =>
  sqlError(
    `There is no table "${name}".`,
    nearest(
      name,
      tables.map((table) => table.name),
    ),
  )
