import { identifier } from '#base/sql.ts'
import type { Cell, ResultColumn } from './answers.ts'

const AS_THEY_ARE = /^(BOOLEAN|U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DOUBLE|VARCHAR)$/

/** SQL that turns a column into what `toCell` understands: a number, a boolean or the engine's own text. */
export function cellExpression({ name, type }: ResultColumn): string {
  const column = identifier(name)
  if (AS_THEY_ARE.test(type)) return column
  // A float widened bit by bit would read 0.10000000149011612; its shortest text is the value people know.
  if (type === 'FLOAT') return `CAST(CAST(${column} AS VARCHAR) AS DOUBLE)`
  return `CAST(${column} AS VARCHAR)`
}

/** A value of a `cellExpression` as the API shows it: exact, JSON-safe. */
export function toCell(value: unknown): Cell {
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)
  if (typeof value === 'number')
    return Number.isFinite(value) ? value : Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  if (value === undefined || value === null) return null
  return typeof value === 'boolean' ? value : String(value)
}

const RESTORED = /^(U?HUGEINT|INTERVAL|BIT|TIME WITH TIME ZONE|TIME_NS|BIGNUM|TIMESTAMP_S|TIMESTAMP_MS)$/

/** SQL that reads a column of a stored result back in its own type. */
export const restored = ({ name, type }: ResultColumn): string =>
  RESTORED.test(type) ? `CAST(${identifier(name)} AS ${type}) AS ${identifier(name)}` : identifier(name)

/** Column names made distinct (case apart) the way the engine itself does: `id`, `id_1` … An empty name becomes `column`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const base = name === '' ? 'column' : name
    let unique = base
    for (let i = 1; taken.has(unique.toLowerCase()); i++) unique = `${base}_${i}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
