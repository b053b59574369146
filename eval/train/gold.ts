import { parse } from 'libpg-query'
import { type Outline, type Skeleton, skeletonOfOutline } from '#analyst/planner/skeleton.ts'

type Node = { [name: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const AGGREGATES = /^(?:count|sum|avg|min|max|median)$/

/** Every node of a kind beneath a part of a parsed statement. @param except kinds of node that are not looked into */
function* nodes(value: unknown, kind: string, except: string[] = []): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodes(one, kind, except)
  else if (isNode(value))
    for (const [name, inner] of Object.entries(value)) {
      if (except.includes(name)) continue
      if (name === kind && isNode(inner)) yield inner
      yield* nodes(inner, kind, except)
    }
}
const some = (value: unknown, kind: string, test: (node: Node) => boolean = () => true) => nodes(value, kind).some(test)

const nameOf = (call: Node) =>
  JSON.stringify(call.funcname)
    .match(/"sval":"(\w+)"\}\}\]$/)?.[1]
    ?.toLowerCase() ?? ''
const operatorOf = (expression: Node) => JSON.stringify(expression.name).match(/"sval":"([^"]+)"/)?.[1] ?? ''

/** The skeleton of a gold statement; null where the parser, which is PostgreSQL's, does not take it. */
export async function skeletonOfSql(sql: string): Promise<Skeleton | null> {
  try {
    const { stmts } = await parse(sql.replaceAll('`', '"'))
    const select = stmts?.[0]?.stmt
    return select && 'SelectStmt' in select ? skeletonOfOutline(outlineOf(select.SelectStmt as Node)) : null
  } catch {
    return null
  }
}

/** Names of columns and texts that a gold statement speaks of, in lower case; null where the parser does not take it. */
export async function namesInSql(sql: string): Promise<{ columns: string[]; texts: string[] } | null> {
  const parsed = await parse(sql).catch(() => null)
  if (!parsed) return null
  const strings = (kind: string) =>
    [
      ...new Set(
        [...nodes(parsed, kind)].map(
          (node) => [...JSON.stringify(node).matchAll(/"sval":"([^"]*)"/g)].at(-1)?.[1] ?? '',
        ),
      ),
    ].map((name) => name.toLowerCase())
  return { columns: strings('ColumnRef'), texts: strings('A_Const') }
}

function outlineOf(whole: Node): Outline {
  const operation = whole.op === 'SETOP_NONE' ? null : String(whole.op)
  let first = whole
  while (first.op !== 'SETOP_NONE' && isNode(first.larg)) first = first.larg
  const targets = (first.targetList ?? []) as Node[]
  const calls = [...nodes(targets, 'FuncCall', ['SubLink'])].map(nameOf).filter((name) => AGGREGATES.test(name))
  const [by] = [...nodes(first.sortClause ?? whole.sortClause, 'SortBy')]
  const limit = first.limitCount ?? whole.limitCount
  const group = (first.groupClause ?? []) as unknown[]
  const conditions = [...nodes(whole, 'A_Expr', ['havingClause', 'quals', 'targetList'])]
  return {
    outputs: targets.some((target) => some(target, 'A_Star') && calls.length === 0) ? 'all' : targets.length,
    measures: calls.map((name) => (name === 'median' ? 'avg' : name)),
    group: group.length,
    having: first.havingClause !== undefined || whole.havingClause !== undefined,
    order: by ? (by.sortby_dir === 'SORTBY_DESC' ? 'desc' : 'asc') : null,
    limit: limit === undefined ? null : Number(JSON.stringify(limit).match(/"ival":(\d+)/)?.[1] ?? 2),
    distinct:
      first.distinctClause !== undefined || some(targets, 'FuncCall', ({ agg_distinct }) => agg_distinct === true),
    negation:
      operation === 'SETOP_EXCEPT' ||
      some(whole, 'BoolExpr', ({ boolop }) => boolop === 'NOT_EXPR') ||
      some(whole, 'A_Expr', (one) => /^(?:<>|!=|!~~)/.test(operatorOf(one))) ||
      some(whole, 'NullTest', ({ nulltesttype }) => nulltesttype === 'IS_NOT_NULL'),
    union:
      operation === 'SETOP_INTERSECT'
        ? 'both'
        : operation === 'SETOP_UNION' || some(whole, 'BoolExpr', ({ boolop }) => boolop === 'OR_EXPR')
          ? 'or'
          : null,
    nested:
      some(whole, 'SubLink', ({ subLinkType }) => subLinkType === 'EXPR_SUBLINK') || some(whole, 'RangeSubselect'),
    conditions:
      conditions.filter((one) => some(one, 'A_Const') || /^(?:[<>=]|!=|<>|~~)/.test(operatorOf(one))).length +
      [...nodes(whole, 'NullTest')].length,
    tables: new Set([...nodes(whole, 'RangeVar')].map(({ relname }) => String(relname).toLowerCase())).size,
  }
}
