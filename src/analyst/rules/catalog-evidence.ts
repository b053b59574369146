import { isTemporal } from '#base/engine-type.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { EXACT_ROWS } from '#catalog/rules/exact.ts'
import type { CatalogFact } from './answer.ts'
import { bare, exactOf, inPeriod, lowerCase, namesColumn, type Surroundings } from './cell.ts'
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

/** What is counted stands right behind the number, and words between them single nothing out: "12 late depots" are not all. */
const OF_ROWS = /^(?:rows|records|entries|lines|zeilen|einträge|datensätze|filas|registros|lignes)$/
const OF_ALL =
  /^(?:different|distinct|unique|individual|separate|single|total|data|of|verschiedene\p{L}*|unterschiedliche\p{L}*|einzelne\p{L}*|distint[oa]s|diferentes|únic[oa]s|différente?s|uniques|de)$/u
function counts(after: string, table: string, isCounted: (word: string) => boolean): boolean {
  const words = after
    .trim()
    .split(/[^\p{L}]+/u)
    .slice(0, 4)
  const at = words.findIndex(isCounted)
  return at >= 0 && words.slice(0, at).every((word) => OF_ALL.test(word) || namesColumn(word, table))
}
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
    if (fact === 'profile') return bare(around.sentence) === lowerCase(value)
    if (!namesColumn(around.sentence, table)) return false
    const isCount = token.kind === 'number' && !token.scaled && exactOf(value) === token.exact
    if (fact === 'rows') return isCount && counts(around.after, table, (word) => OF_ROWS.test(word))
    if (fact === 'distinct')
      return (
        isCount &&
        OF_DISTINCT.test(around.sentence) &&
        counts(around.after, table, (word) => namesColumn(word, column!))
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
