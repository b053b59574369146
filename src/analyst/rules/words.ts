import { nameWords, stem } from '#base/stems.ts'

const EMPTY = new Set(
  'a an and any are as at be been by can could did do does each every find for from get give had has have her his how i if in into is it its list me my no not of on or our please show tell than that the their them then there these they this those to was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
)

/** Letters of scripts that put no spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu

/** Text in which the spellings of one word are equal: small letters, no accents, "ss" for "ß". */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFC')

/** Pairs of letters that stand side by side, by which words of scripts without spaces meet; a single letter by itself. */
function pairs(run: string): string[] {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => letters[at]! + letter)
}

/** A word as it is compared: its singular; runs of scripts without spaces as pairs of letters. */
function termsOf(word: string): string[] {
  const runs = word.match(UNSPACED)
  if (!runs) return [stem(word)]
  return [...runs.flatMap(pairs), ...word.split(UNSPACED).filter(Boolean).map(stem)]
}

/** Terms of a name of the catalog: parts of snake_case and camelCase, letters and digits also apart, abbreviations spelled out. */
export const termsOfName = (name: string): string[] =>
  nameWords(name.normalize('NFC'))
    .flatMap((word) =>
      /\d\p{L}|\p{L}\d/u.test(word) ? [word, ...(word.match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? [])] : [word],
    )
    .map(folded)
    .flatMap(termsOf)

/** Terms of a description, a value or a question, in order, without those that say nothing. */
export const termsOfText = (text: string): string[] =>
  (folded(text).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).filter((word) => !EMPTY.has(word)).flatMap(termsOf)
