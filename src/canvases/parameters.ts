import { literalNode } from '#analyst/rules/chips/subject.ts'
import { treeOf } from '#analyst/statements.ts'
import { unprocessable } from '#base/errors.ts'
import { Recent } from '#base/recent.ts'
import { standsInside } from '#connections/drivers/bound.ts'
import { type Placeholder, placeholders, type Value, withTexts } from '#connections/rules/placeholder.ts'
import type { Node } from '#query/rules/need.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { exactText } from './exact-text.ts'
import type { Statement } from './rules/block.ts'
import { printable } from './rules/filtered.ts'
import type { Parameter } from './rules/parameter-value.ts'

/** The parameters of a board, and what stands for each in statements now. */
export type Values = { parameters: Parameter[]; values: Record<string, Value> }

/** Statements that values were put into last: a board is read again whenever somebody changes it. */
const boundLast = new Recent<string>({ count: 1_000, size: 10_000_000 })

/**
 * A statement of a block with the values of parameters in the place of `{{name}}`: for the engine as constants of its tree, for a database
 * beside the statement, whose own reader they are put in by.
 * @throws AppError unprocessable where it names a parameter that the board has not, or cannot be read
 */
export async function boundStatement(
  ctx: WorkspaceCtx,
  statement: Statement,
  values: Values['values'],
): Promise<Statement> {
  const { sql, source } = statement
  const all = placeholders(sql)
  if (all.length === 0) return statement
  if (source !== WORKSPACE_SOURCE) {
    const unknown = all.find(({ name }) => !Object.hasOwn(values, name))
    if (unknown) throw noParameter(unknown.name)
    return { ...statement, values: Object.fromEntries(all.map(({ name }) => [name, values[name]!])) }
  }
  const used = all.map(({ name }) => (Object.hasOwn(values, name) ? [name, values[name]!] : [name]))
  const key = JSON.stringify([sql, used])
  const known = boundLast.get(key)
  if (known !== undefined) return { ...statement, sql: known }
  const bound = await inTree(ctx, sql, all, values)
  boundLast.set(key, bound, key.length + bound.length)
  return { ...statement, sql: bound }
}

const noParameter = (name: string) =>
  unprocessable(`This canvas has no parameter called ${name}. Add it above, or take {{${name}}} out.`, 'no_parameter')

const parameterOf = ({ name }: Placeholder, at: number) => `tabletalk_${at}_${name}`

/** The engine's own parser says where a parameter can stand: what is within a text, a name or a comment is none to it. */
async function inTree(ctx: WorkspaceCtx, sql: string, all: Placeholder[], values: Values['values']): Promise<string> {
  const parsed = async (text: string) => {
    const found = JSON.parse(await ctx.engine.parse(text)) as { error?: boolean; error_message?: string }
    if (found.error) throw unprocessable(found.error_message ?? 'This statement cannot be read.', 'sql_error')
    return found
  }
  const named = (standing: ReadonlySet<string>) =>
    withTexts(sql, all, (place, at) => (standing.has(parameterOf(place, at)) ? `$${parameterOf(place, at)}` : null))
  const standing = parametersIn(await parsed(named(new Set(all.map(parameterOf)))))
  for (const [at, place] of all.entries()) {
    const isKnown = Object.hasOwn(values, place.name)
    const stands = standing.has(parameterOf(place, at))
    if (stands && !isKnown) throw noParameter(place.name)
    // Braces within a text may be meant as such, unless a parameter is called so.
    if (!stands && isKnown) throw standsInside(place.name)
  }
  if (standing.size === 0) return sql
  const nodes = new Map(
    all
      .map((place, at) => [parameterOf(place, at), values[place.name]] as const)
      .filter(([name]) => standing.has(name)),
  )
  const text = named(standing)
  const tree = treeOf(JSON.stringify(await parsed(text)))
  return exactText(ctx, printable(withValues(tree, nodes), new Set()) as Node)
}

function parametersIn(tree: unknown, into = new Set<string>()): Set<string> {
  if (typeof tree !== 'object' || tree === null) return into
  const node = tree as Node
  if (node.class === 'PARAMETER') into.add(String(node.identifier))
  for (const child of Object.values(node)) parametersIn(child, into)
  return into
}

function withValues(tree: unknown, values: ReadonlyMap<string, Value | undefined>): unknown {
  if (Array.isArray(tree)) return tree.map((item) => withValues(item, values))
  if (typeof tree !== 'object' || tree === null) return tree
  const node = tree as Node
  const value = node.class === 'PARAMETER' ? values.get(String(node.identifier)) : undefined
  if (value) return { ...literalNode(value.text, value.kind), alias: node.alias }
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => [key, key === 'named_param_map' ? [] : withValues(child, values)]),
  )
}
