import { stem } from '#base/stems.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import { equalWord } from './synonyms.ts'
import { folded } from './words.ts'

const EMPTY = new Set(
  'a all an are be been being did do does had has have i is it its me my of our please that the there these those us was we were what which you your'.split(
    ' ',
  ),
)
const WISH = /^\s*((please|can you|could you|i want to know|i want|tell|show|list|find|give|get|display)\b\s*)+(?=\S)/i
/** Words that say how what follows them belongs to the rest; those between two bars say the same. */
const RELATIONS = new Map(
  'by per each every|in on at for during|without|with|from|to|before|after|since|until till|between|than|over above|under below|within|except excluding|versus vs|who whose|not no never'
    .split('|')
    .flatMap((line) => line.split(' ').map((word, _, [first]) => [word, first!] as const)),
)
/** Periods that stand for themselves wherever they stand in a question. */
const PERIOD =
  /^(\d{4}|\d{1,2}|january|february|march|april|june|july|august|september|october|november|december|q[1-4]|last|this|previous|past|year|quarter|month|week|today|yesterday)$/

type Segment = { relation: string; words: string[] }

/**
 * What a question asks, as a text that two questions have in common only when they ask the same: the words that matter in their order,
 * by what they mean. Only what it is grouped by and periods may stand anywhere. Words are equal by their stems and where one always
 * stands for the other; numbers, negations, signs and directions are words as all others.
 * @param names what the workspace calls by several names: each name in small letters -> the one that stands for all
 */
function askedFor(question: string, names: ReadonlyMap<string, string> = new Map()): string {
  const segments: Segment[] = [{ relation: '', words: [] }]
  for (const word of wordsOf(question, names)) {
    const relation = word === ',' ? '' : RELATIONS.get(word)
    if (relation !== undefined) segments.push({ relation, words: [] })
    else segments.at(-1)!.words.push(word)
  }
  const said = segments.filter(({ relation, words }) => words.length > 0 || relation !== '').map(settled)
  const isFree = ({ relation, words }: Segment) =>
    words.length > 0 && (relation === 'by' || (relation === 'in' && words.every((word) => PERIOD.test(word))))
  const text = ({ relation, words }: Segment) => `${relation}:${words.join(' ')}`
  return JSON.stringify([said.filter((one) => !isFree(one)).map(text), said.filter(isFree).map(text).sort()])
}

/** What something is grouped by stands in any order. */
const settled = ({ relation, words }: Segment): Segment => ({
  relation,
  words: relation === 'by' ? words.filter((word) => word !== 'and').sort() : words,
})

/** The words that matter, each by the one that stands for all that mean the same. */
function wordsOf(question: string, names: ReadonlyMap<string, string>): string[] {
  const isShouted = question === question.toUpperCase()
  const spoken = question
    .replace(WISH, ' ')
    .replace(/n['’]t\b/gi, ' not')
    .replace(/['’]s?\b/g, ' ')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/\bhow many\b|\b(total )?number of\b|\bcount of\b/gi, ' count ')
  // Abbreviations are names: US is not "us".
  const words = (
    spoken.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|-(?=\d)|(?<=\d)\.(?=\d)|,|[^\p{L}\p{M}\p{N}\s.?!"'’`“”()_:;-]/gu) ?? []
  )
    .map((word) => ({ word: folded(word), isName: !isShouted && word.length > 1 && /^\p{Lu}+$/u.test(word) }))
    .filter(({ word, isName }) => isName || !EMPTY.has(word))
    .map(({ word, isName }) => (isName || RELATIONS.has(word) ? word : equalWord(stem(word))))
  return renamed(words, names)
}

/** Names of several words are replaced by the one that stands for all, the longest first. */
function renamed(words: string[], names: ReadonlyMap<string, string>): string[] {
  if (names.size === 0) return words
  const longest = Math.max(...[...names.keys()].map((name) => name.split(' ').length))
  const found: string[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longest, words.length - at)
    while (length > 0 && !names.has(words.slice(at, at + length).join(' '))) length--
    found.push(length > 0 ? names.get(words.slice(at, at + length).join(' '))! : words[at]!)
    at += Math.max(1, length)
  }
  return found
}

/** What the workspace calls by several names, for `askedFor`. */
export const namesOfAll = (all: { name: string; synonyms: string[] }[]): Map<string, string> =>
  new Map(
    all.flatMap(({ name, synonyms }) => {
      const first = wordsOf(name.replaceAll('_', ' '), NO_NAMES).join(' ')
      return [name, ...synonyms].map((one) => [wordsOf(one.replaceAll('_', ' '), NO_NAMES).join(' '), first] as const)
    }),
  )
const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** Questions that do not ask the same are at most so alike. */
const NOT_THE_SAME = 0.9
/** From here on a query is worth being shown to a model. */
const WORTH_SHOWING = 0.3

/** How alike two questions are, 0 to 1: the share of words that matter which both have; 1 only when they ask the same. */
export function likeness(a: string, b: string, names = NO_NAMES): number {
  const words = [wordsOf(a, names), wordsOf(b, names)] as const
  if (words[0].length > 0 && askedFor(a, names) === askedFor(b, names)) return 1
  const [left, right] = [new Set(words[0]), new Set(words[1])]
  const both = [...left].filter((word) => right.has(word)).length
  const all = left.size + right.size - both
  return all === 0 ? 0 : Math.min(NOT_THE_SAME, both / all)
}

type RankedQuery = Pick<VerifiedQuery, 'question' | 'description' | 'source' | 'sql'> & { likeness: number }

/** The queries that fit a question, best first, at most `most`. */
export const fitting = (queries: VerifiedQuery[], question: string, names = NO_NAMES, most = 3): RankedQuery[] =>
  queries
    .map(({ question: asked, description, source, sql }) => ({
      ...{ question: asked, description, source, sql },
      likeness: likeness(question, asked, names),
    }))
    .filter((query) => query.likeness >= WORTH_SHOWING)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
