import { folded } from '#catalog/rules/folded.ts'

/** Characters and words of a value that may be a name; longer ones are texts, in which numbers are figures. */
const LONGEST = 80
const MOST_WORDS = 8

const WORD = /[\p{L}\p{M}\p{Nd}]+(?:[.,]\p{Nd}+)*\+?/gu
/** Between the ends of a range: "18 to 24" is "18-24". */
const RANGE = /^(?:to|bis|a|à|y|und|and|et)$/i
const HAS_DIGIT = /\p{Nd}/u
/** What is no number alone: "5G", "65+", but not "45k". */
const IS_NAME = /^(?!\p{Nd}[\p{Nd}.,]*(?:k|m|mn|mio|b|bn|mrd|t|tn|cr)$).*[\p{L}+]/iu
/** What calls a number something when it stands before it, unlike "of" and "than", and unlike words that tell how much. */
const CALLS =
  /^(?!(?:over|under|above|below|more|less|fewer|than|about|around|only|from|with|fell|rose|rise|down|grew|drop|total|sum|unter|mehr|rund|etwa|ist|von|plus|moins|mais|entre|más|menos|sobre|desde|hasta)$)(?:[\p{L}\p{M}]{3,}|.*\p{Lo}.*)$/iu

type Word = { text: string; start: number; end: number }

function wordsOf(text: string): Word[] {
  const words = [...text.replaceAll('_', ' ').matchAll(WORD)].map(({ 0: word, index }) => ({
    ...{ text: folded(word), start: index, end: index + word.length },
  }))
  const isNumber = (at: number) => HAS_DIGIT.test(words[at]?.text ?? '')
  return words.filter(({ text }, at) => !(RANGE.test(text) && isNumber(at - 1) && isNumber(at + 1)))
}

const joined = (words: Word[]): string => words.map(({ text }) => text).join(' ')

/** A number with one or two words before it, the first of which calls it something: "Covid 19", "Pack of 12". */
const called = (words: Word[], at: number): string[] => [
  ...(IS_NAME.test(words[at]!.text) ? [words[at]!.text] : []),
  ...[1, 2].flatMap((before) =>
    CALLS.test(words[at - before]?.text ?? '') ? [joined(words.slice(at - before, at + 1))] : [],
  ),
]

/**
 * Whether a number of a name is part of what the data call something: all of a value ("Over 65", "18-24"), or a number with the word
 * before it that calls it so ("Store 12"). A number alone is none, since any figure is a value somewhere, nor is one before a noun: it counts.
 * @param names values of texts, names of columns and tables
 */
export function namesWith(names: string[]): (name: string, start: number, end: number) => boolean {
  const wholes = new Set<string>()
  const parts = new Set<string>()
  for (const value of names) {
    if (value.length > LONGEST || !HAS_DIGIT.test(value)) continue
    const words = wordsOf(value)
    if (words.length > MOST_WORDS) continue
    if (words.length > 1) wholes.add(joined(words))
    for (const [at, { text }] of words.entries())
      if (HAS_DIGIT.test(text)) for (const part of called(words, at)) parts.add(part)
  }
  return (name, start, end) => {
    const words = wordsOf(name)
    const at = words.findIndex((word) => word.start < end && word.end > start)
    if (at < 0) return false
    if (called(words, at).some((part) => parts.has(part))) return true
    for (let first = Math.max(0, at - MOST_WORDS + 1); first <= at; first++)
      for (let last = at; last < Math.min(words.length, first + MOST_WORDS); last++)
        if (wholes.has(joined(words.slice(first, last + 1)))) return true
    return false
  }
}
