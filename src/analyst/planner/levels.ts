import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import { isPlanned } from '../built-in/money.ts'
import { type Column, type Edge, type Schema, tableOf } from '../built-in/schema.ts'
import { only } from './halves.ts'
import { isFigure } from './rows.ts'

/** A figure that rows are held against, and what counts against it: of the row itself, or of the rows of another table that belong to it. */
type Level = { limit: Column; of: Column; edge: Edge | null }

/** What names a level, and how what counts against it is called where no other word of the level says it. */
const LEVELS: [level: RegExp, counted: RegExp][] = [
  [/^reorder$/, /^(?:stock|hand|inventory|quantity|qty|available)$/],
  [/^budget(?:ed)?$/, /^(?:actual|spent|spend|spending|used|cost|expense|amount)$/],
  [/^(?:target|goal|quota)$/, /^(?:actual|achieved|result|reached|revenue|sale|raised|amount)$/],
  [/^(?:limit|allowance|allotment)$/, /^(?:actual|used|taken|balance|amount|total)$/],
  [/^capacity$/, /^(?:booked|booking|occupied|reserved|enrolled|taken|used|attendee|guest)$/],
]
const VAGUE = /^(?:level|point|amount|total|value|quantity|qty)$/

const levels = new WeakMap<Schema, Level[]>()
/** The levels of a schema for which one figure counts: `budget_hours` and the hours of time entries. */
const levelsIn = (schema: Schema): Level[] =>
  levels.getOrInsertComputed(schema, () =>
    schema.tables.flatMap((table) =>
      table.columns.flatMap((limit): Level[] => {
        const [level, counted] = LEVELS.find(([level]) => limit.words.some((word) => level.test(word))) ?? []
        if (!level || !isFigure(limit)) return []
        const rest = limit.words.filter((word) => !level.test(word) && !VAGUE.test(word))
        const isCounted = (one: Column) =>
          one !== limit &&
          isFigure(one) &&
          !isPlanned(one) &&
          !LEVELS.some(([other]) => one.words.some((word) => other.test(word))) &&
          one.words.some((word) => (rest.length > 0 ? rest.includes(word) : counted!.test(word)))
        const own = table.columns.filter(isCounted)
        if (own.length > 0) return only(own) ? [{ limit, of: own[0]!, edge: null }] : []
        const others = schema.edges
          .filter(
            ({ from, to, isLoose, multiplies }) =>
              to.table === table.name &&
              from.table !== to.table &&
              !multiplies &&
              (!isLoose || from.words.join() === to.words.join()),
          )
          .flatMap((edge) =>
            tableOf(schema, edge.from.table)
              .columns.filter(isCounted)
              .map((of) => ({ limit, of, edge })),
          )
        // What lies in stock, rather than what comes and goes.
        const still = others.filter(({ of }) => !VAGUE.test(of.words.at(-1)!))
        const one = only(others) ?? only(still)
        return one ? [one] : []
      }),
    ),
  )

/** What counts against the level in each row that has one. */
const countedIn = ({ of, edge }: Level, schema: Schema): Column =>
  edge ? makeColumn(schema, { kind: 'tally', by: edge.from, to: edge.to, of }) : of

const BESIDE = /^(?:that|which|who|is|are|was|were|been|has|have|had|gone|went|go|ran|did|do|we|fell|fall|dropped)$/
const ARTICLE = /^(?:the|their|its|our|his|her|a|of|to|than|in|as)$/
const SIDES = [
  [/^(?:over|above|beyond|exceed|exceeds|exceeded|exceeding|overran|blew)$/, 'over'],
  [/^(?:below|under|beneath|short|miss|missed)$/, 'under'],
  [/^within$/, 'within'],
  [/^(?:reach|reached|met|hit|achieved|at)$/, 'reached'],
] as const

/** Where a level is named from a token on: its end, and the levels of that name. */
function namedAt(tokens: Token[], at: number, levels: Level[]): { end: number; levels: Level[] } | null {
  const wordAt = (place: number) => tokens[place]?.stem.replace(/^budgeted$/, 'budget') ?? ''
  let end = at
  while (tokens[end]?.kind === 'word' && levels.some(({ limit }) => limit.words.includes(wordAt(end)))) end++
  const said = tokens.slice(at, end).map((_, nth) => wordAt(at + nth))
  const named = levels.filter(
    ({ limit }) =>
      said.every((word) => limit.words.includes(word)) &&
      said.some((word) => LEVELS.some(([level]) => level.test(word))),
  )
  return named.length > 0 ? { end, levels: named } : null
}

/**
 * Links "over budget", "below their reorder level" to whether what counts against a level passes it, and "budget left", "remaining hours"
 * to what it leaves.
 */
export function linkLevels(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const all = levelsIn(schema)
  if (all.length === 0) return mentions
  const lower = (at: number) => tokens[at]?.lower ?? ''
  const span = { score: 0.95, tables: [], columns: [], values: [] }
  const sided = (start: number, end: number, value: string, those: Level[]): Mention => ({
    ...{ ...span, start, end, kind: 'value' },
    values: those.map((one) => ({
      column: makeColumn(schema, { kind: 'against', of: countedIn(one, schema), limit: one.limit }),
      ...{ value, score: 0.95 },
    })),
  })
  const leaving = (start: number, end: number, those: Level[]): Mention => ({
    ...{ ...span, start, end, kind: 'column' },
    columns: those.map((one) => ({
      column: makeColumn(schema, { kind: 'both', of: one.limit, and: countedIn(one, schema), by: '-' }),
      score: 0.95,
    })),
  })
  const found: Mention[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]!.kind !== 'word' || found.some(({ end }) => end > at)) continue
    const side = SIDES.find(([said]) => said.test(lower(at)))
    if (side) {
      let name = at + 1
      while (ARTICLE.test(lower(name))) name++
      const named = namedAt(tokens, name, all)
      if (!named || tokens[named.end]?.kind === 'number') continue
      let start = at
      while (start > 0 && BESIDE.test(lower(start - 1))) start--
      found.push(sided(start, named.end, side[1], named.levels))
      continue
    }
    if (/^(?:over-?spent|over-?budget)$/.test(lower(at))) {
      const budgets = all.filter(({ limit }) => limit.words.includes('budget'))
      if (budgets.length > 0) found.push(sided(at, at + 1, 'over', budgets))
      continue
    }
    if (/^(?:remaining|unused|unspent)$/.test(lower(at))) {
      const named = namedAt(tokens, at + 1, all) ?? unnamedAt(at + 1)
      if (named) found.push(leaving(at, named.end, named.levels))
      continue
    }
    const named = namedAt(tokens, at, all) ?? unnamedAt(at)
    if (!named) continue
    let end = named.end
    while (/^(?:is|are|do|does|we|they|i|have|has|still)$/.test(lower(end))) end++
    if (/^(?:left|remaining|unused|unspent)$/.test(lower(end))) found.push(leaving(at, end + 1, named.levels))
  }
  return found.length > 0 ? replacing(mentions, found) : mentions

  /** "Hours left", where hours count against a level. */
  function unnamedAt(at: number): { end: number; levels: Level[] } | null {
    const stem = tokens[at]?.stem
    const those = all.filter(({ of, limit }) => stem && of.words.includes(stem) && limit.words.includes(stem))
    return those.length > 0 ? { end: at + 1, levels: those } : null
  }
}

/** How much of a level is used, as a question for the figure that counts against it. */
export function usedOf(question: string, schema: Schema): { said: string; part: Column; whole: Column } | null {
  for (const { limit, of } of levelsIn(schema)) {
    const name = limit.words.find((word) => LEVELS.some(([level]) => level.test(word)))!
    const USED = '(?:used(?: up)?|spent|consumed|reached|achieved)'
    const said = new RegExp(
      `\\b(?:(?:percent(?:age)?|share|part|%|how much) of (?:the |their |our |its )?(?:\\p{L}+ )?${name}(?: \\p{L}+)? (?:is |was |has been |have been |are |we |they )*${USED}|${name} (?:utili[sz]ation|usage|use|attainment|consumption)(?: rate)?)`,
      'iu',
    ).exec(question)?.[0]
    if (said) return { said, part: of, whole: limit }
  }
  return null
}
