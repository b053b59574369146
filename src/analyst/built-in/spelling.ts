import { isWord } from '#base/run-together.ts'
import { stem } from '#base/stems.ts'
import { plural } from '#base/word-forms.ts'
import { KIN_OF } from '../planner/words.ts'
import { synonymsOf } from '../rules/synonyms.ts'
import type { Schema } from './schema.ts'

/** Words of questions that carry a meaning of their own and stand in no list of grammar. */
const ASKED =
  'selling revenue sales turnover profit margin average median share growth cumulative month quarter weekday'.split(' ')

const ASKING = 'show list give'.split(' ')

/** Words that ask. Not all of grammar: many words are a letter away from one of its short ones ("late", "later"). */
const GRAMMAR =
  'what which when where value amount many much count total number average highest lowest largest smallest biggest most least more less than between before after since compare percentage percent each every monthly weekly daily yearly quarterly year week customers orders'.split(
    ' ',
  )

/** What a word may have been meant to be: names of this catalog, and words that questions are made of. */
function vocabulary(schema: Schema): string[] {
  const names = schema.tables.flatMap((table) => [...table.words, ...table.columns.flatMap((column) => column.words)])
  return [...new Set([...names, ...names.map(plural), ...ASKED])].filter((word) => /^\p{L}{4,}$/u.test(word))
}

/** Letters to add, drop, change or swap with their neighbour to make `b` of `a`; anything above `most` counts as more than that. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let steps = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps = Math.min(steps, before[j - 2]! + 1)
      row.push(steps)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}

function meant(word: string, words: string[]): string | null {
  const most = word.length < 7 ? 1 : 2
  let best: { word: string; steps: number } | null = null
  for (const candidate of words) {
    if (candidate[0] !== word[0]) continue
    // Of three letters little is left to tell by: "mny" is "many", since only a letter within is missing.
    if (word.length < 4 && (candidate.length !== word.length + 1 || candidate.at(-1) !== word.at(-1))) continue
    const steps = distance(word, candidate, most)
    if (steps <= most && steps < (best?.steps ?? most + 1)) best = { word: candidate, steps }
  }
  return best?.word ?? null
}

const consonants = (word: string): string => word.replace(/[aeiou]/g, '')

/** The question with the words that name nothing here written as what they are a letter or two away from; null where none is. */
export function respelled(question: string, unknown: string[], schema: Schema): { text: string; note: string } | null {
  if (unknown.length === 0) return null
  const names = vocabulary(schema)
  const changed: string[] = []
  let text = question
  for (const word of new Set(unknown)) {
    if (!/^\p{L}{3,}$/u.test(word)) continue
    const lower = word.toLowerCase()
    // A word that is known is no misspelling of a name.
    if (KIN_OF.has(lower) || synonymsOf(stem(lower)).size > 0) continue
    const dated = new RegExp(`${word} (?:week|month|quarter|year)\\b`, 'i').test(question) && meant(lower, ['last'])
    const right =
      dated || (meant(lower, names) ?? meant(lower, question.startsWith(word) ? [...ASKING, ...GRAMMAR] : GRAMMAR))
    // Nor is one of English, unless it is another tense of it: "sang" of sung_on.
    if (!right || right === lower || (isWord(lower) && consonants(lower) !== consonants(right))) continue
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u'), right)
    changed.push(`“${word}” as “${right}”`)
  }
  return changed.length ? { text, note: `I read ${changed.join(', ')}.` } : null
}
