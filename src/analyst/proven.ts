import { AppError } from '#base/errors.ts'
import * as results from '#query/results.ts'
import type { Cell } from '#query/rules/answers.ts'
import type { Node } from '#query/rules/need.ts'
import type { Inquiry } from './inquiry.ts'
import type { AnswerResult, CellReference, Figure } from './rules/answer.ts'
import { namedIn } from './rules/definitions.ts'
import { isOf } from './rules/presented.ts'
import { type Expression, parseReference } from './rules/reference.ts'
import { isTypedCell, type TypedColumns, typedColumns } from './rules/typed/columns.ts'
import { isAsked, numbersIn } from './rules/typed.ts'
import { readToSources } from './statements.ts'

/** `figure` gives it without its proof where that was typed; `reads`: whether a result was read from data at all. */
type Proofs = { figure<F extends Figure>(figure: F): Promise<F>; reads(result: AnswerResult): Promise<boolean> }

/** Said of a figure in place of how it was computed. */
const TYPED = 'Typed into the query, not read from the data'

/**
 * `tree`: null where the statement could not be read, or people checked it. `isAlone`: it names no table at all. `isSaid`: whether people
 * said a number themselves.
 */
type Read = { tree: Node | null; typed: TypedColumns | null; isAlone: boolean; isSaid(value: number): boolean }

/**
 * Takes the proof from figures whose cells were typed into a statement: a query that says `SELECT 12.3 AS pct` gives back what the analyst
 * made up. What the question itself says claims nothing. Only results that a figure cites are read.
 */
export function createProofs(inquiry: Inquiry): Proofs {
  const read = new Map<string, Promise<Read>>()
  const readOf = (result: AnswerResult) => {
    const found = read.get(result.id) ?? readResult(inquiry, result)
    read.set(result.id, found)
    return found
  }
  const all = () => [...inquiry.results, ...inquiry.past.values()]
  const ofCell = async (cell: CellReference, counted: ReadonlySet<string>) => {
    const result = all().find((one) => isOf(cell, one))
    if (!result) return null
    const { tree, typed, isAlone, isSaid } = await readOf(result)
    if (!tree || !typed) return null
    if (counted.has(result.name)) {
      // How many rows there are is typed where the statement makes them up, or cuts them off there.
      const isTyped = !typed.reads || typed.limit === result.total_rows
      return isTyped ? { alone: isAlone ? tree : null, isSaid: isSaid(result.total_rows) } : null
    }
    const at = result.columns.findIndex(({ name }) => name === cell.column)
    const value = at < 0 ? null : await cellOf(inquiry, result, cell.row, at)
    const isTyped = at >= 0 && isTypedCell(tree, typed, { at, columns: result.columns.length, value })
    return isTyped ? { alone: isAlone ? tree : null, isSaid: isSaid(Number(value)) } : null
  }
  const figure: Proofs['figure'] = async (figure) => {
    // What has no value, as a placement that shows nothing, rests on no cell.
    if (figure.cells.length === 0) return figure
    const counted = new Set(figure.reference === undefined ? [] : countedIn(figure.reference))
    const found = await Promise.all(figure.cells.map((cell) => ofCell(cell, counted)))
    const typed = found.filter((one) => one !== null)
    const [first] = typed
    // A target that the question names may be compared with.
    if (!first || (typed.length < found.length && typed.every((one) => one.isSaid))) return figure
    const quoted = isAsked(figure.text, typed.length === found.length ? first.alone : null, inquiry.question)
    return { ...figure, state: quoted ? 'quoted' : 'unbound', cells: [], derivation: quoted ? undefined : TYPED }
  }
  return { figure, reads: async (result) => (await readOf(result)).typed?.reads ?? true }
}

/** The names of the columns of a result whose values the statement says itself, as far as rows are at hand. */
export async function typedNames(inquiry: Inquiry, result: AnswerResult): Promise<string[]> {
  const { tree, typed } = await readResult(inquiry, result)
  if (!tree || !typed) return []
  const rows = result.rows.slice(0, MOST_LOOKED_AT)
  return result.columns.flatMap(({ name }, at) => {
    const cells = rows.map((row) => row[at] ?? null).filter((cell) => /\p{Nd}/u.test(String(cell)))
    const isTyped = (value: Cell) => isTypedCell(tree, typed, { at, columns: result.columns.length, value })
    return cells.length > 0 && cells.every(isTyped) ? [name] : []
  })
}
const MOST_LOOKED_AT = 50

async function readResult(inquiry: Inquiry, result: AnswerResult): Promise<Read> {
  const { definitions } = await inquiry.knowledge()
  // What people said themselves, in the question or in a metric that it names, is no claim of the model.
  const metrics = namedIn(definitions, inquiry.question).flatMap((one) =>
    one.kind === 'metric' ? [one.expression, one.filters] : [],
  )
  const said = numbersIn([inquiry.question, ...metrics].join('\n'))
  const isSaid = (value: number) => said.has(value)
  const unread: Read = { tree: null, typed: null, isAlone: false, isSaid }
  try {
    // What somebody verified is right with the numbers that stand in it.
    if ((await inquiry.verified()).some(({ sql }) => sql.trim() === result.sql.trim())) return unread
    const { tree, tables } = await readToSources(inquiry, result)
    return { tree, typed: typedColumns(tree, tables, isSaid), isAlone: tables.length === 0, isSaid }
  } catch (error) {
    // What cannot be read counts as read from the data.
    if (!(error instanceof AppError))
      inquiry.ctx.log.error('a statement could not be read for what it says itself', { error })
    return unread
  }
}

/** A cell of a stored result; rows beyond the first ones are read for it. */
async function cellOf({ ctx }: Inquiry, { id, rows }: AnswerResult, row: number, at: number): Promise<Cell> {
  const page = { offset: row, limit: 1, cut: true }
  return (rows[row] ?? (await results.page(ctx, id, page).catch(() => null))?.rows[0])?.[at] ?? null
}

function countedIn(reference: string): string[] {
  const within = (expression: Expression): string[] => {
    if (expression.kind === 'cells') return []
    const [of] = expression.given
    return expression.name === 'count' && of?.kind === 'cells' ? [of.result] : expression.given.flatMap(within)
  }
  return within(parseReference(reference).value)
}
