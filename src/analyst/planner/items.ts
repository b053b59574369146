import type { Mention } from '../built-in/link.ts'
import { isId, type Schema } from '../built-in/schema.ts'
import type { Tagged } from '../built-in/tag.ts'
import { unitOf } from './units.ts'

/** What a part of a question can be: table, column, value, quoted text, number, period, superlative, comparing adjective, grain, or a word of grammar. */
const KINDS = [
  'T',
  'C',
  'V',
  'Q',
  'N',
  'P',
  'S',
  'A',
  'G',
  'COUNT',
  'MOST',
  'LEAST',
  'AVG',
  'PERCENT',
  'DISTINCT',
  'SORT',
  'THAN',
] as const
export type Kind = (typeof KINDS)[number]

/** A part of a question that gets a role in the query. `at`: its place in the line; `start`, `end`: of its words in the question, where it has some. */
export type Item = { tag: string; kind: Kind; at: number; start?: number; end?: number; mention?: Mention }

/** A tagged line in its words, in which a tag is its letter alone, and the parts that get roles. */
export type Line = { tags: string[]; words: string[]; items: Item[]; tagged: Tagged }

const TAG = /^([TCVQNPSAG])\d+$/
/** Words of grammar that have a role of their own. `loose`: only where no name follows that they belong to. */
const GRAMMAR: Record<string, { kind: Kind; loose: boolean }> = {
  COUNT: { kind: 'COUNT', loose: true },
  MOST: { kind: 'MOST', loose: true },
  COMMON: { kind: 'MOST', loose: true },
  LEAST: { kind: 'LEAST', loose: true },
  RARE: { kind: 'LEAST', loose: true },
  AVG: { kind: 'AVG', loose: true },
  PERCENT: { kind: 'PERCENT', loose: false },
  share: { kind: 'PERCENT', loose: false },
  rate: { kind: 'PERCENT', loose: false },
  ratio: { kind: 'PERCENT', loose: false },
  fraction: { kind: 'PERCENT', loose: false },
  DISTINCT: { kind: 'DISTINCT', loose: false },
  ASC: { kind: 'SORT', loose: true },
  DESC: { kind: 'SORT', loose: true },
}

/** Numbers that the lexer leaves as words. */
const TIMES: Record<string, number> = {
  half: 50,
  once: 1,
  twice: 2,
  thrice: 3,
  single: 1,
  multiple: 2,
  several: 2,
  negative: 0,
  positive: 0,
}

export function itemsOf(tagged: Tagged, schema: Schema): Line {
  const tags = tagged.line.split(' ').filter(Boolean)
  const words = tags.map((tag) => tag.match(TAG)?.[1] ?? tag)
  const items = tags.flatMap((tag, at): Item[] => {
    const number = tagged.numbers.get(tag)
    // Years before those that the lexer takes for periods.
    if (number && /^1[5-8]\d\d$/.test(number.text)) {
      const year = { from: `${number.value}-01-01`, to: `${number.value + 1}-01-01`, label: number.text }
      tagged.numbers.set(tag, { ...number, year })
    }
    const letter = tag.match(TAG)?.[1]
    if (letter) {
      const place = tagged.places.get(tag)
      const mention = tagged.mentions.get(tag)
      if (letter === 'C' && isOther(mention!, words, at))
        return [{ tag, kind: 'THAN', at, start: place![0], end: place![1], mention: mention! }]
      if (letter === 'G')
        return [
          { tag, kind: 'G', at, start: place![0], end: place![1], mention: timed(tagged.grains.get(tag)!, schema) },
        ]
      return [
        {
          tag,
          kind: letter as Kind,
          at,
          ...(place ? { start: place[0], end: place[1] } : {}),
          ...(mention ? { mention } : {}),
        },
      ]
    }
    if (/^decades?$/.test(tag)) {
      words[at] = 'G'
      return [{ tag, kind: 'G', at }]
    }
    if (tag === 'over' && /^(?:time|years|months)$/.test(tags[at + 1] ?? '')) return [{ tag, kind: 'G', at }]
    // "More than an inch".
    const isOne = unitOf(tag) !== undefined && /^(?:GT|LT|GE|LE)$/.test(words[at - 1] ?? '')
    const times = isOne ? 1 : TIMES[tag]
    if (
      times !== undefined &&
      (tag !== 'half' || /^(?:GT|LT|GE|LE|than|over|under|above|below|least)$/.test(words[at - 1] ?? ''))
    ) {
      const name = `N${100 + at}`
      tagged.numbers.set(name, { value: times, text: tag === 'half' ? '50%' : tag, year: null })
      tags[at] = name
      words[at] = 'N'
      return [{ tag: name, kind: 'N', at }]
    }
    const word = GRAMMAR[tag]
    const compares =
      /^(AVG|MOST|LEAST)$/.test(tag) && /^(GT|LT|GE|LE|above|over|below|under)$/.test(words[at - 1] ?? '')
    if (!word || (word.loose && !compares && /^[TC]$/.test(words[at + 1] ?? ''))) return []
    return [{ tag, kind: word.kind, at }]
  })
  return { tags, words, items, tagged }
}

const BETWEEN = /^(?:they|it|in|for|on|did|does|do|there|are|were|is|was|of|have|has|had|number|that|from)$/

/** Whether a column is the second of two that are compared or taken from each other: "more wine than beer", "the difference between January and July". */
function isOther({ columns }: Mention, words: string[], at: number): boolean {
  let before = at - 1
  while (BETWEEN.test(words[before] ?? '')) before--
  // "Finished after the due date".
  if (columns[0]?.column.temporal && /^(?:after|before|beyond|past|than|GT|LT|A)$/.test(words[before] ?? ''))
    return words.slice(0, before).includes('C')
  if (!columns.some(({ column }) => column.numeric && !isId(column))) return false
  if (words[before - 1] === 'than' && /^[a-z]+$/.test(words[before]!)) before--
  if (
    words[before] === 'than' ||
    (/^(?:GT|LT|GE|LE|EQ|A|above|below|exceed(?:s|ed|ing)?)$/.test(words[before] ?? '') &&
      words.slice(0, before).includes('C'))
  )
    return true
  return (
    words[before] === 'and' &&
    /^(?:C|between)$/.test(words[before - 1] ?? '') &&
    words.slice(0, before).includes('C') &&
    words.slice(0, before).includes('difference')
  )
}

/** "year" may also be the column of that name. */
function timed(grain: string, schema: Schema): Mention {
  const columns = schema.tables.flatMap((table) =>
    table.columns.flatMap((column) =>
      column.words.includes(grain) && !column.temporal ? [{ column, score: column.words.length === 1 ? 1 : 0.8 }] : [],
    ),
  )
  return { start: 0, end: 0, score: 0, kind: 'column', tables: [], columns, values: [] }
}

/** The kinds that a part may be taken for, the likeliest first. */
export function kindsOf(item: Item): Kind[] {
  const { mention, kind } = item
  if (!mention) return [kind]
  const others: Kind[] = [
    ...(mention.tables.length ? ['T' as const] : []),
    ...(mention.columns.length ? ['C' as const] : []),
    ...(mention.values.length ? ['V' as const] : []),
  ]
  return [kind, ...others.filter((other) => other !== kind)]
}
