import { isInteger, isNumeric } from '#base/engine-type.ts'
import { percent } from '#base/format.ts'
import { identifier } from '#base/sql.ts'
import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import { LEAST_MATCH, namedAlike } from '#catalog/rules/relation.ts'
import type { Cell } from '#query/rules/answers.ts'
import { type Check, JOIN } from '../answer.ts'

/** Whole numbers are dense when they are at least every second one of their range: then they are found in others whatever they mean. */
const DENSE = 0.5

export type Key = { table: CatalogTable; column: CatalogColumn }
const nameOf = ({ table, column }: Key) => `${table.name}.${column.name}`
const sideOf = ({ table, column }: Key) => ({ table: table.name, column: column.name })

/** Whether two columns are of different sources, and no relation of the catalog says that they mean the same. */
export const isUnrelated = (a: Key, b: Key): boolean =>
  (a.table.source.kind !== b.table.source.kind || a.table.source.id !== b.table.source.id) &&
  !leadsTo(a, b) &&
  !leadsTo(b, a)

const leadsTo = (from: Key, to: Key) =>
  from.table.relations.some(
    ({ column, to_table, to_column }) =>
      column === from.column.name && to_table === to.table.name && to_column === to.column.name,
  )

/** Counts, in one row, the different values of both sides and those in both; of whole numbers also how far they reach. */
export function matchSql(a: Key, b: Key): string {
  const [left, right] = [a.column.type, b.column.type]
  const isPlain = left === right || (isNumeric(left) && isNumeric(right))
  const values = ({ table, column }: Key) => {
    const name = identifier(column.name)
    const value = isPlain ? name : `CAST(${name} AS VARCHAR)`
    return `SELECT DISTINCT ${value} AS k FROM ${identifier(table.name)} WHERE ${name} IS NOT NULL`
  }
  const counts = ['(SELECT count(*) FROM a)', '(SELECT count(*) FROM b)', '(SELECT count(*) FROM a JOIN b USING (k))']
  const reach = ['a', 'b'].map((side) => `(SELECT max(k) - min(k) + 1 FROM ${side})::DOUBLE`)
  const list = areIntegers(a, b) ? [...counts, ...reach] : counts
  return `WITH a AS (${values(a)}), b AS (${values(b)})\nSELECT ${list.join(', ')}`
}

const areIntegers = (a: Key, b: Key) => isInteger(a.column.type) && isInteger(b.column.type)

/**
 * Judges a join of two unrelated columns by the row that `matchSql` gave.
 * @returns null where they are called alike and enough values are found: that is what a relation of the catalog rests on, too
 */
export function judgeMatch(a: Key, b: Key, row: Cell[], probe: string): Check | null {
  const [left = 0, right = 0, both = 0, ...reach] = row.map(Number)
  const fewest = Math.min(left, right)
  if (fewest === 0) return null
  const share = both / fewest
  const isAlike = namedAlike(sideOf(a), sideOf(b))
  if (isAlike && share >= LEAST_MATCH) return null
  const isDense = reach.length === 2 && left / reach[0]! >= DENSE && right / reach[1]! >= DENSE
  const found = `${percent(share)} of the values of one are found in the other`
  const why = isDense ? `${found}, as whole numbers in a row are whatever they stand for` : found
  return { name: JOIN, state: isDense ? 'warn' : 'note', note: coincidental(a, b, why), probe }
}

/** A join of two unrelated columns of which nothing was measured. */
export const unmeasured = (a: Key, b: Key, why: string, probe?: string): Check => ({
  ...{ name: JOIN, state: 'note', note: coincidental(a, b, `how many values meet was not measured: ${why}`) },
  ...(probe ? { probe } : {}),
})

const coincidental = (a: Key, b: Key, why: string) =>
  `${nameOf(a)} and ${nameOf(b)} are of different sources, and no relation between them is declared. The match may be coincidental: ${why}. Declare the relation in the catalog if they mean the same.`
