import { parse, scan } from 'libpg-query'
import type { VisibleTable } from '#outside/remote.ts'
import { withTexts } from '../../rules/placeholder.ts'
import type { ValueLanguage } from '../bound.ts'
import { sqlError } from '../failure.ts'
import { checkText, hiddenColumn, NAME_COLUMNS, refuse, visibleTable } from '../gate.ts'
import { whole } from '../select.ts'
import { FUNCTIONS, NODES, TYPES } from './functions.ts'

type Body = Record<string, unknown>
/** State of the walk through a statement: first tables with hidden columns are collected, then every name is checked against them. */
type Walk = {
  visible: readonly VisibleTable[]
  home: string
  /** Names in FROM by which a whole row of a table with hidden columns could be meant. */
  wholeRows: Set<string>
  hidden: Set<string>
  /** Whether the FROM of the query at hand names a table with hidden columns: a bare star means the columns of just these. */
  frame: { hidden: boolean }
  /** Checks that depend on hidden columns: run when all tables are known, since SELECT stands before FROM. */
  later: (() => unknown)[]
}
type Ctes = ReadonlySet<string>
type Alias = { aliasname?: string; colnames?: unknown[] }

/**
 * Decides whether a statement of somebody may run on PostgreSQL, from the tree that PostgreSQL's own parser makes of it. Fails
 * closed: every node, function and type must be known to be harmless, every table one of `visible` or a CTE in reach.
 * @param home the only schema in which names without one are looked up
 * @returns the statement with a limit on its rows
 * @throws AppError unprocessable sql_error, sql_refused
 */
export async function gate(sql: string, visible: readonly VisibleTable[], home: string, rows: number): Promise<string> {
  checkText(sql)
  const statement = await onlyStatement(sql)
  const walk: Walk = { visible, home, wholeRows: new Set(), hidden: new Set(), frame: { hidden: false }, later: [] }
  visit(statement.tree, new Set(), walk)
  for (const check of walk.later) check()
  return `select * from (${statement.text}\n) as limited limit ${whole(rows)}`
}

/** Numbers of parameters that no statement has by itself. */
const FIRST_VALUE = 1_000_000

/** What PostgreSQL's own scanner takes for parameters, where each placeholder is written as one. */
export const standing: ValueLanguage['standing'] = async (sql, all) => {
  const parameter = (at: number) => `$${FIRST_VALUE + at}`
  const { tokens } = await scan(withTexts(sql, all, (_, at) => parameter(at))).catch((error: Error) => {
    throw sqlError(error.message)
  })
  const found = new Set(tokens.map(({ text }) => text))
  return new Set(all.keys().filter((at) => found.has(parameter(at))))
}

async function onlyStatement(sql: string): Promise<{ tree: Body; text: string }> {
  const { stmts = [] } = await parse(sql).catch((error: Error) => {
    throw sqlError(error.message)
  })
  const [first, second] = stmts as { stmt?: Body; stmt_location?: number; stmt_len?: number }[]
  if (!first?.stmt) throw sqlError('There is no statement to run.')
  if (second) refuse('Only one statement can be run at a time.')
  if (!('SelectStmt' in first.stmt)) refuse('Only a SELECT can be run here.')
  const begin = first.stmt_location ?? 0
  const bytes = Buffer.from(sql)
  const end = first.stmt_len ? begin + first.stmt_len : bytes.length
  return { tree: first.stmt, text: bytes.subarray(begin, end).toString('utf8') }
}

const isNodeName = (key: string) => /^[A-Z]/.test(key)

function visit(value: unknown, ctes: Ctes, walk: Walk): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, ctes, walk)
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (isNodeName(key)) visitNode(key, child as Body, ctes, walk)
    else visitField(key, child, ctes, walk)
  }
}

function visitField(key: string, child: unknown, ctes: Ctes, walk: Walk): void {
  if (key === 'intoClause') refuse('SELECT INTO would write: only reading is possible here.')
  if (key === 'lockingClause') refuse('FOR UPDATE and FOR SHARE would lock rows: only reading is possible here.')
  if (key === 'typeName' || key === 'type_name') checkType(child as Body)
  // The two sides of UNION and its kind are queries without their node's name.
  if ((key === 'larg' || key === 'rarg') && isQuery(child)) visitQuery(child as Body, ctes, walk)
  else visit(child, ctes, walk)
}

const isQuery = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Object.keys(value).some(isNodeName)

function visitNode(kind: string, body: Body, ctes: Ctes, walk: Walk): void {
  if (!NODES.has(kind)) refuse(`This kind of expression (${kind}) cannot be used here.`)
  CHECKS[kind]?.(body, ctes, walk)
  if (kind === 'SelectStmt') visitQuery(body, ctes, walk)
  // A constant is data: nothing in it can act.
  else if (kind !== 'A_Const') visit(body, ctes, walk)
}

/** A query with its own common table expressions, which reach as far as PostgreSQL lets them. */
function visitQuery(body: Body, ctes: Ctes, walk: Walk): void {
  const { withClause, ...rest } = body
  let inner = ctes
  if (withClause) {
    const { ctes: list = [], recursive = false } = withClause as { ctes?: Body[]; recursive?: boolean }
    const queries = list.map((each) => each.CommonTableExpr as { ctename: string; ctequery: Body } & Body)
    if (recursive) inner = new Set([...ctes, ...queries.map(({ ctename }) => ctename)])
    for (const query of queries) {
      if (!('SelectStmt' in query.ctequery)) refuse('Only SELECT can stand in WITH: this statement would write.')
      visit(query, inner, walk)
      if (!recursive) inner = new Set([...inner, query.ctename])
    }
  }
  visit(rest, inner, { ...walk, frame: { hidden: false } })
}

const strings = (list: unknown): string[] =>
  ((list ?? []) as { String?: { sval?: string } }[]).flatMap((item) => (item.String ? [item.String.sval ?? ''] : []))

const CHECKS: Record<string, (body: Body, ctes: Ctes, walk: Walk) => void> = {
  RangeVar: checkTable,
  ColumnRef: checkColumn,
  FuncCall: (body) => checkFunction(strings(body.funcname)),
  TypeName: checkType,
  A_Expr: (body) => checkOperator(strings(body.name)),
  SubLink: (body) => checkOperator(strings(body.operName)),
  SortBy: (body) => checkOperator(strings(body.useOp)),
  A_Indirection: (body, _ctes, walk) => {
    const parts = (body.indirection ?? []) as Body[]
    if (parts.some((part) => part.A_Star)) refuseWithHidden(walk)
    checkHidden(strings(body.indirection), walk)
  },
  JoinExpr: (body, _ctes, walk) => {
    checkHidden(strings(body.usingClause), walk)
    if (body.isNatural) refuseWithHidden(walk)
    for (const alias of [body.alias, body.join_using_alias] as (Alias | undefined)[]) {
      if (!alias) continue
      if (alias.colnames) refuseWithHidden(walk)
      walk.wholeRows.add(alias.aliasname ?? '')
    }
  },
  RangeTableSample: (body) => {
    const method = strings(body.method).join('.')
    if (method !== 'bernoulli' && method !== 'system') refuse(`TABLESAMPLE ${method} cannot be used here.`)
  },
  SQLValueFunction: ({ op }) => {
    if (!/^SVFOP_(CURRENT_(DATE|TIME|TIMESTAMP)|LOCALTIME|LOCALTIMESTAMP)(_N)?$/.test(String(op)))
      refuse('Names of users, schemas and databases cannot be asked for here.')
  },
}

/** Refuses what gives columns without naming them, if a table of the statement has hidden ones. */
const refuseWithHidden = (walk: Walk) => walk.later.push(() => walk.hidden.size > 0 && refuse(NAME_COLUMNS))

type Table = { catalogname?: string; schemaname?: string; relname: string; alias?: Alias }
function checkTable(body: Body, ctes: Ctes, walk: Walk): void {
  const { catalogname, schemaname = null, relname, alias } = body as Table
  if (catalogname) refuse('Name tables without the database.')
  if (schemaname === null && ctes.has(relname)) return
  if (schemaname === null && /^pg_/i.test(relname)) refuse(`The system’s own tables (${relname}) cannot be read.`)
  const table = visibleTable(walk.visible, schemaname, relname, { home: walk.home })
  if (table.hidden.length === 0) return
  // New names for its columns by position would reach the hidden ones.
  if (alias?.colnames) refuse(NAME_COLUMNS)
  walk.wholeRows.add(alias?.aliasname ?? relname)
  walk.frame.hidden = true
  for (const name of table.hidden) walk.hidden.add(name)
}

function checkColumn(body: Body, _ctes: Ctes, walk: Walk): void {
  const fields = (body.fields ?? []) as Body[]
  const names = strings(fields)
  const star = fields.some((field) => field.A_Star)
  walk.later.push(() => {
    // A star behind a name may be that of a query around.
    const isWhole = (star && (fields.length > 1 || walk.frame.hidden)) || walk.wholeRows.has(names.at(-1) ?? '')
    if (isWhole && walk.hidden.size > 0) refuse(NAME_COLUMNS)
  })
  checkHidden(names, walk)
}

/** No part of a name may be that of a hidden column, whatever it would mean there. */
function checkHidden(names: string[], walk: Walk): void {
  walk.later.push(() => {
    for (const name of names) if (walk.hidden.has(name)) hiddenColumn(name)
  })
}

const isSystem = (names: string[]) => names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog')

function checkFunction(names: string[]): void {
  if (!isSystem(names) || !FUNCTIONS.has(names.at(-1)!)) refuse(`The function ${names.join('.')} cannot be used here.`)
}

function checkType(body: Body): void {
  const names = strings(body.names)
  if (!isSystem(names) || body.pct_type || body.setof || !TYPES.has(names.at(-1)!))
    refuse(`The type ${names.join('.')} cannot be used here.`)
}

function checkOperator(names: string[]): void {
  if (names.length > 0 && !isSystem(names)) refuse(`The operator ${names.join('.')} cannot be used here.`)
}
