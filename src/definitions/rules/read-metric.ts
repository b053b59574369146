import { unprocessable } from '#base/errors.ts'

type Node = Record<string, unknown>

/** All objects within a tree that have a `class` or `type`, the tree itself first. */
function* within(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Node
  for (const inner of Object.values(value)) yield* within(inner)
}

/**
 * The columns that a metric looks at.
 * @param serialized the tree that the engine's parser made of `metricSql`
 * @throws AppError unprocessable where that is more or less than one aggregate and one condition over the one table
 */
export function readMetric(serialized: string, table: { name: string; columns: string[] }): string[] {
  const {
    error,
    error_message,
    statements = [],
  } = JSON.parse(serialized) as {
    error?: boolean
    error_message?: string
    statements?: { node: Node }[]
  }
  if (error) throw refused(`The expression or the filters cannot be read: ${error_message}`)
  const node = statements[0]?.node
  const list = (node?.select_list ?? []) as Node[]
  const from = node?.from_table as Node | undefined
  const isPlain =
    statements.length === 1 &&
    node?.type === 'SELECT_NODE' &&
    list.length === 1 &&
    // Several in parentheses are one row.
    list[0]!.function_name !== 'row' &&
    from?.type === 'BASE_TABLE' &&
    from.table_name === table.name &&
    // COLUMNS(…) may look at what is not named.
    ![...within(node)].some(({ class: kind }) => kind === 'SUBQUERY' || kind === 'WINDOW' || kind === 'STAR')
  if (!isPlain) throw refused('A metric is one expression over one table, without sub-queries, windows and COLUMNS(…).')
  const columnByName = new Map(table.columns.map((name) => [name.toLowerCase(), name]))
  const columns = [...within(node)].filter(({ class: kind }) => kind === 'COLUMN_REF')
  const names = columns.map(({ column_names }) => (column_names as string[]).at(-1)!)
  const missing = names.find((name) => !columnByName.has(name.toLowerCase()))
  if (missing !== undefined) throw refused(`The table ${table.name} has no column "${missing}".`)
  const isOfRows = ({ class: kind, function_name }: Node) => kind === 'COLUMN_REF' || function_name === 'count_star'
  if (![...within(list)].some(isOfRows)) throw refused('A metric looks at a column, or counts rows with count(*).')
  return [...new Set(names.map((name) => columnByName.get(name.toLowerCase())!))]
}

const refused = (message: string) => unprocessable(message, 'metric_refused')
