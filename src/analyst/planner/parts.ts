import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import { holdsMoney } from '../built-in/money.ts'
import { type Column, type Schema, type Table, tableOf } from '../built-in/schema.ts'
import { only } from './halves.ts'
import { isFigure } from './rows.ts'

const COST = /^(?:costs?|expenses?|expenditure|spend|spending|bill|bills)$/
/** What money goes to, where its column says no more than that. */
const COST_OF =
  /^(?:part|labou?r|material|travel|fuel|toll|food|meal|lodging|hotel|accommodation|shipping|postage|freight|transport|packaging|service|rent|heating|electricity|water|gas|insurance|repair|maintenance|supply|equipment|staff|venue|catering|advertising|marketing|delivery|installation|handling|licen[cs]e|internet|phone|utility|cleaning|tax|hardware|software)$/
/** What tells figures of the same thing apart, which are no parts of it: estimated and actual, of one and of all. */
const OTHERWISE =
  /^(?:unit|per|each|average|avg|mean|price|budget|budgeted|planned|plan|estimated|estimate|expected|forecast|actual|target|original|revised|approved|new|old|previous|current|last|min|max|minimum|maximum|low|high|gross|net|before|after|daily|weekly|monthly|annual|yearly|\d+)$/
const WHOLE = /^(?:total|all|overall|sum|grand)$/

const isMoney = (column: Column): boolean => isFigure(column) && !column.made && holdsMoney(column)

/** The parts of a table that its costs are made of: all columns called so, or all of its money where each says what it went to. */
function costsIn({ columns }: Table): Column[] {
  const money = columns.filter(isMoney)
  const called = money.filter(({ words }) => words.some((word) => COST.test(word)))
  const parts = called.length > 0 ? called : money.filter(({ words }) => words.some((word) => COST_OF.test(word)))
  const isWhole = parts.some(
    ({ words }) =>
      words.some((word) => WHOLE.test(word) || OTHERWISE.test(word)) || words.every((word) => COST.test(word)),
  )
  return parts.length > 1 && !isWhole && (called.length > 0 || parts.length === money.length) ? parts : []
}

const sum = (schema: Schema, [first, ...others]: Column[]): Column =>
  others.reduce((of, and) => makeColumn(schema, { kind: 'both', of, and, by: '+' }), first!)

/** The price of one of what a row has several of, and how many these are: what the row is worth, where no column says it. What lies or moves in stock is worth what it cost. */
function worthOf(schema: Schema, quantity: Column): Column | null {
  const { columns } = tableOf(schema, quantity.table)
  const called = (all: Column[], name: RegExp) =>
    all.filter((one) => isFigure(one) && one !== quantity && one.words.some((word) => name.test(word)))
  if (columns.some(({ words }) => words.some((word) => /^(?:value|worth)$/.test(word)))) return null
  const goods = schema.edges
    .filter(({ from, to }) => from.table === quantity.table && to.table !== quantity.table)
    .flatMap(({ to }) => tableOf(schema, to.table).columns)
  const own = only(called(columns, /^price$/))
  if (own) return makeColumn(schema, { kind: 'both', of: own, and: quantity, by: '*' })
  const price = only(called(goods, /^cost$/)) ?? only(called(goods, /^price$/))
  return price && makeColumn(schema, { kind: 'both', of: quantity, and: price, by: '*' })
}

const QUANTITY = /^(?:stock|quantity|qty|inventory|hand|unit|piece|share|holding)$/
const quantitiesIn = (columns: Column[]): Column[] =>
  columns.filter((one) => isFigure(one) && one.words.some((word) => QUANTITY.test(word)))
const ARTICLE = /^(?:the|our|all|my|of|is|are|was|were|in|total)$/

const link = (start: number, end: number, column: Column, others: Mention['columns'] = []): Mention => ({
  ...{ start, end, score: 0.95, kind: 'column', tables: [], values: [] },
  columns: [{ column, score: 0.95 }, ...others.map((one) => ({ ...one, score: Math.min(one.score, 0.6) }))],
})

/** "Total cost", where a row has only what it is made of; "stock value", where a row has a price and how many there are. */
export function linkParts(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const covering = (at: number) => mentions.find((one) => one.start <= at && at < one.end)
  const found = tokens.flatMap(({ kind, lower }, at): Mention[] => {
    if (kind !== 'word') return []
    if (/^(?:value|worth)$/.test(lower)) return worth(at)
    return COST.test(lower) ? cost(at) : []
  })
  return found.length > 0 ? replacing(mentions, found) : mentions

  function worth(at: number): Mention[] {
    /** How many there are of what is named: by a column, or by the rows that are of it or of its kind. */
    const quantityOf = (one: Mention | undefined): Column | null => {
      const table =
        one?.kind === 'table' ? one.tables[0]?.table.name : one?.kind === 'value' ? one.values[0]?.column.table : null
      if (table) return only(quantitiesIn(tableOf(schema, table).columns))
      return quantitiesIn(one?.columns.map(({ column }) => column) ?? [])[0] ?? null
    }
    let before = at - 1
    while (ARTICLE.test(tokens[before]?.lower ?? '') && tokens[before]!.lower !== 'of') before--
    let after = at + 1
    while (ARTICLE.test(tokens[after]?.lower ?? '')) after++
    const [left, right] = [covering(before), tokens[at + 1]?.lower === 'of' ? covering(after) : undefined]
    const own = quantityOf(left)
    const quantity = own ?? quantityOf(right)
    const column = quantity && worthOf(schema, quantity)
    if (!column) return []
    // Which rows are meant is said beside it.
    if ((own ? left : right)!.kind === 'value') return [link(at, at + 1, column)]
    return own ? [link(left!.start, at + 1, column)] : [link(at, right!.end, column)]
  }

  function cost(at: number): Mention[] {
    const there = covering(at)
    const own = there?.columns[0]
    if (there && there.end - there.start > 1) return []
    const all = schema.tables.flatMap((table) => {
      const parts = costsIn(table)
      return parts.length > 0 ? [{ table, parts }] : []
    })
    const [only, other] = all
    // "Labour cost" is one of the parts.
    const before = covering(at - 1)
    const part = before?.kind === 'column' && all.find(({ parts }) => parts.includes(before.columns[0]!.column))
    if (part) return [link(before.start, at + 1, before.columns[0]!.column)]
    if (!only || other) return []
    const isNamed = own && own.score >= 0.9 && !only.parts.includes(own.column)
    if (isNamed) return []
    // "Repair costs" are those of the table.
    const start = before?.kind === 'table' && before.tables[0]!.table === only.table ? before.start : at
    return [link(start, at + 1, sum(schema, only.parts), there?.columns)]
  }
}
