import { wordsOf } from '#base/text.ts'

/** Words and letters behind a number that stand for its noughts, as parts of a regular expression; letters that mean other things too are capitals. */
const MAGNITUDES: [written: string, noughts: number][] = [
  ['[kK]|(?i:thousand|tsd|tausend|hazaa?r)', 3],
  ['(?i:lakhs?|lacs?)', 5],
  ['M|(?i:mn|mln|mio|mill|millions?|millionen|mill[oó]n|millones)', 6],
  ['(?i:cr|crores?|karod)', 7],
  ['B|(?i:bn|bln|billions?|mrd|milliards?|milliarden?|mil millones)', 9],
  ['(?i:tn|trn|trillions?)', 12],
]
/** What is written for any of them, behind a digit: its first group is left. */
const ANY = `(\\d)\\s*(?:${MAGNITUDES.map(([written]) => written).join('|')})\\.?`
const AT_END = new RegExp(`${ANY}$`, 'u')

/** A number without its noughts' word, and how many noughts that stands for. */
export function unscaled(text: string): { bare: string; noughts: number } {
  if (!AT_END.test(text)) return { bare: text, noughts: 0 }
  const noughts = MAGNITUDES.find(([written]) => new RegExp(`\\d\\s*(?:${written})\\.?$`, 'u').test(text))![1]
  return { bare: text.replace(AT_END, '$1'), noughts }
}

/** Names of figures that grow large. */
const LARGE =
  /(^| )(revenue|sales|turnover|umsatz|income|profit|cost|costs|price|value|amount|budget|salary|assets|funding|valuation|market cap|population|users|views|followers|subscribers|downloads|installs|visits|traffic|plays|streams|gdp|debt|spend)( |$)/
const FEW_LETTERS = 5

/**
 * Whether numbers of a column end in words for noughts. A letter alone is one where the column speaks of large figures or money, writes
 * parts of it, or has several of such letters: "3M, 6M, 12M" may be months.
 * @param values without their units @param isMoney whether these are currencies
 */
export function isScaled(values: string[], isMoney: boolean, name: string): boolean {
  const scaled = values.filter((value) => AT_END.test(value))
  if (scaled.length === 0) return false
  const written = (value: string) => /[\p{L}. ]+$/u.exec(value)![0].replace(/[. ]/g, '')
  const words = new Set(scaled.map(written))
  return (
    isMoney ||
    [...words].some((word) => word.length > 1) ||
    words.size > 1 ||
    scaled.some((value) => /\d[.,]\d/.test(value)) ||
    LARGE.test(wordsOf(name).join(' ')) ||
    (words.has('k') && new Set(scaled).size >= FEW_LETTERS)
  )
}

/** The same for the engine: a text without the word, and the number by which it is multiplied. */
export const unscaledSql = (text: string) => ({
  bare: `regexp_replace(${text}, '${ANY}$', '\\1')`,
  factor: `case ${MAGNITUDES.map(([written, noughts]) => `when regexp_matches(${text}, '\\d\\s*(?:${written})\\.?$') then 1${'0'.repeat(noughts)}`).join(' ')} else 1 end`,
})
