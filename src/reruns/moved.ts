import { textOf } from '#analyst/by-chips.ts'
import { metricTree, usesOf } from '#analyst/rules/definition-check.ts'
import { namedIn } from '#analyst/rules/definitions.ts'
import { selecting } from '#analyst/rules/joins/tree.ts'
import { treeOf } from '#analyst/statements.ts'
import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import { outline } from '#catalog/outline.ts'
import { replacedSince } from '#definitions/definitions.ts'
import { metricSql } from '#definitions/rules/definition.ts'
import type { Node } from '#query/rules/need.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { dayParts, frozen } from './rules/day.ts'

/** Parts of one statement that are compared, and definitions that are named. */
const MOST = { parts: 40, named: 20 }

/** The tree of a statement; null for one that the engine does not read, as in the language of a database. */
export async function readable(ctx: WorkspaceCtx, sql: string): Promise<Node | null> {
  try {
    return treeOf(await ctx.engine.parse(sql))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Whether what a statement computes of the day, as the month before this one, is another value at another moment. */
export async function periodMoved(ctx: WorkspaceCtx, tree: Node, then: Date, now: Date): Promise<boolean> {
  const parts = dayParts(tree).slice(0, MOST.parts)
  if (parts.length === 0) return false
  const list = [...frozen(parts, then), ...frozen(parts, now)].map((part) => ({ ...part, alias: '' }))
  const bare = treeOf(await ctx.engine.parse('SELECT 1'))
  const sql = await textOf(ctx, { ...bare, node: selecting(bare.node as Node, list) })
  const row = (await query.probe(ctx, { sql })).rows[0]!
  return parts.some((_, at) => row[at] !== row[at + parts.length])
}

/** Names of definitions that a statement was made by, and that say something else since. @param text what was asked, for terms that it names */
export async function definitionsMoved(ctx: WorkspaceCtx, tree: Node, text: string, then: Date): Promise<string[]> {
  const changed = await replacedSince(ctx, then)
  if (changed.length === 0) return []
  const tables = (await outline(ctx)).map(({ name, columns }) => ({ name, columns, isStored: true }))
  const terms = changed.flatMap(({ kind, name, content }) =>
    kind === 'term' ? { name, synonyms: content.synonyms } : [],
  )
  const named = new Set(namedIn(terms, text).map(({ name }) => name))
  const isUsed = async ({ kind, name, content }: (typeof changed)[number]): Promise<boolean> => {
    if (kind === 'term') return named.has(name)
    if (kind === 'query') return Bun.deepEquals(await readable(ctx, content.sql), tree)
    if (kind === 'instructions') return false
    const metric = await readable(ctx, metricSql(content, identifier))
    return metric !== null && usesOf(tree, tables, metricTree(name, metric), content.table).length > 0
  }
  const used = await Promise.all(changed.map(isUsed))
  return changed.flatMap(({ name }, at) => (used[at] ? [name] : [])).slice(0, MOST.named)
}
