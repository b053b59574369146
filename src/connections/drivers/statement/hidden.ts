import type { VisibleTable } from '#outside/remote.ts'
import { sqlError } from '../failure.ts'
import { hiddenColumn, NAME_COLUMNS, refuse } from '../gate.ts'
import type { Token } from './tokens.ts'

/** What was read of a statement. */
type Reading = {
  visible: readonly VisibleTable[]
  /** Columns that the engine adds to every table by itself. */
  system: RegExp
  /** Tables with hidden columns that it reads. */
  read: readonly VisibleTable[]
  /** Every name that could be one of a column. */
  names: readonly string[]
  /** Names whose use as a value would be a whole row. */
  rows: readonly string[]
  replaced: ReadonlyMap<Token, string>
  /** Whether columns come without being named: by a star, a natural join, or under other names. */
  isWhole: boolean
}

const lower = (name: string) => name.trim().toLowerCase()

/** Columns that are hidden may not be named, nor come unnamed. @throws AppError sql_refused, sql_error */
export function checkNames(
  tokens: readonly Token[],
  { visible, system, read, names, rows, replaced, isWhole }: Reading,
): void {
  const columns = new Set(visible.flatMap((table) => table.columns))
  const missing = (name: string) => sqlError(`There is no column "${name}" that can be read here.`)
  const own = names.find((name) => system.test(name) && !columns.has(name))
  if (own) throw missing(own)
  if (read.length === 0) return
  if (isWhole) refuse(NAME_COLUMNS)
  // A column may be called like a path: its parts are then as hidden as the whole.
  const hidden = new Set(read.flatMap((table) => table.hidden.flatMap((name) => [name, ...name.split('.')]).map(lower)))
  const visibleNames = new Set([...columns, ...visible.flatMap(({ name, schema }) => [name, schema])])
  for (const name of names) {
    if (hidden.has(lower(name))) hiddenColumn(name)
    // Engines may take é for e in names of columns, and much else that is not worth knowing.
    if (/[^\x20-\x7e]/.test(name) && !visibleNames.has(name)) throw missing(name)
  }
  const whole = new Set(rows.map(lower))
  if (tokens.some((token, at) => whole.has(lower(token.text)) && standsAlone(tokens, at, replaced)))
    refuse(NAME_COLUMNS)
}

/** A name that is not before or after a dot, not given by AS, not that of a table in FROM. */
function standsAlone(tokens: readonly Token[], at: number, replaced: ReadonlyMap<Token, string>): boolean {
  const token = tokens[at]!
  if ((token.kind !== 'word' && token.kind !== 'name') || replaced.has(token)) return false
  const before = tokens[at - 1]?.text.toLowerCase() ?? ''
  return tokens[at + 1]?.text !== '.' && !['.', 'as', 'from', 'join'].includes(before)
}
