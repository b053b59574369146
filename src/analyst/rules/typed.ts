import type { Node } from '#query/rules/need.ts'
import { type KnownTable, type Origin, outputsOf } from './joins/lineage.ts'
import { expressions, isSubquery, isTable, nameOf, nodes } from './joins/tree.ts'
import { type NumberToken, numberTokens } from './number-token.ts'

/** Functions in FROM that make rows up out of what they are given. */
const MAKES_ROWS = /^(range|generate_series|unnest|repeat|repeat_row)$/

/**
 * The columns of a statement whose values stand in the statement itself instead of the data: `SELECT 12.3 AS pct`, VALUES, or a constant beside
 * stored columns. What cannot be followed counts as read.
 * @param isTyped whether a column of an earlier result is such a one
 * @returns their places; `all` where it reads nothing at all
 */
export function typedColumns(
  statement: Node,
  tables: KnownTable[],
  isTyped: (column: Origin) => boolean,
): 'all' | ReadonlySet<number> {
  if (!readsRows(statement)) return 'all'
  const found = outputsOf(
    statement,
    // Columns of earlier results are followed like stored ones.
    tables.map((table) => ({ ...table, isStored: true })),
  )
  // What a query inside of an expression gives is not followed.
  if (expressions(statement, isSubquery).length > 0) return new Set()
  const typed = found?.flatMap(({ columns, aggregate }, at) =>
    aggregate === null && columns.every(isTyped) ? [at] : [],
  )
  return new Set(typed)
}

/** Whether a statement looks at a table, an earlier result or something else outside of itself. */
function readsRows(statement: Node): boolean {
  const own = new Set<string>()
  JSON.stringify(statement, (key, value) => {
    if (key === 'cte_map') for (const entry of nodes(value?.map)) own.add(String(entry.key).toLowerCase())
    return value
  })
  const reads = (node: Node) =>
    isTable(node)
      ? node.schema_name !== '' || !own.has(String(node.table_name).toLowerCase())
      : node.type === 'SHOW_REF' || (node.type === 'TABLE_FUNCTION' && !MAKES_ROWS.test(nameOf(node.function as Node)))
  return expressions(statement, reads).length > 0
}

/** Whether what was typed says only what the question says: the figure itself, or figures of the question that are computed with. */
export function isAsked(figure: string, statement: Node | null, question: string): boolean {
  const asked = new Set(numberTokens(question).map(({ exact }) => exact))
  const claims = numberTokens(figure).filter(({ kind, date }) => kind !== 'date' && kind !== 'time' && !date)
  const said = ({ exact }: Pick<NumberToken, 'exact'>) => asked.has(exact)
  if (claims.every(said)) return true
  if (!statement) return false
  const constants = expressions(statement, ({ class: kind }) => kind === 'CONSTANT')
  return constants.flatMap(({ value }) => numberTokens(plainValue(value as Node))).every(said)
}

/** A constant of a statement as it was written: decimals are kept without their point. */
function plainValue({ value, type }: Node): string {
  const { scale = 0 } = ((type as Node | undefined)?.type_info ?? {}) as { scale?: number }
  if (typeof value !== 'number' && typeof value !== 'string') return ''
  return scale > 0 ? String(Number(value) / 10 ** scale) : String(value)
}

/** "Top 10", "in 2024": what is named, and no claim. */
export const IS_PARAMETER = /^\p{Nd}{1,4}$/u

/**
 * Figures in the name of something, as of a chart or a tile, where nothing is looked up: "Refunds up 45 %".
 * @param said the question and the statements: what stands there may be named
 */
export function figuresNamed(name: string, said: string[]): string[] {
  const known = new Set(said.flatMap((text) => numberTokens(text).map(({ exact }) => exact)))
  return numberTokens(name)
    .filter(
      ({ kind, date, text, exact }) =>
        !date && !['date', 'time', 'position'].includes(kind) && !IS_PARAMETER.test(text) && !known.has(exact),
    )
    .map(({ text }) => text)
}
