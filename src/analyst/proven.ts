import { AppError } from '#base/errors.ts'
import type { Node } from '#query/rules/need.ts'
import type { Inquiry } from './inquiry.ts'
import type { AnswerResult, Figure } from './rules/answer.ts'
import { isAsked, typedColumns } from './rules/typed.ts'
import { readStatement } from './statements.ts'

/** What a result holds of its statement alone: the names of such columns; `tree`: where it looks at no data at all. */
type Typed = { columns: Set<string>; tree: Node | null }

/** A figure without its proof where that was typed. */
export type Proven = <F extends Figure>(figure: F) => F

/** Said of a figure in place of how it was computed. */
const TYPED = 'Typed into the query, not read from the data'

/**
 * Takes the proof from figures whose cells were typed into a statement: a query that says `SELECT 12.3 AS pct` gives back what the analyst
 * made up. What the question itself says claims nothing.
 */
export async function createProven(inquiry: Inquiry): Promise<Proven> {
  const results = [...inquiry.past.values(), ...inquiry.results]
  const typed = new Map<string, Typed>()
  // In their order: a result may look at earlier ones.
  for (const result of results) typed.set(result.id, await typedOf(inquiry, result, typedNamed))
  function typedNamed(name: string): Typed | undefined {
    const result = results.findLast((one) => one.name === name.toLowerCase())
    return result && typed.get(result.id)
  }
  return (figure) => {
    const of = figure.cells.map(({ result, column }) => ({ ...typed.get(result), column }))
    if (of.length === 0 || !of.every(({ columns, column }) => columns?.has(column))) return figure
    const isSaid = isAsked(figure.text, of[0]!.tree ?? null, inquiry.question)
    return { ...figure, state: isSaid ? 'quoted' : 'unbound', cells: [], derivation: isSaid ? undefined : TYPED }
  }
}

async function typedOf(
  inquiry: Inquiry,
  { sql, source, columns }: AnswerResult,
  named: (name: string) => Typed | undefined,
): Promise<Typed> {
  try {
    const { tree, tables } = await readStatement(inquiry, { sql, source })
    const places = typedColumns(tree, tables, ({ table, column }) => named(table)?.columns.has(column) ?? false)
    const isOne = (at: number) => places === 'all' || places.has(at)
    return {
      columns: new Set(columns.flatMap(({ name }, at) => (isOne(at) ? name : []))),
      tree: places === 'all' ? tree : null,
    }
  } catch (error) {
    // What cannot be read counts as read from the data.
    if (!(error instanceof AppError))
      inquiry.ctx.log.error('a statement could not be read for what it says itself', { error })
    return { columns: new Set(), tree: null }
  }
}
