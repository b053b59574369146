import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import type { Column, Schema } from '../built-in/schema.ts'

/** From a number to another; null where there is no end. */
type Bracket = { low: number | null; high: number | null }
/** A bracket that is a column of its own, or a value of a column. */
type Named = Bracket & { column: Column; value: string | null }
type Linked = { tokens: Token[]; mentions: Mention[] }

/** So many names must be brackets for them to be taken for such. */
const LEAST = 3

const NUMBER = String.raw`[$€£₹]?\s?(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?`
const BETWEEN = new RegExp(String.raw`^(?:between\s)?${NUMBER}\s?(?:-|–|to|and)\s?${NUMBER}$`, 'i')
const BELOW = new RegExp(String.raw`^(?:<=?|under|below|less than|up to|younger than)\s?${NUMBER}$`, 'i')
const ABOVE = new RegExp(
  String.raw`^(?:(?:>=?|over|above|more than|at least|older than)\s?${NUMBER}|${NUMBER}\s?(?:\+|(?:and|or) (?:more|over|above|older|up)))$`,
  'i',
)
const SCALES: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }

const numberOf = (digits: string, scale: string | undefined): number =>
  Number(digits.replaceAll(',', '')) * (SCALES[scale?.toLowerCase() ?? ''] ?? 1)

/** The bracket that a text writes: "$10-20k", "<10000", "65 and over"; null where it writes none. */
function bracketOf(text: string): Bracket | null {
  const plain = text.trim().replace(/\s+/g, ' ')
  const between = BETWEEN.exec(plain)
  if (between) {
    const [, from, fromScale, to, toScale] = between
    // "10-20k" is from 10k.
    return { low: numberOf(from!, fromScale ?? toScale), high: numberOf(to!, toScale) }
  }
  const below = BELOW.exec(plain)
  if (below) return { low: null, high: numberOf(below[1]!, below[2]) }
  const above = ABOVE.exec(plain)
  return above ? { low: numberOf((above[1] ?? above[3])!, above[2] ?? above[4]), high: null } : null
}

const named = new WeakMap<Schema, Named[]>()

/** The brackets of a schema: columns that are one each, and values of columns that hold hardly anything else. */
function bracketsOf(schema: Schema): Named[] {
  const known = named.get(schema)
  if (known) return known
  const isSeveral = (found: Named[]) => (found.length >= LEAST ? found : [])
  const found = schema.tables.flatMap(({ columns }) => {
    const own = columns.flatMap((column): Named[] => {
      const bracket = column.numeric ? bracketOf(column.name) : null
      return bracket ? [{ ...bracket, column, value: null }] : []
    })
    const values = columns
      .filter(({ numeric, temporal }) => !numeric && !temporal)
      .flatMap((column) => {
        const all = column.values.flatMap((value): Named[] => {
          const bracket = bracketOf(value)
          return bracket ? [{ ...bracket, column, value }] : []
        })
        return all.length >= column.values.length - 2 ? isSeveral(all) : []
      })
    return [...isSeveral(own), ...values]
  })
  named.set(schema, found)
  return found
}

/** Whether two ends are the same, "under 150,000" being up to 149,999. */
const isSame = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= 1 && Math.max(a, b) > 10)

/** "Younger than 35" as the brackets that are below: "in 18-24 or 25-34"; only where 35 is between two of them. */
export const inBrackets = (text: string, schema: Schema): string =>
  text.replace(/\b(?:is |are )?(younger|older) than (\d+)\b/i, (said: string, way: string, digits: string) => {
    const age = Number(digits)
    const all = bracketsOf(schema).filter(({ value }) => value !== null)
    // Below, above, or across it.
    const sides = all.map(({ low, high }) => ((low ?? 0) >= age ? 'older' : (high ?? age) < age ? 'younger' : null))
    const values = all.flatMap(({ value }, at) => (sides[at] === way.toLowerCase() ? [value] : []))
    return values.length === 0 || sides.includes(null) ? said : `in ${values.join(' or ')}`
  })

/** Most words of a bracket in a question. */
const LONGEST = 5
/** What may stand around a bracket and is part of it. */
const BEHIND = /^(?:-|years?|olds?|dollars?|euros?|pounds?|rupees?|brackets?|groups?|range|class|category|band)$/

/** "More than 150k" and "between 40 and 50k" are the column or value of that bracket, where there is just that one. */
export function linkBrackets({ tokens, mentions }: Linked, schema: Schema): Linked {
  const all = bracketsOf(schema)
  if (all.length === 0) return { tokens, mentions }
  const found: Mention[] = []
  for (let start = 0; start < tokens.length; start++) {
    for (let end = Math.min(tokens.length, start + LONGEST); end > start; end--) {
      const text = tokens
        .slice(start, end)
        .map((token) => token.text)
        .join(' ')
      const asked = bracketOf(text.replace(/([$€£₹]) /g, '$1').replace(/ ([-–]) /g, '$1'))
      const fits = asked ? all.filter(({ low, high }) => isSame(low, asked.low) && isSame(high, asked.high)) : []
      if (fits.length === 0) continue
      let last = end
      while (BEHIND.test(tokens[last]?.lower ?? '')) last++
      found.push({
        ...{ start, end: last, score: 1, tables: [], kind: fits[0]!.value === null ? 'column' : 'value' },
        columns: fits.flatMap(({ column, value }) => (value === null ? [{ column, score: 1 }] : [])),
        values: fits.flatMap(({ column, value }) => (value === null ? [] : [{ column, value, score: 1 }])),
      })
      start = last - 1
      break
    }
  }
  return { tokens, mentions: replacing(mentions, found) }
}
