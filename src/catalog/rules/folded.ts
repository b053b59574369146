/**
 * Letters that are written apart where a keyboard lacks them, and signs that are typed in another form. What Unicode takes apart by
 * itself (accents, full width, ligatures, ß in capitals) is not here.
 */
const INSTEAD: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ς: 'σ' },
  ...{ '’': "'", '‘': "'", '`': "'", '´': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '‐': '-', '‑': '-', '–': '-', '—': '-', '−': '-' },
}
const OTHERS = new RegExp(`[${Object.keys(INSTEAD).join('')}]`, 'g')
/** Marks that say how a letter sounds: accents, points of Hebrew and Arabic. Vowels of Indian scripts and voice marks of Japanese are letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g
/** Marks that show nothing: direction of writing, soft hyphens, joiners. */
const UNSEEN = /\p{Cf}/gu
/** Spaces of a text of plain letters that are more than one between words. */
const UNEVEN = / {2}|^ | $/m
const SPACES = /(?:(?!\n)[\s\p{Cc}])+/gu
const ASCII = /^[\n\x20-\x7e]*$/

/**
 * A text as it is compared: small letters without accents, ß as ss, full width as half width, one space for any number of spaces,
 * straight quotes. Line breaks stay: the lines of a text are those of its folding, one by one.
 */
export function foldedLines(lines: string): string {
  // Most texts of a column are of plain letters.
  const isPlain = ASCII.test(lines)
  const small = isPlain ? lines.toLowerCase() : withoutAccents(lines.toLowerCase())
  if (isPlain && !UNEVEN.test(small)) return small
  return small.replace(SPACES, ' ').replace(/ {2,}/g, ' ').replace(/^ | $/gm, '')
}

const withoutAccents = (lines: string): string =>
  lines
    .replace(OTHERS, (letter) => INSTEAD[letter]!)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(UNSEEN, '')
    .normalize('NFC')
    // What stood in another width before.
    .replace(OTHERS, (letter) => INSTEAD[letter]!)

export const folded = (text: string): string => foldedLines(text.replace(/[\n\u2028\u2029]/g, ' '))
