import type { Node } from '../need.ts'
import { DIALECTS, type Dialect } from './dialect.ts'
import { Expressions, give, NotPushed, type PushTable, type Source, type Term } from './expression.ts'

/**
 * The same question in the language of another database, for a statement all of whose tables are there: a SELECT with inner and
 * left joins, conditions, groups, aggregates, order and limit. Null when any part of it is not known to mean exactly the same.
 * @param tree the statement as `json_serialize_sql` gives it
 */
export function pushed(tree: Node, tables: PushTable[], engine: string): string | null {
  const dialect = DIALECTS[engine]
  const node = tree.node as Node | undefined
  if (!dialect || node?.type !== 'SELECT_NODE') return null
  try {
    return selectOf(node, tables, dialect)
  } catch (error) {
    if (error instanceof NotPushed) return null
    throw error
  }
}

type Output = Term & { node: Node; name: string; text: string }

function selectOf(node: Node, tables: PushTable[], dialect: Dialect): string {
  if (notEmpty(node.cte_map, 'map') || node.qualify || node.sample) give('clause')
  const sources: Source[] = []
  const from = fromOf(node.from_table as Node, tables, dialect, sources)
  const expressions = new Expressions(dialect, sources)
  const outputs = (node.select_list as Node[]).map((item, index) => outputOf(item, index, expressions))
  const groups = groupsOf(node, outputs, expressions)
  const isGrouped = groups !== null || outputs.some(({ aggregate }) => aggregate)
  // Without groups every row would come: that is what fetching is for.
  if (!isGrouped) give('rows')
  for (const output of outputs)
    if (!output.aggregate && !isConstant(output.node) && !groups?.includes(output.sql)) give('group')
  const where = node.where_clause ? ` WHERE ${plainCondition(expressions, node.where_clause as Node)}` : ''
  const having = node.having ? ` HAVING ${expressions.condition(named(node.having as Node, outputs, sources)).sql}` : ''
  const by = groups && groups.length > 0 ? ` GROUP BY ${groups.join(', ')}` : ''
  const list = outputs.map(({ sql }, index) => `${sql} AS ${dialect.identifier(`o${index}`)}`)
  const inner = `SELECT ${list.join(', ')} FROM ${from}${where}${by}${having}`
  return finished(node, inner, outputs, dialect)
}

/** Order and limit stand outside: there, an output may stand in any expression. */
function finished(node: Node, inner: string, outputs: Output[], dialect: Dialect): string {
  const modifiers = (node.modifiers as Node[] | undefined) ?? []
  let tail = ''
  for (const modifier of modifiers) {
    if (modifier.type === 'ORDER_MODIFIER')
      tail += ` ORDER BY ${(modifier.orders as Node[]).flatMap((order) => orderTerms(order, outputs, dialect)).join(', ')}`
    else if (modifier.type === 'LIMIT_MODIFIER') tail += limitOf(modifier)
    else give(String(modifier.type))
  }
  const columns = outputs
    .map(({ kind }, index) => {
      const name = dialect.identifier(`o${index}`)
      return `${kind === 'text' ? dialect.exactly.out(`answer.${name}`) : `answer.${name}`} AS ${name}`
    })
    .join(', ')
  return `SELECT ${columns} FROM (${inner}) AS answer${tail}`
}

function orderTerms(order: Node, outputs: Output[], dialect: Dialect): string[] {
  const node = order.expression as Node
  const at = node.class === 'STAR' ? outputs.map((_, index) => index) : [positionOf(node, outputs)]
  const descending = order.type === 'DESCENDING'
  const nullsFirst = order.null_order === 'NULLS FIRST' || order.null_order === 'ORDER_NULLS_FIRST'
  return at.map((index) => {
    const column = `answer.${dialect.identifier(`o${index}`)}`
    const sql = outputs[index]!.kind === 'text' ? dialect.bytewise(column) : column
    return dialect.orderTerm(sql, descending, nullsFirst)
  })
}

/** Which output an expression of ORDER BY or GROUP BY means: by number, by name, or because it is written the same. */
function positionOf(node: Node, outputs: Output[]): number {
  const number = numberOf(node)
  if (number !== null) return outputs[number - 1] ? number - 1 : give('position')
  const text = textOf(node)
  const name =
    node.class === 'COLUMN_REF' && (node.column_names as string[]).length === 1
      ? (node.column_names as string[])[0]!
      : null
  const named = outputs.findIndex((output) => name !== null && output.name.toLowerCase() === name.toLowerCase())
  const found = named >= 0 ? named : outputs.findIndex((output) => output.text === text)
  return found >= 0 ? found : give('order')
}

function limitOf(modifier: Node): string {
  const rows = modifier.limit ? numberOf(modifier.limit as Node) : null
  const skipped = modifier.offset ? numberOf(modifier.offset as Node) : 0
  if (rows === null || skipped === null) return give('limit')
  return ` LIMIT ${rows}${skipped > 0 ? ` OFFSET ${skipped}` : ''}`
}

function outputOf(item: Node, index: number, expressions: Expressions): Output {
  if (item.class === 'STAR') give('star')
  const { alias, ...node } = item
  const columns = node.class === 'COLUMN_REF' ? (node.column_names as string[]) : []
  const name = String(alias || columns.at(-1) || `#${index}`)
  return { ...expressions.of(node), node, name, text: textOf(node) }
}

/** The expressions that rows are grouped by; null when the statement does not group. */
function groupsOf(node: Node, outputs: Output[], expressions: Expressions): string[] | null {
  const written = (node.group_expressions as Node[] | undefined) ?? []
  const sets = (node.group_sets as number[][] | undefined) ?? []
  if (sets.length > 1 || (sets[0]?.length ?? 0) !== written.length) give('grouping sets')
  // GROUP BY ALL
  if (node.aggregate_handling === 'FORCE_AGGREGATES')
    return outputs.filter(({ aggregate, node }) => !aggregate && !isConstant(node)).map(({ sql }) => sql)
  if (written.length === 0) return null
  return written.map((group) => {
    const number = numberOf(group)
    if (number !== null) return outputs[number - 1]?.sql ?? give('position')
    const name = group.class === 'COLUMN_REF' ? (group.column_names as string[]) : []
    try {
      // A column of a table comes before an output of the same name.
      return expressions.of(withoutAlias(group)).sql
    } catch (error) {
      const output = name.length === 1 && outputs.find((each) => each.name.toLowerCase() === name[0]!.toLowerCase())
      if (output && !output.aggregate) return output.sql
      throw error
    }
  })
}

/** HAVING may name outputs. */
function named(node: Node, outputs: Output[], sources: Source[]): Node {
  if (node.class === 'COLUMN_REF') {
    const [name, second] = node.column_names as string[]
    const isColumn = sources.some(({ table }) =>
      table.columns.some((column) => column.name.toLowerCase() === name!.toLowerCase()),
    )
    const output = outputs.find((each) => each.name.toLowerCase() === name!.toLowerCase())
    return second === undefined && !isColumn && output ? output.node : node
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, mapped(value, (child) => named(child, outputs, sources))]),
  )
}

const mapped = (value: unknown, map: (node: Node) => Node): unknown =>
  Array.isArray(value)
    ? value.map((item) => mapped(item, map))
    : typeof value === 'object' && value !== null
      ? map(value as Node)
      : value

function plainCondition(expressions: Expressions, node: Node): string {
  const { sql, aggregate } = expressions.condition(node)
  return aggregate ? give('where') : sql
}

function fromOf(node: Node, tables: PushTable[], dialect: Dialect, sources: Source[]): string {
  if (node.sample) give('sample')
  if (node.type === 'BASE_TABLE') {
    const table =
      tables.find(({ name }) => name.toLowerCase() === String(node.table_name).toLowerCase()) ?? give('table')
    if (notEmpty(node, 'column_name_alias')) give('alias')
    const alias = String(node.alias || table.name)
    if (sources.some((source) => source.alias.toLowerCase() === alias.toLowerCase())) give('alias')
    sources.push({ alias, table })
    const schema = table.schema ? `${dialect.identifier(table.schema)}.` : ''
    return `${schema}${dialect.identifier(table.table)} AS ${dialect.identifier(alias)}`
  }
  if (node.type === 'SUBQUERY') return someRowsOf(node, tables, dialect, sources)
  if (node.type !== 'JOIN' || node.ref_type !== 'REGULAR' || !['INNER', 'LEFT'].includes(String(node.join_type)))
    give('join')
  const left = fromOf(node.left as Node, tables, dialect, sources)
  const before = sources.length
  const right = fromOf(node.right as Node, tables, dialect, sources)
  // A joined column has no side of its own, which would have to be told apart.
  if (notEmpty(node, 'using_columns') || before === sources.length || !node.condition) give('using')
  const on = plainCondition(new Expressions(dialect, sources), node.condition as Node)
  return `${left} ${node.join_type} JOIN ${right} ON ${on}`
}

/** A table with only the rows that meet a condition: `(SELECT * FROM t WHERE …) AS t`. */
function someRowsOf(node: Node, tables: PushTable[], dialect: Dialect, sources: Source[]): string {
  const select = (node.subquery as Node).node as Node
  const [item, ...others] = (select.select_list as Node[] | undefined) ?? []
  const isWhole = item?.class === 'STAR' && others.length === 0 && !item.relation_name && !item.columns && !item.expr
  const rest = ['exclude_list', 'replace_list', 'rename_list', 'qualified_exclude_list']
  if (!isWhole || rest.some((key) => notEmpty(item, key)) || notEmpty(node, 'column_name_alias')) give('subquery')
  const cuts = ['modifiers', 'group_expressions', 'group_sets', 'having', 'qualify', 'sample']
  const from = select.from_table as Node | undefined
  const isCut = cuts.some((key) => notEmpty(select, key)) || notEmpty(select.cte_map, 'map')
  if (isCut || !select.where_clause || from?.type !== 'BASE_TABLE') give('subquery')
  const inner: Source[] = []
  const table = fromOf(from as Node, tables, dialect, inner)
  const [source] = inner as [Source]
  const where = plainCondition(new Expressions(dialect, inner), select.where_clause as Node)
  const alias = String(node.alias || source.alias)
  if (sources.some((one) => one.alias.toLowerCase() === alias.toLowerCase())) give('alias')
  sources.push({ ...source, alias })
  const columns = source.table.columns.map(({ name }) => dialect.identifier(name)).join(', ')
  return `(SELECT ${columns} FROM ${table} WHERE ${where}) AS ${dialect.identifier(alias)}`
}

const notEmpty = (node: unknown, key: string): boolean => {
  const value = (node as Node | undefined)?.[key]
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
const isConstant = (node: Node) => node.class === 'CONSTANT'

function numberOf(node: Node): number | null {
  const { value, is_null } = (node.class === 'CONSTANT' ? node.value : {}) as { value?: unknown; is_null?: boolean }
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !is_null ? value : null
}

const withoutAlias = ({ alias: _alias, ...node }: Node): Node => node
/** What two expressions that are written the same have in common. */
const textOf = (node: Node): string =>
  JSON.stringify(withoutAlias(node), (key, value) => (key === 'query_location' || key === 'alias' ? undefined : value))
