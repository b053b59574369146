import { root } from '#base/stems.ts'
import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import { EXACT, type Mention, replacing } from '../built-in/link.ts'
import {
  type Column,
  type Edge,
  nameColumns,
  type Schema,
  type Table,
  tableOf,
  tellingColumn,
  timeColumn,
} from '../built-in/schema.ts'
import { isFigure } from './rows.ts'
import { START } from './spans.ts'
import { ends } from './states.ts'
import { KIN_OF } from './words.ts'

const references = new WeakMap<Schema, Map<Column, Edge>>()

/** Columns that are called as what they refer to is, or as its part in the row is: "doctor", "class_teacher", "opened_by"; not by their keys. */
const referencesOf = (schema: Schema): Map<Column, Edge> =>
  references.getOrInsertComputed(
    schema,
    () =>
      new Map(
        schema.edges
          .filter(
            ({ from, to, isLoose }) =>
              !isLoose &&
              from.table !== to.table &&
              !/^(?:id|code|key|no|nr|number|uuid|sku)$/.test(from.words.at(-1) ?? '') &&
              (nameColumns(tableOf(schema, to.table)).length > 0 || tellingColumn(tableOf(schema, to.table)) !== null),
          )
          .map((edge) => [edge.from, edge]),
      ),
  )

/** The key of its own table that a column leads to: from an employee to the manager. */
export const selfReference = ({ edges }: Schema, column: Column): Column | null =>
  edges.find(({ from, to }) => from === column && to.table === from.table)?.to ?? null

const SIZE = /^(?:values?|amounts?|totals?|sizes?)$/

/** "Per doctor", "the class teacher" and "who opened" ask for the rows that a column refers to, and not for their keys. */
export function linkReferences(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const all = referencesOf(schema)
  return mentions.flatMap((one, nth) => {
    const owner = mentions[nth - 1]
    // "Order value" is no amount of something else.
    if (one.kind === 'column' && one.end - one.start === 1 && owner?.kind === 'table' && owner.end === one.start) {
      const { name } = owner.tables[0]!.table
      const isVague = SIZE.test(tokens[one.start]!.lower) && one.columns.every(({ column }) => column.table !== name)
      if (isVague) return []
    }
    const [best] = one.columns
    const rest = one.columns.filter(({ column }) => !all.has(column))
    const edge = best && all.get(best.column)
    const isSame = (name: string) => one.tables[0]?.table.name === name
    if (one.kind === 'table')
      return one.columns.some(({ column }) => isSame(all.get(column)?.to.table ?? '')) ? { ...one, columns: rest } : one
    if (one.kind !== 'column' || !edge) return one
    const tables = [{ table: tableOf(schema, edge.to.table), score: one.score }]
    return { ...one, kind: 'table', tables, columns: rest }
  })
}

const TIMES = /^(?:time|times|days?|duration|durations|long|gaps?|delays?|intervals?|lag|wait)$/
const OF_TIMES =
  /^(?:waiting|wait|processing|handling|lead|response|resolution|turnaround|cycle|total|elapsed|of|in|number|calendar)$/
const ARTICLES = /^(?:the|a|an|its|their|his|her|our|it|they|is|are|was|were|gets?|got|being|been|date|of)$/
const STOPS = /^(?:per|by|for|each|every|in|on|during|since|where|when|with|who|that|which)$/

/** The time of a table that words name, the last of them first: the column itself, a deed of its family, or the table whose rows it dates. */
function timeOf(words: Token[], table: Table, but: Column | null): Column | null {
  const times = table.columns.filter((column) => column.temporal && column !== but)
  for (const { lower, stem } of words.filter((one) => !/^(?:at|on)$/.test(one.lower)).toReversed()) {
    const kin = KIN_OF.get(lower) ?? KIN_OF.get(stem)
    const isNear = (name: string) => stem.length > 4 && name.length > 3 && name.slice(0, 4) === stem.slice(0, 4)
    const ways: ((name: string) => boolean)[] = [
      (name) => root(name) === root(lower) || name === `${lower}ed`,
      isNear,
      (name) => ends(lower, name) || kin?.has(name) === true,
    ]
    const named = ways.flatMap((way) => times.filter(({ words }) => words.some(way)))[0]
    if (named) return named
  }
  return words.some(({ stem }) => table.words.includes(stem)) ? timeColumn({ ...table, columns: times }) : null
}

/** Whether the rows of a time came before those of another, by the first and the last of both where these are known. */
const isBefore = (one: Column, other: Column): boolean =>
  one.min !== null &&
  one.max !== null &&
  other.min !== null &&
  other.max !== null &&
  one.min < other.min &&
  one.max < other.max

/** Words from `at` up to one that stops them. */
function wordsFrom(tokens: Token[], at: number, stop: RegExp): { words: Token[]; end: number } {
  let end = at
  while (
    end < tokens.length &&
    tokens[end]!.kind === 'word' &&
    !stop.test(tokens[end]!.lower) &&
    !STOPS.test(tokens[end]!.lower)
  )
    end++
  return { words: tokens.slice(at, end).filter(({ lower }) => !ARTICLES.test(lower)), end }
}

/**
 * "Time between booking and appointment", "days from order to shipping", "time until a ticket is closed": one column, the days from one time of a
 * row to another.
 */
export function linkTimes(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const found: Mention[] = []
  for (const [at, { lower }] of tokens.entries()) {
    const next = tokens[at + 1]?.lower ?? ''
    if (!TIMES.test(lower) || !/^(?:between|from|until|till|to|before)$/.test(next)) continue
    const isOpen = /^(?:until|till|to|before)$/.test(next)
    const first = isOpen
      ? { words: [], end: at + 1 }
      : wordsFrom(tokens, at + 2, next === 'from' ? /^(?:to|until|till)$/ : /^and$/)
    const last = wordsFrom(tokens, first.end + 1, /^(?:and|or|to)$/)
    if (last.words.length === 0 || (!isOpen && first.words.length === 0)) continue
    // "The gap between rent and market rent" is one of money.
    const isOfFigure = ({ start, end, columns: [best] }: Mention) =>
      start > at && end <= last.end && best !== undefined && best.score >= EXACT && isFigure(best.column)
    if (/^(?:gaps?|intervals?)$/.test(lower) && mentions.some(isOfFigure)) continue
    const columns = schema.tables.flatMap((table) => {
      const began = isOpen ? null : timeOf(first.words, table, null)
      const time = isOpen || began ? timeOf(last.words, table, began) : null
      const since =
        began ??
        table.columns.find((one) => one.temporal && one !== time && one.words.some((word) => START.test(word))) ??
        timeColumn({ ...table, columns: table.columns.filter((one) => one !== time) })
      return time && since && time !== since && !isBefore(time, since)
        ? [{ column: makeColumn(schema, { kind: 'span', time, since }), score: 0.95 }]
        : []
    })
    if (columns.length === 0) continue
    let start = at
    while (OF_TIMES.test(tokens[start - 1]?.lower ?? '')) start--
    // "Until a ticket is closed" is of its rows, "to close a complaint" of some of them.
    const [span] = columns.map(({ column }) => column)
    const table = tableOf(schema, span!.table)
    const time = span!.made?.kind === 'span' ? span!.made.time : span!
    const isOfTime = (one: Token) =>
      ARTICLES.test(one.lower) ||
      /^(?:at|on)$/.test(one.lower) ||
      table.words.includes(one.stem) ||
      timeOf([one], table, null) === time
    let end = last.end
    while (end > first.end + 2 && !isOfTime(tokens[end - 1]!)) end--
    found.push({ start, end, score: 0.95, kind: 'column', tables: [], columns, values: [] })
  }
  return found.length > 0 ? replacing(mentions, found) : mentions
}

const SIGN: Record<string, '+' | '-' | '*' | undefined> = { plus: '+', '+': '+', minus: '-', times: '*', '*': '*' }
/** "Preparation and cooking together", "salary plus bonus", "income minus cost", "price times stock": one figure of two of the same row. */
export function linkBoth(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const found = mentions.flatMap((one, nth): Mention[] => {
    const other = mentions[nth + 1]
    const between = tokens.slice(one.end, other?.start).filter(({ lower }) => !ARTICLES.test(lower))
    const [sign = null, more] = between.map(({ lower }) => lower)
    const after = other && tokens[other.end]?.lower
    const isTogether = sign === 'and' && /^(?:together|combined)$/.test(after ?? '')
    const by = isTogether ? '+' : SIGN[sign ?? '']
    if (!other || !by || more) return []
    const columns = one.columns.flatMap(({ column: of, score }) =>
      other.columns
        .filter(({ column: and }) => of !== and && of.table === and.table && isFigure(of) && isFigure(and))
        .map(({ column: and }) => ({
          column: makeColumn(schema, { kind: 'both', of, and, by }),
          score,
        })),
    )
    const end = sign === 'and' ? other.end + 1 : other.end
    return columns.length > 0
      ? [{ start: one.start, end, score: 0.95, kind: 'column', tables: [], columns, values: [] }]
      : []
  })
  return found.length > 0 ? replacing(mentions, found) : mentions
}
