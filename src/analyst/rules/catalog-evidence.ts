import { isTemporal } from '#base/engine-type.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { EXACT_ROWS } from '#catalog/rules/exact.ts'
import type { CatalogFact } from './answer.ts'
import { exactOf, inPeriod, namesColumn, type Surroundings } from './cell.ts'
import type { NumberToken } from './number-token.ts'

/** What was counted of tables when their data were read. Nothing that is estimated. */
export const factsOfCatalog = (tables: CatalogTable[]): CatalogFact[] =>
  tables
    .filter(({ rows_estimated, hidden }) => !rows_estimated && !hidden)
    .flatMap(({ name: table, rows, columns, refreshed_at: measured_at }) => [
      { table, column: null, fact: 'rows' as const, value: String(rows), measured_at },
      ...columns
        .filter(({ hidden }) => !hidden)
        .flatMap(({ name: column, type, min, max, distinct }): CatalogFact[] => {
          const of = { table, column, measured_at }
          const ends =
            isTemporal(type) && min !== null && max !== null
              ? [
                  { ...of, fact: 'first' as const, value: min },
                  { ...of, fact: 'last' as const, value: max },
                ]
              : []
          const count =
            rows <= EXACT_ROWS && distinct > 0 ? [{ ...of, fact: 'distinct' as const, value: String(distinct) }] : []
          return [...ends, ...count]
        }),
    ])

/** What is counted stands right behind the number, or the sentence says what all of the table holds. */
const OF_ROWS =
  /^\s*(?:\p{L}+\s+){0,2}(?:rows|records|entries|lines|zeilen|einträge|datensätze|filas|registros|lignes)(?!\p{L})/u
const OF_DISTINCT =
  /(?<!\p{L})(?:different|distinct|unique|covers?|spans?|across|contains?|holds?|has|have|verschiedene\p{L}*|umfasst|enthält|hat|distint[oa]s|diferentes|contiene|tiene|différente?s|contient|couvre)(?!\p{L})/u
/** Words right before a first and a last date. */
const OF_FIRST =
  /(?<!\p{L})(?:from|since|first|earliest|oldest|starts?|begins?|between|von|seit|ab|zwischen|erste\p{L}*|beginn\p{L}*|desde|entre|primer\p{L}*|depuis|du|premi\p{L}*)\s+(?:\p{L}+\s+){0,4}$/u
const OF_LAST =
  /(?<!\p{L})(?:to|until|till|through|last|latest|newest|ends?|and|bis|und|letzte\p{L}*|ende\p{L}*|hasta|últim\p{L}*|jusqu\p{L}*|au|derni\p{L}*|et|y)\s+(?:\p{L}+\s+){0,4}$/u

/** The fact of the catalog that a number tells: its sentence names the table, and the column too unless it counts rows. */
export function catalogFact(token: NumberToken, around: Surroundings, facts: CatalogFact[]): CatalogFact | null {
  const tells = ({ table, column, fact, value }: CatalogFact): boolean => {
    if (!namesColumn(around.sentence, table)) return false
    const isCount = token.kind === 'number' && !token.scaled && exactOf(value) === token.exact
    if (fact === 'rows') return isCount && OF_ROWS.test(around.after)
    if (fact === 'distinct')
      return (
        isCount &&
        OF_DISTINCT.test(around.sentence) &&
        namesColumn(around.after.split(/\s+/).slice(0, 4).join(' '), column!)
      )
    const isOnly = facts.filter((other) => other.table === table && other.fact === fact).length === 1
    const words = fact === 'first' ? OF_FIRST : OF_LAST
    return (
      token.date !== undefined &&
      inPeriod(value, token.date) &&
      words.test(around.before) &&
      (isOnly || namesColumn(around.sentence, column!))
    )
  }
  return facts.find(tells) ?? null
}
