import pluralize from 'pluralize'

/** Nouns that the library takes apart in the wrong place, as singular and plural. */
const CORRECTED = [
  ['alias', 'aliases'],
  ['atlas', 'atlases'],
  ['basis', 'bases'],
  ['bias', 'biases'],
  ['cache', 'caches'],
  ['canvas', 'canvases'],
  ['cookie', 'cookies'],
  ['german', 'germans'],
  ['lens', 'lenses'],
  ['life', 'lives'],
  ['niche', 'niches'],
] as const
for (const [one, many] of CORRECTED) pluralize.addIrregularRule(one, many)
for (const noun of ['data', 'gps', 'sms']) pluralize.addUncountableRule(noun)

/** What is said of the noun before it: "parts used". */
const PARTICIPLE = / (?:\w{2,}(?<!e)ed|sold|made|paid|sent|given|taken|bought)$/

/** Changes only the last word of a noun: "order items", and of what is said of one the word before: "parts used". */
function inLastWord(noun: string, change: (word: string) => string): string {
  const participle = PARTICIPLE.exec(noun)?.[0]
  if (participle) return inLastWord(noun.slice(0, -participle.length), change) + participle
  const start = noun.lastIndexOf(' ') + 1
  return noun.slice(0, start) + change(noun.slice(start))
}

/** One of what a noun names: "order items" -> "order item". */
export const singular = (noun: string): string => inLastWord(noun, pluralize.singular)

/** Several of what a noun names: "city" -> "cities"; nouns in the plural stay as they are. */
export const plural = (noun: string): string => inLastWord(noun, pluralize.plural)
