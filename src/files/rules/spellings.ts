import { folded } from '#catalog/rules/folded.ts'

export type ValueCount = { value: string; count: number }
/** Values that are probably one thing, the most frequent first. */
export type Cluster = ValueCount[]

/** Shortest text, without spaces, in which one wrong letter still leaves the word to be known. */
const TYPO_FROM = 5
/** Longest text that is compared letter by letter. */
const TYPO_TO = 80
/** A misspelling is at most this share of what is meant, or stands there once. */
const RARE = 0.2

/**
 * Values that are probably spellings of one thing: alike without case, accents, spaces and signs, in another order of words, in their
 * pairs of letters, by one letter where one of them is rare, or by a word that is cut short with a full stop.
 * @param values distinct ones
 */
export function clustersOf(values: ValueCount[]): Cluster[] {
  const ranked = values.toSorted(
    (a, b) => b.count - a.count || plainness(a.value) - plainness(b.value) || (a.value < b.value ? -1 : 1),
  )
  const words = ranked.map(({ value }) => wordsIn(value))
  const parent = ranked.map((_, index) => index)
  const rootOf = (index: number): number => {
    let at = index
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!
    return at
  }
  // The more frequent one stays the root.
  const join = (a: number, b: number) => {
    const [first, second] = [rootOf(a), rootOf(b)].sort((x, y) => x - y) as [number, number]
    parent[second] = first
  }
  const joinAlike = (key: (index: number) => string | null) => {
    const seen = new Map<string, number>()
    for (const index of ranked.keys()) {
      const own = key(index)
      if (own === null) continue
      const before = seen.get(own)
      if (before === undefined) seen.set(own, index)
      else join(before, index)
    }
  }
  joinAlike((index) => [...new Set(words[index])].sort().join(' ') || null)
  joinAlike((index) => (/[äöüß]|[aou]e|ss/i.test(ranked[index]!.value) ? spelledOut(ranked[index]!.value) : null))
  joinAlike((index) => pairsOf(words[index]!.join('')))
  joinMisspelt(ranked, words, join, rootOf)
  joinShortened(ranked, words, join, rootOf)
  return [...Map.groupBy(ranked.keys(), rootOf).values()]
    .filter((indexes) => indexes.length > 1)
    .map((indexes) => indexes.map((index) => ranked[index]!))
}

/** The words of a text; a sign behind the last is one, too: A+ is no A-, and C# no C. */
const wordsIn = (value: string): string[] => [
  ...(folded(value).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []),
  ...(/[\p{L}\p{N}]([-+#*]+)\s*$/u.exec(value)?.slice(1) ?? []),
]
const OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
/** The words of a text as where there are no umlauts: Mueller of Müller. */
const spelledOut = (value: string): string =>
  wordsIn(value.toLowerCase().replace(/[äöüß]/g, (letter) => OUT[letter]!)).join(' ')
/** Of spellings that are as frequent, one in capitals or with spaces around is hardly the one that is meant. */
const plainness = (value: string): number =>
  Number(/\p{Lu}{2}/u.test(value) && !/\p{Ll}/u.test(value)) + Number(/^\s|\s$|\s{2}/.test(value))
const digitsOf = (text: string): string => text.replace(/\P{N}+/gu, ' ')

/** The pairs of letters of a text, each once; null for one that is too short or has figures, whose order tells. */
function pairsOf(text: string): string | null {
  if (text.length < TYPO_FROM || /\p{N}/u.test(text)) return null
  return [...new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)))].sort().join(' ')
}

type Join = (a: number, b: number) => void

/** Joins a rare value to the most frequent one that is a letter away from it: left out, added, changed or swapped. */
function joinMisspelt(ranked: ValueCount[], words: string[][], join: Join, rootOf: (index: number) => number): void {
  const byRest = new Map<string, number[]>()
  for (const [index, { count }] of ranked.entries()) {
    const text = words[index]!.join('')
    if (text.length < TYPO_FROM || text.length > TYPO_TO) continue
    const rests = new Set([text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))])
    const found = new Set([...rests].flatMap((rest) => byRest.get(rest) ?? []))
    const meant = [...found]
      .sort((a, b) => a - b)
      .find((other) => {
        const most = ranked[other]!.count
        const isRare = count * 2 <= most && (count === 1 || count <= most * RARE)
        const whole = words[other]!.join('')
        return isRare && digitsOf(whole) === digitsOf(text) && isOneLetterAway(text, whole)
      })
    if (meant !== undefined && rootOf(meant) !== rootOf(index)) join(meant, index)
    // Only what is frequent enough can be meant by another.
    if (count > 1) for (const rest of rests) byRest.set(rest, [...(byRest.get(rest) ?? []), index].slice(0, 20))
  }
}

function isOneLetterAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (a.length > b.length) return restA.slice(1) === restB
  if (a.length < b.length) return restA === restB.slice(1)
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return restA.slice(1) === restB.slice(1) || isSwapped
}

/** Joins "N. York" to "New York", where only one value can be meant. */
function joinShortened(ranked: ValueCount[], words: string[][], join: Join, rootOf: (index: number) => number): void {
  const byEnd = Map.groupBy(ranked.keys(), (index) => `${words[index]!.length} ${words[index]!.at(-1)}`)
  for (const [index, { value }] of ranked.entries()) {
    const own = words[index]!
    const cut = new Set((folded(value).match(/[\p{L}\p{M}]+(?=\.)/gu) ?? []).filter((word) => own.includes(word)))
    if (own.length < 2 || cut.size === 0 || cut.has(own.at(-1)!)) continue
    const meant = (byEnd.get(`${own.length} ${own.at(-1)}`) ?? []).filter(
      (other) =>
        other !== index &&
        words[other]!.every((word, at) => word === own[at] || (cut.has(own[at]!) && word.startsWith(own[at]!))) &&
        words[other]!.some((word, at) => word !== own[at]),
    )
    if (new Set(meant.map(rootOf)).size === 1) join(meant[0]!, index)
  }
}
